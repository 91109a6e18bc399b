//! `/board`: shows a board to whoever asks.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, define, or_which};
use crate::app::Target;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

const ID: &str = "command-board";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "board", ID)
        .add_option(define::game(l10n, ID))
        .add_option(define::option(l10n, CommandOptionType::Boolean, "text", ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    look(
        bot,
        context,
        options.target()?,
        options.flag("text").unwrap_or(false),
    )
    .await
}

/// The board of a game, as a picture or in words.
pub(in crate::discord) async fn look(
    bot: &Bot,
    context: &Context,
    target: Target,
    words: bool,
) -> Result<Answer, Failure> {
    let venue = context.venue()?;
    let found = bot
        .app
        .look(context.player, venue, target)
        .await
        .map_err(Failure::from);
    let voice = bot.voice(context.locale);
    Ok(
        match or_which(bot, context, Command::Board(words), found).await? {
            Ok(game) if words => Answer::new(view::words(voice, &game, context.player)),
            Ok(game) => Answer::new(view::board(voice, &game, context.player)),
            Err(which) => which,
        },
    )
}
