//! A fast approximation of where a piece can go, in a few dozen instructions: it ignores that
//! borders or squares cannot be reused, and that a piece cannot turn straight back.
//!
//! Squares that it does not find cannot be reached; those that it finds nearly always can.

use super::board::{BOARD, Bits, Board, FILES, Index, bit, rank};
use super::ruleset::Ruleset;
use crate::rules::Side;

/// The squares of the first and the last file.
const FIRST: Bits = COLUMN;
const LAST: Bits = COLUMN << (FILES - 1);
// The board is each square of its first file, times a rank of ones.
const COLUMN: Bits = BOARD / rank(0);

/// What a piece can do, or may be able to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The empty squares where it ends (G6).
    pub ends: Bits,
    /// The pieces whose place it takes (G7), if they can be put somewhere.
    pub swaps: Bits,
    /// Whether it enters the opponent's goal (G10).
    pub goal: bool,
}

/// The squares next to a square of a set.
#[inline]
pub fn neighbours(set: Bits) -> Bits {
    ((set & !LAST) << 1 | (set & !FIRST) >> 1 | set << FILES | set >> FILES) & BOARD
}

/// What the piece on `from` may be able to do in at most `bounces` bounces.
#[inline]
pub fn flood(ruleset: &Ruleset, board: Board, side: Side, from: Index, bounces: u8) -> Reach {
    let occupied = board.occupied() & !bit(from);
    let empty = BOARD & !occupied;
    let gates = ruleset.gate_squares(side.other());
    let [ones, twos, threes] = [1, 2, 3].map(|level| board.pieces(level));
    let mut found = Reach::default();
    let mut fresh = bit(from);
    for _ in 0..=bounces {
        // The squares with three steps left, then two, then one.
        let two = neighbours(fresh & threes) & empty | fresh & twos;
        let one = neighbours(two) & empty | fresh & ones;
        found.goal |= one & gates != 0;
        let reached = neighbours(one);
        found.ends |= reached & empty;
        fresh = reached & occupied & !found.swaps;
        found.swaps |= fresh;
        if fresh == 0 {
            break;
        }
    }
    found.ends &= !bit(from);
    found
}

/// The pieces from which the piece lifted from `from` may be able to enter the opponent's goal: in
/// each place of the array, those with at most so many bounces after them; in the last, all.
pub fn near_goal(ruleset: &Ruleset, board: Board, side: Side, from: Index) -> [Bits; 8] {
    let empty = BOARD & !board.occupied() | bit(from);
    let [ones, twos, threes] = [1, 2, 3].map(|level| board.pieces(level));
    let mut near = [BOARD; 8];
    // From the goal backwards: the squares with one step left, then two, then three.
    let mut one = ruleset.gate_squares(side.other());
    let mut found = 0;
    for near in &mut near[..7] {
        let two = neighbours(one & empty);
        let three = neighbours(two & empty);
        found |= one & ones | two & twos | three & threes;
        *near = found;
        one = neighbours(found);
    }
    near
}

#[cfg(test)]
mod tests {
    use super::super::Gyges;
    use super::super::board::{each, goal};
    use super::super::tests::played;
    use super::super::walks;
    use super::*;
    use crate::rules::Position as _;

    /// Every end of every walk, step by step, without optimisation.
    fn walk(of: (&Ruleset, Board, Index), at: Index, used: Bits, bounces: u8) -> Bits {
        let (ruleset, board, from) = of;
        let occupied = board.occupied() & !bit(from);
        let mut ends = 0;
        for path in ruleset.table.from(at, board.level(at)) {
            if path.through & occupied == 0 && path.uses & used == 0 {
                ends |= bit(path.end);
                if occupied & bit(path.end) != 0 && bounces > 0 {
                    ends |= walk(of, path.end, used | path.uses, bounces - 1);
                }
            }
        }
        ends
    }

    #[test]
    fn nothing_that_can_be_reached_is_missed() {
        for variant in Gyges::INFO.variants {
            let mut goals = 0;
            for position in played(variant, 300) {
                let Gyges { ruleset, board, .. } = position;
                let all = |side| each(board.occupied()).map(move |from| (side, from));
                for (side, from) in Side::BOTH.into_iter().flat_map(all) {
                    let start = ruleset.used_at_first(from);
                    for bounces in [0, 1, 2, 3, u8::MAX] {
                        let found = flood(ruleset, board, side, from, bounces);
                        let exact = walks::mover(ruleset, board, side, from, bounces).reach;
                        assert_eq!(exact.ends & !found.ends, 0, "{position}");
                        assert_eq!(exact.swaps & !found.swaps, 0, "{position}");
                        assert!(found.goal || !exact.goal, "{position}");
                        let enters = walks::enters(ruleset, board, side, from, bounces);
                        assert_eq!(enters, exact.goal, "{position}");
                        goals += u32::from(exact.goal);
                        if bounces <= 3 {
                            let ends = walk((ruleset, board, from), from, start, bounces);
                            let into = ends & bit(goal(side.other())) != 0;
                            let to = (ends & BOARD & !bit(from), into);
                            assert_eq!(to, (exact.ends | exact.swaps, exact.goal), "{position}");
                        }
                    }
                }
            }
            assert!(goals > 100, "{goals}");
        }
    }
}
