//! The name of a cell of a board.

use std::fmt;

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
    /// The cell `file` columns from the left and `rank` rows from the bottom,
    /// both from 0; none past `i9`, the largest board there is.
    #[must_use]
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        (file < 9 && rank < 9).then_some(Self { file, rank })
    }

    /// The cell of that name, such as `c2`; none if it is not a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        Self::new(file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }

    /// Columns from the left, from 0.
    #[must_use]
    pub fn file(self) -> u8 {
        self.file
    }

    /// Rows from the bottom, from 0.
    #[must_use]
    pub fn rank(self) -> u8 {
        self.rank
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// Names of squares, in their order, with `separator` between them.
#[must_use]
pub fn list(squares: &[Square], separator: &str) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(separator)
}
