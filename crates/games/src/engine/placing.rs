//! The search for a placement: there are too many for a tree search.
//!
//! The value of a placement is known only when all pieces are on the board. So the search
//! repeatedly completes the placement at random, and searches the result a few plies deep. The
//! order of the placements matters little, so each completion is evidence about all parts of it
//! (“all moves as first”, after Brügmann's “Monte Carlo Go”). This gives the candidates, and lets
//! both sides place better than at random. Then the worse half of the candidates is dropped
//! repeatedly (sequential halving, after Karnin, Koren and Somekh); all of them get the same
//! completions.

use std::cmp::Reverse;

use fastrand::Rng;

use super::search::Search;
use super::{SearchResult, Tell, WIN};
use crate::rules::evaluate::PUTS;
use crate::rules::{Evaluate, Side, Stage};

/// Up to this many placements are searched like moves.
const MAX_TREE_PLACEMENTS: usize = 28;

/// Plies searched after a completion.
const COMPLETION_PLIES: i32 = 2;

/// The most positions searched after a completion.
const COMPLETION_NODES: u64 = 4000;

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
    let is_beyond = |_, _: &P| {
        seen += 1;
        seen > MAX_TREE_PLACEMENTS
    };
    now.stage() == Stage::Placement && now.find_move(is_beyond).is_some()
}

/// The evidence from completions about parts of placements, for each side.
struct Learnt {
    /// For each side and part: the sum of the values, and their number.
    parts: [[(f64, f64); PUTS]; 2],
    total: f64,
    number: u64,
}

impl Learnt {
    /// The value of a part for the first side, relative to the mean, if `side` has it.
    fn value(&self, side: Side, part: usize) -> f64 {
        let (sum, count) = self.parts[side as usize][part];
        // Adds a few average completions, so that little evidence has little weight.
        (sum - self.mean() * count) / (count + 4.0)
    }

    fn mean(&self) -> f64 {
        self.total / self.number.max(1) as f64
    }

    /// The value of a placement by the side to move, for that side.
    fn of_placement<P: Evaluate>(&self, now: &P, legal: P::Move) -> f64 {
        let side = now.turn();
        let mut sum = 0.0;
        now.each_put(legal, |put| sum += self.value(side, put % PUTS));
        sum * f64::from(sign(side))
    }

    /// A random placement for the side to move, good ones more often once something was learnt.
    fn draw<P: Evaluate>(&self, now: &P, random: &mut Rng) -> Option<P::Move> {
        let mut draw = || now.random_placement(&mut |below| random.usize(..below));
        let mut best = draw()?;
        if self.number < LEARNING {
            return Some(best);
        }
        let mut known = self.of_placement(now, best);
        for _ in 1..DRAWN {
            let other = draw()?;
            let value = self.of_placement(now, other);
            if value > known {
                best = other;
                known = value;
            }
        }
        Some(best)
    }
}

/// Turns values for the first side into values for `side`, and back.
fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The best of at most that many placements.
pub(super) fn choose<P: Evaluate>(
    search: &mut Search<'_, P>,
    now: &P,
    most: usize,
    tell: &mut Tell<'_>,
) -> Option<SearchResult> {
    let mut random = Rng::with_seed(search.limits.seed);
    let mut learnt = Learnt {
        parts: [[(0.0, 0.0); PUTS]; 2],
        total: 0.0,
        number: 0,
    };
    let nodes = search.limits.nodes.min(u64::MAX / 4);
    let mut stopped = false;
    while most > 1 && !stopped && search.nodes < nodes / 2 && learnt.number < COMPLETIONS / 2 {
        stopped = complete(search, now, None, &mut learnt, &mut random).is_none();
    }
    // A random number breaks ties.
    let rated = |legal| (legal, learnt.of_placement(now, legal) + random.f64() * 1e-6);
    let mut field: Vec<(P::Move, f64)> = now.legal_moves().into_iter().map(rated).collect();
    field.sort_by(|one, other| other.1.total_cmp(&one.1));
    field.truncate(most.max(1));
    let mut sums: Vec<(P::Move, i64)> = field.into_iter().map(|(legal, _)| (legal, 0)).collect();
    let rounds = u64::from(sums.len().max(2).ilog2());
    let share = nodes.saturating_sub(search.nodes) / rounds;
    let mut limit = search.nodes;
    let mut done = 0;
    'halving: while sums.len() > 1 && !stopped {
        limit += share;
        let most = COMPLETIONS / 2 / rounds / sums.len() as u64 + 1;
        for round in 0..most {
            if round > 0 && search.nodes >= limit {
                break;
            }
            done += 1;
            let seed = random.u64(..);
            for (legal, sum) in &mut sums {
                let mut same = Rng::with_seed(seed);
                let value = complete(search, now, Some(*legal), &mut learnt, &mut same);
                let Some(value) = value else { break 'halving };
                *sum += i64::from(value);
            }
        }
        sums.sort_by_key(|(_, sum)| Reverse(*sum));
        sums.truncate(sums.len().div_ceil(2));
    }
    let (legal, sum) = *sums.first()?;
    let mean = match done {
        // There was no time for a comparison.
        0 => sign(now.turn()) * learnt.mean() as i32,
        _ => (sum / done) as i32,
    };
    let found = SearchResult {
        line: vec![legal.to_string()],
        score: mean.into(),
        depth: 1,
        nodes: search.nodes,
    };
    tell(&found);
    Some(found)
}

/// The value of a completed position for a side, by a short search, or by material if that takes too
/// long; `None` if the search is stopped.
fn look_ahead<P: Evaluate>(search: &mut Search<'_, P>, position: &P, side: Side) -> Option<i32> {
    let all = search.limits.nodes;
    search.horizon = COMPLETION_PLIES as usize;
    search.limits.nodes = all.min(search.nodes.saturating_add(COMPLETION_NODES));
    let value = search.search_child(position, side, COMPLETION_PLIES, -WIN..WIN, 0);
    search.limits.nodes = all;
    search.go_on()?;
    let material = || sign(side) * sign(position.turn()) * position.material();
    value.or_else(|| (search.nodes < all).then(material))
}

/// The value for the side to move of a random completion, which begins with a placement if one is
/// given; `None` if the search is stopped.
fn complete<P: Evaluate>(
    search: &mut Search<'_, P>,
    now: &P,
    mut given: Option<P::Move>,
    learnt: &mut Learnt,
    random: &mut Rng,
) -> Option<i32> {
    let mut position = now.clone();
    let mut parts: Vec<(Side, usize)> = Vec::new();
    while position.stage() == Stage::Placement && position.outcome().is_none() {
        let legal = if let Some(given) = given.take() {
            given
        } else {
            search.count()?;
            search.go_on()?;
            learnt.draw(&position, random)?
        };
        let side = position.turn();
        position.each_put(legal, |put| parts.push((side, put % PUTS)));
        position.play(legal);
    }
    let side = now.turn();
    let value = match position.outcome() {
        Some(outcome) => search.ended(outcome, side, 0),
        None => look_ahead(search, &position, side)?,
    };
    let value = value.clamp(-SURE, SURE);
    let for_first = f64::from(sign(side) * value);
    for (side, part) in parts {
        let (sum, count) = &mut learnt.parts[side as usize][part];
        *sum += for_first;
        *count += 1.0;
    }
    learnt.total += for_first;
    learnt.number += 1;
    Some(value)
}
