//! Plans: what one will answer, entered in the panel of a turn.

use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::InPlan;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::game::{Denial, GameId, PlanAt, PlanId};

/// A press on what is planned in a game: `chosen` is what was chosen from a menu or typed.
pub(super) async fn step(
    bot: &Bot,
    context: &Context,
    (id, at): (GameId, PlanAt),
    act: &InPlan,
    (chosen, private): (Option<&str>, bool),
) -> Result<Answer, Failure> {
    let (by, venue, l10n) = (context.player, context.venue, bot.localizer(context.locale));
    let listed = match (act, at) {
        (InPlan::Open, PlanAt::Present(changes)) => {
            let (game, plans) = bot.app.plans(by, venue, (id, changes)).await?;
            (!plans.is_empty()).then_some((game, plans))
        }
        (InPlan::Remove, PlanAt::Present(changes)) => {
            let plan = chosen.and_then(|plan| plan.parse().ok());
            let plan = PlanId(plan.ok_or(Denial::MovedOn(id))?);
            let unplanned = bot.app.unplan(by, venue, (id, changes), Some(plan));
            Some(unplanned.await?)
        }
        (InPlan::Clear, PlanAt::Present(changes)) => {
            Some(bot.app.unplan(by, venue, (id, changes), None).await?)
        }
        _ => None,
    };
    if let Some((game, plans)) = listed {
        return Ok(Answer::update(view::plans(l10n, &game, &plans)));
    }
    let planning = bot.app.planning(by, venue, (id, at)).await?;
    let typed = match act {
        InPlan::Type => return Ok(Answer::form(view::plan_form(l10n, &planning))),
        InPlan::Panel(typed) | InPlan::Add(typed) => chosen.unwrap_or(typed),
        _ => chosen.unwrap_or_default(),
    };
    let state = planning.state.as_ref();
    let whole = match act {
        InPlan::Add(text) => Some(text.clone()),
        // What is no move yet is a part of one.
        InPlan::Typed => state.read(typed).ok().map(|played| played.text),
        _ => view::decided(state, typed).filter(|_| private && !typed.is_empty()),
    };
    let add = match act {
        InPlan::Add(_) | InPlan::Typed => true,
        _ => whole.is_some() && !bot.app.read().confirms(by).await?,
    };
    let Some(text) = whole.filter(|_| add) else {
        return Ok(Answer::update(view::plan(l10n, &planning, typed)?));
    };
    let planning = bot.app.plan(by, venue, (id, at), &text).await?;
    let asks = planning.state.outcome().is_none() && planning.state.turn() == planning.side;
    Ok(Answer::update(match asks {
        true => view::plan(l10n, &planning, "")?,
        false => view::added(l10n, &planning),
    }))
}
