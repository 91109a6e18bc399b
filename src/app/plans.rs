//! Plans: what a player will answer if the opponent plays this or that.

use super::games::TRIES;
use super::{App, Result, unless_conflict};
use crate::game::{
    Denial, Game, GameId, MAX_PLAN_MOVES, MAX_PLANS, Plan, PlanAt, PlanId, PlayerId, Venue, ensure,
};
use siwa_games::registry::{GameState, MoveReport};
use siwa_games::rules::Side;

/// A line of play in which a player plans.
pub struct Planning {
    /// The game.
    pub game: Game,
    /// Whose plan it is.
    pub side: Side,
    /// The point that it has reached.
    pub at: PlanAt,
    /// The line of play up to there.
    pub state: Box<dyn GameState>,
    /// The moves that are assumed, from the present position on.
    pub assumed: Vec<MoveReport>,
    /// The next move, if one is planned already.
    pub next: Option<String>,
}

impl App {
    /// A player's plans in a game whose board is at this version, and the game.
    ///
    /// # Errors
    /// If the game has moved on, or planning is not possible in it now.
    pub async fn plans(
        &self,
        by: PlayerId,
        venue: Venue,
        id: GameId,
        changes: u32,
    ) -> Result<(Game, Vec<Plan>)> {
        let (game, side) = self.plannable(by, venue, id).await?;
        ensure(game.changes == changes, Denial::MovedOn(id))?;
        let plans = game.plans.of_side(side).cloned().collect();
        Ok((game, plans))
    }

    /// Removes a plan, or all of them; returns the rest.
    ///
    /// # Errors
    /// As [`plans`](Self::plans).
    pub async fn unplan(
        &self,
        by: PlayerId,
        venue: Venue,
        id: GameId,
        changes: u32,
        plan: Option<PlanId>,
    ) -> Result<(Game, Vec<Plan>)> {
        let (game, _) = self.plans(by, venue, id, changes).await?;
        if let Some(side) = game.side_of(by) {
            self.store.unplan(game.id(), side, plan).await?;
        }
        self.plans(by, venue, id, changes).await
    }

    /// The line of play at which a player plans.
    ///
    /// # Errors
    /// If the game has moved on, the plan is gone, or planning is not possible now.
    pub async fn planning(
        &self,
        by: PlayerId,
        venue: Venue,
        id: GameId,
        at: PlanAt,
    ) -> Result<Planning> {
        let (game, side) = self.plannable(by, venue, id).await?;
        Ok(planning(game, side, at)?)
    }

    /// Plans a move at the end of a line of play; returns the line with it. It replaces another
    /// answer to the same moves.
    ///
    /// # Errors
    /// As [`planning`](Self::planning); or why the move is not legal; or that a limit of plans is
    /// reached.
    pub async fn plan(
        &self,
        by: PlayerId,
        venue: Venue,
        id: GameId,
        at: PlanAt,
        text: &str,
    ) -> Result<Planning> {
        for _ in 0..TRIES {
            let (game, side) = self.plannable(by, venue, id).await?;
            let before = planning(game, side, at)?;
            let read = before.state.read(text);
            let played = read.map_err(|refusal| Denial::Refused(refusal.into()))?;
            let own = before.state.turn() == side;
            let game = before.game;
            let assumed = before.assumed.into_iter();
            let so_far: Vec<String> = assumed.map(|played| played.text).collect();
            let mut moves = so_far.clone();
            moves.push(played.text);
            let mine: Vec<&Plan> = game.plans.of_side(side).collect();
            let there = mine
                .iter()
                .find(|plan| game.left_of(plan).starts_with(&moves));
            if let Some(plan) = there {
                let at = after(&game, plan, moves.len());
                return Ok(planning(game, side, at)?);
            }
            // A part of the new plan, or another answer to the same moves.
            let replaced = |plan: &&&Plan| {
                let left = game.left_of(plan);
                moves.starts_with(left)
                    || own && left.len() > so_far.len() && left.starts_with(&so_far)
            };
            let replaced: Vec<PlanId> = mine.iter().filter(replaced).map(|plan| plan.id).collect();
            ensure(moves.len() <= MAX_PLAN_MOVES, Denial::PlanTooLong)?;
            let has_room = mine.len() - replaced.len() < MAX_PLANS;
            ensure(has_room, Denial::TooManyPlans)?;
            let made = self.store.plan(&game, side, &moves, &replaced, self.now());
            if let Some(plan) = unless_conflict(made.await)? {
                let length = u32::try_from(moves.len()).unwrap_or(u32::MAX);
                let at = PlanAt::After(plan, length);
                return self.planning(by, venue, id, at).await;
            }
        }
        Err(Denial::Busy.into())
    }

    /// A game in which a player may plan now, and their side.
    async fn plannable(&self, by: PlayerId, venue: Venue, id: GameId) -> Result<(Game, Side)> {
        let game = self.load(id).await?.seen_from(venue, by)?;
        let side = game.part(by)?;
        if game.may_plan(by) {
            Ok((game, side))
        } else {
            Err(Denial::MovedOn(id).into())
        }
    }
}

/// The point of a plan after `moves` moves from the present position.
fn after(game: &Game, plan: &Plan, moves: usize) -> PlanAt {
    let past = plan.moves.len() - game.left_of(plan).len();
    PlanAt::After(plan.id, u32::try_from(past + moves).unwrap_or(u32::MAX))
}

fn planning(game: Game, side: Side, at: PlanAt) -> Result<Planning, Denial> {
    let moved_on = Denial::MovedOn(game.id());
    let (assumed, next) = match at {
        PlanAt::Present(changes) if changes == game.changes => (&[][..], None),
        PlanAt::Present(_) => return Err(moved_on),
        PlanAt::After(id, number) => {
            let plan = game.plans.of_side(side).find(|plan| plan.id == id);
            let plan = plan.ok_or(moved_on.clone())?;
            let left = game.left_of(plan);
            let past = plan.moves.len() - left.len();
            let ahead = (number as usize).checked_sub(past);
            let split = ahead.and_then(|ahead| left.split_at_checked(ahead));
            let (assumed, then) = split.ok_or(moved_on.clone())?;
            (assumed, then.first().cloned())
        }
    };
    let (state, assumed) = game.ahead(assumed).ok_or(moved_on)?;
    Ok(Planning {
        game,
        side,
        at,
        state,
        assumed,
        next,
    })
}
