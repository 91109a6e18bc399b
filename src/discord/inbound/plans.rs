//! Making and removing plans.

use super::{Answer, Failure, Request, view};
use crate::discord::custom_id::PlanAction;
use crate::game::{Denial, GameId, PlanAt};

/// Handles a press in the list of plans of a game; `chosen` is the choice from its menu.
pub(super) async fn step(
    request: Request<'_>,
    at: (GameId, u32),
    act: PlanAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, venue, (id, changes)) = (context.player, context.venue, at);
    let (game, plans) = match act {
        PlanAction::Open => bot.app.plans(by, venue, at).await?,
        PlanAction::Remove => {
            let plan = chosen.and_then(|plan| plan.parse().ok());
            let plan = plan.ok_or(Denial::MovedOn(id))?;
            bot.app.unplan(by, venue, at, Some(plan)).await?
        }
        PlanAction::Clear => bot.app.unplan(by, venue, at, None).await?,
    };
    if act == PlanAction::Open && plans.is_empty() {
        let at = (id, PlanAt::Present(changes));
        let planning = bot.app.planning(by, venue, at).await?;
        let menus = request.panel_settings().await?.menus;
        return Ok(Answer::update(view::plan(l10n, &planning, "", menus)?));
    }
    Ok(Answer::update(view::plans(l10n, &game, &plans)))
}

/// Plans a move at the end of a line of play.
pub(super) async fn add(
    request: Request<'_>,
    id: GameId,
    at: PlanAt,
    text: &str,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let planned = bot.app.plan(context.player, context.venue, (id, at), text);
    let planning = planned.await?;
    let asks = planning.state.outcome().is_none() && planning.state.turn() == planning.side;
    Ok(Answer::update(match asks {
        true => {
            let menus = request.panel_settings().await?.menus;
            view::plan(l10n, &planning, "", menus)?
        }
        false => view::added(l10n, &planning),
    }))
}
