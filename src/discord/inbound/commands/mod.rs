//! The commands: one file each, and one file for those about a game.

mod away;
pub(super) mod board;
mod challenge;
mod define;
mod games;
mod help;
pub(super) mod in_game;
pub(super) mod invite;
pub(super) mod leaderboard;
pub(super) mod notify;
mod options;
pub(super) mod play;
pub(super) mod privacy;
pub(super) mod profile;
pub(super) mod puzzle;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod settings;
pub(super) mod setup;
pub(super) mod tournament;
pub(super) mod variants;

pub use options::Options;

use std::pin::Pin;

use serenity::builder::CreateCommand;

use super::turn::{act, after, confirmed};
use super::{Answer, Failure, Reply, Request, Text, view};
use crate::app::{Act, Target};
use crate::discord::custom_id::Command;
use crate::discord::outbound::PanelPlace;
use crate::game::{Cause, Game, Thread};
use crate::l10n::L10n;
use define::Definition;
use siwa_games::registry::Registry;

/// A slash command.
struct SlashCommand {
    name: &'static str,
    define: fn(&Definition<'_>) -> CreateCommand,
    run: Run,
}

/// The implementation of a slash command.
enum Run {
    /// A function of its own.
    Own(for<'a> fn(Request<'a>, &'a Options<'a>) -> Answering<'a>),
    /// A command on one game, run when the game is known.
    InGame(fn(&Options<'_>) -> Command),
}

type Answering<'a> = Pin<Box<dyn Future<Output = Result<Answer, Failure>> + Send + 'a>>;

/// A command that its file implements.
macro_rules! own {
    ($name:literal, $define:expr, $file:ident) => {
        SlashCommand {
            name: $name,
            define: $define,
            run: Run::Own(|request, options| Box::pin($file::run(request, options))),
        }
    };
}

/// A command about one game.
const fn in_game(
    name: &'static str,
    define: fn(&Definition<'_>) -> CreateCommand,
    command: fn(&Options<'_>) -> Command,
) -> SlashCommand {
    SlashCommand {
        name,
        define,
        run: Run::InGame(command),
    }
}

/// All commands; their texts are in the messages `command-…`.
const COMMANDS: &[SlashCommand] = &[
    own!("challenge", challenge::define, challenge),
    own!("play", play::define, play),
    own!("puzzle", puzzle::define, puzzle),
    in_game("place", |of| in_game::define(of, "squares"), in_game::place),
    in_game("move", |of| in_game::define(of, "move"), in_game::movement),
    in_game("board", board::define, board::asked),
    own!("games", |of| of.anywhere(), games),
    in_game("draw", |of| of.of_running(), |_| Command::Draw),
    in_game("resign", |of| of.of_running(), |_| Command::Resign),
    in_game("replay", |of| of.of_past(), |_| Command::Replay),
    own!("leaderboard", leaderboard::define, leaderboard),
    own!("tournament", tournament::define, tournament),
    own!("profile", profile::define, profile),
    own!("rules", rules::define, rules),
    own!("settings", |of| of.anywhere(), settings),
    own!("setup", setup::define, setup),
    own!("privacy", privacy::define, privacy),
    own!("help", |of| of.anywhere(), help),
    own!("Challenge", |of| of.of_person("menu-challenge"), invite),
];

/// The definitions of all commands.
pub fn all(l10n: &L10n, registry: Registry) -> Vec<CreateCommand> {
    let define = |it: &SlashCommand| (it.define)(&Definition::of(l10n, registry, it.name));
    COMMANDS.iter().map(define).collect()
}

/// Runs a command.
pub(super) async fn run(
    request: Request<'_>,
    name: &str,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let found = COMMANDS.iter().find(|it| it.name == name);
    match found.map(|it| &it.run) {
        Some(Run::Own(run)) => run(request, options).await,
        Some(Run::InGame(command)) => {
            in_game::run(request, command(options), options.target()?).await
        }
        None => Err(Text::new("denied-unknown-command").into()),
    }
}

/// An act in a game, with a public answer, unless the board is edited.
pub(super) async fn openly(
    request: Request<'_>,
    target: Target,
    doing: &Act,
) -> Result<Answer, Failure> {
    let game = act(request, target, doing, &request.context.answering()).await?;
    if game.keeps_board() {
        let reply = confirmed(request, &game, doing).await;
        return Ok(after(doing, Answer::new(reply), game));
    }
    happened(request, game).await
}

/// The answer, with the message about the last change of a game. One with the engine that gets a
/// thread begins with its card.
pub(super) async fn telling_start(
    request: Request<'_>,
    answer: Answer,
    game: Game,
    cause: Cause,
) -> Result<Answer, Failure> {
    let card = if game.engine().is_some() && game.thread() == Thread::Wanted {
        request.bot.app.read().challenge_by_cause(cause).await?
    } else {
        None
    };
    let answer = answer
        .with_panel(&game, PanelPlace::BelowBoard)
        .telling(game);
    Ok(match card {
        Some(card) => answer.with_card(card.id),
        None => answer,
    })
}

/// The public answer after a change of a game. If the game is in another channel, the message is
/// posted there, and the answer here is private.
pub(super) async fn happened(request: Request<'_>, game: Game) -> Result<Answer, Failure> {
    let Request { context, l10n, .. } = request;
    let channel = game.home().channel;
    let elsewhere = match game.thread() {
        Thread::Wanted => Some(Text::new("place-opens")),
        _ if channel != context.venue.channel => {
            Some(Text::new("done-elsewhere").with("channel", format!("<#{channel}>")))
        }
        _ => None,
    };
    if let Some(elsewhere) = elsewhere {
        let answer = Answer::new(Reply::private(l10n.tr(&elsewhere)));
        return telling_start(request, answer, game, context.cause).await;
    }
    let reply = match view::offer(request.public(), &game) {
        Some(offer) if game.just_offered() => offer,
        _ => view::turn(request.public(), &game, Some(context.player)),
    };
    let answer = Answer::new(reply).with_panel(&game, PanelPlace::BelowBoard);
    Ok(answer.showing(game))
}
