//! Checks that the turns of a round can have led to a starting position: the number of turns of each player, and the
//! cards that were laid, owed and given.

use super::require::require;
use crate::engine::{
    card::Card,
    ju::{
        Ju, PlayerSide, PlayersTurn, legal,
        place::Source,
        round::HAND_SIZE,
        sequence::End,
        turn::{JU, Laid},
    },
    rules::ImpossiblePosition,
    seat::Seat,
};

/// Checks that turns can have led to this turn. The table must have been checked before.
pub(in crate::engine::ju) fn check(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    check_start(ju, turn)?;
    check_laid(ju, turn)?;
    check_owed(ju, turn)?;
    for seat in Seat::all(ju.seats()) {
        check_spent(ju, turn, seat)?;
    }
    check_stuck(ju, turn)
}

/// Checks that it is the turn of this player at this point of the deck.
fn check_start(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    require(
        turn.drew || ju.deck.is_empty(),
        "a turn begins with a draw unless the deck is empty",
    )?;
    require(
        !turn.drew || last_to_draw(ju) == Some(turn.seat),
        "the player to move drew the last card that was drawn from the deck",
    )
}

/// Checks that the cards laid in this turn are at the ends where they were laid.
fn check_laid(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    for (i, laid) in turn.laid.iter().enumerate() {
        let Laid { onto, end, cards } = *laid;
        require(
            onto != turn.seat && onto.number() < ju.seats() && cards > 0,
            "only cards that were laid on another player are counted",
        )?;
        let on_same = |other: &&Laid| other.onto == onto;
        require(
            !turn.laid[..i]
                .iter()
                .any(|other| other.onto == onto && other.end == end),
            "the cards laid at an end are counted once",
        )?;
        let on_both = turn.laid.iter().filter(on_same).map(|other| other.cards);
        let on_both = on_both.fold(0, usize::saturating_add);
        let sequence = ju.place(onto).sequence.cards();
        let outermost = match end {
            End::Left => sequence.get(..=cards),
            End::Right => sequence
                .len()
                .checked_sub(cards.saturating_add(1))
                .map(|from| &sequence[from..]),
        };
        require(
            on_both < sequence.len() && outermost.is_some_and(is_consecutive),
            "the cards laid in this turn are at the end where they were laid",
        )?;
    }
    require(
        turn.played || turn.laid.is_empty(),
        "no cards are counted in a turn in which none was played",
    )?;
    require(
        !turn.played || !turn.laid.is_empty() || ju.place(turn.seat).sequence.cards().len() > 1,
        "the cards that were played are in a sequence",
    )
}

/// Checks that the owed cards follow from the cards laid last, and can be given.
fn check_owed(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    let max_owed = turn.laid.iter().map(Laid::owes).max().unwrap_or_default();
    require(
        turn.owed <= max_owed && owed_in_all(turn) - turn.owed <= ju.given_by(turn.seat).count(),
        "the cards owed are what a JU brought, without those already given",
    )?;
    require(
        turn.owed == 0 || ju.place(turn.seat).pays_from().is_some(),
        "cards that can't be given are not owed",
    )?;
    let in_play = |(seat, place): (Seat, &PlayerSide)| {
        !place.hand.is_empty() || (seat == turn.seat && turn.owed > 0)
    };
    require(
        Seat::all(ju.seats()).zip(&ju.places).all(in_play),
        "the round has ended when a hand is empty",
    )
}

/// Checks that a player holds the cards that they got, without those that they laid and gave.
fn check_spent(ju: &Ju, turn: &PlayersTurn, seat: Seat) -> Result<(), ImpossiblePosition> {
    let place = ju.place(seat);
    let draws = draws(ju, seat);
    let spent = (HAND_SIZE + draws).checked_sub(place.hand.len());
    let given = ju.given_by(seat).count();
    let from_hand = ju
        .given_by(seat)
        .filter(|given| given.from == Source::Hand)
        .count();
    let (moves, laid_now, given_before) = if seat == turn.seat {
        let laid_now = turn.laid.iter().map(|laid| laid.cards).sum();
        (turn.played, laid_now, given + turn.owed - owed_in_all(turn))
    } else {
        (false, 0, given)
    };
    // The minimum number of cards laid in earlier turns to earn the cards given then.
    let laid_before = if given_before > 0 {
        given_before + JU - 1
    } else {
        0
    };
    let on_others: usize = Seat::all(ju.seats())
        .filter(|&other| other != seat)
        .map(|other| laid_on(ju, other))
        .sum();
    require(
        on_others >= laid_now + laid_before,
        "the cards laid for a JU are in the sequences of others",
    )?;
    let min_spent =
        (from_hand + place.sequence.jokers() + laid_now + laid_before).max(moves.into());
    require(
        spent.is_some_and(|spent| spent >= min_spent),
        "a player holds five cards and those drawn, without those laid or given away",
    )?;
    let earlier_turns = draws - usize::from(seat == turn.seat && turn.drew);
    require(
        earlier_turns > 0 || !turn.drew || moves || spent == Some(0),
        "a player who has not had a turn yet has neither laid nor given a card",
    )
}

/// Checks that the players who passed because they could lay no card still can't: nothing was laid since then.
fn check_stuck(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    require(
        turn.stuck == 0 || (turn.must_lay() && turn.stuck < ju.seats()),
        "turns count as stuck only while the deck is empty, and the round ends when all players are stuck",
    )?;
    let seats = turn.seat.round_the_table(ju.seats());
    let mut stuck_seats = seats.skip(usize::from(ju.seats() - turn.stuck));
    require(
        turn.stuck == 0 || stuck_seats.all(|seat| legal::first_lay(ju, seat).is_none()),
        "with an empty deck a player passed who could have laid a card",
    )
}

/// The number of cards that the player to move has come to owe in this turn, whether already given or not.
fn owed_in_all(turn: &PlayersTurn) -> usize {
    turn.laid.iter().map(Laid::owes).sum()
}

/// The number of cards that were laid on a sequence, without jokers.
fn laid_on(ju: &Ju, seat: Seat) -> usize {
    let sequence = &ju.place(seat).sequence;
    let taken = ju
        .given_by(seat)
        .filter(|given| given.from == Source::Sequence);
    (sequence.cards().len() + taken.count()).saturating_sub(1 + sequence.jokers())
}

/// The number of cards drawn in this round.
fn drawn(ju: &Ju) -> usize {
    let dealt = ju.places.len() * (HAND_SIZE + 1);
    Ju::fresh_deck().len().saturating_sub(dealt + ju.deck.len())
}

/// The number of cards that this seat drew: one in each turn, in turn order from the first seat.
fn draws(ju: &Ju, seat: Seat) -> usize {
    let seats = ju.places.len();
    let turns_before = (seat.index() + seats - ju.first_seat().index()) % seats;
    (drawn(ju) + seats - 1 - turns_before) / seats
}

/// The seat that drew last.
fn last_to_draw(ju: &Ju) -> Option<Seat> {
    let turns_before = drawn(ju).checked_sub(1)? % ju.places.len();
    ju.first_seat()
        .round_the_table(ju.seats())
        .nth(turns_before)
}

/// Whether each card has the next rank after the card on its left.
fn is_consecutive(cards: &[Card]) -> bool {
    cards
        .windows(2)
        .all(|pair| match (pair[0].rank(), pair[1].rank()) {
            (Some(left), Some(right)) => right == End::Right.beyond(left),
            _ => false,
        })
}
