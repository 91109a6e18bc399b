//! The command line: what each command does, and what it answers to the system.

mod doctor;
mod look;
#[cfg(feature = "playground")]
mod playground;
mod record;
mod render;
pub mod rules;
mod run;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::{self, Config};
use crate::l10n::{L10n, Locale};
use crate::message::Message;
use crate::registry::Registry;
use crate::store::{OpenError, Store};

/// A Discord bot that hosts Seega and Gygès, turn by turn.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot (the default)
    Run,
    /// Try everything in a browser: no account, no token
    #[cfg(feature = "playground")]
    Playground(playground::PlaygroundArguments),
    /// Ask the rules: positions and moves as lines of text
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Draw a position
    Render(render::RenderArguments),
    /// Make an animated GIF of a game record
    Replay(record::ReplayArguments),
    /// Check a game record by the rules of its game, and say what it is; nothing is stored
    Import(record::ImportArguments),
    /// Check the settings and replay every stored game
    Doctor,
}

/// Why a command did not do what it should.
type Failure = Message;

/// Runs what the command line says; the exit code is 2 if that was not possible.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.command.unwrap_or(Command::Run)) {
        Ok(code) => code,
        Err(failure) => {
            let message = Message::new("cli-error").with("problem", failure);
            // There is nowhere left to report that this cannot be written.
            let _ = writeln!(io::stderr(), "{}", L10n::new().text(locale(), &message));
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    let registry = Registry::standard();
    match command {
        // No settings are needed, nor wanted: an answer depends on the question alone.
        Command::Rules(command) => answer(&command, registry)?,
        Command::Render(arguments) => render::run(&arguments, registry)?,
        Command::Import(arguments) => say(&record::import(&arguments, registry)?)?,
        Command::Replay(arguments) => {
            if let Some(done) = record::replay(&arguments, registry)? {
                say(&done)?;
            }
        }
        Command::Run => return with_settings(|config| run::run(config, registry)),
        #[cfg(feature = "playground")]
        Command::Playground(arguments) => {
            return with_settings(|_| playground::run(arguments, registry));
        }
        Command::Doctor => return with_settings(|config| doctor::run(config, registry)),
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks the rules.
fn answer(command: &rules::RulesCommand, registry: Registry) -> Result<(), Failure> {
    let unwritten =
        |error: io::Error| Message::new("cli-output").with("problem", error.to_string());
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

/// Does what needs the settings and takes a while.
fn with_settings<F>(work: impl FnOnce(Config) -> F) -> Result<ExitCode, Failure>
where
    F: Future<Output = Result<ExitCode, Failure>>,
{
    config::load_env_file()?;
    let log = config::LogConfig::from_env()?;
    let config = Config::from_env()?;
    crate::telemetry::init(&log, config.token.as_ref());
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Message::new("cli-runtime").with("problem", error.to_string()))?;
    let done = runtime.block_on(work(config));
    // A picture that is still being drawn must not keep us.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    done
}

/// The language of whoever sits at the terminal.
fn locale() -> Locale {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let tag = named("LC_ALL")
        .or_else(|| named("LC_MESSAGES"))
        .or_else(|| named("LANG"));
    Locale::from_tag(tag.as_deref().unwrap_or("en"))
}

/// Says something to whoever sits at the terminal.
fn say(message: &Message) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    writeln!(output, "{}", L10n::new().text(locale(), message))
        .and_then(|()| output.flush())
        .map_err(|error| Message::new("cli-output").with("problem", error.to_string()))
}

async fn open(url: &str, registry: Registry) -> Result<Store, Failure> {
    Store::open(url, registry)
        .await
        .map_err(|error| match error {
            OpenError::Address(_) => Message::new("cli-database-address").with("url", url),
            OpenError::File(error) => Message::new("cli-database-file")
                .with("url", url)
                .with("problem", error.to_string()),
            OpenError::Newer(_) => Message::new("cli-database-newer").with("url", url),
            OpenError::Migration(error) => Message::new("cli-database-migration")
                .with("url", url)
                .with("problem", error.to_string()),
        })
}
