//! What a position of Gygès is worth.

use std::ops::ControlFlow::{self, Continue};

use super::board::{Bits, LEVELS, index, rank};
use super::moves::Move;
use super::position::Position;
use super::walks;
use crate::rules::evaluate::{Evaluate, Worth};
use crate::rules::{Position as _, Side, Stage};

/// Of a square that a side can get to and the other cannot, of a piece by its level that
/// one can take the place of and the other cannot, of one more effect, and of a goal that
/// could be entered if it were one's turn; in hundredths.
const SQUARE: i32 = 4;
const TAKEN: [i32; 3] = [16, 8, 5];
const EFFECT: f32 = 18.0;
const THREAT: i32 = 60;

/// What a side could do if it were its turn.
#[derive(Default)]
struct Scope {
    ends: Bits,
    swaps: Bits,
    effects: u32,
    goal: bool,
}

impl Position {
    fn scope(&self, side: Side, sight: u8) -> Scope {
        let mut scope = Scope::default();
        let _: ControlFlow<()> =
            walks::each_mover_seen(self.ruleset, self.board, side, sight, |mover| {
                scope.ends |= mover.reach.ends;
                scope.swaps |= mover.reach.swaps;
                scope.effects += mover.count(self.board);
                scope.goal |= mover.reach.goal;
                Continue(())
            });
        scope
    }

    /// What is under the control of one side alone; the idea is the exclusive control
    /// of the program Helios.
    fn control(&self, own: &Scope, other: &Scope) -> i32 {
        let alone = own.swaps & !other.swaps;
        let pieces = LEVELS
            .iter()
            .zip(TAKEN)
            .map(|(level, worth)| worth * (alone & self.board.pieces(*level)).count_ones() as i32);
        SQUARE * (own.ends & !other.ends).count_ones() as i32
            + pieces.sum::<i32>()
            + (EFFECT * (own.effects as f32 + 1.0).ln()) as i32
    }
}

impl Evaluate for Position {
    fn worth(&self, sight: u8) -> Worth {
        let own = self.scope(self.side, sight);
        if own.goal {
            return Worth::Won(self.side);
        }
        let other = self.scope(self.side.other(), sight);
        let threat = THREAT * i32::from(other.goal);
        Worth::Score(self.control(&own, &other) - self.control(&other, &own) - threat)
    }

    fn each_seen<B>(
        &self,
        sight: u8,
        mut visit: impl FnMut(Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut any = false;
        if self.stage == Stage::Movement {
            walks::each_mover_seen(self.ruleset, self.board, self.side, sight, |mover| {
                any |= mover.count(self.board) > 0;
                self.each_move_of(mover, &mut visit)
            })?;
        }
        match any {
            true => Continue(()),
            false => self.each_move(visit),
        }
    }

    /// Pieces belong to nobody; what can be counted is how far one's nearest row is on its
    /// way to the other goal.
    fn material(&self) -> i32 {
        let occupied = self.board.occupied();
        let way = |side| {
            let ranks = super::board::ranks_from(side);
            let row = ranks
                .iter()
                .position(|number| occupied & rank(*number) != 0);
            row.unwrap_or(0) as i32
        };
        100 * (way(self.side) - way(self.side.other()))
    }

    fn kind(legal: Move) -> usize {
        let pair = |from, to| 36 * usize::from(index(from)) + usize::from(index(to));
        match legal {
            Move::End([from, to]) | Move::Swap([from, to, _]) => pair(from, to),
            Move::Goal(from) => pair(from, from),
            Move::Row(_) | Move::Rows(_) => 0,
        }
    }
}
