//! The search for a placement: there are too many for a tree search.
//!
//! The value of a placement is known only when all pieces are on the board. So the search
//! repeatedly completes the placement at random, and searches the result a few plies deep. The
//! order of the placements matters little, so each completion is evidence about all parts of it
//! (“all moves as first”, after Brügmann's “Monte Carlo Go”). This gives the candidates, and lets
//! both sides place better than at random. Then the worse half of the candidates is dropped
//! repeatedly (sequential halving, after Karnin, Koren and Somekh); all of them get the same
//! completions.

use std::ops::ControlFlow::{self, Continue};

use fastrand::Rng;

use super::search::Search;
use super::{SearchResult, WIN};
use crate::rules::evaluate::PLACES;
use crate::rules::{Evaluate, Side, Stage};

/// Up to this many placements are searched like moves.
const FEW: usize = 28;

/// Plies searched after a completion.
const AHEAD: i32 = 2;

/// The most positions searched after a completion.
const GLANCE: u64 = 4000;

/// The value of a win after a completion, in hundredths: it is only a guess.
const SURE: i32 = 800;

/// The most completions: more add no information.
const COMPLETIONS: u64 = 8192;

/// Completions before both sides use what was learnt.
const LEARNING: u64 = 64;

/// The best of this many random placements is made.
const DRAWN: usize = 3;

/// Returns whether there are too many placements for a tree search.
pub(super) fn many<P: Evaluate>(now: &P) -> bool {
    let mut seen = 0;
    now.stage() == Stage::Placement
        && now
            .each_move(|_, _| {
                seen += 1;
                match seen > FEW {
                    true => ControlFlow::Break(()),
                    false => Continue(()),
                }
            })
            .is_break()
}

/// The evidence from completions about parts of placements, for each side.
struct Learnt {
    /// For each side and part: the sum of the values, and their number.
    parts: [[(f64, f64); PLACES]; 2],
    total: f64,
    number: u64,
}

impl Learnt {
    /// The value of a part for the first side, relative to the mean, if `side` has it.
    fn value(&self, side: Side, part: usize) -> f64 {
        let (sum, count) = self.parts[side as usize][part];
        let mean = self.mean();
        // Adds a few average completions, so that little evidence has little weight.
        (sum - mean * count) / (count + 4.0)
    }

    fn mean(&self) -> f64 {
        self.total / self.number.max(1) as f64
    }

    /// The value of a placement by `side`, for that side.
    fn of<P: Evaluate>(&self, now: &P, side: Side, legal: P::Move) -> f64 {
        let mut sum = 0.0;
        now.each_part(legal, |part| sum += self.value(side, part % PLACES));
        match side {
            Side::First => sum,
            Side::Second => -sum,
        }
    }
}

