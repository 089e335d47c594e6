//! The course of a round: dealing, turns, the end.

use super::{
    Event, InPlay, JugglingAct, Phase, catch,
    events::DealtHands,
    hands::Hands,
    moves::{Hand, Move, Place, Placings},
    place::HandName,
    prepare,
    row::Row,
    throw::Throw,
};
use crate::engine::{
    card::Card,
    deck::Pile,
    rules::{IllegalMove, LegalMoves},
    seat::Seat,
};

pub(super) fn play(
    game: &mut JugglingAct,
    seat: Seat,
    mv: &Move,
) -> Result<Vec<Event>, IllegalMove> {
    match game.phase {
        Phase::Turn => {}
        Phase::Deal | Phase::Over => {
            return Err(IllegalMove::new("nobody-moves", "Nobody is to move now."));
        }
    }
    match mv {
        Move::Throw { hand, at, count } => {
            let from = Place {
                hand: *hand,
                at: *at,
            };
            game.throw(seat, from, *count)
        }
        Move::Prepare { from, to } => game.prepare(seat, *from, *to),
        Move::Catch { places } => game.catch(seat, places),
    }
}

/// Every move that [`play`] accepts from the mover.
pub(super) fn legal_moves(game: &JugglingAct) -> LegalMoves<Move> {
    let hands = &game.player(game.mover).hands;
    let to_beat = game
        .in_play
        .as_ref()
        .map(|in_play| in_play.throw.strength());
    let mut moves: Vec<Move> = hands
        .throws()
        .filter(|(_, _, strength)| to_beat.is_none_or(|to_beat| *strength > to_beat))
        .map(|(Place { hand, at }, count, _)| Move::Throw { hand, at, count })
        .collect();
    let mut open = Vec::new();
    if let Some(InPlay { owner, throw }) = &game.in_play {
        moves.push(Move::PASS);
        moves.extend(prepare::all(hands).map(|(from, to)| Move::Prepare {
            from: Some(from),
            to: Some(to),
        }));
        if *owner == game.mover {
            moves.push(Move::Catch {
                places: catch::example(hands, throw),
            });
            open.push(catch::schema::<Hand>("juggling.catch", hands, throw));
        }
    }
    LegalMoves { moves, open }
}

impl JugglingAct {
    /// Deals the next round (§2): one card at a time from the first seat, the hidden hands before the face-up ones.
    pub(super) fn deal(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.round += 1;
        let seats = self.seats();
        let first = self.first_seat();
        let mut cards = order.into_iter();
        for player in &mut self.players {
            player.hands = Hands::default();
            player.score_pile = Pile::default();
        }
        for (hand, size) in Hand::BOTH.into_iter().zip(Self::hand_sizes(seats)) {
            for _ in 0..size {
                for seat in first.round_the_table(seats) {
                    self.player_mut(seat).hands.deal(hand, cards.next());
                }
            }
        }
        self.in_play = None;
        self.set_aside = Row::default();
        self.out = Pile::from_top(cards.collect());
        self.mover = first;
        self.phase = Phase::Turn;
        vec![Event::Dealt {
            round: self.round,
            first_seat: first,
            hands: self
                .players
                .iter()
                .map(|player| DealtHands {
                    hidden: player
                        .hands
                        .of(Hand::Hidden)
                        .iter()
                        .copied()
                        .map(Some)
                        .collect(),
                    face_up: player.hands.of(Hand::FaceUp).to_vec(),
                })
                .collect(),
            out: self.out.len(),
        }]
    }

