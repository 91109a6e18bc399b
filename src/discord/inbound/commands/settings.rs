//! `/settings`: a person's preferences, on four pages.

use super::{Answer, Failure, Options, Reply, Request, away, notify, view};
use crate::discord::custom_id::SettingsAction;
use crate::game::Preference;

/// Shows the preferences.
pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    Ok(Answer::new(shown(request).await?))
}

/// Handles a press, or a choice from the menu.
pub async fn step(
    request: Request<'_>,
    act: &SettingsAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let Request { context, l10n, .. } = request;
    let preference = match act {
        SettingsAction::Notices => return Ok(Answer::update(notify::shown(request).await?)),
        SettingsAction::Theme(id) => {
            let (mut themes, guild) = (context.themes, context.venue.guild);
            if !id.is_empty() {
                themes.own = siwa_boards::theme(id);
                let theme = themes.own.map(|theme| theme.id.to_owned());
                request.prefer(&Preference::Theme(theme)).await?;
            }
            let themes = view::themes(l10n, request.registry(), themes, guild);
            return Ok(Answer::update(themes));
        }
        SettingsAction::Away => return Ok(Answer::update(away::shown(request).await?)),
        SettingsAction::Until | SettingsAction::Back => {
            return Ok(Answer::update(away::change(request, chosen).await?));
        }
        SettingsAction::Turns => None,
        SettingsAction::Confirms(confirms) => Some(Preference::Confirms(*confirms)),
        SettingsAction::Menus(menus) => Some(Preference::Menus(*menus)),
        SettingsAction::Reminder => {
            let share = chosen.and_then(|share| share.parse().ok());
            let share = share.filter(|share| view::REMINDERS.contains(share));
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
