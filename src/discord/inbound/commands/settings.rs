//! `/settings`: how one plays oneself.

use serenity::builder::CreateCommand;

use super::{define, setup};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{InSettings, InSetup};
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view::reply::Reply;
use crate::discord::view::{self, Chosen};
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
    match act {
        InSettings::Confirm | InSettings::Trust => {
            let confirms = act == InSettings::Confirm;
            let (player, name) = (context.player, context.name.as_str());
            bot.app.choose_confirms(player, name, confirms).await?;
        }
        InSettings::Reminder => {
            let (player, name) = (context.player, context.name.as_str());
            let known = |share: &u8| chosen == Some(share.to_string().as_str());
            // A choice that was never offered changes nothing.
            if let Some(share) = view::REMINDERS.into_iter().find(known) {
                bot.app.choose_reminder(player, name, share).await?;
            }
        }
        // These have moved; old messages still have them.
        InSettings::GamesIn => return setup::step(bot, context, InSetup::GamesIn, chosen).await,
        InSettings::Weekends => return setup::step(bot, context, InSetup::Weekends, chosen).await,
        InSettings::Takebacks => {
            return setup::step(bot, context, InSetup::Takebacks, chosen).await;
        }
        InSettings::NoTakebacks => {
            return setup::step(bot, context, InSetup::NoTakebacks, chosen).await;
        }
    }
    Ok(Answer::update(shown(bot, context).await?))
}

async fn shown(bot: &Bot, context: &Context) -> Result<Reply, Failure> {
    let chosen = Chosen {
        confirms: bot.app.confirms(context.player).await?,
        reminder: bot.app.reminder(context.player).await?,
        manages: context.manages,
    };
    Ok(view::settings(bot.voice(context.locale), &chosen))
}
