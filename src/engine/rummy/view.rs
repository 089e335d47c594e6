//! The view of a game of Rummy.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Player, Rummy, Status, declaration::Group, options::Length, wild::Wild};
use crate::engine::{card::Card, seat::Seat, viewer::Viewer};

/// A game of Rummy as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyState)]
pub struct View {
    /// The length of the match.
    #[serde(rename = "match")]
    pub length: Length,
    /// Whether jokers can be used in sets as well as in sequences.
    pub jokers_in_sets: bool,
    /// The number of the current deal, from 1; 0 before the first deal.
    pub deal: u32,
    /// The dealer of the deal.
    pub dealer: Seat,
    /// The seat with the first turn in the deal.
    pub first_seat: Seat,
    /// The next step of the match.
    pub phase: Phase,
    /// The face-up card under the closed pile; `null` before the first deal.
    pub indicator: Option<Card>,
    /// The wild rank: the rank of the indicator, or the Ace if the indicator is a printed joker.
    pub wild: Option<Wild>,
    /// The cards of each seat.
    pub hands: Vec<Hand>,
    /// The face-down pile.
    pub closed: Closed,
    /// The face-up pile.
    pub open: Open,
    /// The best melding of the viewer's own hand; `null` for viewers without a hand in play.
    pub best: Option<Best>,
    /// For each seat, its score in each deal that it was dealt into, in order. A seat that is out of a pool has fewer
    /// scores.
    pub scores: Vec<Vec<i32>>,
    /// For each seat, the sum of its scores.
    pub totals: Vec<i32>,
}

/// The next step of a game of Rummy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyPhase)]
pub enum Phase {
    /// The next deal is dealt. The hands of the last deal are still on the table.
    Deal,
    /// The player to move draws a card, or drops.
    Draw,
    /// The player to move holds fourteen cards, and discards, declares or drops.
    Discard,
    /// The match has ended.
    Over,
}

/// The cards of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyHand)]
pub struct Hand {
    /// The status of the player in this deal.
    pub status: HandStatus,
    /// Whether the player has drawn a card in this deal. Dropping then costs 40 points instead of 20.
    pub has_drawn: bool,
    /// The number of cards.
    pub size: usize,
    /// The cards in the order in which they came; `null` if the viewer may not see them, or if they are laid out.
    pub cards: Option<Vec<Card>>,
    /// The cards as they are laid out for all to see: by a declaration, or for the count after a valid one.
    pub laid_out: Option<LaidOut>,
}

/// The status of a player in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyHandStatus)]
pub enum HandStatus {
    /// The player is in the deal.
    Playing,
    /// The player dropped. The cards are out of play.
    Dropped,
    /// The player made a valid declaration. The deal is over.
    Declared,
    /// The player made a wrong declaration. The cards are out of play.
    DeclaredWrongly,
    /// The player is out of the pool and was dealt no cards.
    Out,
}

/// A hand laid out for all to see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyLaidOut)]
pub struct LaidOut {
    /// The groups of cards. In a wrong declaration a group may not be a meld.
    pub groups: Vec<Group>,
    /// The cards that are left over.
    pub left: Vec<Card>,
    /// The points of the hand.
    pub points: i32,
}

/// The division of a hand into melds that leaves the fewest points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyBest)]
pub struct Best {
    /// The melds.
    pub groups: Vec<Group>,
    /// The cards that are left over.
    pub left: Vec<Card>,
    /// The points of the hand. With fourteen cards, the points after the best discard.
    pub points: i32,
    /// Whether a declaration of these melds is valid. With fourteen cards, the card in `left` is the discard. With
    /// thirteen cards, the player can declare after drawing.
    pub holds: bool,
}

/// The face-down pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyClosedPile)]
pub struct Closed {
    /// The number of cards, without the indicator.
    pub size: usize,
    /// The cards, top first; `null` while the game is running.
    pub cards: Option<Vec<Card>>,
}

/// The face-up pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyOpenPile)]
pub struct Open {
    /// The number of cards.
    pub size: usize,
    /// The top card.
    pub top: Option<Card>,
    /// Whether the bottom card is the one that was turned up at the deal. That card was not discarded, so it may be
    /// taken even if it is a joker.
    pub turned_up: bool,
    /// The cards under the top card, top first; `null` while the game is running. The log shows each discard.
    pub under: Option<Vec<Card>>,
}

