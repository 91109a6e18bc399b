//! `/board`: shows a board to whoever asks.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, define, or_which};
use crate::app::Target;
use crate::discord::caller::Caller;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::{Answer, Bot, view};
use crate::l10n::L10n;

const ID: &str = "command-board";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "board", ID)
        .add_option(define::game(l10n, ID))
        .add_option(define::option(l10n, CommandOptionType::Boolean, "text", ID))
}

pub(super) async fn run(
    bot: &Bot,
    caller: &Caller,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    look(
        bot,
        caller,
        options.target()?,
        options.flag("text").unwrap_or(false),
    )
    .await
}

/// The board of a game, as a picture or in words.
pub(in crate::discord) async fn look(
    bot: &Bot,
    caller: &Caller,
    target: Target,
    words: bool,
) -> Result<Answer, Failure> {
    let venue = caller.venue()?;
    let found = bot
        .app
        .look(caller.player, venue, target)
        .await
        .map_err(Failure::from);
    let voice = bot.voice(caller.locale);
    Ok(
        match or_which(bot, caller, venue, || Command::Board(words), found).await? {
            Ok(game) if words => Answer::new(view::words(voice, &game, caller.player)),
            Ok(game) => Answer::new(view::board(voice, &game, caller.player)),
            Err(which) => which,
        },
    )
}
