//! `siwa tune`: fits what positions are worth to how games end.
//!
//! The engine plays itself; every quiet position of these games is asked for its measures,
//! and the weights are found under which the score foretells the results best (logistic
//! regression, as Peter Österlund's “Texel’s tuning method” does it).

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use fastrand::Rng;

use super::contest::ended;
use super::engine::say;
use super::rules::find;
use super::{Failure, unwritten};
use crate::engine::{Level, Limits, Mind, Score};
use crate::registry::{Play, Registry, Rules};
use crate::rules::evaluate::{MEASURES, Measures, PARTS};
use crate::rules::{Side, Variant};

/// Turns of a game, at most.
const LONGEST: usize = 300;

/// Bytes of the table of each search.
const BYTES: usize = 1 << 18;

/// Steps of the descent, how far the first go, and how much of a weight is given up for
/// being large.
const STEPS: usize = 3000;
const RATE: f64 = 0.05;
const DECAY: f64 = 1e-5;

/// A lead of so many hundredths of a piece wins ten games for each that it loses.
const DECISIVE: f64 = 400.0;

/// Arguments of `siwa tune`.
#[derive(Debug, clap::Args)]
pub(super) struct TuneArguments {
    /// The variants, such as seega-5-classic
    #[arg(required = true)]
    variants: Vec<String>,
    /// How many games, of all variants together
    #[arg(long, default_value_t = 2000)]
    games: u32,
    /// Positions a search looks at, at most
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Turns at the beginning that are drawn by lot
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// What the lots are drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The measures of a position, and what the side to move got in the end.
type Sample = (Measures, f64);

/// Plays, fits, and tells the weights.
pub(super) fn run(arguments: &TuneArguments, registry: Registry) -> Result<(), Failure> {
    let variants = arguments
        .variants
        .iter()
        .map(|id| find(registry, id))
        .collect::<Result<Vec<_>, _>>()?;
    let next = AtomicU32::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let samples: Vec<Sample> = thread::scope(|scope| {
        let play = || {
            let mut samples = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= arguments.games {
                    return samples;
                }
                let variant = variants[number as usize % variants.len()];
                samples.extend(game(arguments, variant, number));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        let done = workers.into_iter().filter_map(|worker| worker.join().ok());
        done.flatten().collect()
    });
    let (weights, before, after) = fit(&samples);
    let said = [
        format!("positions {}", samples.len()),
        format!("loss {before:.4} without weights, {after:.4} with them"),
        format!("weights {weights:?}"),
    ];
    said.iter()
        .try_for_each(|line| say(line))
        .map_err(unwritten)
}

/// The samples of one game.
fn game(
    arguments: &TuneArguments,
    (rules, variant): (&'static dyn Rules, &'static Variant),
    number: u32,
) -> Vec<Sample> {
    let mut random = Rng::with_seed(arguments.seed ^ u64::from(number) << 20);
    let mut line = rules.start(variant);
    let mut seen: Vec<(Measures, Side)> = Vec::new();
    let stop = AtomicBool::new(false);
    let mut winner = None;
    for turn in 0..LONGEST {
        if let Some(outcome) = ended(line.as_ref()) {
            winner = Some(outcome.winner());
            break;
        }
        let text = match turn < arguments.opening {
            true => random.choice(line.legal_moves()),
            false => {
                let limits = Limits {
                    nodes: arguments.nodes,
                    depth: u32::MAX,
                    stop: &stop,
                    seed: random.u64(..),
                };
                let mind = Mind::Level(Level::STRONGEST);
                let thought = line.think(mind, BYTES, limits, &mut |_| {});
                thought.and_then(|thought| {
                    let text = thought.line.into_iter().next()?;
                    let quiet =
                        matches!(thought.score, Score::Points(_)) && is_quiet(&*line, &text);
                    if let Some(measures) = line.measures().filter(|_| quiet) {
                        seen.push((measures, line.turn()));
                    }
                    Some(text)
                })
            }
        };
        if text.is_none_or(|text| line.play(&text).is_err()) {
            break;
        }
    }
    let winner = winner.unwrap_or_else(|| line.agreed().winner());
    let result = |side| match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    };
    seen.into_iter()
        .map(|(measures, side)| (measures, result(side)))
        .collect()
}

/// Whether a move takes nothing.
fn is_quiet(line: &dyn Play, text: &str) -> bool {
    line.read(text)
        .is_ok_and(|played| played.captured.is_empty())
}

/// The weights, and the mean loss without and with them.
fn fit(samples: &[Sample]) -> (Measures, f64, f64) {
    let count = samples.len().max(1) as f64;
    // Measures of all sizes are brought to one.
    let mut sizes = [0.0; MEASURES];
    for (measures, _) in samples {
        for (size, measure) in sizes.iter_mut().zip(measures) {
            *size += f64::from(*measure).powi(2);
        }
    }
    let sizes = sizes.map(|size: f64| (size / count).sqrt());
    let scaled: Vec<([f64; MEASURES], f64)> = samples
        .iter()
        .map(|(measures, result)| {
            let mut scaled = [0.0; MEASURES];
            for ((to, from), size) in scaled.iter_mut().zip(measures).zip(sizes) {
                *to = if size > 0.0 {
                    f64::from(*from) / size
                } else {
                    0.0
                };
            }
            (scaled, *result)
        })
        .collect();
    // Adam (Kingma and Ba), over all samples at each step.
    let (mut weights, mut mean, mut square) = ([0.0; MEASURES], [0.0; MEASURES], [0.0; MEASURES]);
    let mut loss = 0.0;
    for step in 1..=STEPS {
        let mut slope = [0.0; MEASURES];
        loss = 0.0;
        for (measures, result) in &scaled {
            let score: f64 = measures
                .iter()
                .zip(&weights)
                .map(|(one, by)| one * by)
                .sum();
            let guess = 1.0 / (1.0 + (-score).exp());
            loss -= result * guess.max(1e-9).ln() + (1.0 - result) * (1.0 - guess).max(1e-9).ln();
            for (slope, measure) in slope.iter_mut().zip(measures) {
                *slope += (guess - result) * measure;
            }
        }
        loss /= count;
        for number in 0..MEASURES {
            let slope = slope[number] / count + DECAY * weights[number];
            mean[number] = 0.9 * mean[number] + 0.1 * slope;
            square[number] = 0.999 * square[number] + 0.001 * slope * slope;
            let power = step as i32;
            let (mean, square): (f64, f64) = (
                mean[number] / (1.0 - 0.9_f64.powi(power)),
                square[number] / (1.0 - 0.999_f64.powi(power)),
            );
            weights[number] -= RATE * mean / (square.sqrt() + 1e-8);
        }
    }
    let unit = f64::from(PARTS) * DECISIVE / std::f64::consts::LN_10;
    let mut rounded = Measures::default();
    for (number, weight) in rounded.iter_mut().enumerate() {
        if sizes[number] > 0.0 {
            *weight = (unit * weights[number] / sizes[number]).round() as i32;
        }
    }
    (rounded, std::f64::consts::LN_2, loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decides_weighs_and_what_does_not_weighs_nothing() {
        let mut random = Rng::with_seed(1);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let mut measures = Measures::default();
                measures[0] = random.i32(-3..=3);
                measures[1] = random.i32(-30..=30);
                // Ten to one for a lead of four.
                let chance = 1.0 / (1.0 + 10_f64.powf(-f64::from(measures[0]) / 4.0));
                (measures, f64::from(u8::from(random.f64() < chance)))
            })
            .collect();
        let (weights, before, after) = fit(&samples);
        assert!(after < before, "{before} to {after}");
        let hundred = 100 * PARTS;
        assert!((weights[0] - hundred).abs() < hundred / 8, "{weights:?}");
        assert!(
            weights[1].abs() < hundred / 32 && weights[2..] == [0; MEASURES - 2],
            "{weights:?}"
        );
    }
}
