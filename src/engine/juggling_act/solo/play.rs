//! The course of a performance: the deal, turns, dead spaces, the end.

use super::{Event, Hand, Move, Phase, Place, Placings, Solo};
use crate::engine::{
    card::Card,
    deck::Pile,
    juggling_act::{catch, place::HandName, prepare},
    rules::{IllegalMove, LegalMoves},
};

pub(super) fn play(solo: &mut Solo, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
    match solo.phase {
        Phase::Turn => {}
        Phase::Deal | Phase::Won | Phase::Lost => {
            return Err(IllegalMove::new("nobody-moves", "Nobody is to move now."));
        }
    }
    let done = match mv {
        Move::Throw { hand, at, count } => {
            let from = Place {
                hand: *hand,
                at: *at,
            };
            solo.throw(from, *count)
        }
        Move::Prepare { from, to } => solo.prepare(*from, *to),
        Move::Catch { places } => solo.catch(places),
        Move::Discard { hand, at } => solo.discard(Place {
            hand: *hand,
            at: *at,
        }),
    }?;
    let mut events = vec![done];
    if solo.hands.is_empty() {
        solo.phase = Phase::Won;
        events.push(Event::Won {
            score: solo.jokers_up,
        });
    } else {
        solo.begin_turn(&mut events);
    }
    Ok(events)
}

/// Every move that [`play`] accepts.
pub(super) fn legal_moves(solo: &Solo) -> LegalMoves<Move> {
    let hands = &solo.hands;
    let mut moves: Vec<Move> = hands
        .throws()
        .map(|(Place { hand, at }, count, _)| Move::Throw { hand, at, count })
        .collect();
    moves.push(Move::PASS);
    moves.extend(prepare::all(hands).map(|(from, to)| Move::Prepare {
        from: Some(from),
        to: Some(to),
    }));
    moves.extend(
        hands
            .places()
            .map(|Place { hand, at }| Move::Discard { hand, at }),
    );
    let mut open = Vec::new();
    if let Some(throw) = &solo.in_front {
        moves.push(Move::Catch {
            places: catch::example(hands, throw),
        });
        open.push(catch::schema::<Hand>("solo.catch", hands, throw));
    }
    LegalMoves { moves, open }
}

impl Solo {
    /// Deals ten cards to the top hand, then ten to the bottom hand (§2.1). The first turn begins with nothing in
    /// front, which is no dead space.
    pub(super) fn deal(&mut self, order: Vec<Card>) -> Vec<Event> {
        let mut cards = order.into_iter();
        for hand in Hand::BOTH {
            self.hands
                .deal(hand, cards.by_ref().take(usize::from(Self::HAND_SIZE)));
        }
        self.out = Pile::from_top(cards.collect());
        self.turn = 1;
        self.phase = Phase::Turn;
        vec![Event::Dealt {
            top: self.hands.of(Hand::Top).to_vec(),
            bottom: self.hands.of(Hand::Bottom).to_vec(),
            out: self.out.len(),
        }]
    }

    fn throw(&mut self, from: Place, count: u32) -> Result<Event, IllegalMove> {
        let (throw, range) = self.hands.throw_at(from, count)?;
        self.hands.remove(from.hand, range);
        let thrown = throw.cards().to_vec();
        let replaced = self
            .in_front
            .replace(throw)
            .map_or_else(Vec::new, |before| before.cards().to_vec());
        self.gone.0.extend(&replaced);
        Ok(Event::Thrown {
            hand: from.hand,
            at: from.at,
            cards: thrown,
            replaced,
        })
    }

    fn prepare(&mut self, from: Option<Place>, to: Option<Place>) -> Result<Event, IllegalMove> {
        let moved = prepare::prepare(&mut self.hands, from, to)?;
        Ok(Event::Prepared {
            card: moved.map(|(card, _, _)| card),
            from,
            to,
        })
    }

    fn catch(&mut self, places: &Placings) -> Result<Event, IllegalMove> {
        let Some(throw) = &self.in_front else {
            return Err(catch::nothing_to_catch());
        };
        let cards = catch::catch(&mut self.hands, throw, places)?;
        self.in_front = None;
        Ok(Event::Caught { cards })
    }

    fn discard(&mut self, place: Place) -> Result<Event, IllegalMove> {
        let card = self.hands.lift(place)?;
        self.gone.0.push(card);
        Ok(Event::Discarded {
            hand: place.hand,
            at: place.at,
            card,
        })
    }

    /// The next turn begins (§5.1): the lowest card in front leaves, and if nothing is there then, a Joker is turned.
    fn begin_turn(&mut self, events: &mut Vec<Event>) {
        self.turn += 1;
        if let Some(throw) = self.in_front.take() {
            let (card, left) = throw.lose_lowest();
            self.in_front = left;
            self.gone.0.push(card);
            events.push(Event::Dropped {
                card,
                left: self
                    .in_front
                    .as_ref()
                    .map_or(0, |throw| throw.cards().len()),
            });
        }
        if self.in_front.is_some() {
            return;
        }
        let number = Self::JOKERS - self.jokers_up + 1;
        let none_to_turn = self.jokers_up == 0;
        self.jokers_up = self.jokers_up.saturating_sub(1);
        events.push(Event::DeadSpace {
            number,
            jokers_up: self.jokers_up,
        });
        if none_to_turn {
            self.phase = Phase::Lost;
            events.push(Event::Lost {});
        }
    }
}