pub(super) fn view(rummy: &Rummy, viewer: Viewer) -> View {
    View {
        length: rummy.options.length,
        jokers_in_sets: rummy.options.jokers_in_sets,
        deal: rummy.deal,
        dealer: rummy.dealer(),
        first_seat: rummy.first_seat(),
        phase: phase(rummy.phase),
        indicator: rummy.indicator,
        wild: rummy.indicator.map(Wild::of_indicator),
        hands: (0..)
            .map(Seat::new)
            .zip(&rummy.players)
            .map(|(seat, player)| hand(rummy, player, viewer.sees_as(seat)))
            .collect(),
        closed: Closed {
            size: rummy.closed.len(),
            cards: viewer.sees_all().then(|| rummy.closed.top_first()),
        },
        open: Open {
            size: rummy.open.len(),
            top: rummy.open.top(),
            turned_up: rummy.turned_up,
            under: viewer
                .sees_all()
                .then(|| rummy.open.under_top().iter().rev().copied().collect()),
        },
        best: best(rummy, viewer),
        scores: rummy.scores.clone(),
        totals: rummy.totals(),
    }
}

const fn phase(phase: super::Phase) -> Phase {
    match phase {
        super::Phase::Deal => Phase::Deal,
        // The pile is rebuilt at the start of a turn, before the draw.
        super::Phase::Rebuild | super::Phase::Draw => Phase::Draw,
        super::Phase::Discard => Phase::Discard,
        super::Phase::Over => Phase::Over,
    }
}

fn hand(rummy: &Rummy, player: &Player, is_seen: bool) -> Hand {
    let laid_out = laid_out(rummy, player);
    let is_seen = is_seen || player.hand.is_empty();
    Hand {
        status: match player.status {
            Status::Playing => HandStatus::Playing,
            Status::Dropped => HandStatus::Dropped,
            Status::Declared => HandStatus::Declared,
            Status::DeclaredWrongly => HandStatus::DeclaredWrongly,
            Status::Out => HandStatus::Out,
        },
        has_drawn: player.has_drawn,
        size: player.hand.len(),
        cards: (is_seen && laid_out.is_none()).then(|| player.hand.clone()),
        laid_out,
    }
}

/// Returns the hand of a player as it is laid out for all, or `None` if it is not.
pub(super) fn laid_out(rummy: &Rummy, player: &Player) -> Option<LaidOut> {
    let is_laid_out = match player.status {
        Status::Declared | Status::DeclaredWrongly => true,
        Status::Playing => rummy.is_declared(),
        Status::Dropped | Status::Out => false,
    };
    let melding = player.melding.as_ref().filter(|_| is_laid_out)?;
    let (groups, left) = lists(rummy, player);
    Some(LaidOut {
        groups,
        left,
        points: melding.points,
    })
}

/// Returns the best melding of the viewer's own hand, if the hand is in play. The record lists each card once and
/// leaves the melding out, because it follows from the cards.
fn best(rummy: &Rummy, viewer: Viewer) -> Option<Best> {
    let player = match viewer {
        Viewer::Seat(seat) => rummy.players.get(seat.index())?,
        Viewer::Spectator | Viewer::Record => return None,
    };
    let melding = player.melding.as_ref();
    let melding = melding.filter(|_| player.status == Status::Playing)?;
    let (groups, left) = lists(rummy, player);
    Some(Best {
        groups,
        left,
        points: melding.points,
        holds: melding.holds,
    })
}

/// Returns the melds of a hand, and the cards that are left over.
fn lists(rummy: &Rummy, player: &Player) -> (Vec<Group>, Vec<Card>) {
    let Some(melding) = &player.melding else {
        return (Vec::new(), player.hand.clone());
    };
    let rules = rummy.meld_rules();
    let melds = melding.melds.iter();
    let groups = melds
        .map(|meld| Group::of(rules, &meld.of(&player.hand)))
        .collect();
    let mut left = melding.left(player.hand.len()).of(&player.hand);
    left.sort_unstable_by_key(|card| (card.suit().is_none(), card.suit(), card.rank()));
    (groups, left)
}
