//! Legal moves to name in a refusal.

use super::moves::{Move, Put};
use super::notation::tokens;
use super::position::Position;
use super::refusal::Why;
use super::{reading, setup};
use crate::rules::{Position as _, Square, Stage};

/// Legal moves named in a refusal, at most.
const MOST: usize = 6;

/// Some legal moves, close to what was typed if there are any.
pub fn close_to(position: &Position, text: &str, why: &Why, before: &[Position]) -> Vec<String> {
    if let Why::Over { .. } = why {
        return Vec::new();
    }
    if position.many() {
        return two_rows(position);
    }
    let typed = tokens(text.trim()).and_then(|tokens| reading::typed(&tokens).ok());
    let squares = typed.map_or_else(Vec::new, |typed| typed.squares);
    let mut legal = position.legal_moves();
    legal.retain(|legal| !position.forbids(legal, before));
    let from = squares.first().copied();
    let to = squares.get(1..).and_then(<[Square]>::last).copied();
    // First of the same piece to the same square, then of the same piece, then all.
    let closeness = |legal: &Move| {
        let (piece, end) = ends(legal);
        match (piece == from, end == to && to.is_some()) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 2,
        }
    };
    if position.stage == Stage::Movement {
        let best = legal.iter().map(closeness).min().unwrap_or_default();
        legal.retain(|legal| closeness(legal) == best);
    }
    spread(&legal)
}

/// The piece a move moves, and where that ends.
fn ends(legal: &Move) -> (Option<Square>, Option<Square>) {
    match legal {
        Move::Row(_) | Move::Rows(_) => (None, None),
        Move::End([from, to]) | Move::Swap([from, to, _]) => (Some(*from), Some(*to)),
        Move::Goal(from) => (Some(*from), None),
    }
}

/// A few of many, evenly spread, so that they are not all of one kind.
fn spread(legal: &[Move]) -> Vec<String> {
    let count = legal.len().min(MOST);
    let chosen = (0..count).filter_map(|number| legal.get(number * legal.len() / count));
    let mut texts: Vec<String> = chosen.map(Move::to_string).collect();
    texts.sort_unstable();
    texts
}

/// Two set-ups on two rows: they are long, and too many to choose from.
fn two_rows(position: &Position) -> Vec<String> {
    let zone = super::board::squares(setup::zone(position.ruleset.layout, position.side));
    let set_up = |squares: Vec<Square>| {
        let mut levels = [3, 2, 1, 1, 2, 3].into_iter();
        let put = |square| Put {
            square,
            level: levels.next().unwrap_or(1),
        };
        let words: Vec<String> = squares
            .into_iter()
            .map(put)
            .map(|put| put.to_string())
            .collect();
        words.join(" ")
    };
    let every_other = zone.iter().step_by(2).copied().collect();
    vec![set_up(setup::row(position.side)), set_up(every_other)]
}
