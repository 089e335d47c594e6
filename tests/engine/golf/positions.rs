//! Positions that no hole could be in.

use super::*;

#[test]
fn a_position_that_no_hole_could_be_in_is_refused_with_the_reason() {
    let refusal = |change: &dyn Fn(&mut serde_json::Value), to_move: &[u8]| {
        let mut view = serde_json::to_value(four_players().table().view(Viewer::Record)).unwrap();
        change(&mut view);
        let turn: Vec<Seat> = to_move.iter().copied().map(Seat::new).collect();
        serde_json::from_value(view)
            .map_err(|error| error.to_string())
            .and_then(|view| {
                Table::from_position(&AnyOptions::Golf(options(3)), 4, view, &turn)
                    .map_err(|error| error.to_string())
            })
    };
    assert!(refusal(&|_| {}, &[1]).is_ok());
    let cases: &[(&str, &dyn Fn(&mut serde_json::Value), &[u8])] = &[
        ("nobody is to move", &|_| {}, &[]),
        ("one player moves at a time", &|_| {}, &[1, 2]),
        ("does not exist", &|_| {}, &[4]),
        (
            "exactly once",
            &|view| view["discards"]["top"] = json!("AC"),
            &[1],
        ),
        (
            "must be named",
            &|view| view["hands"][0]["slots"][0] = json!(null),
            &[1],
        ),
        ("no such hole", &|view| view["hole"] = json!(4), &[1]),
        (
            "a score for each hole",
            &|view| view["hole"] = json!(2),
            &[1],
        ),
        ("/stock", &|view| view["stock"]["size"] = json!(1), &[1]),
        ("/totals", &|view| view["totals"][0] = json!(1), &[1]),
        (
            "turned up two",
            &|view| view["hands"][0]["face_up"][0] = json!(false),
            &[1],
        ),
        (
            "did not go out",
            &|view| view["hands"][1]["face_up"][5] = json!(true),
            &[1],
        ),
        (
            "no six cards score that",
            &|view| {
                view["hole"] = json!(2);
                view["first_seat"] = json!(1);
                view["scores"] = json!([[i32::MAX], [0], [0], [0]]);
            },
            &[1],
        ),
        (
            "nobody is to move in this phase",
            &|view| view["phase"] = json!("over"),
            &[1],
        ),
        (
            "holds a drawn card",
            &|view| view["phase"] = json!("use"),
            &[1],
        ),
        ("unknown field", &|view| view["surprise"] = json!(1), &[1]),
    ];
    for (reason, change, to_move) in cases {
        let error = refusal(change, to_move).unwrap_err();
        assert!(error.contains(reason), "{error:?} does not say {reason:?}");
    }
}
