//! `siwa-lab deals`: measures how even the arrangements are with which dealt games begin.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use siwa_games::engine::{Level, Limits, Score, SearchResult};
use siwa_games::registry::GameState;
use siwa_games::rules::Side;

use crate::selfplay::{self, Variant};
use crate::{Failure, variant};

/// The most turns of a game.
const MAX_TURNS: usize = 400;
/// The value of a win, in hundredths of a piece.
const SURE: f64 = 3_000.0;

/// Arguments of `siwa-lab deals`.
#[derive(Debug, clap::Args)]
pub(super) struct DealsArguments {
    /// Variant id, e.g. seega-5-classic
    #[arg(value_parser = variant)]
    variant: Variant,
    /// Games of each
    #[arg(long, default_value_t = 300)]
    games: usize,
    /// Positions searched for a turn, for each strength
    #[arg(long, value_delimiter = ',', default_value = "30,90,270")]
    nodes: Vec<u64>,
    /// Turns that are drawn from all legal ones, the better ones more often
    #[arg(long, default_value_t = 16)]
    drawn: usize,
    /// What a move worse by so many hundredths of a piece is less likely by: to one part in e
    #[arg(long, default_value_t = 50.0)]
    noise: f64,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The result of a game.
struct Played {
    /// The points of the second side, which moves first.
    points: f64,
    turns: usize,
}

/// Plays the games, and prints a line for each arrangement.
pub(super) fn run(arguments: &DealsArguments) -> Result<(), Failure> {
    let dealt = dealt(arguments.variant);
    let count = u32::try_from(dealt.len()).unwrap_or(u32::MAX);
    let lines = selfplay::all(count, |number| {
        let start = dealt[number as usize].as_ref();
        let mut random = Rng::with_seed(selfplay::seed(arguments.seed, number));
        let strengths = arguments.nodes.iter().cycle().take(arguments.games);
        let games: Vec<Played> = strengths
            .map(|nodes| arguments.play(start.fork(), *nodes, &mut random))
            .collect();
        format!("{} {}", start.position(), arguments.summary(&games))
    });
    for line in lines {
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(())
}

/// The arrangements with which games of a variant begin.
fn dealt((rules, variant): Variant) -> Vec<Box<dyn GameState>> {
    let mut positions = BTreeSet::new();
    let mut count = 0;
    rules.deal(variant, &mut |below| {
        count = count.max(below);
        0
    });
    for number in 0..count {
        let mut chosen = [number, 0].into_iter();
        positions.extend(rules.deal(variant, &mut |below| {
            chosen.next().unwrap_or_default() % below
        }));
    }
    let states = positions
        .iter()
        .map(|position| rules.parse(variant, position).ok());
    states.flatten().collect()
}

impl DealsArguments {
    /// Plays a game.
    fn play(&self, mut state: Box<dyn GameState>, nodes: u64, random: &mut Rng) -> Played {
        for turns in 0..MAX_TURNS {
            if let Some(outcome) = state.outcome_or_declared_win() {
                let points = outcome.winner.map_or(0.5, |side| match side {
                    Side::First => 0.0,
                    Side::Second => 1.0,
                });
                return Played { points, turns };
            }
            let text = if turns < self.drawn {
                self.draw(state.as_ref(), nodes, random)
            } else {
                let found = think(state.as_ref(), nodes, random);
                found.and_then(|found| found.line.into_iter().next())
            };
            if text.is_none_or(|text| state.play(&text).is_err()) {
                break;
            }
        }
        Played {
            points: 0.5,
            turns: MAX_TURNS,
        }
    }

    /// The share of the side that moves first, in all games and for each strength.
    fn summary(&self, games: &[Played]) -> String {
        let share = |first: usize, step: usize| {
            let points = games.iter().skip(first).step_by(step);
            let count = points.len().max(1) as f64;
            points.map(|game| game.points).sum::<f64>() / count
        };
        let strengths = self.nodes.len();
        let each: Vec<String> = (0..strengths)
            .map(|strength| format!("{:.3}", share(strength, strengths)))
            .collect();
        let drawn = games.iter().filter(|game| game.points == 0.5).count();
        let mut turns: Vec<usize> = games.iter().map(|game| game.turns).collect();
        turns.sort_unstable();
        format!(
            "{:.3} of {} ({}), drawn {:.2}, turns {}",
            share(0, 1),
            games.len(),
            each.join(" "),
            drawn as f64 / games.len().max(1) as f64,
            turns.get(turns.len() / 2).copied().unwrap_or_default()
        )
    }

    /// A legal move, the better ones more often.
    fn draw(&self, state: &dyn GameState, nodes: u64, random: &mut Rng) -> Option<String> {
        let legal = state.legal_moves();
        let values = legal.iter().map(|text| {
            let mut after = state.fork();
            if after.play(text).is_err() {
                return -SURE;
            }
            if let Some(outcome) = after.outcome_or_declared_win() {
                let won = |winner| if winner == state.turn() { SURE } else { -SURE };
                return outcome.winner.map_or(0.0, won);
            }
            let found = think(after.as_ref(), (nodes / 8).max(12), random);
            let value = found.map_or(0.0, |found| value(found.score));
            if after.turn() == state.turn() {
                value
            } else {
                -value
            }
        });
        let values: Vec<f64> = values.collect();
        let best = values.iter().copied().fold(f64::MIN, f64::max);
        let weights = values
            .iter()
            .map(|value| ((value - best) / self.noise).exp());
        let weights: Vec<f64> = weights.collect();
        let mut left = random.f64() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left <= 0.0
        });
        legal.into_iter().nth(chosen?)
    }
}

fn think(state: &dyn GameState, nodes: u64, random: &mut Rng) -> Option<SearchResult> {
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(nodes, 1 << 15, &stop, random.u64(..));
    state.think(Level::STRONGEST, limits, &mut |_| {})
}

/// A score in hundredths of a piece.
fn value(score: Score) -> f64 {
    match score {
        Score::Points(points) => f64::from(points),
        Score::Wins(plies) => SURE - f64::from(plies),
        Score::Loses(plies) => f64::from(plies) - SURE,
    }
}
