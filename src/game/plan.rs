//! Plans: what a player will answer if the opponent plays this or that.
//!
//! A plan is a line of play that begins where the opponent is to move. Its own moves are
//! played as soon as all moves before them have been; what does not come true is dropped.

use super::{Event, Game, PlanId, PlayerId};
use crate::time::Timestamp;
use siwa_games::registry::{GameState, MoveReport};
use siwa_games::rules::Side;

/// A line of play that a player has planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its number.
    pub id: PlanId,
    /// Whose plan it is.
    pub side: Side,
    /// How often the board had changed where it begins.
    pub base: u32,
    /// The moves of both sides, in their notation.
    pub moves: Vec<String>,
}

/// The plans of both players of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plans {
    /// How often they have been changed.
    pub changes: u32,
    /// The plans, oldest first.
    pub all: Vec<Plan>,
}

impl Plans {
    /// The plans of one side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Plan> {
        self.all.iter().filter(move |plan| plan.side == side)
    }
}

/// Where somebody plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanAt {
    /// At the present position, after so many changes of the board.
    Present(u32),
    /// After so many moves of a plan.
    After(PlanId, u32),
}

/// How many plans a player may have in a game.
pub const MAX_PLANS: usize = 20;
/// How many moves the longest plan has.
pub const MAX_PLAN_MOVES: usize = 40;

impl Game {
    /// The plans of both players when the game was read.
    pub fn plans(&self) -> &Plans {
        &self.plans
    }

    /// The last move.
    pub fn last(&self) -> Option<&MoveReport> {
        self.state.last()
    }

    /// The last move that was made by hand, and the planned ones that answered it.
    pub fn lately(&self) -> &[MoveReport] {
        &self.lately
    }

    /// Whether a player may plan now: while the opponent, who is no engine, is to move.
    pub fn may_plan(&self, by: PlayerId) -> bool {
        let side = self.side_of(by).filter(|_| self.engine.is_none());
        side.is_some_and(|side| self.turn() == Some(side.other()))
    }

    /// What is left of a plan; nothing if it can no longer come true, or has.
    pub fn left_of<'a>(&self, plan: &'a Plan) -> &'a [String] {
        match self.split(plan) {
            Some(left) if self.ending.is_none() => left,
            _ => &[],
        }
    }

    /// What is left of a plan as far as it has come true.
    fn split<'a>(&self, plan: &'a Plan) -> Option<&'a [String]> {
        // Turns that were taken back were played, but are not on the board.
        let played = self.changes.checked_sub(plan.base)? as usize;
        let from = self.moves.len().checked_sub(played)?;
        let (past, left) = plan.moves.split_at_checked(played)?;
        let same = self.moves[from..].iter().map(|(_, text)| text).eq(past);
        (same && plan.base >= self.undone).then_some(left)
    }

    /// Whether a plan may still come true by a move of the opponent.
    pub fn awaits(&self, plan: &Plan) -> bool {
        self.turn() == Some(plan.side.other()) && !self.left_of(plan).is_empty()
    }

    /// The planned move that is to be played now.
    pub fn due(&self) -> Option<&str> {
        // What the opponent has offered is the player's to answer.
        let turn = self
            .turn()
            .filter(|turn| self.standing_offer.is_none_or(|offer| offer.side == *turn))?;
        let mut next = self
            .plans
            .of(turn)
            .filter_map(|plan| self.left_of(plan).first());
        let legal = next.find(|text| self.state.read(text).is_ok());
        legal.map(String::as_str)
    }

    /// Plays the planned moves that are due, each of which may make the next one so.
    pub fn follow(&mut self, at: Timestamp) -> Vec<Event> {
        let mut followed = Vec::new();
        // Each planned move is played once, so this ends.
        while let Some(text) = self.due().map(str::to_owned) {
            match self.move_as(self.state.turn(), &text, true, at) {
                Ok(events) => followed.extend(events),
                Err(_) => break,
            }
        }
        followed
    }

    /// The line of play after these moves, and what they do.
    pub fn ahead(&self, moves: &[String]) -> Option<(Box<dyn GameState>, Vec<MoveReport>)> {
        let mut state = self.state.fork();
        let played = moves.iter().map(|text| state.play(text).ok());
        let played: Option<Vec<MoveReport>> = played.collect();
        Some((state, played?))
    }
}
