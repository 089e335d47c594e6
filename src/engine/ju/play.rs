//! Making a move: the checks of the rules, and the effects of the move.

use super::{
    Cause, Event, Ju, PlayersTurn, Stage, legal,
    moves::Move,
    place::{self, Source},
    sequence::End,
};
use crate::engine::{card::Card, rules::IllegalMove, seat::Seat};

pub(super) fn play(ju: &mut Ju, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
    let owed = ju.current_turn()?.owed;
    match mv {
        Move::Give { card, to } => ju.give(seat, *card, *to),
        Move::Play { .. } | Move::Block { .. } | Move::Pass {} if owed > 0 => {
            Err(IllegalMove::new(
                "give-owed",
                format!("First give away the cards that you owe for your JU. Cards owed: {owed}."),
            ))
        }
        Move::Play { cards, onto, end } => ju.lay(seat, cards, *onto, *end),
        Move::Block { end } => ju.block(seat, *end),
        Move::Pass {} => ju.pass(seat),
    }
}

impl Ju {
    /// Lays cards at an end of a sequence (§3.2), and counts them for a JU (§5.1).
    fn lay(
        &mut self,
        seat: Seat,
        cards: &[Card],
        onto: u32,
        end: End,
    ) -> Result<Vec<Event>, IllegalMove> {
        let onto = self.seat(onto)?;
        self.check_in_hand(seat, cards)?;
        self.check_ranks(cards, onto, end)?;
        for &card in cards {
            self.places[seat.index()].take_from_hand(card);
            self.places[onto.index()].sequence.lay(card, end);
        }
        let mut events = vec![Event::Played {
            seat,
            cards: cards.to_vec(),
            onto,
            end,
        }];
        if let Some(turn) = self.mark_played()
            && onto != seat
        {
            let (laid, more) = turn.count(onto, end, cards.len());
            if more > 0 {
                events.push(Event::Made {
                    seat,
                    onto,
                    end,
                    cards: laid.cards,
                    owed: turn.owed,
                });
            }
        }
        self.settle(seat, &mut events);
        Ok(events)
    }

    /// Lays a joker at an end of the player's own sequence (§4).
    fn block(&mut self, seat: Seat, end: End) -> Result<Vec<Event>, IllegalMove> {
        if !self.place(seat).hand.contains(&Card::JOKER) {
            return Err(IllegalMove::new(
                "no-joker",
                "You have no joker in your hand.",
            ));
        }
        if self.place(seat).sequence.takes(end).is_none() {
            return Err(end_blocked(end));
        }
        let place = &mut self.places[seat.index()];
        place.take_from_hand(Card::JOKER);
        place.sequence.lay(Card::JOKER, end);
        self.mark_played();
        let mut events = vec![Event::Blocked { seat, end }];
        self.settle(seat, &mut events);
        Ok(events)
    }

    /// Gives away one of the owed cards (§5.3).
    fn give(&mut self, seat: Seat, card: Card, to: u32) -> Result<Vec<Event>, IllegalMove> {
        if self.current_turn()?.owed == 0 {
            return Err(IllegalMove::new(
                "nothing-owed",
                "You owe no card. Only a JU lets you give a card away.",
            ));
        }
        let to = self.seat(to)?;
        if to == seat {
            return Err(IllegalMove::new(
                "not-to-yourself",
                "Give the card to another player.",
            ));
        }
        let from = self.check_pays(seat, card)?;
        let place = &mut self.places[seat.index()];
        match from {
            Source::Sequence => place.sequence.take_from_middle(card),
            Source::Hand => place.take_from_hand(card),
        }
        self.places[to.index()].given.push(place::Given {
            card,
            by: seat,
            from,
        });
        if let Stage::Turn(turn) = &mut self.stage {
            turn.owed -= 1;
        }
        let mut events = vec![Event::Given {
            seat,
            to,
            card: Some(card),
            from,
        }];
        self.settle(seat, &mut events);
        Ok(events)
    }

    /// Ends the turn (§3.4). Ends the round if all players in turn could lay no card (§6.2).
    fn pass(&mut self, seat: Seat) -> Result<Vec<Event>, IllegalMove> {
        let turn = self.current_turn()?;
        let stuck = if turn.must_lay() { turn.stuck + 1 } else { 0 };
        if stuck > 0 && legal::first_lay(self, seat).is_some() {
            return Err(IllegalMove::new(
                "must-play",
                "The deck is empty, so you must lay a card if you can, even on your own sequence.",
            ));
        }
        let mut events = vec![Event::Passed { seat }];
        if stuck == self.seats() {
            events.push(self.end_round(Cause::NobodyCanPlay, None));
        } else {
            events.extend(self.start_turn(seat.left(self.seats()), stuck));
        }
        Ok(events)
    }

