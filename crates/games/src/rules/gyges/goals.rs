//! Whether a piece can enter the goal: a search asks that far more often than where else it
//! can get to, so it is looked for alone, from the pieces nearest to the goal on.

use super::board::{BOARD, Bits, Board, Index, bit, each, goal};
use super::flood::neighbours;
use super::ruleset::{Reuse, Ruleset};
use crate::rules::Side;

/// No goal can be entered from here.
const NEVER: u8 = u8::MAX;

/// Whether the piece on `from` could enter the opponent's goal in at most so many bounces,
/// whether or not it may move (G3).
pub fn enters(ruleset: &Ruleset, board: Board, side: Side, from: Index, bounces: u8) -> bool {
    // There are fewer pieces to bounce from.
    let bounces = bounces.min(NEVER - 1);
    let mut search = Search {
        ruleset,
        board,
        occupied: board.occupied() & !bit(from),
        goal: goal(side.other()),
        bounces,
        bounces_left: [NEVER; 36],
        tried: Vec::new(),
    };
    search.look_back(side);
    if search.bounces_left[usize::from(from)] > bounces {
        return false;
    }
    let used = match ruleset.reuse {
        Reuse::Border => 0,
        Reuse::Square => bit(from),
    };
    search.go_on(from, used, 0)
}

/// What was tried: a piece, what was used up on the way there, and after how many bounces.
struct Tried {
    at: Index,
    used: Bits,
    bounces: u8,
}

/// A way to another piece.
#[derive(Clone, Copy)]
struct Leg {
    end: Index,
    uses: Bits,
    left: u8,
}

struct Search<'a> {
    ruleset: &'a Ruleset,
    board: Board,
    occupied: Bits,
    goal: Index,
    /// How many bounces are followed.
    bounces: u8,
    /// How many bounces are left from each piece on, if nothing were used up.
    bounces_left: [u8; 36],
    tried: Vec<Tried>,
}

impl Search<'_> {
    /// From the goal backwards, one bounce after the other.
    fn look_back(&mut self, side: Side) {
        let empty = BOARD & !self.occupied;
        let [ones, twos, threes] = [1, 2, 3].map(|level| self.board.pieces(level));
        let mut one = self.ruleset.gates(side.other());
        let mut known = 0;
        for left in 0..=self.bounces {
            let two = neighbours(one & empty);
            let three = neighbours(two & empty);
            let fresh = (one & ones | two & twos | three & threes) & !known;
            for at in each(fresh) {
                self.bounces_left[usize::from(at)] = left;
            }
            known |= fresh;
            if fresh == 0 {
                break;
            }
            one = neighbours(fresh);
        }
    }

    /// Whether a walk that has come to a square leads into the goal.
    fn go_on(&mut self, at: Index, used: Bits, bounces: u8) -> bool {
        let nothing = Leg {
            end: 0,
            uses: 0,
            left: NEVER,
        };
        let (mut legs, mut count) = ([nothing; 36], 0);
        for path in self.ruleset.table.from(at, self.board.level(at)) {
            if path.through & self.occupied != 0 || path.uses & used != 0 {
                continue;
            }
            if path.end == self.goal {
                return true;
            }
            if self.occupied & bit(path.end) == 0 {
                continue;
            }
            let left = self.bounces_left[usize::from(path.end)];
            // One bounce is from that piece itself.
            if left < self.bounces - bounces {
                legs[count] = Leg {
                    end: path.end,
                    uses: path.uses,
                    left,
                };
                count += 1;
            }
        }
        let legs = &mut legs[..count];
        legs.sort_unstable_by_key(|leg| leg.left);
        for leg in legs {
            let used = used | leg.uses;
            if self.is_new(leg.end, used, bounces + 1) && self.go_on(leg.end, used, bounces + 1) {
                return true;
            }
        }
        false
    }

    /// Whether the walk has not come to this piece before with no more used up, and notes
    /// that it has. Nor does it help to come back to a piece (L4).
    fn is_new(&mut self, at: Index, used: Bits, bounces: u8) -> bool {
        let as_good =
            |tried: &Tried| tried.at == at && tried.used & !used == 0 && tried.bounces <= bounces;
        let new = !self.tried.iter().any(as_good);
        if new {
            self.tried.push(Tried { at, used, bounces });
        }
        new
    }
}
