//! A position, and the rules that lead from one to the next.

use super::board::{Bits, Board, Index, each, index, square};
use super::moves::Move;
use super::refusal::Refusal;
use super::ruleset::{Layout, Ruleset};
use super::text::Invalid;
use super::walks::{self, Mover};
use super::{INFO, notation, reading, setup, show, text};
use crate::message::Message;
use crate::rules::{
    Diagram, Info, Lesson, Outcome, Reason, Repetition, Side, Square, Stage, Variant,
};

/// A piece that has entered a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entered {
    /// Whose goal it is.
    pub goal: Side,
    /// The level of the piece.
    pub level: u8,
}

/// A position of Gygès.
///
/// # Equality
/// The same variant, board, side to move and goal.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) ruleset: &'static Ruleset,
    pub(super) board: Board,
    pub(super) side: Side,
    pub(super) stage: Stage,
    pub(super) entered: Option<Entered>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.ruleset, other.ruleset)
            && self.board == other.board
            && self.side == other.side
            && self.entered == other.entered
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.side.hash(state);
        self.entered.hash(state);
    }
}

impl Position {
    /// The position on a board with so much in a goal.
    pub(super) fn on(
        ruleset: &'static Ruleset,
        board: Board,
        side: Side,
        entered: Option<Entered>,
    ) -> Self {
        let placing = entered.is_none() && setup::awaits(ruleset, board, side);
        Self {
            ruleset,
            board,
            side,
            stage: if placing {
                Stage::Placement
            } else {
                Stage::Movement
            },
            entered,
        }
    }

    /// Calls `visit` for every piece that may move and has a move; the rank they
    /// stand on, or none if nothing can move.
    #[inline]
    pub(super) fn each_mover(&self, visit: impl FnMut(&Mover)) -> Option<u8> {
        walks::each_mover(self.ruleset, self.board, self.side, visit)
    }

    /// The rank whose pieces may move, from 0 (G3, G4).
    pub(super) fn active(&self) -> Option<u8> {
        walks::active_rank(self.ruleset, self.board, self.side)
    }

    /// Whether moves can be made.
    fn moves(&self) -> bool {
        self.stage == Stage::Movement && self.entered.is_none()
    }

    /// The position after a move of the movement stage that left this board.
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

    /// The board after a legal move.
    pub(super) fn board_after(&self, legal: &Move) -> Board {
        let board = self.board;
        let lifted = |from: &Square| (board.without(index(*from)), board.level(index(*from)));
        match legal {
            Move::Row(levels) => setup::with(board, &setup::on_row(self.side, *levels)),
            Move::Rows(puts) => setup::with(board, puts),
            Move::End([from, to]) => {
                let (board, level) = lifted(from);
                board.with(index(*to), level)
            }
            Move::Swap([from, to, drop]) => {
                let (board, level) = lifted(from);
                let other = board.level(index(*to));
                board
                    .without(index(*to))
                    .with(index(*to), level)
                    .with(index(*drop), other)
            }
            Move::Goal(from) => lifted(from).0,
        }
    }

    /// The level in the opponent's goal after a piece has entered it.
    fn enters(&self, level: u8) -> Option<Entered> {
        Some(Entered {
            goal: self.side.other(),
            level,
        })
    }

    fn each_drop(&self, mover: &Mover, mut visit: impl FnMut(Index, Bits)) {
        for at in each(mover.reach.swaps) {
            visit(at, mover.drops(self.board, at));
        }
    }

    fn each_legal(&self, mut visit: impl FnMut(Move)) {
        match (self.stage, self.entered) {
            (_, Some(_)) => {}
            (Stage::Placement, None) => setup::each(self.ruleset, self.side, visit),
            (Stage::Movement, None) => {
                self.each_mover(|mover| self.each_effect(mover, &mut visit));
            }
        }
    }

    /// Calls `visit` for each effect of one mover.
    pub(super) fn each_effect(&self, mover: &Mover, mut visit: impl FnMut(Move)) {
        let from = square(mover.from);
        each(mover.reach.ends).for_each(|to| visit(Move::End([from, square(to)])));
        self.each_drop(mover, |at, drops| {
            let at = square(at);
            each(drops).for_each(|drop| visit(Move::Swap([from, at, square(drop)])));
        });
        if mover.reach.goal {
            visit(Move::Goal(from));
        }
    }

    /// Whether set-ups are too many to be listed.
    pub(super) fn many(&self) -> bool {
        self.stage == Stage::Placement && self.ruleset.layout == Layout::TwoRows
    }

