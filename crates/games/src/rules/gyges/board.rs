//! The board as sets of squares, one bit a square, and the pieces on it.
//!
//! ```text
//! 6 | 30 31 32 33 34 35
//! 5 | 24 25 26 27 28 29
//! 4 | 18 19 20 21 22 23
//! 3 | 12 13 14 15 16 17
//! 2 |  6  7  8  9 10 11
//! 1 |  0  1  2  3  4  5
//!   +------------------
//!      a  b  c  d  e  f
//! ```

use crate::rules::{Side, Square};

/// A set of squares.
pub type Bits = u64;

/// The number of a square.
pub type Index = u8;

/// Squares along an edge.
pub const FILES: u8 = 6;

/// Every square.
pub const BOARD: Bits = (1 << 36) - 1;

/// The levels of pieces.
pub const LEVELS: [u8; 3] = [1, 2, 3];

/// The goal of a side, as the end of a path: the two follow the squares.
pub const fn goal(side: Side) -> Index {
    36 + side as Index
}

/// The rank next to a player, from 0.
pub const fn first_rank(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => FILES - 1,
    }
}

/// The pieces on the board, which belong to nobody.
///
/// A level is a number of two bits: `low` has the squares where the first bit is set, `high` where
/// the second is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Board {
    low: Bits,
    high: Bits,
}

impl Board {
    /// The pieces as two words.
    pub fn words(self) -> [u64; 2] {
        [self.low, self.high]
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(self) -> Bits {
        self.low | self.high
    }

    /// The level of the piece on a square; 0 if there is none.
    #[inline]
    pub fn level(self, at: Index) -> u8 {
        (self.low >> at & 1 | (self.high >> at & 1) << 1) as u8
    }

    /// The squares with a piece of this level.
    #[inline]
    pub fn pieces(self, level: u8) -> Bits {
        let plane = |set: bool, plane: Bits| if set { plane } else { !plane };
        plane(level & 1 != 0, self.low) & plane(level & 2 != 0, self.high) & BOARD
    }

    /// The board with a piece of this level on an empty square.
    #[inline]
    pub fn with(self, at: Index, level: u8) -> Self {
        Self {
            low: self.low | u64::from(level & 1) << at,
            high: self.high | u64::from(level >> 1) << at,
        }
    }

    /// The board without the piece on a square.
    #[inline]
    pub fn without(self, at: Index) -> Self {
        Self {
            low: self.low & !(1 << at),
            high: self.high & !(1 << at),
        }
    }
}

/// The squares of a rank, counted from the bottom from 0.
#[inline]
pub const fn rank(number: u8) -> Bits {
    0b11_1111 << (number * FILES)
}

/// The ranks as a player sees them, the nearest first.
pub fn ranks_from(side: Side) -> [u8; 6] {
    std::array::from_fn(|place| first_rank(side).abs_diff(place as u8))
}

/// The squares of all ranks up to and including the farthest from `side` with a square of
/// `occupied`; empty if there is none.
#[inline]
pub fn up_to_farthest(side: Side, occupied: Bits) -> Bits {
    if occupied == 0 {
        return 0;
    }
    match side {
        Side::First => {
            let highest = (63 - occupied.leading_zeros()) / 6;
            (1 << (6 * (highest + 1))) - 1
        }
        Side::Second => {
            let lowest = occupied.trailing_zeros() / 6;
            BOARD & !((1 << (6 * lowest)) - 1)
        }
    }
}

/// The number of a square.
#[inline]
pub fn index(square: Square) -> Index {
    square.rank() * FILES + square.file()
}

/// One square as a set.
#[inline]
pub fn bit(at: Index) -> Bits {
    1 << at
}

/// The square with this name, if it is on the board.
pub fn named(name: &str) -> Option<Square> {
    Square::named(name).filter(|square| square.file() < FILES && square.rank() < FILES)
}

/// The name of a square, or of a [`goal`].
pub fn name(at: Index) -> String {
    if at < 36 {
        square(at).to_string()
    } else {
        "goal".to_owned()
    }
}

/// The level with this text.
pub fn level(text: &str) -> Option<u8> {
    LEVELS.into_iter().find(|level| level.to_string() == text)
}

/// The squares by number; numbers from 36 on are not on this board.
static SQUARES: [Square; 64] = Square::numbered(FILES);

/// The square with this number.
#[inline]
pub fn square(at: Index) -> Square {
    SQUARES[usize::from(at) % SQUARES.len()]
}

/// The squares of a set, sorted by name.
pub fn squares(bits: Bits) -> Vec<Square> {
    let mut squares: Vec<Square> = each(bits).map(square).collect();
    squares.sort_unstable();
    squares
}

/// The numbers of the squares of a set.
#[inline]
pub fn each(mut bits: Bits) -> impl Iterator<Item = Index> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        // No set has a bit past the 36th.
        (lowest < 64).then_some(lowest as Index)
    })
}

/// How many steps two squares are apart.
pub fn distance(from: Square, to: Square) -> u8 {
    from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank())
}
