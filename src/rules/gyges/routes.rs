//! Routes: the way a piece takes, bounce by bounce, square by square.

use super::board::{Bits, Board, bit, index, square};
use super::paths::Path;
use super::ruleset::{Reuse, Ruleset};
use crate::rules::{Side, Square};

/// Where a leg of a route ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// On a square.
    Square(Square),
    /// In the opponent's goal.
    Goal,
}

/// One way from a landing to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The squares that must be empty (G5).
    pub through: Bits,
    /// What it uses up (G8).
    pub uses: Bits,
    /// The squares it enters, in their order.
    pub squares: Vec<Square>,
}

impl Leg {
    fn of(path: &Path) -> Self {
        let squares = path.via().iter().chain([&path.end]);
        Self {
            through: path.through,
            uses: path.uses,
            squares: squares.map(|at| square(*at)).collect(),
        }
    }
}

/// A board and a piece that is lifted from it.
#[derive(Clone, Copy, Debug)]
pub struct Lifted {
    /// The rules.
    pub ruleset: &'static Ruleset,
    /// The pieces.
    pub board: Board,
    /// Who moves.
    pub side: Side,
    /// Where the piece stood.
    pub from: Square,
}

/// Why a route cannot be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It goes on from a square without a piece.
    NoBounce {
        /// The square.
        at: Square,
    },
    /// No way of so many steps leads there, whatever stands on the board.
    Steps,
    /// The goal is not entered from the squares that a way leads to.
    Gate,
    /// Pieces stand in every way.
    Blocked {
        /// Their squares.
        by: Vec<Square>,
    },
    /// A border or a square was used before.
    Reused {
        /// The two squares of the border, or the one square.
        what: Vec<Square>,
    },
}

impl Lifted {
    /// The squares with a piece, without the one that is lifted.
    pub fn occupied(&self) -> Bits {
        self.board.occupied() & !bit(index(self.from))
    }

    fn used_at_first(&self) -> Bits {
        match self.ruleset.reuse {
            Reuse::Border => 0,
            Reuse::Square => bit(index(self.from)),
        }
    }

    /// How many steps are to be made from a square: the level of the lifted
    /// piece, or of the piece bounced from.
    pub fn steps(&self, at: Square) -> u8 {
        self.board.level(index(at))
    }

    /// Every way of so many steps to a target, if nothing stood on the board.
    pub fn legs(&self, at: Square, to: Target) -> Vec<Leg> {
        let gates = self.ruleset.gates(self.side.other());
        self.legs_by(at, to, gates)
    }

    fn legs_by(&self, at: Square, to: Target, gates: Bits) -> Vec<Leg> {
        let steps = self.steps(at);
        let at = index(at);
        let table = self.ruleset.table();
        match to {
            Target::Square(to) => {
                let paths = table.from(at, steps).iter();
                paths
                    .filter(|path| path.end == index(to))
                    .map(Leg::of)
                    .collect()
            }
            Target::Goal if steps == 1 => {
                let leg = Leg {
                    through: 0,
                    uses: 0,
                    squares: Vec::new(),
                };
                if gates & bit(at) == 0 {
                    Vec::new()
                } else {
                    vec![leg]
                }
            }
            Target::Goal => {
                let paths = table.from(at, steps - 1).iter();
                let leg = |path: &Path| Leg {
                    through: path.through | bit(path.end),
                    ..Leg::of(path)
                };
                paths
                    .filter(|path| gates & bit(path.end) != 0)
                    .map(leg)
                    .collect()
            }
        }
    }

    /// The squares of a route through these landings, the first of them after
    /// the start; ways between landings are chosen so that nothing is used twice.
    ///
    /// # Errors
    /// Where it fails, the latest place if ways differ, and why.
    pub fn walk(&self, landings: &[Target]) -> Result<Vec<Square>, (usize, Fault)> {
        self.walk_on(self.from, landings, self.used_at_first(), 0)
    }

