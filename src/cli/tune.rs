//! `siwa tune`: fits what positions are worth to how games end.
//!
//! The engine plays itself; every quiet position of these games is asked for its measures,
//! and the weights are found under which the score foretells the results best (logistic
//! regression, as Peter Österlund's “Texel’s tuning method” does it).

use super::engine::say;
use super::rules::find;
use super::selfplay::{self, Plan};
use super::{Failure, unwritten};
use crate::engine::{DECISIVE, Level, Score};
use crate::registry::{Play, Registry};
use crate::rules::Side;
use crate::rules::evaluate::{MEASURES, Measures, PARTS};

/// Steps of the descent, how far the first go, and how much of a weight is given up for
/// being large.
const STEPS: usize = 3000;
const RATE: f64 = 0.05;
const DECAY: f64 = 1e-5;

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
    let samples: Vec<Sample> = selfplay::all(arguments.games, |number| {
        let variant = variants[number as usize % variants.len()];
        game(arguments, variant, number)
    })
    .into_iter()
    .flatten()
    .collect();
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
fn game(arguments: &TuneArguments, variant: selfplay::Variant, number: u32) -> Vec<Sample> {
    let plan = Plan {
        level: Level::STRONGEST,
        nodes: arguments.nodes,
        opening: arguments.opening,
        seed: arguments.seed ^ u64::from(number) << 20,
    };
    let mut seen: Vec<(Measures, Side)> = Vec::new();
    let (line, outcome) = plan.play(variant, |line, thought| {
        let text = thought.line.first();
        let quiet = matches!(thought.score, Score::Points(_))
            && text.is_some_and(|text| is_quiet(line, text));
        if let Some(measures) = line.measures().filter(|_| quiet) {
            seen.push((measures, line.turn()));
        }
    });
    let winner = outcome.unwrap_or_else(|| line.agreed()).winner();
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
    use fastrand::Rng;

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
