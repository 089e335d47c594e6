//! The course of a round: the deal, the start of turns, and the score.

use super::{Cause, Count, End, Event, Ju, PlayerSide, PlayersTurn, Stage};
use crate::engine::{card::Card, deck::Pile, seat::Seat};

/// The number of cards dealt to each hand.
pub(super) const HAND_SIZE: usize = 5;

impl Ju {
    /// Deals the next round (§2): one card at a time from the first seat, five to each hand and then one face up in
    /// front of each. Then starts the first turn, or scores the round at once if a joker is face up (§2.4).
    pub(super) fn deal(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.round += 1;
        let seats = self.seats();
        let first = self.first_seat();
        let mut deck = Pile::from_top(order);
        let mut places = vec![PlayerSide::default(); usize::from(seats)];
        for _ in 0..HAND_SIZE {
            for seat in first.round_the_table(seats) {
                places[seat.index()].hand.extend(deck.draw());
            }
        }
        for seat in first.round_the_table(seats) {
            if let Some(card) = deck.draw() {
                places[seat.index()].sequence.lay(card, End::Right);
            }
        }
        self.places = places;
        self.deck = deck;
        let mut events = vec![Event::Dealt {
            round: self.round,
            first_seat: first,
            hands: self
                .places
                .iter()
                .map(|place| Some(place.hand.clone()))
                .collect(),
            face_up: self
                .places
                .iter()
                .flat_map(|place| place.sequence.cards())
                .copied()
                .collect(),
            deck: self.deck.len(),
        }];
        if self.places.iter().any(|place| place.sequence.jokers() > 0) {
            events.push(self.end_round(Cause::JokerDealt, None));
        } else {
            events.extend(self.start_turn(first, 0));
        }
        events
    }

    /// Starts the turn of a seat, with a draw unless the deck is empty (§3.1). `stuck` is the number of turns in a row
    /// before it that passed because no card could be laid.
    pub(super) fn start_turn(&mut self, seat: Seat, stuck: u8) -> Option<Event> {
        let card = self.deck.draw();
        self.places[seat.index()].hand.extend(card);
        self.stage = Stage::Turn(PlayersTurn::new(seat, card.is_some(), stuck));
        card.map(|card| Event::Drawn {
            seat,
            card: Some(card),
            deck: self.deck.len(),
        })
    }

    /// Scores the round on the table (§7). The game is over if a player has reached the target (§8).
    pub(super) fn end_round(&mut self, cause: Cause, out: Option<Seat>) -> Event {
        let counts: Vec<Count> = self
            .places
            .iter()
            .map(|place| count(place, cause))
            .collect();
        let scores: Vec<i32> = counts.iter().map(Count::score).collect();
        for (rounds, &score) in self.scores.iter_mut().zip(&scores) {
            rounds.push(score);
        }
        let totals = self.totals();
        let reached = |&total: &i32| i64::from(total) >= self.options.target;
        self.stage = if totals.iter().any(reached) {
            Stage::Over
        } else {
            Stage::Deal
        };
        Event::RoundScored {
            round: self.round,
            cause,
            out,
            counts,
            scores,
            totals,
        }
    }
}

/// Counts a player's cards (§7). The cards of a player with a joker dealt face up count nothing (§2.4).
fn count(place: &PlayerSide, cause: Cause) -> Count {
    let spared = cause == Cause::JokerDealt && place.sequence.jokers() > 0;
    let unless_spared = |points| if spared { 0 } else { points };
    Count {
        hand: unless_spared(place.hand_points()),
        sequence: unless_spared(place.sequence.points()),
        given: place.given_points(),
        given_cards: place.given.iter().map(|given| given.card).collect(),
    }
}

impl Count {
    const fn score(&self) -> i32 {
        self.hand + self.sequence + self.given
    }
}
