//! The evaluation of positions of Gygès. What is public here is for fitting it to games.

use std::ops::ControlFlow::{self, Continue};

use super::board::{BOARD, Bits, LEVELS, bit, each, index, rank, ranks_from, up_to_farthest};
use super::flood::flood;
use super::moves::Move;
use super::position::Gyges;
use super::walks;
use crate::rules::evaluate::{self, Evaluate, Evaluation, Measures, Reason, Skill, score};
use crate::rules::logarithm::{ONE, logarithm};
use crate::rules::net::Net;
use crate::rules::{Position as _, Side, Stage};

/// The weight of each measure; fitted by `siwa-lab tune gyges-gates gyges-leroy gyges-cosmoludo
/// --games 6000 --nodes 1000`.
pub static WEIGHTS: Measures = [7, 179, -33, -187, -1, 3, 473, 283, 49, 35, -314, -147];

/// The net; fitted by `siwa-lab tune gyges-gates gyges-leroy gyges-cosmoludo
/// --games 36000 --nodes 700 --net crates/games/assets/gyges.net`.
static NET: Net<'_, INPUTS> = Net::read(include_bytes!("../../../assets/gyges.net"));

/// The number of states of a square: empty, with the sides that can end there, or a piece, with the
/// sides that can take its place and the sides whose nearest row it is in.
const STATES: usize = 4 + 3 * 16;

/// The inputs of the net: every square in every state, and whether the other side may enter the
/// goal.
pub const INPUTS: usize = 36 * STATES + 1;

/// A rough estimate of what a side could do if it were its turn.
#[derive(Default)]
struct Scope {
    /// The empty squares where it could end, and the pieces whose place it could take.
    ends: Bits,
    swaps: Bits,
    /// About the number of its moves.
    effects: u32,
    /// The number of pieces up to that row, whether they can move or not.
    tried: i32,
    /// The pieces that may be able to enter the goal.
    finishers: Bits,
    /// The pieces of the nearest row that seems able to move.
    row: Bits,
    /// The progress of that row towards the other goal.
    way: i32,
}

impl Gyges {
    fn scope(&self, side: Side, sight: u8) -> Scope {
        let mut scope = Scope::default();
        let occupied = self.board.occupied();
        let drops = (up_to_farthest(side, occupied) & BOARD & !occupied).count_ones();
        for (way, number) in (0..).zip(ranks_from(side)) {
            scope.row = occupied & rank(number);
            scope.way = way;
            for from in each(scope.row) {
                let found = flood(self.ruleset, self.board, side, from, sight);
                scope.ends |= found.ends;
                scope.swaps |= found.swaps;
                scope.effects += found.ends.count_ones() + found.swaps.count_ones() * drops;
                scope.tried += 1;
                if found.goal {
                    scope.finishers |= bit(from);
                }
            }
            if scope.ends | scope.swaps != 0 {
                break;
            }
        }
        scope
    }

    /// Returns whether a side can enter the goal with a piece of its scope.
    fn enters(&self, side: Side, scope: &Scope, sight: u8) -> bool {
        each(scope.finishers).any(|from| walks::enters(self.ruleset, self.board, side, from, sight))
    }

    /// The difference of both sides' scopes.
    fn compare(&self, own: &Scope, other: &Scope) -> Measures {
        let difference =
            |one: Bits, other: Bits| one.count_ones() as i32 - other.count_ones() as i32;
        let of_levels = |one: Bits, other: Bits| {
            LEVELS.map(|level| {
                let pieces = self.board.pieces(level);
                difference(one & pieces, other & pieces)
            })
        };
        let [ones, twos, threes] = of_levels(own.swaps, other.swaps);
        let [near_ones, near_twos, near_threes] = of_levels(own.row, other.row);
        let effects = |scope: &Scope| 16 * logarithm(scope.effects as usize + 1);
        [
            difference(own.ends, other.ends),
            ones,
            twos,
            threes,
            ((effects(own) - effects(other)) / ONE) as i32,
            own.effects as i32 - other.effects as i32,
            // The right to move.
            1,
            own.way - other.way,
            near_ones,
            near_twos,
            near_threes,
            own.tried - other.tried,
        ]
    }

    /// The active inputs of the net, from the side to move.
    #[inline]
    fn each_input(&self, own: &Scope, other: &Scope) -> impl Iterator<Item = usize> {
        let words = self.board.words();
        let reached = [own, other].map(|scope| scope.ends | scope.swaps);
        let rows = [own, other].map(|scope| scope.row);
        let side = self.side;
        let squares = (0..36).map(move |place| {
            let at = match side {
                Side::First => place,
                Side::Second => 35 - place,
            };
            let bits_at = |[low, high]: [Bits; 2]| (low >> at & 1 | (high >> at & 1) << 1) as usize;
            let state = match bits_at(words) {
                0 => bits_at(reached),
                level => 4 + 16 * (level - 1) + bits_at(reached) + 4 * bits_at(rows),
            };
            STATES * place + state
        });
        squares.chain((other.finishers != 0).then_some(INPUTS - 1))
    }

