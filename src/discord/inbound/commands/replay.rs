//! The replay of a game: as an animation, or turn by turn.

use tokio::task::spawn_blocking;

use super::{Answer, Failure, Request, Text, view};
use crate::app::Target;
use crate::discord::custom_id::ReplayAction;
use crate::discord::outbound::First;
use crate::discord::view::reply::How;
use crate::game::{Denial, GameId};

/// Handles a press in the replay that shows the board after `turn` turns.
pub async fn step(
    request: Request<'_>,
    game: GameId,
    turn: u32,
    act: ReplayAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, target) = (context.player, Target::Game(game));
    let (game, record) = bot.app.past(by, context.venue, target).await?;
    let to = match act {
        ReplayAction::First => 0,
        ReplayAction::Earlier => turn.saturating_sub(1),
        ReplayAction::Later => turn.saturating_add(1),
        ReplayAction::Last => u32::MAX,
        // An unknown choice changes nothing.
        ReplayAction::Jump => chosen.and_then(|turn| turn.parse().ok()).unwrap_or(turn),
        ReplayAction::Animation => {
            let shown = view::animation(l10n, &game, &record, turn, by);
            return Ok(Answer::update(shown));
        }
        ReplayAction::Share | ReplayAction::ShareAnimation => {
            // A running game must not be shown elsewhere: its channel may be private.
            if !game.is_at(context.shared_venue()?) && game.ending().is_none() {
                return Err(Text::new("denied-share-running").into());
            }
            let shared = request.share(|l10n| match act {
                ReplayAction::ShareAnimation => view::animation(l10n, &game, &record, turn, by),
                _ => view::viewer(l10n, &game, &record, turn, by),
            });
            return Ok(Answer::new(shared?));
        }
        ReplayAction::Export => return Ok(Answer::new(view::export(l10n, &game, &record))),
        ReplayAction::Review | ReplayAction::Better if game.ending().is_none() => {
            return Err(Denial::ReviewRunning(game.id()).into());
        }
        ReplayAction::Review => {
            let first = First::Review(Box::new((game, record)));
            return Ok(Answer::after(How::Update, first));
        }
        ReplayAction::Better => {
            let (registry, next) = (request.registry(), turn.saturating_add(1));
            let found = spawn_blocking(move || (record.better(registry, next), record)).await;
            let (better, record) = found.map_err(Failure::fault)?;
            let better = better.ok_or(Denial::UnknownGame)?;
            let shown = view::better(l10n, &game, &record, turn, better, by);
            return Ok(Answer::update(shown));
        }
    };
    Ok(Answer::update(view::viewer(l10n, &game, &record, to, by)))
}
