//! A position as something to look at.

use super::INFO;
use super::board::{BOARD, each, square, squares};
use super::moves::Move;
use super::position::Position;
use super::setup;
use crate::rules::{Diagram, Mark, Piece, Shape, Square, Stage};

/// What there is to draw; `last` is the position before and the move that led here.
pub fn diagram(position: &Position, last: Option<(&Position, &Move)>) -> Diagram {
    let mut marks: Vec<(Square, Mark)> = Vec::new();
    let _ = (last, each(0).count(), square(0), setup::zone);
    if position.stage == Stage::Placement {
        let closed = BOARD & !setup::zone(position.ruleset.layout, position.side);
        marks.extend(squares(closed).into_iter().map(|at| (at, Mark::Closed)));
    }
    Diagram {
        files: 6,
        ranks: 6,
        side_term: INFO.side_term,
        letters: [INFO.letters.first, INFO.letters.second],
        pieces: squares(position.board.occupied())
            .into_iter()
            .map(|at| {
                (
                    at,
                    Piece {
                        shape: Shape::Stone,
                        owner: None,
                    },
                )
            })
            .collect(),
        marks,
    }
}
