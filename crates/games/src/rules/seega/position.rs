//! A position, and the rules that lead from one to the next.

use std::ops::ControlFlow::{self, Break, Continue};

use super::board::{Bits, bit, each, neighbours, square};
use super::deals::deal;
use super::moves::Move;
use super::ruleset::{
    AGREEMENT, BARRIER, CLAIM, DEAD, EARLY_AGREEMENT, ELIMINATION, IDLE, INFO, REPETITION, Setup,
};
use super::turns::Men;
use crate::rules::{
    Below, BySide, Declarations, EndReason, GameInfo, Grade, Outcome, Position, Side, Square,
    Stage, Variant, key_of,
};

/// The kind of the next turn, with its letter in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
pub enum Phase {
    /// Two pieces are put on the board (S1).
    #[strum(serialize = "p")]
    Placement,
    /// A piece moves (S3).
    #[strum(serialize = "m")]
    Movement,
    /// A piece moves, because the opponent had to pass (S12).
    #[strum(serialize = "e")]
    Extra,
}

/// A position of Seega.
///
/// # Equality
/// The same variant, board, side to move and phase. The count of turns without a capture is
/// ignored, so that repetitions are found (E5).
#[derive(Clone, Debug)]
pub struct Seega {
    pub(super) setup: &'static Setup,
    pub(super) pieces: BySide<Bits>,
    pub(super) side: Side,
    pub(super) phase: Phase,
    /// Turns since the last capture.
    pub(super) idle: u32,
}

impl PartialEq for Seega {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.setup, other.setup)
            && self.pieces == other.pieces
            && self.side == other.side
            && self.phase == other.phase
    }
}

impl Eq for Seega {}

impl Seega {
    /// The pieces as `side` sees them.
    pub(super) fn men(&self, side: Side) -> Men {
        Men {
            own: *self.pieces.get(side),
            enemy: *self.pieces.get(side.other()),
        }
    }

    /// The empty squares.
    pub(super) fn empty(&self) -> Bits {
        self.men(self.side).empty(&self.setup.geometry)
    }

    /// The squares where a piece can be put (S1).
    pub(super) fn open(&self) -> Bits {
        self.empty() & !self.setup.geometry.centre
    }

    /// The side whose piece is on a square; `None` if it is empty, or off the board.
    pub fn piece(&self, square: Square) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.pieces.get(*side) & bit(square) != 0)
    }

    /// Returns whether only turns that capture are legal now (S11).
    pub(super) fn must_capture(&self) -> bool {
        let men = self.men(self.side);
        self.setup.ruleset.must_capture && men.captures_from(&self.setup.geometry, men.own) != 0
    }

    /// Returns whether only turns that let the opponent move are legal now (S13).
    pub(super) fn must_open(&self) -> bool {
        if self.phase != Phase::Extra || !self.setup.ruleset.must_open {
            return false;
        }
        let men = self.men(self.side);
        let opening = men.each_turn(self.setup, self.must_capture(), |_, men, _| {
            if self.opens(men) {
                Break(())
            } else {
                Continue(())
            }
        });
        opening.is_break()
    }

    /// Returns whether the opponent can move among these pieces.
    #[inline]
    pub(super) fn opens(&self, men: Men) -> bool {
        neighbours(men.enemy) & men.empty(&self.setup.geometry) != 0
    }

    /// The position after two pieces were put on the board.
    fn placed(&self, two: Bits) -> Self {
        let mut next = self.clone();
        *next.pieces.get_mut(self.side) |= two;
        if next.open() == 0 {
            // S2: the side that placed last moves first.
            next.phase = Phase::Movement;
            next.pass_if_blocked();
        } else {
            next.side = self.side.other();
        }
        next
    }

    /// The position after a turn of the movement phase with these pieces left.
    #[inline]
    fn turned(&self, men: Men, captured: Bits) -> Self {
        let (first, second) = match self.side {
            Side::First => (men.own, men.enemy),
            Side::Second => (men.enemy, men.own),
        };
        let mut next = Self {
            setup: self.setup,
            pieces: BySide { first, second },
            side: self.side.other(),
            phase: Phase::Movement,
            idle: if captured != 0 {
                0
            } else if self.in_run() {
                self.idle
            } else {
                self.idle.saturating_add(1)
            },
        };
        next.pass_if_blocked();
        next
    }

    /// S12: a side without a move passes, unless the game is over.
    #[inline]
    pub(super) fn pass_if_blocked(&mut self) {
        if !self.men(self.side).mobile(&self.setup.geometry) && self.outcome().is_none() {
            self.side = self.side.other();
            self.phase = Phase::Extra;
        }
    }

    /// The end of each step along `path`, with the pieces after it and the captured ones.
    pub(super) fn steps(&self, path: &[Square]) -> impl Iterator<Item = (Bits, Men, Bits)> {
        let mut men = self.men(self.side);
        path.windows(2).map(move |pair| {
            let to = bit(pair[1]);
            let (next, captured) = men.step(&self.setup.geometry, bit(pair[0]), to);
            men = next;
            (to, next, captured)
        })
    }

    /// The pieces after a move along `path`, and the captured ones.
    pub(super) fn walked(&self, path: &[Square]) -> (Men, Bits) {
        let start = (self.men(self.side), 0);
        let steps = self.steps(path);
        steps.fold(start, |(_, all), (_, men, captured)| (men, all | captured))
    }

    /// Returns whether `side` has a fortress. Never during placement.
    pub fn fortress(&self, side: Side) -> bool {
        let forced = self.setup.ruleset.must_capture;
        self.phase != Phase::Placement && self.men(side).fortress(&self.setup.geometry, forced)
    }

    /// Returns whether `side` meets the conditions of a claim (E6); does not check whether the game
    /// is over.
    pub fn may_claim(&self, side: Side) -> bool {
        let men = self.men(side);
        self.fortress(side)
            && men.own.count_ones() >= men.enemy.count_ones()
            && (!self.setup.ruleset.must_open || self.opens(men))
    }

    /// The outcome if `side` claims now; `None` if it cannot.
    pub(super) fn claim(&self, side: Side) -> Option<Outcome> {
        (self.may_claim(side) && self.outcome().is_none()).then(|| self.count(&CLAIM))
    }

    /// The outcome when pieces are counted.
    fn count(&self, by: &'static EndReason) -> Outcome {
        let first = self.pieces.first.count_ones();
        let second = self.pieces.second.count_ones();
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Side::First,
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => return Outcome::drawn(by),
        };
        self.win(winner, by, Grade::Small)
    }

    fn win(&self, winner: Side, by: &'static EndReason, grade: Grade) -> Outcome {
        Outcome {
            grade: self.setup.ruleset.grades.then_some(grade),
            ..Outcome::won(winner, by)
        }
    }
}

