//! Games that start in the middle, and moves as they come over the wire.

use cardpost::engine::{
    any::{AnyEvent, AnyMove, AnyOptions, AnyView, Kind},
    card::Card,
    deck,
    juggling_act::{Event, View},
    seat::Seat,
    table::{Refusal, Table},
    viewer::Viewer,
};
use serde_json::{Value, json};

pub const HIDDEN: &str = "hidden";
pub const UP: &str = "face_up";

pub fn cards(names: &str) -> Vec<Card> {
    names
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// The cards of a deck that none of the lists names.
pub fn rest_of_the_deck<'a>(named: impl IntoIterator<Item = &'a [Card]>) -> Vec<Card> {
    let mut rest = deck::fresh(1, 0);
    for card in named.into_iter().flatten() {
        let index = rest.iter().position(|other| other == card);
        rest.remove(index.unwrap_or_else(|| panic!("{card} is named twice")));
    }
    rest
}

/// A round in the middle. What is named nowhere stays out.
#[derive(Default)]
pub struct Position<'a> {
    /// The hidden and the face-up hand of each seat.
    pub hands: &'a [[&'a str; 2]],
    /// The score piles, of those seats that have any.
    pub piles: &'a [&'a str],
    /// The owner of the throw in play, and its cards; none where there are no cards.
    pub in_play: (u8, &'a str),
    pub to_move: u8,
    /// The scores of each seat in the rounds before; none in a game of one round.
    pub scores: &'a [&'a [i32]],
}

impl Position<'_> {
    /// The position as the record's viewer sees it.
    pub fn view(&self) -> Value {
        let seats = self.hands.len();
        let pile = |seat: usize| cards(self.piles.get(seat).unwrap_or(&""));
        let mut named: Vec<Vec<Card>> = self
            .hands
            .iter()
            .flatten()
            .map(|hand| cards(hand))
            .collect();
        named.extend((0..seats).map(pile));
        let in_play = cards(self.in_play.1);
        named.push(in_play.clone());
        let out = rest_of_the_deck(named.iter().map(Vec::as_slice));
        let players: Vec<Value> = (0..seats)
            .map(|seat| {
                let [hidden, face_up] = self.hands[seat].map(cards);
                let cards = pile(seat);
                json!({"hidden": hidden, "face_up": face_up,
                       "score_pile": {"size": cards.len(), "cards": cards}})
            })
            .collect();
        let scores: Vec<&[i32]> = match self.scores {
            [] => vec![&[][..]; seats],
            scores => scores.to_vec(),
        };
        let played = scores[0].len();
        json!({
            "kind": "juggling-act", "round": played + 1, "rounds": if self.scores.is_empty() { 1 } else { seats },
            "first_seat": played % seats, "phase": "turn", "players": players,
            "in_play": (!in_play.is_empty()).then(|| json!({"owner": self.in_play.0, "cards": in_play})),
            "set_aside": [], "out": {"size": out.len(), "cards": out}, "scores": scores,
            "totals": scores.iter().map(|scores| scores.iter().sum()).collect::<Vec<i32>>(),
        })
    }

    pub fn options(&self) -> AnyOptions {
        let rounds = if self.scores.is_empty() {
            "one"
        } else {
            "one_per_player"
        };
        let options = json!({ "rounds": rounds });
        Kind::JugglingAct.parse_options(&options).unwrap()
    }

    pub fn table(&self) -> Table {
        let view: AnyView = serde_json::from_value(self.view()).unwrap();
        let seats = u8::try_from(self.hands.len()).unwrap();
        Table::from_position(&self.options(), seats, view, &[seat(self.to_move)]).unwrap()
    }
}

/// A move as it comes over the wire.
pub fn wire(mv: &Value) -> AnyMove {
    Kind::JugglingAct.parse_move(mv).unwrap()
}

pub fn throw(hand: &str, at: u32, count: u32) -> AnyMove {
    wire(&json!({"type": "juggling.throw", "hand": hand, "at": at, "count": count}))
}

pub fn pass() -> AnyMove {
    wire(&json!({"type": "juggling.prepare"}))
}

pub fn prepare(from: (&str, u32), to: (&str, u32)) -> AnyMove {
    let place = |(hand, at): (&str, u32)| json!({"hand": hand, "at": at});
    wire(&json!({"type": "juggling.prepare", "from": place(from), "to": place(to)}))
}

pub fn catch(places: &[(&str, &str, u32)]) -> AnyMove {
    let places: Vec<Value> = places
        .iter()
        .map(|(card, hand, at)| json!({"card": card, "hand": hand, "at": at}))
        .collect();
    wire(&json!({"type": "juggling.catch", "places": places}))
}

/// Makes a move for the seat whose turn it is.
pub fn play(table: &mut Table, mv: &AnyMove) -> Vec<Event> {
    let mover = table.to_move()[0];
    let events = table.play(mover, mv).unwrap();
    events.into_iter().map(of_the_game).collect()
}

pub fn of_the_game(event: AnyEvent) -> Event {
    match event {
        AnyEvent::JugglingAct(event) => event,
        other => panic!("{other:?} is of another game"),
    }
}

/// The rule and the sentence by which the move of the seat whose turn it is is refused.
pub fn refused(table: &Table, mv: &AnyMove) -> (&'static str, String) {
    let mover = table.to_move()[0];
    let mut after = table.clone();
    match after.play(mover, mv) {
        Err(Refusal::Illegal(illegal)) => {
            assert_eq!(&after, table, "a refused move changed the game");
            assert!(!table.legal_moves(mover).moves.contains(mv));
            (illegal.rule, illegal.message)
        }
        other => panic!("{mv:?} was not refused: {other:?}"),
    }
}

pub fn rule(table: &Table, mv: &AnyMove) -> &'static str {
    refused(table, mv).0
}

pub fn seen_by(table: &Table, viewer: Viewer) -> View {
    match table.view(viewer) {
        AnyView::JugglingAct(view) => view,
        other => panic!("{other:?} is of another game"),
    }
}

/// What the record's viewer sees.
pub fn whole(table: &Table) -> View {
    seen_by(table, Viewer::Record)
}

/// The hidden and the face-up hand of a seat.
pub fn hands(table: &Table, seat: usize) -> [Vec<Card>; 2] {
    let player = whole(table).players.swap_remove(seat);
    [
        player.hidden.into_iter().flatten().collect(),
        player.face_up,
    ]
}

/// The owner and the cards of the throw in play.
pub fn in_play(table: &Table) -> Option<(u8, Vec<Card>)> {
    whole(table)
        .in_play
        .map(|in_play| (in_play.owner.number(), in_play.cards))
}

/// How many cards each score pile has.
pub fn piles(table: &Table) -> Vec<usize> {
    whole(table)
        .players
        .iter()
        .map(|player| player.score_pile.size)
        .collect()
}

/// What a viewer is shown of a move: the move or `null`, and the events.
pub fn entry(mover: Seat, mv: &AnyMove, events: &[AnyEvent], viewer: Viewer) -> Value {
    let shown: Vec<_> = events
        .iter()
        .filter_map(|event| event.shown_to(viewer))
        .collect();
    json!({"move": mv.is_shown_to(mover, viewer).then_some(mv), "events": shown})
}
