//! `/resign`: gives up, after a confirmation.

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

const ID: &str = "command-resign";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::anywhere(l10n, "resign", ID).add_option(define::game(l10n, ID))
}

/// Asks whether to give up.
pub(in crate::discord) async fn run(
    bot: &Bot,
    context: &Context,
    target: Target,
) -> Result<Answer, Failure> {
    let venue = context.playable_venue()?;
    let own = bot.app.own(context.player, venue, target).await;
    or_which(bot, context, Command::Resign, own, |game| {
        Ok(Answer::new(view::resign(
            bot.localizer(context.locale),
            &game,
        )))
    })
}
