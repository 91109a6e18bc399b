//! Boards as sets of squares, one bit per square.
//!
//! Every size shares one layout: a rank takes [`STRIDE`] bits, at least one more than it has
//! squares. A shift by one past an edge ends on a spare bit. The next intersection with squares of the
//! board removes it, so that no rule needs to check for edges.

use crate::rules::Square;

/// A set of squares.
pub type Bits = u128;

/// Bits a rank.
const STRIDE: u32 = 10;

/// The shape of a board.
#[derive(Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Squares along an edge.
    pub size: u8,
    /// Every square.
    pub board: Bits,
    /// The leftmost file.
    first_file: Bits,
    /// The middle square.
    pub centre: Bits,
    /// The number of pieces that a side places.
    pub men: u32,
}

impl Geometry {
    /// The board of this odd size, at most 9.
    pub fn new(size: u8) -> Self {
        let rank: Bits = (1 << size) - 1;
        let squares = (0..size).map(|rank| 1 << (u32::from(rank) * STRIDE));
        let first_file = squares.fold(0, |file: Bits, square: Bits| file | square);
        let middle = u32::from(size / 2);
        Self {
            size,
            // Each square of the first file, times a rank of ones, is a whole rank.
            board: first_file * rank,
            first_file,
            centre: 1 << (middle * STRIDE + middle),
            men: u32::from(size) * u32::from(size) / 2,
        }
    }

    /// The squares of one rank, counted from the bottom from 0.
    pub fn rank(&self, number: u8) -> Bits {
        self.board & (((1 << STRIDE) - 1) << (u32::from(number) * STRIDE))
    }

    /// The squares of one file, counted from the left from 0.
    pub fn file(&self, number: u8) -> Bits {
        self.first_file << number
    }

    /// Returns whether a square is on the board.
    pub fn has(&self, square: Square) -> bool {
        square.file() < self.size && square.rank() < self.size
    }
}

/// One square as a set.
pub fn bit(square: Square) -> Bits {
    1 << (u32::from(square.rank()) * STRIDE + u32::from(square.file()))
}

/// The square of each bit; A1 for the spare bits.
static SQUARES: [Square; 128] = Square::numbered(STRIDE as u8);

/// The square of a set that has one; the lowest of several.
#[inline]
pub fn square(bit: Bits) -> Square {
    SQUARES[bit.trailing_zeros() as usize % SQUARES.len()]
}

/// The squares of a set, sorted by name.
pub fn squares(bits: Bits) -> Vec<Square> {
    let mut squares: Vec<Square> = each(bits).map(square).collect();
    squares.sort_unstable();
    squares
}

/// The squares of a set, each as a set.
pub fn each(mut bits: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The squares next to a square of a set, and some spare bits.
#[inline]
pub fn neighbours(bits: Bits) -> Bits {
    east(bits) | west(bits) | north(bits) | south(bits)
}

/// The set moved one file to the right.
#[inline]
pub fn east(bits: Bits) -> Bits {
    bits << 1
}

/// The set moved one file to the left.
#[inline]
pub fn west(bits: Bits) -> Bits {
    bits >> 1
}

/// The set moved one rank up.
#[inline]
pub fn north(bits: Bits) -> Bits {
    bits << STRIDE
}

/// The set moved one rank down.
#[inline]
pub fn south(bits: Bits) -> Bits {
    bits >> STRIDE
}
