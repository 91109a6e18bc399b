//! `/export`: the record of a game as a text file.

use serenity::builder::CreateCommand;

use super::{Options, define, or_which};
use crate::app::Target;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

const ID: &str = "command-export";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "export", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    give(bot, context, options.target()?).await
}

/// The record of a game.
pub(in crate::discord) async fn give(
    bot: &Bot,
    context: &Context,
    target: Target,
) -> Result<Answer, Failure> {
    let venue = context.venue()?;
    let found = bot.app.past(context.player, venue, target).await;
    let found = found.map_err(Failure::from);
    let voice = bot.voice(context.locale);
    Ok(
        match or_which(bot, context, Command::Export, found).await? {
            Ok((game, record)) => Answer::new(view::export(voice, &game, &record)),
            Err(which) => which,
        },
    )
}
