//! The layout of a picture.

use super::shapes::Point;
use super::view::Size;
use super::{on_board, size};
use siwa_games::rules::{Diagram, Goal, Place, Side, Square};

/// The sizes of a board, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scale {
    /// The edge of a square.
    pub(super) cell: u32,
    /// The width of the frame.
    pub(super) margin: u32,
    /// The height of the letters of coordinates.
    pub(super) letters: u32,
    /// The width of the frame's outermost line.
    pub(super) line: u32,
}

impl Scale {
    /// The scale for a board with that many squares along an edge. At natural size 5×5, 7×7 and 9×9 are
    /// 640, 704 and 900 pixels wide, and 6×6, which also has goals, 560. Discord shows pictures
    /// about 320 pixels wide on a phone, so larger boards get more pixels and larger letters.
    fn new(edge: u8, size: Size) -> Self {
        let (cell, margin, letters) = match edge {
            ..=5 => (112, 40, 30),
            6 => (80, 40, 32),
            7 => (88, 44, 34),
            8.. => (90, 45, 40),
        };
        let squares = u32::from(edge);
        let natural = squares * cell + 2 * margin;
        let least = *Size::WIDTHS.start();
        let most = *Size::WIDTHS.end();
        let width = match size {
            Size::Natural => natural,
            Size::Width(wanted) => u32::from(wanted.clamp(least, most)),
        };
        let scaled = |length: u32| (length as f32 * width as f32 / natural as f32).round() as u32;
        let cell = scaled(cell);
        Self {
            cell,
            // The frame fills the space that whole squares leave.
            margin: width.saturating_sub(squares * cell) / 2,
            letters: scaled(letters),
            line: scaled(2).max(1),
        }
    }

    /// The width of the frame between its two lines, where the coordinates are.
    pub(super) fn band(self) -> u32 {
        self.margin.saturating_sub(3 * self.line)
    }
}

/// The positions of squares and goals in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Squares along an edge of the board.
    pub(super) edge: u8,
    /// The number of goals above the board and below it.
    goals: [u8; 2],
    orientation: Side,
    /// The scale.
    pub(super) scale: Scale,
}

impl Layout {
    /// The layout of a diagram.
    pub(super) fn new(diagram: &Diagram, orientation: Side, wanted: Size) -> Self {
        let edge = size(diagram);
        let sides = [orientation.other(), orientation];
        Self {
            edge,
            goals: sides.map(|side| u8::from(goal(diagram, side).is_some())),
            orientation,
            scale: Scale::new(edge, wanted),
        }
    }

    /// The picture's width and height.
    pub(super) fn size(self) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        let along = |cells: u8| u32::from(cells) * cell + 2 * margin;
        let [above, below] = self.goals;
        (along(self.edge), along(above + self.edge + below))
    }

    /// Returns whether the goal of a side is above the board.
    pub(super) fn is_above(self, side: Side) -> bool {
        side != self.orientation
    }

    /// The number of cells to the left of a file.
    fn across(self, file: u8) -> u32 {
        u32::from(match self.orientation {
            Side::First => file,
            Side::Second => self.edge.saturating_sub(file + 1),
        })
    }

    /// The number of cells above a rank.
    fn down(self, rank: u8) -> u32 {
        let down = match self.orientation {
            Side::First => self.edge.saturating_sub(rank + 1),
            Side::Second => rank,
        };
        u32::from(down + self.goals[0])
    }

    /// The upper left corner of a cell.
    fn cell(self, across: u32, down: u32) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        (margin + across * cell, margin + down * cell)
    }

    /// The upper left corner of a square on the board.
    pub(super) fn corner(self, square: Square) -> (u32, u32) {
        self.cell(self.across(square.file()), self.down(square.rank()))
    }

    /// The upper left corner of the part of a goal beyond a file.
    pub(super) fn goal_cell(self, side: Side, file: u8) -> (u32, u32) {
        let below = self.edge + self.goals[0];
        let down = if self.is_above(side) { 0 } else { below };
        self.cell(self.across(file), u32::from(down))
    }

    /// The corner of a coordinate to the left of the cell with that corner.
    pub(super) fn beside(self, (_, top): (u32, u32)) -> (u32, u32) {
        let Scale { cell, line, .. } = self.scale;
        (line, (top + cell / 2).saturating_sub(self.scale.band() / 2))
    }

    /// The corner of a coordinate at the lower edge, below the cell with that corner.
    pub(super) fn below(self, (left, _): (u32, u32)) -> (u32, u32) {
        let (_, height) = self.size();
        let Scale { margin, line, .. } = self.scale;
        (self.beside((0, left)).1, height + 2 * line - margin)
    }

    /// The middle of the cell with that corner.
    pub(super) fn middle(self, (left, top): (u32, u32)) -> Point {
        let half = self.scale.cell as f32 / 2.0;
        (left as f32 + half, top as f32 + half)
    }

    /// The middles of all pieces in the picture.
    pub(super) fn pieces(self, diagram: &Diagram) -> Vec<Point> {
        let squares = diagram.pieces.iter().map(|(square, _)| *square);
        let squares = squares.filter(|square| on_board(diagram, *square));
        let goals = diagram.goals.iter().filter(|goal| goal.piece.is_some());
        let goals = goals.map(|goal| self.goal_cell(goal.side, entry(diagram, goal)));
        let corners = squares.map(|square| self.corner(square)).chain(goals);
        corners.map(|corner| self.middle(corner)).collect()
    }

    /// The middles of all places on the route of the last move; `None` if it is not drawn, or not
    /// completely in the picture.
    pub(super) fn route(self, diagram: &Diagram) -> Option<Vec<Point>> {
        let middle = |place: &Place| {
            let corner = match *place {
                Place::Square(square) if on_board(diagram, square) => self.corner(square),
                Place::Square(_) => return None,
                Place::Goal(side) => self.goal_cell(side, entry(diagram, goal(diagram, side)?)),
            };
            Some(self.middle(corner))
        };
        diagram.route.iter().map(middle).collect()
    }
}

/// The goal of a side, if there is one.
pub(super) fn goal(diagram: &Diagram, side: Side) -> Option<&Goal> {
    diagram.goals.iter().find(|goal| goal.side == side)
}

/// The file beyond which a goal shows its piece: where the piece entered, or the middle if that is
/// unknown.
pub(super) fn entry(diagram: &Diagram, goal: &Goal) -> u8 {
    let last = size(diagram) - 1;
    let way = match diagram.route.as_slice() {
        [.., Place::Square(last), Place::Goal(side)] if *side == goal.side => Some(*last),
        _ => None,
    };
    let middle = goal.gates.len().saturating_sub(1) / 2;
    way.or_else(|| goal.gates.get(middle).copied())
        .map_or(last / 2, |square| square.file().min(last))
}
