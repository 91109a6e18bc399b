//! The clauses of the rules, one after the other.

mod examples;

use super::Position;
use crate::rules::{Position as _, Variant};

fn variant(id: &str) -> &'static Variant {
    super::INFO
        .variants
        .iter()
        .find(|variant| variant.id == id)
        .unwrap()
}

fn position(id: &str, text: &str) -> Position {
    Position::parse(variant(id), text).unwrap()
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
