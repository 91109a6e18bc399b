//! `siwa check` and `siwa replay`: game records as files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::look::{self, about, is_standard};
use super::terminal::{Failure, print_message};
use crate::game::{GameRecord, MAX_RECORD_BYTES};
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// Arguments of `siwa check`.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArguments {
    /// Game record, or - for standard input
    file: PathBuf,
}

/// Arguments of `siwa replay`.
#[derive(Debug, clap::Args)]
pub(super) struct ReplayArguments {
    /// Game record, or - for standard input
    file: PathBuf,
    /// Output file, or - for standard output
    out: PathBuf,
    #[command(flatten)]
    look: look::Look,
}

/// Validates a record and prints a summary.
pub(super) fn check(arguments: &CheckArguments, registry: Registry) -> Result<(), Failure> {
    let record = read(&arguments.file, registry)?;
    let good = Text::new("cli-check-good")
        .with("variant", record.info().title(record.variant()))
        .with("count", record.turns().len())
        .with("result", record.result());
    print_message(&good)
}

/// Writes an animation of a record and prints a summary, unless the animation goes to standard
/// output.
pub(super) fn replay(arguments: &ReplayArguments, registry: Registry) -> Result<(), Failure> {
    let record = read(&arguments.file, registry)?;
    let boards = record.boards();
    let gif = look::painter()?.gif(Vec::new(), &boards, arguments.look.view());
    let gif = gif.map_err(look::unpainted)?;
    look::write(&arguments.out, &gif)?;
    if is_standard(&arguments.out) {
        return Ok(());
    }
    let done = Text::new("cli-replay-done")
        .with("file", arguments.out.display().to_string())
        .with("count", boards.len())
        .with("size", gif.len().div_ceil(1024));
    print_message(&done)
}

/// The record in a file.
fn read(file: &Path, registry: Registry) -> Result<GameRecord, Failure> {
    let bytes = bytes(file).map_err(|error| about("cli-file-read", file, error.to_string()))?;
    GameRecord::read(bytes, registry).map_err(|problem| about("cli-record", file, problem))
}

/// The content of a file, cut one byte after the longest record.
fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    let most = MAX_RECORD_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if is_standard(file) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
