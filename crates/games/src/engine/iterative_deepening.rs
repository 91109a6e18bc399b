//! Iterative deepening: each iteration searches one ply deeper.

use super::search::{INFINITE, Search, THREAT_EXTENSION};
use super::{MAX_PLY, Score, SearchResult, Tell, WIN};
use crate::rules::Evaluate;

/// The aspiration window around the last value.
const WINDOW: i32 = 40;

impl<P: Evaluate> Search<'_, P> {
    /// Searches one ply deeper at a time, until a limit is reached.
    pub(super) fn iterative_deepening(
        &mut self,
        now: &P,
        tell: &mut Tell<'_>,
    ) -> Option<SearchResult> {
        let mut found: Option<SearchResult> = None;
        let mut known = None;
        let deepest = (MAX_PLY - THREAT_EXTENSION) as u32;
        for depth in 1..=self.limits.depth.clamp(1, deepest) {
            self.best = None;
            self.horizon = depth as usize;
            let last = found.as_ref().map(|found| found.score);
            let whole = self.iterate(now, depth as i32, last);
            let Some((legal, value)) = self.best else {
                break;
            };
            // A stopped iteration is used only if it found a better move: if the first move turned
            // out worse, its replacement is unknown.
            let value = match (whole, known) {
                (None, Some(known)) if value < known => break,
                (None, None) => value.max(0),
                _ => value,
            };
            known = Some(value);
            let mut line = self.lines[0].clone();
            if line.first() != Some(&legal) {
                line = vec![legal];
            }
            let better = SearchResult {
                line: line.iter().map(ToString::to_string).collect(),
                score: value.into(),
                depth,
                nodes: self.nodes,
            };
            tell(&better);
            let over = value.abs() >= WIN - depth as i32;
            found = Some(better);
            if whole.is_none() || over {
                break;
            }
        }
        found.or_else(|| self.any_move(now))
    }

    /// Some legal move, for a search that was stopped before it started, or that sees none.
    fn any_move(&self, now: &P) -> Option<SearchResult> {
        let forbidden = self.repetition.forbidden(&self.path, now);
        let first = now.find_move(|legal, after| {
            self.without != Some(legal) && !forbidden.iter().any(|earlier| after.recurs(earlier))
        });
        Some(SearchResult {
            line: vec![first?.to_string()],
            score: 0.into(),
            depth: 0,
            nodes: self.nodes,
        })
    }

    /// One iteration, first with a narrow window around the last value.
    fn iterate(&mut self, now: &P, depth: i32, last: Option<Score>) -> Option<i32> {
        if let Some(Score::Points(value)) = last {
            let alpha = value - WINDOW;
            let beta = value + WINDOW;
            let found = self.search(now, depth, alpha, beta, 0)?;
            if alpha < found && found < beta {
                return Some(found);
            }
            self.best = None;
        }
        self.search(now, depth, -INFINITE, INFINITE, 0)
    }
}
