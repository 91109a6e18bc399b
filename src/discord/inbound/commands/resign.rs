//! `/resign`: gives up, once that is confirmed.

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

const ID: &str = "command-resign";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "resign", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    ask(bot, context, options.target()?).await
}

/// Asks whether to give up.
pub(in crate::discord) async fn ask(
    bot: &Bot,
    context: &Context,
    target: Target,
) -> Result<Answer, Failure> {
    let venue = context.playable_venue()?;
    let own = bot
        .app
        .own(context.player, venue, target)
        .await
        .map_err(Failure::from);
    Ok(match or_which(bot, context, Command::Resign, own).await? {
        Ok(game) => Answer::new(view::resign(bot.voice(context.locale), &game)),
        Err(which) => which,
    })
}
