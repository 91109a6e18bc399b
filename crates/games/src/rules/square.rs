//! The name of a cell of a board.

use std::fmt;

use crate::text::Arg;

/// A cell: files are lettered `a b c …` from the left, ranks numbered from the
/// bottom.
///
/// Ordered by name: `a1 < a2 < b1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// The square a step away in one of the directions north, east, south and
    /// west, 0 to 3; `None` past `a` or `1`, or `i9`.
    #[must_use]
    pub fn step(self, direction: u8) -> Option<Self> {
        match direction {
            0 => Self::new(self.file, self.rank + 1),
            1 => Self::new(self.file + 1, self.rank),
            2 => Self::new(self.file, self.rank.checked_sub(1)?),
            _ => Self::new(self.file.checked_sub(1)?, self.rank),
        }
    }

    /// The first square.
    pub const A1: Self = Self { file: 0, rank: 0 };

    /// The cell `file` columns from the left and `rank` rows from the bottom,
    /// both from 0; `None` past `i9`, the corner of the largest board.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 9 && rank < 9 {
            Some(Self { file, rank })
        } else {
            None
        }
    }

    /// The cells by number, `a_rank` to a rank, for boards that number their squares; numbers
    /// without a cell are [`A1`](Self::A1).
    pub const fn numbered<const COUNT: usize>(a_rank: u8) -> [Self; COUNT] {
        let mut cells = [Self::A1; COUNT];
        let mut number = 0;
        while number < COUNT {
            let place = number as u8;
            if let Some(cell) = Self::new(place % a_rank, place / a_rank) {
                cells[number] = cell;
            }
            number += 1;
        }
        cells
    }

    /// Every cell of a board with `size` squares along an edge, rank by rank from the bottom.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size * size).filter_map(move |number| Self::new(number % size, number / size))
    }

    /// The cell with this name, such as `c2`; `None` if it is not a name.
    pub fn named(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        Self::new(file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }

    /// Columns from the left, from 0.
    pub fn file(self) -> u8 {
        self.file
    }

    /// Rows from the bottom, from 0.
    pub fn rank(self) -> u8 {
        self.rank
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl From<Square> for Arg {
    fn from(square: Square) -> Self {
        Self::Str(square.to_string())
    }
}

/// Names of squares, in order, with `separator` between them.
pub fn list(squares: &[Square], separator: &str) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(separator)
}
