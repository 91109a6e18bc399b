//! `/replay`: looks back at a game, all of it at once or turn by turn.

use serenity::builder::CreateCommand;

use super::{Options, define, or_which};
use crate::app::Target;
use crate::discord::caller::Caller;
use crate::discord::custom_id::{Command, InView};
use crate::discord::failure::Failure;
use crate::discord::{Answer, Bot, view};
use crate::game::GameId;
use crate::l10n::L10n;

const ID: &str = "command-replay";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "replay", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    caller: &Caller,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    show(bot, caller, options.target()?).await
}

/// A whole game as an animation, and from there turn by turn.
pub(in crate::discord) async fn show(
    bot: &Bot,
    caller: &Caller,
    target: Target,
) -> Result<Answer, Failure> {
    let venue = caller.venue()?;
    let found = bot.app.past(caller.player, venue, target).await;
    let found = found.map_err(Failure::from);
    let voice = bot.voice(caller.locale);
    Ok(
        match or_which(bot, caller, venue, || Command::Replay, found).await? {
            Ok((game, sheet)) => Answer::new(view::film(voice, &game, &sheet, 0, caller.player)),
            Err(which) => which,
        },
    )
}

/// What a button or the menu of the viewer leads to, from the board after `turn` turns.
pub(in crate::discord) async fn step(
    bot: &Bot,
    caller: &Caller,
    game: GameId,
    turn: u32,
    act: InView,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let target = Target::Game(game);
    let (game, sheet) = bot.app.past(caller.player, caller.venue()?, target).await?;
    let voice = bot.voice(caller.locale);
    let to = match act {
        InView::First => 0,
        InView::Earlier => turn.saturating_sub(1),
        InView::Later => turn.saturating_add(1),
        InView::Last => u32::MAX,
        // What was never offered leaves the turn as it is.
        InView::Jump => chosen.and_then(|turn| turn.parse().ok()).unwrap_or(turn),
        InView::Film => {
            let film = view::film(voice, &game, &sheet, turn, caller.player);
            return Ok(Answer::update(film));
        }
        InView::Export => return Ok(Answer::new(view::export(voice, &game, &sheet))),
    };
    let board = view::viewer(voice, &game, &sheet, to, caller.player);
    Ok(Answer::update(board))
}
