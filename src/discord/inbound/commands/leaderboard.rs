//! `/leaderboard`: the ratings in this server.

use serenity::builder::CreateCommand;

use super::{Answer, Definition, Failure, Options, Reply, Request, Text, view};
use crate::discord::custom_id::Seen;
use crate::game::{Ladder, Scope};

/// The option's value for the engine as opponent.
const SIWA: &str = "siwa";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let against = [("people", "leaderboard-people"), (SIWA, "leaderboard-siwa")];
    let against = against.map(|(value, id)| (value, Text::new(id)));
    of.command()
        .add_option(of.kinds())
        .add_option(of.choices("against", against))
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let ladder = Ladder {
        kind: options.text("game"),
        scope: match options.text("against") {
            Some(SIWA) => Scope::Engine,
            _ => Scope::People,
        },
    };
    Ok(Answer::new(page(request, ladder, 0, Seen::Alone).await?))
}

/// A page of a leaderboard.
pub async fn page(
    request: Request<'_>,
    mut ladder: Ladder<'_>,
    page: u32,
    seen: Seen,
) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let read = bot.app.read();
    let rules = ladder.kind.and_then(|id| read.registry().find(id));
    ladder.kind = rules.map(|rules| rules.info().id);
    let (guild, player) = (context.server()?.guild, context.player);
    let now = bot.app.now();
    let board = read.leaderboard(guild, ladder, page, player, now).await?;
    let show = |l10n, viewer| view::leaderboard(l10n, &board, rules, ladder.scope, viewer);
    match seen {
        Seen::Alone => Ok(show(l10n, Some(player))),
        Seen::Shared => request.share(|l10n| show(l10n, None)),
    }
}
