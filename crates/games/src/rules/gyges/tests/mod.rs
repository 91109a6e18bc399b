//! The clauses of the rules, one after the other.

mod examples;
mod moving;
mod reading;
mod refusing;
mod setup;
mod showing;
mod taking;

use super::Position;
use crate::rules::tests::{self, after, legal, told_message, told_refusal};
use crate::rules::{Notation as _, Position as _, Refusal, Square, Variant};

const GATES: &str = "gyges-gates";
const LEROY: &str = "gyges-leroy";
const COSMOLUDO: &str = "gyges-cosmoludo";

/// The starting position without a set-up by the players.
const START: &str = "321123/....../....../....../....../321123 S -";
/// Before the set-up.
const EMPTY: &str = "....../....../....../....../....../...... S -";
/// Zago's example of a bounce.
const BOUNCE: &str = "....../3...../..1.1./1.23.3/3.22.1/....2. N -";
/// Zago's example of forbidden moves.
const TABOO: &str = "....../1...../3.23../3.211./2.132./......";

/// The positions of a game of `moves` moves, chosen by a fixed sequence that does not repeat itself
/// soon.
pub(super) fn played(variant: &'static Variant, moves: usize) -> Vec<Position> {
    let mut position = Position::new(variant);
    let mut positions = Vec::new();
    for number in 0..moves {
        let legal = position.legal_moves();
        if legal.is_empty() {
            position = Position::new(variant);
            continue;
        }
        position.play(legal[number * number * 7919 % legal.len()]);
        positions.push(position.clone());
    }
    positions
}

fn variant(id: &str) -> &'static Variant {
    tests::variant::<Position>(id)
}

fn position(id: &str, text: &str) -> Position {
    tests::position(id, text)
}

/// The legal moves of the piece on one square, sorted, without its name.
fn legal_from(position: &Position, from: &str) -> Vec<String> {
    let legal = legal(position).into_iter();
    legal
        .filter_map(|text| Some(text.strip_prefix(from)?.strip_prefix('-')?.to_owned()))
        .collect()
}

/// The refusal of a text, after checks that apply to all refusals: the clause, the message and its
/// arguments.
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

fn at(name: &str) -> Square {
    super::board::named(name).unwrap()
}
