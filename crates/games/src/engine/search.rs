//! Principal variation search with a transposition table.

use std::ops::ControlFlow::{self, Continue};
use std::ops::Range;
use std::sync::atomic::Ordering;

use super::order::{BEST, Child, GAINING, KILLER, bring_forward};
use super::table::{Bound, Found, Table, later};
use super::{Limits, MAX_PLY, WIN};
use crate::rules::evaluate::{HISTORY_SIZE, Skill};
use crate::rules::logarithm::{ONE, logarithm};
use crate::rules::{Evaluate, Evaluation, Outcome, Repetition, Side, Stage, key_of};

/// Greater than every value.
pub(super) const INFINITE: i32 = WIN + 1;

/// The number of nodes between checks of the stop flag.
const STOP_CHECK_NODES: u64 = 256;

/// The strength of late move reductions, in hundredths.
const LMR_FACTOR: i64 = 45;

/// Plies beyond the horizon in which threats are answered. Iterations end this far below [`MAX_PLY`], or
/// the search would recurse without end.
pub(super) const THREAT_EXTENSION: usize = 2;

/// The seed decides between values that differ by less.
const TIE_BREAK_NOISE: u64 = 3;

/// The price of each turn of a run, in hundredths of a piece.
const WAITING_PENALTY: i32 = 12;

/// A search with its state.
pub(super) struct Search<'a, P: Evaluate> {
    pub(super) repetition: Repetition,
    table: Table<P::Move>,
    pub(super) limits: Limits<'a>,
    skill: Skill,
    /// A move that is excluded at the root.
    pub(super) without: Option<P::Move>,
    pub(super) nodes: u64,
    /// By how much positions are misjudged at most, in this game.
    noise: u16,
    /// The positions before the present one, those of the game first.
    pub(super) path: Vec<P>,
    keys: Vec<u64>,
    /// The history heuristic: how often moves of a kind caused a cutoff, by side.
    history: Vec<i32>,
    killers: Vec<[Option<P::Move>; 2]>,
    /// The best line from each ply.
    pub(super) lines: Vec<Vec<P::Move>>,
    /// Allocations to reuse.
    spare: Vec<Vec<Child<P>>>,
    /// The depth of the present iteration, in plies.
    pub(super) horizon: usize,
    /// The best move of the iteration so far, and its value.
    pub(super) best: Option<(P::Move, i32)>,
}

