//! The page of `/settings` about how a player is notified of their turn.

use super::{Answer, Failure, Reply, Request, Text, view};
use crate::discord::custom_id::{CustomId, NotifyAction};
use crate::discord::view::reply::{Form, MAX_CHOICES};
use crate::game::Preference;
use crate::l10n::Locale;
use crate::time::Zone;

/// The page.
pub(super) async fn shown(request: Request<'_>) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let notices = bot.app.read().receiver(context.player).await?.notices;
    Ok(view::notify(l10n, &notices, &[], bot.app.now()))
}

/// Handles a press, a choice from a menu, or a typed time zone.
pub async fn step(
    request: Request<'_>,
    act: &NotifyAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let mut notices = bot.app.read().receiver(context.player).await?.notices;
    let mut zones = Vec::new();
    let chosen = chosen.unwrap_or_default();
    match act {
        // An unknown choice changes nothing.
        NotifyAction::How(name) => notices.how = name.parse().unwrap_or(notices.how),
        NotifyAction::Quiet => {
            let known = view::quiet_hours().find(|known| view::hours(*known) == chosen);
            notices.quiet = known.unwrap_or(notices.quiet);
        }
        NotifyAction::Hour => {
            let hour = chosen.parse().ok().filter(|hour| (0..24).contains(hour));
            notices.digest = hour.unwrap_or(notices.digest);
        }
        NotifyAction::Zone => notices.zone = Zone::read(chosen).unwrap_or(notices.zone),
        NotifyAction::Type => {
            return Ok(Answer::form(Form {
                id: CustomId::Notify(NotifyAction::Typed),
                title: l10n.word("form-zone"),
                label: l10n.word("form-city"),
                example: l10n.tr(&view::city("Europe/Lisbon")),
            }));
        }
        NotifyAction::Typed => {
            let city = |zone: &str, locale| l10n.l10n.text(locale, &view::city(zone));
            let cities = |zone: &str| Locale::all().map(|it| city(zone, it) + "\n").collect();
            zones = Zone::find(chosen, MAX_CHOICES, cities);
            match zones.as_slice() {
                [] => return Err(Text::new("denied-zone").with("city", chosen).into()),
                [only] => {
                    notices.zone = only.clone();
                    zones.clear();
                }
                // The person chooses among several.
                [..] => {}
            }
        }
    }
    let reply = view::notify(l10n, &notices, &zones, bot.app.now());
    let preference = Preference::Notices(notices, context.locale.tag().to_owned());
    request.prefer(&preference).await?;
    Ok(Answer::update(reply))
}
