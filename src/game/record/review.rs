//! The engine's review of a game: each side's chances, and the turns that changed them.

use std::sync::atomic::AtomicBool;

use super::{GameRecord, Review, TurningPoint};
use crate::game::Hint;
use siwa_games::engine::{Level, Limits};
use siwa_games::registry::Reason::{Captures, Threatens, ThreatensWin, Wins};
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
            found.push(thought.and_then(|(line, _)| Hint::new(state.as_ref(), &line)));
            state.play(&turn.text).ok()?;
        }
        found.push(None);
        // A resignation or an agreed draw says nothing about the turn before.
        let winner = state.outcome().map(|outcome| outcome.winner);
        chances.push(match winner {
            Some(Some(winner)) => Some(f64::from(u8::from(winner == Side::First))),
            Some(None) => Some(0.5),
            None => self.thought(state.as_ref()).map(|thought| thought.1),
        });
        let gains = |why| matches!(why, Wins | Captures(_) | ThreatensWin | Threatens(_));
        let mut turning_points: Vec<TurningPoint> = (1..)
            .zip(self.turns.iter().zip(found.windows(2)))
            .zip(chances.windows(2))
            .filter_map(|((turn, (played, found)), pair)| {
                let own = |first: Option<f64>| Some(of_side(played.side, first?));
                let better = found[0].as_ref().map(|hint| hint.played.text.clone());
                let theirs = |hint: &&Hint| hint.played.side != played.side;
                let reply = found[1].as_ref().filter(theirs);
                Some(TurningPoint {
                    turn,
                    chances: [own(pair[0])?, own(pair[1])?],
                    better: better.filter(|better| *better != played.text)?,
                    reply: reply.filter(|hint| hint.reason.is_some_and(gains)).cloned(),
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
        Hint::new(state.as_ref(), &better)
    }

    /// The state after `turns` turns.
    fn state(&self, registry: Registry, turns: usize) -> Option<Box<dyn GameState>> {
        let (rules, variant) = registry.variant(self.variant.id)?;
        let mut state = match &self.position {
            Some(position) => rules.parse(variant, position).ok()?,
            None => rules.start(variant),
        };
        for turn in self.turns.get(..turns)? {
            state.play(&turn.text).ok()?;
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
        let nodes = each.clamp(TURN[0], TURN[1]);
        let limits = Limits::nodes(nodes, Level::DEFAULT.table(), &stop, 0);
        let thought = state.think(Level::STRONGEST, limits, &mut |_| {})?;
        let first = of_side(state.turn(), thought.score.chance());
        Some((thought.line, first))
    }
}

/// A side's chance from the first side's, or the other way round.
fn of_side(side: Side, chance: f64) -> f64 {
    match side {
        Side::First => chance,
        Side::Second => 1.0 - chance,
    }
}

impl TurningPoint {
    fn fall(&self) -> f64 {
        self.chances[0] - self.chances[1]
    }
}
