//! The command line.

mod backup;
mod contest;
mod copy;
mod doctor;
mod engine;
mod forget;
mod health;
mod look;
mod play;
#[cfg(feature = "playground")]
mod playground;
mod puzzles;
mod record;
mod render;
pub mod rules;
mod run;
mod selfplay;
mod serve;
mod survey;
mod tune;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::{self, Config};
use crate::l10n::{L10n, Locale};
use crate::message::Message;
use crate::registry::Registry;
use crate::store::{self, OpenError};

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
    /// Run the bot on interactions that Discord sends over HTTP, without the gateway
    Serve(serve::ServeArguments),
    /// Try everything in a browser: no account, no token
    #[cfg(feature = "playground")]
    Playground(playground::PlaygroundArguments),
    /// Ask the rules: positions and moves as lines of text
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Look for the best moves: lines of text in the manner of UCI
    Engine,
    /// Play against Siwa in the terminal
    Play(play::PlayArguments),
    /// Let two players play many games: how strong is the one beside the other?
    Match(contest::MatchArguments),
    /// Let the engine play itself, and fit what positions are worth to how the games end
    Tune(tune::TuneArguments),
    /// Let the engine play itself, and tell what the games are like
    Survey(survey::SurveyArguments),
    /// Look for puzzles in games of the engine against itself, and in those of the database
    Puzzles(puzzles::PuzzlesArguments),
    /// Draw a position
    Render(render::RenderArguments),
    /// Make an animated GIF of a game record
    Replay(record::ReplayArguments),
    /// Check a game record by the rules of its game, and say what it is; nothing is stored
    Import(record::ImportArguments),
    /// Copy everything that is kept to another database, and check it
    Copy(copy::CopyArguments),
    /// Check the settings and replay every stored game
    Doctor,
    /// Copy the database to a file; the bot may run meanwhile
    Backup(backup::BackupArguments),
    /// Put a backup in the place of the database, while no bot runs
    Restore(backup::RestoreArguments),
    /// Ask a running bot whether it is ready: exit code 0 or 1
    Health(health::HealthArguments),
    /// Delete all that is kept of a person, while the bot does not run
    Forget(forget::ForgetArguments),
}

/// Why a command failed.
type Failure = Message;

/// The failure that may mend itself: whoever restarts the program may try again.
const AWAY: &str = "cli-database-away";

/// Runs the command line; the exit code is 2 on failure, or 1 if the same may succeed later.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misunderstood(&error),
    };
    match run(arguments.command.unwrap_or(Command::Run)) {
        Ok(code) => code,
        Err(failure) => {
            let code = if failure.id == AWAY { 1 } else { 2 };
            complain(failure);
            ExitCode::from(code)
        }
    }
}

/// Reports an invalid command line, or prints the help it asks for.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let steers = |argument: std::ffi::OsString| {
        let text = argument.to_string_lossy().into_owned();
        printable(&text) != text
    };
    // There is nowhere left to report a failure.
    let _ = if std::env::args_os().any(steers) {
        // Escaping what is quoted would break the colours, so they go too.
        io::stderr().write_all(printable(&error.to_string()).as_bytes())
    } else {
        error.print()
    };
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    let registry = Registry::standard();
    match command {
        // These read no settings: their answers depend on the arguments alone.
        Command::Rules(command) => answer(&command, registry)?,
        Command::Engine => engine::run(registry)?,
        Command::Play(arguments) => play::run(&arguments, registry)?,
        Command::Match(arguments) => contest::run(&arguments, registry)?,
        Command::Tune(arguments) => tune::run(&arguments, registry)?,
        Command::Survey(arguments) => survey::run(&arguments, registry)?,
        Command::Puzzles(arguments) if arguments.keep() => {
            return with_settings(|config| puzzles::keep(arguments, config, registry));
        }
        Command::Puzzles(arguments) => puzzles::print(&arguments, registry)?,
        Command::Render(arguments) => render::run(&arguments, registry)?,
        Command::Import(arguments) => say(&record::import(&arguments, registry)?)?,
        Command::Replay(arguments) => {
            if let Some(done) = record::replay(&arguments, registry)? {
                say(&done)?;
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

fn unwritten(error: io::Error) -> Failure {
    Message::new("cli-output").with("problem", error.to_string())
}

/// Runs what needs the settings and a runtime.
fn with_settings<F>(work: impl FnOnce(Config) -> F) -> Result<ExitCode, Failure>
where
    F: Future<Output = Result<ExitCode, Failure>>,
{
    config::load_env_file()?;
    let log = config::LogConfig::from_env()?;
    let config = Config::from_env()?;
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Message::new("cli-runtime").with("problem", error.to_string()))?;
    let telemetry = crate::telemetry::init(&log, config.token.as_ref(), runtime.handle());
    let done = runtime.block_on(work(config));
    telemetry.finish();
    // Do not wait for a picture that is still being drawn.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    done
}

/// The language of the terminal.
fn locale() -> Locale {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let tag = named("LC_ALL")
        .or_else(|| named("LC_MESSAGES"))
        .or_else(|| named("LANG"));
    Locale::from_tag(tag.as_deref().unwrap_or("en"))
}

/// A message in the language of the terminal.
fn words(message: &Message) -> String {
    printable(&L10n::new().text(locale(), message))
}

/// Prints a message to standard output.
fn say(message: &Message) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let text = words(message);
    match writeln!(output, "{text}").and_then(|()| output.flush()) {
        // A closed pipe is no error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritten(error)),
        _ => Ok(()),
    }
}

/// Prints an error to standard error.
fn complain(failure: Failure) {
    let message = Message::new("cli-error").with("problem", failure);
    let text = words(&message);
    // There is nowhere left to report a failure.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Escapes characters that would control a terminal or the writing direction;
/// messages quote what people and files contain.
fn printable(text: &str) -> String {
    let steers = |c: char| match c {
        '\n' | '\t' => false,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    };
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            safe.extend(c.escape_unicode());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Why the database `name` cannot be used.
fn unopened(name: &str) -> impl Fn(OpenError) -> Failure {
    move |error| {
        let about = |id| Message::new(id).with("url", store::shown(name));
        match error {
            OpenError::Address => about("cli-database-address"),
            OpenError::InUse(lock) => {
                about("cli-database-in-use").with("lock", lock.display().to_string())
            }
            OpenError::File(error) => about("cli-database-file").with("problem", error.to_string()),
            OpenError::Refused => about("cli-database-refused"),
            OpenError::Absent => about("cli-database-absent"),
            OpenError::Away(error) => about(AWAY).with("problem", error.to_string()),
            OpenError::Server(error) => {
                about("cli-database-server").with("problem", error.to_string())
            }
            OpenError::Copying => about("cli-database-copying"),
            OpenError::Used => about("cli-database-used"),
            OpenError::Empty => about("cli-doctor-none"),
            OpenError::Newer(_) => about("cli-database-newer"),
            OpenError::Older => about("cli-database-older"),
            OpenError::Migration(error) => {
                about("cli-database-migration").with("problem", error.to_string())
            }
        }
    }
}
