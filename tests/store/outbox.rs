//! What is taken of what is to be sent, and when.

use cardpost::{
    game::{
        Game,
        change::Change,
        notice::{Notice, NoticeType, Wanted},
    },
    store::{
        Store,
        outcome::WriteOutcome,
        webhooks::{
            claims::{ClaimRequest, ClaimedDelivery},
            deliveries::{Attempt, Delivery, DeliveryStatus},
            outbox::DeliveryOutcome,
            webhook::StoredWebhook,
        },
    },
    types::{
        id::{EventId, PlayerId, WebhookId},
        time::Timestamp,
    },
};
use chrono::TimeDelta;
use uuid::Uuid;

use super::append::{change, now, running_game};
use crate::support::database::Database;

/// So many seconds later.
fn later(seconds: i64) -> Timestamp {
    Timestamp::new(now().moment() + TimeDelta::seconds(seconds))
}

async fn webhook(store: &Store, owner: PlayerId, number: u128) -> WebhookId {
    let webhook = StoredWebhook {
        id: WebhookId::new(Uuid::from_u128(number)),
        url: "https://ann.example/".into(),
        events: Wanted::All,
        disabled: None,
        old_secret_until: None,
        created_at: now(),
    };
    let created = store.create_webhook(owner, &webhook, &[1; 32], None).await;
    assert_eq!(created.unwrap(), WriteOutcome::Yes);
    webhook.id
}

fn notice(game: &Game, number: u128, about: NoticeType, at: Timestamp) -> Notice {
    Notice {
        id: EventId::new(Uuid::from_u128(number)),
        player: game.seated[0],
        game: game.id(),
        about,
        at,
        turn: (about == NoticeType::TurnReminder).then_some(game.turn.since),
        body: "{}".into(),
    }
}

/// A move that passes the turn on at this moment, with these notices.
fn told(game: &Game, moment: Timestamp, notices: impl FnOnce(&Game) -> Vec<Notice>) -> Change {
    let mut change = change(game, 0);
    change.game.turn.since = moment;
    change.notices = notices(&change.game);
    change
}

async fn take(store: &Store, moment: Timestamp, most: usize) -> Vec<ClaimedDelivery> {
    let claim = ClaimRequest {
        now: moment,
        leased_until: Timestamp::new(moment.moment() + TimeDelta::seconds(60)),
        limit: most,
        limit_per_webhook: 2,
        busy: &[],
    };
    store.claim_due(&claim).await.unwrap()
}

fn numbers(claimed: &[ClaimedDelivery]) -> Vec<u128> {
    claimed
        .iter()
        .map(|claimed| claimed.event.uuid().as_u128())
        .collect()
}

async fn complete(
    store: &Store,
    claimed: &ClaimedDelivery,
    moment: Timestamp,
    outcome: DeliveryOutcome,
) {
    let attempt = Attempt {
        number: claimed.attempt,
        at: moment,
        status_code: Some(200),
        error: None,
    };
    store.complete(claimed, &attempt, outcome).await.unwrap();
}

async fn delivery(store: &Store, webhook: WebhookId, number: u128) -> Delivery {
    let event = EventId::new(Uuid::from_u128(number));
    store.delivery(webhook, event).await.unwrap().unwrap()
}

