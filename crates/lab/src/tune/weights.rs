//! The weights of the measures, by logistic regression.

use super::descent::{Block, chance, loss};
use super::{Fitted, Sample};
use siwa_games::engine::DECISIVE;
use siwa_games::rules::evaluate::{MEASURES, Measures, WEIGHT_UNIT};

/// The number of steps, the first learning rate, and the weight decay.
const STEPS: i32 = 3000;
const RATE: f64 = 0.05;
const DECAY: f64 = 1e-5;

/// The weights with which the measures best predict the results.
pub(super) fn fit(samples: &[Sample]) -> (Measures, Fitted) {
    let counted: Vec<(Measures, f64)> = samples
        .iter()
        .filter_map(|sample| Some((sample.judged.measures, sample.result?)))
        .collect();
    let count = counted.len().max(1) as f64;
    // Normalise the measures, which differ in size.
    let mut sizes = [0.0; MEASURES];
    for (measures, _) in &counted {
        for (size, measure) in sizes.iter_mut().zip(measures) {
            *size += f64::from(*measure).powi(2);
        }
    }
    let sizes = sizes.map(|size: f64| (size / count).sqrt());
    let scaled: Vec<([f64; MEASURES], f64)> = counted
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
    // Each step uses all samples.
    let mut weights = Block::new([0.0; MEASURES]);
    let mut lost = 0.0;
    for step in 1..=STEPS {
        lost = 0.0;
        for (measures, result) in &scaled {
            let products = measures.iter().zip(&weights.value);
            let guess = chance(products.map(|(one, by)| one * by).sum());
            lost += loss(guess, *result) / count;
            for (slope, measure) in weights.slope.iter_mut().zip(measures) {
                *slope += (guess - result) * measure / count;
            }
        }
        for number in 0..MEASURES {
            weights.slope[number] += DECAY * weights.value[number];
        }
        weights.descend(RATE, step);
    }
    let unit = f64::from(WEIGHT_UNIT) * DECISIVE / std::f64::consts::LN_10;
    let mut rounded = Measures::default();
    for (number, weight) in rounded.iter_mut().enumerate() {
        if sizes[number] > 0.0 {
            *weight = (unit * weights.value[number] / sizes[number]).round() as i32;
        }
    }
    let fitted = Fitted {
        before: std::f64::consts::LN_2,
        after: lost,
    };
    (rounded, fitted)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::typed::Judged;

    #[test]
    fn a_decisive_measure_has_a_weight_and_another_has_none() {
        let mut random = Rng::with_seed(1);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let mut measures = Measures::default();
                measures[0] = random.i32(-3..=3);
                measures[1] = random.i32(-30..=30);
                // Ten to one for a lead of four.
                let chance = 1.0 / (1.0 + 10_f64.powf(-f64::from(measures[0]) / 4.0));
                Sample {
                    judged: Judged {
                        measures,
                        ..Judged::default()
                    },
                    chance,
                    result: Some(f64::from(u8::from(random.f64() < chance))),
                }
            })
            .collect();
        let (weights, Fitted { before, after }) = fit(&samples);
        assert!(after < before, "{before} to {after}");
        let hundred = 100 * WEIGHT_UNIT;
        assert!((weights[0] - hundred).abs() < hundred / 8, "{weights:?}");
        assert!(
            weights[1].abs() < hundred / 32 && weights[2..] == [0; MEASURES - 2],
            "{weights:?}"
        );
    }
}