impl<'a, P: Evaluate> Search<'a, P> {
    pub(super) fn new(
        before: &[P],
        repetition: Repetition,
        limits: Limits<'a>,
        skill: Skill,
        without: Option<P::Move>,
    ) -> Self {
        Self {
            repetition,
            table: Table::new(limits.table),
            noise: skill.noise[(key_of(&[limits.seed]) % 2) as usize],
            limits,
            skill,
            without,
            nodes: 0,
            path: before.to_vec(),
            keys: before.iter().map(P::key).collect(),
            history: vec![0; 2 * HISTORY_SIZE],
            killers: vec![[None; 2]; MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            spare: Vec::new(),
            horizon: 0,
            best: None,
        }
    }

    /// The value of a position for the side to move, by a search of `depth` plies; `None` if the
    /// search is stopped.
    pub(super) fn search(
        &mut self,
        now: &P,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Option<i32> {
        self.lines[ply].clear();
        // While pieces are placed there is nothing to evaluate yet.
        let depth = match now.stage() {
            Stage::Placement => depth.max(1),
            Stage::Movement => depth,
        };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(now, alpha, beta, ply);
        }
        self.count()?;
        let side = now.turn();
        let key = now.key();
        let known = self.table.get(key);
        if ply > 0 {
            let declared = now.declarations(side).alone;
            let winner = declared.and_then(|outcome| outcome.winner);
            if winner == Some(side) || now.could_win(side, self.skill.sight) {
                return Some(WIN - ply as i32 - 1);
            }
            let open = beta - alpha > 1;
            if let Some(found) = known.filter(|found| !open && i32::from(found.depth) >= depth) {
                let value = later(found.value, -(ply as i32));
                match found.bound {
                    Bound::Exact => return Some(value),
                    Bound::AtLeast if value >= beta => return Some(value),
                    Bound::AtMost if value <= alpha => return Some(value),
                    _ => {}
                }
            }
        }
        let mut children = self.children(now, ply, known.and_then(|found| found.legal));
        self.path.push(now.clone());
        self.keys.push(key);
        let found = self.search_moves(&mut children, side, depth, alpha..beta, ply);
        self.path.pop();
        self.keys.pop();
        self.spare.push(children);
        let (legal, best) = found?;
        if best == -INFINITE {
            // Every move would repeat an earlier position.
            return Some(self.ended(now.repeated(), side, ply));
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(Found {
            key,
            legal,
            value: later(best, ply as i32),
            depth: depth as i8,
            bound,
        });
        Some(best)
    }

    /// Searches all moves, the most promising first. Returns the best, if any is allowed, and its
    /// value.
    fn search_moves(
        &mut self,
        children: &mut [Child<P>],
        side: Side,
        depth: i32,
        window: Range<i32>,
        ply: usize,
    ) -> Option<(Option<P::Move>, i32)> {
        let mut alpha = window.start;
        let mut choice = None;
        let mut best = -INFINITE;
        let forbidden = self.forbidden();
        for number in 0..children.len() {
            bring_forward(children, number);
            let child = &children[number];
            let legal = child.legal;
            let after = &child.after;
            self.lines[ply + 1].clear();
            let mut earlier = self.path[forbidden.clone()].iter();
            let value = if let Some(outcome) = after.outcome() {
                self.count()?;
                self.ended(outcome, side, ply + 1)
            } else if earlier.any(|earlier| after.recurs(earlier)) {
                continue;
            } else if self.repeats(after) {
                self.ended(after.repeated(), side, ply + 1)
            } else {
                self.try_move(child, number, side, depth, alpha..window.end, ply)?
            };
            if value <= best {
                continue;
            }
            choice = Some(legal);
            best = value;
            if value > alpha || (ply == 0 && self.best.is_none()) {
                if ply == 0 {
                    self.best = Some((legal, value));
                }
                let (upper, lower) = self.lines.split_at_mut(ply + 1);
                upper[ply].clear();
                upper[ply].push(legal);
                upper[ply].extend(&lower[0]);
                alpha = value.max(alpha);
            }
            if alpha >= window.end {
                self.learn(legal, child.order, side, depth, ply);
                break;
            }
        }
        Some((choice, best))
    }

    /// The value for `side` of a move after which the game continues; moves after the first get a
    /// full search only if they seem better.
    fn try_move(
        &mut self,
        Child { after, order, .. }: &Child<P>,
        number: usize,
        side: Side,
        depth: i32,
        window: Range<i32>,
        ply: usize,
    ) -> Option<i32> {
        if number == 0 {
            return self.search_child(after, side, depth - 1, window, ply);
        }
        let alpha = window.start;
        let mut reduction = 0;
        if depth >= 2 && number >= 3 && *order < KILLER {
            // The later the move and the deeper the search, the less likely the move is good.
            let product = logarithm(depth as usize) * logarithm(number) / ONE;
            reduction = (LMR_FACTOR * product / (100 * ONE)) as i32;
        }
        let mut value =
            self.search_child(after, side, depth - 1 - reduction, alpha..alpha + 1, ply)?;
        if value > alpha && reduction > 0 {
            value = self.search_child(after, side, depth - 1, alpha..alpha + 1, ply)?;
        }
        if value > alpha && value < window.end {
            value = self.search_child(after, side, depth - 1, window, ply)?;
        }
        Some(value)
    }

    /// The value for `side` of the position after its move; sides need not alternate.
    pub(super) fn search_child(
        &mut self,
        after: &P,
        side: Side,
        depth: i32,
        window: Range<i32>,
        ply: usize,
    ) -> Option<i32> {
        if after.turn() == side {
            self.search(after, depth, window.start, window.end, ply + 1)
        } else {
            Some(-self.search(after, depth, -window.end, -window.start, ply + 1)?)
        }
    }

    /// Quiescence search: the value of a position with capturing moves only.
    fn quiescence(&mut self, now: &P, mut alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        self.count()?;
        let side = now.turn();
        let adjustment = self.noise(now) - self.waiting_penalty(now);
        if !self.skill.positional {
            return Some(now.material() + adjustment);
        }
        let mut best = match now.evaluate(self.skill.sight) {
            Evaluation::Won(winner) if winner == side => return Some(WIN - ply as i32 - 1),
            Evaluation::Won(_) => return Some(ply as i32 + 1 - WIN),
            Evaluation::Points(points) => points + adjustment,
        };
        // A side that seems to be ahead may have no answer to a threat.
        if best >= beta
            && ply < self.horizon + THREAT_EXTENSION
            && now.could_win(side.other(), self.skill.sight)
        {
            return self.search(now, 1, alpha, beta, ply);
        }
        if best >= beta || ply >= MAX_PLY || !P::HAS_CAPTURES {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut children = self.children(now, ply, None);
        children.retain(|child| child.order >= GAINING);
        children.sort_by_key(|child| -child.order);
        for child in &children {
            let value = match child.after.outcome() {
                Some(outcome) => self.ended(outcome, side, ply + 1),
                None => self.search_child(&child.after, side, 0, alpha..beta, ply)?,
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.spare.push(children);
        Some(best)
    }

    /// How much a position is misjudged: the same in every search with this seed. It is small at the
    /// strongest level, only so that games differ.
    fn noise(&self, now: &P) -> i32 {
        let range = TIE_BREAK_NOISE + 2 * u64::from(self.noise);
        let misjudged = key_of(&[now.key(), self.limits.seed]) % range;
        misjudged as i32 - i32::from(self.noise)
    }

    /// The moves that this level sees, each with its order; all if it would see none.
    pub(super) fn children(&mut self, now: &P, ply: usize, best: Option<P::Move>) -> Vec<Child<P>> {
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let killers = self.killers[ply];
        let first = HISTORY_SIZE * now.turn() as usize;
        let without = if ply == 0 { self.without } else { None };
        for sight in [self.skill.sight, u8::MAX] {
            if !children.is_empty() {
                break;
            }
            let _: ControlFlow<()> = now.each_visible_move(sight, |legal, after| {
                let gain = now.gain(&after);
                let order = match legal {
                    _ if best == Some(legal) => BEST,
                    _ if gain > 0 => GAINING + gain,
                    _ if killers.contains(&Some(legal)) => KILLER,
                    _ => self.history[first + P::history_index(legal) % HISTORY_SIZE],
                };
                if without != Some(legal) {
                    children.push(Child {
                        legal,
                        after,
                        order,
                    });
                }
                Continue(())
            });
        }
        children
    }

    /// Remembers a move that caused a cutoff.
    fn learn(&mut self, legal: P::Move, order: i32, side: Side, depth: i32, ply: usize) {
        if (GAINING..BEST).contains(&order) {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(legal) {
            *killers = [Some(legal), killers[0]];
        }
        let index = P::history_index(legal) % HISTORY_SIZE;
        let learnt = &mut self.history[HISTORY_SIZE * side as usize + index];
        *learnt += depth * depth;
        if *learnt >= KILLER {
            self.history.iter_mut().for_each(|learnt| *learnt /= 2);
        }
    }

    /// Which positions of the path, which ends with the present one, must not come again.
    fn forbidden(&self) -> Range<usize> {
        let Some((now, before)) = self.path.split_last() else {
            return 0..0;
        };
        let number = self.repetition.forbidden(before, now).len();
        before.len() - number..before.len()
    }

    /// Returns whether a position occurred before and is counted.
    fn repeats(&self, after: &P) -> bool {
        !after.in_run() && self.keys.contains(&after.key())
    }

    /// What a position is worth less because it follows so many turns of a run: a side that can win
    /// something otherwise does not wait for long.
    fn waiting_penalty(&self, now: &P) -> i32 {
        if !now.in_run() {
            return 0;
        }
        let backwards = self.path.iter().rev();
        let run = backwards.take_while(|earlier| earlier.in_run());
        WAITING_PENALTY * run.count() as i32
    }

    /// The value of an outcome for a side.
    pub(super) fn ended(&self, outcome: Outcome, side: Side, ply: usize) -> i32 {
        match outcome.winner {
            Some(winner) if winner == side => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => 0,
        }
    }

    /// Counts a position; `None` if the search is stopped.
    pub(super) fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_CHECK_NODES) {
            self.go_on()?;
        }
        (self.nodes <= self.limits.nodes).then_some(())
    }

    /// `None` if the search is stopped.
    pub(super) fn go_on(&self) -> Option<()> {
        (!self.limits.stop.load(Ordering::Relaxed)).then_some(())
    }
}
