//! Typed moves: notation, lenient spellings, refusals.

use super::{all_read, legal, position, told_refusal};
use crate::rules::seega::Seega;
use crate::rules::{Notation as _, Refusal};

const START: &str = "...../...../...../...../..... x p 0";
const PLACING: &str = "o...o/...../...../...../x...x x p 0";
const MOVING: &str = "o...o/...../..o../...../x...x x m 0";
const FULL: &str = "xoooo/xxxoo/xx.xo/xxxoo/xxooo o m 0";
const TOWER: &str = "......./......./..ox.../..ox.../..ox.../.x...../......o x m 0";

fn refusal(position: &Seega, text: &str) -> Refusal {
    position.read(text).expect_err(text)
}

fn why_in(id: &str, board: &str, text: &str) -> String {
    super::tests::why(&position(id, board), text)
}

/// The same by the classic rules on 5×5.
fn why(board: &str, text: &str) -> String {
    why_in("seega-5-classic", board, text)
}

#[test]
fn moves_may_be_written_in_many_ways() {
    let placing = position("seega-5-classic", START);
    let ways = [
        "a1 b2",
        "B2 A1",
        "a1,b2",
        "a1, b2",
        "b2-a1",
        "a1b2",
        " a1 > b2 ",
        "a1–b2",
    ];
    all_read(&placing, &ways, "a1 b2");
    let moving = position("seega-7-lugo", TOWER);
    let ways = [
        "b2-b3-b4-b5",
        "b2 b3 b4 b5",
        "B2B3B4B5",
        "b2>b3>b4>b5",
        "b2 → b3 → b4 → b5",
        "b2-b3xc3-b4xc4-b5xc5",
        "b2b3xc3b4xc4b5xc5",
        "b2-b3 x c3 - b4 × c4 - b5x",
    ];
    all_read(&moving, &ways, "b2-b3-b4-b5");
}

#[test]
fn in_the_movement_phase_a_pair_of_squares_is_legal_exactly_when_it_is_listed() {
    for (id, board) in [
        ("seega-5-classic", MOVING),
        ("seega-5-french", FULL),
        ("seega-5-lugo", "...../...../..x../xo.../o...x x m 0"),
        ("seega-5-modern", "..x../..o../xo.ox/..x../....o x m 0"),
    ] {
        let there = position(id, board);
        let listed = legal(&there);
        let names = |file| (1..=5).map(move |rank| format!("{file}{rank}"));
        let names: Vec<String> = ('a'..='e').flat_map(names).collect();
        for from in &names {
            for text in names.iter().map(|to| format!("{from}-{to}")) {
                let is_listed = listed.contains(&text);
                assert_eq!(there.read(&text).is_ok(), is_listed, "{id} {text}");
            }
        }
    }
}

#[test]
fn s1_an_invalid_placement_is_refused() {
    for text in ["hello", "", "a1 b"] {
        assert_eq!(why(START, text), "S1 unreadable-placement", "{text}");
    }
    let long = "a1 ".repeat(67);
    for (board, text, no) in [
        (START, long.as_str(), "S1 too-long-placement"),
        (START, "a1 z9", "S1 unknown-square square=z9 corner=e5"),
        (START, "a1", "S1 one-to-place square=a1"),
        (START, "a1 b1 c1", "S1 many-to-place given=3"),
        (START, "a1 a1", "S1 twice square=a1"),
        (START, "a1 c3", "S1 closed square=c3"),
        (PLACING, "b1 e5", "S1 taken square=e5"),
    ] {
        assert_eq!(why(board, text), no, "{text}");
    }
}

#[test]
fn s1_examples_keep_the_square_that_was_fine() {
    let there = position("seega-5-classic", PLACING);
    let refusal = refusal(&there, "b1 e5");
    assert_eq!(refusal.legal.len(), 6);
    assert!(refusal.legal.iter().all(|pair| pair.contains("b1")));
}

#[test]
fn s2_moves_while_placing_and_placements_while_moving_are_refused() {
    assert_eq!(why(PLACING, "a1-a2"), "S2 still-placing");
    assert_eq!(why(PLACING, "a1-a2-a3"), "S2 still-placing");
    assert_eq!(why(MOVING, "b1 d5"), "S2 already-moving");
    assert_eq!(why(MOVING, "b1 b2"), "S2 already-moving");
}

