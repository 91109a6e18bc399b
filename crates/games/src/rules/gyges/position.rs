//! A position, and the rules that lead from one to the next.

use std::ops::ControlFlow::{self, Continue};

use super::board::{Board, FILES, each, index, square};
use super::moves::{Move, Put};
use super::ruleset::{AGREEMENT, DEAD, GOAL, INFO, REPETITION, Ruleset};
use super::setup;
use super::walks::{self, Mover};
use crate::rules::{Declarations, GameInfo, Outcome, Side, Square, Stage, Variant, key_of};

/// A piece that has entered a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entered {
    /// The side that the goal belongs to.
    pub goal: Side,
    /// The level of the piece.
    pub level: u8,
}

/// A position of Gygès.
///
/// # Equality
/// The same variant, board, side to move and goal.
#[derive(Clone, Debug)]
pub struct Gyges {
    pub(super) ruleset: &'static Ruleset,
    pub(super) board: Board,
    pub(super) side: Side,
    pub(super) stage: Stage,
    pub(super) entered: Option<Entered>,
}

impl PartialEq for Gyges {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.ruleset, other.ruleset)
            && self.board == other.board
            && self.side == other.side
            && self.entered == other.entered
    }
}

impl Eq for Gyges {}

impl Gyges {
    /// The position with this board and goal.
    pub(super) fn on(
        ruleset: &'static Ruleset,
        board: Board,
        side: Side,
        entered: Option<Entered>,
    ) -> Self {
        let stage = match entered {
            None if setup::awaits(ruleset, board, side) => Stage::Placement,
            _ => Stage::Movement,
        };
        Self {
            ruleset,
            board,
            side,
            stage,
            entered,
        }
    }

    /// The rank whose pieces can move, from 0 (G3, G4).
    pub(super) fn active(&self) -> Option<u8> {
        walks::active_rank(self.ruleset, self.board, self.side)
    }

    /// The position after a move of the movement stage.
    #[inline]
    fn moved(&self, board: Board, entered: Option<Entered>) -> Self {
        Self {
            ruleset: self.ruleset,
            board,
            side: self.side.other(),
            stage: Stage::Movement,
            entered,
        }
    }

    /// The position after a legal move of the movement stage into the goal.
    fn entering(&self, from: u8) -> Self {
        let entered = Entered {
            goal: self.side.other(),
            level: self.board.level(from),
        };
        self.moved(self.board.without(from), Some(entered))
    }

    /// The position after these pieces were put on the board.
    fn set_up(&self, puts: &[Put]) -> Self {
        let put = |board: Board, put: &Put| board.with(index(put.square), put.level);
        let board = puts.iter().fold(self.board, put);
        Self::on(self.ruleset, board, self.side.other(), None)
    }

    /// Visits the moves of one piece.
    #[inline]
    pub(super) fn each_move_of<B>(
        &self,
        mover: &Mover,
        visit: &mut impl FnMut(Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = square(mover.from);
        let board = self.board.without(mover.from);
        for to in each(mover.reach.ends) {
            let next = self.moved(board.with(to, mover.level), None);
            visit(Move::End([from, square(to)]), next)?;
        }
        for at in each(mover.reach.swaps) {
            let other = board.level(at);
            let swapped = board.without(at).with(at, mover.level);
            for drop in each(mover.drops(self.board, at)) {
                let next = self.moved(swapped.with(drop, other), None);
                visit(Move::Swap([from, square(at), square(drop)]), next)?;
            }
        }
        if mover.reach.goal {
            visit(Move::Goal(from), self.entering(mover.from))
        } else {
            Continue(())
        }
    }

    /// The level of the piece on a square, from 1 to 3; `None` if it is empty, or off the board.
    pub fn piece(&self, square: Square) -> Option<u8> {
        if square.file().max(square.rank()) >= FILES {
            return None;
        }
        let level = self.board.level(index(square));
        (level > 0).then_some(level)
    }

    /// What one piece can do, if it can move.
    pub(super) fn mover(&self, from: Square) -> Option<Mover> {
        if self.piece(from).is_none() || self.active() != Some(from.rank()) {
            return None;
        }
        let mover = walks::mover(self.ruleset, self.board, self.side, index(from), u8::MAX);
        (mover.count(self.board) > 0).then_some(mover)
    }
}

impl crate::rules::Position for Gyges {
    type Move = Move;
    const INFO: &'static GameInfo = &INFO;

    fn new(variant: &'static Variant) -> Self {
        let ruleset = Ruleset::for_variant(variant);
        Self::on(ruleset, setup::start(ruleset), Side::First, None)
    }

    fn turn(&self) -> Side {
        self.side
    }

    fn stage(&self) -> Stage {
        self.stage
    }

    #[inline]
    fn each_move<B>(&self, mut visit: impl FnMut(Move, Self) -> ControlFlow<B>) -> ControlFlow<B> {
        match (self.stage, self.entered) {
            (_, Some(_)) => Continue(()),
            (Stage::Placement, None) => {
                let layout = self.ruleset.layout;
                setup::all(layout, self.side)
                    .try_for_each(|puts| visit(Move::SetUp(layout, puts), self.set_up(&puts)))
            }
            (Stage::Movement, None) => {
                walks::each_mover(self.ruleset, self.board, self.side, u8::MAX, |mover| {
                    self.each_move_of(mover, &mut visit)
                })
            }
        }
    }

    fn play(&mut self, legal: Move) {
        let board = self.board;
        *self = match legal {
            Move::SetUp(_, puts) => self.set_up(&puts),
            Move::End(squares) => {
                let [from, to] = squares.map(index);
                self.moved(board.without(from).with(to, board.level(from)), None)
            }
            Move::Swap(squares) => {
                let [from, to, drop] = squares.map(index);
                let swapped = board.without(from).without(to).with(to, board.level(from));
                self.moved(swapped.with(drop, board.level(to)), None)
            }
            Move::Goal(from) => self.entering(index(from)),
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(Entered { goal, .. }) = self.entered {
            return Some(Outcome::won(goal.other(), &GOAL));
        }
        let stuck = self.stage == Stage::Movement && self.active().is_none();
        stuck.then_some(Outcome::drawn(&DEAD))
    }

    fn key(&self) -> u64 {
        let goal = self.entered.map_or(0, |entered| {
            1 + u64::from(entered.level) + 4 * entered.goal as u64
        });
        let [low, high] = self.board.words();
        key_of(&[low, high, self.side as u64 | goal << 1])
    }

    /// Only boards are compared (G14), not who is to move. A piece in a goal has left the board, and the game is over.
    fn recurs(&self, earlier: &Self) -> bool {
        self.entered.is_none() && self.board == earlier.board
    }

    fn repeated(&self) -> Outcome {
        Outcome::drawn(&REPETITION)
    }

    fn declarations(&self, _side: Side) -> Declarations {
        Declarations::draw(&AGREEMENT)
    }
}
