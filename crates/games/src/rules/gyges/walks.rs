//! The reach of a piece: walks with bounces (G5 to G11).

use std::ops::ControlFlow::{self, Continue};

use super::board::{BOARD, Bits, Board, Index, bit, each, goal, rank, ranks_from, up_to_farthest};
use super::flood::{Reach, flood, near_goal, neighbours};
use super::paths::Path;
use super::ruleset::Ruleset;
use crate::rules::Side;

/// A mover and what it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Its square.
    pub from: Index,
    /// Its level.
    pub level: u8,
    /// What it can do.
    pub reach: Reach,
    /// The squares where a displaced piece can be put (G9).
    pub drops: Bits,
}

impl Mover {
    /// The squares where the piece on `at` can be put when this one takes its place. Swapping two
    /// equal pieces changes nothing (G13).
    #[inline]
    pub fn drops(&self, board: Board, at: Index) -> Bits {
        if board.level(at) == self.level {
            self.drops & !bit(self.from)
        } else {
            self.drops
        }
    }

    /// The number of its effects.
    #[inline]
    pub fn count(&self, board: Board) -> u32 {
        let Reach { ends, swaps, goal } = self.reach;
        let same = (swaps & board.pieces(self.level)).count_ones();
        let unchanged = same * u32::from(self.drops & bit(self.from) != 0);
        let swapped = swaps.count_ones() * self.drops.count_ones() - unchanged;
        ends.count_ones() + swapped + u32::from(goal)
    }
}

/// Visits every piece that can move (G3, G4) with at most `bounces` bounces, until `visit` breaks
/// off.
#[inline]
pub fn each_mover<B>(
    ruleset: &Ruleset,
    board: Board,
    side: Side,
    bounces: u8,
    mut visit: impl FnMut(&Mover) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut walker = Walker::new(ruleset, board, side, bounces);
    for number in ranks_from(side) {
        let mut any = false;
        for from in each(board.occupied() & rank(number)) {
            let mover = walker.mover(from);
            if mover.count(board) > 0 {
                any = true;
                visit(&mover)?;
            } else if bounces < u8::MAX {
                any |= Walker::new(ruleset, board, side, u8::MAX).moves(from);
            }
        }
        if any {
            break;
        }
    }
    Continue(())
}

/// The rank whose pieces can move (G3, G4), from 0; `None` if no piece can.
pub fn active_rank(ruleset: &Ruleset, board: Board, side: Side) -> Option<u8> {
    let occupied = board.occupied();
    let empty = BOARD & !occupied;
    ranks_from(side).into_iter().find(|number| {
        let row = occupied & rank(*number);
        let one_left = row & board.pieces(1) | neighbours(row & board.pieces(2)) & empty;
        // Nearly always a piece of one or two steps finds an empty square.
        neighbours(one_left) & empty != 0
            || each(row).any(|from| Walker::new(ruleset, board, side, u8::MAX).moves(from))
    })
}

/// What the piece on `from` could do with at most `bounces` bounces, ignoring G3.
pub fn mover(ruleset: &Ruleset, board: Board, side: Side, from: Index, bounces: u8) -> Mover {
    Walker::new(ruleset, board, side, bounces).mover(from)
}

/// Returns whether the piece on `from` could enter the opponent's goal with at most `bounces`
/// bounces, ignoring G3.
pub fn enters(ruleset: &Ruleset, board: Board, side: Side, from: Index, bounces: u8) -> bool {
    let mut walker = Walker::new(ruleset, board, side, bounces);
    walker.near = near_goal(ruleset, board, side, from);
    let goal = bit(goal(side.other()));
    let fewest = walker.near.iter().position(|near| near & bit(from) != 0);
    let fewest = fewest.map_or(bounces, |fewest| fewest as u8);
    // Nearly always one of the walks with the fewest bounces enters.
    fewest <= bounces
        && [fewest, bounces].into_iter().any(|bounces| {
            walker.bounces = bounces;
            walker.begin(from);
            walker.look_for(goal);
            walker.ends & goal != 0
        })
}

/// A place where a walk has landed.
#[derive(Clone, Copy)]
struct Landing {
    at: Index,
    /// What the walk to it uses up (G8).
    used: Bits,
    /// The number of landings before it.
    after: u8,
    /// The landing on the same square before this one.
    before: u32,
}

/// No landing.
const NONE: u32 = u32::MAX;

