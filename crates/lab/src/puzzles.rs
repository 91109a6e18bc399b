//! `siwa-lab puzzles`: looks for puzzles in games of the engine against itself.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::sync::atomic::AtomicBool;

use siwa_games::engine::{Level, Limits, SearchResult};
use siwa_games::registry::GameState;
use siwa_games::rules::Stage;

use crate::selfplay::{self, Plan, Variant};
use crate::{Failure, level, variant};

/// The most puzzles from one game: more would be too similar.
const OF_ONE_GAME: usize = 2;

/// The nodes of the searches that decide whether a position is a puzzle: first a short search, then
/// a long one to confirm it.
const NODES: [u64; 2] = [20_000, 200_000];

/// Bytes of the table of each search.
const BYTES: usize = 4 << 20;

/// The right move must have a better chance than this, and any other move must be worse by
/// [`APART`].
const BETTER: f64 = 0.65;
const APART: f64 = 0.35;

/// The hardest grade.
const HARDEST: u32 = 6;

/// Arguments of `siwa-lab puzzles`.
#[derive(Debug, clap::Args)]
pub(super) struct PuzzlesArguments {
    /// Variant ids, e.g. seega-5-classic
    #[arg(required = true, value_parser = variant)]
    variants: Vec<Variant>,
    /// Games, of all variants together
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Level of both sides, 1 to 8; weak ones miss more puzzles
    #[arg(long, default_value = "5", value_parser = level)]
    level: Level,
    /// Easiest grade to keep, 1 to 6
    #[arg(long, default_value_t = 2)]
    grade: u32,
    /// Random turns at the start of each game
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A move that is clearly best.
struct Solution {
    text: String,
    /// How hard it is to find: the number of plies that a search has to look ahead, from 1.
    grade: u32,
}

/// Finds puzzles and writes them as lines, as in `assets/puzzles.txt`.
pub(super) fn run(arguments: &PuzzlesArguments) -> Result<(), Failure> {
    let found = selfplay::all(arguments.games, |number| {
        let variant = arguments.variants[number as usize % arguments.variants.len()];
        let plan = Plan {
            level: arguments.level,
            nodes: u64::MAX,
            opening: arguments.opening,
            seed: selfplay::seed(arguments.seed, number),
        };
        let mut positions = Vec::new();
        plan.play(variant, |state, _| positions.push(state.position()));
        arguments.among(variant, &positions)
    });
    let mut seen = HashSet::new();
    for line in found.into_iter().flatten() {
        if seen.insert(line.clone()) {
            writeln!(io::stdout(), "{line}")?;
        }
    }
    Ok(())
}

impl PuzzlesArguments {
    /// Some of the puzzles among the positions of a game, as lines.
    fn among(&self, (rules, variant): Variant, positions: &[String]) -> Vec<String> {
        let puzzle = |position: &String| {
            // A puzzle has no positions before it.
            let state = rules.parse(variant, position).ok()?;
            let Solution { text, grade } = solve(state.as_ref())?;
            let line = format!("{} | {position} | {text} | {grade}", variant.id);
            (grade >= self.grade).then_some(line)
        };
        let found = positions.iter().filter_map(puzzle);
        found.take(OF_ONE_GAME).collect()
    }
}

/// The solution of a position, if it is a puzzle: one move gives the side to move a good position,
/// and any other a much worse one.
fn solve(state: &dyn GameState) -> Option<Solution> {
    if state.stage() == Stage::Placement || state.legal_moves().len() < 4 {
        return None;
    }
    let stop = AtomicBool::new(false);
    let mut solution: Option<Solution> = None;
    for nodes in NODES {
        let limits = Limits::nodes(nodes, BYTES, &stop, 0);
        let mut thoughts: Vec<(u32, Option<String>)> = Vec::new();
        let mut note = |thought: &SearchResult| {
            thoughts.push((thought.depth, thought.line.first().cloned()));
        };
        let thought = state.think(Level::STRONGEST, limits, &mut note)?;
        let best = thought.line.first()?;
        let differs = solution.is_some_and(|before| before.text != *best);
        if differs || thought.score.chance() < BETTER {
            return None;
        }
        let second = state.second(best, limits)?;
        if thought.score.chance() - second.score.chance() < APART || second.line.first()? == best {
            return None;
        }
        let other = thoughts
            .iter()
            .rfind(|(_, first)| first.as_ref() != Some(best));
        let grade = 1 + other.map_or(0, |(depth, _)| *depth);
        solution = Some(Solution {
            text: best.clone(),
            grade: grade.min(HARDEST),
        });
    }
    solution
}

#[cfg(test)]
mod tests {
    use siwa_games::registry::Registry;

    use super::*;

    #[test]
    fn a_puzzle_that_was_found_is_found_again_and_a_start_is_none() {
        let shipped = include_str!("../../../assets/puzzles.txt").lines();
        for line in shipped.clone().step_by(shipped.count() / 6) {
            let parts: Vec<&str> = line.split(" | ").collect();
            let (rules, id) = variant(parts[0]).unwrap();
            let state = rules.parse(id, parts[1]).unwrap();
            assert_eq!(solve(state.as_ref()).unwrap().text, parts[2], "{line}");
        }
        for rules in Registry::standard().games() {
            let start = rules.start(&rules.info().variants[0]);
            assert!(solve(start.as_ref()).is_none());
        }
    }
}
