//! Routes: the paths of a piece, bounce by bounce, square by square.

use super::board::{
    Bits, FILES, Index, bit, distance, first_rank, goal, index, name, square, squares,
};
use super::paths::{Path, Reuse, border};
use super::position::Gyges;
use crate::rules::square::list;
use crate::rules::{Refusal, Square};

/// A piece that is lifted from the board.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<'a> {
    /// The position.
    pub position: &'a Gyges,
    /// The square of the piece.
    pub from: Index,
}

impl<'a> Lifted<'a> {
    /// The piece on a square, lifted.
    pub fn new(position: &'a Gyges, from: Square) -> Self {
        let from = index(from);
        Self { position, from }
    }

    /// The squares with a piece, without the lifted one.
    pub fn occupied(&self) -> Bits {
        self.position.board.occupied() & !bit(self.from)
    }

    /// The paths from a square to the next landing, on an empty board.
    fn paths(&self, at: Index) -> &'static [Path] {
        // The level of the lifted piece, or of the piece to bounce from, is the number of steps.
        match self.position.board.level(at) {
            0 => &[],
            level => self.position.ruleset.table.from(at, level),
        }
    }

    /// Checks that a route leads through these landings, the first of them after the
    /// start; chooses the paths between landings so that nothing is used twice.
    ///
    /// # Errors
    /// Where and why it fails, at the latest place if paths differ.
    pub fn walk(&self, landings: &[Index]) -> Result<(), Refusal> {
        let start = self.position.ruleset.used_at_first(self.from);
        let mut walked = Vec::new();
        for (number, to) in landings.iter().enumerate() {
            let further = self.walk_on(self.from, &landings[..=number], start);
            walked = further.ok_or_else(|| self.fault(&walked, *to))?;
        }
        Ok(())
    }

    /// The paths from a place through these landings.
    fn walk_on(&self, at: Index, landings: &[Index], used: Bits) -> Option<Vec<Path>> {
        let Some((to, rest)) = landings.split_first() else {
            return Some(Vec::new());
        };
        if !rest.is_empty() && self.occupied() & bit(*to) == 0 {
            // The piece must land on a piece to bounce from.
            return None;
        }
        let open = |path: &&Path| path.end == *to && path.is_open(self.occupied(), used);
        self.paths(at).iter().filter(open).find_map(|path| {
            let further = self.walk_on(*to, rest, used | path.uses)?;
            Some([vec![*path], further].concat())
        })
    }

    /// Why no path leads on to a landing after some paths.
    fn fault(&self, walked: &[Path], to: Index) -> Refusal {
        let at = walked.last().map_or(self.from, |path| path.end);
        if !walked.is_empty() && self.occupied() & bit(at) == 0 {
            return Refusal::by("G6", "gyges-refused-no-bounce").with("square", square(at));
        }
        let Gyges { side, ruleset, .. } = *self.position;
        let level = self.position.board.level(at);
        let from = square(at);
        let enters = to == goal(side.other());
        let no = |clause, id| Refusal::by(clause, id).with("from", from);
        let paths = || self.paths(at).iter().filter(|path| path.end == to);
        if paths().next().is_none() {
            // One rank short of the goal on an empty board, with any gates.
            let last = first_rank(side.other());
            let short = |path: &Path| path.end / FILES == last;
            let almost = match level {
                1 => from.rank() == last,
                _ => ruleset.table.from(at, level - 1).iter().any(short),
            };
            return if !enters {
                no("G5", "gyges-refused-steps")
                    .with("to", name(to))
                    .with("level", u32::from(level))
                    .with("distance", u32::from(distance(from, square(to))))
            } else if almost {
                let gates = squares(ruleset.gate_squares(side.other()));
                no("G11", "gyges-refused-not-gate").with("gates", list(&gates, ", "))
            } else {
                no("G10", "gyges-refused-goal-steps").with("level", u32::from(level))
            };
        }
        if let Some(path) = paths().find(|path| path.is_open(self.occupied(), 0)) {
            let start = ruleset.used_at_first(self.from);
            let used = walked.iter().fold(start, |used, path| used | path.uses);
            return self.reused(at, path, used);
        }
        let through = paths().fold(0, |through, path| through | path.through);
        let by = squares(through & self.occupied());
        let id = if enters {
            "gyges-refused-goal-blocked"
        } else {
            "gyges-refused-blocked"
        };
        no("G5", id)
            .with("to", name(to))
            .with("squares", list(&by, ", "))
            .with("level", u32::from(level))
    }

    /// The reused border or square of a path.
    fn reused(&self, at: Index, path: &Path, used: Bits) -> Refusal {
        let mut before = square(at);
        for next in path.squares() {
            let reuse = self.position.ruleset.reuse;
            if reuse == Reuse::Border && border(index(before), index(next)) & used != 0 {
                let border = format!("{}|{}", before.min(next), before.max(next));
                return Refusal::by("G8", "gyges-refused-crossed").with("border", border);
            }
            before = next;
            if reuse == Reuse::Square && bit(index(next)) & used != 0 {
                break;
            }
        }
        Refusal::by("G8", "gyges-refused-visited").with("square", before)
    }

    /// The paths to a target with as few bounces as possible. Ignores reuse, if `freely`.
    pub fn find(&self, to: Index, freely: bool) -> Option<Vec<Path>> {
        let start = self.position.ruleset.used_at_first(self.from);
        let start = if freely { 0 } else { start };
        // Each landing, what a walk to it uses up, and its paths.
        let mut states: Vec<(Index, Bits, Vec<Path>)> = vec![(self.from, start, Vec::new())];
        let mut next = 0;
        while let Some((at, used, walked)) = states.get(next).cloned() {
            let paths = self.paths(at).iter();
            for path in paths.filter(|path| path.is_open(self.occupied(), used)) {
                let walked = [walked.as_slice(), &[*path]].concat();
                if path.end == to {
                    return Some(walked);
                }
                let used = if freely { 0 } else { used | path.uses };
                let known = |(at, before, _): &(Index, Bits, Vec<Path>)| {
                    *at == path.end && before & !used == 0
                };
                if self.occupied() & bit(path.end) != 0 && !states.iter().any(known) {
                    states.push((path.end, used, walked));
                }
            }
            next += 1;
        }
        None
    }
}