/// Looks for everything that a piece can do, one piece after another: walks with the fewest bounces
/// first.
struct Walker<'a> {
    ruleset: &'a Ruleset,
    board: Board,
    side: Side,
    /// The squares with a piece, without the lifted one.
    occupied: Bits,
    /// The most bounces that are followed.
    bounces: u8,
    /// The pieces worth landing on, by the number of bounces left after them.
    near: [Bits; 8],
    /// The squares and goals where paths end, and the pieces on which they land.
    ends: Bits,
    swaps: Bits,
    landings: Vec<Landing>,
    /// The latest landing on each square.
    latest: [u32; 36],
}

impl<'a> Walker<'a> {
    #[inline]
    fn new(ruleset: &'a Ruleset, board: Board, side: Side, bounces: u8) -> Self {
        Self {
            ruleset,
            board,
            side,
            occupied: 0,
            bounces,
            near: [BOARD; 8],
            ends: 0,
            swaps: 0,
            // Most pieces have fewer.
            landings: Vec::with_capacity(24),
            latest: [NONE; 36],
        }
    }

    /// Returns whether the piece on `from` has a move. Nearly always it finds one before the first
    /// bounce.
    fn moves(&mut self, from: Index) -> bool {
        self.begin(from);
        self.ends & BOARD & !bit(from) != 0 || self.mover(from).count(self.board) > 0
    }

    /// Lifts the piece on `from` and walks until it lands or ends.
    #[inline]
    fn begin(&mut self, from: Index) {
        // The piece is lifted first (G5).
        self.occupied = self.board.occupied() & !bit(from);
        // Returning changes nothing (G13), and the mover's own goal is closed (G10): look for
        // neither.
        self.ends = bit(from) | bit(goal(self.side));
        self.swaps = 0;
        self.landings.clear();
        self.latest = [NONE; 36];
        let used = self.ruleset.used_at_first(from);
        let paths = self.ruleset.table.from(from, self.board.level(from));
        self.go_on(paths, used, 0);
    }

    /// What the piece on `from` could do, ignoring G3.
    #[inline]
    fn mover(&mut self, from: Index) -> Mover {
        self.begin(from);
        // Do not look for ends that the approximation rules out.
        let rough = flood(self.ruleset, self.board, self.side, from, self.bounces);
        let goal = bit(goal(self.side.other()));
        let entered = if rough.goal { goal } else { 0 };
        self.look_for(rough.ends | rough.swaps | entered);
        Mover {
            from,
            level: self.board.level(from),
            reach: Reach {
                ends: self.ends & BOARD & !bit(from),
                swaps: self.swaps,
                goal: self.ends & goal != 0,
            },
            // The square of a displaced piece stays occupied, by the mover.
            drops: up_to_farthest(self.side, self.occupied) & BOARD & !self.occupied,
        }
    }

    /// Follows the bounces of the piece until it has reached all of these ends, or all that it can.
    #[inline]
    fn look_for(&mut self, ends: Bits) {
        let mut next = 0;
        while let Some(&Landing {
            at, used, after, ..
        }) = self.landings.get(next)
        {
            let wanted = ends & !(self.ends | self.swaps);
            if after == self.bounces || wanted == 0 {
                break;
            }
            let paths = self.ruleset.table.from(at, self.board.level(at));
            self.go_on(paths, used, after + 1);
            next += 1;
        }
    }

    /// Continues from a square by its paths.
    #[inline]
    fn go_on(&mut self, paths: &[Path], used: Bits, after: u8) {
        let left = self.bounces.saturating_sub(after + 1).min(7);
        let near = self.near[usize::from(left)];
        for path in paths {
            if !path.is_open(self.occupied, used) {
                continue;
            }
            let end = bit(path.end);
            if self.occupied & end == 0 {
                self.ends |= end;
            } else {
                self.swaps |= end;
                if near & end != 0 {
                    self.land(path.end, used | path.uses, after);
                }
            }
        }
    }

    /// Adds a landing, unless an earlier one on the same piece used up no more: then a bounce leads
    /// nowhere new. So no walk lands twice on one piece (L4).
    fn land(&mut self, at: Index, used: Bits, after: u8) {
        let latest = self.latest[usize::from(at)];
        let mut number = latest;
        while let Some(landing) = self.landings.get(number as usize) {
            if landing.used & !used == 0 {
                return;
            }
            number = landing.before;
        }
        self.latest[usize::from(at)] = self.landings.len() as u32;
        self.landings.push(Landing {
            at,
            used,
            after,
            before: latest,
        });
    }
}
