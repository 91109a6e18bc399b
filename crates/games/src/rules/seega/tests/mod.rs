//! The clauses of the rules, one by one, and the fast code against a slow one.

mod barriers;
mod endings;
mod placing;
mod reading;
mod showing;
mod turns;

use super::Position;
use crate::rules::tests::{self, after, legal, told_message, told_refusal};
use crate::rules::{Notation as _, Outcome, Variant, perft::perft};

fn variant(id: &str) -> &'static Variant {
    tests::variant::<Position>(id)
}

fn position(id: &str, text: &str) -> Position {
    tests::position(id, text)
}

/// What a legal move captures, as squares with spaces between them.
fn captured(position: &Position, text: &str) -> String {
    let legal = position
        .read(text)
        .unwrap_or_else(|refusal| panic!("{position}: {text}: {refusal:?}"));
    crate::rules::square::list(&position.captures(&legal), " ")
}

/// An outcome as on the command line: `x barrier`, `draw dead`.
fn told(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let winner = match outcome.winner {
        None => "draw",
        Some(crate::rules::Side::First) => "x",
        Some(crate::rules::Side::Second) => "o",
    };
    let grade = outcome.grade.map(|grade| format!(" {grade}"));
    format!("{winner} {}{}", outcome.by, grade.unwrap_or_default())
}

#[test]
fn reference_counts_hold_at_the_depths_that_are_quick() {
    let dense = "xoxox/oxoxo/ox.xo/oxoxo/xoxox o m 0";
    let cases = [
        (
            "seega-5-classic",
            dense,
            &[2, 14, 80, 360, 3_032, 15_356][..],
        ),
        ("seega-5-lugo", dense, &[6, 20, 52, 220, 1_080, 3_992]),
        (
            "seega-5-french",
            "...../...../...../...../..... x p 0",
            &[276, 63_756],
        ),
        (
            "seega-7-modern",
            "......./......./......./......./......./......./....... x p 0",
            &[1_128],
        ),
        (
            "seega-9-lugo",
            "........./........./........./........./........./........./........./........./......... x p 0",
            &[3_160],
        ),
    ];
    for (id, text, counts) in cases {
        let start = position(id, text);
        for (depth, &leaves) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), leaves, "{id} {text} {depth}");
        }
    }
}
