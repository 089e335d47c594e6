//! Positions that a game starts from: checking that a game could be in them.
//!
//! The author of a position decides where the cards are that are in no hand: a puzzle may put all of them among the
//! cards that stay out, and begin with empty score piles.

use super::{
    InPlay, JugglingAct, Options, Phase, Player, View,
    hands::Hands,
    row::Row,
    throw::Throw,
    view::{self, FaceDown, InPlayView, PlayerView},
};
use crate::engine::{
    card::Card,
    deck::{self, Pile},
    rules::ImpossiblePosition,
    seat::Seat,
};

fn check(holds: bool, reason: &str) -> Result<(), ImpossiblePosition> {
    ImpossiblePosition::unless(holds, || reason.into())
}

pub(super) fn from_view(
    options: &Options,
    seats: u8,
    view: View,
    turn: &[Seat],
) -> Result<JugglingAct, ImpossiblePosition> {
    let &[mover] = turn else {
        return Err(ImpossiblePosition("one player moves at a time".into()));
    };
    check(
        view.phase == view::Phase::Turn && view.set_aside.is_empty(),
        "nobody is to move before a deal and after a round",
    )?;
    let of_each_seat = |len: usize| len == usize::from(seats);
    check(
        of_each_seat(view.players.len()) && of_each_seat(view.scores.len()),
        "every seat has hands and scores",
    )?;
    check(
        (1..=options.rounds.at_a_table_of(seats)).contains(&view.round),
        "the game has no such round",
    )?;
    let players = view.players.into_iter().zip(view.scores);
    let game = JugglingAct {
        options: options.clone(),
        round: view.round,
        phase: Phase::Turn,
        mover,
        players: players
            .map(|(player, scores)| read_player(player, scores))
            .collect::<Result<_, _>>()?,
        in_play: view.in_play.map(read_in_play).transpose()?,
        set_aside: Row::default(),
        out: pile(view.out)?,
    };
    check(
        deck::same_cards(&game.all_cards(), &deck::fresh(1, 0)),
        "every card of the deck lies somewhere exactly once",
    )?;
    game.check_hands()?;
    game.check_scores()?;
    Ok(game)
}

fn read_player(view: PlayerView, scores: Vec<i32>) -> Result<Player, ImpossiblePosition> {
    let hidden: Option<Vec<Card>> = view.hidden.into_iter().collect();
    let hidden = hidden
        .ok_or_else(|| ImpossiblePosition("the cards of the hidden hands must be named".into()))?;
    Ok(Player {
        hands: Hands::new(hidden, view.face_up),
        score_pile: pile(view.score_pile)?,
        scores,
    })
}

/// The cards of a face-down pile, which a position must name.
pub(super) fn pile(view: FaceDown) -> Result<Pile, ImpossiblePosition> {
    let cards = view
        .cards
        .ok_or_else(|| ImpossiblePosition("face-down cards must be named too".into()))?;
    Ok(Pile::from_top(cards))
}

/// The throw that lies on the table.
pub(super) fn throw(cards: Vec<Card>) -> Result<Throw, ImpossiblePosition> {
    Throw::new(cards).map_err(|error| ImpossiblePosition(error.to_string()))
}

fn read_in_play(view: InPlayView) -> Result<InPlay, ImpossiblePosition> {
    Ok(InPlay {
        owner: view.owner,
        throw: throw(view.cards)?,
    })
}

impl JugglingAct {
    /// Every card, wherever it lies.
    fn all_cards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = Vec::with_capacity(52);
        for player in &self.players {
            cards.extend(player.hands.cards());
            cards.extend(player.score_pile.bottom_first());
        }
        cards.extend(
            self.in_play
                .iter()
                .flat_map(|in_play| in_play.throw.cards()),
        );
        cards.extend(self.set_aside.0.iter());
        cards.extend(self.out.bottom_first());
        cards
    }

    fn check_hands(&self) -> Result<(), ImpossiblePosition> {
        let dealt = usize::from(Self::dealt_to_each(self.seats()));
        check(
            self.in_play
                .as_ref()
                .is_none_or(|in_play| in_play.owner.number() < self.seats()),
            "the throw in play belongs to a seat that isn't there",
        )?;
        for (seat, player) in Seat::all(self.seats()).zip(&self.players) {
            // Players throw only cards that they were dealt, and cards come back only by a catch.
            let thrown = self
                .in_play
                .as_ref()
                .filter(|in_play| in_play.owner == seat)
                .map_or(0, |in_play| in_play.throw.cards().len());
            let held = player.hands.len();
            ImpossiblePosition::unless(held + thrown <= dealt, || {
                format!(
                    "seat {seat} has {held} cards in hand and {thrown} in play, but was dealt {dealt}"
                )
            })?;
            ImpossiblePosition::unless(held > 0, || {
                format!("the round has ended, since both hands of seat {seat} are empty")
            })?;
        }
        Ok(())
    }

    /// Whether the scores of the rounds before can be: nobody loses more cards than they were dealt or wins more than
    /// there are, and someone went out.
    fn check_scores(&self) -> Result<(), ImpossiblePosition> {
        let dealt = i32::from(Self::dealt_to_each(self.seats()));
        for player in &self.players {
            check(
                player.scores.len() + 1 == usize::from(self.round),
                "every seat has a score for each round before this one",
            )?;
            check(
                player
                    .scores
                    .iter()
                    .all(|score| (-dealt..52).contains(score)),
                "a score is more than the cards allow",
            )?;
        }
        for round in 0..usize::from(self.round) - 1 {
            check(
                self.players.iter().any(|player| player.scores[round] >= 0),
                "someone emptied both hands in every round before this one, and lost nothing",
            )?;
        }
        Ok(())
    }
}
