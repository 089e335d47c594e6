//! What a viewer sees of a game of Rummy.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Player, Rummy, Status, declaration::Group, options::Length, wild::Wild};
use crate::engine::{card::Card, seat::Seat, viewer::Viewer};

/// A game of Rummy as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyState)]
pub struct View {
    /// How long the match goes on.
    #[serde(rename = "match")]
    pub length: Length,
    /// Whether jokers can fill sets, and not sequences only.
    pub jokers_in_sets: bool,
    /// The deal on the table, counted from 1; 0 before the first.
    pub deal: u32,
    /// Who dealt it.
    pub dealer: Seat,
    /// Who acted first in it.
    pub first_seat: Seat,
    /// What happens next.
    pub phase: Phase,
    /// The face-up card under the closed pile; `null` before the first deal.
    pub indicator: Option<Card>,
    /// The rank that it makes wild: the indicator's, or the Ace's where that is a printed joker.
    pub wild: Option<Wild>,
    /// The cards of each seat.
    pub hands: Vec<Hand>,
    /// The face-down pile.
    pub closed: Closed,
    /// The face-up pile.
    pub open: Open,
    /// The best grouping of the viewer's own hand; `null` to those who hold none.
    pub best: Option<Best>,
    /// For each seat, the score of each deal that it was dealt into, in order. A seat that is out of a pool has fewer.
    pub scores: Vec<Vec<i32>>,
    /// For each seat, the sum of the scores.
    pub totals: Vec<i32>,
}

/// What happens next in a game of Rummy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyPhase)]
pub enum Phase {
    /// The next deal is dealt. The hands of the last one still lie on the table.
    Deal,
    /// The player to move takes a card, or drops.
    Draw,
    /// The player to move holds fourteen cards: they discard one, declare, or drop.
    Discard,
    /// Nothing: the match has ended.
    Over,
}

/// The cards of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyHand)]
pub struct Hand {
    /// What the player does in this deal.
    pub status: HandStatus,
    /// Whether the player has drawn a card in this deal: dropping then costs 40 and not 20.
    pub has_drawn: bool,
    /// How many cards there are.
    pub size: usize,
    /// The cards, as they came; `null` where the viewer may not see them, and where they are laid out.
    pub cards: Option<Vec<Card>>,
    /// The cards as they are laid out for all: by a declaration, or for the count after one that holds.
    pub laid_out: Option<LaidOut>,
}

/// What a player does in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyHandStatus)]
pub enum HandStatus {
    /// They are in the deal.
    Playing,
    /// They gave it up: their cards are out of play.
    Dropped,
    /// They declared and it held: the deal is over.
    Declared,
    /// They declared and it didn't hold: their cards are out of play.
    DeclaredWrongly,
    /// They are out of the pool, and were dealt no cards.
    Out,
}

/// A hand laid out for all to see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyLaidOut)]
pub struct LaidOut {
    /// The groups.
    pub groups: Vec<Group>,
    /// The cards that are in none.
    pub left: Vec<Card>,
    /// What the hand counts.
    pub points: i32,
}

/// The grouping of a hand that leaves the fewest points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyBest)]
pub struct Best {
    /// The groups.
    pub groups: Vec<Group>,
    /// The cards that are in none.
    pub left: Vec<Card>,
    /// What the hand counts: with fourteen cards, after the card is put down that lets it count least.
    pub points: i32,
    /// Whether a declaration of these groups holds. With fourteen cards the one in `left` is put down for it; with
    /// thirteen it can be made after drawing.
    pub holds: bool,
}

/// The face-down pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyClosedPile)]
pub struct Closed {
    /// How many cards it has, without the indicator.
    pub size: usize,
    /// The cards, top first: `null` to everyone while the game runs.
    pub cards: Option<Vec<Card>>,
}

/// The face-up pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyOpenPile)]
pub struct Open {
    /// How many cards it has.
    pub size: usize,
    /// The top card.
    pub top: Option<Card>,
    /// Whether its lowest card is the one that was turned up at the deal. Nobody discarded that one, so it may be
    /// taken even if it is a joker.
    pub turned_up: bool,
    /// The cards under the top one, top first: `null` while the game runs. The log shows how they fell.
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
        // The pile is rebuilt at the start of the turn of the one who then draws.
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

/// The hand of a player as everyone sees it, if they do.
pub(super) fn laid_out(rummy: &Rummy, player: &Player) -> Option<LaidOut> {
    let is_laid_out = match player.status {
        Status::Declared | Status::DeclaredWrongly => true,
        Status::Playing => rummy.is_declared(),
        Status::Dropped | Status::Out => false,
    };
    let grouping = player.grouping.as_ref().filter(|_| is_laid_out)?;
    let (groups, left) = lists(rummy, player);
    Some(LaidOut {
        groups,
        left,
        points: grouping.points,
    })
}

/// The viewer's own hand at its best: of hands that are still held. It follows from the cards, so the record, which
/// lists each card once, leaves it out.
fn best(rummy: &Rummy, viewer: Viewer) -> Option<Best> {
    let player = match viewer {
        Viewer::Seat(seat) => rummy.players.get(seat.index())?,
        Viewer::Spectator | Viewer::Record => return None,
    };
    let grouping = player.grouping.as_ref();
    let grouping = grouping.filter(|_| player.status == Status::Playing)?;
    let (groups, left) = lists(rummy, player);
    Some(Best {
        groups,
        left,
        points: grouping.points,
        holds: grouping.holds,
    })
}

/// The groups of a hand, and the cards that are in none.
fn lists(rummy: &Rummy, player: &Player) -> (Vec<Group>, Vec<Card>) {
    let Some(grouping) = &player.grouping else {
        return (Vec::new(), player.hand.clone());
    };
    let rules = rummy.group_rules();
    let groups = grouping.groups.iter();
    let groups = groups
        .map(|group| Group::of(rules, &group.of(&player.hand)))
        .collect();
    let mut left = grouping.left(player.hand.len()).of(&player.hand);
    left.sort_unstable_by_key(|card| (card.suit().is_none(), card.suit(), card.rank()));
    (groups, left)
}
