//! `/resign`: gives up, once that is confirmed.

use serenity::builder::CreateCommand;

use super::{Options, define, or_which};
use crate::app::Target;
use crate::discord::caller::Caller;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::{Answer, Bot, view};
use crate::l10n::L10n;

const ID: &str = "command-resign";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "resign", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    caller: &Caller,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    ask(bot, caller, options.target()?).await
}

/// Asks whether to give up.
pub(in crate::discord) async fn ask(
    bot: &Bot,
    caller: &Caller,
    target: Target,
) -> Result<Answer, Failure> {
    let venue = caller.stage()?;
    let own = bot
        .app
        .own(caller.player, venue, target)
        .await
        .map_err(Failure::from);
    Ok(
        match or_which(bot, caller, venue, || Command::Resign, own).await? {
            Ok(game) => Answer::new(view::resign(bot.voice(caller.locale), &game)),
            Err(which) => which,
        },
    )
}
