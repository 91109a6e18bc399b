//! Entering a move: in the panel, square by square or typed, until it is played, planned or tried.

use super::commands::puzzle;
use super::{Answer, Failure, Reply, Request, plans, turn, view};
use crate::app::{Act, Found, Planning, Target, Which};
use crate::discord::custom_id::{MoveAction, MoveTarget};
use crate::game::{Game, PanelSettings, Preference};
use siwa_games::registry::GameState;

/// The target of an entered move, loaded.
enum Entered {
    Turn(Box<Game>),
    Plan(Box<Planning>),
    Puzzle(Box<Found>, i64),
}

impl Entered {
    async fn find(request: Request<'_>, target: MoveTarget) -> Result<Self, Failure> {
        let Request { bot, context, .. } = request;
        let (by, venue) = (context.player, context.venue);
        Ok(match target {
            MoveTarget::Turn(id, changes) => {
                let game = bot.app.look(by, venue, Target::At(id, changes)).await?;
                if game.changes() != changes && game.ending().is_none() {
                    return Err(target.gone().into());
                }
                game.to_move(by)?;
                Self::Turn(Box::new(game))
            }
            MoveTarget::Plan(id, at) => {
                let planning = bot.app.planning(by, venue, (id, at)).await?;
                Self::Plan(Box::new(planning))
            }
            MoveTarget::Puzzle(id, day) => {
                context.server()?;
                Self::Puzzle(Box::new(bot.app.puzzle(Which::Numbered(id)).await?), day)
            }
        })
    }

    fn state(&self) -> &dyn GameState {
        match self {
            Self::Turn(game) => game.state(),
            Self::Plan(planning) => planning.state.as_ref(),
            Self::Puzzle(found, _) => found.1.state(),
        }
    }

    async fn panel(
        &self,
        request: Request<'_>,
        typed: &str,
        menus: bool,
    ) -> Result<Reply, Failure> {
        Ok(match self {
            Self::Turn(game) => turn::panel(request, game, typed, menus).await?,
            Self::Plan(planning) => view::plan(request.l10n, planning, typed, menus)?,
            Self::Puzzle(found, day) => view::puzzle(request.l10n, found, *day, typed, menus)?,
        })
    }
}

/// Handles a press in a panel, or on the button that opens it; `chosen` is the choice from a menu,
/// or typed text. Only a `private` message can ask for confirmation.
pub(super) async fn step(
    request: Request<'_>,
    target: MoveTarget,
    action: &MoveAction,
    chosen: Option<&str>,
    private: bool,
) -> Result<Answer, Failure> {
    let typed = match action {
        MoveAction::Play(text) => return play(request, target, text).await,
        MoveAction::Panel(typed) => chosen.unwrap_or(typed),
        MoveAction::Menus | MoveAction::Buttons => {
            let menus = Preference::Menus(*action == MoveAction::Menus);
            request.prefer(&menus).await?;
            ""
        }
        MoveAction::Menu(_) | MoveAction::Type | MoveAction::Typed => chosen.unwrap_or_default(),
    };
    let entered = Entered::find(request, target).await?;
    let state = entered.state();
    if *action == MoveAction::Type {
        return Ok(Answer::form(view::move_form(request.l10n, target, state)));
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
    let decided = view::decided(state, typed).filter(|_| private && !typed.is_empty());
    // The move of a puzzle always needs confirmation.
    if let Some(text) = decided
        && !matches!(target, MoveTarget::Puzzle(..))
        && !confirms
    {
        return play(request, target, &text).await;
    }
    Ok(Answer::update(entered.panel(request, typed, menus).await?))
}

/// Takes a whole move.
async fn play(request: Request<'_>, target: MoveTarget, text: &str) -> Result<Answer, Failure> {
    match target {
        MoveTarget::Turn(id, changes) => {
            let act = Act::Play(text.to_owned(), None);
            turn::quietly(request, Target::At(id, changes), act).await
        }
        MoveTarget::Plan(id, at) => plans::add(request, id, at, text).await,
        MoveTarget::Puzzle(id, day) => puzzle::tries(request, id, day, Some(text)).await,
    }
}
