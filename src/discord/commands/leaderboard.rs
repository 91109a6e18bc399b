//! `/leaderboard`: who stands where in this server.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, define};
use crate::discord::caller::Caller;
use crate::discord::failure::Failure;
use crate::discord::reply::Reply;
use crate::discord::{Answer, Bot, view};
use crate::l10n::L10n;
use crate::registry::{self, RULES};

const ID: &str = "command-leaderboard";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    let mut game = define::option(l10n, CommandOptionType::String, "game", ID);
    for kind in RULES {
        game = define::choice(game, kind.info().id, |locale| {
            l10n.word(locale, kind.info().name)
        });
    }
    define::command(l10n, "leaderboard", ID).add_option(game)
}

pub(super) async fn run(
    bot: &Bot,
    caller: &Caller,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    Ok(Answer::new(
        page(bot, caller, options.text("game"), 0).await?,
    ))
}

/// A page of the leaderboard of a kind of game, or of all.
pub(in crate::discord) async fn page(
    bot: &Bot,
    caller: &Caller,
    rules: Option<&str>,
    page: u32,
) -> Result<Reply, Failure> {
    let rules = rules.and_then(registry::find).map(|rules| rules.info().id);
    let board = bot
        .app
        .leaderboard(caller.venue()?.guild, rules, page, caller.player)
        .await?;
    Ok(view::leaderboard(
        bot.voice(caller.locale),
        &board,
        rules,
        caller.player,
    ))
}
