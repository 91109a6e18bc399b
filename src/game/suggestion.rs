//! The engine's level that suits a person.

use siwa_games::engine::Level;
use siwa_games::rules::GameInfo;

/// How many of a person's last games with the engine count.
pub const MAX_FACED: u32 = 20;

/// By how much a game changes the estimate of a person's strength at most.
const STEP: f64 = 200.0;

/// A person's finished game with the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faced {
    /// The engine's level.
    pub level: Level,
    /// The person's score: 1 for a win, ½ for a draw.
    pub score: f64,
}

/// The level against which a person wins about half of their games, judged by their last ones of
/// this kind, newest first.
pub fn suggested_level(info: &GameInfo, faced: &[Faced]) -> Level {
    let rating = |level: Level| f64::from(info.levels[level.index()]);
    let oldest = faced.last().map_or(Level::DEFAULT, |game| game.level);
    let update = |estimate: f64, game: &Faced| {
        let expected = 1.0 / (1.0 + 10_f64.powf((rating(game.level) - estimate) / 400.0));
        estimate + STEP * (game.score - expected)
    };
    let estimate = faced.iter().rev().fold(rating(oldest), update);
    let distance = |level: &Level| (rating(*level) - estimate).abs();
    let nearest = |one: &Level, other: &Level| distance(one).total_cmp(&distance(other));
    let levels = Level::ALL.into_iter();
    levels.min_by(nearest).unwrap_or(Level::DEFAULT)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use fastrand::Rng;
    use siwa_games::registry::Registry;

    use super::*;

    /// The score of a simulated person of this strength in the last 20 of 60 games.
    fn last_score(info: &GameInfo, strength: f64, random: &mut Rng) -> f64 {
        let mut faced = VecDeque::new();
        for _ in 0..60 {
            let level = suggested_level(info, faced.make_contiguous());
            let rating = f64::from(info.levels[level.index()]);
            let chance = 1.0 / (1.0 + 10_f64.powf((rating - strength) / 400.0));
            let score = match random.f64() {
                lot if lot < 0.04 => 0.5,
                _ if random.f64() < chance => 1.0,
                _ => 0.0,
            };
            faced.push_front(Faced { level, score });
            faced.truncate(MAX_FACED as usize);
        }
        faced.iter().map(|game| game.score).sum::<f64>() / f64::from(MAX_FACED)
    }

    #[test]
    fn people_of_every_strength_win_about_half_of_their_games() {
        let mut random = Rng::with_seed(1);
        for rules in Registry::standard().games() {
            let info = rules.info();
            let [weakest, .., strongest] = info.levels.map(f64::from);
            for strength in (1..=6).map(|part| f64::from(part) / 7.0) {
                let strength = weakest + strength * (strongest - weakest);
                let scores = (0..200).map(|_| last_score(info, strength, &mut random));
                let scores: Vec<f64> = scores.collect();
                let mean = scores.iter().sum::<f64>() / 200.0;
                let even = scores.iter().filter(|score| (0.4..=0.6).contains(*score));
                assert!((0.45..=0.55).contains(&mean), "{strength}: {mean}");
                assert!(even.count() >= 180, "{strength}: {scores:?}");
            }
        }
    }

    #[test]
    fn a_newcomer_begins_at_the_default_level_and_climbs_by_winning() {
        for rules in Registry::standard().games() {
            let info = rules.info();
            assert_eq!(suggested_level(info, &[]), Level::DEFAULT);
            let won = Faced {
                level: Level::DEFAULT,
                score: 1.0,
            };
            assert!(suggested_level(info, &[won; 2]) > Level::DEFAULT);
            let lost = Faced { score: 0.0, ..won };
            assert!(suggested_level(info, &[lost; 2]) < Level::DEFAULT);
        }
    }
}
