//! The clauses of the rules, one after the other.

mod examples;
mod moving;
mod reading;
mod refusing;
mod setup;
mod showing;
mod taking;

use super::Position;
use crate::message::{Arg, Message};
use crate::rules::{Notation as _, Position as _, Refusal, Square, Variant};

const GATES: &str = "gyges-gates";
const LEROY: &str = "gyges-leroy";
const COSMOLUDO: &str = "gyges-cosmoludo";

/// The first position where nothing is set up by the players.
const START: &str = "321123/....../....../....../....../321123 S -";
/// Before anything is set up.
const EMPTY: &str = "....../....../....../....../....../...... S -";
/// Zago's example of a bounce.
const BOUNCE: &str = "....../3...../..1.1./1.23.3/3.22.1/....2. N -";
/// Zago's example of what is forbidden.
const TABOO: &str = "....../1...../3.23../3.211./2.132./......";

fn variant(id: &str) -> &'static Variant {
    Position::INFO
        .variants
        .iter()
        .find(|variant| variant.id == id)
        .unwrap()
}

fn position(id: &str, text: &str) -> Position {
    Position::parse(variant(id), text).unwrap_or_else(|invalid| panic!("{text}: {invalid:?}"))
}

/// The position after some moves.
fn after(start: &Position, moves: &[&str]) -> Position {
    let mut position = start.clone();
    for text in moves {
        let legal = position
            .read(text)
            .unwrap_or_else(|refusal| panic!("{position}: {text}: {refusal:?}"));
        position.play(legal);
    }
    position
}

/// The legal moves, sorted.
fn legal(position: &Position) -> Vec<String> {
    let mut legal: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    legal.sort();
    legal
}

/// The legal moves of the piece on one square, sorted, without its name.
fn legal_from(position: &Position, from: &str) -> Vec<String> {
    let legal = legal(position).into_iter();
    legal
        .filter_map(|text| Some(text.strip_prefix(from)?.strip_prefix('-')?.to_owned()))
        .collect()
}

/// Why a text is refused, checked for what all refusals share: the clause, the
/// message and its arguments.
fn why(id: &str, board: &str, text: &str) -> String {
    told_refusal(&refusal(&position(id, board), text))
}

fn refusal(position: &Position, text: &str) -> Refusal {
    let refusal = position.read(text).expect_err(text);
    assert!((1..=6).contains(&refusal.legal.len()), "{refusal:?}");
    for example in &refusal.legal {
        assert!(position.read(example).is_ok(), "{example}");
    }
    refusal
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
    let id = message.id.strip_prefix("gyges-").unwrap();
    let id = id
        .trim_start_matches("refused-")
        .trim_start_matches("invalid-");
    format!("{id}{}", args.concat())
}

fn at(name: &str) -> Square {
    super::board::named(name).unwrap()
}
