//! Turns of the movement phase: captures and targets of a piece.

use std::ops::ControlFlow;

use super::board::{Bits, Geometry, each, east, neighbours, north, south, square, west};
use super::moves::Path;
use super::ruleset::{Chain, Setup};

/// The pieces on a board, as one side sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// The player's pieces.
    pub own: Bits,
    /// The opponent's.
    pub enemy: Bits,
}

impl Men {
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
        setup: &Setup,
        capturing: bool,
        mut visit: impl FnMut(Path, Self, Bits) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let traps = self.traps(&setup.geometry);
        let empty = self.empty(&setup.geometry);
        let targets = if capturing { empty & traps } else { empty };
        for from in each(self.own & neighbours(targets)) {
            for to in each(neighbours(from) & targets) {
                let path = Path::at(square(from)).then(from, to);
                if to & traps == 0 {
                    let own = self.own ^ from ^ to;
                    visit(path, Self { own, ..self }, 0)?;
                } else {
                    self.capture(setup, path, from, to, 0, &mut visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the turns that begin with a path whose last step captures (S10).
    ///
    /// This ends because every step captures.
    fn capture<B>(
        self,
        setup: &Setup,
        path: Path,
        from: Bits,
        to: Bits,
        before: Bits,
        visit: &mut impl FnMut(Path, Self, Bits) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (next, captured) = self.step(&setup.geometry, from, to);
        let captured = before | captured;
        let onward = match setup.ruleset.chain {
            Chain::None => 0,
            Chain::Optional | Chain::Mandatory => next.captures_from(&setup.geometry, to),
        };
        if onward == 0 || setup.ruleset.chain != Chain::Mandatory {
            visit(path, next, captured)?;
        }
        for further in each(onward) {
            next.capture(setup, path.then(to, further), to, further, captured, visit)?;
        }
        ControlFlow::Continue(())
    }
}
