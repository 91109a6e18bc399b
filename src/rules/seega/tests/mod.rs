//! The clauses of the rules, one by one, and the fast code against a slow one.

mod barriers;
mod endings;
mod placing;
mod reading;
mod showing;
mod turns;

use super::Position;
use crate::message::{Arg, Message};
use crate::rules::{Notation as _, Outcome, Position as _, Refusal, Variant, perft::perft};

/// The variant of that id.
fn variant(id: &str) -> &'static Variant {
    Position::INFO
        .variants
        .iter()
        .find(|variant| variant.id == id)
        .unwrap()
}

/// A position of the variant of that id.
fn position(id: &str, text: &str) -> Position {
    Position::parse(variant(id), text).unwrap_or_else(|invalid| panic!("{text}: {invalid:?}"))
}

/// A refusal: its clause, its message and the arguments.
fn told_refusal(refusal: &Refusal) -> String {
    format!("{} {}", refusal.clause, told_message(&refusal.why))
}

/// A message without the beginning of its id that all share, and its arguments.
fn told_message(message: &Message) -> String {
    let said = |(name, arg): &(&str, Arg)| match arg {
        Arg::Text(text) => format!(" {name}={text}"),
        Arg::Number(number) => format!(" {name}={number}"),
        Arg::Term { case, .. } => format!(" {name}={case}"),
        _ => panic!("{arg:?}"),
    };
    let args: Vec<String> = message.args.iter().map(said).collect();
    let id = message.id.strip_prefix("seega-").unwrap();
    let id = id
        .trim_start_matches("refused-")
        .trim_start_matches("invalid-");
    format!("{id}{}", args.concat())
}

/// The notation of every legal move, sorted.
fn legal(position: &Position) -> Vec<String> {
    let mut legal: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    legal.sort();
    legal
}

/// What a legal move captures, as squares with spaces between them.
fn captured(position: &Position, text: &str) -> String {
    let legal = position
        .read(text)
        .unwrap_or_else(|refusal| panic!("{position}: {text}: {refusal:?}"));
    crate::rules::square::list(&position.captures(&legal), " ")
}

/// The position after these legal moves.
fn after(position: &Position, moves: &[&str]) -> Position {
    let mut next = position.clone();
    for text in moves {
        let legal = next
            .read(text)
            .unwrap_or_else(|refusal| panic!("{next}: {text}: {refusal:?}"));
        next.play(legal);
    }
    next
}

/// An outcome in the words of the machine interface: `x barrier`, `draw dead`.
fn told(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let winner = match outcome.winner() {
        None => "draw",
        Some(crate::rules::Side::First) => "x",
        Some(crate::rules::Side::Second) => "o",
    };
    let grade = outcome.grade().map(|grade| format!(" {grade}"));
    format!("{winner} {}{}", outcome.reason(), grade.unwrap_or_default())
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
