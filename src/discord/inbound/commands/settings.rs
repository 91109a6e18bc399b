//! `/settings`: how one plays oneself.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::InSettings;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view::reply::Reply;
use crate::discord::view::{self, Chosen};
use crate::game::Preference;
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::anywhere(l10n, "settings", "command-settings")
}

/// Shows what is chosen.
pub(super) async fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    Ok(Answer::new(shown(bot, context).await?))
}

/// A press on what is shown, or a choice from its menu.
pub(in crate::discord::inbound) async fn step(
    bot: &Bot,
    context: &Context,
    act: InSettings,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let preference = match act {
        InSettings::Confirm => Some(Preference::Confirms(true)),
        InSettings::Trust => Some(Preference::Confirms(false)),
        InSettings::Reminder => {
            let known = |share: &u8| chosen == Some(share.to_string().as_str());
            let share = view::REMINDERS.into_iter().find(known);
            share.map(Preference::Reminder)
        }
    };
    // A choice that was never offered changes nothing.
    if let Some(preference) = preference {
        let (player, name) = (context.player, context.name.as_str());
        bot.app.prefer(player, name, &preference).await?;
    }
    Ok(Answer::update(shown(bot, context).await?))
}

async fn shown(bot: &Bot, context: &Context) -> Result<Reply, Failure> {
    let chosen = Chosen {
        confirms: bot.app.read().confirms(context.player).await?,
        reminder: bot.app.read().reminder(context.player).await?,
        manages: context.manages,
    };
    Ok(view::settings(bot.localizer(context.locale), &chosen))
}
