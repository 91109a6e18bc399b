//! The fortress (F1 to F3) and the row.

use super::{outcome, position, told};
use crate::rules::{Position as _, Side};

fn fortresses(board: &str, id: &str) -> (bool, bool) {
    let there = position(id, &format!("{board} x m 0"));
    (there.fortress(Side::First), there.fortress(Side::Second))
}

/// Boards where both have a fortress, and who wins the count.
const MUTUAL: [(&str, &str, &str); 4] = [
    ("seega-5", ".x.o./.x.o./xx.oo/xx.oo/xx.o.", "x barrier"),
    ("seega-5", ".o..o/x.o../.x.o./..x.o/xx.x.", "x barrier"),
    ("seega-5", "o..../ooooo/..x../xxxxx/x....", "x barrier"),
    (
        "seega-7",
        "....o../....oo./.....oo/......./xx...../.xx..../..x....",
        "draw barrier",
    ),
];

#[test]
fn e3_a_mutual_barrier_ends_the_game_by_count() {
    for (size, board, outcome) in MUTUAL {
        for ruleset in ["classic", "french", "modern"] {
            let id = format!("{size}-{ruleset}");
            let there = position(&id, &format!("{board} x m 0"));
            assert_eq!(fortresses(board, &id), (true, true), "{board}");
            assert_eq!(told(there.outcome()), outcome, "{board}");
            assert!(there.legal_moves().is_empty());
        }
    }
}

/// Boards that look like a mutual barrier, but on which x has no fortress: why, and the board.
const BROKEN_BARRIERS: [(&str, &str); 5] = [
    ("f1_bump_can_be_flanked", "o..../ooooo/.x.../xxxxx/x...."),
    ("f2_nothing_to_move", "xx.o./xx.o./xx.oo/xx.oo/xx.o."),
    ("f1_enemy_behind_the_wall", "ox.o./.x.o./xx.oo/xx.oo/xx.o."),
    ("f1_gap_in_the_wall", ".x.o./...o./xx.oo/xx.oo/xx.o."),
    ("f1_outpost_can_be_flanked", ".x.o./.x.o./xx.oo/xxxoo/xx.o."),
];

#[test]
fn e3_a_barrier_with_a_weakness_is_none() {
    for (why, board) in BROKEN_BARRIERS {
        for ruleset in ["classic", "french", "modern"] {
            let id = format!("seega-5-{ruleset}");
            assert!(!fortresses(board, &id).0, "{why}");
            let there = format!("{board} x m 0");
            assert_eq!(outcome(&id, &there), "-", "{why}");
        }
    }
}

#[test]
fn f3_where_captures_are_compulsory_the_wall_must_not_be_lured_out() {
    // With a victim on b3 the piece on a2 would have to move to a3: c3 is its partner.
    let bump = "o..../ooooo/..x../xxxxx/x....";
    assert!(fortresses(bump, "seega-5-classic").0);
    assert!(!fortresses(bump, "seega-5-lugo").0);
    let straight = ".x.o./.x.o./xx.oo/xx.oo/xx.o.";
    assert_eq!(fortresses(straight, "seega-5-lugo"), (true, true));
}

#[test]
fn one_enemy_piece_is_harmless() {
    let board = "o..../...../..x../...../x....";
    assert_eq!(fortresses(board, "seega-5-classic"), (true, false));
}

const NETO: &str = "xxoo./.xxo./.ooo./xoooo/.xoo.";

#[test]
fn e3_one_fortress_alone_does_not_end_the_game() {
    assert_eq!(fortresses(NETO, "seega-5-classic"), (false, true));
    let there = format!("{NETO} x m 0");
    assert_eq!(outcome("seega-5-classic", &there), "-");
}

#[test]
fn e6_a_side_with_a_fortress_and_enough_pieces_can_claim() {
    for side in ["x", "o"] {
        let there = position("seega-5-classic", &format!("{NETO} {side} m 0"));
        assert_eq!(told(there.declarations(Side::Second).alone), "o claim");
        assert_eq!(told(there.declarations(Side::First).alone), "-");
    }
}

#[test]
fn e3_a_complete_row_ends_the_game_in_lugo_only() {
    let board = "o.o../...../.o.../xxxxx/x.... o m 0";
    assert_eq!(outcome("seega-5-lugo", board), "x barrier small");
    assert_eq!(outcome("seega-5-classic", board), "-");
}

#[test]
fn e3_a_row_that_keeps_nothing_safe_is_none() {
    for (why, board) in [
        ("on the edge", "o.o../...../.o.../x..../xxxxx"),
        ("nothing behind it", "o.o../...../.o.../xxxxx/....."),
        ("no empty square behind it", "o.o../...../.o.../xxxxx/xxxxx"),
        ("an enemy on both sides", "o.o../...../.o.../xxxxx/x..o."),
    ] {
        let board = format!("{board} o m 0");
        assert_eq!(outcome("seega-5-lugo", &board), "-", "{why}");
    }
}

#[test]
fn e3_a_row_may_be_a_file_and_either_players() {
    let file = "x..o./...oo/.x.o./...o./x..o. x m 0";
    assert_eq!(outcome("seega-5-lugo", file), "o barrier small");
}

#[test]
fn e3_a_row_counts_against_a_builder_who_is_behind() {
    let board = "ooo../ooooo/.o.../xxxxx/x.... o m 0";
    assert_eq!(outcome("seega-5-lugo", board), "o barrier small");
}