    /// Drops owed cards that can no longer be given, and ends the round if the hand is empty and no card is owed
    /// (§5.5, §3.5).
    fn settle(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let place = &self.places[seat.index()];
        let Stage::Turn(turn) = &mut self.stage else {
            return;
        };
        if turn.owed > 0 && place.pays_from().is_none() {
            let owed = std::mem::take(&mut turn.owed);
            events.push(Event::Lapsed { seat, owed });
        }
        if turn.owed == 0 && place.hand.is_empty() {
            events.push(self.end_round(Cause::HandEmptied, Some(seat)));
        }
    }

    fn current_turn(&self) -> Result<&PlayersTurn, IllegalMove> {
        match &self.stage {
            Stage::Turn(turn) => Ok(turn),
            Stage::Deal | Stage::Over => Err(IllegalMove::new(
                "nobody-moves",
                "No player is to move now.",
            )),
        }
    }

    /// Marks the turn as one in which a card was laid, and returns it.
    const fn mark_played(&mut self) -> Option<&mut PlayersTurn> {
        match &mut self.stage {
            Stage::Turn(turn) => {
                turn.played = true;
                turn.stuck = 0;
                Some(turn)
            }
            Stage::Deal | Stage::Over => None,
        }
    }

    /// Returns the seat with this number.
    fn seat(&self, number: u32) -> Result<Seat, IllegalMove> {
        Seat::all(self.seats())
            .find(|seat| u32::from(seat.number()) == number)
            .ok_or_else(|| {
                let last = self.seats() - 1;
                IllegalMove::new(
                    "no-such-seat",
                    format!("There is no seat {number}. The seats are 0 to {last}."),
                )
            })
    }

    /// Checks that there is at least one card, and that all cards are in the hand and none is a joker.
    fn check_in_hand(&self, seat: Seat, cards: &[Card]) -> Result<(), IllegalMove> {
        if cards.is_empty() {
            return Err(IllegalMove::new("no-cards", "Name the cards that you lay."));
        }
        let hand = &self.place(seat).hand;
        for (i, card) in cards.iter().enumerate() {
            if card.is_joker() {
                return Err(IllegalMove::new(
                    "joker-only-blocks",
                    "A joker can't be played. It can only block an end of your own sequence.",
                ));
            }
            if !hand.contains(card) {
                return Err(not_in_hand(*card));
            }
            if cards[..i].contains(card) {
                return Err(IllegalMove::new(
                    "not-in-hand",
                    format!("You named {} twice, but hold it once.", card.for_people()),
                ));
            }
        }
        Ok(())
    }

    /// Checks that each card has the next rank outward.
    fn check_ranks(&self, cards: &[Card], onto: Seat, end: End) -> Result<(), IllegalMove> {
        let Some(mut next) = self.place(onto).sequence.takes(end) else {
            return Err(end_blocked(end));
        };
        for card in cards {
            if card.rank() != Some(next) {
                let step = match end {
                    End::Left => "lower",
                    End::Right => "higher",
                };
                return Err(IllegalMove::new(
                    "not-next-rank",
                    format!(
                        "{} doesn't fit there. The next card at the {end} end must be one rank {step}.",
                        card.for_people(),
                    ),
                ));
            }
            next = end.beyond(next);
        }
        Ok(())
    }

    /// Checks that the card can be given for what is owed, and returns where it comes from.
    fn check_pays(&self, seat: Seat, card: Card) -> Result<Source, IllegalMove> {
        let place = self.place(seat);
        let refusal = match place.pays_from() {
            Some(from) if place.can_pay().contains(&card) => return Ok(from),
            Some(Source::Sequence) => {
                let middle = place.sequence.middle().iter().copied();
                let middle: Vec<String> = middle.map(Card::for_people).collect();
                IllegalMove::new(
                    "middle-only",
                    format!(
                        "Give a card from the middle of your sequence: {}.",
                        middle.join(", ")
                    ),
                )
            }
            _ if place.sequence.cards().contains(&card) => IllegalMove::new(
                "hand-only",
                "Your sequence has no middle. Give a card from your hand.",
            ),
            Some(Source::Hand) | None => not_in_hand(card),
        };
        Err(refusal)
    }
}

fn not_in_hand(card: Card) -> IllegalMove {
    IllegalMove::new(
        "not-in-hand",
        format!("{} is not in your hand.", card.for_people()),
    )
}

fn end_blocked(end: End) -> IllegalMove {
    IllegalMove::new(
        "end-blocked",
        format!("A joker blocks the {end} end for the rest of the round."),
    )
}
