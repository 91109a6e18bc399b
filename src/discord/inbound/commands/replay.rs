//! `/replay`: a game as an animation, or turn by turn.

use serenity::builder::CreateCommand;
use tokio::task::spawn_blocking;

use super::{define, or_which};
use crate::app::Target;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{Command, InView};
use crate::discord::failure::Failure;
use crate::discord::outbound::{Answer, First};
use crate::discord::view;
use crate::discord::view::reply::How;
use crate::game::{Denial, GameId};
use crate::l10n::L10n;
use siwa_games::text::Text;

const ID: &str = "command-replay";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "replay", ID).add_option(define::game(l10n, ID))
}

/// Shows a whole game as an animation, with the viewer's buttons.
pub(in crate::discord) async fn run(
    bot: &Bot,
    context: &Context,
    target: Target,
) -> Result<Answer, Failure> {
    let found = bot.app.past(context.player, context.venue, target).await;
    or_which(bot, context, Command::Replay, found, |(game, record)| {
        let l10n = bot.localizer(context.locale);
        let animation = view::animation(l10n, &game, &record, 0, context.player);
        Ok(Answer::new(animation))
    })
}

/// What a button or the menu of the viewer shows, coming from the board after `turn` turns.
pub(in crate::discord) async fn step(
    bot: &Bot,
    context: &Context,
    game: GameId,
    turn: u32,
    act: InView,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let target = Target::Game(game);
    let (game, record) = bot.app.past(context.player, context.venue, target).await?;
    let l10n = bot.localizer(context.locale);
    let to = match act {
        InView::First => 0,
        InView::Earlier => turn.saturating_sub(1),
        InView::Later => turn.saturating_add(1),
        InView::Last => u32::MAX,
        // A choice that was never offered changes nothing.
        InView::Jump => chosen.and_then(|turn| turn.parse().ok()).unwrap_or(turn),
        InView::Animation => {
            let animation = view::animation(l10n, &game, &record, turn, context.player);
            return Ok(Answer::update(animation));
        }
        InView::Share | InView::ShareAnimation => {
            // A running game stays where it is played: that channel may be private.
            if !game.is_at(context.shared_venue()?) && game.ending().is_none() {
                return Err(Text::new("denied-share-running").into());
            }
            let (l10n, by) = (bot.localizer(context.public), context.player);
            let shown = match act {
                InView::ShareAnimation => view::animation(l10n, &game, &record, turn, by),
                _ => view::viewer(l10n, &game, &record, turn, by),
            };
            return Ok(Answer::new(view::shared(l10n, by, shown)));
        }
        InView::Export => return Ok(Answer::new(view::export(l10n, &game, &record))),
        InView::Review | InView::Better if game.ending().is_none() => {
            return Err(Denial::ReviewOfRunning(game.id()).into());
        }
        InView::Review => {
            return Ok(Answer::after(
                How::Update,
                First::Review(Box::new((game, record))),
            ));
        }
        InView::Better => {
            let registry = bot.app.read().registry();
            let found =
                spawn_blocking(move || (record.better(registry, turn.saturating_add(1)), record))
                    .await;
            let (better, record) = found.map_err(Failure::fault)?;
            let better = better.ok_or(Denial::UnknownGame)?;
            let shown = view::better(l10n, &game, &record, turn, better, context.player);
            return Ok(Answer::update(shown));
        }
    };
    let board = view::viewer(l10n, &game, &record, to, context.player);
    Ok(Answer::update(board))
}
