//! `/export`: the record of a game as a text file.

use serenity::builder::CreateCommand;

use super::{define, or_which};
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

pub(in crate::discord) async fn run(
    bot: &Bot,
    context: &Context,
    target: Target,
) -> Result<Answer, Failure> {
    let found = bot.app.past(context.player, context.venue, target).await;
    or_which(bot, context, Command::Export, found, |(game, record)| {
        let l10n = bot.localizer(context.locale);
        Ok(Answer::new(view::export(l10n, &game, &record)))
    })
}
