//! Arrangements of all pieces from which neither side has an advantage, found by `siwa-lab deals`.

use super::board::{Bits, Geometry, bit};
use crate::rules::{BySide, Side, Square};

/// One arrangement a line, the boards' sizes one after another. The bits of the hexadecimal number
/// are the squares from `a1`, rank by rank without the centre: those of the first side's pieces are
/// set.
const LISTED: &str = include_str!("../../../assets/deals.txt");

/// How many ways there are to turn and mirror a board.
const TURNED: usize = 8;

/// The pieces in the listed arrangement of a board that `below` draws, turned and mirrored as it draws; `below(n)`
/// returns a random number below `n`.
pub(super) fn deal(
    geometry: &Geometry,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<BySide<Bits>> {
    // Four squares a digit.
    let of_board = |line: &&str| 2 * line.len() == geometry.men as usize;
    let listed: Vec<&str> = LISTED.lines().filter(of_board).collect();
    let number = u128::from_str_radix(listed[below(listed.len())], 16).ok()?;
    let turn = below(TURNED);
    let last = geometry.size - 1;
    let squares = Square::all(geometry.size).filter(|at| bit(*at) != geometry.centre);
    let mut pieces = BySide::default();
    for (place, square) in squares.enumerate() {
        let side = match number >> place & 1 {
            1 => Side::First,
            _ => Side::Second,
        };
        *pieces.get_mut(side) |= bit(turned(square, last, turn)?);
    }
    Some(pieces)
}

/// A square of a board that is turned and mirrored.
fn turned(square: Square, last: u8, turn: usize) -> Option<Square> {
    let mirrored = |place: u8, bit: usize| match turn & bit {
        0 => place,
        _ => last - place,
    };
    let file = mirrored(square.file(), 1);
    let rank = mirrored(square.rank(), 2);
    match turn & 4 {
        0 => Square::new(file, rank),
        _ => Square::new(rank, file),
    }
}
