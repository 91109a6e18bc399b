//! Why a text is not a legal move: the clause and the reason.

use super::{BOUNCE, COSMOLUDO, EMPTY, GATES, LEROY, START, TABOO, position, told_refusal, why};
use crate::rules::Notation as _;

const SCATTERED: &str = "....../....../2.1.../....../1....1/1..... S -";

#[test]
fn g2_an_invalid_set_up_is_refused() {
    for (id, text) in [
        (LEROY, "hello"),
        (LEROY, ""),
        (COSMOLUDO, "a1="),
        (LEROY, "=1"),
    ] {
        assert_eq!(why(id, EMPTY, text), "G2 unreadable-placement", "{text}");
    }
    let long = "1 ".repeat(101);
    for (id, text, no) in [
        (LEROY, long.as_str(), "G2 too-long-placement"),
        (COSMOLUDO, "z9=3", "G2 unknown-square square=z9"),
        (LEROY, "a1-b3", "G2 still-placing"),
        (LEROY, "a1-goal", "G2 still-placing"),
        (LEROY, "12312", "G2 not-six given=5"),
        (LEROY, "1231231", "G2 not-six given=7"),
        (LEROY, "1", "G2 not-six given=1"),
        (COSMOLUDO, "a1=3", "G2 not-six given=1"),
        (LEROY, "111223", "G2 not-two-each ones=3 twos=2 threes=1"),
        (LEROY, "112234", "G2 no-level level=4"),
    ] {
        assert_eq!(why(id, EMPTY, text), no, "{text}");
    }
    let twice = why(COSMOLUDO, EMPTY, "a1=3 a1=3 b1=2 c1=2 d1=1 e1=1");
    assert_eq!(twice, "G2 twice square=a1");
    let beyond = why(COSMOLUDO, EMPTY, "a1=3 a3=3 b1=2 c1=2 d1=1 e1=1");
    assert_eq!(beyond, "G2 not-own-row square=a3 rows=1, 2");
    let half = "....../....../....../....../....../321123 N -";
    let elsewhere = why(LEROY, half, "a1=3 b6=3 c6=2 d6=2 e6=1 f6=1");
    assert_eq!(elsewhere, "G2 not-own-row square=a1 rows=6");
}

#[test]
fn g2_a_set_up_is_refused_once_pieces_move() {
    for text in ["231123", "a1=3 b1=2", "2 3"] {
        assert_eq!(why(LEROY, START, text), "G2 already-moving", "{text}");
    }
}

#[test]
fn g3_a_piece_of_a_farther_row_or_none_at_all_is_refused() {
    assert_eq!(why(GATES, SCATTERED, "a2-a3"), "G3 far-row square=a2 row=1");
    assert_eq!(why(GATES, SCATTERED, "b1-b2"), "G3 no-piece square=b1");
}

#[test]
fn g4_a_stuck_row_is_named() {
    let board = "....../....../13..../.....1/222211/3.3.3. S -";
    assert_eq!(why(GATES, board, "a1-b1"), "G4 stuck-row square=a1 row=2");
    let far = why(GATES, board, "f3-f4");
    assert_eq!(far, "G4 far-row-stuck square=f3 row=2");
}

#[test]
fn g5_an_invalid_move_is_refused() {
    for text in ["?", "", "hello", "a1-b", "=", "a1=b1=c1", "a1-b1=c1-d1"] {
        assert_eq!(why(GATES, START, text), "G5 unreadable-movement", "{text}");
    }
    let long = "-".repeat(201);
    for (text, no) in [
        (long.as_str(), "G5 too-long-movement"),
        ("a1-a0", "G5 unknown-square square=a0"),
        ("a1-g1", "G5 unknown-square square=g1"),
        ("a1-a10", "G5 unknown-square square=a10"),
        ("a1", "G5 no-target square=a1 level=3"),
    ] {
        assert_eq!(why(GATES, START, text), no, "{text}");
    }
}

#[test]
fn g5_the_number_of_steps_is_exact() {
    let lone = "....../....../....../....../....../..2... S -";
    let short = why(GATES, lone, "c1-c2");
    assert_eq!(short, "G5 steps from=c1 to=c2 level=2 distance=1");
    let long = why(LEROY, BOUNCE, "a5-c4-c3-b1");
    assert_eq!(long, "G5 steps from=c3 to=b1 level=2 distance=3");
}

