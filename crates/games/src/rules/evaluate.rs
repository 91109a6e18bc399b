//! Evaluation: what the search needs beyond the rules.

use std::fmt::Display;
use std::ops::ControlFlow;

use super::{Below, Position, Side};

/// The static value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// This side wins with its next act, whichever side is to move.
    Won(Side),
    /// Hundredths of a piece, or of the closest equivalent; positive if the side to move is better.
    Points(i32),
}

/// The largest number of measures of a position.
pub const MEASURES: usize = 12;

/// Measures of a position, each positive if the side to move has more, or their weights; 0 for
/// those that a game does not have.
pub type Measures = [i32; MEASURES];

/// A weight of this is a hundredth of a piece.
pub const WEIGHT_UNIT: i32 = 16;

/// The weighted sum of measures, in hundredths of a piece, or of the closest equivalent.
#[inline]
pub fn score(measures: &Measures, weights: &Measures) -> i32 {
    let pairs = measures.iter().zip(weights);
    pairs.map(|(one, weight)| one * weight).sum::<i32>() / WEIGHT_UNIT
}

/// The number of levels of strength.
pub const LEVELS: usize = 8;

/// The limits of a level. No level plays random moves. Weak ones overlook things as people do: they
/// search less deeply, follow fewer bounces, misjudge positions, and consider fewer placements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The most positions it searches.
    pub nodes: u64,
    /// The most plies it searches.
    pub depth: u32,
    /// The number of bounces of a move that it follows; see [`Evaluate::each_visible_move`].
    pub sight: u8,
    /// Whether it uses the full evaluation, and not just material.
    pub positional: bool,
    /// By how many hundredths of a piece it misjudges a position at most, on a good day and on a bad
    /// one; the seed, the same in all turns of a game, decides which day it is.
    pub noise: [u16; 2],
    /// The number of placements it compares.
    pub candidates: usize,
}

impl Skill {
    /// The skill of the strongest level.
    pub const STRONGEST: Self = Self::new(u64::MAX, u32::MAX, u8::MAX, [0; 2], 64);

    /// A skill with the full evaluation.
    pub const fn new(
        nodes: u64,
        depth: u32,
        sight: u8,
        noise: [u16; 2],
        candidates: usize,
    ) -> Self {
        Self {
            nodes,
            depth,
            sight,
            positional: true,
            noise,
            candidates,
        }
    }

    /// A skill that only counts material, a ply deep.
    pub const fn counting(noise: u16) -> Self {
        Self {
            positional: false,
            ..Self::new(1_000, 1, u8::MAX, [noise; 2], 1)
        }
    }
}

/// The purpose of a move. The names are part of the ids of the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
#[strum(prefix = "hint-", serialize_all = "kebab-case")]
pub enum Reason {
    /// It wins, immediately or by a declaration.
    Wins,
    /// It captures this many pieces.
    Captures(usize),
    /// The opponent would win otherwise.
    Parries,
    /// It wins next turn, if the opponent does not prevent it.
    ThreatensWin,
    /// The opponent cannot move and passes.
    Blocks,
    /// It makes a barrier.
    Wall,
    /// The opponent can capture this many fewer pieces than before.
    Defends(usize),
    /// It can capture this many pieces next turn that it could not capture before.
    Threatens(usize),
    /// It lets the opponent move again, who had to pass.
    MakesWay,
    /// More than one own piece can move again.
    Frees,
    /// It opens the way to a gate of the opponent's goal.
    OpensGate,
    /// The opponent can no longer move to a gate of the mover's goal.
    ShutsGates,
}

/// A game's knowledge for the search. It never decides what is legal.
pub trait Evaluate: Position<Move: Display> {
    /// Whether moves can capture in this game.
    const HAS_CAPTURES: bool = false;

    /// The skills of the levels, the weakest first.
    const SKILLS: [Skill; LEVELS] = [Skill::STRONGEST; LEVELS];

    /// The value of the position for a level with this `sight`; called only in running games in the
    /// movement stage.
    fn evaluate(&self, _sight: u8) -> Evaluation {
        Evaluation::Points(self.material())
    }

    /// Returns whether a side could win immediately if it were its turn, as far as a level with this sight
    /// sees.
    fn could_win(&self, _side: Side, _sight: u8) -> bool {
        false
    }

    /// The purpose, in the terms of this game, of a legal move that leads to the position `after`,
    /// that captures nothing and prevents or threatens no win.
    fn purpose(&self, _after: &Self) -> Option<Reason> {
        None
    }

    /// Visits the legal moves with at most `sight` bounces, or all for `u8::MAX`; by default all.
    fn each_visible_move<B>(
        &self,
        _sight: u8,
        visit: impl FnMut(Self::Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_move(visit)
    }

    /// Material, in the unit of [`Evaluation::Points`]; positive if the side to move is better.
    fn material(&self) -> i32 {
        0
    }

    /// The immediate gain of a legal move that leads to the position `after`; 0 if it is quiet.
    /// Where moves gain, the search does not rely on [`evaluate`](Self::evaluate) alone.
    fn gain(&self, _after: &Self) -> i32 {
        0
    }

    /// A random placement, drawn by `below`.
    fn random_placement(&self, below: &mut Below<'_>) -> Option<Self::Move> {
        let mut drawn = None;
        let mut seen = 0;
        let _: ControlFlow<()> = self.each_move(|legal, _| {
            seen += 1;
            // In the end each of them has had the same chance.
            if below(seen) == 0 {
                drawn = Some(legal);
            }
            ControlFlow::Continue(())
        });
        drawn
    }

    /// Visits the pieces that a placement puts on squares: for each, a number below [`PUTS`].
    fn each_put(&self, _legal: Self::Move, _visit: impl FnMut(usize)) {}

    /// A number below [`HISTORY_SIZE`], the same for moves with a similar effect.
    fn history_index(_legal: Self::Move) -> usize {
        0
    }
}

/// The largest number of kinds of pieces on squares.
pub const PUTS: usize = 128;

/// The number of entries of a side in the history of moves.
pub const HISTORY_SIZE: usize = 81 * 81;
