//! G9 to G14.

use super::{BOUNCE, COSMOLUDO, GATES, LEROY, START, after, is_legal, legal, legal_from, position};
use crate::rules::gyges::Gyges;
use crate::rules::gyges::ruleset;
use crate::rules::notation::recurs;
use crate::rules::{Notation as _, Outcome, Position as _, Repetition, Side};

const LIMIT: &str = "....../....../2.1.../....../1....1/1..... S -";

#[test]
fn g9_a_displaced_piece_goes_no_farther_than_the_opponents_row() {
    for id in [GATES, LEROY, COSMOLUDO] {
        for text in ["a1-a2=f4", "a1-a2=b1"] {
            assert!(is_legal(id, LIMIT, text), "{text}");
        }
        for text in ["a1-a2=a5", "a1-a2=f6", "a1-a2=a1", "a1-a2=a4"] {
            assert!(!is_legal(id, LIMIT, text), "{text}");
        }
    }
}

#[test]
fn g9_the_opponents_row_is_that_of_the_displaced_piece_while_it_is_in_hand() {
    // Only the displaced piece is on North's row, and then only the mover.
    let board = "....../....../2...../....../....../3..... S -";
    assert!(is_legal(GATES, board, "a1-a4=f4"));
    assert!(!is_legal(GATES, board, "a1-a4=f5"));
}

#[test]
fn g9_the_movers_own_row_does_not_count_once_it_has_left() {
    // Only the mover was on the farthest rank.
    let there = position(GATES, "....../....../....../1...../....../2..... N -");
    let swaps = legal_from(&there, "a3");
    assert!(swaps.iter().all(|text| !text.contains('=')), "{swaps:?}");
    let board = "....../....../....../....../1...../2..... N -";
    // Then the 1 is on a1, so that South's row is rank 1, and ranks 1 to 6 are open.
    assert!(is_legal(GATES, board, "a2-a1=a2"));
    assert!(is_legal(GATES, board, "a2-a1=f6"));
}

#[test]
fn g10_the_goal_is_entered_with_the_last_step() {
    let there = |level| format!("....../.{level}..../....../....../....../...... S -");
    let enters = |id, level| is_legal(id, &there(level), "b5-goal");
    assert!(!enters(LEROY, 1));
    assert!(enters(LEROY, 2));
    // Two steps to a last square beside its own, one more into the goal: a6 and c6 are two away.
    assert!(enters(LEROY, 3));
    assert!(!enters(GATES, 2));
    assert!(enters(GATES, 3));
}

#[test]
fn g10_the_goal_is_entered_after_bounces_too() {
    let there = position(LEROY, BOUNCE);
    assert!(is_legal(LEROY, BOUNCE, "a5-goal"));
    let won = after(&there, &["a5-c4-c3-a3-a2-goal"]);
    assert!(won.to_string().ends_with(" S S3"), "{won}");
}

#[test]
fn g10_the_movers_own_goal_is_closed() {
    let there = position(LEROY, "....../....../....../....../....../..1... S -");
    assert_eq!(legal(&there), ["c1-b1", "c1-c2", "c1-d1"]);
}

#[test]
fn g11_a_goal_opens_to_the_middle_or_to_the_whole_row() {
    for (place, file) in "abcde".char_indices() {
        let middle = ['c', 'd'].contains(&file);
        let mut row = ["."; 6];
        row[place] = "1";
        let row = row.concat();
        let goals = |id, board: &str, rank| is_legal(id, board, &format!("{file}{rank}-goal"));
        let south = format!("{row}/....../....../....../....../...... S -");
        let north = format!("....../....../....../....../....../{row} N -");
        for id in [LEROY, COSMOLUDO] {
            assert!(goals(id, &south, 6) && goals(id, &north, 1), "{file}");
        }
        assert_eq!(goals(GATES, &south, 6), middle, "{file}");
        assert_eq!(goals(GATES, &north, 1), middle, "{file}");
    }
    let two = "....../....../....../....../....../.2.... N -";
    assert!(is_legal(LEROY, two, "b1-goal"));
}