    /// What one piece can do, if it may move.
    pub(super) fn mover(&self, from: Square) -> Option<Mover> {
        if self.board.level(index(from)) == 0 {
            return None;
        }
        let mover = walks::mover(self.ruleset, self.board, self.side, index(from));
        (self.active() == Some(from.rank()) && mover.count(self.board) > 0).then_some(mover)
    }
}

impl crate::rules::Position for Position {
    type Move = Move;
    type Refusal = Refusal;
    type Invalid = Invalid;
    const INFO: &'static Info = &INFO;

    fn lessons(variant: &'static Variant) -> Vec<Lesson> {
        super::lessons::lessons(variant)
    }

    fn new(variant: &'static Variant) -> Self {
        let ruleset = Ruleset::of(variant);
        Self::on(ruleset, setup::start(ruleset), Side::First, None)
    }

    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Invalid> {
        text::parse(Ruleset::of(variant), text)
    }

    fn turn(&self) -> Side {
        self.side
    }

    fn stage(&self) -> Stage {
        self.stage
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        self.each_legal(|one| legal.push(one));
        legal
    }

    fn each_successor(&self, visit: &mut dyn FnMut(&Self)) {
        if !self.moves() {
            self.each_legal(|legal| {
                let mut next = self.clone();
                crate::rules::Position::play(&mut next, &legal);
                visit(&next);
            });
            return;
        }
        self.each_mover(|mover| {
            let board = self.board.without(mover.from);
            for to in each(mover.reach.ends) {
                visit(&self.moved(board.with(to, mover.level), None));
            }
            self.each_drop(mover, |at, drops| {
                let other = board.level(at);
                let swapped = board.without(at).with(at, mover.level);
                for drop in each(drops) {
                    visit(&self.moved(swapped.with(drop, other), None));
                }
            });
            if mover.reach.goal {
                visit(&self.moved(board, self.enters(mover.level)));
            }
        });
    }

    fn read(&self, text: &str) -> Result<Move, Refusal> {
        reading::read(self, text, &[])
    }

    fn read_after(&self, text: &str, before: &[Self]) -> Result<Move, Refusal> {
        reading::read(self, text, before)
    }

    fn forbids(&self, legal: &Move, before: &[Self]) -> bool {
        if self.ruleset.repetition != Repetition::Forbidden {
            return false;
        }
        // A piece in a goal has left the board, and ends the game besides.
        if let Move::Goal(_) = legal {
            return false;
        }
        let board = self.board_after(legal);
        before.iter().any(|earlier| earlier.board == board)
    }

    fn next_words(&self, typed: &str) -> Option<Vec<String>> {
        self.many()
            .then(|| setup::next_words(self.ruleset, self.side, typed))
    }

    fn normalise(&self, typed: &str) -> String {
        notation::normalise(self, typed)
    }

    fn hint(&self, text: &str) -> Option<Message> {
        show::hint(self, text)
    }

    fn captures(&self, _: &Move) -> Vec<Square> {
        Vec::new()
    }

    fn annotate(&self, legal: &Move) -> String {
        legal.to_string()
    }

    fn play(&mut self, legal: &Move) {
        let board = self.board_after(legal);
        *self = match legal {
            Move::Row(_) | Move::Rows(_) => Self::on(self.ruleset, board, self.side.other(), None),
            Move::End(_) | Move::Swap(_) => self.moved(board, None),
            Move::Goal(from) => self.moved(board, self.enters(self.board.level(index(*from)))),
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(Entered { goal, .. }) = self.entered {
            return Some(Outcome::Win {
                winner: goal.other(),
                by: Reason::Goal,
                grade: None,
            });
        }
        let stuck = self.stage == Stage::Movement && self.active().is_none();
        stuck.then_some(Outcome::Draw { by: Reason::Dead })
    }

    fn repeated(&self) -> Outcome {
        Outcome::Draw {
            by: Reason::Repetition,
        }
    }

    fn agreed(&self) -> Outcome {
        Outcome::Draw {
            by: Reason::Agreement,
        }
    }

    fn claim(&self, _: Side) -> Option<Outcome> {
        None
    }

    fn passed(&self) -> bool {
        false
    }

    fn diagram(&self, last: Option<(&Self, &Move)>) -> Diagram {
        show::diagram(self, last)
    }

    fn sketch(&self, typed: &str, _: Option<(&Self, &Move)>) -> Option<Diagram> {
        show::sketch(self, typed)
    }
}
