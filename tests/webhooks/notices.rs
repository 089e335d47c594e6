//! Which notices a change of a game causes, and for whom.

use cardpost::{
    engine::{any::Kind, chance::Seed, rules::Turn, seat::Seat},
    game::{
        Game,
        chain::Salt,
        clock::{Clock, Pause, Pauses},
        entry::{Body, CancelReason, Created, Seating, Visibility},
        notice::{Notice, NoticeType},
        writer::{EntryStamp, GameWriter},
    },
    service::webhooks::notices::notices,
    types::{
        id::{EventId, GameId, PlayerId},
        time::Timestamp,
    },
};
use chrono::DateTime;
use serde_json::{Value, json};
use uuid::Uuid;

const SEED: Seed = Seed::new([7; 32]);

/// So many seconds after the beginning.
fn at(seconds: i64) -> Timestamp {
    Timestamp::new(DateTime::from_timestamp_secs(1_800_000_000 + seconds).expect("a moment"))
}

fn player(number: u128) -> PlayerId {
    PlayerId::new(Uuid::from_u128(number))
}

/// What a game becomes by what is done with its course at this moment.
fn after(game: Game, moment: Timestamp, act: impl FnOnce(&mut GameWriter<'_>)) -> Game {
    let mut salt = || Salt::new([1; 16]);
    let stamp = EntryStamp {
        at: moment,
        salt: &mut salt,
    };
    let mut writer = GameWriter::resume(game, stamp);
    act(&mut writer);
    writer.finish().0
}

/// A game of Golf without a clock that so many players, numbered from 0, have joined.
fn open(players: u8) -> Game {
    open_with(players, None)
}

fn open_with(players: u8, clock: Option<Clock>) -> Game {
    let id = GameId::new(Uuid::from_u128(100));
    let created = Created {
        game: id,
        kind: Kind::Golf,
        rules: 1,
        options: Kind::Golf.default_options(),
        seats: 4,
        visibility: Visibility::Public,
        seating: Seating::AsJoined,
        commitment: SEED.commitment(id.as_bytes()),
        clock,
    };
    let mut salt = || Salt::new([1; 16]);
    let stamp = EntryStamp {
        at: at(0),
        salt: &mut salt,
    };
    let mut writer = GameWriter::create(created, player(0), None, stamp).expect("a game");
    for number in 1..players {
        writer.join(player(number.into()), None).expect("a seat");
    }
    writer.finish().0
}

fn started(players: u8) -> Game {
    begun(open(players))
}

fn begun(game: Game) -> Game {
    after(game, at(1), |writer| {
        writer.start(&SEED).expect("a start");
    })
}

/// The game after the first legal move of whoever is to move.
fn moved(game: &Game, moment: Timestamp) -> Game {
    let table = game.table.as_ref().expect("cards");
    let Turn::Seat(seat) = table.turn() else {
        panic!("nobody is to move")
    };
    let mv = table.legal_moves(seat).moves[0].clone();
    after(game.clone(), moment, |writer| {
        writer.play(seat, mv, &[], &SEED).expect("a legal move");
    })
}

fn resigned(game: &Game, seat: u8, moment: Timestamp) -> Game {
    after(game.clone(), moment, |writer| {
        writer.resign(Seat::new(seat), &SEED).expect("a seat");
    })
}

fn told(before: &Game, now: &Game, pauses: &Pauses) -> Vec<Notice> {
    let mut number = 0;
    notices(Some(before), now, pauses, &mut || {
        number += 1;
        EventId::new(Uuid::from_u128(number))
    })
}

/// What is told, and to which player.
fn in_short(told: &[Notice]) -> Vec<(NoticeType, PlayerId)> {
    told.iter()
        .map(|notice| (notice.about, notice.player))
        .collect()
}

fn data(notice: &Notice) -> Value {
    let body: Value = serde_json::from_str(&notice.body).expect("JSON");
    assert_eq!(body["type"], notice.about.as_str());
    assert_eq!(body["timestamp"], notice.at.to_string());
    body["data"].clone()
}

#[test]
fn a_start_is_told_to_everyone_and_then_the_turn_to_whoever_begins() {
    let (before, now) = (open(3), started(3));
    let told = told(&before, &now, &[]);
    assert_eq!(
        in_short(&told),
        [
            (NoticeType::GameStarted, player(0)),
            (NoticeType::GameStarted, player(1)),
            (NoticeType::GameStarted, player(2)),
            (NoticeType::TurnStarted, player(0)),
        ]
    );
    assert!(
        told.iter()
            .all(|notice| notice.at == at(1) && notice.turn.is_none())
    );
    let ids: std::collections::HashSet<EventId> = told.iter().map(|notice| notice.id).collect();
    assert_eq!(ids.len(), told.len());
}

#[test]
fn who_joins_an_open_game_tells_nobody() {
    let before = open(2);
    let now = after(before.clone(), at(1), |writer| {
        writer.join(player(2), None).expect("a seat");
    });
    assert_eq!(told(&before, &now, &[]), Vec::new());
}

#[test]
fn a_turn_is_told_when_it_passes_on() {
    let before = started(2);
    let now = moved(&before, at(2));
    assert_eq!(now.turn.seats, [Seat::new(1)]);
    let told = told(&before, &now, &[]);
    assert_eq!(in_short(&told), [(NoticeType::TurnStarted, player(1))]);
    assert_eq!(told[0].at, at(2));
}

#[test]
fn a_change_that_leaves_the_turn_as_it_is_tells_nobody() {
    let before = started(3);
    let now = resigned(&before, 2, at(2));
    assert_eq!(now.turn, before.turn);
    assert_eq!(told(&before, &now, &[]), Vec::new());
}

#[test]
fn a_turn_is_told_to_the_next_who_has_not_left() {
    let game = resigned(&started(3), 1, at(2));
    let now = moved(&game, at(3));
    assert_eq!(
        in_short(&told(&game, &now, &[])),
        [(NoticeType::TurnStarted, player(2))]
    );
}

#[test]
fn the_end_is_told_to_everyone_who_took_part_and_no_turn_with_it() {
    let before = resigned(&started(3), 1, at(2));
    let now = resigned(&before, 0, at(3));
    let told = told(&before, &now, &[]);
    let everyone = [0, 1, 2].map(|number| (NoticeType::GameFinished, player(number)));
    assert_eq!(in_short(&told), everyone);
    for notice in &told {
        assert_eq!(data(notice)["status"], "finished");
    }
}

#[test]
fn a_game_that_is_called_off_is_over_for_those_who_had_joined() {
    let before = open(2);
    let now = after(before.clone(), at(1), |writer| {
        let reason = CancelReason::ByCreator;
        writer.write(Body::Cancelled { reason }).expect("an entry");
    });
    let told = told(&before, &now, &[]);
    let both = [0, 1].map(|number| (NoticeType::GameFinished, player(number)));
    assert_eq!(in_short(&told), both);
    assert_eq!(data(&told[0])["status"], "cancelled");
}

/// Two players, of whom the first has just moved, at second 100, in a game with this clock.
fn turn_of_ben(clock: Value) -> (Game, Game) {
    let clock = serde_json::from_value(clock).expect("a clock");
    let before = begun(open_with(2, Some(clock)));
    let now = moved(&before, at(100));
    assert_eq!(now.turn.seats, [Seat::new(1)]);
    (before, now)
}

/// When the turn that begins is reminded of, in seconds after the beginning.
fn reminders(told: &[Notice]) -> Vec<f64> {
    let (started, reminders) = told.split_first().expect("notices");
    assert_eq!(started.about, NoticeType::TurnStarted);
    let seconds = |notice: &Notice| {
        assert_eq!(notice.about, NoticeType::TurnReminder);
        assert_eq!(notice.turn, Some(started.at));
        assert_eq!(data(notice)["deadline"], data(started)["deadline"]);
        notice.at.after(at(0)).as_seconds_f64()
    };
    reminders.iter().map(seconds).collect()
}

#[test]
fn a_turn_with_a_deadline_is_reminded_of_at_half_and_at_nine_tenths_of_its_time() {
    let (before, now) = turn_of_ben(json!({ "per_turn": "PT1000S" }));
    let told = told(&before, &now, &[]);
    assert!(told.iter().all(|notice| notice.player == player(1)));
    assert_eq!(told[0].at, at(100));
    assert_eq!(data(&told[0])["deadline"], at(1100).to_string());
    assert_eq!(reminders(&told), [600.0, 1000.0]);
}

#[test]
fn reminders_of_the_shortest_turn_lie_within_it_and_a_turn_without_time_has_none() {
    let (before, now) = turn_of_ben(json!({ "per_turn": "PT1S" }));
    assert_eq!(reminders(&told(&before, &now, &[])), [100.5, 100.9]);

    let (_, ben) = turn_of_ben(json!({ "bank": "PT10S", "increment": "PT0S" }));
    // He takes all that he has for this turn, and more.
    let mut before = moved(&ben, at(200));
    let mut now = moved(&before, at(300));
    while now.turn.seats != [Seat::new(1)] {
        before = now;
        now = moved(&before, at(300));
    }
    assert_eq!(reminders(&told(&before, &now, &[])), [0.0_f64; 0]);
}

#[test]
fn reminders_stand_still_with_the_clock_of_whoever_is_to_move() {
    let (before, now) = turn_of_ben(json!({ "per_turn": "PT1000S" }));
    let vacation = |number, from, until| {
        let (from, until) = (at(from), at(until));
        (player(number), Pause { from, until })
    };
    let of_ben = [vacation(1, 700, 5700)];
    assert_eq!(reminders(&told(&before, &now, &of_ben)), [600.0, 6000.0]);
    let of_ann = [vacation(0, 700, 5700)];
    assert_eq!(reminders(&told(&before, &now, &of_ann)), [600.0, 1000.0]);
}

#[test]
fn a_bot_is_told_nothing() {
    let before = after(open(1), at(0), |writer| {
        let bot = "random".to_owned();
        writer.join_bot(player(1), bot).expect("a seat");
    });
    let now = begun(before.clone());
    let to_ann = |about| (about, player(0));
    assert_eq!(
        in_short(&told(&before, &now, &[])),
        [
            to_ann(NoticeType::GameStarted),
            to_ann(NoticeType::TurnStarted)
        ]
    );
    let turn_of_bot = moved(&now, at(2));
    assert_eq!(told(&now, &turn_of_bot, &[]), Vec::new());
}
