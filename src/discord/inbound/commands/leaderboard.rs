//! `/leaderboard`: the ratings in this server.

use serenity::builder::CreateCommand;

use super::{Options, define};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::l10n::L10n;
use crate::registry::Registry;

const ID: &str = "command-leaderboard";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let game = define::kinds(l10n, registry, ID);
    define::command(l10n, "leaderboard", ID).add_option(game)
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    Ok(Answer::new(
        page(bot, context, options.text("game"), 0).await?,
    ))
}

/// A page of the leaderboard of a kind of game, or of all.
pub(in crate::discord) async fn page(
    bot: &Bot,
    context: &Context,
    rules: Option<&str>,
    page: u32,
) -> Result<Reply, Failure> {
    let rules = rules.and_then(|id| bot.app.registry().find(id));
    let board = bot
        .app
        .leaderboard(
            context.venue()?.guild,
            rules.map(|rules| rules.info().id),
            page,
            context.player,
        )
        .await?;
    Ok(view::leaderboard(
        bot.voice(context.locale),
        &board,
        rules,
        context.player,
    ))
}
