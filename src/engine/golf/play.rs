//! Plays a hole: dealing, turning up, turns and scoring.

use super::{
    Event, Golf, Phase,
    layout::{Layout, SLOTS},
    moves::{Move, SlotPair},
};
use crate::engine::{card::Card, deck::Pile, rules::IllegalMove, seat::Seat};

pub(super) fn play(golf: &mut Golf, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
    match (golf.phase, mv) {
        (Phase::TurnUp, Move::TurnUp { slots }) => golf.turn_up(seat, *slots),
        (Phase::TurnUp, _) => Err(IllegalMove::new(
            "turn-up-first",
            "The hole begins with turning up two of your own cards.",
        )),
        (Phase::Draw, Move::Draw {}) => Ok(golf.draw(seat)),
        (Phase::Draw, Move::Take { slot }) => golf.take(seat, *slot),
        (Phase::Draw, Move::Place { .. } | Move::Discard {}) => Err(IllegalMove::new(
            "draw-first",
            "Draw a card from the stock before you place or discard one, or take the top of the discard pile.",
        )),
        (Phase::Use(card), Move::Place { slot }) => golf.place(seat, *slot, card),
        (Phase::Use(card), Move::Discard {}) => Ok(golf.discard(seat, card)),
        (Phase::Use(_), Move::Draw {} | Move::Take { .. }) => Err(IllegalMove::new(
            "already-drawn",
            "You have drawn your card of this turn: place it or discard it.",
        )),
        (Phase::Draw | Phase::Use(_), Move::TurnUp { .. }) => Err(IllegalMove::new(
            "already-turned-up",
            "Cards are turned up at the start of a hole only.",
        )),
        (Phase::Deal | Phase::Rebuild | Phase::Over, _) => {
            Err(IllegalMove::new("nobody-moves", "Nobody is to move now."))
        }
    }
}

/// Every move that [`play`] accepts from the mover.
pub(super) fn legal_moves(golf: &Golf) -> Vec<Move> {
    let slots = (0..SLOTS).filter_map(|slot| u32::try_from(slot).ok());
    match golf.phase {
        Phase::TurnUp => {
            let face_down = golf.layout(golf.mover).face_down_slots();
            face_down
                .clone()
                .flat_map(|a| {
                    face_down
                        .clone()
                        .filter(move |&b| a < b)
                        .map(move |b| [a, b])
                })
                .map(|pair| Move::TurnUp {
                    slots: SlotPair::from(pair),
                })
                .collect()
        }
        Phase::Draw => std::iter::once(Move::Draw {})
            .chain(slots.map(|slot| Move::Take { slot }))
            .collect(),
        Phase::Use(_) => std::iter::once(Move::Discard {})
            .chain(slots.map(|slot| Move::Place { slot }))
            .collect(),
        Phase::Deal | Phase::Rebuild | Phase::Over => Vec::new(),
    }
}

/// Checks a slot number and returns it as an index.
fn index(slot: u32) -> Result<usize, IllegalMove> {
    usize::try_from(slot)
        .ok()
        .filter(|&slot| slot < SLOTS)
        .ok_or_else(|| {
            IllegalMove::new(
                "no-such-slot",
                format!("There is no slot {slot}: your slots are 0 to 5."),
            )
        })
}

impl Golf {
    /// Deals the next hole (§2): one card at a time from the first seat, slot by slot.
    pub(super) fn deal(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.hole += 1;
        let seats = self.seats();
        let first = self.first_seat();
        // Every place is filled: two decks are enough for six players.
        let mut hands = vec![[Card::JOKER; SLOTS]; usize::from(seats)];
        let mut stock = Pile::from_top(order);
        let places =
            (0..SLOTS).flat_map(|slot| first.round_the_table(seats).map(move |seat| (slot, seat)));
        for (slot, seat) in places {
            if let Some(card) = stock.draw() {
                hands[seat.index()][slot] = card;
            }
        }
        self.layouts = hands
            .into_iter()
            .map(|cards| Layout::new(cards, [false; SLOTS]))
            .collect();
        self.stock = stock;
        self.discards = Pile::default();
        let starter = self.stock.draw();
        self.discards.extend(starter);
        self.went_out = None;
        self.mover = first;
        self.phase = Phase::TurnUp;
        starter
            .map(|discard| Event::Dealt {
                hole: self.hole,
                first_seat: first,
                discard,
                stock: self.stock.len(),
            })
            .into_iter()
            .collect()
    }

