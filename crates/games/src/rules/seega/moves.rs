//! A move: a whole turn.

use std::fmt;

use super::board::Bits;
use crate::rules::{Square, square::list};

/// One whole turn of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Two pieces are put on the board, the squares sorted by name (S1).
    Place([Square; 2]),
    /// A piece moves (S3).
    Walk(Path),
}

/// The path of one piece: its start, and each step.
///
/// Every step of several captures (S10), so there are at most as many as the opponent has pieces,
/// which is 40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    from: Square,
    steps: u8,
    /// The direction of each step, as in [`Square::step`], two bits each.
    directions: [u8; 10],
}

impl Path {
    /// The path that starts on a square, without a step yet.
    #[inline]
    pub fn at(from: Square) -> Self {
        Self {
            from,
            steps: 0,
            directions: [0; 10],
        }
    }

    /// The path with one more step, from one square to one next to it, each as a set.
    #[inline]
    pub fn then(mut self, from: Bits, to: Bits) -> Self {
        let further = to > from;
        let across = to == from << 1 || from == to << 1;
        let direction = match (further, across) {
            (true, false) => 0,
            (true, true) => 1,
            (false, false) => 2,
            (false, true) => 3,
        };
        let place = usize::from(self.steps / 4) % self.directions.len();
        self.directions[place] |= direction << (2 * (self.steps % 4));
        self.steps += 1;
        self
    }

    fn end(self) -> Square {
        let directions = (0..self.steps).map(|step| self.direction(step));
        directions.fold(self.from, |at, way| at.step(way).unwrap_or(at))
    }

    fn direction(self, step: u8) -> u8 {
        self.directions[usize::from(step / 4)] >> (2 * (step % 4)) & 3
    }

    /// The squares it touches, including both ends.
    pub fn squares(self) -> Vec<Square> {
        let mut squares = vec![self.from];
        let mut at = Some(self.from);
        for step in 0..self.steps {
            at = at.and_then(|at| at.step(self.direction(step)));
            squares.extend(at);
        }
        squares
    }
}

impl Move {
    /// Its two squares, or the first and the last of a path.
    pub fn ends(self) -> [Square; 2] {
        match self {
            Self::Place(squares) => squares,
            Self::Walk(path) => [path.from, path.end()],
        }
    }

    /// The placement on two squares, in either order.
    pub fn place(one: Square, another: Square) -> Self {
        Self::Place([one.min(another), one.max(another)])
    }

    /// The squares it names, in the order of its notation.
    pub fn squares(self) -> Vec<Square> {
        match self {
            Self::Place(squares) => squares.to_vec(),
            Self::Walk(path) => path.squares(),
        }
    }
}

/// The notation: `a1 b2` for a placement, `c2-c3` for a step, `b2-b3-b4` for a
/// chain. Captures follow from the position and are not written.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joint = match self {
            Self::Place(_) => " ",
            Self::Walk(_) => "-",
        };
        f.write_str(&list(&self.squares(), joint))
    }
}
