//! Terminal support of all commands: settings, messages, exit codes.

use std::error::Error as _;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use siwa_games::text::Text;

use crate::config::Config;
use crate::discord::failure::chain;
use crate::l10n::{L10n, Locale};
use crate::store::OpenError;

/// The outcome of a command, or of a part of it. A failure is the message for its user.
pub type Result<T = (), E = Text> = std::result::Result<T, E>;

/// The failures that may be temporary, so that a service manager may restart the program.
const TEMPORARY: [&str; 2] = ["cli-database-away", "cli-database-busy"];

/// Bytes of stack of each thread, the same in every profile: without optimisation the futures of a
/// turn need more than the default 2 MiB.
const STACK: usize = 8 << 20;

/// Parses the command line and runs it; the exit code is 2 on failure, or 1 if the same may succeed later.
pub fn main<A: clap::Parser>(run: impl FnOnce(A) -> Result<ExitCode>) -> ExitCode {
    let arguments = match A::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misunderstood(&error),
    };
    run(arguments).unwrap_or_else(|failure| {
        let is_temporary = TEMPORARY.contains(&failure.id);
        let code = if is_temporary { 1 } else { 2 };
        complain(failure);
        ExitCode::from(code)
    })
}

/// Reports an invalid command line, or prints the help it asks for.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let any = |is: fn(&str) -> bool| std::env::args_os().any(|text| is(&text.to_string_lossy()));
    // Such as an address, a password or a token, which has three parts.
    let secret = |text: &str| {
        let is_token = text.matches('.').count() == 2;
        is_token || text.contains("://") || text.contains(['@', '%']) || text.contains("pass")
    };
    // There is nowhere to report a failure.
    let _ = if error.use_stderr() && any(secret) {
        // The quoted argument may be one.
        writeln!(io::stderr(), "error: {}", error.kind())
    } else if any(|text| text.contains(steers)) {
        // Escaping the quoted argument would break the colours, so they are removed.
        io::stderr().write_all(printable(&error.to_string()).as_bytes())
    } else {
        error.print()
    };
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// The result of writing to standard output.
///
/// # Errors
/// If it cannot be written; a closed pipe is not an error.
pub fn written(result: io::Result<()>) -> Result {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(failed("cli-output")),
    }
}

/// A failure with an error as its cause.
pub(super) fn failed<E: std::error::Error + 'static>(id: &'static str) -> impl Fn(E) -> Text {
    move |error| Text::new(id).with("problem", chain(&error))
}

/// Runs work that needs the settings, the log and an asynchronous runtime.
///
/// # Errors
/// If a setting is invalid, or the work fails.
pub fn with_settings<F>(work: impl FnOnce(Config) -> F) -> Result
where
    F: Future<Output = Result>,
{
    let config = Config::load()?;
    // One thread waits for Discord and the database: more of them, which would wake each other,
    // cost a tenth of the processor time and answer no sooner (docs/MEASURED.md).
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .thread_stack_size(STACK)
        .build()
        .map_err(failed("cli-runtime"))?;
    crate::telemetry::init(&config);
    let done = runtime.block_on(work(config));
    // Do not wait for unfinished pictures.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    done
}

/// The language of the terminal.
fn locale() -> Locale {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let tag = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(named);
    Locale::from_tag(tag.as_deref().unwrap_or("en"))
}

/// A message in the language of the terminal, safe to print.
pub fn localize(message: &Text) -> String {
    printable(&L10n::default().text(locale(), message))
}

/// Prints a message on standard output.
///
/// # Errors
/// If standard output cannot be written; a closed pipe is not an error.
pub fn print_message(message: &Text) -> Result {
    written(print_line(&localize(message)))
}

/// Prints an error to standard error.
pub(super) fn complain(failure: Text) {
    let message = Text::new("cli-error").with("problem", failure);
    let text = localize(&message);
    // There is nowhere to report a failure.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Escapes characters that would control a terminal or the writing direction;
/// messages quote what people and files contain.
fn printable(text: &str) -> String {
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

fn steers(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// Prints a whole line to standard output, also when several threads print.
///
/// # Errors
/// If standard output is closed.
pub fn print_line(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{text}")?;
    output.flush()
}

/// Why the database `name` cannot be used.
pub fn unopened(name: impl Display) -> impl Fn(OpenError) -> Text {
    move |error| {
        let id = match &error {
            OpenError::Empty => "cli-doctor-none",
            error => error.into(),
        };
        let about = Text::new(id).with("url", name.to_string());
        match (&error, error.source()) {
            (OpenError::Certificate(file, error), _) => about
                .with("file", file.clone())
                .with("problem", error.to_string()),
            (OpenError::InUse(lock), _) => about.with("lock", lock.display().to_string()),
            (_, Some(cause)) => about.with("problem", cause.to_string()),
            _ => about.with("problem", error.to_string()),
        }
    }
}
