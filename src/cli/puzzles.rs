//! `siwa puzzles`: looks for puzzles in games of the engine against itself.

use std::collections::HashSet;
use std::process::ExitCode;

use super::engine::say;
use super::rules::find;
use super::selfplay::{self, Plan, Variant};
use super::{Failure, unopened, unwritten};
use crate::config::Config;
use crate::discord::failure::chain;
use crate::engine::Level;
use crate::game::StoredPuzzle;
use crate::message::Message;
use crate::registry::Registry;
use crate::store::{self, Lock, Store};

/// The most puzzles that are taken of one game: more would be much the same.
const OF_ONE_GAME: usize = 2;

/// Arguments of `siwa puzzles`.
#[derive(Debug, clap::Args)]
pub(super) struct PuzzlesArguments {
    /// The variants, such as seega-5-classic; if there is none, the database's own games
    variants: Vec<String>,
    /// How many games, of all variants together
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The level at which both sides play: weak ones leave more to be found
    #[arg(long, default_value_t = 3)]
    level: u8,
    /// The easiest grade that is kept, from 1 to 6
    #[arg(long, default_value_t = 2)]
    grade: u8,
    /// Turns at the beginning that are drawn by lot
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// What the lots are drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the puzzles as lines instead of into the database
    #[arg(long)]
    print: bool,
}

impl PuzzlesArguments {
    /// Whether the puzzles go into the database.
    pub(super) fn keep(&self) -> bool {
        !self.print
    }

    /// The puzzles in games of the engine against itself, each once.
    fn find(&self, registry: Registry) -> Result<Vec<StoredPuzzle>, Failure> {
        let level = Level::new(self.level).ok_or_else(|| Message::new("cli-level"))?;
        let variants = self
            .variants
            .iter()
            .map(|id| find(registry, id))
            .collect::<Result<Vec<Variant>, _>>()?;
        let games = if variants.is_empty() { 0 } else { self.games };
        let found = selfplay::all(games, |number| {
            let variant = variants[number as usize % variants.len()];
            let plan = Plan {
                level,
                nodes: u64::MAX,
                opening: self.opening,
                seed: selfplay::seed(self.seed, number),
            };
            let mut positions = Vec::new();
            plan.play(variant, |line, _| positions.push(line.position()));
            self.among(variant, &positions)
        });
        Ok(once(found))
    }

    /// The puzzles in games that were played.
    fn find_in(&self, games: &[(String, Vec<String>)], registry: Registry) -> Vec<StoredPuzzle> {
        let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
        let found = selfplay::all(count, |number| {
            let (id, moves) = &games[number as usize];
            let Some(variant) = registry.variant(id) else {
                return Vec::new();
            };
            let mut line = variant.0.start(variant.1);
            let mut positions = vec![line.position()];
            for text in moves {
                if line.play(text).is_err() {
                    break;
                }
                positions.push(line.position());
            }
            self.among(variant, &positions)
        });
        once(found)
    }

    /// Some of the puzzles among the positions of a game.
    fn among(&self, (rules, variant): Variant, positions: &[String]) -> Vec<StoredPuzzle> {
        let puzzle = |position: &String| {
            // A puzzle is told without the positions before it.
            let line = rules.parse(variant, position).ok()?;
            StoredPuzzle::find(line.as_ref()).filter(|puzzle| puzzle.grade >= self.grade)
        };
        let found = positions.iter().filter_map(puzzle);
        found.take(OF_ONE_GAME).collect()
    }
}

/// All of them, none twice.
fn once(found: Vec<Vec<StoredPuzzle>>) -> Vec<StoredPuzzle> {
    let mut seen = HashSet::new();
    let mut all: Vec<StoredPuzzle> = found.into_iter().flatten().collect();
    all.retain(|puzzle| seen.insert((puzzle.variant.clone(), puzzle.position.clone())));
    all
}

/// Finds puzzles and writes them as lines.
pub(super) fn print(arguments: &PuzzlesArguments, registry: Registry) -> Result<(), Failure> {
    for puzzle in arguments.find(registry)? {
        say(&puzzle.to_string()).map_err(unwritten)?;
    }
    Ok(())
}

/// Finds puzzles, also in the games that are kept, and adds them to the database.
pub(super) async fn keep(
    arguments: PuzzlesArguments,
    config: Config,
    registry: Registry,
) -> Result<ExitCode, Failure> {
    let unopened = unopened(&config.database);
    let _lock = Lock::of(&config.database).map_err(&unopened)?;
    let store = Store::open(&config.database, registry);
    let store = store.await.map_err(&unopened)?;
    let unread =
        |error: store::Error| Message::new("cli-doctor-failed").with("problem", chain(&error));
    let games = store.ended_games().await.map_err(unread)?;
    let mut found = arguments.find(registry)?;
    found.extend(arguments.find_in(&games, registry));
    let added = store.add_puzzles(&found).await.map_err(unread)?;
    store.close().await;
    super::say(
        &Message::new("cli-puzzles-added").with("count", i64::try_from(added).unwrap_or(i64::MAX)),
    )?;
    Ok(ExitCode::SUCCESS)
}
