//! The deal and turning up (§2, §3).

use super::*;

#[test]
fn go_10_the_stock_after_the_deal_depends_on_the_players() {
    for (seats, stock) in [(2, 39), (3, 33), (4, 27), (5, 73), (6, 67)] {
        assert_eq!(record(&dealt(seats)).stock.size, stock, "{seats} players");
    }
    let players = Kind::Golf.about().players;
    assert!(!players.contains(&1) && !players.contains(&7));
}

#[test]
fn cards_are_dealt_one_at_a_time_slot_by_slot_from_the_first_seat() {
    let table = dealt(2);
    let deck = deck::fresh(1, 0);
    let view = record(&table);
    for slot in 0..SLOTS {
        assert_eq!(view.hands[0].slots[slot], Some(deck[2 * slot]));
        assert_eq!(view.hands[1].slots[slot], Some(deck[2 * slot + 1]));
    }
    assert_eq!(view.discards.top, Some(deck[12]));
    assert_eq!(
        view.stock.cards.unwrap()[0],
        deck[13],
        "the next card is on top of the stock"
    );
}

#[test]
fn go_11_each_player_in_order_turns_up_two_different_cards() {
    let turn_up = |a, b| wire(json!({"type": "golf.turn_up", "slots": [a, b]}));
    let mut table = dealt(2);
    for viewer in Viewer::of_a_running_game(2) {
        assert!(
            view(&table, viewer)
                .hands
                .iter()
                .all(|hand| hand.slots == [None; SLOTS])
        );
    }
    assert_refused(&mut table, 0, &turn_up(0, 0), "two-different-slots");
    assert_refused(&mut table, 0, &turn_up(0, 6), "no-such-slot");
    assert_refused(&mut table, 0, &turn_up(u32::MAX, 1), "no-such-slot");
    assert_refused(&mut table, 0, &draw(), "turn-up-first");
    assert_eq!(table.legal_moves(seat(0)).moves.len(), 15);
    play(&mut table, 0, &turn_up(4, 0));
    assert_eq!(table.to_move(), [seat(1)]);
    play(&mut table, 1, &turn_up(1, 2));
    assert_eq!(
        table.to_move(),
        [seat(0)],
        "then the first player takes the first turn"
    );
    assert_refused(&mut table, 0, &turn_up(1, 2), "already-turned-up");
}

#[test]
fn two_slots_in_either_order_are_the_same_move() {
    let turn_up = |a, b| wire(json!({"type": "golf.turn_up", "slots": [a, b]}));
    assert_eq!(turn_up(4, 0), turn_up(0, 4));
}
