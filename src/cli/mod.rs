//! The command line.

mod database;
mod engine;
mod fortress;
mod look;
mod play;
#[cfg(feature = "playground")]
pub mod playground;
mod render;
pub mod rules;
mod run;
mod terminal;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, builder::Styles};

use crate::config::resolve;
use crate::store::Address;
use siwa_games::registry::Registry;

use look::Look;
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
    Replay {
        /// Game record, or - for standard input
        file: PathBuf,
        /// Output file, or - for standard output
        out: PathBuf,
        #[command(flatten)]
        look: Look,
    },
    /// Validate a game record
    ///
    /// Example: siwa check game.txt
    Check {
        /// Game record, or - for standard input
        file: PathBuf,
    },
    /// Run the bot, connected to Discord’s gateway (default)
    Run,
    /// Run the bot on interactions received over HTTP
    ///
    /// Example: siwa serve --listen 127.0.0.1:8080
    Serve {
        /// Address and port to listen on, e.g. 127.0.0.1:8080
        #[arg(long, value_name = "ADDRESS")]
        listen: String,
    },
    /// Check whether a running bot is ready (exit code 0 or 1)
    ///
    /// Example: siwa health 127.0.0.1:9464
    Health {
        /// Address to ask [default: METRICS_LISTEN]
        #[arg(value_parser = resolve)]
        address: Option<SocketAddr>,
    },
    /// Check the settings and the database; changes nothing
    Doctor,
    /// Back up the SQLite database; the bot may keep running
    ///
    /// Example: siwa backup siwa-backup.db
    Backup {
        /// File to write
        file: PathBuf,
        /// Overwrite an existing file
        #[arg(long)]
        force: bool,
    },
    /// Restore a backup; stop the bot first
    ///
    /// Example: siwa restore siwa-backup.db
    Restore {
        /// Backup file
        file: PathBuf,
        /// Replace an existing database; it is kept as FILE.replaced-N
        #[arg(long)]
        force: bool,
    },
    /// Copy all data to another database and verify it (SQLite ⇄ PostgreSQL)
    ///
    /// Example: siwa copy sqlite:siwa.db postgres://localhost/siwa
    Copy {
        /// Source: a database URL as in DATABASE_URL; only read
        from: Address,
        /// Destination: an empty database, or an interrupted copy of the same source
        to: Address,
    },
    /// Delete all data about a person; stop the bot first
    ///
    /// Example: siwa forget 80351110224678912
    Forget {
        /// Discord user id
        #[arg(value_parser = clap::value_parser!(u64).range(1..=i64::MAX.cast_unsigned()))]
        id: u64,
    },
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
    let heading = styles.get_header();
    let name = styles.get_literal();
    let mut help = String::from("{about}\n\n{usage-heading} {usage}\n");
    let commands = Command::augment_subcommands(clap::Command::default());
    let mut commands = commands.get_subcommands();
    for (group, last) in GROUPS {
        help += &format!("\n{heading}{group}:{heading:#}\n");
        for command in commands.by_ref() {
            let about = command.get_about().cloned().unwrap_or_default();
            let command = command.get_name();
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
            Command::Render(arguments) => render::render(&arguments, registry),
            Command::Replay { file, out, look } => render::replay(&file, &out, &look, registry),
            Command::Check { file } => render::check(&file, registry),
            Command::Run => with_settings(|config| run::run(None, config, registry)),
            Command::Serve { listen } => {
                with_settings(|config| run::run(Some(listen), config, registry))
            }
            Command::Health { address } => return Ok(run::health(address)),
            Command::Doctor => with_settings(|config| database::doctor(config, registry)),
            Command::Backup { file, force } => {
                with_settings(|config| database::back_up(config, file, force))
            }
            Command::Restore { file, force } => {
                with_settings(|config| database::restore(config, file, force))
            }
            Command::Copy { from, to } => with_settings(|_| database::copy(from, to, registry)),
            Command::Forget { id } => {
                with_settings(|config| database::forget(id, config, registry))
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
