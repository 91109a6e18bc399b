//! `/export`: the record of a game as a text file.

use crate::app::Target;
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::view;
use crate::discord::view::reply::Reply;

pub(super) async fn record(request: Request<'_>, target: Target) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let past = bot.app.past(context.player, context.venue, target);
    let (game, record) = past.await?;
    Ok(view::export(l10n, &game, &record))
}
