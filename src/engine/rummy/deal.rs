//! Dealing, rebuilding the closed pile, and the end of a deal.

use super::{
    Event, Length, Phase, Player, Rummy, Status,
    hand::{HAND_SIZE, MAX_POINTS},
    melds::melding::Melding,
    view::laid_out,
    wild::Wild,
};
use crate::engine::{card::Card, deck::Pile, seat::Seat};

/// The points for dropping before the player's first draw in a deal (§3.4).
const FIRST_DROP: i32 = 20;
/// The points for dropping after the first draw (§3.4).
const MIDDLE_DROP: i32 = 40;

impl Player {
    /// The points that this player scores by dropping, now or earlier in the deal.
    pub(super) const fn drop_points(&self) -> i32 {
        if self.has_drawn {
            MIDDLE_DROP
        } else {
            FIRST_DROP
        }
    }
}

impl Rummy {
    /// Deals (§2.2 – §2.4): one card at a time from the first seat, then turns up the bottom card as the indicator and
    /// the top card to start the open pile.
    pub(super) fn deal(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.deal += 1;
        let dealt_in: Vec<Seat> = self.order_of(self.deal).collect();
        let mut closed = Pile::from_top(order);
        let mut hands = vec![Vec::with_capacity(HAND_SIZE + 1); self.scores.len()];
        for _ in 0..HAND_SIZE {
            for seat in &dealt_in {
                hands[seat.index()].extend(closed.draw());
            }
        }
        self.indicator = closed.draw_bottom();
        self.open = Pile::default();
        let turned_up = closed.draw();
        self.open.extend(turned_up);
        self.turned_up = true;
        self.closed = closed;
        let rules = self.meld_rules();
        self.players = hands
            .into_iter()
            .map(|hand| Player::dealt(hand, |hand| Melding::best(rules, hand)))
            .collect();
        self.mover = self.first_seat();
        self.phase = Phase::Draw;
        let event = self
            .indicator
            .zip(turned_up)
            .map(|(indicator, open)| Event::Dealt {
                deal: self.deal,
                dealer: self.dealer(),
                first_seat: self.first_seat(),
                seats: dealt_in,
                indicator,
                wild: Wild::of_indicator(indicator),
                open,
                closed: self.closed.len(),
            });
        event.into_iter().collect()
    }

    /// Makes the open pile, except its top card, the new closed pile (§3.3) and starts the mover's turn.
    pub(super) fn rebuild(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.open.keep_top();
        // The remaining card was discarded. The card turned up at the deal is in the closed pile, or was taken.
        self.turned_up = false;
        self.closed = Pile::from_top(order);
        self.phase = Phase::Draw;
        vec![Event::ClosedPileRebuilt {
            closed: self.closed.len(),
        }]
    }

    /// Scores the deal (§6), which a valid declaration has ended, or the drop of all players but one.
    pub(super) fn end_deal(&mut self) -> Vec<Event> {
        let declared = self.is_declared();
        let scores: Vec<Option<i32>> = self
            .players
            .iter()
            .map(|player| match player.status {
                Status::Out => None,
                Status::Dropped => Some(player.drop_points()),
                Status::DeclaredWrongly => Some(MAX_POINTS),
                Status::Playing if declared => player.melding.as_ref().map(|best| best.points),
                Status::Declared | Status::Playing => Some(0),
            })
            .collect();
        for (scores, score) in self.scores.iter_mut().zip(&scores) {
            scores.extend(score);
        }
        let mut events = vec![Event::DealScored {
            deal: self.deal,
            hands: self.hands_for_the_count(),
            scores,
            totals: self.totals(),
        }];
        events.extend(self.seats_going_out());
        self.phase = if self.is_last_deal() {
            Phase::Over
        } else {
            Phase::Deal
        };
        events
    }

    fn hands_for_the_count(&self) -> Vec<Option<super::LaidOut>> {
        let playing = |player: &&Player| player.status == Status::Playing;
        self.players
            .iter()
            .map(|player| {
                Some(player)
                    .filter(playing)
                    .and_then(|player| laid_out(self, player))
            })
            .collect()
    }

    /// The players who reached the limit of a pool in the deal that was just scored.
    fn seats_going_out(&self) -> impl Iterator<Item = Event> {
        Seat::all(self.seats())
            .zip(self.totals())
            .filter(|&(seat, total)| self.is_in(seat, self.deal) && self.puts_out(total))
            .map(|(seat, total)| Event::WentOut { seat, total })
    }

    /// Whether the match ends with the deal that was just scored (§7).
    fn is_last_deal(&self) -> bool {
        match self.options.length {
            Length::Deals { deals } => i64::from(self.deal) >= deals,
            // The players can't all go out at once: one of them scores 0 in every deal.
            Length::Pool { .. } => self.order_of(self.deal + 1).count() < 2,
        }
    }
}

impl Player {
    fn dealt(hand: Vec<Card>, best: impl FnOnce(&[Card]) -> Melding) -> Self {
        let is_in = !hand.is_empty();
        Self {
            status: if is_in { Status::Playing } else { Status::Out },
            has_drawn: false,
            melding: is_in.then(|| best(&hand)),
            hand,
        }
    }
}
