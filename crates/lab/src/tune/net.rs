//! The net: fitted to the error that the weights leave.

use std::f64::consts::PI;

use fastrand::Rng;

use super::descent::{Block, chance, loss};
use super::{Fitted, Sample};
use crate::typed::Judged;
use siwa_games::engine::DECISIVE;
use siwa_games::rules::net::{HIDDEN, HUNDREDTH, ONE};

/// The number of epochs, the batch size, and the first learning rate.
const ROUNDS: usize = 12;
const BATCH: usize = 512;
const RATE: f64 = 0.002;

/// The weight of the game's result, relative to the search's value.
const RESULT: f64 = 0.4;

/// The first of this many parts of the samples is kept for validation; most of its games are
/// complete.
const APART: usize = 20;

/// Points to natural logarithms.
const UNIT: f64 = DECISIVE / std::f64::consts::LN_10;

/// A net being fitted.
struct Draft {
    columns: Vec<Block<HIDDEN>>,
    start: Block<HIDDEN>,
    out: Block<HIDDEN>,
    base: Block<1>,
}

impl Draft {
    fn new(inputs: usize, random: &mut Rng) -> Self {
        let mut small = || std::array::from_fn(|_| 0.4 * (random.f64() - 0.5));
        Self {
            columns: (0..inputs).map(|_| Block::new(small())).collect(),
            out: Block::new(small()),
            start: Block::new([0.2; HIDDEN]),
            base: Block::new([0.0]),
        }
    }

    /// The hidden units, and the chance of a win.
    fn guess(&self, judged: &Judged, inputs: &[usize]) -> ([f64; HIDDEN], f64) {
        let mut hidden = self.start.value;
        for input in inputs {
            for (sum, weight) in hidden.iter_mut().zip(&self.columns[*input].value) {
                *sum += weight;
            }
        }
        let out = self.out.value.iter();
        let products = hidden
            .iter()
            .zip(out)
            .map(|(unit, by)| unit.clamp(0.0, 1.0) * by);
        let score = f64::from(judged.points) / UNIT + self.base.value[0] + products.sum::<f64>();
        (hidden, chance(score))
    }

    /// Adds the gradient of one sample.
    fn learn(&mut self, sample: &Sample, inputs: &[usize]) {
        let (hidden, guess) = self.guess(&sample.judged, inputs);
        let wrong = (guess - sample.aim()) / BATCH as f64;
        self.base.slope[0] += wrong;
        let mut slopes = [0.0; HIDDEN];
        for number in 0..HIDDEN {
            let unit = hidden[number];
            self.out.slope[number] += wrong * unit.clamp(0.0, 1.0);
            if (0.0..1.0).contains(&unit) {
                slopes[number] = wrong * self.out.value[number];
            }
            self.start.slope[number] += slopes[number];
        }
        for input in inputs {
            for (sum, slope) in self.columns[*input].slope.iter_mut().zip(&slopes) {
                *sum += slope;
            }
        }
    }

    /// Takes a step of descent. The columns of other inputs, and their gradients, do not change.
    fn descend(&mut self, inputs: &[usize], rate: f64, step: i32) {
        for input in inputs {
            self.columns[*input].descend(rate, step);
        }
        self.start.descend(rate, step);
        self.out.descend(rate, step);
        self.base.descend(rate, step);
    }

    /// The mean loss with the net.
    fn loss(&self, samples: &[Sample]) -> f64 {
        let one = |sample: &Sample| {
            loss(
                self.guess(&sample.judged, &sample.judged.inputs).1,
                sample.aim(),
            )
        };
        samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The bytes that [`Net::read`](siwa_games::rules::net::Net::read) reads.
    fn bytes(&self) -> Vec<u8> {
        let whole = |value: &f64, unit: f64| (value * unit).round() as i16;
        let first = self.columns.iter().chain([&self.start]);
        let first =
            first.flat_map(|block| block.value.iter().map(|value| whole(value, ONE.into())));
        let second = self.out.value.iter().chain(&self.base.value);
        let second = second.map(|value| whole(value, UNIT * f64::from(HUNDREDTH)));
        first.chain(second).flat_map(i16::to_le_bytes).collect()
    }
}

impl Sample {
    /// The target value.
    fn aim(&self) -> f64 {
        match self.result {
            Some(result) => RESULT * result + (1.0 - RESULT) * self.chance,
            None => self.chance,
        }
    }
}

/// The net that best predicts the remaining error, as bytes, and the mean loss on samples kept for
/// validation; `None` if there are too few samples.
pub(super) fn fit(samples: &[Sample], inputs: usize, seed: u64) -> Option<(Vec<u8>, Fitted)> {
    let (apart, seen) = samples.split_at(samples.len() / APART);
    if seen.len() < BATCH {
        return None;
    }
    let mut random = Rng::with_seed(seed);
    let mut draft = Draft::new(inputs, &mut random);
    let mut order: Vec<usize> = (0..seen.len()).collect();
    let steps = (ROUNDS * (seen.len() / BATCH)) as i32;
    let mut step = 0;
    for _ in 0..ROUNDS {
        random.shuffle(&mut order);
        for batch in order.chunks_exact(BATCH) {
            step += 1;
            let mut touched = Vec::new();
            for number in batch {
                let sample = &seen[*number];
                let inputs = if random.bool() {
                    &sample.judged.inputs
                } else {
                    &sample.judged.mirrored
                };
                draft.learn(sample, inputs);
                touched.extend(inputs);
            }
            touched.sort_unstable();
            touched.dedup();
            // The learning rate decreases along a cosine.
            let rate =
                RATE * (0.01 + 0.5 * (1.0 + (PI * f64::from(step) / f64::from(steps)).cos()));
            draft.descend(&touched, rate, step);
        }
    }
    let without =
        |sample: &Sample| loss(chance(f64::from(sample.judged.points) / UNIT), sample.aim());
    let fitted = Fitted {
        before: apart.iter().map(without).sum::<f64>() / apart.len().max(1) as f64,
        after: draft.loss(apart),
    };
    Some((draft.bytes(), fitted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use siwa_games::rules::net::Net;

    #[test]
    fn too_few_positions_give_no_net() {
        assert!(fit(&[], 2, 1).is_none());
    }

    #[test]
    fn a_net_learns_what_no_linear_sum_can() {
        // A side with exactly one of two features wins.
        let mut random = Rng::with_seed(3);
        let samples: Vec<Sample> = (0..80_000)
            .map(|_| {
                let inputs: Vec<usize> = (0..2).filter(|_| random.bool()).collect();
                let result = f64::from(u8::from(inputs.len() == 1));
                let judged = Judged {
                    mirrored: inputs.iter().map(|input| 1 - input).collect(),
                    inputs,
                    ..Judged::default()
                };
                Sample {
                    judged,
                    chance: result,
                    result: Some(result),
                }
            })
            .collect();
        let (bytes, Fitted { before, after }) = fit(&samples, 2, 1).unwrap();
        assert!(after < before / 4.0, "{before} to {after}");
        let net = Net::<2>::read(&bytes);
        let points = |inputs: &[usize]| net.points(inputs.iter().copied());
        for (wins, loses) in [(points(&[0]), points(&[])), (points(&[1]), points(&[0, 1]))] {
            assert!(wins > 200 && loses < -200, "{wins} {loses}");
        }
    }
}
