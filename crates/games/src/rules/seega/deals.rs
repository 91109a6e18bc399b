//! Arrangements of all pieces from which neither side has an advantage, found as docs/GAMES.md says.

use super::board::{Bits, Geometry, bit};
use crate::rules::{Below, BySide, Side, Square, Variant};

/// The arrangements of each variant, one a line below its id. The bits of the hexadecimal number are
/// the squares from `a1`, rank by rank without the centre: those of the first side's pieces are set.
const LISTED: &str = include_str!("../../../assets/deals.txt");

/// How many ways there are to turn and mirror a board.
const TURNED: usize = 8;

/// The arrangements of a variant, or else those of the classic rules on its board.
fn listed(variant: &Variant) -> Vec<&'static str> {
    let section = |id: &str| {
        let lines = LISTED.lines().skip_while(|line| *line != id).skip(1);
        lines.take_while(|line| !line.contains('-')).collect()
    };
    let own: Vec<&str> = section(variant.id);
    if own.is_empty() {
        section(&format!("seega-{}-classic", variant.size))
    } else {
        own
    }
}

/// The pieces in the arrangement of a variant that `below` draws, turned and mirrored as it draws.
pub(super) fn deal(
    variant: &Variant,
    geometry: &Geometry,
    below: &mut Below<'_>,
) -> Option<BySide<Bits>> {
    let listed = listed(variant);
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
