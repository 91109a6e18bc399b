//! The commands: one file each, and one file for those about a game.

pub(super) mod challenge;
mod define;
mod games;
pub(super) mod in_game;
mod options;
pub(super) mod play;
pub(super) mod privacy;
pub(super) mod puzzle;
pub(super) mod rules;
pub(super) mod settings;
pub(super) mod standings;
pub(super) mod tournament;
pub(super) mod variants;

pub use options::Options;

use serenity::builder::CreateCommand;

use super::{
    Answer, Choice, Failure, Form, How, MAX_CHOICES, Message, Reply, Request, Result, Slow, Text,
    run_blocking, turn, view,
};
use crate::discord::custom_id::{Command, SettingsAction};
use crate::l10n::L10n;
use define::{AMONG_PEOPLE, ANYWHERE, Definition, IN_SERVERS, person_menu};
use siwa_games::registry::Registry;

/// The definitions of all commands.
pub fn all(l10n: &L10n, registry: Registry) -> Vec<CreateCommand> {
    let among_people = |name| Definition::new(l10n, registry, name, &AMONG_PEOPLE);
    let anywhere = |name| Definition::new(l10n, registry, name, &ANYWHERE);
    let in_servers = |name| Definition::new(l10n, registry, name, &IN_SERVERS);
    let defined = [
        challenge::define(among_people("challenge")),
        anywhere("play").starts(),
        in_servers("puzzle").kinds().open("rules"),
        anywhere("place").moves("squares"),
        anywhere("move").moves("move"),
        anywhere("board").game().flag("text"),
        anywhere("games"),
        anywhere("draw").game(),
        anywhere("resign").game(),
        in_servers("replay").game(),
        standings::define(in_servers("leaderboard")),
        tournament::define(in_servers("tournament")),
        in_servers("profile").person("player").kinds(),
        anywhere("rules").kinds().open("rules").open("clause"),
        anywhere("settings"),
        in_servers("setup").for_managers(),
        anywhere("privacy").sub_commands(["show", "export", "delete"]),
        anywhere("help"),
    ];
    let mut commands = Vec::from(defined.map(|definition| definition.command));
    commands.push(person_menu(l10n, "Challenge", "menu-challenge"));
    commands
}

/// Runs a command.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    let typed = |name| options.text(name).unwrap_or_default().to_owned();
    let command = match options.command() {
        "challenge" => return challenge::run(request, options).await,
        "play" => return play::run(request, options).await,
        "puzzle" => return puzzle::run(request, options).await,
        "games" => return games::run(request).await,
        "leaderboard" => return standings::run_leaderboard(request, options).await,
        "tournament" => return tournament::run(request, options).await,
        "profile" => return standings::run_profile(request, options).await,
        "rules" => return rules::run(request, options),
        "settings" => return settings::step(request, &SettingsAction::Turns).await,
        "setup" => return settings::run_setup(request),
        "privacy" => return privacy::run(request, options).await,
        "help" => return rules::help(request, options),
        "Challenge" => return challenge::run_from_menu(request, options).await,
        "place" => Command::Place(typed("squares")),
        "move" => Command::Move(typed("move")),
        "board" if options.flag("text") == Some(true) => Command::BoardInWords,
        "board" => Command::Board,
        "draw" => Command::Draw,
        "resign" => Command::Resign,
        "replay" => Command::Replay,
        _ => return Err(Text::new("denied-unknown-command").into()),
    };
    in_game::run(request, command, options.game()?).await
}
