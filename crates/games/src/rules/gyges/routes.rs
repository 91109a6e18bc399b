//! Routes: the way a piece takes, bounce by bounce, square by square.

use super::board::{Bits, FILES, Index, bit, distance, first_rank, goal, index, square, squares};
use super::paths::{Path, border};
use super::position::Position;
use super::ruleset::Reuse;
use crate::rules::square::list;
use crate::rules::{Refusal, Square};

/// A piece that is lifted from the board.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<'a> {
    /// The position.
    pub position: &'a Position,
    /// Where the piece stood.
    pub from: Index,
}

impl<'a> Lifted<'a> {
    /// The piece on a square, lifted.
    pub fn new(position: &'a Position, from: Square) -> Self {
        let from = index(from);
        Self { position, from }
    }

    /// The squares with a piece, without the one that is lifted.
    pub fn occupied(&self) -> Bits {
        self.position.board.occupied() & !bit(self.from)
    }

    fn used_at_first(&self) -> Bits {
        self.position.ruleset.used_at_first(self.from)
    }

    /// The level of the lifted piece, or of the piece bounced from: as many steps
    /// are to be made from there.
    fn level(&self, at: Index) -> u8 {
        self.position.board.level(at)
    }

    /// Every way from a square to the next landing, if nothing stood on the board.
    fn paths(&self, at: Index) -> &'static [Path] {
        match self.level(at) {
            0 => &[],
            level => self.position.ruleset.table.from(at, level),
        }
    }

    fn is_free(&self, path: &Path) -> bool {
        path.through & self.occupied() == 0
    }

    /// The squares of a route through these landings, the first of them after
    /// the start; ways between landings are chosen so that nothing is used twice.
    ///
    /// # Errors
    /// Where it fails, the latest place if ways differ, and why.
    pub fn walk(&self, landings: &[Index]) -> Result<Vec<Square>, Refusal> {
        let walked = self.walk_on(self.from, landings, self.used_at_first(), 0);
        walked.map_err(|(_, refusal)| refusal)
    }

    /// The squares from a landing on, or the number of the landing where it fails.
    fn walk_on(
        &self,
        at: Index,
        landings: &[Index],
        used: Bits,
        number: usize,
    ) -> Result<Vec<Square>, (usize, Refusal)> {
        let Some((to, rest)) = landings.split_first() else {
            return Ok(Vec::new());
        };
        if number > 0 && self.occupied() & bit(at) == 0 {
            let no = Refusal::by("G6", "gyges-refused-no-bounce");
            return Err((number, no.with("square", square(at))));
        }
        let mut latest: Option<(usize, Refusal)> = None;
        for path in self.paths(at).iter().filter(|path| path.end == *to) {
            if !self.is_free(path) || path.uses & used != 0 {
                continue;
            }
            match self.walk_on(path.end, rest, used | path.uses, number + 1) {
                Ok(further) => {
                    let squares = path.squares().chain(further);
                    return Ok(squares.collect());
                }
                Err(other) if latest.as_ref().is_none_or(|known| other.0 > known.0) => {
                    latest = Some(other);
                }
                Err(_) => {}
            }
        }
        Err(latest.unwrap_or_else(|| (number, self.fault(at, *to, used))))
    }

    /// Why no way leads from one landing to the next.
    fn fault(&self, at: Index, to: Index, used: Bits) -> Refusal {
        let Position { side, ruleset, .. } = *self.position;
        let (level, from) = (self.level(at), square(at));
        let enters = to == goal(side.other());
        let end = if enters {
            "goal".to_owned()
        } else {
            square(to).to_string()
        };
        let no = |clause, id| Refusal::by(clause, id).with("from", from);
        let paths = || self.paths(at).iter().filter(|path| path.end == to);
        if paths().next().is_none() {
            // One rank short of the goal on an open board, whatever the gates are.
            let last = first_rank(side.other());
            let short = |path: &Path| path.end / FILES == last;
            let almost = match level {
                1 => from.rank() == last,
                _ => ruleset.table.from(at, level - 1).iter().any(short),
            };
            return if !enters {
                no("G5", "gyges-refused-steps")
                    .with("to", end)
                    .with("level", u32::from(level))
                    .with("distance", u32::from(distance(from, square(to))))
            } else if almost {
                let gates = squares(ruleset.gates(side.other()));
                no("G11", "gyges-refused-not-gate").with("gates", list(&gates, ", "))
            } else {
                no("G10", "gyges-refused-goal-steps").with("level", u32::from(level))
            };
        }
        if let Some(path) = paths().find(|path| self.is_free(path)) {
            return self.reused(at, path, used);
        }
        let through = paths().fold(0, |through, path| through | path.through);
        let by = squares(through & self.occupied());
        let id = match enters {
            true => "gyges-refused-goal-blocked",
            false => "gyges-refused-blocked",
        };
        no("G5", id)
            .with("to", end)
            .with("squares", list(&by, ", "))
            .with("level", u32::from(level))
    }

    /// The border or square of a way that was used before.
    fn reused(&self, at: Index, path: &Path, used: Bits) -> Refusal {
        let mut before = square(at);
        for next in path.squares() {
            match self.position.ruleset.reuse {
                Reuse::Border if border(index(before), index(next)) & used != 0 => {
                    let (one, another) = (before.min(next), before.max(next));
                    let crossed = Refusal::by("G8", "gyges-refused-crossed");
                    return crossed.with("border", format!("{one}|{another}"));
                }
                Reuse::Square if bit(index(next)) & used != 0 => {
                    before = next;
                    break;
                }
                _ => before = next,
            }
        }
        Refusal::by("G8", "gyges-refused-visited").with("square", before)
    }

    /// A route to a target with as few bounces as possible: the landings, the
    /// last of them the target. Reuse is not looked at, if `freely`.
    pub fn find(&self, to: Index, freely: bool) -> Option<Vec<Index>> {
        // Landings, what was used up on the way to each, and which was before it.
        let mut states = vec![(self.from, self.used_at_first(), None)];
        let mut next = 0;
        while let Some(&(at, used, _)) = states.get(next) {
            let usable = |path: &&Path| self.is_free(path) && (freely || path.uses & used == 0);
            let paths = self.paths(at).iter().filter(usable);
            if paths.clone().any(|path| path.end == to) {
                let mut landings = vec![to];
                while let (at, _, Some(before)) = states[next] {
                    landings.insert(0, at);
                    next = before;
                }
                return Some(landings);
            }
            for path in paths.filter(|path| self.occupied() & bit(path.end) != 0) {
                let used = if freely { 0 } else { used | path.uses };
                let known = |state: &(Index, Bits, Option<usize>)| {
                    state.0 == path.end && state.1 & !used == 0
                };
                if !states.iter().skip(1).any(known) {
                    states.push((path.end, used, Some(next)));
                }
            }
            next += 1;
        }
        None
    }
}
