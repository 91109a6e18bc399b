//! `/leaderboard`: the ratings in this server.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, define};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::Ladder;
use crate::l10n::L10n;
use siwa_games::registry::Registry;

const ID: &str = "command-leaderboard";

/// The choice of the engine as opponent.
const SIWA: &str = "siwa";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let mut against = define::option(l10n, CommandOptionType::String, "against", ID);
    for (value, id) in [("people", "leaderboard-people"), (SIWA, "leaderboard-siwa")] {
        against = define::choice(against, value, |locale| l10n.word(locale, id));
    }
    define::command(l10n, "leaderboard", ID)
        .add_option(define::kinds(l10n, registry, ID))
        .add_option(against)
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let ladder = Ladder {
        kind: options.text("game"),
        engine: options.text("against") == Some(SIWA),
    };
    Ok(Answer::new(page(bot, context, ladder, 0, false).await?))
}

/// A page of a leaderboard, to be `shared` with everybody or not.
pub(in crate::discord) async fn page(
    bot: &Bot,
    context: &Context,
    ladder: Ladder<'_>,
    page: u32,
    shared: bool,
) -> Result<Reply, Failure> {
    let rules = ladder
        .kind
        .and_then(|id| bot.app.read().registry().find(id));
    let ladder = Ladder {
        kind: rules.map(|rules| rules.info().id),
        engine: ladder.engine,
    };
    let board = bot
        .app
        .read()
        .leaderboard(context.server()?.guild, ladder, page, context.player)
        .await?;
    let (player, l10n) = (context.player, bot.localizer(context.locale));
    if !shared {
        return Ok(view::leaderboard(
            l10n,
            &board,
            rules,
            ladder.engine,
            Some(player),
        ));
    }
    context.shared_venue()?;
    let l10n = bot.localizer(context.public);
    let shown = view::leaderboard(l10n, &board, rules, ladder.engine, None);
    Ok(view::shared(l10n, player, shown))
}
