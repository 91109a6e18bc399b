//! `siwa-lab tune`: fits the evaluation to the results of games.
//!
//! The engine plays itself; the measures of every quiet position of these games are collected, and
//! the weights are fitted with which the score predicts the results best (logistic regression, as
//! in Peter Österlund's “Texel’s tuning method”). Optionally a net is fitted to the remaining
//! error, with the same games and with positions near them that a search has evaluated, because the
//! engine's search will meet such positions.

mod descent;
mod net;
mod weights;

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::PathBuf;

use fastrand::Rng;

use siwa_games::engine::{Level, Score};
use siwa_games::registry::GameState;
use siwa_games::rules::Side;

use crate::selfplay::{self, Plan, Variant};
use crate::typed::{Judged, Typed};
use crate::{Failure, variant};

/// Arguments of `siwa-lab tune`.
#[derive(Debug, clap::Args)]
pub(super) struct TuneArguments {
    /// Variant ids, e.g. seega-5-classic
    #[arg(required = true, value_parser = variant)]
    variants: Vec<Variant>,
    /// Games, of all variants together
    #[arg(long, default_value_t = 2000)]
    games: u32,
    /// Positions per search, at most
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Random turns at the start of each game
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also fit a net to the rest of the error and write it to this file
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

/// A position, with its value for the side to move.
struct Sample {
    judged: Judged,
    /// The chance of a win, by the search.
    chance: f64,
    /// The side's result; `None` if the position is not from a game.
    result: Option<f64>,
}

/// The mean loss before and after fitting.
struct Fitted {
    before: f64,
    after: f64,
}

/// Plays games, fits, and prints the result.
pub(super) fn run(arguments: &TuneArguments) -> Result<(), Failure> {
    let variants = &arguments.variants;
    let mut net = None;
    if let Some(path) = &arguments.net {
        let inputs = one_net(variants)
            .ok_or("--net needs variants of one game, and that game must have a net")?;
        let mut options = OpenOptions::new();
        // Fail now rather than after all the games.
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        net = Some((file, inputs));
    }
    let samples: Vec<Sample> = selfplay::all(arguments.games, |number| {
        let variant = variants[number as usize % variants.len()];
        game(arguments, variant, number)
    })
    .into_iter()
    .flatten()
    .collect();
    let mut output = io::stdout();
    writeln!(output, "positions {}", samples.len())?;
    if let Some((mut file, inputs)) = net {
        let fitted = net::fit(&samples, inputs, arguments.seed);
        let (bytes, Fitted { before, after }) =
            fitted.ok_or("too few positions to train on; increase --games")?;
        writeln!(
            output,
            "loss {before:.4} without the net, {after:.4} with it"
        )?;
        file.set_len(0)?;
        file.write_all(&bytes)?;
    } else {
        let (weights, Fitted { before, after }) = weights::fit(&samples);
        writeln!(
            output,
            "loss {before:.4} without weights, {after:.4} with them"
        )?;
        writeln!(output, "weights {weights:?}")?;
    }
    Ok(())
}

/// The number of inputs of these variants' net, if they share one.
fn one_net(variants: &[Variant]) -> Option<usize> {
    let (first, variant) = variants.first()?;
    let alike = variants
        .iter()
        .all(|(rules, _)| rules.info() == first.info());
    let inputs = Typed::find(variant)?.inputs;
    (alike && inputs > 0).then_some(inputs)
}

/// The samples of one game.
fn game(arguments: &TuneArguments, variant: Variant, number: u32) -> Vec<Sample> {
    let plan = Plan {
        level: Level::STRONGEST,
        nodes: arguments.nodes,
        opening: arguments.opening,
        seed: selfplay::seed(arguments.seed, number),
    };
    // Not the random numbers of the game itself.
    let mut random = Rng::with_seed(!plan.seed);
    let mut seen: Vec<(Sample, Side)> = Vec::new();
    let mut beside = Vec::new();
    let (state, outcome) = plan.play(variant, |state, thought| {
        let text = thought.line.first();
        let quiet = text.is_some_and(|text| is_quiet(state, text));
        // Decided positions say nothing about weights; but a net must evaluate them, too.
        let open = arguments.net.is_some() || matches!(thought.score, Score::Points(_));
        if !(quiet && open) {
            return;
        }
        let Some(judged) = judged(state) else {
            return;
        };
        let chance = thought.score.chance();
        seen.push((
            Sample {
                judged,
                chance,
                result: None,
            },
            state.turn(),
        ));
        if arguments.net.is_some() {
            beside.extend(stray(state, &plan, &mut random));
        }
    });
    let winner = outcome
        .unwrap_or_else(|| state.declarations(Side::First).together)
        .winner;
    let result = |side| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    let seen = seen.into_iter().map(|(sample, side)| Sample {
        result: Some(result(side)),
        ..sample
    });
    seen.chain(beside).collect()
}

/// The evaluation's input for a position of a running game.
fn judged(state: &dyn GameState) -> Option<Judged> {
    if state.outcome().is_some() {
        return None;
    }
    let variant = state.variant();
    (Typed::find(variant)?.judge)(variant, &state.position())
}

/// A random position, a turn or two away from a game.
fn stray(state: &dyn GameState, plan: &Plan, random: &mut Rng) -> Option<Sample> {
    let mut state = state.fork();
    for _ in 0..random.usize(1..=2) {
        let text = random.choice(state.legal_moves())?;
        state.play(&text).ok()?;
    }
    let judged = judged(state.as_ref())?;
    let thought = plan.think(state.as_ref(), random)?;
    Some(Sample {
        judged,
        chance: thought.score.chance(),
        result: None,
    })
}

/// Returns whether a move captures nothing.
fn is_quiet(state: &dyn GameState, text: &str) -> bool {
    state
        .read(text)
        .is_ok_and(|played| played.captured.is_empty())
}
