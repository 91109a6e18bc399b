//! S3 to S13 and L1 to L3.

use super::{after, captured, legal, position};
use crate::rules::{Notation as _, Position as _, Side};

const RULESETS: [&str; 4] = ["classic", "french", "lugo", "modern"];

fn of_size(size: u8) -> impl Iterator<Item = String> {
    let rulesets = RULESETS.iter();
    rulesets.map(move |ruleset| format!("seega-{size}-{ruleset}"))
}

/// What a move captures by the classic rules on 5×5.
fn captured_at(board: &str, text: &str) -> String {
    captured(&position("seega-5-classic", board), text)
}

#[test]
fn s3_a_turn_moves_one_piece_one_square_along_a_rank_or_a_file() {
    let board = "..o../...../...../...../x...x x m 0";
    let moves = legal(&position("seega-5-classic", board));
    assert_eq!(moves, ["a1-a2", "a1-b1", "e1-d1", "e1-e2"]);
}

#[test]
fn s3_the_centre_may_be_entered() {
    let board = "..o../...../..x../...../....o x m 0";
    let there = position("seega-5-classic", board);
    let back = after(&there, &["c3-c2", "c5-c4", "c2-c3"]);
    assert_eq!(back.to_string(), "...../..o../..x../...../....o o m 3");
}

#[test]
fn s4_the_first_move_of_all_goes_to_the_centre() {
    for id in of_size(5) {
        let opening = position(&id, "xoxox/oxoxo/xo.ox/oxoxo/xoxox o m 0");
        assert!(legal(&opening).iter().all(|text| text.ends_with("-c3")));
    }
}

#[test]
fn s5_a_piece_between_the_mover_and_a_partner_is_captured() {
    for id in of_size(5) {
        let board = "...../...../..x../xo.../o.... x m 0";
        assert_eq!(captured(&position(&id, board), "c3-c2"), "b2", "{id}");
    }
}

#[test]
fn s5_three_pieces_can_be_captured_together() {
    for id in of_size(5) {
        let board = "..x../..o../xo.ox/..x../....o x m 0";
        let there = position(&id, board);
        assert_eq!(captured(&there, "c2-c3"), "b3 c4 d3", "{id}");
        let legal = there.read("c2-c3").unwrap();
        assert_eq!(there.annotate(&legal), "c2-c3xb3xc4xd3");
        let next = after(&there, &["c2-c3"]).to_string();
        assert!(next.starts_with("..x../...../x.x.x/...../....o o m 0"));
    }
}

#[test]
fn s5_the_figure_with_a_victim_on_the_centre_takes_the_other_two() {
    let small = position("seega-5-classic", ".x.../.o.../x.oxo/.o.../.x..o x m 0");
    assert_eq!(captured(&small, "a3-b3"), "b2 b4");
    let large = "......./......./.o...../.x...../o.xo.../.x...../.o....x";
    let large = position("seega-7-classic", &format!("{large} o m 0"));
    assert_eq!(captured(&large, "a3-b3"), "b2 b4 c3");
}

#[test]
fn s6_two_in_a_row_are_safe() {
    let board = "...../...../...x./xoo../....o x m 0";
    assert_eq!(captured_at(board, "d3-d2"), "");
}

#[test]
fn s7_the_empty_centre_does_not_help() {
    let board = "o..../x..../.o.../...../....x x m 0";
    assert_eq!(captured_at(board, "a4-a3"), "");
}

#[test]
fn s7_edges_and_corners_do_not_help() {
    let corner = "...../...../...../..x../o.x.o x m 0";
    assert_eq!(captured_at(corner, "c1-b1"), "");
    let edge = "...../.x.../o..../...../....o x m 0";
    assert_eq!(captured_at(edge, "b4-b3"), "");
    let along = "x..../o..../.x.../...../....o x m 0";
    assert_eq!(captured_at(along, "b3-a3"), "a4");
}

#[test]
fn s8_a_piece_on_the_centre_is_not_captured() {
    let board = "...../...../.xo../...x./o.... x m 0";
    assert_eq!(captured_at(board, "d2-d3"), "");
}

#[test]
fn s8_a_piece_on_the_centre_is_a_partner() {
    let board = "o..../x..../.ox../...../..... x m 0";
    assert_eq!(captured_at(board, "a4-a3"), "b3");
}

#[test]
fn s8_a_piece_that_enters_the_centre_captures() {
    let board = "o..../...../xo.x./...../..... x m 0";
    assert_eq!(captured_at(board, "d3-c3"), "b3");
}

