//! `/settings`: a person's preferences.

use super::{Answer, Failure, Options, Reply, Request, view};
use crate::discord::custom_id::SettingsAction;
use crate::game::Preference;

/// Shows the preferences.
pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    Ok(Answer::new(shown(request).await?))
}

/// Handles a press, or a choice from the menu.
pub async fn step(
    request: Request<'_>,
    act: SettingsAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let preference = match act {
        SettingsAction::Confirm => Some(Preference::Confirms(true)),
        SettingsAction::Trust => Some(Preference::Confirms(false)),
        SettingsAction::Buttons => Some(Preference::Menus(false)),
        SettingsAction::Menus => Some(Preference::Menus(true)),
        SettingsAction::Reminder => {
            let known = |share: &u8| chosen == Some(share.to_string().as_str());
            let share = view::REMINDERS.into_iter().find(known);
            share.map(Preference::Reminder)
        }
    };
    // An unknown choice changes nothing.
    if let Some(preference) = preference {
        request.prefer(&preference).await?;
    }
    Ok(Answer::update(shown(request).await?))
}

async fn shown(request: Request<'_>) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let panel = request.panel_settings().await?;
    let reminded_at = bot.app.read().receiver(context.player).await?.reminder;
    let manages = context.manages();
    Ok(view::settings(l10n, panel, reminded_at, manages))
}
