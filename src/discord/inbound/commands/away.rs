//! The page of `/settings` about absences, in which all of a person's clocks stop for some days.

use super::{Failure, Reply, Request, Text, view};
use crate::app::MAX_AWAY_DAYS;
use crate::time::DAY;

/// The page.
pub(super) async fn shown(request: Request<'_>) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let until = bot.app.away(context.player).await?;
    Ok(view::away(l10n, until, bot.app.now(), MAX_AWAY_DAYS))
}

/// Makes the person away for the chosen days, or ends their absence if none are chosen.
pub(super) async fn change(request: Request<'_>, chosen: Option<&str>) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, name) = (context.player, context.name.as_str());
    let days = chosen.and_then(|days| days.parse::<u8>().ok());
    let day = days.and_then(|days| bot.app.now().plus(i64::from(days) * DAY).date());
    let left = match day {
        None => bot.app.come_back(by, name).await?,
        Some(day) => bot.app.leave(by, name, day).await?,
    };
    // Boards show the absence.
    bot.wake();
    let left = l10n.tr(&Text::new("away-left").with("days", left));
    Ok(shown(request).await?.above(&left))
}
