//! `/settings`: how one plays oneself.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::InSettings;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "settings", "command-settings")
}

/// Shows what is chosen.
pub(super) async fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let confirms = bot.app.confirms(context.player).await?;
    let voice = bot.voice(context.locale);
    Ok(Answer::new(view::settings(voice, confirms)))
}

/// A press on what is shown.
pub(in crate::discord::inbound) async fn step(
    bot: &Bot,
    context: &Context,
    act: InSettings,
) -> Result<Answer, Failure> {
    let confirms = act == InSettings::Confirm;
    let (player, name) = (context.player, context.name.as_str());
    bot.app.choose_confirms(player, name, confirms).await?;
    let voice = bot.voice(context.locale);
    Ok(Answer::update(view::settings(voice, confirms)))
}
