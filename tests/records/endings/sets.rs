//! Players of Rummy who make wrong declarations.

use cardpost::engine::{
    any::{AnyMove, AnyView},
    card::{Card, Rank},
    rummy::{HAND_SIZE, View},
    seat::Seat,
    table::Table,
    viewer::Viewer,
};
use serde_json::{Value, json};

fn view(table: &Table, seat: Seat) -> View {
    match table.view(Viewer::Seat(seat)) {
        AnyView::Rummy(view) => view,
        other => panic!("no game of Rummy: {other:?}"),
    }
}

fn hand(view: &View, seat: Seat) -> Vec<Card> {
    let hand = &view.hands[seat.index()];
    hand.cards.clone().expect("one's own hand is seen")
}

fn read(table: &Table, mv: &Value) -> AnyMove {
    table.kind().parse_move(mv).expect("a move of Rummy")
}

/// Declares the whole hand as one group.
pub fn declare_all_as_one(table: &Table, seat: Seat) -> AnyMove {
    let cards = hand(&view(table, seat), seat);
    let (discard, rest) = cards.split_last().expect("a hand");
    read(
        table,
        &json!({"type": "rummy.declare", "discard": discard, "groups": [rest]}),
    )
}

/// Returns the move of a collector of sets. The collector draws, discards the card that fits worst, and declares as
/// soon as 13 cards are sets or, with a run, one run and sets. `None` if no card fits.
pub fn collect(table: &Table, seat: Seat, with_a_run: bool) -> Option<AnyMove> {
    let view = view(table, seat);
    let cards = hand(&view, seat);
    if cards.len() == HAND_SIZE {
        return Some(read(
            table,
            &json!({"type": "rummy.draw", "from": "closed"}),
        ));
    }
    let best = (0..cards.len()).map(|out| {
        let mut kept = cards.clone();
        let discard = kept.remove(out);
        (Layout::best(&kept, with_a_run), discard)
    });
    let (layout, discard) = best.max_by_key(|(layout, _)| layout.worth)?;
    let laid: usize = layout.groups.iter().map(Vec::len).sum();
    Some(if laid == HAND_SIZE {
        let groups = layout.groups;
        read(
            table,
            &json!({"type": "rummy.declare", "discard": discard, "groups": groups}),
        )
    } else {
        read(table, &json!({"type": "rummy.discard", "card": discard}))
    })
}

/// The groups in a hand, and how close the other cards are to further groups.
struct Layout {
    groups: Vec<Vec<Card>>,
    worth: usize,
}

impl Layout {
    fn best(cards: &[Card], with_a_run: bool) -> Self {
        let runs = if with_a_run { runs(cards) } else { Vec::new() };
        let with_runs = runs.into_iter().map(|run| {
            let rest: Vec<Card> = cards
                .iter()
                .copied()
                .filter(|card| !run.contains(card))
                .collect();
            let mut layout = Self::of_sets(&rest);
            layout.worth += 10 * run.len();
            layout.groups.push(run);
            layout
        });
        let without = (!with_a_run).then(|| Self::of_sets(cards));
        let best = with_runs.chain(without).max_by_key(|layout| layout.worth);
        // Without a run the hand can't be declared, but its sets are worth keeping.
        best.unwrap_or_else(|| Self {
            groups: Vec::new(),
            ..Self::of_sets(cards)
        })
    }

    fn of_sets(cards: &[Card]) -> Self {
        let mut layout = Self {
            groups: Vec::new(),
            worth: 0,
        };
        for rank in Rank::all() {
            let mut same: Vec<Card> = cards
                .iter()
                .copied()
                .filter(|card| card.rank() == Some(rank))
                .collect();
            same.sort_unstable();
            same.dedup();
            layout.worth += match same.len() {
                0 => 0,
                1 => 1,
                2 => 8,
                3 => 30,
                _ => 40,
            };
            if same.len() >= 3 {
                layout.groups.push(same);
            }
        }
        layout
    }
}

/// The runs of three and four cards of one suit.
fn runs(cards: &[Card]) -> Vec<Vec<Card>> {
    let mut runs = Vec::new();
    for first in cards {
        let (Some(rank), Some(suit)) = (first.rank(), first.suit()) else {
            continue;
        };
        let mut run = vec![*first];
        while let Some(next) = Rank::from_number(rank.number() + run.len() as u8) {
            let next = Card::new(next, suit);
            if !cards.contains(&next) {
                break;
            }
            run.push(next);
            if (3..=4).contains(&run.len()) {
                runs.push(run.clone());
            }
        }
    }
    runs
}
