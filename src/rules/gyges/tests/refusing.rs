//! Why a text is no legal move: the clause and the fact.

use super::{
    BOUNCE, COSMOLUDO, EMPTY, GATES, LEROY, START, TABOO, Why, all, at, position, refusal, why,
};
use crate::rules::{Position as _, Reason, Side, Stage};

const SCATTERED: &str = "....../....../2.1.../....../1....1/1..... S -";

#[test]
fn g2_what_is_no_set_up_is_refused() {
    let stage = Stage::Placement;
    for (id, text) in [
        (LEROY, "hello"),
        (LEROY, ""),
        (COSMOLUDO, "a1="),
        (LEROY, "=1"),
    ] {
        assert_eq!(why(id, EMPTY, text), Why::Unreadable { stage }, "{text}");
    }
    assert_eq!(why(LEROY, EMPTY, &"1 ".repeat(101)), Why::TooLong { stage });
    let name = "z9".to_owned();
    let unknown = Why::UnknownSquare { name, stage };
    assert_eq!(why(COSMOLUDO, EMPTY, "z9=3"), unknown);
    assert_eq!(why(LEROY, EMPTY, "a1-b3"), Why::StillPlacing);
    assert_eq!(why(LEROY, EMPTY, "a1-goal"), Why::StillPlacing);
    for (text, given) in [("12312", 5), ("1231231", 7), ("1", 1)] {
        assert_eq!(why(LEROY, EMPTY, text), Why::NotSix { given });
    }
    assert_eq!(why(COSMOLUDO, EMPTY, "a1=3"), Why::NotSix { given: 1 });
    let given = [3, 2, 1];
    assert_eq!(why(LEROY, EMPTY, "111223"), Why::NotTwoEach { given });
    let name = "4".to_owned();
    assert_eq!(why(LEROY, EMPTY, "112234"), Why::NoLevel { name });
    let twice = why(COSMOLUDO, EMPTY, "a1=3 a1=3 b1=2 c1=2 d1=1 e1=1");
    assert_eq!(twice, Why::Twice { square: at("a1") });
    let rows = vec![1, 2];
    let square = at("a3");
    let elsewhere = why(COSMOLUDO, EMPTY, "a1=3 a3=3 b1=2 c1=2 d1=1 e1=1");
    assert_eq!(elsewhere, Why::NotOwnRow { square, rows });
    let rows = vec![6];
    let square = at("a1");
    let half = "....../....../....../....../....../321123 N -";
    let elsewhere = why(LEROY, half, "a1=3 b6=3 c6=2 d6=2 e6=1 f6=1");
    assert_eq!(elsewhere, Why::NotOwnRow { square, rows });
}

#[test]
fn g2_a_set_up_is_refused_once_pieces_move() {
    for text in ["231123", "a1=3 b1=2", "2 3"] {
        assert_eq!(why(LEROY, START, text), Why::AlreadyMoving, "{text}");
    }
}

#[test]
fn g3_a_piece_of_a_farther_row_or_none_at_all_is_refused() {
    assert_eq!(
        why(GATES, SCATTERED, "a2-a3"),
        Why::FarRow {
            square: at("a2"),
            row: 1,
            stuck: false
        }
    );
    assert_eq!(
        why(GATES, SCATTERED, "b1-b2"),
        Why::NoPiece { square: at("b1") }
    );
}

#[test]
fn g4_a_stuck_row_is_named() {
    let board = "....../....../13..../.....1/222211/3.3.3. S -";
    let stuck = Why::StuckRow {
        square: at("a1"),
        row: 2,
    };
    assert_eq!(why(GATES, board, "a1-b1"), stuck);
    assert_eq!(stuck.clause(), "G4");
    let far = Why::FarRow {
        square: at("f3"),
        row: 2,
        stuck: true,
    };
    assert_eq!(why(GATES, board, "f3-f4"), far);
    assert_eq!(far.clause(), "G4");
}

#[test]
fn g5_what_is_no_move_is_refused() {
    let stage = Stage::Movement;
    for text in ["?", "", "hello", "a1-b", "=", "a1=b1=c1", "a1-b1=c1-d1"] {
        assert_eq!(why(GATES, START, text), Why::Unreadable { stage }, "{text}");
    }
    assert_eq!(why(GATES, START, &"-".repeat(201)), Why::TooLong { stage });
    for (text, name) in [("a1-a0", "a0"), ("a1-g1", "g1"), ("a1-a10", "a10")] {
        let name = name.to_owned();
        assert_eq!(why(GATES, START, text), Why::UnknownSquare { name, stage });
    }
    let (square, level) = (at("a1"), 3);
    assert_eq!(why(GATES, START, "a1"), Why::NoTarget { square, level });
}

#[test]
fn g5_the_number_of_steps_is_exact() {
    let lone = "....../....../....../....../....../..2... S -";
    assert_eq!(
        why(GATES, lone, "c1-c2"),
        Why::Steps {
            from: at("c1"),
            level: 2,
            to: at("c2"),
            distance: 1
        }
    );
    assert_eq!(
        why(LEROY, BOUNCE, "a5-c4-c3-b1"),
        Why::Steps {
            from: at("c3"),
            level: 2,
            to: at("b1"),
            distance: 3
        }
    );
}

