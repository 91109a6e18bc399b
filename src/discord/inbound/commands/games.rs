//! `/games`: the person's running games in this server; outside of servers, in all of them.

use super::{Answer, Failure, Options, Request, view};

pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let guild = Some(context.venue.guild).filter(|guild| guild.is_server());
    let lines = bot.app.read().running_of(context.player, guild).await?;
    Ok(Answer::new(view::games(
        l10n,
        &lines,
        context.player,
        context.scope(),
    )))
}
