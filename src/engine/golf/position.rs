//! Checks that a game can start from a given position.

use super::{
    Golf, Options, Phase, View,
    layout::{self, Layout, SLOTS},
    view,
};
use crate::engine::{
    card::Card,
    deck::{self, Pile},
    rules::ImpossiblePosition,
    seat::Seat,
};

pub(super) fn from_view(
    options: &Options,
    seats: u8,
    view: View,
    turn: &[Seat],
) -> Result<Golf, ImpossiblePosition> {
    let check = |holds: bool, reason: &str| ImpossiblePosition::unless(holds, || reason.into());
    let &[mover] = turn else {
        return Err(ImpossiblePosition("one player moves at a time".into()));
    };
    let layouts = layouts(&view)?;
    check(
        layouts.len() == usize::from(seats),
        "every seat has six cards",
    )?;
    check(
        (1..=options.holes.0).contains(&view.hole),
        "the game has no such hole",
    )?;
    let golf = Golf {
        options: options.clone(),
        hole: view.hole,
        layouts,
        stock: Pile::from_top(view.stock.cards.unwrap_or_default()),
        discards: Pile::from_top(
            view.discards
                .top
                .into_iter()
                .chain(view.discards.under.unwrap_or_default())
                .collect(),
        ),
        phase: phase(view.phase, view.drawn.as_ref(), mover, view.stock.size)?,
        mover,
        went_out: view.went_out,
        scores: view.scores,
    };
    check(
        golf.scores.len() == usize::from(seats)
            && golf
                .scores
                .iter()
                .all(|holes| holes.len() + 1 == usize::from(view.hole)),
        "every seat has a score for each hole before this one",
    )?;
    let possible = layout::BEST..=layout::WORST;
    check(
        golf.scores
            .iter()
            .flatten()
            .all(|score| possible.contains(score)),
        "no six cards score that",
    )?;
    check(
        deck::same_cards(&golf.all_cards(), &Golf::fresh_deck(seats)),
        "every card of the deck lies somewhere exactly once",
    )?;
    golf.check_faces()?;
    Ok(golf)
}

fn layouts(view: &View) -> Result<Vec<Layout>, ImpossiblePosition> {
    view.hands
        .iter()
        .map(|hand| {
            let cards: Option<Vec<Card>> = hand.slots.iter().copied().collect();
            let cards = cards.and_then(|cards| <[Card; SLOTS]>::try_from(cards).ok());
            cards
                .map(|cards| Layout::new(cards, hand.face_up))
                .ok_or_else(|| ImpossiblePosition("a face-down card must be named too".into()))
        })
        .collect()
}

fn phase(
    phase: view::Phase,
    drawn: Option<&view::Drawn>,
    mover: Seat,
    stock: usize,
) -> Result<Phase, ImpossiblePosition> {
    match (phase, drawn) {
        (view::Phase::TurnUp, None) => Ok(Phase::TurnUp),
        (view::Phase::Draw, None) if stock == 0 => Ok(Phase::Rebuild),
        (view::Phase::Draw, None) => Ok(Phase::Draw),
        (
            view::Phase::Use,
            Some(&view::Drawn {
                seat,
                card: Some(card),
            }),
        ) if seat == mover => Ok(Phase::Use(card)),
        (view::Phase::Deal | view::Phase::Over, _) => {
            Err(ImpossiblePosition("nobody is to move in this phase".into()))
        }
        (view::Phase::TurnUp | view::Phase::Draw | view::Phase::Use, _) => Err(ImpossiblePosition(
            "the player to move holds a drawn card exactly when they are to use it".into(),
        )),
    }
}

impl Golf {
    /// Returns the cards of all hands and piles, and the drawn card.
    fn all_cards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = self
            .layouts
            .iter()
            .flat_map(|layout| *layout.cards())
            .collect();
        cards.extend(self.stock.bottom_first());
        cards.extend(self.discards.bottom_first());
        if let Phase::Use(card) = self.phase {
            cards.push(card);
        }
        cards
    }

    /// Checks that the face-up cards agree with who has turned up cards and who has had a last turn.
    fn check_faces(&self) -> Result<(), ImpossiblePosition> {
        let check = |holds: bool, reason: &str| ImpossiblePosition::unless(holds, || reason.into());
        let in_order = self.first_seat().round_the_table(self.seats());
        if self.phase == Phase::TurnUp {
            let mut turned_up = true;
            for seat in in_order {
                turned_up &= seat != self.mover;
                let wanted = if turned_up { 2 } else { 0 };
                check(
                    self.layout(seat).count_face_up() == wanted,
                    "before the turns, players who have turned up show two cards and the others none",
                )?;
            }
            return check(
                self.went_out.is_none() && self.discards.len() == 1,
                "no player has had a turn yet",
            );
        }
        // Since someone went out, only players who have had their last turn can have six cards face up too.
        let last_turns: Vec<Seat> = self.went_out.map_or_else(Vec::new, |out| {
            out.round_the_table(self.seats())
                .take_while(|&seat| seat != self.mover)
                .collect()
        });
        check(
            self.went_out
                .is_none_or(|out| out != self.mover && !self.options.end_at_once),
            "the hole has ended when its first to go out would move again",
        )?;
        for seat in in_order {
            let layout = self.layout(seat);
            check(
                layout.count_face_up() >= 2,
                "every player has turned up two cards",
            )?;
            check(
                !layout.is_all_up() || last_turns.contains(&seat),
                "someone has six cards face up and did not go out",
            )?;
        }
        check(
            self.went_out.is_none_or(|out| self.layout(out).is_all_up()),
            "who went out has six cards face up",
        )?;
        let holds = !self.discards.is_empty() && self.turn_needs_no_more_cards();
        check(
            holds,
            "the discard pile has a card at the start of every turn",
        )
    }

    fn turn_needs_no_more_cards(&self) -> bool {
        self.phase != Phase::Rebuild || self.discards.len() > 1
    }
}