    /// Makes all discards but the top card the new stock (§4.5), and begins the mover's turn.
    pub(super) fn rebuild(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.discards.keep_top();
        self.stock = Pile::from_top(order);
        self.phase = Phase::Draw;
        vec![Event::StockRebuilt {
            stock: self.stock.len(),
        }]
    }

    fn turn_up(&mut self, seat: Seat, slots: SlotPair) -> Result<Vec<Event>, IllegalMove> {
        let slots: [u32; 2] = slots.into();
        if slots[0] == slots[1] {
            return Err(IllegalMove::new(
                "two-different-slots",
                "Turn up two different cards: both slots are the same.",
            ));
        }
        let [a, b] = [index(slots[0])?, index(slots[1])?];
        let layout = &mut self.layouts[seat.index()];
        let cards = [layout.turn_up(a), layout.turn_up(b)];
        self.mover = seat.left(self.seats());
        // Once round the table, the first player's first turn begins. The stock is never empty that early.
        if self.mover == self.first_seat() {
            self.phase = Phase::Draw;
        }
        Ok(vec![Event::TurnedUp { seat, slots, cards }])
    }

    fn draw(&mut self, seat: Seat) -> Vec<Event> {
        let Some(card) = self.stock.draw() else {
            // A turn never begins with an empty stock: it is rebuilt before.
            return Vec::new();
        };
        self.phase = Phase::Use(card);
        vec![Event::Drawn {
            seat,
            card: Some(card),
            stock: self.stock.len(),
        }]
    }

    fn place(&mut self, seat: Seat, slot: u32, card: Card) -> Result<Vec<Event>, IllegalMove> {
        let replaced = self.layouts[seat.index()].replace(index(slot)?, card);
        self.discards.lay(replaced);
        let placed = Event::Placed {
            seat,
            slot,
            card,
            replaced,
        };
        Ok(self.end_turn(seat, placed))
    }

    fn discard(&mut self, seat: Seat, card: Card) -> Vec<Event> {
        self.discards.lay(card);
        self.end_turn(seat, Event::Discarded { seat, card })
    }

    fn take(&mut self, seat: Seat, slot: u32) -> Result<Vec<Event>, IllegalMove> {
        let slot_index = index(slot)?;
        let Some(card) = self.discards.draw() else {
            return Err(IllegalMove::new(
                "nothing-to-take",
                "The discard pile is empty.",
            ));
        };
        let replaced = self.layouts[seat.index()].replace(slot_index, card);
        self.discards.lay(replaced);
        let taken = Event::Taken {
            seat,
            slot,
            card,
            replaced,
        };
        Ok(self.end_turn(seat, taken))
    }

    /// Passes the turn to the left (§4.4), or ends the hole (§5.1).
    fn end_turn(&mut self, seat: Seat, done: Event) -> Vec<Event> {
        let mut events = vec![done];
        if self.went_out.is_none() && self.layout(seat).is_all_up() {
            self.went_out = Some(seat);
            let last_turns = if self.options.end_at_once {
                0
            } else {
                self.seats() - 1
            };
            events.push(Event::WentOut { seat, last_turns });
            if self.options.end_at_once {
                events.push(self.score_hole());
                return events;
            }
        }
        self.mover = seat.left(self.seats());
        if self.went_out == Some(self.mover) {
            events.push(self.score_hole());
        } else if self.stock.is_empty() {
            self.phase = Phase::Rebuild;
        } else {
            self.phase = Phase::Draw;
        }
        events
    }

    fn score_hole(&mut self) -> Event {
        for (layout, scores) in self.layouts.iter_mut().zip(&mut self.scores) {
            layout.turn_all_up();
            scores.push(layout.points());
        }
        self.phase = if self.hole < self.options.holes.0 {
            Phase::Deal
        } else {
            Phase::Over
        };
        Event::HoleScored {
            hole: self.hole,
            cards: self.layouts.iter().map(|layout| *layout.cards()).collect(),
            scores: self.layouts.iter().map(Layout::points).collect(),
            totals: self.totals(),
        }
    }
}
