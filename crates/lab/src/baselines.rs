//! Two baseline players without knowledge of the games, to measure the engine.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering;

use fastrand::Rng;

use siwa_games::engine::Limits;
use siwa_games::rules::{Evaluate, Outcome, Repetition, Side, Stage};

/// The value of an immediate win. A win in `n` plies is worth `n` less.
const WIN: i32 = 1_000_000;

/// The largest depth of the search on material, in plies.
const DEEPEST: u32 = 64;

/// The move of a careful beginner: wins if one move wins, avoids moves after which one move of the
/// opponent wins, and is random otherwise.
pub(super) fn careful<P: Evaluate>(
    before: &[P],
    now: &P,
    repetition: Repetition,
    limits: Limits<'_>,
) -> Option<P::Move> {
    let mut random = Rng::with_seed(limits.seed);
    if now.stage() == Stage::Placement {
        return now.random_placement(&mut |below| random.usize(..below));
    }
    let forbidden = repetition.forbidden(before, now);
    let mut moves = Vec::new();
    let _: ControlFlow<()> = now.each_move(|legal, after| {
        if !forbidden.iter().any(|old| after.recurs(old)) {
            moves.push((legal, after));
        }
        Continue(())
    });
    random.shuffle(&mut moves);
    let side = now.turn();
    let other = side.other();
    let wins = |(_, after): &&(P::Move, P)| has_won(after, side);
    let is_safe = |(_, after): &&(P::Move, P)| {
        let loses = has_won(after, other) || (after.turn() == other && wins_in_one(after));
        !loses
    };
    let best = moves.iter().find(wins);
    let best = best.or_else(|| moves.iter().find(is_safe));
    best.or(moves.first()).map(|(legal, _)| *legal)
}

/// Returns whether a side has won, or can win by a declaration.
fn has_won<P: Evaluate>(position: &P, side: Side) -> bool {
    let declared = || position.declarations(side).alone;
    let ended = position.outcome().or_else(declared);
    ended.and_then(|outcome| outcome.winner) == Some(side)
}

/// Returns whether the side to move has a move that wins.
fn wins_in_one<P: Evaluate>(now: &P) -> bool {
    let side = now.turn();
    let won = now.find_move(|_, after| has_won(after, side));
    won.is_some()
}

/// Alpha-beta on material only, with iterative deepening; a random choice among equals.
pub(super) fn material<P: Evaluate>(
    before: &[P],
    now: &P,
    repetition: Repetition,
    limits: Limits<'_>,
) -> Option<P::Move> {
    let mut moves = now.legal_moves();
    Rng::with_seed(limits.seed).shuffle(&mut moves);
    let side = now.turn();
    let forbidden = repetition.forbidden(before, now);
    let mut known = None;
    let mut counter = Counter { limits, nodes: 0 };
    for depth in 1..=limits.depth.clamp(1, DEEPEST) {
        let mut best: Option<(P::Move, i32)> = None;
        for legal in &moves {
            let mut after = now.clone();
            after.play(*legal);
            if forbidden.iter().any(|old| after.recurs(old)) {
                continue;
            }
            let alpha = best.map_or(-WIN, |(_, value)| value);
            let Some(value) = counter.child(&after, side, depth as i32 - 1, alpha, WIN) else {
                return known.or(best.map(|(legal, _)| legal));
            };
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((*legal, value));
            }
        }
        let (better, _) = best?;
        // The best first.
        moves.sort_by_key(|legal| *legal != better);
        known = Some(better);
    }
    known
}

struct Counter<'a> {
    limits: Limits<'a>,
    nodes: u64,
}

impl Counter<'_> {
    /// The value for `side` of the position after its move.
    fn child<P: Evaluate>(
        &mut self,
        after: &P,
        side: Side,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        if after.turn() == side {
            self.node(after, depth, alpha, beta)
        } else {
            Some(-self.node(after, depth, -beta, -alpha)?)
        }
    }

    fn node<P: Evaluate>(&mut self, now: &P, depth: i32, mut alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        let stopped = self.limits.stop.load(Ordering::Relaxed);
        if (stopped && self.nodes > 1) || self.nodes > self.limits.nodes {
            return None;
        }
        let side = now.turn();
        if let Some(outcome) = now.outcome() {
            return Some(ended(outcome, side, depth));
        }
        if depth <= 0 {
            return Some(now.material());
        }
        let mut best = -WIN;
        // Captures first.
        for gaining in [true, false] {
            if !P::HAS_CAPTURES && gaining {
                continue;
            }
            let over = now.each_move(|_, after| {
                if P::HAS_CAPTURES && (now.gain(&after) > 0) != gaining {
                    return Continue(());
                }
                let Some(value) = self.child(&after, side, depth - 1, alpha, beta) else {
                    return Break(None);
                };
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    Break(Some(()))
                } else {
                    Continue(())
                }
            });
            match over {
                Break(None) => return None,
                Break(Some(())) => break,
                Continue(()) => {}
            }
        }
        Some(best)
    }
}

/// The value of an outcome; an earlier win is worth more.
fn ended(outcome: Outcome, side: Side, depth: i32) -> i32 {
    let sooner = DEEPEST as i32 - depth;
    match outcome.winner {
        Some(winner) if winner == side => WIN - sooner,
        Some(_) => sooner - WIN,
        None => 0,
    }
}