    fn walk_on(
        &self,
        at: Square,
        landings: &[Target],
        used: Bits,
        number: usize,
    ) -> Result<Vec<Square>, (usize, Fault)> {
        let Some((to, rest)) = landings.split_first() else {
            return Ok(Vec::new());
        };
        if number > 0 && self.occupied() & bit(index(at)) == 0 {
            return Err((number, Fault::NoBounce { at }));
        }
        let legs = self.legs(at, *to);
        let mut latest = (number, self.fault(at, *to, &legs, used));
        for leg in legs {
            if leg.through & self.occupied() != 0 || leg.uses & used != 0 {
                continue;
            }
            let next = leg.squares.last().copied().unwrap_or(at);
            match self.walk_on(next, rest, used | leg.uses, number + 1) {
                Ok(mut squares) => {
                    squares.splice(0..0, leg.squares);
                    return Ok(squares);
                }
                Err(fault) if fault.0 > latest.0 => latest = fault,
                Err(_) => {}
            }
        }
        Err(latest)
    }

    /// Why none of some legs can be used.
    fn fault(&self, at: Square, to: Target, legs: &[Leg], used: Bits) -> Fault {
        if legs.is_empty() {
            let row = super::board::rank(super::ruleset::first_rank(self.side.other()));
            return match self.legs_by(at, to, row).is_empty() {
                true => Fault::Steps,
                false => Fault::Gate,
            };
        }
        let occupied = self.occupied();
        match legs.iter().find(|leg| leg.through & occupied == 0) {
            None => {
                let by = legs.iter().fold(0, |by, leg| by | leg.through & occupied);
                Fault::Blocked {
                    by: super::board::squares(by),
                }
            }
            Some(leg) => Fault::Reused {
                what: self.reused(at, leg, used),
            },
        }
    }

    /// The border or square of a leg that was used before.
    fn reused(&self, at: Square, leg: &Leg, used: Bits) -> Vec<Square> {
        let mut before = at;
        for &next in &leg.squares {
            let (uses, what) = match self.ruleset.reuse {
                Reuse::Border => {
                    let border = super::paths::border(index(before), index(next));
                    (border, vec![before.min(next), before.max(next)])
                }
                Reuse::Square => (bit(index(next)), vec![next]),
            };
            if uses & used != 0 {
                return what;
            }
            before = next;
        }
        Vec::new()
    }

    /// A route to a target with as few bounces as possible: the landings, the
    /// last of them the target. Reuse is not looked at, if `freely`.
    pub fn find(&self, to: Target, freely: bool) -> Option<Vec<Target>> {
        let mut states = vec![State {
            at: self.from,
            used: self.used_at_first(),
            before: None,
        }];
        let mut next = 0;
        while let Some(&State { at, used, .. }) = states.get(next) {
            let usable =
                |leg: &Leg| leg.through & self.occupied() == 0 && (freely || leg.uses & used == 0);
            if self.legs(at, to).iter().any(usable) {
                return Some(self.landings(&states, next, to));
            }
            for path in self.ruleset.table().from(index(at), self.steps(at)) {
                let leg = Leg::of(path);
                if !usable(&leg) || self.occupied() & bit(path.end) == 0 {
                    continue;
                }
                let used = if freely { 0 } else { used | path.uses };
                let end = square(path.end);
                let known = |state: &State| state.at == end && state.used & !used == 0;
                if !states.iter().skip(1).any(known) {
                    states.push(State {
                        at: end,
                        used,
                        before: Some(next),
                    });
                }
            }
            next += 1;
        }
        None
    }

    fn landings(&self, states: &[State], last: usize, to: Target) -> Vec<Target> {
        let mut landings = vec![to];
        let mut number = last;
        while let Some(State {
            at,
            before: Some(before),
            ..
        }) = states.get(number)
        {
            landings.push(Target::Square(*at));
            number = *before;
        }
        landings.reverse();
        landings
    }
}

/// A landing of a search.
struct State {
    at: Square,
    used: Bits,
    /// The state that led here.
    before: Option<usize>,
}
