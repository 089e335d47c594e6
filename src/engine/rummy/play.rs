//! Turns: drawing, discarding, declaring, dropping.

use super::{
    Event, Phase, Player, Rummy, Status,
    declaration::{Group, check_layout, judge, not_held},
    hand::MAX_POINTS,
    melds::{melding::Melding, positions::Positions},
    moves::{Groups, Move, Source},
};
use crate::engine::{card::Card, rules::IllegalMove, seat::Seat};

pub(super) fn play(rummy: &mut Rummy, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
    match (rummy.phase, mv) {
        (Phase::Draw | Phase::Discard, Move::Drop {}) => Ok(rummy.drop_out(seat)),
        (Phase::Draw, Move::Draw { from }) => rummy.draw(seat, *from),
        (Phase::Draw, Move::Discard { .. } | Move::Declare { .. }) => Err(IllegalMove::new(
            "draw-first",
            "First draw a card from the closed pile, or the top card of the open pile.",
        )),
        (Phase::Discard, Move::Discard { card }) => rummy.discard(seat, *card),
        (Phase::Discard, Move::Declare { discard, groups }) => {
            rummy.declare(seat, *discard, groups)
        }
        (Phase::Discard, Move::Draw { .. }) => Err(IllegalMove::new(
            "already-drawn",
            "You have already drawn in this turn. Discard a card, declare, or drop.",
        )),
        (Phase::Deal | Phase::Rebuild | Phase::Over, _) => Err(IllegalMove::new(
            "nobody-moves",
            "No player is to move now.",
        )),
    }
}

impl Player {
    /// Lays out the hand in these groups, face up, one after the other.
    pub(super) fn lay_out(&mut self, groups: &[Group], holds: bool) {
        self.hand.clear();
        let mut positions = Vec::with_capacity(groups.len());
        for Group { cards, .. } in groups {
            positions.push(Positions::run(self.hand.len(), cards.len()));
            self.hand.extend(cards);
        }
        self.melding = Some(Melding {
            melds: positions,
            points: if holds { 0 } else { MAX_POINTS },
            holds,
        });
        self.status = if holds {
            Status::Declared
        } else {
            Status::DeclaredWrongly
        };
    }
}

impl Rummy {
    /// Checks that the top card of the open pile may be taken (§3.1).
    pub(super) fn check_open_draw(&self) -> Result<(), IllegalMove> {
        let Some(top) = self.open.top() else {
            return Err(IllegalMove::new(
                "open-pile-empty",
                "The open pile is empty. Draw from the closed pile.",
            ));
        };
        let was_turned_up = self.turned_up && self.open.len() == 1;
        if self.meld_rules().wild.makes_joker(top) && !was_turned_up {
            return Err(IllegalMove::new(
                "joker-was-discarded",
                format!(
                    "{} is a joker that was discarded, so it can't be taken.",
                    top.for_people()
                ),
            ));
        }
        Ok(())
    }

    fn draw(&mut self, seat: Seat, from: Source) -> Result<Vec<Event>, IllegalMove> {
        let pile = match from {
            Source::Closed => &mut self.closed,
            Source::Open => {
                self.check_open_draw()?;
                self.turned_up &= self.open.len() > 1;
                &mut self.open
            }
        };
        let Some(card) = pile.draw() else {
            // A turn never starts with an empty closed pile, because the pile is rebuilt first.
            return Err(IllegalMove::new(
                "closed-pile-empty",
                "The closed pile is empty.",
            ));
        };
        let left = pile.len();
        let rules = self.meld_rules();
        let player = self.player_mut(seat);
        player.has_drawn = true;
        player.hand.push(card);
        player.melding = Some(Melding::best(rules, &player.hand));
        self.phase = Phase::Discard;
        Ok(vec![Event::Drawn {
            seat,
            from,
            card: Some(card),
            left,
        }])
    }

    fn discard(&mut self, seat: Seat, card: Card) -> Result<Vec<Event>, IllegalMove> {
        let rules = self.meld_rules();
        let player = self.player_mut(seat);
        let position = player.hand.iter().position(|&held| held == card);
        player.hand.remove(position.ok_or_else(|| not_held(card))?);
        player.melding = Some(Melding::best(rules, &player.hand));
        self.open.lay(card);
        let mut events = vec![Event::Discarded { seat, card }];
        events.extend(self.end_turn(seat));
        Ok(events)
    }

    fn declare(
        &mut self,
        seat: Seat,
        discard: Card,
        groups: &Groups,
    ) -> Result<Vec<Event>, IllegalMove> {
        check_layout(&self.player(seat).hand, discard, groups)?;
        let (groups, fault) = judge(self.meld_rules(), groups);
        self.player_mut(seat).lay_out(&groups, fault.is_none());
        self.open.lay(discard);
        let mut events = vec![Event::Declared {
            seat,
            discard,
            groups,
            fault,
        }];
        events.extend(if fault.is_none() {
            self.end_deal()
        } else {
            self.end_turn(seat)
        });
        Ok(events)
    }

    fn drop_out(&mut self, seat: Seat) -> Vec<Event> {
        let player = self.player_mut(seat);
        player.status = Status::Dropped;
        player.melding = None;
        let points = player.drop_points();
        let mut events = vec![Event::Dropped { seat, points }];
        events.extend(self.end_turn(seat));
        events
    }

    /// Passes the turn to the next player on the left who is still in the deal. If only one player is, the deal ends
    /// (§6.1).
    fn end_turn(&mut self, seat: Seat) -> Vec<Event> {
        let mut playing = seat
            .left(self.seats())
            .round_the_table(self.seats())
            .filter(|&seat| self.player(seat).status == Status::Playing);
        let next = playing.next();
        if playing.next().is_none() {
            return self.end_deal();
        }
        self.mover = next.unwrap_or(seat);
        self.phase = if self.closed.is_empty() {
            Phase::Rebuild
        } else {
            Phase::Draw
        };
        Vec::new()
    }
}