#[test]
fn s9_moving_between_two_enemies_is_safe_until_one_arrives_again() {
    let board = "....o/...../...../o.o../.x..x x m 0";
    let there = position("seega-5-classic", board);
    let between = after(&there, &["b1-b2"]);
    assert_eq!(between.to_string(), "....o/...../...../oxo../....x o m 1");
    let later = after(&between, &["a2-a3", "e1-d1"]);
    assert_eq!(captured(&later, "a3-a2"), "b2");
}

const TOWER: &str = "......./......./..ox.../..ox.../..ox.../.x...../......o x m 0";

#[test]
fn s10_without_chains_a_turn_is_one_step() {
    let classic = position("seega-7-classic", TOWER);
    assert_eq!(captured(&classic, "b2-b3"), "c3");
    assert!(legal(&classic).iter().all(|text| text.len() == 5));
}

#[test]
fn s10_an_optional_chain_may_stop_anywhere() {
    let modern = position("seega-7-modern", TOWER);
    for text in ["b2-b3", "b2-b3-b4", "b2-b3-b4-b5", "b2-a2"] {
        assert!(modern.read(text).is_ok(), "{text}");
    }
    assert_eq!(captured(&modern, "b2-b3-b4"), "c3 c4");
    assert!(modern.read("b2-b3-b4-b5-b6").is_err());
}

#[test]
fn s10_a_mandatory_chain_continues_to_its_end() {
    let lugo = position("seega-7-lugo", TOWER);
    assert_eq!(legal(&lugo), ["b2-b3-b4-b5"]);
    assert_eq!(captured(&lugo, "b2-b3-b4-b5"), "c3 c4 c5");
    let chain = lugo.read("b2-b3-b4-b5").unwrap();
    assert_eq!(lugo.annotate(&chain), "b2-b3xc3-b4xc4-b5xc5");
    let next = after(&lugo, &["b2-b3-b4-b5"]).to_string();
    let written = "......./......./.x.x.../...x.../...x.../......./......o o m 0";
    assert_eq!(next, written);
}

#[test]
fn s10_a_piece_may_come_back_to_a_square_it_left() {
    // On b4 it captures b5, and back on b3 it captures b2.
    let board = "......./.x...../.o...../......./ox...../.o...../.x....o";
    let there = position("seega-7-modern", &format!("{board} x m 0"));
    assert_eq!(captured(&there, "b3-b4"), "b5");
    assert_eq!(captured(&there, "b3-b4-b3"), "b2 b5");
}

#[test]
fn s11_while_captures_are_compulsory_only_they_are_legal() {
    let board = "...../...../..x../xo.../o...x x m 0";
    assert_eq!(legal(&position("seega-5-lugo", board)), ["c3-c2"]);
    for id in ["seega-5-classic", "seega-5-french", "seega-5-modern"] {
        assert!(legal(&position(id, board)).len() > 1, "{id}");
    }
}

#[test]
fn s11_any_capture_will_do() {
    let board = "..x../..o../xo.ox/.ox../x...o x m 0";
    let moves = legal(&position("seega-5-lugo", board));
    assert!(moves.contains(&"c2-c3".to_owned()));
    assert!(moves.len() > 1, "{moves:?}");
}

const FULL: &str = "xoooo/xxxoo/xx.xo/xxxoo/xxooo o m 0";

#[test]
fn s12_a_player_without_a_move_passes_and_the_opponent_has_an_extra_turn() {
    for id in of_size(5) {
        let full = position(&id, FULL);
        assert_eq!(full.turn(), Side::First);
        assert!(full.passed());
        assert!(full.to_string().ends_with(" x e 0"));
    }
}

#[test]
fn s13_a_free_extra_turn_may_be_any() {
    let moves = legal(&position("seega-5-classic", FULL));
    assert_eq!(moves, ["b3-c3", "c2-c3", "c4-c3", "d3-c3"]);
}

#[test]
fn s13_an_opening_extra_turn_lets_the_blocked_player_move() {
    for id in ["seega-5-french", "seega-5-lugo", "seega-5-modern"] {
        assert_eq!(legal(&position(id, FULL)), ["c2-c3", "c4-c3", "d3-c3"]);
    }
}

#[test]
fn s13_where_no_turn_opens_all_are_legal() {
    let board = "...../...../x..../xx.../oxx.. o m 0";
    for id in of_size(5) {
        let there = position(&id, board);
        assert!(there.passed());
        assert_eq!(there.legal_moves().len(), 6, "{id}");
    }
}

#[test]
fn s13_extra_turns_repeat_until_the_blocked_player_can_move() {
    let board = "...../...../x..../xx.../oxx.. o m 0";
    let still = after(&position("seega-5-classic", board), &["a3-a4"]);
    assert_eq!(still.to_string(), "...../x..../...../xx.../oxx.. x e 0");
    let free = after(&still, &["b2-b3", "c1-c2", "a2-a3"]);
    assert!(!free.passed());
    assert_eq!(free.turn(), Side::Second);
}