    /// A throw becomes the throw in play, and the one that it beats goes to the thrower (§5.2).
    fn throw(&mut self, seat: Seat, from: Place, count: u32) -> Result<Vec<Event>, IllegalMove> {
        let (throw, range) = self.player(seat).hands.throw_at(from, count)?;
        if let Some(in_play) = &self.in_play {
            throw.must_beat(&in_play.throw)?;
        }
        self.player_mut(seat).hands.remove(from.hand, range);
        let mut events = vec![Event::Thrown {
            seat,
            hand: from.hand,
            at: Some(from.at),
            cards: throw.cards().to_vec(),
        }];
        if let Some(beaten) = self.in_play.take() {
            events.push(self.take(seat, beaten.throw.cards().to_vec()));
        }
        if self.player(seat).hands.is_empty() {
            events.extend(self.go_out(seat, &throw));
        } else {
            self.in_play = Some(InPlay { owner: seat, throw });
            self.pass_the_turn();
        }
        Ok(events)
    }

    /// A card is moved, or none, and the owner of the throw in play takes its lowest card (§5.3, §5.4).
    fn prepare(
        &mut self,
        seat: Seat,
        from: Option<Place>,
        to: Option<Place>,
    ) -> Result<Vec<Event>, IllegalMove> {
        let Some(in_play) = self.in_play.clone() else {
            return Err(IllegalMove::new(
                "must-throw",
                "Nothing is in play, so you must throw: any throw will do.",
            ));
        };
        let moved = prepare::prepare(&mut self.player_mut(seat).hands, from, to)?;
        let prepared = Event::Prepared {
            seat,
            card: moved.map(|(card, _, _)| card),
            from: moved.map(|(_, from, _)| from.into()),
            to: moved.map(|(_, _, to)| to.into()),
        };
        let InPlay { owner, throw } = in_play;
        let (lowest, left) = throw.lose_lowest();
        self.in_play = left.map(|throw| InPlay { owner, throw });
        let taken = self.take(owner, vec![lowest]);
        self.pass_the_turn();
        Ok(vec![prepared, taken])
    }

    /// The owner puts their throw back into their hands (§5.6).
    fn catch(&mut self, seat: Seat, places: &Placings) -> Result<Vec<Event>, IllegalMove> {
        let Some(InPlay { owner, throw }) = self.in_play.clone() else {
            return Err(catch::nothing_to_catch());
        };
        // A throw comes back to its owner only after everyone else has prepared: a throw of theirs would be in play.
        if owner != seat {
            return Err(IllegalMove::new(
                "catch-not-yours",
                "The throw in play isn't yours: you can only catch your own.",
            ));
        }
        let cards = catch::catch(&mut self.player_mut(seat).hands, &throw, places)?;
        self.in_play = None;
        self.pass_the_turn();
        Ok(vec![Event::Caught {
            seat,
            cards: cards.into_iter().map(Into::into).collect(),
        }])
    }

    fn pass_the_turn(&mut self) {
        self.mover = self.mover.left(self.seats());
    }

    /// Moves cards that were in play into a score pile. The caller has already updated the throw in play.
    fn take(&mut self, seat: Seat, cards: Vec<Card>) -> Event {
        let score_pile = &mut self.player_mut(seat).score_pile;
        score_pile.extend(cards.iter().copied());
        Event::Taken {
            seat,
            cards,
            score_pile: score_pile.len(),
            left: self
                .in_play
                .as_ref()
                .map_or(0, |in_play| in_play.throw.cards().len()),
        }
    }

    /// A player has emptied both hands with this throw: the round is over (§6).
    fn go_out(&mut self, seat: Seat, last: &Throw) -> [Event; 2] {
        self.set_aside = Row(last.cards().to_vec());
        for player in &mut self.players {
            player.scores.push(player.points());
        }
        self.phase = if self.round < self.rounds_in_all() {
            Phase::Deal
        } else {
            Phase::Over
        };
        let of_each =
            |number: fn(&super::Player) -> usize| self.players.iter().map(number).collect();
        [
            Event::WentOut {
                seat,
                set_aside: last.cards().to_vec(),
            },
            Event::RoundScored {
                round: self.round,
                score_piles: of_each(|player| player.score_pile.len()),
                in_hands: of_each(|player| player.hands.len()),
                scores: self.players.iter().map(super::Player::points).collect(),
                totals: self.totals(),
            },
        ]
    }
}
