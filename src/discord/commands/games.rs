//! `/games`: one's own running games in this server.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::caller::Caller;
use crate::discord::failure::Failure;
use crate::discord::{Answer, Bot, view};
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "games", "command-games")
}

pub(super) async fn run(bot: &Bot, caller: &Caller) -> Result<Answer, Failure> {
    let lines = bot.app.games(caller.player, caller.venue()?.guild).await?;
    Ok(Answer::new(view::games(
        bot.voice(caller.locale),
        &lines,
        caller.player,
    )))
}
