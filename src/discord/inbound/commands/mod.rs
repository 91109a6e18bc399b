//! The slash commands: one file each, with `define` and `run`, all listed here.

pub(super) mod acts;
pub(super) mod away;
pub(super) mod board;
pub(super) mod challenge;
mod define;
pub(super) mod export;
mod games;
mod help;
pub(super) mod leaderboard;
pub(super) mod notify;
mod options;
pub(super) mod play;
pub(super) mod privacy;
pub(super) mod profile;
pub(super) mod puzzle;
pub(super) mod replay;
pub(super) mod resign;
pub(super) mod rules;
pub(super) mod settings;
pub(super) mod setup;
mod theme;
pub(super) mod variants;

pub use options::Options;

use serenity::builder::CreateCommand;

use crate::app::{self, Act, Debt, Origin, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{Command, CustomId, LONGEST};
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{Denial, Game, Thread};
use crate::l10n::L10n;
use siwa_games::registry::Registry;
use siwa_games::text::{Localize as _, Text};

/// The definitions of all commands.
#[must_use]
pub fn all(l10n: &L10n, registry: Registry) -> Vec<CreateCommand> {
    vec![
        challenge::define(l10n, registry),
        play::define(l10n),
        puzzle::define(l10n),
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
        profile::define(l10n, registry),
        rules::define(l10n, registry),
        theme::define(l10n),
        settings::define(l10n),
        setup::define(l10n),
        notify::define(l10n),
        away::define(l10n),
        privacy::define(l10n),
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
        "board" => {
            let words = options.flag("text").unwrap_or(false);
            board::run(bot, context, options.target()?, words).await
        }
        "games" => games::run(bot, context).await,
        "claim" => acts::CLAIM.run(bot, context, options).await,
        "draw" => acts::DRAW.run(bot, context, options).await,
        "resign" => resign::run(bot, context, options.target()?).await,
        "replay" => replay::run(bot, context, options.target()?).await,
        "export" => export::run(bot, context, options.target()?).await,
        "leaderboard" => leaderboard::run(bot, context, options).await,
        "profile" => profile::run(bot, context, options).await,
        "rules" => rules::run(bot, context, options),
        "theme" => theme::run(bot, context, options).await,
        "away" => away::run(bot, context, options).await,
        "notify" => notify::run(bot, context).await,
        "privacy" => privacy::run(bot, context, options).await,
        "setup" => setup::run(context),
        "settings" => settings::run(bot, context).await,
        "help" => help::run(bot, context),
        "play" => play::run(bot, context),
        "puzzle" => puzzle::run(bot, context).await,
        _ => Err(Text::new("denied-unknown-command").into()),
    }
}

/// The answer for the game that was found, or the question which one is meant if there are
/// several.
fn or_which<T>(
    bot: &Bot,
    context: &Context,
    command: Command,
    found: Result<T, impl Into<Failure>>,
    answer: impl FnOnce(T) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let several = match found.map_err(Into::into) {
        Ok(found) => return answer(found),
        Err(Failure::Denial(Denial::SeveralGames(several))) => several,
        Err(other) => return Err(other),
    };
    if CustomId::Which(command.clone()).to_string().chars().count() > LONGEST {
        return Err(Text::new("denied-too-long").into());
    }
    let l10n = bot.localizer(context.locale);
    let which = view::which(l10n, command, &several, context.player);
    Ok(Answer::new(which))
}

/// Does something in a game, and saves it.
pub(super) async fn act(
    bot: &Bot,
    context: &Context,
    target: Target,
    act: &Act,
    origin: &Origin,
) -> Result<Game, Failure> {
    let venue = context.playable_venue()?;
    let done = bot
        .app
        .act(context.player, venue, target, act, Some(origin));
    let done = done.await;
    if matches!(done, Err(app::Error::Denial(Denial::TimeIsUp(_)))) {
        // The attempt has ended the game: its channel is told now.
        bot.wake();
    }
    if let Ok(game) = &done
        && game.ending().is_some()
        && game.pair().is_some()
    {
        // The second game of the pair may have begun.
        bot.wake();
    }
    if let (Err(app::Error::Refused(game, denial)), Act::Play(text, _)) = (&done, act) {
        let (l10n, why) = (bot.localizer(context.locale), denial.message());
        let refused = view::refused(l10n, game, context.player, text, &why);
        return Err(Failure::Refused(why, Box::new(refused)));
    }
    Ok(done?)
}

/// The public answer after a change of a game. If the game belongs to another channel, that
/// gets the message, and the answer here is private.
pub(super) fn happened(bot: &Bot, context: &Context, game: &Game) -> Result<Answer, Failure> {
    let channel = game.home().channel;
    if game.thread() == Thread::Wanted {
        let begins = Text::new("place-opens");
        let reply = Reply::private(bot.localizer(context.locale).tr(&begins));
        return Ok(Answer::new(reply).then(Debt::of(game)));
    }
    if channel != context.venue.channel {
        let done = Text::new("done-elsewhere").with("channel", format!("<#{channel}>"));
        let reply = Reply::private(bot.localizer(context.locale).tr(&done));
        return Ok(Answer::new(reply).then(Debt::of(game)));
    }
    let l10n = bot.localizer(context.public);
    let reply = match view::offer(l10n, game) {
        Some(offer) if game.just_offered() => offer,
        _ => view::turn(l10n, game, Some(context.player)),
    };
    Ok(Answer::new(reply).paying(Debt::of(game)))
}
