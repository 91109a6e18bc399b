//! The slash commands: a file each, with `define` and `run`, listed here once.

pub(super) mod acts;
pub(super) mod board;
mod challenge;
mod define;
pub(super) mod export;
mod games;
mod help;
pub(super) mod leaderboard;
mod options;
pub(super) mod replay;
pub(super) mod resign;
pub(super) mod rules;
mod theme;

pub use options::Options;

use serenity::builder::CreateCommand;

use crate::app::{Act, Debt, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::game::{Denied, Game};
use crate::l10n::L10n;
use crate::registry::Registry;

/// Every command, as it is registered.
#[must_use]
pub fn all(l10n: &L10n, registry: Registry) -> Vec<CreateCommand> {
    vec![
        challenge::define(l10n, registry),
        acts::PLACE.define(l10n),
        acts::MOVE.define(l10n),
        board::define(l10n),
        games::define(l10n),
        acts::CLAIM.define(l10n),
        acts::DRAW.define(l10n),
        resign::define(l10n),
        replay::define(l10n),
        export::define(l10n),
        leaderboard::define(l10n, registry),
        rules::define(l10n, registry),
        theme::define(l10n),
        help::define(l10n),
    ]
}

/// Runs a command.
pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    name: &str,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    match name {
        "challenge" => challenge::run(bot, context, options).await,
        "place" => acts::PLACE.run(bot, context, options).await,
        "move" => acts::MOVE.run(bot, context, options).await,
        "board" => board::run(bot, context, options).await,
        "games" => games::run(bot, context).await,
        "claim" => acts::CLAIM.run(bot, context, options).await,
        "draw" => acts::DRAW.run(bot, context, options).await,
        "resign" => resign::run(bot, context, options).await,
        "replay" => replay::run(bot, context, options).await,
        "export" => export::run(bot, context, options).await,
        "leaderboard" => leaderboard::run(bot, context, options).await,
        "rules" => rules::run(bot, context, options),
        "theme" => theme::run(bot, context, options).await,
        "help" => Ok(help::run(bot, context)),
        _ => Err(crate::message::Message::new("denied-unknown-command").into()),
    }
}

/// Asks which game is meant, if it was denied because there are several.
async fn or_which<T>(
    bot: &Bot,
    context: &Context,
    command: Command,
    tried: Result<T, Failure>,
) -> Result<Result<T, Answer>, Failure> {
    let several = match tried {
        Ok(done) => return Ok(Ok(done)),
        Err(Failure::Denied(Denied::SeveralGames(several))) => several,
        Err(other) => return Err(other),
    };
    let carried = crate::discord::custom_id::CustomId::Which(command.clone()).to_string();
    if carried.chars().count() > crate::discord::custom_id::LONGEST {
        return Err(crate::message::Message::new("denied-too-long").into());
    }
    Ok(Err(Answer::new(view::which(
        bot.voice(context.locale),
        command,
        &several,
        context.player,
    ))))
}

/// Does something in a game; the answer is what all may see of it.
async fn act(
    bot: &Bot,
    context: &Context,
    target: Target,
    act: Act,
    command: Command,
) -> Result<Answer, Failure> {
    let venue = context.playable_venue()?;
    let tried = bot
        .app
        .act(
            context.player,
            venue,
            target,
            &act,
            Some(&context.answering()),
        )
        .await
        .map_err(Failure::from);
    if matches!(tried, Err(Failure::Denied(Denied::TimeIsUp(_)))) {
        // The game has just ended by that: let all know.
        bot.wake();
    }
    Ok(match or_which(bot, context, command, tried).await? {
        Ok(game) => {
            let elsewhere = game.venue().channel != venue.channel;
            happened(bot, context, &game, elsewhere)
        }
        Err(ask) => ask,
    })
}

/// What all may see of what has just happened in a game. A game that is played
/// `elsewhere` is said there, and the answer is for the person asking alone.
pub(super) fn happened(bot: &Bot, context: &Context, game: &Game, elsewhere: bool) -> Answer {
    if elsewhere {
        let done = crate::message::Message::new("done-elsewhere")
            .with("channel", format!("<#{}>", game.venue().channel));
        let reply =
            crate::discord::view::reply::Reply::private(bot.voice(context.locale).say(&done));
        return Answer::new(reply).then(Debt::of(game));
    }
    let voice = bot.voice(context.public);
    let reply = match view::offer(voice, game) {
        Some(offer) if game.just_offered() => offer,
        _ => view::turn(voice, game, Some(context.player)),
    };
    Answer::new(reply).paying(Debt::of(game))
}
