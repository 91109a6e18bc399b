//! Gradient descent, after Kingma and Ba, “Adam: a method for stochastic optimization”.

/// The decay of the mean gradient, and of its mean square, at each step.
const MEAN: f64 = 0.9;
const SQUARE: f64 = 0.999;

/// Parameters that are fitted together.
#[derive(Clone)]
pub(super) struct Block<const N: usize> {
    pub(super) value: [f64; N],
    /// The gradient, accumulated since the last step.
    pub(super) slope: [f64; N],
    mean: [f64; N],
    square: [f64; N],
}

impl<const N: usize> Block<N> {
    pub(super) fn new(value: [f64; N]) -> Self {
        Self {
            value,
            slope: [0.0; N],
            mean: [0.0; N],
            square: [0.0; N],
        }
    }

    /// Takes a step of descent; `step` counts from 1.
    pub(super) fn descend(&mut self, rate: f64, step: i32) {
        let mean_left = 1.0 - MEAN.powi(step);
        let square_left = 1.0 - SQUARE.powi(step);
        for number in 0..N {
            let slope = std::mem::take(&mut self.slope[number]);
            let mean = &mut self.mean[number];
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            let square = &mut self.square[number];
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let deviation = (*square / square_left).sqrt();
            self.value[number] -= rate * (*mean / mean_left) / (deviation + 1e-8);
        }
    }
}

/// The chance of a win, by the logistic function.
pub(super) fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// The loss of a guess.
pub(super) fn loss(guess: f64, result: f64) -> f64 {
    let guess = guess.clamp(1e-9, 1.0 - 1e-9);
    -(result * guess.ln() + (1.0 - result) * (1.0 - guess).ln())
}
