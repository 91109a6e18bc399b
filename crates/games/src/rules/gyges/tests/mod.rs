//! The clauses of the rules, one after the other.

mod examples;
mod moving;
mod reading;
mod refusing;
mod setup;
mod showing;
mod taking;

use super::Gyges;
use crate::rules::tests::{self, after, all_read, legal, told_message, told_refusal};
use crate::rules::{Position as _, Square, Variant};

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
pub(super) fn played(variant: &'static Variant, moves: usize) -> Vec<Gyges> {
    let mut position = Gyges::new(variant);
    let mut positions = Vec::new();
    for number in 0..moves {
        let legal = position.legal_moves();
        if legal.is_empty() {
            position = Gyges::new(variant);
            continue;
        }
        position.play(legal[number * number * 7919 % legal.len()]);
        positions.push(position.clone());
    }
    positions
}

fn variant(id: &str) -> &'static Variant {
    tests::variant::<Gyges>(id)
}

fn position(id: &str, text: &str) -> Gyges {
    tests::position(id, text)
}

/// The legal moves of the piece on one square, sorted, without its name.
fn legal_from(position: &Gyges, from: &str) -> Vec<String> {
    let legal = legal(position).into_iter();
    legal
        .filter_map(|text| Some(text.strip_prefix(from)?.strip_prefix('-')?.to_owned()))
        .collect()
}

fn why(id: &str, board: &str, text: &str) -> String {
    tests::why(&position(id, board), text)
}

/// Returns whether a move is legal.
fn is_legal(id: &str, board: &str, text: &str) -> bool {
    legal(&position(id, board))
        .iter()
        .any(|legal| legal == text)
}

fn at(name: &str) -> Square {
    super::board::named(name).unwrap()
}
