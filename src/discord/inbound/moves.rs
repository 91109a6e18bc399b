//! Entering a move: in the panel, square by square or typed, until it is played, planned or tried.

use super::commands::puzzle;
use super::{Answer, How, Reply, Request, Result, turn, view};
use crate::app::{Act, Planning, Target, Which};
use crate::discord::custom_id::{MoveAction, MoveTarget, PlanAction};
use crate::game::{Denial, Game, GameId, PanelSettings, PlanAt, Preference, Puzzle, ensure};
use siwa_games::registry::GameState;

/// The target of an entered move, loaded.
enum Entered {
    Turn(Box<Game>),
    Plan(Box<Planning>),
    Puzzle(Box<Puzzle>, i64),
}

impl Entered {
    async fn find(request: Request<'_>, target: MoveTarget) -> Result<Self> {
        let Request { app, by, venue, .. } = request;
        Ok(match target {
            MoveTarget::Turn(id, changes) => {
                let game = app.look(by, venue, Target::At(id, changes)).await?;
                let is_present = game.changes == changes || game.ending.is_some();
                ensure(is_present, target.gone())?;
                game.to_move(by)?;
                Self::Turn(Box::new(game))
            }
            MoveTarget::Plan(id, at) => {
                Self::Plan(Box::new(app.planning(by, venue, id, at).await?))
            }
            MoveTarget::Puzzle(id, day) => {
                request.server()?;
                Self::Puzzle(Box::new(app.puzzle(Which::Numbered(id)).await?), day)
            }
        })
    }

    fn state(&self) -> &dyn GameState {
        match self {
            Self::Turn(game) => game.state(),
            Self::Plan(planning) => planning.state.as_ref(),
            Self::Puzzle(puzzle, _) => puzzle.state(),
        }
    }

    async fn panel(&self, request: Request<'_>, typed: &str, menus: bool) -> Result<Reply> {
        Ok(match self {
            Self::Turn(game) => turn::panel(request, game, typed, menus).await?,
            Self::Plan(planning) => view::plan(request.l10n, planning, typed, menus)?,
            Self::Puzzle(puzzle, day) => view::puzzle(request.l10n, puzzle, *day, typed, menus)?,
        })
    }
}

/// Handles a press in a panel, or on the button that opens it. Only a private message can ask for
/// confirmation.
pub async fn step(request: Request<'_>, target: MoveTarget, action: &MoveAction) -> Result {
    let typed = match action {
        MoveAction::Play(text) => return play(request, target, text).await,
        MoveAction::Panel(typed) => request.context.chosen().unwrap_or(typed),
        MoveAction::Menus | MoveAction::Buttons => {
            let menus = Preference::Menus(*action == MoveAction::Menus);
            request.prefer(&menus).await?;
            ""
        }
        MoveAction::Menu(_) | MoveAction::Type | MoveAction::Typed => {
            request.context.chosen().unwrap_or_default()
        }
    };
    let entered = Entered::find(request, target).await?;
    let state = entered.state();
    if *action == MoveAction::Type {
        return Ok(Answer::Form(view::move_form(request.l10n, target, state)));
    }
    let PanelSettings { confirms, menus } = request.panel_settings().await?;
    if *action == MoveAction::Typed {
        let whole = state.read(typed).is_ok();
        // A text that is not a whole move is a part of one.
        return match entered.panel(request, typed, menus).await {
            Ok(panel) if !whole => Ok(Answer::update(panel)),
            _ => play(request, target, typed).await,
        };
    }
    // The move of a puzzle always needs confirmation.
    let plays = request.context.private && !confirms && !matches!(target, MoveTarget::Puzzle(..));
    if plays
        && !typed.is_empty()
        && let Some(text) = view::decided(state, typed)
    {
        return play(request, target, &text).await;
    }
    Ok(Answer::update(entered.panel(request, typed, menus).await?))
}

/// Takes a whole move.
async fn play(request: Request<'_>, target: MoveTarget, text: &str) -> Result {
    match target {
        MoveTarget::Turn(id, changes) => {
            let act = Act::Play(text.to_owned(), None);
            turn::answer(request, Target::At(id, changes), act, How::Update).await
        }
        MoveTarget::Plan(id, at) => add_plan(request, id, at, text).await,
        MoveTarget::Puzzle(id, day) => puzzle::tries(request, id, day, Some(text)).await,
    }
}

/// Handles a press in the list of plans of a game.
pub async fn plans(request: Request<'_>, id: GameId, changes: u32, act: PlanAction) -> Result {
    let Request { app, by, venue, .. } = request;
    let (game, plans) = match act {
        PlanAction::Open => app.plans(by, venue, id, changes).await?,
        PlanAction::Remove => {
            let plan = request.context.chosen_as().ok_or(Denial::MovedOn(id))?;
            app.unplan(by, venue, id, changes, Some(plan)).await?
        }
        PlanAction::Clear => app.unplan(by, venue, id, changes, None).await?,
    };
    if act == PlanAction::Open && plans.is_empty() {
        let at = PlanAt::Present(changes);
        return plan_panel(request, &app.planning(by, venue, id, at).await?).await;
    }
    Ok(Answer::update(view::plans(request.l10n, &game, &plans)))
}

/// Plans a move at the end of a line of play.
async fn add_plan(request: Request<'_>, id: GameId, at: PlanAt, text: &str) -> Result {
    let Request { app, by, venue, .. } = request;
    let planning = app.plan(by, venue, id, at, text).await?;
    if planning.state.outcome().is_none() && planning.state.turn() == planning.side {
        return plan_panel(request, &planning).await;
    }
    Ok(Answer::update(view::added(request.l10n, &planning)))
}

/// The panel for planning the next move.
async fn plan_panel(request: Request<'_>, planning: &Planning) -> Result {
    let menus = request.panel_settings().await?.menus;
    let panel = view::plan(request.l10n, planning, "", menus)?;
    Ok(Answer::update(panel))
}