#[test]
fn g5_pieces_in_the_way_are_named() {
    let blocked = |to, by| Why::Blocked {
        from: at(if to == "a3" { "a1" } else { "c5" }),
        level: 2,
        to: (to != "goal").then(|| at(to)),
        by: all(by),
    };
    let board = "....../....../....../....../3...../2..... S -";
    assert_eq!(why(GATES, board, "a1-a3"), blocked("a3", "a2"));
    let goal = "..1.../..2.../....../....../....../...... S -";
    assert_eq!(why(GATES, goal, "c5-goal"), blocked("goal", "c6"));
}

#[test]
fn g6_nobody_bounces_from_an_empty_square() {
    let square = at("a4");
    assert_eq!(
        why(GATES, START, "c1-c2-c3"),
        Why::NoBounce { square: at("c2") }
    );
    assert_eq!(why(GATES, START, "a1-a4-a5"), Why::NoBounce { square });
}

#[test]
fn g7_a_displaced_piece_needs_a_place_and_a_place_needs_a_piece() {
    let (square, level) = (at("d1"), 1);
    assert_eq!(why(GATES, START, "c1-d1"), Why::NoDrop { square, level });
    for text in ["c1-d1=", "c1-d1@"] {
        assert_eq!(why(GATES, START, text), Why::NoDrop { square, level });
    }
    let square = Some(at("c2"));
    assert_eq!(why(GATES, START, "c1-c2=d4"), Why::NothingToDrop { square });
    let goal = why(LEROY, BOUNCE, "a5-goal=d4");
    assert_eq!(goal, Why::NothingToDrop { square: None });
}

#[test]
fn g8_the_border_crossed_twice_is_named() {
    let north = format!("{TABOO} N -");
    for id in [GATES, LEROY] {
        assert_eq!(
            why(id, &north, "a5-a4-a3-a2-goal"),
            Why::Crossed {
                border: [at("a3"), at("b3")]
            }
        );
    }
}

#[test]
fn g8_the_square_visited_twice_is_named() {
    let south = format!("{TABOO} S -");
    let visited = why(COSMOLUDO, &south, "d2-e2-d3-d4-goal");
    assert_eq!(visited, Why::Visited { square: at("d2") });
}

#[test]
fn g8_a_place_reached_only_by_using_something_twice_is_told() {
    let north = format!("{TABOO} N -");
    let only = Why::OnlyTwice {
        from: at("a5"),
        to: None,
        borders: true,
    };
    assert_eq!(why(LEROY, &north, "a5-goal"), only);
    assert_eq!(only.clause(), "G8");
}

#[test]
fn g9_a_displaced_piece_has_its_limits() {
    let beyond = Why::Beyond {
        square: at("a5"),
        side: Side::Second,
        row: 4,
    };
    assert_eq!(why(GATES, SCATTERED, "a1-a2=a5"), beyond);
    for taken in ["f2", "a2"] {
        let occupied = Why::Occupied { square: at(taken) };
        assert_eq!(why(GATES, SCATTERED, &format!("a1-a2={taken}")), occupied);
    }
    for goal in ["goal", "N", "s"] {
        let text = format!("a1-a2={goal}");
        assert_eq!(why(GATES, SCATTERED, &text), Why::DropInGoal);
    }
    let examples = refusal(&position(GATES, SCATTERED), "a1-a2=a5").legal;
    assert!(examples.iter().all(|text| text.starts_with("a1-a2=")));
}

#[test]
fn g10_the_goal_is_neither_ones_own_nor_passed_through() {
    let side = Side::First;
    assert_eq!(why(GATES, START, "c1-S"), Why::OwnGoal { side });
    assert_eq!(why(LEROY, BOUNCE, "a5-goal-a2"), Why::PastGoal);
    let (from, level) = (at("a1"), 3);
    assert_eq!(why(GATES, START, "a1-goal"), Why::GoalSteps { from, level });
}

#[test]
fn g11_the_gates_are_named() {
    let there = "1...../....../....../....../....../...... S -";
    let (from, gates) = (at("a6"), all("c6 d6"));
    assert_eq!(why(GATES, there, "a6-goal"), Why::NotGate { from, gates });
}

#[test]
fn g13_what_changes_nothing_is_refused() {
    let square = at("a1");
    assert_eq!(why(GATES, START, "a1-a1"), Why::NoChange { square });
    let swap = Why::EqualSwap {
        from: at("c1"),
        to: at("d1"),
        level: 1,
    };
    assert_eq!(why(GATES, START, "c1-d1=c1"), swap);
}

#[test]
fn after_the_end_everything_is_refused() {
    let over = position(GATES, "....../....../....../....../....../1..... N N2");
    for text in ["a1-a2", "nonsense", ""] {
        let refusal = over.read(text).unwrap_err();
        assert_eq!(refusal.why, Why::Over { by: Reason::Goal });
        assert_eq!(refusal.why.clause(), "G12");
        assert!(refusal.legal.is_empty());
    }
}
