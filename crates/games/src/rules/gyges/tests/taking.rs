//! G9 to G14.

use super::{BOUNCE, COSMOLUDO, GATES, LEROY, START, after, legal, legal_from, position};
use crate::rules::gyges::Position;
use crate::rules::gyges::ruleset;
use crate::rules::notation::recurs;
use crate::rules::{Notation as _, Outcome, Position as _, Repetition, Side};

const LIMIT: &str = "....../....../2.1.../....../1....1/1..... S -";

#[test]
fn g9_a_displaced_piece_goes_no_farther_than_the_opponents_row() {
    for id in [GATES, LEROY, COSMOLUDO] {
        let there = position(id, LIMIT);
        let moves = legal(&there);
        for text in ["a1-a2=f4", "a1-a2=b1"] {
            assert!(moves.contains(&text.to_owned()), "{text}");
        }
        for text in ["a1-a2=a5", "a1-a2=f6", "a1-a2=a1", "a1-a2=a4"] {
            assert!(!moves.contains(&text.to_owned()), "{text}");
        }
    }
}

#[test]
fn g9_the_opponents_row_is_that_of_the_displaced_piece_while_it_is_in_hand() {
    // Only the displaced piece is on North's row, and then only the mover.
    let there = position(GATES, "....../....../2...../....../....../3..... S -");
    let from = legal_from(&there, "a1");
    assert!(from.contains(&"a4=f4".to_owned()));
    assert!(!from.contains(&"a4=f5".to_owned()));
}

#[test]
fn g9_the_movers_own_row_does_not_count_once_it_has_left() {
    // Only the mover was on the farthest rank.
    let there = position(GATES, "....../....../....../1...../....../2..... N -");
    let swaps = legal_from(&there, "a3");
    assert!(swaps.iter().all(|text| !text.contains('=')), "{swaps:?}");
    let there = position(GATES, "....../....../....../....../1...../2..... N -");
    let swaps = legal_from(&there, "a2");
    // Then the 1 is on a1, so that South's row is rank 1, and ranks 1 to 6 are open.
    assert!(swaps.contains(&"a1=a2".to_owned()));
    assert!(swaps.contains(&"a1=f6".to_owned()));
}

#[test]
fn g10_the_goal_is_entered_with_the_last_step() {
    let there = |level| format!("....../.{level}..../....../....../....../...... S -");
    let enters = |id, level| legal(&position(id, &there(level))).contains(&"b5-goal".to_owned());
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
    assert!(legal(&there).contains(&"a5-goal".to_owned()));
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
    for (file, middle) in [
        ("a", false),
        ("b", false),
        ("c", true),
        ("d", true),
        ("e", false),
    ] {
        let place = usize::from(file.as_bytes()[0] - b'a');
        let mut row = ["."; 6];
        row[place] = "1";
        let row = row.concat();
        let goals = |id, board: &str, rank| {
            legal(&position(id, board)).contains(&format!("{file}{rank}-goal"))
        };
        let south = format!("{row}/....../....../....../....../...... S -");
        let north = format!("....../....../....../....../....../{row} N -");
        for id in [LEROY, COSMOLUDO] {
            assert!(goals(id, &south, 6) && goals(id, &north, 1), "{file}");
        }
        assert_eq!(goals(GATES, &south, 6), middle, "{file}");
        assert_eq!(goals(GATES, &north, 1), middle, "{file}");
    }
    let two = position(LEROY, "....../....../....../....../....../.2.... N -");
    assert!(legal(&two).contains(&"b1-goal".to_owned()));
}

#[test]
fn g12_a_side_that_enters_the_goal_wins() {
    for (board, winner, text) in [
        (
            "..1.../....../....../....../....../...... S -",
            Side::First,
            "c6-N",
        ),
        (
            "....../....../....../....../....../..1... N -",
            Side::Second,
            "c1-S",
        ),
    ] {
        let over = after(&position(GATES, board), &[text]);
        let won = Outcome::won(winner, &ruleset::GOAL);
        assert_eq!(over.outcome(), Some(won));
        assert!(legal(&over).is_empty());
    }
}

#[test]
fn g13_a_move_changes_the_board() {
    let start = position(GATES, START);
    assert!(!legal(&start).contains(&"c1-d1=c1".to_owned()));
    for text in legal(&start) {
        let next = after(&start, &[&text]);
        assert_ne!(
            next.to_string().split(' ').next(),
            start.to_string().split(' ').next(),
            "{text}"
        );
    }
    // A 2 on a1 could bounce back home by way of b2.
    let round = position(LEROY, "....../....../....../....../.2..../2..... S -");
    assert!(!legal(&round).contains(&"a1-a1".to_owned()));
}

/// The moves of a game, and the positions before each.
fn game(start: Position, moves: &[&str]) -> (Position, Vec<Position>) {
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
    let refusal = now.read_after("a5-a6", &before).unwrap_err();
    assert_eq!(refusal.clause, "G14");
    assert_eq!(refusal.legal, ["a5-a4", "a5-b5"]);
    assert!(now.read_after("a5-b5", &before).is_ok());
    // Also with the other side to move, because only the board counts.
    let (now, before) = game(position(LEROY, TWO), &["a1-a2"]);
    assert!(now.read_after("a6-a5", &before).is_ok());
    let (now, before) = game(
        position(LEROY, "....../....../....../....../....../1..... S -"),
        &["a1-a2"],
    );
    assert!(now.read_after("a2-a1", &before).is_err());
    let forbidden = now.legal_moves().into_iter();
    let forbidden: Vec<String> = forbidden
        .filter(|legal| recurs(&now, *legal, &before))
        .map(|legal| legal.to_string())
        .collect();
    assert_eq!(forbidden, ["a2-a1"]);
}

#[test]
fn g14_elsewhere_nothing_is_forbidden_and_the_third_time_is_a_draw() {
    for id in [GATES, COSMOLUDO] {
        assert_eq!(super::variant(id).repetition, Repetition::Ends(3));
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
    assert!(
        Side::BOTH
            .into_iter()
            .all(|side| start.declarations(side).alone.is_none())
    );
    assert!(!start.passed());
}
