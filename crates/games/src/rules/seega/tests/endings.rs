//! E1 to E6, except barriers.

use super::{after, outcome, position, told};
use crate::rules::{Position as _, Side};

#[test]
fn e1_a_side_without_pieces_has_lost() {
    let board = "...../...../..x../xo.../..... x m 0";
    let end = after(&position("seega-5-classic", board), &["c3-c2"]);
    assert_eq!(told(end.outcome()), "x elimination");
    assert_eq!(end.turn(), Side::Second);
    assert!(!end.passed());
    assert!(end.legal_moves().is_empty());
}

#[test]
fn e1_elimination_is_a_great_victory_in_lugo() {
    let board = "...../...../..x../xo.../..... x m 0";
    let end = after(&position("seega-5-lugo", board), &["c3-c2"]);
    assert_eq!(told(end.outcome()), "x elimination great");
}

#[test]
fn e2_one_piece_each_is_a_draw() {
    let board = "...../..x../...../...../o.... x m 3";
    for id in ["seega-5-classic", "seega-5-lugo"] {
        assert_eq!(outcome(id, board), "draw dead");
    }
}

#[test]
fn e4_too_many_turns_without_a_capture_are_counted() {
    for (size, patience) in [(5, 40), (7, 60), (9, 80)] {
        let edge = format!("x{}o", ".".repeat(size - 2));
        let between = format!("/{}", ".".repeat(size)).repeat(size - 2);
        let board = format!("{edge}{between}/{edge} x m {}", patience - 1);
        let almost = position(&format!("seega-{size}-classic"), &board);
        assert_eq!(told(almost.outcome()), "-");
        assert_eq!(told(after(&almost, &["a1-b1"]).outcome()), "draw idle");
    }
}

#[test]
fn e4_a_capture_restarts_the_count() {
    let board = "o...o/...../..x../xo.../x.... x m 39";
    let next = after(&position("seega-5-classic", board), &["c3-c2"]);
    assert!(next.to_string().ends_with(" o m 0"));
    assert_eq!(told(next.outcome()), "-");
}

#[test]
fn e4_the_winner_of_a_count_has_more_pieces() {
    let board = "x...o/...../...../...../x.x.o o m 40";
    assert_eq!(outcome("seega-5-classic", board), "x idle");
    assert_eq!(outcome("seega-5-lugo", board), "x idle small");
}

#[test]
fn e5_the_count_of_idle_turns_does_not_matter_for_equality() {
    let board = "x...o/...../...../...../x...o";
    let at = |rest: &str| position("seega-5-classic", &format!("{board} {rest}"));
    assert_eq!(at("x m 3"), at("x m 7"));
    assert_ne!(at("x m 3"), at("o m 3"));
    assert_ne!(at("x m 3"), at("x e 3"));
    assert_eq!(told(Some(at("x m 3").repeated())), "draw repetition");
}

#[test]
fn e6_agreement_counts_pieces() {
    let board = "x...o/...../...../...../x.x.o o m 4";
    let there = position("seega-5-lugo", board);
    let agreed = there.declarations(Side::First).together;
    assert_eq!(told(Some(agreed)), "x agreement small");
}

#[test]
fn e6_a_side_cannot_claim_while_pieces_are_placed() {
    let start = position("seega-5-classic", "...../...../...../...../..... x p 0");
    for side in Side::BOTH {
        assert_eq!(start.declarations(side).alone, None);
        assert!(!start.fortress(side));
    }
}

#[test]
fn e6_where_extra_turns_must_open_a_blocked_opponent_cannot_be_claimed_against() {
    let board = "...../...../x..../xx.../oxx.. x e 0";
    let claim = |id| told(position(id, board).declarations(Side::First).alone);
    assert_eq!(claim("seega-5-classic"), "x claim");
    for id in ["seega-5-french", "seega-5-lugo", "seega-5-modern"] {
        assert_eq!(claim(id), "-");
    }
}
