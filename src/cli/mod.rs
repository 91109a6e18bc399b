//! The command line.

mod backup;
mod copy;
mod doctor;
pub mod engine;
mod forget;
mod fortress;
mod health;
mod look;
pub mod play;
#[cfg(feature = "playground")]
mod playground;
mod record;
mod render;
pub mod rules;
mod run;
mod serve;
pub mod terminal;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand, builder::Styles};

use siwa_games::registry::Registry;

use terminal::{Failure, print_message, unwritten, with_settings};

/// What `siwa --help` lists under which heading; clap cannot group subcommands itself.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Play",
        &[
            "playground",
            "play",
            "engine",
            "rules",
            "render",
            "replay",
            "check",
        ],
    ),
    ("Host", &["run", "serve", "health"]),
    (
        "Look after",
        &["doctor", "backup", "restore", "copy", "forget"],
    ),
];

/// A Discord bot for turn-based Seega and Gygès
#[derive(Debug, Parser)]
#[command(version, help_template = help())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot, connected to Discord’s gateway (default)
    Run,
    /// Run the bot on interactions received over HTTP
    Serve(serve::ServeArguments),
    /// Try the bot in a browser, without a Discord account
    #[cfg(feature = "playground")]
    Playground(playground::PlaygroundArguments),
    /// Query the rules: legal moves, positions, outcomes, perft
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Run the engine on standard input, with a UCI-like protocol
    Engine,
    /// Play against the engine in the terminal
    Play(play::PlayArguments),
    /// Draw a position as a PNG
    Render(render::RenderArguments),
    /// Turn a game record into an animated GIF
    Replay(record::ReplayArguments),
    /// Validate a game record
    Check(record::CheckArguments),
    /// Copy all data to another database and verify it (SQLite ⇄ PostgreSQL)
    Copy(copy::CopyArguments),
    /// Check the settings and the database
    Doctor,
    /// Back up the SQLite database; the bot may keep running
    Backup(backup::BackupArguments),
    /// Restore a backup; stop the bot first
    Restore(backup::RestoreArguments),
    /// Check whether a running bot is ready (exit code 0 or 1)
    Health(health::HealthArguments),
    /// Delete all data about a person; stop the bot first
    Forget(forget::ForgetArguments),
}

/// The template of `siwa --help`.
fn help() -> String {
    let styles = Styles::default();
    let (heading, name) = (styles.get_header(), styles.get_literal());
    let mut help = String::from("{about}\n\n{usage-heading} {usage}\n");
    let known = Command::augment_subcommands(clap::Command::default());
    for (group, names) in GROUPS {
        help += &format!("\n{heading}{group}:{heading:#}\n");
        // A name that is not found is a command that was not compiled in.
        for command in names.iter().filter_map(|name| known.find_subcommand(name)) {
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            help += &format!("  {name}{:<12}{name:#}{about}\n", command.get_name());
        }
    }
    help += &format!("\n{heading}Options:{heading:#}\n{{options}}\n\n");
    help += "Settings are environment variables or a .env file: see README.md.\n";
    help + "Exit codes: 0 success, 1 temporary failure or not ready, 2 invalid use or failure."
}

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    terminal::main(|arguments: Arguments| run(arguments.command.unwrap_or(Command::Run)))
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    let registry = Registry::standard();
    match command {
        // These read no settings: their answers depend on the arguments alone.
        Command::Rules(command) => answer(&command, registry)?,
        Command::Engine => engine::run(registry)?,
        Command::Play(arguments) => play::run(&arguments, registry)?,
        Command::Render(arguments) => render::run(&arguments, registry)?,
        Command::Check(arguments) => print_message(&record::check(&arguments, registry)?)?,
        Command::Replay(arguments) => {
            if let Some(done) = record::replay(&arguments, registry)? {
                print_message(&done)?;
            }
        }
        Command::Run => return with_settings(|config| run::run(config, registry)),
        Command::Serve(arguments) => {
            return with_settings(|config| serve::run(arguments, config, registry));
        }
        #[cfg(feature = "playground")]
        Command::Playground(arguments) => {
            return with_settings(|_| playground::run(arguments, registry));
        }
        Command::Forget(arguments) => {
            return with_settings(|config| forget::run(arguments, config, registry));
        }
        Command::Copy(arguments) => return with_settings(|_| copy::run(arguments, registry)),
        Command::Doctor => return with_settings(|config| doctor::run(config, registry)),
        Command::Backup(arguments) => {
            return with_settings(|config| backup::back_up(arguments, config));
        }
        Command::Restore(arguments) => {
            return with_settings(|config| backup::restore(arguments, config));
        }
        Command::Health(arguments) => return Ok(health::run(&arguments)),
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(command: &rules::RulesCommand, registry: Registry) -> Result<(), Failure> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    let answered = rules::run(command, registry, &mut io::stdin().lock(), &mut output);
    let flushed = output.flush();
    answered.map_err(|failure| match failure {
        rules::Failure::Said(message) => message,
        rules::Failure::Io(error) => unwritten(error),
    })?;
    match flushed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritten(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let known = Command::augment_subcommands(clap::Command::default());
        let mut known: Vec<&str> = known
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        if cfg!(not(feature = "playground")) {
            known.push("playground");
        }
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        known.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, known);
        assert!(
            known.len() <= 15,
            "more commands than a reader takes in: {known:?}"
        );
    }
}
