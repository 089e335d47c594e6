//! The legal moves of the player whose turn it is.

use super::{Ju, PlayersTurn, chain::Chain, moves::Move, sequence::End};
use crate::engine::{card::Card, rules::LegalMoves, seat::Seat};

/// Returns every legal move: plays by sequence, the left end before the right end, each in the order of the hand; then
/// plays of several cards, blocks, and the pass. While a card is owed, returns only the ways to give it.
pub(super) fn legal_moves(ju: &Ju, turn: &PlayersTurn) -> LegalMoves<Move> {
    let seat = turn.seat;
    if turn.owed > 0 {
        return LegalMoves::listed(gives(ju, seat));
    }
    let chains: Vec<Chain> = chains(ju, seat).collect();
    let single_plays = chains.iter().flat_map(Chain::single_plays);
    let longest_plays = chains.iter().filter_map(Chain::longest_play);
    let mut moves: Vec<Move> = single_plays
        .chain(longest_plays)
        .chain(blocks(ju, seat))
        .collect();
    if moves.is_empty() || !turn.must_lay() {
        moves.push(Move::Pass {});
    }
    LegalMoves {
        moves,
        open: chains
            .iter()
            .filter_map(Chain::schema_of_longer_plays)
            .collect(),
    }
}

/// Returns the first move in the order of [`legal_moves`] that lays a card from the hand of this seat, if there is one.
pub(super) fn first_lay(ju: &Ju, seat: Seat) -> Option<Move> {
    chains(ju, seat)
        .find_map(|chain| chain.single_plays().next())
        .or_else(|| blocks(ju, seat).next())
}

/// Returns the move of the stand-in (§9): it gives an owed card to the next player on the left who stayed, lays a card
/// only if it must, and otherwise passes.
pub(super) fn stand_in(ju: &Ju, turn: &PlayersTurn, stayed: &[bool]) -> Move {
    let seat = turn.seat;
    if turn.owed > 0
        && let Some(&card) = ju.place(seat).can_pay().first()
    {
        let left = seat.left(ju.seats());
        let to = others(ju, seat)
            .find(|other| stayed.get(other.index()) == Some(&true))
            .unwrap_or(left);
        return Move::Give {
            card,
            to: to.number().into(),
        };
    }
    let forced = if turn.must_lay() {
        first_lay(ju, seat)
    } else {
        None
    };
    forced.unwrap_or(Move::Pass {})
}

fn chains(ju: &Ju, seat: Seat) -> impl Iterator<Item = Chain> {
    let hand = &ju.place(seat).hand;
    Seat::all(ju.seats()).flat_map(move |onto| {
        let sequence = &ju.place(onto).sequence;
        End::BOTH.map(|end| Chain::new(hand, sequence, onto, end))
    })
}

fn blocks(ju: &Ju, seat: Seat) -> impl Iterator<Item = Move> {
    let place = ju.place(seat);
    let has_joker = place.hand.contains(&Card::JOKER);
    End::BOTH
        .into_iter()
        .filter(move |&end| has_joker && place.sequence.takes(end).is_some())
        .map(|end| Move::Block { end })
}

fn gives(ju: &Ju, seat: Seat) -> Vec<Move> {
    let cards = ju.place(seat).can_pay();
    // Giving one joker or the other is the same move.
    let distinct = cards
        .iter()
        .enumerate()
        .filter(|(i, card)| !cards[..*i].contains(card));
    distinct
        .flat_map(|(_, &card)| {
            others(ju, seat).map(move |to| Move::Give {
                card,
                to: to.number().into(),
            })
        })
        .collect()
}

/// Returns the other seats, starting on the left.
fn others(ju: &Ju, seat: Seat) -> impl Iterator<Item = Seat> {
    seat.round_the_table(ju.seats()).skip(1)
}
