//! Whether the turns of a round can have led to a position: who had how many, and what was laid, owed and given.

use super::plausible::{given_by, unless};
use crate::engine::{
    card::Card,
    ju::{
        Ju, Place, PlayersTurn, legal,
        place::Source,
        round::HAND,
        sequence::End,
        turn::{JU, Laid},
    },
    rules::ImpossiblePosition,
    seat::Seat,
};

/// Refuses a turn that no turns can have led to. What lies on the table has been checked.
pub(in crate::engine::ju) fn check(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    begun(ju, turn)?;
    laid(ju, turn)?;
    owed(ju, turn)?;
    for seat in Seat::all(ju.seats()) {
        spent(ju, turn, seat)?;
    }
    stuck(ju, turn)
}

/// The player to move had the turn at this point of the deck.
fn begun(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    unless(
        turn.drew || ju.deck.is_empty(),
        "a turn begins with a draw unless the deck is empty",
    )?;
    unless(
        !turn.drew || last_to_draw(ju) == Some(turn.seat),
        "the player to move drew the last card that is missing in the deck",
    )
}

/// What was laid in this turn lies at the ends where it was laid.
fn laid(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    for (i, laid) in turn.laid.iter().enumerate() {
        let Laid { onto, end, cards } = *laid;
        unless(
            onto != turn.seat && onto.number() < ju.seats() && cards > 0,
            "cards are counted that were laid on another player",
        )?;
        let ends = |other: &&Laid| other.onto == onto;
        unless(
            !turn.laid[..i]
                .iter()
                .any(|other| other.onto == onto && other.end == end),
            "what was laid at an end is counted once",
        )?;
        let on_both = turn.laid.iter().filter(ends).map(|other| other.cards);
        let on_both = on_both.fold(0, usize::saturating_add);
        let sequence = ju.place(onto).sequence.cards();
        let outermost = match end {
            End::Left => sequence.get(..=cards),
            End::Right => sequence
                .len()
                .checked_sub(cards.saturating_add(1))
                .map(|from| &sequence[from..]),
        };
        unless(
            on_both < sequence.len() && outermost.is_some_and(goes_on),
            "the cards laid in this turn lie at the end where they were laid",
        )?;
    }
    unless(
        turn.played || turn.laid.is_empty(),
        "cards were laid in a turn in which none was played",
    )?;
    unless(
        !turn.played || !turn.laid.is_empty() || ju.place(turn.seat).sequence.cards().len() > 1,
        "what was played lies in some sequence",
    )
}

/// What is owed follows from what was laid last, and can be given.
fn owed(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    let most = turn.laid.iter().map(Laid::owes).max().unwrap_or_default();
    unless(
        turn.owed <= most && earned(turn) - turn.owed <= given_by(ju, turn.seat).count(),
        "what is owed is what a JU brought and was not given yet",
    )?;
    unless(
        turn.owed == 0 || ju.place(turn.seat).pays_from().is_some(),
        "what can't be given is not owed",
    )?;
    let in_play = |(seat, place): (Seat, &Place)| {
        !place.hand.is_empty() || (seat == turn.seat && turn.owed > 0)
    };
    unless(
        Seat::all(ju.seats()).zip(&ju.places).all(in_play),
        "the round has ended when a hand is empty",
    )
}

/// A player holds the cards that came to them, without those that they laid and gave.
fn spent(ju: &Ju, turn: &PlayersTurn, seat: Seat) -> Result<(), ImpossiblePosition> {
    let place = ju.place(seat);
    let draws = draws(ju, seat);
    let spent = (HAND + draws).checked_sub(place.hand.len());
    let given = given_by(ju, seat).count();
    let from_hand = given_by(ju, seat)
        .filter(|given| given.from == Source::Hand)
        .count();
    let (moves, laid_now, given_before) = if seat == turn.seat {
        let laid_now = turn.laid.iter().map(|laid| laid.cards).sum();
        (turn.played, laid_now, given + turn.owed - earned(turn))
    } else {
        (false, 0, given)
    };
    // So many cards were laid at least for what was given in earlier turns.
    let laid_before = if given_before > 0 {
        given_before + JU - 1
    } else {
        0
    };
    let on_others: usize = Seat::all(ju.seats())
        .filter(|&other| other != seat)
        .map(|other| grown(ju, other))
        .sum();
    unless(
        on_others >= laid_now + laid_before,
        "what was laid for a JU lies in the sequences of others",
    )?;
    let least = (from_hand + place.sequence.jokers() + laid_now + laid_before).max(moves.into());
    unless(
        spent.is_some_and(|spent| spent >= least),
        "a player holds five cards and those drawn, but for what was laid or given away",
    )?;
    let earlier_turns = draws - usize::from(seat == turn.seat && turn.drew);
    unless(
        earlier_turns > 0 || !turn.drew || moves || spent == Some(0),
        "who has not had a turn yet has neither laid nor given a card",
    )
}

/// The players whose turns passed because they could lay no card can't lay one now either: nothing was laid since.
fn stuck(ju: &Ju, turn: &PlayersTurn) -> Result<(), ImpossiblePosition> {
    unless(
        turn.stuck == 0 || (turn.must_lay() && turn.stuck < ju.seats()),
        "turns pass without a card only while the deck is empty, and once round the table end the round",
    )?;
    let before = turn.seat.round_the_table(ju.seats());
    let mut before = before.skip(usize::from(ju.seats() - turn.stuck));
    unless(
        turn.stuck == 0 || before.all(|seat| legal::first_lay(ju, seat).is_none()),
        "a player passed with an empty deck who could have laid a card",
    )
}

/// What the player to move has owed in this turn, given already or not.
fn earned(turn: &PlayersTurn) -> usize {
    turn.laid.iter().map(Laid::owes).sum()
}

/// How many cards have been laid on a sequence, jokers aside.
fn grown(ju: &Ju, seat: Seat) -> usize {
    let sequence = &ju.place(seat).sequence;
    let taken = given_by(ju, seat).filter(|given| given.from == Source::Sequence);
    (sequence.cards().len() + taken.count()).saturating_sub(1 + sequence.jokers())
}

/// How many cards were drawn in this round.
fn drawn(ju: &Ju) -> usize {
    let dealt = ju.places.len() * (HAND + 1);
    Ju::fresh_deck().len().saturating_sub(dealt + ju.deck.len())
}

/// How many of them this seat drew: one in each turn, from the first seat on.
fn draws(ju: &Ju, seat: Seat) -> usize {
    let seats = ju.places.len();
    let turns_before = (seat.index() + seats - ju.first_seat().index()) % seats;
    (drawn(ju) + seats - 1 - turns_before) / seats
}

fn last_to_draw(ju: &Ju) -> Option<Seat> {
    let turns_before = drawn(ju).checked_sub(1)? % ju.places.len();
    ju.first_seat()
        .round_the_table(ju.seats())
        .nth(turns_before)
}

/// Whether each card is of the rank that comes next on the right.
fn goes_on(cards: &[Card]) -> bool {
    cards
        .windows(2)
        .all(|pair| match (pair[0].rank(), pair[1].rank()) {
            (Some(left), Some(right)) => right == End::Right.beyond(left),
            _ => false,
        })
}
