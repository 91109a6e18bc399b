//! `/help`: the commands, and how to begin.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "help", "command-help")
}

pub(super) fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let (_, usual) = super::challenge::variant(bot.app.registry(), None, None, None)?;
    Ok(Answer::new(view::help(bot.voice(context.locale), usual)))
}
