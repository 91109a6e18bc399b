//! A position as something to look at.

use super::INFO;
use super::board::{Bits, square, squares};
use super::moves::Move;
use super::position::{Phase, Position};
use crate::rules::{Diagram, Mark, Piece, Shape, Side, Square};

/// A legal move with what it takes: `c2-c3xb3xd3`, `b2-b3xc3-b4xc4`.
pub fn annotate(position: &Position, legal: &Move) -> String {
    if let Move::Place(_) = legal {
        return legal.to_string();
    }
    let path = legal.squares();
    let mut text = path.first().map(Square::to_string).unwrap_or_default();
    let mut before = 0;
    for (index, to) in path.iter().enumerate().skip(1) {
        text += &format!("-{to}");
        let captured = position.walked(&path[..=index]).1;
        for victim in squares(captured & !before) {
            text += &format!("x{victim}");
        }
        before = captured;
    }
    text
}

/// What there is to draw; `last` is the position before and the move that led here.
pub fn diagram(position: &Position, last: Option<(&Position, &Move)>) -> Diagram {
    let geometry = &position.setup.geometry;
    let centre = square(geometry.centre);
    let mut marks = vec![(centre, Mark::Special)];
    if position.phase == Phase::Placement {
        marks.push((centre, Mark::Closed));
    }
    if let Some((before, legal)) = last {
        marks.extend(trace(legal));
        let taken = before.captured(legal);
        marks.extend(
            squares(taken)
                .into_iter()
                .map(|at| (at, Mark::Captured(before.side.other()))),
        );
    }
    marks.sort_unstable();
    marks.dedup();
    let mut pieces: Vec<(Square, Piece)> = Side::BOTH
        .into_iter()
        .flat_map(|side| stones(*position.pieces.get(side), side))
        .collect();
    pieces.sort_unstable_by_key(|(at, _)| *at);
    Diagram {
        files: geometry.size,
        ranks: geometry.size,
        side_term: INFO.side_term,
        letters: [INFO.letters.first, INFO.letters.second],
        pieces,
        marks,
        goals: Vec::new(),
        route: Vec::new(),
        flight: None,
        proposed: false,
    }
}

pub(super) fn stones(bits: Bits, side: Side) -> impl Iterator<Item = (Square, Piece)> {
    let stone = Piece {
        shape: Shape::Stone,
        owner: Some(side),
    };
    squares(bits).into_iter().map(move |at| (at, stone))
}

/// The marks of a move on the squares it names.
fn trace(legal: &Move) -> Vec<(Square, Mark)> {
    match legal {
        Move::Place(squares) => squares.iter().map(|&at| (at, Mark::To)).collect(),
        Move::Step(_) | Move::Chain(_) => {
            let path = legal.squares();
            let last = path.len().saturating_sub(1);
            path.iter()
                .enumerate()
                .map(|(index, &at)| match index {
                    0 => (at, Mark::From),
                    index if index == last => (at, Mark::To),
                    _ => (at, Mark::Path),
                })
                .collect()
        }
    }
}
