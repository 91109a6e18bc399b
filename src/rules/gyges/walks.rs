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
    let mut search = Search::new(ruleset, board, side);
    for number in ranks_from(side) {
        let mut any = false;
        for from in each(board.occupied() & rank(number)) {
            let mover = search.mover(from);
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

/// The rank whose pieces may move (G3, G4), from 0; none if nothing can move.
pub fn active_rank(ruleset: &Ruleset, board: Board, side: Side) -> Option<u8> {
    let mut search = Search::new(ruleset, board, side);
    ranks_from(side).into_iter().find(|number| {
        each(board.occupied() & rank(*number)).any(|from| search.mover(from).count(board) > 0)
    })
}

/// What the piece on `from` could do, whether or not it may move (G3).
pub fn mover(ruleset: &Ruleset, board: Board, side: Side, from: Index) -> Mover {
    Search::new(ruleset, board, side).mover(from)
}

/// A place where a walk has landed.
#[derive(Clone, Copy)]
struct Landing {
    at: Index,
    /// What was used up on the way (G8).
    used: Bits,
    /// The landing on the same square before this one.
    before: u16,
}

/// Landings of one piece before it pays to ask of each whether it is hopeful.
const PATIENCE: usize = 24;

/// No landing.
const NONE: u16 = u16::MAX;

/// A search for everything that one piece after the other can do: those with
/// the fewest bounces first.
struct Search {
    table: &'static Table,
    reuse: Reuse,
    board: Board,
    side: Side,
    gates: Bits,
    occupied: Bits,
    reach: Reach,
    landings: Vec<Landing>,
    /// The latest landing on each square.
    latest: [u16; 36],
}

impl Search {
    #[inline]
    fn new(ruleset: &Ruleset, board: Board, side: Side) -> Self {
        Self {
            table: ruleset.table(),
            reuse: ruleset.reuse,
            board,
            side,
            gates: ruleset.gates(side.other()),
            occupied: 0,
            reach: Reach::default(),
            landings: Vec::new(),
            latest: [NONE; 36],
        }
    }

    /// What the piece on `from` could do, whether or not it may move (G3).
    #[inline]
    fn mover(&mut self, from: Index) -> Mover {
        let level = self.board.level(from);
        // The piece is lifted first (G5).
        self.occupied = self.board.occupied() & !bit(from);
        // The piece in whose place the mover stands leaves the square occupied.
        self.reach = Reach {
            drops: up_to_farthest(self.side, self.occupied) & BOARD & !self.occupied,
            // To come back changes nothing (G13), so it is not looked for.
            ends: bit(from),
            ..Reach::default()
        };
        self.landings.clear();
        self.latest = [NONE; 36];
        let used = match self.reuse {
            Reuse::Border => 0,
            Reuse::Square => bit(from),
        };
        self.go_on(from, level, used);
        let mut next = 0;
        while let Some(&Landing { at, used, .. }) = self.landings.get(next) {
            if next < PATIENCE || self.is_hopeful(at, used) {
                self.go_on(at, self.board.level(at), used);
            }
            next += 1;
        }
        self.reach.ends &= !bit(from);
        Mover {
            from,
            level,
            reach: self.reach,
        }
    }

    /// Goes on from a square, with so many steps.
    #[inline]
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
            } else {
                self.reach.swaps |= end;
                self.land(path.end, used | path.uses);
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

    /// Notes a landing, unless one on the same piece had used up no more: then a
    /// bounce leads nowhere new. So no walk lands twice on one piece (L4).
    fn land(&mut self, at: Index, used: Bits) {
        let latest = self.latest[usize::from(at)];
        let mut number = latest;
        while let Some(landing) = self.landings.get(usize::from(number)) {
            if landing.used & !used == 0 {
                return;
            }
            number = landing.before;
        }
        self.latest[usize::from(at)] = self.landings.len() as u16;
        self.landings.push(Landing {
            at,
            used,
            before: latest,
        });
    }

    /// Whether going on from a landing could lead anywhere new, if what is used
    /// up from now on could be used again.
    fn is_hopeful(&self, at: Index, used: Bits) -> bool {
        let mut known = bit(at);
        let mut open = known;
        while open != 0 {
            let at = open.trailing_zeros() as Index;
            open &= open - 1;
            let steps = self.board.level(at);
            if !self.reach.goal && self.enters_goal(at, steps, used) {
                return true;
            }
            for path in self.table.from(at, steps) {
                if path.through & self.occupied != 0 || path.uses & used != 0 {
                    continue;
                }
                let end = bit(path.end);
                if end & !(self.reach.ends | self.reach.swaps) != 0 {
                    return true;
                }
                open |= end & self.occupied & !known;
                known |= end;
            }
        }
        false
    }
}
