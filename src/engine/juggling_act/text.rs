//! Juggling Act in words.

use std::fmt::Write as _;

use super::{Event, PlayerView, View, events::SeenPlace, place::HandName, row::in_words};
use crate::engine::{
    card::Card,
    rules::{Names, Picture, Tell},
    seat::Seat,
};

impl Tell for Event {
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    fn tell(&self, names: Names<'_>) -> Option<String> {
        Some(match self {
            Self::Dealt {
                round, first_seat, ..
            } => format!(
                "Round {round} is dealt. {} throws first.",
                names.of(*first_seat)
            ),
            Self::Thrown {
                seat, hand, cards, ..
            } => format!(
                "{} throws {} from the {}.",
                names.of(*seat),
                in_words(cards),
                hand.for_people(),
            ),
            Self::Prepared {
                seat,
                card,
                from,
                to,
            } => prepared(names.of(*seat), *card, from.as_ref().zip(to.as_ref())),
            Self::Taken {
                seat,
                cards,
                left,
                score_pile,
            } => {
                let rest = if *left == 0 {
                    ""
                } else {
                    " from the throw in play"
                };
                format!(
                    "{} takes {}{rest} and has {score_pile} in the score pile.",
                    names.of(*seat),
                    in_words(cards),
                )
            }
            Self::Caught { seat, cards } => {
                let mut text = format!("{} catches:", names.of(*seat));
                for (number, placing) in cards.iter().enumerate() {
                    let comma = if number == 0 { "" } else { "," };
                    // Writing to a string can't fail.
                    let _ = write!(
                        text,
                        "{comma} {} into the {}",
                        placing.card.for_people(),
                        placing.hand.for_people(),
                    );
                }
                text.push('.');
                text
            }
            Self::WentOut { seat, set_aside } => format!(
                "{} has emptied both hands. The last throw, {}, counts for nobody.",
                names.of(*seat),
                in_words(set_aside),
            ),
            Self::RoundScored {
                round,
                scores,
                totals,
                ..
            } => {
                let mut text = format!("Round {round} is scored:");
                for (seat, (score, total)) in (0..).map(Seat::new).zip(scores.iter().zip(totals)) {
                    let comma = if seat == Seat::FIRST { "" } else { "," };
                    let _ = write!(text, "{comma} {} {score} ({total} in all)", names.of(seat));
                }
                text.push('.');
                text
            }
        })
    }
}

fn prepared(
    name: impl std::fmt::Display,
    card: Option<Card>,
    places: Option<(&SeenPlace, &SeenPlace)>,
) -> String {
    let Some((from, to)) = places else {
        return format!("{name} prepares without moving a card.");
    };
    let card = card.map_or_else(|| "a card".into(), Card::for_people);
    let hand = |place: &SeenPlace| place.hand.for_people();
    let at = to
        .at
        .map_or_else(String::new, |at| format!(", to place {at}"));
    if from.hand == to.hand {
        format!("{name} prepares: {card} moves within the {}{at}.", hand(to))
    } else {
        format!(
            "{name} prepares: {card} moves from the {} to the {}{at}.",
            hand(from),
            hand(to),
        )
    }
}

impl Picture for View {
    fn picture(&self, names: Names<'_>) -> String {
        let mut text = format!("Round {} of {}\n", self.round, self.rounds);
        let seats = || (0..).map(Seat::new).zip(&self.players);
        let width = seats()
            .map(|(seat, _)| names.of(seat).to_string().chars().count())
            .max()
            .unwrap_or_default();
        for ((seat, player), total) in seats().zip(&self.totals) {
            let name = names.of(seat).to_string();
            let PlayerView {
                hidden,
                face_up,
                score_pile,
            } = player;
            let _ = writeln!(
                text,
                "  {name:width$}  hidden   {}   score pile {}, total {total}",
                row(hidden),
                score_pile.size,
            );
            let face_up: Vec<Option<Card>> = face_up.iter().copied().map(Some).collect();
            let _ = writeln!(text, "  {:width$}  face up  {}", "", row(&face_up));
        }
        let _ = match &self.in_play {
            Some(in_play) => writeln!(
                text,
                "  in play: {} of {}",
                in_words(&in_play.cards),
                names.of(in_play.owner),
            ),
            None if self.set_aside.is_empty() => writeln!(text, "  in play: nothing"),
            None => writeln!(text, "  set aside: {}", in_words(&self.set_aside)),
        };
        text
    }
}

/// A row of cards; a card that isn't seen is a back.
pub(super) fn row(cards: &[Option<Card>]) -> String {
    if cards.is_empty() {
        return "–".into();
    }
    let cells: Vec<String> = cards
        .iter()
        .map(|card| card.map_or_else(|| "▒▒".into(), Card::for_people))
        .collect();
    cells.join(" ")
}
