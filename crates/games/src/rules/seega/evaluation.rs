//! The evaluation of positions of Seega. What is public here is for fitting it to games.

use super::board::{Bits, each, neighbours, square};
use super::moves::Move;
use super::position::{Phase, Seega};
use crate::rules::evaluate::{Evaluate, Evaluation, LEVELS, Measures, Reason, Skill, score};
use crate::rules::{Below, Side, Square};

/// The weight of each measure; fitted by `siwa-lab tune` over all variants with `--games 6000
/// --nodes 2000 --opening 2`, then scaled so that a piece is a hundred hundredths.
pub static WEIGHTS: Measures = [1600, 30, 331, 80, 30, 191, 77, -787, -25, -11, 52, 1152];

/// The value of a piece, in hundredths.
const PIECE: i32 = 100;

/// The measures of a position.
pub fn measures(position: &Seega) -> Measures {
    let [own, other] = [position.side, position.side.other()].map(|side| position.assets(side));
    let mut measures = Measures::default();
    for ((measure, own), other) in measures.iter_mut().zip(own).zip(other) {
        *measure = own - other;
    }
    // The right to move; and a lead, which is worth more with fewer pieces.
    let all = position.pieces.first.count_ones() + position.pieces.second.count_ones();
    measures[10] = 1;
    measures[11] = 16 * measures[0] / all.max(1) as i32;
    measures
}

impl Seega {
    /// The measures of `side`, without a search.
    fn assets(&self, side: Side) -> [i32; 10] {
        let geometry = &self.setup.geometry;
        let men = self.men(side);
        let empty = men.empty(geometry);
        let room = neighbours(men.own) & empty;
        let last = geometry.size - 1;
        let ranks = geometry.rank(0) | geometry.rank(last);
        let edge = ranks | geometry.file(0) | geometry.file(last);
        let count = |bits: Bits| bits.count_ones() as i32;
        [
            count(men.own),
            count(room),
            // Squares where an enemy piece could be captured now.
            count(room & men.traps(geometry)),
            i32::from(self.fortress(side)),
            // Squares that the enemy cannot reach.
            count(room & !neighbours(men.enemy)),
            i32::from(men.own & geometry.centre != 0),
            count(men.wall(geometry)),
            i32::from(room == 0),
            count(men.own & edge),
            count(men.own & neighbours(men.own)),
        ]
    }

    /// The pieces of `side` that the other side could capture with a step if it were its turn.
    fn exposed(&self, side: Side) -> Bits {
        let geometry = &self.setup.geometry;
        let men = self.men(side.other());
        let captures = each(men.captures_from(geometry, men.own));
        captures.fold(0, |exposed, to| exposed | men.flanked(geometry, to))
    }

    /// How many pieces of `side` could move if it were its turn.
    fn mobile(&self, side: Side) -> u32 {
        (self.men(side).own & neighbours(self.empty())).count_ones()
    }
}

impl Evaluate for Seega {
    const SKILLS: [Skill; LEVELS] = [
        Skill::counting(6000),
        Skill::counting(140),
        Skill::new(1_000, 1, u8::MAX, [700; 2], 1),
        Skill::new(400, 1, u8::MAX, [220; 2], 2),
        Skill::new(1_000, 2, u8::MAX, [100; 2], 2),
        Skill::new(3_000, 3, u8::MAX, [0; 2], 6),
        Skill::new(5_000, u32::MAX, u8::MAX, [0; 2], 12),
        Skill::STRONGEST,
    ];

    const HAS_CAPTURES: bool = true;

    /// More pieces and a fortress are a win, because they can be claimed at any time (E6).
    fn evaluate(&self, _sight: u8) -> Evaluation {
        for side in [self.side, self.side.other()] {
            let claimed = self.claim(side).and_then(|outcome| outcome.winner);
            if claimed == Some(side) {
                return Evaluation::Won(side);
            }
        }
        Evaluation::Points(score(&measures(self), &WEIGHTS))
    }

    fn purpose(&self, after: &Self) -> Option<Reason> {
        if self.phase == Phase::Placement {
            return None;
        }
        let own = self.side;
        let other = own.other();
        let exposed = |position: &Self| position.exposed(own).count_ones() as usize;
        let safe = exposed(self).saturating_sub(exposed(after));
        let threatened = after.exposed(other) & !self.exposed(other);
        if after.fortress(own) && !self.fortress(own) {
            Some(Reason::Wall)
        } else if safe > 0 {
            Some(Reason::Defends(safe))
        } else if threatened != 0 {
            Some(Reason::Threatens(threatened.count_ones() as usize))
        } else if self.phase == Phase::Extra && after.side == other {
            Some(Reason::MakesWay)
        } else {
            (self.mobile(own) == 1 && after.mobile(own) > 1).then_some(Reason::Frees)
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

    fn random_placement(&self, below: &mut Below<'_>) -> Option<Move> {
        // There are far too many pairs of squares to list them.
        let mut open = self.open();
        let mut draw = || {
            let one = each(open).nth(below(open.count_ones() as usize))?;
            open &= !one;
            Some(square(one))
        };
        Some(Move::place(draw()?, draw()?))
    }

    fn each_put(&self, legal: Move, mut visit: impl FnMut(usize)) {
        legal.ends().into_iter().map(number).for_each(&mut visit);
    }

    fn history_index(legal: Move) -> usize {
        let [from, to] = legal.ends();
        81 * number(from) + number(to)
    }
}

fn number(square: Square) -> usize {
    9 * usize::from(square.rank()) + usize::from(square.file())
}
