//! `siwa import` and `siwa replay`: game records as files.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Failure;
use crate::game::{LONGEST, Sheet};
use crate::message::Message;
use crate::render::{Orientation, Painter, THEMES, Theme, View, theme};

/// What can be said about a record to check.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArguments {
    /// The record of a game, or - for the standard input
    file: PathBuf,
}

/// What can be said about a record to make an animation of.
#[derive(Debug, clap::Args)]
pub(super) struct ReplayArguments {
    /// The record of a game, or - for the standard input
    file: PathBuf,
    /// Where the GIF goes, or - for the standard output
    out: PathBuf,
    /// The colours of the board
    #[arg(long, value_parser = themed())]
    theme: Option<&'static Theme>,
    /// Whose side is below
    #[arg(long, default_value = "first", value_parser = ["first", "second"])]
    from: String,
}

/// The themes, by their ids.
fn themed() -> impl TypedValueParser<Value = &'static Theme> {
    let known = PossibleValuesParser::new(THEMES.iter().map(|theme| theme.id));
    known.try_map(|id| theme(&id).ok_or("there is no such theme"))
}

/// Whether a path means the standard input or output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Checks a record, and answers what it is. Nothing is kept.
pub(super) fn import(arguments: &ImportArguments) -> Result<Message, Failure> {
    let sheet = read(&arguments.file)?;
    Ok(Message::new("cli-import-good")
        .with("variant", sheet.title())
        .with("count", sheet.turns().len())
        .with("result", sheet.result()))
}

/// Makes an animation of a record; answers what it is, unless it went where the answer would go.
pub(super) fn replay(arguments: &ReplayArguments) -> Result<Option<Message>, Failure> {
    let sheet = read(&arguments.file)?;
    let painter = Painter::new().map_err(unpainted)?;
    let orientation = match arguments.from.as_str() {
        "second" => Orientation::Second,
        _ => Orientation::First,
    };
    let usual = View::default();
    let view = View {
        theme: arguments.theme.unwrap_or(usual.theme),
        orientation,
        ..usual
    };
    let boards = sheet.boards();
    let gif = painter.gif(&boards, view).map_err(unpainted)?;
    let standard = is_standard(&arguments.out);
    let written = if standard {
        let mut output = io::stdout().lock();
        output.write_all(&gif).and_then(|()| output.flush())
    } else {
        std::fs::write(&arguments.out, &gif)
    };
    match written {
        // Whoever does not want all of it has closed the pipe.
        Err(error) if !(standard && error.kind() == io::ErrorKind::BrokenPipe) => {
            Err(about("cli-file-written", &arguments.out, error.to_string()))
        }
        _ if standard => Ok(None),
        _ => Ok(Some(
            Message::new("cli-replay-done")
                .with("file", arguments.out.display().to_string())
                .with("count", boards.len())
                .with("size", gif.len().div_ceil(1024)),
        )),
    }
}

fn unpainted(error: crate::render::Error) -> Failure {
    Message::new("cli-painter").with("problem", error.to_string())
}

fn about(id: &'static str, file: &Path, problem: impl Into<crate::message::Arg>) -> Failure {
    Message::new(id)
        .with("file", file.display().to_string())
        .with("problem", problem)
}

/// The record in a file.
fn read(file: &Path) -> Result<Sheet, Failure> {
    let bytes = bytes(file).map_err(|error| about("cli-file-read", file, error.to_string()))?;
    Sheet::read(bytes).map_err(|problem| about("cli-record", file, problem))
}

/// What is in a file; of one that is too long for a record, enough to see that.
fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    let most = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    if is_standard(file) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
