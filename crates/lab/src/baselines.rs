//! Three baseline players without knowledge of the games, to measure the engine.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering;

use fastrand::Rng;

use siwa_games::engine::Limits;
use siwa_games::rules::{Evaluate, Outcome, Repetition, Side, Stage};

/// The exploration constant; the best of 0.5, 0.7, 1.0 and 1.4.
const CURIOSITY: f32 = 0.7;

/// The most plies of a random game: then material is counted.
const MAX_TURNS: usize = 200;

/// The value of an immediate win. A win in `n` plies is worth `n` less.
const WIN: i32 = 1_000_000;

/// The largest depth of the search on material, in plies.
const DEEPEST: u32 = 64;

/// The most nodes of a tree: enough for some seconds.
const TREE: usize = 4 << 20;

/// A move in a tree of moves.
struct Node<M> {
    legal: Option<M>,
    /// The side that made it.
    side: Side,
    visits: u32,
    /// The score of `side`: 1 for a win, ½ for a draw.
    sum: f32,
    /// The index of its first answer, and their number.
    first: usize,
    answers: usize,
}

impl<M> Node<M> {
    fn new(legal: Option<M>, side: Side) -> Self {
        Self {
            legal,
            side,
            visits: 0,
            sum: 0.0,
            first: 0,
            answers: 0,
        }
    }

    /// The upper confidence bound of a move whose parent has this many visits.
    fn bound(&self, visits: f32) -> f32 {
        match self.visits {
            0 => f32::INFINITY,
            tried => self.sum / tried as f32 + CURIOSITY * (visits.ln() / tried as f32).sqrt(),
        }
    }
}

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
        return now.lot(&mut |below| random.usize(..below));
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
    let (side, other) = (now.turn(), now.turn().other());
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
    let found = now.each_move(|_, after| match has_won(&after, side) {
        true => Break(()),
        false => Continue(()),
    });
    found.is_break()
}

/// A random legal move.
fn lot<P: Evaluate>(now: &P, random: &mut Rng) -> Option<(P::Move, P)> {
    let (mut drawn, mut seen) = (None, 0);
    let _: ControlFlow<()> = now.each_move(|legal, after| {
        seen += 1;
        if random.usize(..seen) == 0 {
            drawn = Some((legal, after));
        }
        Continue(())
    });
    drawn
}

/// Monte Carlo tree search by upper confidence bounds, with random games to the end (Kocsis
/// and Szepesvári, "Bandit based Monte-Carlo planning"), without knowledge of the game.
///
/// A node of the limits is a whole random game.
pub(super) fn tree<P: Evaluate>(
    before: &[P],
    now: &P,
    repetition: Repetition,
    limits: Limits<'_>,
) -> Option<P::Move> {
    let mut random = Rng::with_seed(limits.seed);
    let mut nodes = vec![Node::new(None, now.turn().other())];
    let forbidden = repetition.forbidden(before, now);
    expand(&mut nodes, 0, now, |after| {
        forbidden.iter().any(|old| after.recurs(old))
    });
    let mut games = 0;
    while games < limits.nodes && (games == 0 || !limits.stop.load(Ordering::Relaxed)) {
        games += 1;
        let (mut position, mut path) = (now.clone(), vec![0]);
        let mut at = 0;
        while nodes[at].answers > 0 {
            let (first, answers) = (nodes[at].first, nodes[at].answers);
            let visits = nodes[at].visits.max(1) as f32;
            let bound = |place: &usize| nodes[*place].bound(visits);
            // Try untried moves in random order.
            let turned = random.usize(..answers);
            let places = (0..answers).map(|number| first + (number + turned) % answers);
            at = places.max_by(|one, other| bound(one).total_cmp(&bound(other)))?;
            path.push(at);
            position.play(nodes[at].legal?);
        }
        if nodes[at].visits > 0 && nodes.len() < TREE && position.outcome().is_none() {
            expand(&mut nodes, at, &position, |_| false);
        }
        let won = finish(position, &mut random);
        for place in path {
            let node = &mut nodes[place];
            node.visits += 1;
            node.sum += match won {
                None => 0.5,
                Some(side) => f32::from(u8::from(side == node.side)),
            };
        }
    }
    let answers = nodes[0].first..nodes[0].first + nodes[0].answers;
    let best = nodes[answers].iter().max_by_key(|node| node.visits)?;
    best.legal
}

/// Adds the answers to a move.
fn expand<P: Evaluate>(
    nodes: &mut Vec<Node<P::Move>>,
    at: usize,
    position: &P,
    forbidden: impl Fn(&P) -> bool,
) {
    nodes[at].first = nodes.len();
    let side = position.turn();
    let _: ControlFlow<()> = position.each_move(|legal, after| {
        if !forbidden(&after) {
            nodes.push(Node::new(Some(legal), side));
        }
        Continue(())
    });
    nodes[at].answers = nodes.len() - nodes[at].first;
}

/// The winner of a random game from here.
fn finish<P: Evaluate>(mut position: P, random: &mut Rng) -> Option<Side> {
    for _ in 0..MAX_TURNS {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        match lot(&position, random) {
            Some((_, after)) => position = after,
            None => break,
        }
    }
    position.declarations(Side::First).together.winner
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
            let Some(value) = counter.below(&after, side, depth as i32 - 1, (alpha, WIN)) else {
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
    fn below<P: Evaluate>(
        &mut self,
        after: &P,
        side: Side,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        match after.turn() == side {
            true => self.node(after, depth, alpha, beta),
            false => Some(-self.node(after, depth, -beta, -alpha)?),
        }
    }

    fn node<P: Evaluate>(&mut self, now: &P, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
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
        let (mut alpha, mut best) = (alpha, -WIN);
        // Captures first.
        for gaining in [true, false] {
            if !P::GAINS && gaining {
                continue;
            }
            let over = now.each_move(|_, after| {
                if P::GAINS && (now.gain(&after) > 0) != gaining {
                    return Continue(());
                }
                let Some(value) = self.below(&after, side, depth - 1, (alpha, beta)) else {
                    return Break(None);
                };
                best = best.max(value);
                alpha = alpha.max(value);
                match alpha >= beta {
                    true => Break(Some(())),
                    false => Continue(()),
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
