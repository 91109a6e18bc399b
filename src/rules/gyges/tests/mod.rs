//! The clauses of the rules, one after the other.

mod examples;
mod moving;
mod reading;
mod refusing;
mod setup;
mod showing;
mod taking;

use super::{Position, Refusal, Why};
use crate::message::{Arg, Localize};
use crate::rules::{Position as _, Square, Variant};

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
    super::INFO
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
        position.play(&legal);
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

/// Why a text is refused, checked for what all refusals share.
fn why(id: &str, board: &str, text: &str) -> Why {
    refusal(&position(id, board), text).why
}

fn refusal(position: &Position, text: &str) -> Refusal {
    let refusal = position.read(text).expect_err(text);
    assert!((1..=6).contains(&refusal.legal.len()), "{refusal:?}");
    for example in &refusal.legal {
        assert!(position.read(example).is_ok(), "{example}");
    }
    let message = refusal.message();
    assert!(message.id.starts_with("gyges-refused-"));
    let clause = Arg::from(refusal.why.clause());
    assert!(message.args.contains(&("clause", clause)));
    refusal
}

fn at(name: &str) -> Square {
    super::notation::square(name).unwrap()
}

fn all(names: &str) -> Vec<Square> {
    names.split(' ').map(at).collect()
}
