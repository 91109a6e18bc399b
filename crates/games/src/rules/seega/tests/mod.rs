//! The clauses of the rules, one by one, and the fast code against a slow one.

mod barriers;
mod endings;
mod placing;
mod reading;
mod showing;
mod turns;

use super::Seega;
use crate::rules::tests::{self, after, all_read, legal, told_message, told_refusal};
use crate::rules::{Notation as _, Outcome, Position as _, Variant};

fn variant(id: &str) -> &'static Variant {
    tests::variant::<Seega>(id)
}

fn position(id: &str, text: &str) -> Seega {
    tests::position(id, text)
}

/// The outcome of a position.
fn outcome(id: &str, board: &str) -> String {
    told(position(id, board).outcome())
}

/// What a legal move captures, as squares with spaces between them.
fn captured(position: &Seega, text: &str) -> String {
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
    format!("{winner} {}{}", outcome.by.id, grade.unwrap_or_default())
}
