//! `/resign`: gives up, after a confirmation.

use crate::app::Target;
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::view;
use crate::discord::view::reply::Reply;

/// Asks whether to give up.
pub(in crate::discord::inbound) async fn asked(
    request: Request<'_>,
    target: Target,
) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let venue = context.playable_venue()?;
    let game = bot.app.own(context.player, venue, target).await?;
    Ok(view::resign(l10n, &game))
}