#[test]
fn g5_pieces_in_the_way_are_named() {
    let board = "....../....../....../....../3...../2..... S -";
    let blocked = why(GATES, board, "a1-a3");
    assert_eq!(blocked, "G5 blocked from=a1 to=a3 squares=a2 level=2");
    let goal = "..1.../..2.../....../....../....../...... S -";
    let blocked = "G5 goal-blocked from=c5 to=goal squares=c6 level=2";
    assert_eq!(why(GATES, goal, "c5-goal"), blocked);
}

#[test]
fn g6_a_piece_cannot_bounce_from_an_empty_square() {
    assert_eq!(why(GATES, START, "c1-c2-c3"), "G6 no-bounce square=c2");
    assert_eq!(why(GATES, START, "a1-a4-a5"), "G6 no-bounce square=a4");
}

#[test]
fn g7_a_displaced_piece_needs_a_place_and_a_place_needs_a_piece() {
    for text in ["c1-d1", "c1-d1=", "c1-d1@"] {
        assert_eq!(why(GATES, START, text), "G7 no-drop square=d1 level=1");
    }
    let nothing = why(GATES, START, "c1-c2=d4");
    assert_eq!(nothing, "G7 nothing-to-drop square=c2");
    let goal = why(LEROY, BOUNCE, "a5-goal=d4");
    assert_eq!(goal, "G7 nothing-to-drop square=goal");
}

#[test]
fn g8_the_border_crossed_twice_is_named() {
    let north = format!("{TABOO} N -");
    for id in [GATES, LEROY] {
        let crossed = why(id, &north, "a5-a4-a3-a2-goal");
        assert_eq!(crossed, "G8 crossed border=a3|b3");
    }
}

#[test]
fn g8_the_square_visited_twice_is_named() {
    let south = format!("{TABOO} S -");
    let visited = why(COSMOLUDO, &south, "d2-e2-d3-d4-goal");
    assert_eq!(visited, "G8 visited square=d2");
}

#[test]
fn g8_a_place_reached_only_by_using_something_twice_is_refused() {
    let north = format!("{TABOO} N -");
    let only = why(LEROY, &north, "a5-goal");
    assert_eq!(only, "G8 only-crossing from=a5 to=goal");
}

#[test]
fn g9_a_displaced_piece_has_its_limits() {
    let beyond = "G9 beyond square=a5 side=second row=4";
    assert_eq!(why(GATES, SCATTERED, "a1-a2=a5"), beyond);
    for taken in ["f2", "a2"] {
        let occupied = format!("G9 occupied square={taken}");
        assert_eq!(why(GATES, SCATTERED, &format!("a1-a2={taken}")), occupied);
    }
    for goal in ["goal", "N", "s"] {
        let text = format!("a1-a2={goal}");
        assert_eq!(why(GATES, SCATTERED, &text), "G9 drop-in-goal");
    }
    let refusal = position(GATES, SCATTERED).read("a1-a2=a5");
    let examples = refusal.unwrap_err().legal;
    assert!(examples.iter().all(|text| text.starts_with("a1-a2=")));
}

#[test]
fn g10_the_goal_is_neither_the_movers_own_nor_passed_through() {
    assert_eq!(why(GATES, START, "c1-S"), "G10 own-goal side=first");
    assert_eq!(why(LEROY, BOUNCE, "a5-goal-a2"), "G10 past-goal");
    let steps = why(GATES, START, "a1-goal");
    assert_eq!(steps, "G10 goal-steps from=a1 level=3");
    let short = "....../....../....../....../....../...3.. S -";
    let steps = why(LEROY, short, "d1-goal");
    assert_eq!(steps, "G10 goal-steps from=d1 level=3");
}

#[test]
fn g11_the_gates_are_named() {
    let there = "1...../....../....../....../....../...... S -";
    let gate = why(GATES, there, "a6-goal");
    assert_eq!(gate, "G11 not-gate from=a6 gates=c6, d6");
}

#[test]
fn g13_a_move_that_changes_nothing_is_refused() {
    assert_eq!(why(GATES, START, "a1-a1"), "G13 no-change square=a1");
    let swap = why(GATES, START, "c1-d1=c1");
    assert_eq!(swap, "G13 equal-swap from=c1 to=d1 level=1");
}

#[test]
fn after_the_end_everything_is_refused() {
    let over = position(GATES, "....../....../....../....../....../1..... N N2");
    for text in ["a1-a2", "nonsense", ""] {
        let refusal = over.read(text).unwrap_err();
        assert_eq!(told_refusal(&refusal), "G12 over");
        assert!(refusal.legal.is_empty());
    }
}