#[test]
fn g12_a_side_that_enters_the_goal_wins() {
    let south = "..1.../....../....../....../....../...... S -";
    let north = "....../....../....../....../....../..1... N -";
    for (side, board, text) in [(Side::First, south, "c6-N"), (Side::Second, north, "c1-S")] {
        let over = after(&position(GATES, board), &[text]);
        let won = Outcome::won(side, &ruleset::GOAL);
        assert_eq!(over.outcome(), Some(won));
        assert!(legal(&over).is_empty());
    }
}

#[test]
fn g13_a_move_changes_the_board() {
    let start = position(GATES, START);
    assert!(!is_legal(GATES, START, "c1-d1=c1"));
    let (board, _) = START.split_once(' ').unwrap();
    for text in legal(&start) {
        let next = after(&start, &[&text]);
        assert!(!next.to_string().starts_with(board), "{text}");
    }
    // A 2 on a1 could bounce back home by way of b2.
    let round = "....../....../....../....../.2..../2..... S -";
    assert!(!is_legal(LEROY, round, "a1-a1"));
}

/// The moves of a game, and the positions before each.
fn game(start: Gyges, moves: &[&str]) -> (Gyges, Vec<Gyges>) {
    let mut now = start;
    let mut before = Vec::new();
    for text in moves {
        let next = after(&now, &[text]);
        before.push(std::mem::replace(&mut now, next));
    }
    (now, before)
}

const TWO: &str = "1...../....../....../....../....../1..... S -";

#[test]
fn g14_superko_forbids_moves_that_repeat_an_earlier_board() {
    let moves = ["a1-a2", "a6-a5", "a2-a1"];
    let (now, before) = game(position(LEROY, TWO), &moves);
    let refusal = now.read_avoiding("a5-a6", &before).unwrap_err();
    assert_eq!(refusal.clause, "G14");
    assert_eq!(refusal.why.id, "gyges-refused-recurs");
    assert_eq!(refusal.legal, ["a5-a4", "a5-b5"]);
    assert!(now.read_avoiding("a5-b5", &before).is_ok());
    // Also with the other side to move, because only the board counts.
    let (now, before) = game(position(LEROY, TWO), &["a1-a2"]);
    assert!(now.read_avoiding("a6-a5", &before).is_ok());
    let lone = position(LEROY, "....../....../....../....../....../1..... S -");
    let (now, before) = game(lone, &["a1-a2"]);
    assert!(now.read_avoiding("a2-a1", &before).is_err());
    let mut forbidden = now.legal_moves();
    forbidden.retain(|legal| recurs(&now, *legal, &before));
    assert_eq!(forbidden.len(), 1);
    assert_eq!(forbidden[0].to_string(), "a2-a1");
}

#[test]
fn g14_elsewhere_nothing_is_forbidden_and_the_third_time_is_a_draw() {
    for id in [GATES, COSMOLUDO] {
        assert_eq!(super::variant(id).repetition, Repetition::Threefold);
        let (now, _) = game(position(id, TWO), &["a1-a2", "a6-a5", "a2-a1"]);
        let draw = Outcome::drawn(&ruleset::REPETITION);
        assert_eq!(now.repeated(), draw);
    }
    assert_eq!(super::variant(LEROY).repetition, Repetition::Forbidden);
}

#[test]
fn g14_the_goal_is_never_forbidden() {
    let there = position(LEROY, "1...../....../....../....../....../...... S -");
    let goal = there.read("a6-goal").unwrap();
    let empty = position(LEROY, super::EMPTY);
    assert!(!recurs(&there, goal, &[empty]));
}

#[test]
fn an_agreement_is_a_draw_and_there_is_no_claim() {
    let start = position(GATES, START);
    let agreed = Outcome::drawn(&ruleset::AGREEMENT);
    assert_eq!(start.declarations(Side::First).together, agreed);
    let claims = Side::BOTH.map(|side| start.declarations(side).alone);
    assert_eq!(claims, [None, None]);
    assert!(!start.passed());
}
