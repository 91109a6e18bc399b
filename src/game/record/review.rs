//! The engine's review of a game: each side's chances, and the turns that changed them.

use std::sync::atomic::AtomicBool;

use super::{GameRecord, Review, TurningPoint};
use crate::game::Hint;
use siwa_games::engine::{Level, Limits};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Stage};

/// The number of positions searched for a whole game, and for one turn at least and at most.
const WHOLE: u64 = 800_000;
const TURN: [u64; 2] = [3_000, 30_000];

/// The most turning points in a review.
const MAX_MISTAKES: usize = 4;

/// The least fall of a player's chances at a turning point.
const FALL: f64 = 0.15;

impl GameRecord {
    /// Searches every turn of the game, which takes a second or two. `None` if the kind of game is
    /// unknown.
    pub fn review(&self, registry: Registry) -> Option<Review> {
        let mut state = self.state(registry, 0)?;
        let mut chances = Vec::with_capacity(self.turns.len() + 1);
        let mut found = Vec::new();
        for turn in &self.turns {
            let thought = self.thought(state.as_ref());
            chances.push(thought.as_ref().map(|thought| thought.1));
            let better = thought.and_then(|(line, _)| line.into_iter().next());
            found.push((state.turn(), better));
            state.play(&turn.played.text).ok()?;
        }
        // A resignation or an agreed draw says nothing about the turn before.
        let winner = state.outcome().map(|outcome| outcome.winner);
        chances.push(match winner {
            Some(Some(winner)) => Some(f64::from(u8::from(winner == Side::First))),
            Some(None) => Some(0.5),
            None => self.thought(state.as_ref()).map(|thought| thought.1),
        });
        let mut turning_points: Vec<TurningPoint> = (1..)
            .zip(found)
            .zip(chances.windows(2))
            .filter_map(|((turn, (side, better)), pair)| {
                let of = |chance: f64| match side {
                    Side::First => chance,
                    Side::Second => 1.0 - chance,
                };
                let played = &self.turns.get(turn as usize - 1)?.played.text;
                Some(TurningPoint {
                    turn,
                    chances: [of(pair[0]?), of(pair[1]?)],
                    better: better.filter(|better| better != played)?,
                })
            })
            .filter(|point| point.fall() >= FALL)
            .collect();
        turning_points.sort_by(|one, other| other.fall().total_cmp(&one.fall()));
        turning_points.truncate(MAX_MISTAKES);
        turning_points.sort_by_key(|point| point.turn);
        Some(Review {
            chances,
            turning_points,
        })
    }

    /// The engine's move in place of a turn, from 1; the same as [`review`](Self::review) finds.
    pub fn better(&self, registry: Registry, turn: u32) -> Option<Hint> {
        let state = self.state(registry, turn.checked_sub(1)? as usize)?;
        let (better, _) = self.thought(state.as_ref())?;
        Hint::of(state.as_ref(), &better)
    }

    /// The state after `turns` turns.
    fn state(&self, registry: Registry, turns: usize) -> Option<Box<dyn GameState>> {
        let (rules, variant) = registry.variant(self.variant.id)?;
        let mut state = match &self.position {
            Some(position) => rules.parse(variant, position).ok()?,
            None => rules.start(variant),
        };
        for turn in self.turns.get(..turns)? {
            state.play(&turn.played.text).ok()?;
        }
        Some(state)
    }

    /// The best line of a position and the first side's chances; `None` while pieces are placed,
    /// and when the game is over.
    fn thought(&self, state: &dyn GameState) -> Option<(Vec<String>, f64)> {
        if state.stage() == Stage::Placement {
            return None;
        }
        let each = WHOLE / (self.turns.len() as u64 + 1);
        let stop = AtomicBool::new(false);
        let limits = Limits::nodes(each.clamp(TURN[0], TURN[1]), &stop, 0);
        let bytes = Level::DEFAULT.table();
        let thought = state.think(Level::STRONGEST, bytes, limits, &mut |_| {})?;
        let chance = thought.score.chance();
        let first = match state.turn() {
            Side::First => chance,
            Side::Second => 1.0 - chance,
        };
        Some((thought.line, first))
    }
}

impl TurningPoint {
    fn fall(&self) -> f64 {
        self.chances[0] - self.chances[1]
    }
}
