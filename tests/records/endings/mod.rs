//! Every way in which a game of each kind can end.
//!
//! The list is complete for this reason. A game has a record if and only if its log ends with `finished`
//! ([`Record::new`](cardpost::record::Record::new)); a cancelled game has none. A `finished` entry follows from one of
//! five causes ([`Cause`]), four of which are possible in every kind. If a move ends the game, the rules of the kind
//! distinguish several endings, by the last move, by its effect, and by the players who share the first place.
//! `tests/records/coverage.rs` compares the records with the schemas of the types that the program reads and writes.
//! Every cause of every kind, every possible last move, every type of event, every word of an event, a move or an
//! option, and every part of an entry must occur in some record. So a new variant anywhere needs a record, and a lost
//! record is noticed.
//!
//! The search for a game with a certain ending is needed only once, since its record is kept. Its outcome depends on
//! the order in which legal moves are listed, which may change.

mod end;
mod find;
mod sets;
mod style;

use cardpost::engine::any::Kind;

pub use self::end::{Cause, End};
use self::style::Style;

/// A way to end.
#[derive(Clone, Copy)]
pub struct Ending {
    pub kind: Kind,
    /// The name of its record.
    pub name: &'static str,
    options: &'static str,
    seats: u8,
    trouble: Trouble,
    style: Style,
    /// Returns whether a game ended in this way.
    pub is_met: fn(&End<'_>) -> bool,
}

/// What happens in a game in addition to moves.
#[derive(Clone, Copy)]
enum Trouble {
    None,
    /// These seats resign, each after the given number of moves.
    Leave(&'static [(u32, u8)]),
    /// A seat misses the given number of turns in a row, starting with that move. It is retired after two.
    Miss {
        after: u32,
        seat: u8,
        times: u32,
    },
    /// A player misses a turn in which the stand-in's move ends the game.
    MissTheLast,
}

/// The defaults with which the endings of a kind are found.
struct Usual {
    kind: Kind,
    options: &'static str,
    seats: u8,
    style: Style,
}

impl Usual {
    const fn ending(&self, name: &'static str, is_met: fn(&End<'_>) -> bool) -> Ending {
        Ending {
            kind: self.kind,
            name,
            options: self.options,
            seats: self.seats,
            trouble: Trouble::None,
            style: self.style,
            is_met,
        }
    }
}

impl Ending {
    const fn options(self, options: &'static str) -> Self {
        Self { options, ..self }
    }

    const fn seats(self, seats: u8) -> Self {
        Self { seats, ..self }
    }

    const fn with(self, trouble: Trouble) -> Self {
        Self { trouble, ..self }
    }

