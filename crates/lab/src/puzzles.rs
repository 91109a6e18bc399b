//! `siwa-lab puzzles`: looks for puzzles in games of the engine against itself.

use std::collections::HashSet;

use crate::selfplay::{self, Plan, Variant};
use siwa::cli::play::level;
use siwa::cli::rules::find;
use siwa::cli::terminal::{Failure, print_line, print_message, unopened, unwritten};
use siwa::config::Config;
use siwa::discord::failure::chain;
use siwa::game::StoredPuzzle;
use siwa::store::{Lock, Store};
use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use sqlx::{AnyConnection, Connection as _};

/// The most puzzles from one game: more would be too similar.
const OF_ONE_GAME: usize = 2;

/// Arguments of `siwa-lab puzzles`.
#[derive(Debug, clap::Args)]
pub(super) struct PuzzlesArguments {
    /// Variant ids, e.g. seega-5-classic [default: the games of the database]
    variants: Vec<String>,
    /// Games, of all variants together
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Level of both sides, 1 to 8; weak ones miss more puzzles
    #[arg(long, default_value = "5", value_parser = level())]
    level: Level,
    /// Easiest grade to keep, 1 to 6
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    grade: u8,
    /// Random turns at the start of each game
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the puzzles as lines instead of storing them in the database
    #[arg(long)]
    print: bool,
}

impl PuzzlesArguments {
    /// Returns whether to add the puzzles to the database.
    pub(super) fn keep(&self) -> bool {
        !self.print
    }

    /// The puzzles in games of the engine against itself, without duplicates.
    fn find(&self, registry: Registry) -> Result<Vec<StoredPuzzle>, Failure> {
        let variants = self
            .variants
            .iter()
            .map(|id| find(registry, id))
            .collect::<Result<Vec<Variant>, _>>()?;
        let games = if variants.is_empty() { 0 } else { self.games };
        let found = selfplay::all(games, |number| {
            let variant = variants[number as usize % variants.len()];
            let plan = Plan {
                level: self.level,
                nodes: u64::MAX,
                opening: self.opening,
                seed: selfplay::seed(self.seed, number),
            };
            let mut positions = Vec::new();
            plan.play(variant, |state, _| positions.push(state.position()));
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
            let mut state = variant.0.start(variant.1);
            let mut positions = vec![state.position()];
            for text in moves {
                if state.play(text).is_err() {
                    break;
                }
                positions.push(state.position());
            }
            self.among(variant, &positions)
        });
        once(found)
    }

    /// Some of the puzzles among the positions of a game.
    fn among(&self, (rules, variant): Variant, positions: &[String]) -> Vec<StoredPuzzle> {
        let puzzle = |position: &String| {
            // A puzzle has no positions before it.
            let state = rules.parse(variant, position).ok()?;
            StoredPuzzle::find(state.as_ref()).filter(|puzzle| puzzle.grade >= self.grade)
        };
        let found = positions.iter().filter_map(puzzle);
        found.take(OF_ONE_GAME).collect()
    }
}

/// All puzzles, without duplicates.
fn once(found: Vec<Vec<StoredPuzzle>>) -> Vec<StoredPuzzle> {
    let mut seen = HashSet::new();
    let mut all: Vec<StoredPuzzle> = found.into_iter().flatten().collect();
    all.retain(|puzzle| seen.insert((puzzle.variant.clone(), puzzle.position.clone())));
    all
}

/// Finds puzzles and writes them as lines.
pub(super) fn print(arguments: &PuzzlesArguments, registry: Registry) -> Result<(), Failure> {
    for puzzle in arguments.find(registry)? {
        print_line(&puzzle.to_string()).map_err(unwritten)?;
    }
    Ok(())
}

/// The moves of every finished game in a database, with its variant.
async fn ended_games(
    connection: &mut AnyConnection,
) -> Result<Vec<(String, Vec<String>)>, sqlx::Error> {
    let query = "select g.id, g.variant, e.kind, e.text from games g join events e on e.game = g.id
                 where g.status <> 'playing' and e.kind in ('moved', 'planned', 'taken-back')
                 order by g.id, e.seq";
    let rows: Vec<(i64, String, String, String)> =
        sqlx::query_as(query).fetch_all(connection).await?;
    let mut games: Vec<(i64, String, Vec<String>)> = Vec::new();
    for (game, variant, kind, text) in rows {
        match games.last_mut().filter(|last| last.0 == game) {
            Some(last) if kind == "taken-back" => {
                let undone = text.parse().unwrap_or(usize::MAX);
                last.2.truncate(last.2.len().saturating_sub(undone));
            }
            Some(last) => last.2.push(text),
            None => games.push((game, variant, vec![text])),
        }
    }
    let games = games.into_iter();
    Ok(games.map(|(_, variant, moves)| (variant, moves)).collect())
}

/// Adds puzzles that are not stored yet; returns their number.
async fn add(
    connection: &mut AnyConnection,
    puzzles: Vec<StoredPuzzle>,
) -> Result<u64, sqlx::Error> {
    let insert = "insert into puzzles (variant, position, solution, grade, shipped) values ($1, $2, $3, $4, 0)
                  on conflict do nothing";
    let (mut added, mut change) = (0, connection.begin().await?);
    for puzzle in puzzles {
        let row = sqlx::query(insert).bind(puzzle.variant);
        let row = row.bind(puzzle.position).bind(puzzle.solution);
        let done = row.bind(i64::from(puzzle.grade)).execute(&mut *change);
        added += done.await?.rows_affected();
    }
    change.commit().await?;
    Ok(added)
}

/// Finds puzzles, also in stored games, and adds them to the database.
pub(super) async fn keep(
    arguments: PuzzlesArguments,
    config: Config,
    registry: Registry,
) -> Result<(), Failure> {
    let unopened = unopened(&config.database);
    let _lock = Lock::of(&config.database).map_err(&unopened)?;
    // This makes the tables.
    let store = Store::open(&config.database, registry);
    store.await.map_err(&unopened)?.close().await;
    let failed = |error: sqlx::Error| Text::new("cli-doctor-failed").with("problem", chain(&error));
    let connection = AnyConnection::connect(&config.database);
    let mut connection = connection.await.map_err(failed)?;
    let games = ended_games(&mut connection).await.map_err(failed)?;
    let mut found = arguments.find(registry)?;
    found.extend(arguments.find_in(&games, registry));
    let added = add(&mut connection, found).await.map_err(failed)?;
    print_message(
        &Text::new("cli-puzzles-added").with("count", i64::try_from(added).unwrap_or(i64::MAX)),
    )?;
    Ok(())
}
