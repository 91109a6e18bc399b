//! `/games`: the person's running games in this server; outside of servers, in all of them.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::anywhere(l10n, "games", "command-games")
}

pub(super) async fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let lines = match context.is_user_install() {
        true => bot.app.read().running_of(context.player, None).await?,
        false => {
            bot.app
                .read()
                .running_of(context.player, Some(context.venue.guild))
                .await?
        }
    };
    Ok(Answer::new(view::games(
        bot.localizer(context.locale),
        &lines,
        context.player,
    )))
}
