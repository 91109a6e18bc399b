//! A whole turn as a value.

use std::fmt;

use super::board::square;
use super::turns::Route;
use crate::rules::{Square, square::list};

/// One whole turn of one side.
///
/// Small, and without an allocation unless the turn is a chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Two pieces are put on the board, the squares sorted by name (S1).
    Place([Square; 2]),
    /// A piece moves one step, from the first square to the second (S3).
    Step([Square; 2]),
    /// A piece makes several steps, each capturing: the squares it touches (S10).
    Chain(Box<[Square]>),
}

impl Move {
    /// The placement on two squares, in either order.
    pub fn place(one: Square, another: Square) -> Self {
        Self::Place([one.min(another), one.max(another)])
    }

    /// The movement along two squares or more.
    pub fn along(path: &[Square]) -> Self {
        match *path {
            [from, to] => Self::Step([from, to]),
            _ => Self::Chain(path.into()),
        }
    }

    /// The squares it names, in the order of its notation.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::Place(squares) | Self::Step(squares) => squares,
            Self::Chain(path) => path,
        }
    }
}

impl From<Route<'_>> for Move {
    fn from(route: Route<'_>) -> Self {
        match route {
            Route::Step(from, to) => Self::Step([square(from), square(to)]),
            Route::Chain(path) => Self::Chain(path.iter().map(|&at| square(at)).collect()),
        }
    }
}

/// The notation: `a1 b2` for a placement, `c2-c3` for a step, `b2-b3-b4` for a
/// chain. What is captured follows from the position and is not written.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = match self {
            Self::Place(_) => " ",
            Self::Step(_) | Self::Chain(_) => "-",
        };
        f.write_str(&list(self.squares(), separator))
    }
}
