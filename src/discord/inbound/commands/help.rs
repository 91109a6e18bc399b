//! `/help`: the commands, and how to begin.

use serenity::builder::CreateCommand;

use super::define;
use super::variants::Asked;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::anywhere(l10n, "help", "command-help")
}

pub(super) fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let l10n = bot.localizer(context.locale);
    let (_, usual) = Asked::default().variant(l10n, bot.app.read().registry())?;
    Ok(Answer::new(view::help(
        l10n,
        usual,
        context.is_user_install(),
    )))
}