/// A game with a webhook of its first player, and a turn that has reminders at 100 and 180 seconds.
async fn reminded(store: &Store) -> (Game, WebhookId) {
    let game = running_game(store, 1).await;
    let webhook = webhook(store, game.seated[0], 50).await;
    let change = told(&game, later(0), |game| {
        vec![
            notice(game, 1, NoticeType::TurnStarted, later(0)),
            notice(game, 2, NoticeType::TurnReminder, later(100)),
            notice(game, 3, NoticeType::TurnReminder, later(180)),
        ]
    });
    let game = change.game.clone();
    assert_eq!(store.append(change).await.unwrap(), WriteOutcome::Yes);
    (game, webhook)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_taken_when_it_is_due_and_its_turn_lasts() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let (_, webhook) = reminded(&store).await;
    let claimed = take(&store, later(1), 10).await;
    assert_eq!(numbers(&claimed), [1]);
    complete(&store, &claimed[0], later(1), DeliveryOutcome::Delivered).await;
    assert!(take(&store, later(99), 10).await.is_empty());
    let claimed = take(&store, later(100), 10).await;
    assert_eq!(numbers(&claimed), [2]);
    complete(&store, &claimed[0], later(100), DeliveryOutcome::Delivered).await;
    assert_eq!(
        delivery(&store, webhook, 2).await.status,
        DeliveryStatus::Delivered
    );
    assert_eq!(delivery(&store, webhook, 3).await.due_at, Some(later(180)));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_of_a_turn_that_is_over_is_dropped_and_holds_nothing_up() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let (game, webhook) = reminded(&store).await;
    let claimed = take(&store, later(1), 10).await;
    complete(&store, &claimed[0], later(1), DeliveryOutcome::Delivered).await;
    // The reminder at 100 fails at first, and its turn is over before it is tried again.
    let claimed = take(&store, later(100), 10).await;
    complete(
        &store,
        &claimed[0],
        later(100),
        DeliveryOutcome::Again(later(105)),
    )
    .await;
    let change = told(&game, later(103), |game| {
        vec![notice(game, 4, NoticeType::TurnStarted, later(103))]
    });
    assert_eq!(store.append(change).await.unwrap(), WriteOutcome::Yes);
    assert!(
        take(&store, later(104), 10).await.is_empty(),
        "it is still in line"
    );
    assert_eq!(numbers(&take(&store, later(105), 10).await), [4]);
    assert_eq!(
        delivery(&store, webhook, 2).await.status,
        DeliveryStatus::Dropped
    );
    assert!(take(&store, later(164), 10).await.is_empty());
    let waiting = delivery(&store, webhook, 3).await;
    assert_eq!(
        waiting.status,
        DeliveryStatus::Waiting,
        "nobody looked at it yet"
    );
    take(&store, later(180), 10).await;
    assert_eq!(
        delivery(&store, webhook, 3).await.status,
        DeliveryStatus::Dropped
    );
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_lost_compare_and_set_would_tell_is_not_told() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let game = running_game(&store, 1).await;
    webhook(&store, game.seated[0], 50).await;
    let tell = |number| {
        told(&game, later(0), |game| {
            vec![notice(game, number, NoticeType::TurnStarted, later(0))]
        })
    };
    assert_eq!(store.append(tell(1)).await.unwrap(), WriteOutcome::Yes);
    assert_eq!(store.append(tell(2)).await.unwrap(), WriteOutcome::TooLate);
    assert_eq!(numbers(&take(&store, later(1), 10).await), [1]);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_take_at_once_take_nothing_twice() {
    let database = Database::new();
    let store = Store::new(database.url(), 6).unwrap();
    let other = Store::new(database.url(), 6).unwrap();
    let mut all = Vec::new();
    for number in 1..=24_u128 {
        let game = running_game(&store, number).await;
        webhook(&store, game.seated[0], 1000 + number).await;
        let change = told(&game, later(0), |game| {
            vec![notice(game, number, NoticeType::TurnStarted, later(0))]
        });
        assert_eq!(store.append(change).await.unwrap(), WriteOutcome::Yes);
        all.push(number);
    }
    let mut claimed = Vec::new();
    for _ in 0..4 {
        let (one, two) = tokio::join!(take(&store, later(1), 4), take(&other, later(1), 4));
        assert!(one.len() <= 4 && two.len() <= 4);
        claimed.extend(numbers(&one));
        claimed.extend(numbers(&two));
    }
    // Whoever came second may have found less than there was.
    claimed.extend(numbers(&take(&store, later(1), 24).await));
    claimed.sort_unstable();
    assert_eq!(claimed, all);
    store.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_webhook_does_not_take_the_place_of_others() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let mut games = Vec::new();
    for number in 1..=6 {
        games.push(running_game(&store, number).await);
    }
    let (ann, ben) = (games[0].seated[0], games[5].seated[0]);
    webhook(&store, ann, 50).await;
    let bens = webhook(&store, ben, 51).await;
    for (game, number) in games.iter().zip(1..) {
        let change = told(game, later(0), |game| {
            let mut notice = notice(game, number, NoticeType::TurnStarted, later(0));
            notice.player = if number == 6 { ben } else { ann };
            vec![notice]
        });
        assert_eq!(store.append(change).await.unwrap(), WriteOutcome::Yes);
    }
    let claimed = take(&store, later(1), 10).await;
    assert_eq!(numbers(&claimed), [1, 2, 6]);
    assert_eq!(claimed[2].webhook, bens);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_after_the_lease_changes_nothing_that_another_has_taken() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let (_, webhook) = reminded(&store).await;
    let slow = take(&store, later(1), 10).await;
    assert!(take(&store, later(60), 10).await.is_empty());
    let quick = take(&store, later(61), 10).await;
    assert_eq!((slow[0].event, slow[0].attempt), (quick[0].event, 1));
    assert_eq!(quick[0].attempt, 2);
    complete(&store, &slow[0], later(62), DeliveryOutcome::GivenUp).await;
    assert_eq!(
        delivery(&store, webhook, 1).await.status,
        DeliveryStatus::Waiting
    );
    complete(&store, &quick[0], later(63), DeliveryOutcome::Delivered).await;
    let settled = delivery(&store, webhook, 1).await;
    assert_eq!(settled.status, DeliveryStatus::Delivered);
    assert_eq!(settled.attempts.len(), 1);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_behind_an_event_that_is_sent_again_is_due_with_it_and_not_before() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let game = running_game(&store, 1).await;
    let webhook = webhook(&store, game.seated[0], 50).await;
    let tell = async |game: &Game, number, moment| {
        let about = NoticeType::TurnStarted;
        let change = told(game, moment, |game| {
            vec![notice(game, number, about, moment)]
        });
        let game = change.game.clone();
        assert_eq!(store.append(change).await.unwrap(), WriteOutcome::Yes);
        game
    };
    let due = async |number| delivery(&store, webhook, number).await.due_at;
    let game = tell(&game, 1, later(0)).await;
    let game = tell(&game, 2, later(1)).await;
    let claimed = take(&store, later(2), 10).await;
    assert_eq!(numbers(&claimed), [1]);
    complete(
        &store,
        &claimed[0],
        later(3),
        DeliveryOutcome::Again(later(300)),
    )
    .await;
    tell(&game, 3, later(4)).await;
    for number in 1..=3 {
        assert_eq!(due(number).await, Some(later(300)), "{number}");
    }
    assert!(take(&store, later(299), 10).await.is_empty());
    for number in 1..=3 {
        let claimed = take(&store, later(300), 10).await;
        assert_eq!(numbers(&claimed), [number]);
        complete(&store, &claimed[0], later(300), DeliveryOutcome::Delivered).await;
    }
    store.close().await;
}
