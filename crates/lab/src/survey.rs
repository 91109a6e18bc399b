//! `siwa-lab survey`: statistics of the variants, from games of the engine against itself.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use siwa_games::rules::{Outcome, Side};

use crate::selfplay::{self, Plan, Variant};
use crate::{Failure, level, variant};

/// Arguments of `siwa-lab survey`.
#[derive(Debug, clap::Args)]
pub(super) struct SurveyArguments {
    /// Variant ids, e.g. seega-5-classic [default: all]
    #[arg(value_parser = variant)]
    variants: Vec<Variant>,
    /// Games of each variant
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Level of both sides, 1 to 8
    #[arg(long, default_value = "6", value_parser = level)]
    level: Level,
    /// Random turns at the start of each game
    #[arg(long, default_value_t = 1)]
    opening: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The length and result of a game.
struct Gone {
    outcome: Option<Outcome>,
    plies: u32,
}

/// Plays the games, and prints a row of a table for every variant.
pub(super) fn run(arguments: &SurveyArguments) -> Result<(), Failure> {
    let mut variants = arguments.variants.clone();
    if variants.is_empty() {
        for rules in Registry::standard().games() {
            variants.extend(rules.info().variants.iter().map(|variant| (rules, variant)));
        }
    }
    let mut output = io::stdout();
    writeln!(
        output,
        "| variant | games | first wins | drawn | second wins | turns: median, max | ends |"
    )?;
    writeln!(output, "|---|---|---|---|---|---|---|")?;
    for variant in variants {
        let games = selfplay::all(arguments.games, |number| {
            let plan = Plan {
                level: arguments.level,
                nodes: u64::MAX,
                opening: arguments.opening,
                seed: selfplay::seed(arguments.seed, number),
            };
            let mut plies = 0;
            let (_, outcome) = plan.play(variant, |_, _| plies += 1);
            Gone {
                outcome,
                plies: plies + u32::try_from(arguments.opening).unwrap_or_default(),
            }
        });
        writeln!(output, "{}", line(variant.1.id, &games))?;
    }
    Ok(())
}

/// A row of the table.
fn line(variant: &str, games: &[Gone]) -> String {
    let share = |count: usize| format!("{:.0} %", 100.0 * count as f64 / games.len().max(1) as f64);
    let won = |side| {
        // A stopped game is neither won nor drawn.
        let by = |gone: &&Gone| gone.outcome.is_some_and(|outcome| outcome.winner == side);
        share(games.iter().filter(by).count())
    };
    let mut plies: Vec<u32> = games.iter().map(|gone| gone.plies).collect();
    plies.sort_unstable();
    let median = plies.get(plies.len() / 2).copied().unwrap_or_default();
    let most = plies.last().copied().unwrap_or_default();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for gone in games {
        let end = match gone.outcome {
            Some(Outcome {
                by,
                grade: Some(grade),
                ..
            }) => format!("{} ({grade})", by.id),
            Some(Outcome {
                by,
                winner: Some(_),
                ..
            }) => by.id.to_owned(),
            Some(Outcome { by, .. }) => format!("{}, drawn", by.id),
            None => "broken off".to_owned(),
        };
        *ends.entry(end).or_default() += 1;
    }
    let mut ends: Vec<(String, usize)> = ends.into_iter().collect();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let ends: Vec<String> = ends
        .into_iter()
        .map(|(end, count)| format!("{end} {}", share(count)))
        .collect();
    format!(
        "| `{variant}` | {} | {} | {} | {} | {median}, {most} | {} |",
        games.len(),
        won(Some(Side::First)),
        won(None),
        won(Some(Side::Second)),
        ends.join("; ")
    )
}
