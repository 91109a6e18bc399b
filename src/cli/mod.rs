//! The command line.

mod backup;
mod doctor;
pub mod engine;
mod forget;
mod fortress;
mod health;
mod look;
pub mod play;
#[cfg(feature = "playground")]
pub mod playground;
mod record;
mod render;
pub mod rules;
mod run;
pub mod terminal;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand, builder::Styles};

use siwa_games::registry::Registry;

use terminal::with_settings;

/// A Discord bot for turn-based Seega and Gygès
#[derive(Debug, Parser)]
#[command(version, help_template = help())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Try the bot in a browser, without a Discord account
    ///
    /// Example: siwa playground --port 8080
    #[cfg(feature = "playground")]
    Playground(playground::PlaygroundArguments),
    /// Play against the engine in the terminal
    ///
    /// Example: siwa play gyges-gates --level 3
    Play(play::PlayArguments),
    /// Run the engine on standard input, with a UCI-like protocol
    ///
    /// Example: echo uci | siwa engine
    Engine,
    /// Query the rules: legal moves, positions, outcomes, perft
    ///
    /// Example: siwa rules start gyges-gates
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Draw a position as a PNG
    ///
    /// Example: siwa render gyges-gates "$(siwa rules start gyges-gates)" -o board.png
    Render(render::RenderArguments),
    /// Turn a game record into an animated GIF
    ///
    /// Example: siwa replay game.txt game.gif
    Replay(record::ReplayArguments),
    /// Validate a game record
    ///
    /// Example: siwa check game.txt
    Check(record::CheckArguments),
    /// Run the bot, connected to Discord’s gateway (default)
    Run,
    /// Run the bot on interactions received over HTTP
    ///
    /// Example: siwa serve --listen 127.0.0.1:8080
    Serve(run::ServeArguments),
    /// Check whether a running bot is ready (exit code 0 or 1)
    ///
    /// Example: siwa health 127.0.0.1:9464
    Health(health::HealthArguments),
    /// Check the settings and the database; changes nothing
    Doctor,
    /// Back up the SQLite database; the bot may keep running
    ///
    /// Example: siwa backup siwa-backup.db
    Backup(backup::BackupArguments),
    /// Restore a backup; stop the bot first
    ///
    /// Example: siwa restore siwa-backup.db
    Restore(backup::RestoreArguments),
    /// Copy all data to another database and verify it (SQLite ⇄ PostgreSQL)
    ///
    /// Example: siwa copy sqlite:siwa.db postgres://localhost/siwa
    Copy(backup::CopyArguments),
    /// Delete all data about a person; stop the bot first
    ///
    /// Example: siwa forget 80351110224678912
    Forget(forget::ForgetArguments),
}

/// The groups of commands in the help, and the last command of each.
const GROUPS: [(&str, &str); 3] = [
    ("Play", "check"),
    ("Host", "health"),
    ("Look after", "forget"),
];

/// The template of `siwa --help`; clap cannot group subcommands itself.
fn help() -> String {
    let styles = Styles::default();
    let (heading, name) = (styles.get_header(), styles.get_literal());
    let mut help = String::from("{about}\n\n{usage-heading} {usage}\n");
    let commands = Command::augment_subcommands(clap::Command::default());
    let mut commands = commands.get_subcommands();
    for (group, last) in GROUPS {
        help += &format!("\n{heading}{group}:{heading:#}\n");
        for command in commands.by_ref() {
            let about = command.get_about().map(ToString::to_string);
            let (command, about) = (command.get_name(), about.unwrap_or_default());
            help += &format!("  {name}{command:<12}{name:#}{about}\n");
            if command == last {
                break;
            }
        }
    }
    help += &format!("\n{heading}Options:{heading:#}\n{{options}}\n\n");
    help += "Settings are environment variables or a .env file: see docs/SETTINGS.md.\n";
    help + "Exit codes: 0 success, 1 temporary failure or not ready, 2 invalid use or failure."
}

/// Runs the command line.
pub fn main() -> ExitCode {
    terminal::main(|arguments: Arguments| {
        let registry = Registry::standard();
        match arguments.command.unwrap_or(Command::Run) {
            #[cfg(feature = "playground")]
            Command::Playground(arguments) => {
                with_settings(|_| playground::run(arguments, registry))
            }
            // Commands that play or draw read no settings: their output depends only on the
            // arguments.
            Command::Play(arguments) => play::run(&arguments, registry),
            Command::Engine => engine::run(registry),
            Command::Rules(command) => {
                let mut output = io::BufWriter::new(io::stdout().lock());
                rules::run(&command, registry, &mut io::stdin().lock(), &mut output)
            }
            Command::Render(arguments) => render::run(&arguments, registry),
            Command::Replay(arguments) => record::replay(&arguments, registry),
            Command::Check(arguments) => record::check(&arguments, registry),
            Command::Run => with_settings(|config| run::run(config, registry)),
            Command::Serve(arguments) => {
                with_settings(|config| run::serve(arguments, config, registry))
            }
            Command::Health(arguments) => return Ok(health::run(&arguments)),
            Command::Doctor => with_settings(|config| doctor::run(config, registry)),
            Command::Backup(arguments) => {
                with_settings(|config| backup::back_up(arguments, config))
            }
            Command::Restore(arguments) => {
                with_settings(|config| backup::restore(arguments, config))
            }
            Command::Copy(arguments) => with_settings(|_| backup::copy(arguments, registry)),
            Command::Forget(arguments) => {
                with_settings(|config| forget::run(arguments, config, registry))
            }
        }
        .map(|()| ExitCode::SUCCESS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_in_the_help_are_valid() {
        let commands = Command::augment_subcommands(clap::Command::default());
        let helps = commands
            .get_subcommands()
            .filter_map(clap::Command::get_long_about);
        let helps: Vec<String> = helps.map(ToString::to_string).collect();
        assert!(helps.len() >= 12, "{helps:?}");
        for help in helps {
            let (_, example) = help.split_once("Example: ").unwrap();
            let own = example.rsplit('|').next().unwrap();
            let parsed = Arguments::try_parse_from(shlex::split(own).unwrap());
            assert!(parsed.is_ok(), "{example}");
        }
    }

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let known = Command::augment_subcommands(clap::Command::default());
        let known: Vec<&str> = known
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        let name = Styles::default().get_literal().to_owned();
        let help = help();
        for command in &known {
            let line = format!("  {name}{command:<12}{name:#}");
            assert_eq!(help.matches(&line).count(), 1, "{command}");
        }
        assert!(
            known.len() <= 15,
            "more commands than a reader takes in: {known:?}"
        );
    }
}
