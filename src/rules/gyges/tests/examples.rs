//! The published examples and counts.

use super::{after, legal, position};
use crate::rules::{Position as _, perft::perft};

const START: &str = "321123/....../....../....../....../321123 S -";

#[test]
fn the_start_has_222_moves() {
    let start = position("gyges-gates", START);
    let moves = legal(&start);
    assert_eq!(moves.len(), 222);
    for text in ["a1-a4", "c1-c2", "c1-d1=c4", "a1-b1=a1"] {
        assert!(moves.contains(&text.to_owned()), "{text}");
    }
    for text in ["a1-a3", "c1-d1=c1", "c1-d1=c6", "b1-c1=b4"] {
        assert!(start.read(text).is_err(), "{text}");
    }
}

#[test]
fn the_counts_are_those_of_the_reference_programs() {
    assert_eq!(perft(&position("gyges-gates", START), 2), 56_352);
    assert_eq!(perft(&position("gyges-leroy", START), 2), 56_352);
    assert_eq!(perft(&position("gyges-cosmoludo", START), 2), 56_316);
}

#[test]
fn the_authors_sample_game_goes_move_by_move() {
    let start = position(
        "gyges-leroy",
        "321123/....../....../....../....../231123 S -",
    );
    let game = "f1-e3 a6-c5 e1-d2 f6-e6=a2 c1-e3=c3 b6-c5=f3 d1-f3=c4 d6-d5 b1-d5=d1 e6-f3=d3 d1-f6 c6-d6 a1-b2 d6-goal";
    let moves: Vec<&str> = game.split(' ').collect();
    let end = after(&start, &moves);
    assert!(
        end.to_string()
            .starts_with(".....1/..23../..3.../..3113/22.2../...... S S")
    );
}
