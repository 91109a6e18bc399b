//! The score of a match, by pairs of games.
//!
//! The two games of an opening form a pair, whose score is the unit of the error bars and of the
//! sequential test (Michel Van den Bergh, "The generalized sequential probability ratio test", in
//! its normal approximation).

/// Half the width of a 95 % interval, in standard errors.
const WIDE: f64 = 1.96;

/// The log-likelihood ratio at which the test ends: with five per cent of errors either way.
const SURE: f64 = 2.944_438_979_166_440_3;

/// The scores of a match, from A's point of view.
#[derive(Debug, Default)]
pub(super) struct Sums {
    won: u32,
    drawn: u32,
    lost: u32,
    /// The number of pairs that scored 0, ½, 1, 1½ and 2.
    pairs: [u32; 5],
}

impl Sums {
    /// Adds two games: 2 for a win, 1 for a draw, 0 for a loss.
    pub(super) fn add(&mut self, points: [usize; 2]) {
        for points in points {
            match points {
                0 => self.lost += 1,
                1 => self.drawn += 1,
                _ => self.won += 1,
            }
        }
        self.pairs[(points[0] + points[1]).min(4)] += 1;
    }

    fn count(&self) -> f64 {
        f64::from(self.pairs.iter().sum::<u32>())
    }

    /// The mean score of a game, and its variance by pairs.
    fn mean(&self) -> (f64, f64) {
        let score = |half: u8| f64::from(half) / 4.0;
        let scores = || (0..).map(score).zip(self.pairs.map(f64::from));
        let sum: f64 = scores().map(|(score, pairs)| score * pairs).sum();
        let mean = sum / self.count();
        // Add one pair of each kind, so that a match with equal scores still has a variance.
        let off = scores().map(|(score, pairs)| (score - mean).powi(2) * (pairs + 1.0));
        (mean, off.sum::<f64>() / (self.count() + 5.0))
    }

    /// The Elo difference with the ends of its 95 % interval; infinite if all games were won or
    /// lost.
    fn elo(&self) -> [f64; 3] {
        let (mean, variance) = self.mean();
        let error = WIDE * (variance / self.count()).sqrt();
        [mean - error, mean, mean + error].map(difference)
    }

    /// The log-likelihood ratio of “stronger by `elo`” against “equally strong”.
    fn ratio(&self, elo: f64) -> f64 {
        let (mean, variance) = self.mean();
        let none = expected(0.0);
        let some = expected(elo);
        self.count() * (some - none) * (2.0 * mean - none - some) / (2.0 * variance)
    }

    /// Returns whether the test has ended.
    pub(super) fn decided(&self, elo: f64) -> bool {
        self.ratio(elo).abs() >= SURE
    }

    /// `games 20 +14 =2 -4 score 75.0 % elo 191 [62, 388] faults 0 0`.
    pub(super) fn describe(&self, faults: [u32; 2], sprt: Option<f64>) -> String {
        let games = self.won + self.drawn + self.lost;
        let [low, middle, high] = self.elo();
        let test = sprt.map_or(String::new(), |elo| {
            format!(" llr {:.2} of {SURE:.2}", self.ratio(elo))
        });
        format!(
            "games {games} +{} ={} -{} score {:.1} % elo {middle:.0} [{low:.0}, {high:.0}] faults {} {}{test}",
            self.won,
            self.drawn,
            self.lost,
            100.0 * self.mean().0,
            faults[0],
            faults[1],
        )
    }
}

/// The Elo difference that gives this expected score.
fn difference(score: f64) -> f64 {
    match score {
        score if score >= 1.0 => f64::INFINITY,
        score if score <= 0.0 => f64::NEG_INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The expected score for this Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(pairs: &[([usize; 2], u32)]) -> Sums {
        let mut sums = Sums::default();
        for (points, times) in pairs {
            (0..*times).for_each(|_| sums.add(*points));
        }
        sums
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let sums = sums(&[([2, 1], 50)]);
        let [low, middle, high] = sums.elo().map(f64::round);
        assert!(
            middle == 191.0 && low > 150.0 && high < 240.0,
            "{low} to {high}"
        );
        assert!(
            sums.describe([0, 1], None)
                .contains("+50 =50 -0 score 75.0 % elo 191 [")
        );
    }

    #[test]
    fn winning_all_games_leaves_the_strength_uncertain() {
        let [low, middle, high] = sums(&[([2, 2], 10)]).elo();
        assert!(low > 100.0 && low < 400.0, "{low}");
        assert_eq!([middle, high], [f64::INFINITY; 2]);
    }

    #[test]
    fn games_split_by_side_say_little_and_swings_much() {
        // The side that starts wins: the players are equal, almost without doubt.
        let split = sums(&[([2, 0], 100)]);
        assert!(split.elo()[2] < 15.0, "{:?}", split.elo());
        let swings = sums(&[([2, 2], 50), ([0, 0], 50)]);
        let [low, middle, high] = swings.elo();
        assert!(middle == 0.0 && low < -60.0 && high > 60.0);
    }

    #[test]
    fn the_test_ends_when_it_is_clear_and_not_before() {
        let even = sums(&[([2, 0], 3), ([1, 1], 3)]);
        assert!(!even.decided(30.0));
        let strong = sums(&[([2, 2], 60), ([2, 0], 40)]);
        assert!(strong.decided(30.0) && strong.ratio(30.0) > 0.0);
        let weak = sums(&[([0, 0], 60), ([2, 0], 40)]);
        assert!(weak.decided(30.0) && weak.ratio(30.0) < 0.0);
    }
}