    /// The scopes of both sides without limits of sight, the side to move first.
    fn scopes(&self) -> [Scope; 2] {
        [self.side, self.side.other()].map(|side| self.scope(side, u8::MAX))
    }
}

/// The measures of a position.
pub fn measures(position: &Gyges) -> Measures {
    let [own, other] = position.scopes();
    position.compare(&own, &other)
}

/// The active inputs of the net, each below [`INPUTS`].
pub fn inputs(position: &Gyges) -> Vec<usize> {
    let [own, other] = position.scopes();
    position.each_input(&own, &other).collect()
}

impl Evaluate for Gyges {
    const SKILLS: [Skill; evaluate::LEVELS] = [
        Skill::new(4_000, 1, 2, [0; 2], 1),
        Skill::new(4_000, 1, 3, [200, 1200], 1),
        Skill::new(4_000, 1, 4, [100, 1000], 1),
        Skill::new(4_000, 1, u8::MAX, [10, 100], 1),
        Skill::new(20_000, 2, u8::MAX, [30, 310], 4),
        Skill::new(26_000, u32::MAX, u8::MAX, [0, 190], 12),
        Skill::new(1_200_000, u32::MAX, u8::MAX, [0, 500], 16),
        Skill::STRONGEST,
    ];

    fn evaluate(&self, sight: u8) -> Evaluation {
        let own = self.scope(self.side, sight);
        if self.enters(self.side, &own, sight) {
            return Evaluation::Won(self.side);
        }
        let other = self.scope(self.side.other(), sight);
        let counted = score(&self.compare(&own, &other), &WEIGHTS);
        Evaluation::Points(counted + NET.points(self.each_input(&own, &other)))
    }

    fn could_win(&self, side: Side, sight: u8) -> bool {
        let Self { ruleset, board, .. } = *self;
        // The approximation may take a row for the active one in which no piece can move.
        let active = walks::active_rank(ruleset, board, side).map_or(0, rank);
        self.stage == Stage::Movement
            && each(board.occupied() & active).any(|from| {
                flood(ruleset, board, side, from, sight).goal
                    && walks::enters(ruleset, board, side, from, sight)
            })
    }

    fn purpose(&self, after: &Self) -> Option<Reason> {
        if self.stage == Stage::Placement {
            return None;
        }
        // The gates of the other goal to which a side can move.
        let reached = |position: &Self, side: Side| {
            let mut reached = 0;
            let _ = walks::each_mover(self.ruleset, position.board, side, u8::MAX, |mover| {
                reached |= mover.reach.ends | mover.reach.swaps;
                Continue::<()>(())
            });
            reached & self.ruleset.gate_squares(side.other())
        };
        let other = self.side.other();
        if reached(self, other) != 0 && reached(after, other) == 0 {
            Some(Reason::ShutsGates)
        } else {
            let opened = reached(after, self.side) & !reached(self, self.side);
            (opened != 0).then_some(Reason::OpensGate)
        }
    }

    fn each_visible_move<B>(
        &self,
        sight: u8,
        mut visit: impl FnMut(Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.stage == Stage::Placement {
            return self.each_move(visit);
        }
        walks::each_mover(self.ruleset, self.board, self.side, sight, |mover| {
            self.each_move_of(mover, &mut visit)
        })
    }

    /// Pieces belong to nobody, so material is the progress of a side's nearest row towards the
    /// other goal.
    fn material(&self) -> i32 {
        let is_occupied = |number| self.board.occupied() & rank(number) != 0;
        let way = |side| {
            let row = ranks_from(side).into_iter().position(is_occupied);
            row.unwrap_or(0) as i32
        };
        100 * (way(self.side) - way(self.side.other()))
    }

    fn each_put(&self, legal: Move, mut visit: impl FnMut(usize)) {
        if let Move::SetUp(_, puts) = legal {
            for put in puts {
                visit(3 * usize::from(index(put.square)) + usize::from(put.level) - 1);
            }
        }
    }

    fn history_index(legal: Move) -> usize {
        let pair = |from, to| 36 * usize::from(index(from)) + usize::from(index(to));
        match legal {
            Move::End([from, to]) | Move::Swap([from, to, _]) => pair(from, to),
            Move::Goal(from) => pair(from, from),
            Move::SetUp(..) => 0,
        }
    }
}
