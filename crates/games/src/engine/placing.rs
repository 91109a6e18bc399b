//! The choice among placements: there are too many to look through.
//!
//! What a placement is worth shows when all pieces stand: so the rest is placed at random
//! again and again, and what comes of it is looked at a few plies ahead. The order in which
//! squares were taken matters little, so each such completion tells something of every part
//! of it (“all moves as first”, after Brügmann's “Monte Carlo Go”): that gives the
//! candidates, and lets both sides place better than by lot alone. Among the candidates the
//! worse half is given up again and again (sequential halving, after Karnin, Koren and
//! Somekh), and all of them meet the same completions.

use std::ops::ControlFlow::{self, Continue};

use fastrand::Rng;

use super::search::Search;
use super::{SearchResult, WIN};
use crate::rules::evaluate::PLACES;
use crate::rules::{Evaluate, Side, Stage};

/// So few moves are looked through as moves are.
const FEW: usize = 28;

/// Plies looked ahead after a completion.
const AHEAD: i32 = 2;

/// Positions to look at after a completion, at most.
const GLANCE: u64 = 4000;

/// A win ahead counts as so many hundredths, for completions are guesses.
const SURE: i32 = 800;

/// Completions, at most: more say nothing new.
const COMPLETIONS: u64 = 8192;

/// Completions before both sides place by what was learnt.
const LEARNING: u64 = 64;

/// Among so many placements drawn by lot the best one is made.
const DRAWN: usize = 3;

/// Whether placements are too many to be looked through.
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

/// What completions tell of the parts of placements, for each side.
struct Learnt {
    /// Of each part by side: the sum of what came of it, and how often.
    parts: [[(f64, f64); PLACES]; 2],
    total: f64,
    number: u64,
}

impl Learnt {
    /// How much better than usual a part is for the first side, if that side has it.
    fn value(&self, side: Side, part: usize) -> f64 {
        let (sum, count) = self.parts[side as usize][part];
        let mean = self.mean();
        // A few completions as usual, so that little evidence counts for little.
        (sum - mean * count) / (count + 4.0)
    }

    fn mean(&self) -> f64 {
        self.total / self.number.max(1) as f64
    }

    /// How good a placement is for the side that makes it, which is `side`.
    fn of<P: Evaluate>(&self, now: &P, side: Side, legal: P::Move) -> f64 {
        let mut sum = 0.0;
        now.each_part(legal, |part| sum += self.value(side, part % PLACES));
        match side {
            Side::First => sum,
            Side::Second => -sum,
        }
    }
}

/// The placement that does best among at most so many.
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
        // Equals are put in order by lot.
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
        // There was no time to compare any.
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

/// What a position is worth for a side a few plies ahead, or at a glance if that takes too
/// long; none if the search is to stop.
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

/// What a placement is worth for the side to move after a random completion, or what the
/// position is worth without one; none if the search is to stop.
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