#[test]
fn s3_an_invalid_move_is_refused() {
    let long = "-".repeat(201);
    for (text, no) in [
        ("?", "S3 unreadable-movement"),
        ("xa1", "S3 unreadable-movement"),
        (long.as_str(), "S3 too-long-movement"),
        ("a1-a0", "S3 unknown-square square=a0 corner=e5"),
        ("a1-f1", "S3 unknown-square square=f1 corner=e5"),
        ("a1-a10", "S3 unknown-square square=a10 corner=e5"),
        ("a1", "S3 no-target square=a1"),
        ("b1-b2", "S3 no-piece square=b1"),
        ("c3-c2", "S3 not-yours square=c3 owner=second"),
        ("a1-a1", "S3 no-step square=a1"),
        ("a1-b2", "S3 diagonal from=a1 to=b2"),
        ("a1-a3", "S3 far from=a1 to=a3"),
    ] {
        assert_eq!(why(MOVING, text), no, "{text}");
    }
    let occupied = why("o...o/...../..o../o..../x...x x m 0", "a1-a2");
    assert_eq!(occupied, "S3 occupied square=a2");
    let blocked = why("o...o/...../..o../o..../xo..x x m 0", "a1");
    assert_eq!(blocked, "S3 blocked square=a1");
}

#[test]
fn s3_examples_are_of_the_same_piece() {
    let there = position("seega-5-classic", MOVING);
    assert_eq!(refusal(&there, "a1-a3").legal, ["a1-a2", "a1-b1"]);
}

#[test]
fn s10_a_step_too_many_is_refused() {
    assert_eq!(why_in("seega-7-classic", TOWER, "b2-b3-b4"), "S10 one-step");
    let quiet = why_in("seega-7-modern", TOWER, "b2-b3-b4-b5-b6");
    assert_eq!(quiet, "S10 quiet from=b5 to=b6");
    let quiet = why_in("seega-7-modern", TOWER, "b2-a2-a3");
    assert_eq!(quiet, "S10 quiet from=b2 to=a2");
}

#[test]
fn s10_a_chain_that_stops_early_is_refused_with_the_ways_on() {
    let lugo = position("seega-7-lugo", TOWER);
    let refusal = refusal(&lugo, "b2-b3");
    assert_eq!(told_refusal(&refusal), "S10 must-go-on square=b3");
    assert_eq!(refusal.legal, ["b2-b3xc3-b4xc4-b5xc5"]);
}

#[test]
fn s11_a_turn_without_a_capture_is_refused_with_the_captures() {
    let board = "...../...../..x../xo.../o...x x m 0";
    let refusal = refusal(&position("seega-5-lugo", board), "e1-e2");
    assert_eq!(told_refusal(&refusal), "S11 must-capture");
    assert_eq!(refusal.legal, ["c3-c2xb2"]);
}

#[test]
fn s13_an_extra_turn_that_opens_nothing_is_refused_with_those_that_do() {
    let refusal = refusal(&position("seega-5-french", FULL), "b3-c3");
    assert_eq!(told_refusal(&refusal), "S13 must-open blocked=second");
    assert_eq!(refusal.legal, ["c2-c3", "c4-c3", "d3-c3"]);
}

#[test]
fn after_the_end_everything_is_refused() {
    let over = position("seega-5-classic", "...../..x../...../...../o.... x m 3");
    for text in ["c4-c5", "nonsense"] {
        let refusal = refusal(&over, text);
        assert_eq!(told_refusal(&refusal), "E2 over");
        assert!(refusal.legal.is_empty());
    }
}

#[test]
fn typed_text_is_normalised_to_the_notation() {
    let moving = position("seega-7-modern", TOWER);
    for (typed, normal) in [
        ("", ""),
        ("  ", ""),
        ("B", "b"),
        ("b2", "b2"),
        ("b2 ", "b2-"),
        ("b2-", "b2-"),
        ("B2>b", "b2-b"),
        ("b2b3", "b2-b3"),
        ("b2, b3", "b2-b3"),
        ("b2-b3xc3", "b2-b3"),
        ("b2-b3xc3-", "b2-b3-"),
        ("b2-b3xc", "b2-b3"),
        ("b2-b3x", "b2-b3"),
        ("b2-b3xc3-b4xc4-b5xc5", "b2-b3-b4-b5"),
        ("b2-a2 ", "b2-a2"),
        ("z9", "z9"),
    ] {
        assert_eq!(moving.normalise(typed), normal, "{typed:?}");
    }
    let placing = position("seega-5-classic", START);
    for (typed, normal) in [
        ("A1", "a1"),
        ("a1,", "a1 "),
        ("a1-B", "a1 b"),
        ("b2a1", "b2 a1"),
    ] {
        assert_eq!(placing.normalise(typed), normal, "{typed:?}");
    }
}

#[test]
fn a_text_that_cannot_become_a_move_matches_nothing() {
    let there = position("seega-5-classic", MOVING);
    let long = "a1 ".repeat(100);
    for typed in ["cc", "1", "a1/b", "x", "xa1", "ä", "\u{0}", "🙂", &long] {
        let normal = there.normalise(typed);
        assert!(!normal.is_empty(), "{typed:?}");
        let listed = legal(&there);
        let found = listed.iter().find(|text| text.starts_with(&normal));
        assert_eq!(found, None, "{typed:?}");
    }
}
