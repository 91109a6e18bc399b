//! What a position of Seega is worth.

use std::ops::ControlFlow::{self, Continue};

use super::board::neighbours;
use super::moves::Move;
use super::position::Position;
use crate::rules::evaluate::{Evaluate, Worth};
use crate::rules::{Position as _, Square};

/// Of a piece, of an empty square that one could go to, of an enemy piece that could be
/// captured now, and of a wall that stands for ever; in hundredths of a piece.
const PIECE: i32 = 100;
const ROOM: i32 = 4;
const TRAP: i32 = 12;
const FORTRESS: i32 = 60;

impl Position {
    /// What `side` has, without looking ahead.
    fn assets(&self, side: crate::rules::Side) -> i32 {
        let geometry = &self.setup.geometry;
        let men = self.men(side);
        let empty = men.empty(geometry);
        let room = (neighbours(men.own) & empty).count_ones() as i32;
        let reach = neighbours(men.own) & empty & men.traps(geometry);
        let fortress = i32::from(self.fortress(side));
        PIECE * men.own.count_ones() as i32
            + ROOM * room
            + TRAP * reach.count_ones() as i32
            + FORTRESS * fortress
    }
}

impl Evaluate for Position {
    const GAINS: bool = true;

    /// More pieces and a fortress are a win, for they may be claimed at any time (E6).
    fn worth(&self, _sight: u8) -> Worth {
        for side in [self.side, self.side.other()] {
            let claimed = self.claim(side).and_then(crate::rules::Outcome::winner);
            if claimed == Some(side) {
                return Worth::Won(side);
            }
        }
        Worth::Score(self.assets(self.side) - self.assets(self.side.other()))
    }

    fn each_seen<B>(
        &self,
        sight: u8,
        mut visit: impl FnMut(Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let sight = usize::from(sight);
        let mut any = false;
        self.each_move(|legal, after| match legal.steps() > sight + 1 {
            true => Continue(()),
            false => {
                any = true;
                visit(legal, after)
            }
        })?;
        match any {
            true => Continue(()),
            false => self.each_move(visit),
        }
    }

    fn material(&self) -> i32 {
        let men = self.men(self.side);
        PIECE * (men.own.count_ones() as i32 - men.enemy.count_ones() as i32)
    }

    fn gain(&self, after: &Self) -> i32 {
        let enemies = |position: &Self| position.pieces.get(self.side.other()).count_ones();
        PIECE * (enemies(self) as i32 - enemies(after) as i32)
    }

    fn kind(legal: Move) -> usize {
        let number = |square: Square| 9 * usize::from(square.rank()) + usize::from(square.file());
        let [from, to] = legal.ends();
        81 * number(from) + number(to)
    }
}
