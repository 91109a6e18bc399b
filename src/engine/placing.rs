//! The choice among placements: there are too many to look through.
//!
//! Some are drawn by lot; each is completed at random until pieces move, and what comes
//! of it is looked at a few plies ahead. The worse half is given up again and again
//! (sequential halving), and all candidates meet the same random completions.

use std::ops::ControlFlow::{self, Continue};

use fastrand::Rng;

use super::search::Search;
use super::{Thought, WIN};
use crate::rules::{Evaluate, Side, Stage};

/// So few moves are looked through as moves are.
const FEW: usize = 28;

/// Plies looked ahead after a completion.
const AHEAD: i32 = 2;

/// A win ahead counts as so many hundredths, for completions are guesses.
const SURE: i32 = 800;

/// Of all completions, at most: more say nothing new.
const COMPLETIONS: u64 = 4096;

/// Placements to choose among, at most so many, or none if the moves can be looked through.
pub(super) fn candidates<P: Evaluate>(now: &P, most: usize, seed: u64) -> Option<Vec<P::Move>> {
    if now.stage() != Stage::Placement {
        return None;
    }
    let mut random = Rng::with_seed(seed);
    let (mut drawn, mut seen) = (Vec::new(), 0);
    let _: ControlFlow<()> = now.each_move(|legal, _| {
        seen += 1;
        if drawn.len() < most {
            drawn.push(legal);
        } else if let Some(place) = drawn.get_mut(random.usize(..seen)) {
            *place = legal;
        }
        Continue(())
    });
    (seen > FEW).then_some(drawn)
}

/// The candidate that does best.
pub(super) fn choose<P: Evaluate>(
    search: &mut Search<'_, P>,
    now: &P,
    candidates: Vec<P::Move>,
    tell: &mut impl FnMut(&Thought<P::Move>),
) -> Option<Thought<P::Move>> {
    let side = now.turn();
    let mut field: Vec<(P::Move, i64)> = candidates.into_iter().map(|legal| (legal, 0)).collect();
    let rounds = u64::from(field.len().max(2).ilog2());
    let share = search.limits.nodes.min(u64::MAX / 2) / rounds;
    let (mut number, mut limit) = (0, 0);
    while field.len() > 1 {
        limit += share;
        let mut done = 0_u64;
        while (search.nodes < limit || done == 0) && done < COMPLETIONS / field.len() as u64 {
            for (legal, sum) in &mut field {
                let seed = search.limits.seed ^ number;
                let Some(value) = completed(search, now, *legal, side, seed) else {
                    return best(&field, number, search.nodes, tell);
                };
                *sum += i64::from(value);
            }
            (number, done) = (number + 1, done + 1);
        }
        field.sort_by_key(|(_, sum)| std::cmp::Reverse(*sum));
        let half = field.len().div_ceil(2);
        field.truncate(half.max(1));
    }
    best(&field, number, search.nodes, tell)
}

/// The best candidate after so many completions of each.
fn best<M: Copy>(
    field: &[(M, i64)],
    number: u64,
    nodes: u64,
    tell: &mut impl FnMut(&Thought<M>),
) -> Option<Thought<M>> {
    let (legal, sum) = field.iter().max_by_key(|(_, sum)| *sum)?;
    let mean = sum / i64::try_from(number.max(1)).unwrap_or(i64::MAX);
    let thought = Thought {
        line: vec![*legal],
        score: (mean as i32).into(),
        depth: 1,
        nodes,
    };
    tell(&thought);
    Some(thought)
}

/// What a candidate is worth for `side` after a random completion; none if the search
/// is to stop.
fn completed<P: Evaluate>(
    search: &mut Search<'_, P>,
    now: &P,
    legal: P::Move,
    side: Side,
    seed: u64,
) -> Option<i32> {
    let mut random = Rng::with_seed(seed);
    let mut position = now.clone();
    position.play(legal);
    while position.stage() == Stage::Placement && position.outcome().is_none() {
        // On large boards one step takes as long as a hundred nodes.
        search.count()?;
        search.go_on()?;
        let open = position.legal_moves();
        position.play(open[random.usize(..open.len())]);
    }
    let value = match position.outcome() {
        Some(outcome) => search.ended(outcome, side, 0),
        None => search.below(&position, side, AHEAD, (-WIN, WIN), 0)?,
    };
    Some(value.clamp(-SURE, SURE))
}
