//! Plans: a player's answers to moves that the opponent may play.
//!
//! A plan is a line of play that starts with a move of the opponent. The player's moves in it are
//! played as soon as all moves before them were; a plan that can no longer come true is dropped.

use super::{Event, Game, PlanId, PlayerId};
use crate::time::Timestamp;
use siwa_games::registry::{GameState, MoveReport};
use siwa_games::rules::Side;

/// A line of play planned by a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its id.
    pub id: PlanId,
    /// The side that planned it.
    pub side: Side,
    /// The version of the board where it starts.
    pub base: u32,
    /// The moves of both sides, in their notation.
    pub moves: Vec<String>,
}

/// The plans of both players of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plans {
    /// The number of their changes.
    pub changes: u32,
    /// The plans, oldest first.
    pub all: Vec<Plan>,
}

impl Plans {
    /// The plans of one side.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Plan> {
        self.all.iter().filter(move |plan| plan.side == side)
    }
}

/// The point at which a player plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanAt {
    /// The present position, at this version of the board.
    Present(u32),
    /// After this many moves of a plan.
    After(PlanId, u32),
}

/// How many plans a player may have in a game.
pub const MAX_PLANS: usize = 20;
/// The most moves of a plan.
pub const MAX_PLAN_MOVES: usize = 40;

impl Game {
    /// Returns whether a player can plan now: while it is the turn of an opponent who is not the
    /// engine.
    pub fn may_plan(&self, by: PlayerId) -> bool {
        let waits = |side: Side| self.turn() == Some(side.other());
        self.setup.engine.is_none() && self.side_of(by).is_some_and(waits)
    }

    /// The remaining moves of a plan; empty if it can no longer come true, or all were played.
    pub fn left_of<'a>(&self, plan: &'a Plan) -> &'a [String] {
        match self.split(plan) {
            Some(left) if self.ending.is_none() => left,
            _ => &[],
        }
    }

    /// The remaining moves of a plan, if all before them were played.
    fn split<'a>(&self, plan: &'a Plan) -> Option<&'a [String]> {
        // `changes` also counts turns that were taken back.
        let played = self.changes.checked_sub(plan.base)? as usize;
        let from = self.moves.len().checked_sub(played)?;
        let (past, left) = plan.moves.split_at_checked(played)?;
        let same = self.moves[from..].iter().map(|turn| &turn.text).eq(past);
        (same && plan.base >= self.undone).then_some(left)
    }

    /// Returns whether a plan waits for a move of the opponent.
    pub fn awaits(&self, plan: &Plan) -> bool {
        self.turn() == Some(plan.side.other()) && !self.left_of(plan).is_empty()
    }

    /// The planned move to play now.
    pub fn due(&self) -> Option<&str> {
        // An open offer of the opponent must be answered by the player.
        let turn = self.turn()?;
        if self.open_offer.is_some_and(|offer| offer.side != turn) {
            return None;
        }
        let plans = self.plans.of_side(turn);
        let mut next = plans.filter_map(|plan| self.left_of(plan).first());
        let legal = next.find(|text| self.state.read(text).is_ok());
        legal.map(String::as_str)
    }

    /// Plays the planned moves that are due; each can make the next one due.
    pub fn follow(&mut self, at: Timestamp) -> Vec<Event> {
        let mut followed = Vec::new();
        // Each planned move is played once, so this ends.
        while let Some(text) = self.due().map(str::to_owned)
            && let Ok(events) = self.make_move(&text, true, at)
        {
            followed.extend(events);
        }
        followed
    }

    /// The state after these moves, and their reports.
    pub fn ahead(&self, moves: &[String]) -> Option<(Box<dyn GameState>, Vec<MoveReport>)> {
        let mut state = self.state.fork();
        let played = moves.iter().map(|text| state.play(text).ok());
        let played: Option<Vec<MoveReport>> = played.collect();
        Some((state, played?))
    }
}
