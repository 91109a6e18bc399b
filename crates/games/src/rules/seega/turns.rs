//! Turns of the movement phase: captures and targets of a piece.

use std::ops::ControlFlow;

use super::board::{Bits, Geometry, each, east, neighbours, north, south, west};
use super::moves::{Move, Path};
use super::ruleset::Chain;

/// The pieces on a board, as one side sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// The player's pieces.
    pub own: Bits,
    /// The opponent's.
    pub enemy: Bits,
}

/// The steps of a piece in one turn; a single step becomes a [`Path`] only when needed.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// From the first square to the second.
    Step(Bits, Bits),
    /// Through several.
    Chain(Path),
}

impl From<Way> for Move {
    #[inline]
    fn from(way: Way) -> Self {
        Self::Walk(match way {
            Way::Step(from, to) => Path::step(from, to),
            Way::Chain(path) => path,
        })
    }
}

impl Men {
    /// The pieces as the other side sees them.
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

    /// Returns whether we have a move (S3).
    pub fn mobile(self, geometry: &Geometry) -> bool {
        neighbours(self.own) & self.empty(geometry) != 0
    }

    /// The squares where a piece of ours would capture by arriving (S5), whether or not one can
    /// arrive there.
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

    /// The pieces after one step, and the captured ones.
    pub fn step(self, geometry: &Geometry, from: Bits, to: Bits) -> (Self, Bits) {
        let captured = self.flanked(geometry, to);
        let next = Self {
            own: self.own ^ from ^ to,
            enemy: self.enemy & !captured,
        };
        (next, captured)
    }

    /// The squares to which the pieces on `from` can step and capture.
    pub fn captures_from(self, geometry: &Geometry, from: Bits) -> Bits {
        neighbours(from) & self.empty(geometry) & self.traps(geometry)
    }

    /// Visits each turn of steps or chains, with the pieces afterwards and the captured ones, until
    /// `visit` breaks off; only turns that capture, if `capturing`.
    #[inline]
    pub fn each_turn<B>(
        self,
        geometry: &Geometry,
        chain: Chain,
        capturing: bool,
        mut visit: impl FnMut(Way, Self, Bits) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let traps = self.traps(geometry);
        let empty = self.empty(geometry);
        let targets = if capturing { empty & traps } else { empty };
        for from in each(self.own & neighbours(targets)) {
            for to in each(neighbours(from) & targets) {
                if to & traps == 0 {
                    let own = self.own ^ from ^ to;
                    visit(Way::Step(from, to), Self { own, ..self }, 0)?;
                } else {
                    let (next, captured) = self.step(geometry, from, to);
                    let onward = next.onward(geometry, chain, to);
                    if onward == 0 || chain != Chain::Mandatory {
                        visit(Way::Step(from, to), next, captured)?;
                    }
                    if onward != 0 {
                        let path = Path::step(from, to);
                        next.go_on(geometry, chain, path, (to, onward), captured, &mut visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares to which a piece on `from` that has captured can continue (S10).
    #[inline]
    fn onward(self, geometry: &Geometry, chain: Chain, from: Bits) -> Bits {
        match chain {
            Chain::None => 0,
            Chain::Optional | Chain::Mandatory => self.captures_from(geometry, from),
        }
    }

    /// The turns that continue from the end of a path to one of the squares `onward`.
    ///
    /// This ends because every step captures.
    fn go_on<B>(
        self,
        geometry: &Geometry,
        chain: Chain,
        path: Path,
        (from, onward): (Bits, Bits),
        captured: Bits,
        visit: &mut impl FnMut(Way, Self, Bits) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in each(onward) {
            let (next, more) = self.step(geometry, from, to);
            let (path, captured) = (path.then(from, to), captured | more);
            let onward = next.onward(geometry, chain, to);
            if onward == 0 || chain != Chain::Mandatory {
                visit(Way::Chain(path), next, captured)?;
            }
            if onward != 0 {
                next.go_on(geometry, chain, path, (to, onward), captured, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}