/// The best of at most that many placements.
pub(super) fn choose<P: Evaluate>(
    search: &mut Search<'_, P>,
    now: &P,
    most: usize,
    tell: &mut impl FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let side = now.turn();
    let mut random = Rng::with_seed(search.limits.seed);
    let mut learnt = Learnt {
        parts: [[(0.0, 0.0); PLACES]; 2],
        total: 0.0,
        number: 0,
    };
    let nodes = search.limits.nodes.min(u64::MAX / 4);
    let mut stopped = false;
    if most > 1 {
        while search.nodes < nodes / 2 && learnt.number < COMPLETIONS / 2 && !stopped {
            stopped = completed(search, now, None, &mut learnt, &mut random).is_none();
        }
    }
    let mut field: Vec<(P::Move, f64)> = Vec::new();
    let _: ControlFlow<()> = now.each_move(|legal, _| {
        // A random number breaks ties.
        field.push((legal, learnt.of(now, side, legal) + random.f64() * 1e-6));
        Continue(())
    });
    field.sort_by(|one, other| other.1.total_cmp(&one.1));
    field.truncate(most.max(1));
    let rounds = u64::from(field.len().max(2).ilog2());
    let (mut limit, share) = (search.nodes, nodes.saturating_sub(search.nodes) / rounds);
    let mut done = 0_u64;
    let mut sums: Vec<(P::Move, i64)> = field.iter().map(|(legal, _)| (*legal, 0)).collect();
    while sums.len() > 1 && !stopped {
        limit += share;
        let mut round = 0;
        while !stopped
            && (search.nodes < limit || round == 0)
            && round < COMPLETIONS / 2 / rounds / sums.len() as u64 + 1
        {
            let seed = random.u64(..);
            for (legal, sum) in &mut sums {
                let mut same = Rng::with_seed(seed);
                match completed(search, now, Some(*legal), &mut learnt, &mut same) {
                    Some(value) => *sum += i64::from(value),
                    None => {
                        stopped = true;
                        break;
                    }
                }
            }
            (round, done) = (round + 1, done + 1);
        }
        if !stopped {
            sums.sort_by_key(|(_, sum)| std::cmp::Reverse(*sum));
            let half = sums.len().div_ceil(2);
            sums.truncate(half);
        }
    }
    let (legal, sum) = *sums.first()?;
    let mean = match (done, side) {
        // There was no time for a comparison.
        (0, Side::First) => learnt.mean() as i64,
        (0, Side::Second) => -learnt.mean() as i64,
        _ => sum / i64::try_from(done).unwrap_or(i64::MAX),
    };
    let found = SearchResult {
        line: vec![legal],
        score: (mean as i32).into(),
        depth: 1,
        nodes: search.nodes,
    };
    tell(&found);
    Some(found)
}

/// The value of a position for a side, by a short search, or by material if that takes too long;
/// `None` if the search is stopped.
fn looked<P: Evaluate>(search: &mut Search<'_, P>, position: &P, side: Side) -> Option<i32> {
    let all = search.limits.nodes;
    search.horizon = AHEAD as usize;
    search.limits.nodes = all.min(search.nodes.saturating_add(GLANCE));
    let value = search.below(position, side, AHEAD, (-WIN, WIN), 0);
    search.limits.nodes = all;
    search.go_on()?;
    let turned = if position.turn() == side { 1 } else { -1 };
    match value {
        None if search.nodes >= all => None,
        None => Some(turned * position.material()),
        found => found,
    }
}

/// The value of a placement for the side to move after a random completion, or of the position
/// without one; `None` if the search is stopped.
fn completed<P: Evaluate>(
    search: &mut Search<'_, P>,
    now: &P,
    legal: Option<P::Move>,
    learnt: &mut Learnt,
    random: &mut Rng,
) -> Option<i32> {
    let side = now.turn();
    let mut position = now.clone();
    let mut parts: Vec<(Side, usize)> = Vec::new();
    let mut make = |position: &mut P, legal: P::Move| {
        let side = position.turn();
        position.each_part(legal, |part| parts.push((side, part % PLACES)));
        position.play(legal);
    };
    if let Some(legal) = legal {
        make(&mut position, legal);
    }
    while position.stage() == Stage::Placement && position.outcome().is_none() {
        search.count()?;
        search.go_on()?;
        let drawn = if learnt.number < LEARNING { 1 } else { DRAWN };
        let mut best: Option<(P::Move, f64)> = None;
        for _ in 0..drawn {
            let legal = position.lot(&mut |below| random.usize(..below))?;
            let value = match drawn {
                1 => 0.0,
                _ => learnt.of(&position, position.turn(), legal),
            };
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((legal, value));
            }
        }
        make(&mut position, best?.0);
    }
    let value = match position.outcome() {
        Some(outcome) => search.ended(outcome, side, 0),
        None => looked(search, &position, side)?,
    };
    let value = value.clamp(-SURE, SURE);
    let for_first = f64::from(match side {
        Side::First => value,
        Side::Second => -value,
    });
    for (side, part) in parts {
        let (sum, count) = &mut learnt.parts[side as usize][part];
        (*sum, *count) = (*sum + for_first, *count + 1.0);
    }
    learnt.total += for_first;
    learnt.number += 1;
    Some(value)
}
