//! The reach of a piece: walks with bounces (G5 to G11).

use std::ops::ControlFlow::{self, Continue};
use std::ops::Range;

use super::board::{BOARD, Bits, Board, Index, bit, each, goal, rank, ranks_from, up_to_farthest};
use super::flood::{flood, near_goal};
use super::paths::Path;
use super::ruleset::Ruleset;
use crate::rules::Side;

/// What one piece can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The empty squares where it can end (G6).
    pub ends: Bits,
    /// The pieces whose place it can take (G7), if they can be put somewhere.
    pub swaps: Bits,
    /// Whether it can enter the opponent's goal (G10).
    pub goal: bool,
    /// The squares where a displaced piece can be put (G9).
    pub drops: Bits,
}

/// A mover and what it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Its square.
    pub from: Index,
    /// Its level.
    pub level: u8,
    /// What it can do.
    pub reach: Reach,
}

impl Mover {
    /// The squares where the piece on `at` can be put when this one takes its place. Swapping two
    /// equal pieces changes nothing (G13).
    #[inline]
    pub fn drops(&self, board: Board, at: Index) -> Bits {
        if board.level(at) == self.level {
            self.reach.drops & !bit(self.from)
        } else {
            self.reach.drops
        }
    }

    /// The number of its effects.
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
    let mut search = Search::new(ruleset, board, side, bounces);
    for number in ranks_from(side) {
        let mut any = false;
        for from in each(board.occupied() & rank(number)) {
            let mover = search.mover(from);
            if mover.count(board) > 0 {
                any = true;
                visit(&mover)?;
            } else if bounces < u8::MAX {
                any |= Search::new(ruleset, board, side, u8::MAX).moves(from);
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
    let mut search = Search::new(ruleset, board, side, u8::MAX);
    ranks_from(side)
        .into_iter()
        .find(|number| each(board.occupied() & rank(*number)).any(|from| search.moves(from)))
}

/// What the piece on `from` could do with at most `bounces` bounces, ignoring G3.
pub fn mover(ruleset: &Ruleset, board: Board, side: Side, from: Index, bounces: u8) -> Mover {
    Search::new(ruleset, board, side, bounces).mover(from)
}

/// Returns whether the piece on `from` could enter the opponent's goal with at most `bounces`
/// bounces, ignoring G3.
pub fn enters(ruleset: &Ruleset, board: Board, side: Side, from: Index, bounces: u8) -> bool {
    let mut search = Search::new(ruleset, board, side, bounces);
    search.near = near_goal(ruleset, board, side, from);
    let goal = bit(goal(side.other()));
    let fewest = search.near.iter().position(|near| near & bit(from) != 0);
    let fewest = fewest.map_or(bounces, |fewest| fewest as u8);
    // Nearly always one of the walks with the fewest bounces enters.
    fewest <= bounces
        && [fewest, bounces].into_iter().any(|bounces| {
            search.bounces = bounces;
            search.begin(from);
            search.look_for(goal);
            search.reach.ends & goal != 0
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

/// The landings of one piece before listing the legs, and checking whether landings are hopeful,
/// saves time.
const MAX_TRIES: usize = 24;

/// No landing.
const NONE: u32 = u32::MAX;

/// A search for everything that a piece can do, reused for several pieces: walks with the fewest
/// bounces first.
struct Search<'a> {
    ruleset: &'a Ruleset,
    board: Board,
    side: Side,
    occupied: Bits,
    /// The most bounces that are followed.
    bounces: u8,
    /// The pieces worth landing on, by the number of bounces left after them.
    near: [Bits; 8],
    reach: Reach,
    landings: Vec<Landing>,
    /// The latest landing on each square.
    latest: [u32; 36],
    /// The open paths from all pieces to other places, without a bounce, once listed.
    legs: Vec<Path>,
    /// The index of the first leg of each square.
    begins: [u16; 37],
    /// The ends that the piece may be able to reach.
    possible: Bits,
}

impl<'a> Search<'a> {
    #[inline]
    fn new(ruleset: &'a Ruleset, board: Board, side: Side, bounces: u8) -> Self {
        Self {
            ruleset,
            board,
            side,
            occupied: 0,
            bounces,
            near: [BOARD; 8],
            reach: Reach::default(),
            landings: Vec::with_capacity(MAX_TRIES),
            latest: [NONE; 36],
            legs: Vec::new(),
            begins: [0; 37],
            possible: 0,
        }
    }

    /// Returns whether the piece on `from` has a move. Nearly always it finds one before the first
    /// bounce.
    fn moves(&mut self, from: Index) -> bool {
        self.begin(from);
        self.reach.ends & BOARD & !bit(from) != 0 || self.mover(from).count(self.board) > 0
    }

    /// Lifts the piece on `from` and walks until it lands or ends.
    #[inline]
    fn begin(&mut self, from: Index) {
        // The piece is lifted first (G5).
        self.occupied = self.board.occupied() & !bit(from);
        // The square of a displaced piece stays occupied, by the mover.
        self.reach = Reach {
            drops: up_to_farthest(self.side, self.occupied) & BOARD & !self.occupied,
            // Returning changes nothing (G13), and the mover's own goal is closed (G10): look for
            // neither.
            ends: bit(from) | bit(goal(self.side)),
            ..Reach::default()
        };
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
        let mut possible = rough.ends | rough.swaps;
        let goal = bit(goal(self.side.other()));
        if rough.goal {
            possible |= goal;
        }
        self.look_for(possible);
        self.reach.goal = self.reach.ends & goal != 0;
        self.reach.ends &= BOARD & !bit(from);
        Mover {
            from,
            level: self.board.level(from),
            reach: self.reach,
        }
    }

    /// Follows the bounces of the piece until it has reached all of these ends, or all that it can.
    #[inline]
    fn look_for(&mut self, possible: Bits) {
        self.possible = possible;
        let mut next = 0;
        while let Some(&Landing {
            at, used, after, ..
        }) = self.landings.get(next)
        {
            if after == self.bounces || self.possible & !self.reached() == 0 {
                break;
            }
            if next == MAX_TRIES {
                self.find_legs();
            }
            if next < MAX_TRIES {
                let paths = self.ruleset.table.from(at, self.board.level(at));
                self.go_on(paths, used, after + 1);
            } else if self.is_hopeful(at, used) {
                let legs = std::mem::take(&mut self.legs);
                self.go_on(&legs[self.legs_from(at)], used, after + 1);
                self.legs = legs;
            }
            next += 1;
        }
    }

    /// Continues from a square by its paths.
    #[inline]
    fn go_on(&mut self, paths: &[Path], used: Bits, after: u8) {
        let left = self.bounces.saturating_sub(after + 1).min(7);
        let near = self.near[usize::from(left)];
        for path in paths {
            if path.through & self.occupied != 0 || path.uses & used != 0 {
                continue;
            }
            let end = bit(path.end);
            if self.occupied & end == 0 {
                self.reach.ends |= end;
            } else {
                self.reach.swaps |= end;
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

    /// Lists the legs that can be walked from each piece and may lead to a new place: a piece, an
    /// empty square not yet reached, or the goal.
    fn find_legs(&mut self) {
        self.legs.clear();
        for at in 0..36 {
            self.begins[usize::from(at)] = self.legs.len() as u16;
            let steps = self.board.level(at);
            if self.occupied & bit(at) == 0 {
                continue;
            }
            for path in self.ruleset.table.from(at, steps) {
                if path.through & self.occupied == 0 && bit(path.end) & self.reach.ends == 0 {
                    self.legs.push(*path);
                }
            }
        }
        self.begins[36] = self.legs.len() as u16;
    }

    /// The legs from a square, by their indexes.
    fn legs_from(&self, at: Index) -> Range<usize> {
        let place = usize::from(at);
        self.begins[place].into()..self.begins[place + 1].into()
    }

    /// What has been reached, as the ends of legs.
    fn reached(&self) -> Bits {
        self.reach.ends | self.reach.swaps
    }

    /// Returns whether continuing from a landing could lead to a new place, if what is used up from
    /// now on could be used again.
    fn is_hopeful(&self, at: Index, used: Bits) -> bool {
        let wanted = self.possible & !self.reached();
        let mut known = bit(at);
        let mut open = known;
        while open != 0 {
            let at = open.trailing_zeros() as Index;
            open &= open - 1;
            for leg in &self.legs[self.legs_from(at)] {
                if leg.uses & used != 0 {
                    continue;
                }
                let end = bit(leg.end);
                if end & wanted != 0 {
                    return true;
                }
                open |= end & self.occupied & !known;
                known |= end;
            }
        }
        false
    }
}
