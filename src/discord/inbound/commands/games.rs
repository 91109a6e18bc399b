//! `/games`: the person's running games in this server; outside of servers, in all of them.

use super::{Answer, Request, Result, view};

pub(super) async fn run(request: Request<'_>) -> Result {
    let Request { app, by, venue, .. } = request;
    let guild = Some(venue.guild).filter(|guild| guild.is_server());
    let lines = app.store().running_of(by, guild).await?;
    let games = view::games(request.l10n, &lines, by, request.context.scope());
    Ok(Answer::new(games))
}
