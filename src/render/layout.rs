//! Where everything lies in a picture.

use super::shapes::Point;
use super::theme::Scale;
use super::{on_board, size};
use crate::rules::{Diagram, Goal, Place, Side, Square};

/// Where squares and goals lie in the picture of one size of board.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Columns of the board.
    pub(super) files: u8,
    /// Rows of the board.
    pub(super) ranks: u8,
    /// Whether a goal lies below the first rank.
    pub(super) below: bool,
    /// Whether a goal lies above the last rank.
    pub(super) above: bool,
    /// How large it is drawn.
    pub(super) scale: Scale,
}

impl Layout {
    /// How many there are of one scale.
    pub(super) const COUNT: usize = 81 * 4;

    /// The layout of a diagram.
    pub(super) fn of(diagram: &Diagram, scale: Scale) -> Self {
        let (files, ranks) = size(diagram);
        Self {
            files,
            ranks,
            below: goal(diagram, Side::First).is_some(),
            above: goal(diagram, Side::Second).is_some(),
            scale,
        }
    }

    /// Its place among all.
    pub(super) fn place(self) -> usize {
        let board = usize::from(self.files - 1) * 9 + usize::from(self.ranks - 1);
        board * 4 + usize::from(self.above) * 2 + usize::from(self.below)
    }

    /// The picture's width and height.
    pub(super) fn size(self) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        let goals = u8::from(self.above) + u8::from(self.below);
        let along = |cells: u8| u32::from(cells) * cell + 2 * margin;
        (along(self.files), along(self.ranks + goals))
    }

    /// The upper left corner of a square on the board.
    pub(super) fn corner(self, square: Square) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        let down = self.ranks.saturating_sub(square.rank() + 1) + u8::from(self.above);
        (
            margin + u32::from(square.file()) * cell,
            margin + u32::from(down) * cell,
        )
    }

    /// The upper left corner of the part of a goal beyond a file.
    pub(super) fn tray(self, side: Side, file: u8) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        let down = match side {
            Side::First => self.ranks + u8::from(self.above),
            Side::Second => 0,
        };
        (
            margin + u32::from(file) * cell,
            margin + u32::from(down) * cell,
        )
    }

    /// The middle of a cell of which that is the corner.
    pub(super) fn middle(self, (left, top): (u32, u32)) -> Point {
        let half = self.scale.cell as f32 / 2.0;
        (left as f32 + half, top as f32 + half)
    }

    /// The middles of all places that the last move touched; none if it is not
    /// drawn, or if any of them is not in the picture.
    pub(super) fn route(self, diagram: &Diagram) -> Option<Vec<Point>> {
        let middle = |place: &Place| {
            let corner = match *place {
                Place::Square(square) if on_board(diagram, square) => self.corner(square),
                Place::Square(_) => return None,
                Place::Goal(side) => self.tray(side, entry(diagram, goal(diagram, side)?)),
            };
            Some(self.middle(corner))
        };
        diagram.route.iter().map(middle).collect()
    }
}

/// What lies beyond the first rank, or beyond the last.
pub(super) fn goal(diagram: &Diagram, side: Side) -> Option<&Goal> {
    diagram.goals.iter().find(|goal| goal.side == side)
}

/// The file beyond which a goal holds its piece: where the piece came in, or the
/// middle if nobody knows.
pub(super) fn entry(diagram: &Diagram, goal: &Goal) -> u8 {
    let (files, _) = size(diagram);
    let way = match diagram.route.as_slice() {
        [.., Place::Square(last), Place::Goal(side)] if *side == goal.side => Some(*last),
        _ => None,
    };
    way.or_else(|| {
        goal.gates
            .get(goal.gates.len().saturating_sub(1) / 2)
            .copied()
    })
    .map_or((files - 1) / 2, |square| square.file().min(files - 1))
}