impl Position for Seega {
    type Move = Move;
    const INFO: &'static GameInfo = &INFO;

    fn new(variant: &'static Variant) -> Self {
        Self {
            setup: Setup::for_variant(variant),
            pieces: BySide::default(),
            side: Side::First,
            phase: Phase::Placement,
            idle: 0,
        }
    }

    fn deal(variant: &'static Variant, below: &mut Below<'_>) -> Option<Self> {
        let start = Self::new(variant);
        Some(Self {
            pieces: deal(variant, &start.setup.geometry, below)?,
            // S2
            side: Side::Second,
            phase: Phase::Movement,
            ..start
        })
    }

    fn turn(&self) -> Side {
        self.side
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Placement => Stage::Placement,
            Phase::Movement | Phase::Extra => Stage::Movement,
        }
    }

    #[inline]
    fn each_move<B>(&self, mut visit: impl FnMut(Move, Self) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.phase == Phase::Placement {
            let open = self.open();
            for one in each(open) {
                for another in each(open & !one & !(one - 1)) {
                    let legal = Move::place(square(one), square(another));
                    visit(legal, self.placed(one | another))?;
                }
            }
        } else if self.outcome().is_none() {
            let must_open = self.must_open();
            let men = self.men(self.side);
            return men.each_turn(self.setup, self.must_capture(), |path, men, captured| {
                if must_open && !self.opens(men) {
                    Continue(())
                } else {
                    visit(Move::Walk(path), self.turned(men, captured))
                }
            });
        }
        Continue(())
    }

    fn play(&mut self, legal: Move) {
        *self = match legal {
            Move::Place([one, another]) => self.placed(bit(one) | bit(another)),
            Move::Walk(path) => {
                let (men, captured) = self.walked(&path.squares());
                self.turned(men, captured)
            }
        };
    }

    /// How the game ended, by E1 to E4 in this order.
    fn outcome(&self) -> Option<Outcome> {
        if self.phase == Phase::Placement {
            return None;
        }
        if let Some(bare) = self.pieces.side_of(&0) {
            return Some(self.win(bare.other(), &ELIMINATION, Grade::Great));
        }
        if self.pieces.first.is_power_of_two() && self.pieces.second.is_power_of_two() {
            return Some(Outcome::drawn(&DEAD));
        }
        let row = |side| self.men(side).rows(&self.setup.geometry) != 0;
        let barrier = if self.setup.ruleset.row_ends {
            row(Side::First) || row(Side::Second)
        } else {
            self.fortress(Side::First) && self.fortress(Side::Second)
        };
        if barrier {
            return Some(self.count(&BARRIER));
        }
        (self.idle >= self.setup.patience).then(|| self.count(&IDLE))
    }

    fn key(&self) -> u64 {
        let BySide { first, second } = self.pieces;
        // No board has a square above the 90th bit.
        let state = (self.side as u64) << 32 | (self.phase as u64) << 33;
        let high = (first >> 64) as u64 | state;
        key_of(&[first as u64, high, second as u64, (second >> 64) as u64])
    }

    fn repeated(&self) -> Outcome {
        self.count(&REPETITION)
    }

    /// An extra turn that need not make way (S13).
    fn in_run(&self) -> bool {
        self.phase == Phase::Extra && !self.setup.ruleset.must_open
    }

    fn turns_left(&self) -> Option<u32> {
        Some(self.setup.patience.saturating_sub(self.idle))
    }

    fn declarations(&self, side: Side) -> Declarations {
        let together = if self.phase == Phase::Placement {
            Outcome::drawn(&EARLY_AGREEMENT)
        } else {
            self.count(&AGREEMENT)
        };
        let alone = self.claim(side);
        Declarations { alone, together }
    }

    fn passed(&self) -> bool {
        self.phase == Phase::Extra
    }
}
