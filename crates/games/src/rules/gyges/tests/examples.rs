//! Published examples, and the author's sample game.

use super::{COSMOLUDO, GATES, LEROY, START, after, position};
use crate::rules::gyges::ruleset;
use crate::rules::{Notation as _, Outcome, Position as _, Side};

const BOUNCE: &str = super::BOUNCE;
const TABOO: &str = super::TABOO;

/// Position, variants, text, and whether the text is a legal move.
const EXAMPLES: &[(&str, &[&str], &str, bool)] = &[
    (START, &[GATES, LEROY, COSMOLUDO], "a1-a4", true),
    (START, &[GATES, LEROY, COSMOLUDO], "c1-c2", true),
    (START, &[GATES, LEROY, COSMOLUDO], "c1-d1=c4", true),
    (START, &[GATES, LEROY, COSMOLUDO], "a1-b1=a1", true),
    (START, &[GATES, LEROY, COSMOLUDO], "a1-a3", false),
    (START, &[GATES, LEROY, COSMOLUDO], "c1-d1=c1", false),
    (START, &[GATES, LEROY, COSMOLUDO], "c1-d1=c6", false),
    (START, &[GATES, LEROY, COSMOLUDO], "b1-c1=b4", false),
    // Zago's bounce, and South's answer to it.
    (BOUNCE, &[LEROY], "a5-c4-c3-a3-a2-goal", true),
    (BOUNCE, &[GATES], "a5-c4-c3-a3-a2-goal", false),
    (BOUNCE, &[GATES], "a5-goal", false),
    // Zago's taboo: a border twice, and a square twice.
    (
        TABOO,
        &[GATES, LEROY, COSMOLUDO],
        "N a5-a4-a3-a2-goal",
        false,
    ),
    (TABOO, &[GATES, LEROY], "S d2-e2-d3-d4-goal", true),
    (TABOO, &[COSMOLUDO], "S d2-e2-d3-d4-goal", false),
];

#[test]
fn the_examples_are_described_correctly() {
    for (board, variants, text, holds) in EXAMPLES {
        for variant in *variants {
            let (side, text) = match text.split_once(' ') {
                Some((side, text)) => (side, text),
                None => ("", *text),
            };
            let there = match side {
                "" => position(variant, board),
                side => position(variant, &format!("{board} {side} -")),
            };
            assert_eq!(there.read(text).is_ok(), *holds, "{variant} {there} {text}");
        }
    }
}

#[test]
fn zagos_bounce_could_be_prevented() {
    let text = BOUNCE.replace(" N ", " S ");
    let there = position(LEROY, &text);
    assert_eq!(there.read("e1-f2-f3-f6").unwrap().to_string(), "e1-f6");
}

#[test]
fn zagos_threat_is_answered_by_taking_its_place() {
    let text = "213132/....../....../....../....../113223 S -";
    for variant in [GATES, LEROY, COSMOLUDO] {
        let threat = after(&position(variant, text), &["c1-d1=d4"]);
        // If it were South's turn again, South could carry out the threat.
        let again = position(variant, &threat.to_string().replace(" N ", " S "));
        assert_eq!(again.read("d1-d4-d6-goal").unwrap().to_string(), "d1-goal");
        assert_eq!(threat.read("d6-c6-d4=d3").unwrap().to_string(), "d6-d4=d3");
    }
}

/// The author's sample game in Zago's translation.
const SAMPLE: &str = "f1-e3 a6-c5 e1-d2 f6-e6=a2 c1-e3=c3 b6-c5=f3 d1-f3=c4 d6-d5 b1-d5=d1 e6-f3=d3 d1-f6 c6-d6 \
                      a1-b2 d6-goal";

#[test]
fn the_authors_sample_game_goes_move_by_move() {
    let mut game = position(LEROY, "321123/....../....../....../....../231123 S -");
    let mut before = Vec::new();
    for text in SAMPLE.split(' ') {
        assert_eq!(game.outcome(), None);
        let legal = game.read_avoiding(text, &before).unwrap();
        assert_eq!(legal.to_string(), text);
        before.push(game.clone());
        game.play(legal);
    }
    let board = ".....1/..23../..3.../..3113/22.2../...... ";
    assert!(game.to_string().starts_with(board), "{game}");
    let won = Outcome::won(Side::Second, &ruleset::GOAL);
    assert_eq!(game.outcome(), Some(won));
}
