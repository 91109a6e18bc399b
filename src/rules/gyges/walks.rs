//! Where a piece can get to: walks with bounces (G5 to G11).

use super::board::{BOARD, Bits, Board, Index, bit, each, rank, ranks_from, up_to_farthest};
use super::paths::Table;
use super::ruleset::{Reuse, Ruleset};
use crate::rules::Side;

/// What one piece can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The empty squares where it may end (G6).
    pub ends: Bits,
    /// The pieces whose place it may take (G7), if they can be put anywhere.
    pub swaps: Bits,
    /// Whether it may enter the opponent's goal (G10).
    pub goal: bool,
    /// Where a piece that it replaces may be put (G9).
    pub drops: Bits,
}

/// A mover and what it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Where it stands.
    pub from: Index,
    /// Its level.
    pub level: u8,
    /// What it can do.
    pub reach: Reach,
}

impl Mover {
    /// Where the piece on `at` may be put when this one takes its place. To swap
    /// two equal pieces changes nothing (G13).
    #[inline]
    pub fn drops(&self, board: Board, at: Index) -> Bits {
        if board.level(at) == self.level {
            self.reach.drops & !bit(self.from)
        } else {
            self.reach.drops
        }
    }

    /// How many effects it has.
    #[inline]
    pub fn count(&self, board: Board) -> u32 {
        let Reach {
            ends,
            swaps,
            goal,
            drops,
        } = self.reach;
        let same = (swaps & board.pieces(self.level)).count_ones();
        let unchanged = same * u32::from(drops & bit(self.from) != 0);
        ends.count_ones() + swaps.count_ones() * drops.count_ones() - unchanged + u32::from(goal)
    }
}

/// Calls `visit` for every piece that may move and has a move (G3, G4); the
/// rank they stand on, from 0, or none if nothing can move.
#[inline]
pub fn each_mover(
    ruleset: &Ruleset,
    board: Board,
    side: Side,
    mut visit: impl FnMut(&Mover),
) -> Option<u8> {
    for number in ranks_from(side) {
        let mut any = false;
        for from in each(board.occupied() & rank(number)) {
            let mover = mover(ruleset, board, side, from);
            if mover.count(board) > 0 {
                any = true;
                visit(&mover);
            }
        }
        if any {
            return Some(number);
        }
    }
    None
}

/// What the piece on `from` could do, whether or not it may move (G3).
///
/// # Panics
/// If there is no piece.
#[inline]
pub fn mover(ruleset: &Ruleset, board: Board, side: Side, from: Index) -> Mover {
    let level = board.level(from);
    // The piece is lifted first (G5).
    let occupied = board.occupied() & !bit(from);
    let mut search = Search {
        table: ruleset.table(),
        board,
        occupied,
        gates: ruleset.gates(side.other()),
        seen: [Seen::default(); 36],
        reach: Reach::default(),
    };
    let used = match ruleset.reuse {
        Reuse::Border => 0,
        Reuse::Square => bit(from),
    };
    search.go_on(from, level, used);
    let mut reach = search.reach;
    // To come back changes nothing (G13).
    reach.ends &= !bit(from);
    // The piece in whose place the mover stands leaves the square occupied.
    reach.drops = up_to_farthest(side, occupied) & BOARD & !occupied;
    Mover { from, level, reach }
}

/// What was used up when the search came to a piece before.
#[derive(Clone, Copy, Default)]
struct Seen {
    used: [Bits; 6],
    count: usize,
}

struct Search {
    table: &'static Table,
    board: Board,
    occupied: Bits,
    gates: Bits,
    seen: [Seen; 36],
    reach: Reach,
}

impl Search {
    /// Goes on from a square, with so many steps.
    fn go_on(&mut self, at: Index, steps: u8, used: Bits) {
        if !self.reach.goal {
            self.reach.goal = self.enters_goal(at, steps, used);
        }
        for path in self.table.from(at, steps) {
            if path.through & self.occupied != 0 || path.uses & used != 0 {
                continue;
            }
            let end = bit(path.end);
            if self.occupied & end == 0 {
                self.reach.ends |= end;
                continue;
            }
            self.reach.swaps |= end;
            let used = used | path.uses;
            if self.is_new(path.end, used) {
                self.go_on(path.end, self.board.level(path.end), used);
            }
        }
    }

    /// Whether the last of so many steps can enter the goal (G10).
    fn enters_goal(&self, at: Index, steps: u8, used: Bits) -> bool {
        if steps == 1 {
            return self.gates & bit(at) != 0;
        }
        self.table.from(at, steps - 1).iter().any(|path| {
            let end = bit(path.end);
            self.gates & end != 0
                && (path.through | end) & self.occupied == 0
                && path.uses & used == 0
        })
    }

    /// Whether a bounce from a piece can lead anywhere that was not reached from
    /// there before: not if less was used up then. This also keeps a walk from
    /// landing twice on one piece (L4).
    fn is_new(&mut self, at: Index, used: Bits) -> bool {
        let seen = &mut self.seen[usize::from(at)];
        if seen.used[..seen.count]
            .iter()
            .any(|before| before & !used == 0)
        {
            return false;
        }
        if seen.count < seen.used.len() {
            seen.used[seen.count] = used;
            seen.count += 1;
        }
        true
    }
}
