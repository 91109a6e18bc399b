//! Turns of the movement phase: what a piece captures and where it may go.

use super::board::{Bits, Geometry, each, east, neighbours, north, south, west};
use super::ruleset::Chain;

/// The pieces on a board as one of the players sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// The player's pieces.
    pub own: Bits,
    /// The opponent's.
    pub enemy: Bits,
}

/// The way a piece took in one turn.
#[derive(Clone, Copy, Debug)]
pub enum Route<'a> {
    /// From the first square to the second.
    Step(Bits, Bits),
    /// Through all of these.
    Chain(&'a [Bits]),
}

impl Men {
    /// The same pieces, as the other player sees them.
    pub fn swapped(self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
        }
    }

    /// The empty squares.
    pub fn empty(self, geometry: &Geometry) -> Bits {
        geometry.board & !(self.own | self.enemy)
    }

    /// Whether we have a move (S3).
    pub fn mobile(self, geometry: &Geometry) -> bool {
        neighbours(self.own) & self.empty(geometry) != 0
    }

    /// The squares where a piece of ours would capture by arriving (S5),
    /// whether or not one can.
    ///
    /// A partner is two squares away from there and the mover comes from one
    /// square away, so a piece is never its own partner.
    pub fn traps(self, geometry: &Geometry) -> Bits {
        let victims = self.enemy & !geometry.centre;
        (west(victims & west(self.own)))
            | (east(victims & east(self.own)))
            | (south(victims & south(self.own)))
            | (north(victims & north(self.own)))
    }

    /// The enemy pieces that a piece of ours captures by arriving on `to` (S5).
    pub fn flanked(self, geometry: &Geometry, to: Bits) -> Bits {
        let victims = self.enemy & !geometry.centre;
        victims
            & ((east(to) & west(self.own))
                | (west(to) & east(self.own))
                | (north(to) & south(self.own))
                | (south(to) & north(self.own)))
    }

    /// The pieces after one step, and what it captured.
    pub fn step(self, geometry: &Geometry, from: Bits, to: Bits) -> (Self, Bits) {
        let captured = self.flanked(geometry, to);
        let next = Self {
            own: self.own ^ from ^ to,
            enemy: self.enemy & !captured,
        };
        (next, captured)
    }

    /// Where the piece on `from` may go and capture.
    pub fn captures_from(self, geometry: &Geometry, from: Bits) -> Bits {
        neighbours(from) & self.empty(geometry) & self.traps(geometry)
    }

    /// Whether some step captures.
    pub fn can_capture(self, geometry: &Geometry) -> bool {
        neighbours(self.own) & self.empty(geometry) & self.traps(geometry) != 0
    }

    /// Calls `visit` with the way, the pieces afterwards and the captured ones,
    /// for each turn that steps and chains allow; only for those that capture,
    /// if `capturing`.
    pub fn each_turn(
        self,
        geometry: &Geometry,
        chain: Chain,
        capturing: bool,
        mut visit: impl FnMut(Route<'_>, Self, Bits),
    ) {
        let traps = self.traps(geometry);
        let empty = self.empty(geometry);
        let targets = if capturing { empty & traps } else { empty };
        let mut path = Vec::new();
        for from in each(self.own & neighbours(targets)) {
            for to in each(neighbours(from) & targets) {
                let route = Route::Step(from, to);
                if to & traps == 0 {
                    let own = self.own ^ from ^ to;
                    visit(route, Self { own, ..self }, 0);
                    continue;
                }
                let (next, captured) = self.step(geometry, from, to);
                let onward = match chain {
                    Chain::None => 0,
                    Chain::Optional | Chain::Mandatory => next.captures_from(geometry, to),
                };
                if onward == 0 || chain != Chain::Mandatory {
                    visit(route, next, captured);
                }
                if onward != 0 {
                    path.clear();
                    path.extend([from, to]);
                    next.go_on(geometry, chain, &mut path, onward, captured, &mut visit);
                }
            }
        }
    }

    /// The turns that go on from the end of `path` to one of the squares `onward`.
    ///
    /// Ends because every step captures.
    fn go_on(
        self,
        geometry: &Geometry,
        chain: Chain,
        path: &mut Vec<Bits>,
        onward: Bits,
        captured: Bits,
        visit: &mut impl FnMut(Route<'_>, Self, Bits),
    ) {
        let Some(&from) = path.last() else { return };
        for to in each(onward) {
            let (next, more) = self.step(geometry, from, to);
            let captured = captured | more;
            let onward = next.captures_from(geometry, to);
            path.push(to);
            if onward == 0 || chain != Chain::Mandatory {
                visit(Route::Chain(path), next, captured);
            }
            if onward != 0 {
                next.go_on(geometry, chain, path, onward, captured, visit);
            }
            path.pop();
        }
    }
}