    const fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

const GOLF: Usual = Usual {
    kind: Kind::Golf,
    options: r#"{"holes":3}"#,
    seats: 2,
    style: style::TAKE,
};
const JUGGLING: Usual = Usual {
    kind: Kind::JugglingAct,
    options: r#"{"rounds":"one"}"#,
    seats: 2,
    style: style::THROW,
};
const SOLO: Usual = Usual {
    kind: Kind::JugglingActSolo,
    options: "{}",
    seats: 1,
    style: Style::Juggle,
};
const RUMMY: Usual = Usual {
    kind: Kind::Rummy,
    options: r#"{"match":{"type":"deals","deals":1}}"#,
    seats: 2,
    style: style::DROP,
};
/// Matches in which a player has enough turns to miss. The stand-in drops, so there is only one such turn in a deal.
const RUMMY_FOR_LONG: Usual = Usual {
    options: r#"{"match":{"type":"deals","deals":4}}"#,
    style: style::DRAW_AND_DROP,
    ..RUMMY
};
const JU: Usual = Usual {
    kind: Kind::Ju,
    options: r#"{"target":50}"#,
    seats: 3,
    style: style::LAY,
};

/// Returns the endings that are possible in every game for several players. The settings `for_long` give players enough
/// turns to be retired.
fn for_several((usual, for_long): (&Usual, &Usual)) -> [Ending; 7] {
    let three = |ending: Ending| ending.seats(3);
    [
        usual.ending("won", |end| {
            end.all_stayed() && end.is_played_out() && end.first() == 1
        }),
        three(usual.ending("played-on-after-one-resigned", |end| {
            end.is_played_out() && end.first() == 1
        }))
        .with(Trouble::Leave(&[(4, 1)])),
        three(for_long.ending("played-on-after-one-was-retired", |end| {
            end.is_played_out() && end.first() == 1
        }))
        .with(Trouble::Miss {
            after: 3,
            seat: 1,
            times: 2,
        }),
        three(usual.ending("played-on-after-a-missed-turn", |end| {
            end.is_played_out() && end.all_stayed() && end.first() == 1
        }))
        .with(Trouble::Miss {
            after: 2,
            seat: 0,
            times: 1,
        }),
        usual
            .ending("ended-by-the-stand-in", |end| {
                end.cause() == Cause::StandIn && end.all_stayed()
            })
            .with(Trouble::MissTheLast),
        three(usual.ending("all-but-one-resigned", |end| {
            end.cause() == Cause::Resignation && !end.is_played_out()
        }))
        .with(Trouble::Leave(&[(2, 0), (4, 2)])),
        for_long
            .ending("all-but-one-were-retired", |end| {
                end.cause() == Cause::Retirement
            })
            .seats(2)
            .with(Trouble::Miss {
                after: 2,
                seat: 1,
                times: 2,
            }),
    ]
}

/// Returns all endings.
#[rustfmt::skip]
pub fn all() -> Vec<Ending> {
    let mut all: Vec<Ending> = [(&GOLF, &GOLF), (&JUGGLING, &JUGGLING), (&RUMMY, &RUMMY_FOR_LONG), (&JU, &JU)].into_iter().flat_map(for_several).collect();
    all.extend([
        GOLF.ending("shared-win", |end| end.first() == 2),
        GOLF.ending("nine-holes", |end| end.happened("golf.hole_scored") == 9).options(r#"{"holes":9}"#),
        GOLF.ending("eighteen-holes", |end| end.happened("golf.hole_scored") == 18).options(r#"{"holes":18}"#),
        GOLF.ending("ended-at-once", |end| end.last_made("golf.went_out")).options(r#"{"holes":3,"end_at_once":true}"#).seats(3),
        GOLF.ending("two-decks", |end| end.totals().len() == 5).seats(5),
        GOLF.ending("after-a-rebuilt-stock", |end| end.happened("golf.stock_rebuilt") > 0).seats(4).style(style::DRAW_OUT),
        GOLF.ending("last-card-placed", |end| end.ended_by("golf.place")).style(style::DRAW_AND_PLACE),
        GOLF.ending("last-card-discarded", |end| end.ended_by("golf.discard")).style(style::DRAW_AND_PLACE),

        JUGGLING.ending("shared-win", |end| end.first() == 2).seats(3),
        JUGGLING.ending("a-round-for-each", |end| end.happened("juggling.round_scored") == 4).options("{}").seats(4),
        JUGGLING.ending("out-on-an-empty-table", |end| end.last_made("juggling.went_out") && !end.last_made("juggling.taken")),
        JUGGLING.ending("out-on-a-beat", |end| end.last_made("juggling.went_out") && end.last_made("juggling.taken")),
        JUGGLING.ending("after-a-catch", |end| end.happened("juggling.caught") > 0).style(style::CATCH),
        JUGGLING.ending("after-a-throw-was-taken", |end| end.happened("juggling.prepared") > 3 && end.is_played_out()).style(style::PREPARE).seats(3),

        SOLO.ending("won-with-two", |end| end.total() == Some(2)).style(Style::Steady),
        SOLO.ending("won-with-one", |end| end.total() == Some(1)),
        SOLO.ending("won-with-none", |end| end.total() == Some(0)),
        SOLO.ending("won-by-a-discard", |end| end.ended_by("solo.discard") && end.total().is_some()).style(Style::JuggleAndDiscard),
        SOLO.ending("won-after-a-missed-turn", |end| end.total().is_some()).with(Trouble::Miss { after: 2, seat: 0, times: 1 }),
        SOLO.ending("lost-on-a-throw", |end| end.is_lost_on("solo.throw")).style(Style::Random),
        SOLO.ending("lost-on-a-prepare", |end| end.is_lost_on("solo.prepare")).style(Style::Random),
        SOLO.ending("lost-on-a-catch", |end| end.is_lost_on("solo.catch")).style(style::SOLO_CATCH),
        SOLO.ending("lost-on-a-discard", |end| end.is_lost_on("solo.discard")).style(Style::Random),
        SOLO.ending("lost-by-the-stand-in", |end| end.cause() == Cause::StandIn).style(Style::Random).with(Trouble::MissTheLast),
        SOLO.ending("given-up", |end| end.cause() == Cause::Resignation).with(Trouble::Leave(&[(3, 0)])),
        SOLO.ending("retired", |end| end.cause() == Cause::Retirement).with(Trouble::Miss { after: 1, seat: 0, times: 2 }),

        RUMMY.ending("shared-win", |end| end.first() == 2).options(r#"{"match":{"type":"deals","deals":2}}"#),
        RUMMY.ending("right-declaration", |end| end.ended_by("rummy.declare") && end.fault().is_none()).style(Style::Steady),
        RUMMY.ending("right-declaration-without-jokers-in-sets", |end| end.ended_by("rummy.declare")).options(r#"{"match":{"type":"deals","deals":1},"jokers_in_sets":false}"#).style(Style::Steady),
        RUMMY.ending("right-declaration-after-a-wrong-one", |end| end.ended_by("rummy.declare") && end.fault().is_none() && end.declared() > 1).seats(3).style(Style::WrongOnce),
        RUMMY.ending("wrong-declaration-with-what-is-no-group", |end| end.fault() == Some("not_a_group")).style(Style::Wrong),
        RUMMY.ending("wrong-declaration-without-a-pure-sequence", |end| end.fault() == Some("no_pure_sequence")).style(Style::Sets { with_a_run: false }),
        RUMMY.ending("wrong-declaration-with-one-sequence", |end| end.fault() == Some("one_sequence")).style(Style::Sets { with_a_run: true }),
        RUMMY.ending("all-but-one-dropped-at-once", |end| end.totals() == [Some(20), Some(20), Some(20), Some(0)]).seats(4),
        RUMMY.ending("dropped-after-a-draw", |end| end.ended_by("rummy.drop") && end.totals().contains(&Some(40))).style(style::DRAW_AND_DROP),
        RUMMY.ending("pool-of-101", |end| end.happened("rummy.went_out") > 1).options(r#"{"match":{"type":"pool","limit":101}}"#).seats(3),
        RUMMY.ending("pool-of-201", |end| end.happened("rummy.went_out") > 0).options(r#"{"match":{"type":"pool","limit":201}}"#),
        RUMMY.ending("three-decks", |end| end.totals().len() == 7).seats(7),
        RUMMY.ending("after-a-rebuilt-closed-pile", |end| end.happened("rummy.closed_pile_rebuilt") > 0).style(style::DRAW_THROUGH),

        JU.ending("shared-win", |end| end.first() == 2),
        JU.ending("hand-emptied-by-a-play", |end| end.ended_by("ju.play")),
        JU.ending("hand-emptied-by-a-joker", |end| end.ended_by("ju.block")),
        JU.ending("hand-emptied-by-a-give", |end| end.ended_by("ju.give")),
        JU.ending("nobody-can-play", |end| end.ended_by("ju.pass")).seats(2).style(style::PASS),
        JU.ending("joker-dealt-face-up", |end| end.cause() == Cause::Shuffle).seats(4),
        JU.ending("after-a-card-was-given-from-a-sequence", |end| end.says(r#""from":"sequence""#) > 0),
        JU.ending("owed-cards-lapsed", |end| end.happened("ju.lapsed") > 0),
        JU.ending("several-rounds", |end| end.happened("ju.round_scored") > 2).options(r#"{"target":120}"#),
    ]);
    all
}

/// Returns the types of moves that end neither the turn nor the round, and so can't be the last move of a game.
pub const fn moves_that_end_nothing(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Golf => &["golf.turn_up", "golf.draw"],
        Kind::JugglingAct => &["juggling.prepare", "juggling.catch"],
        Kind::JugglingActSolo | Kind::Ju => &[],
        Kind::Rummy => &["rummy.draw", "rummy.discard"],
    }
}

/// Returns whether the values of a field depend on chance only, and the rules treat them all alike.
pub fn is_chance((field, _): &(String, Option<String>)) -> bool {
    field == "wild"
}
