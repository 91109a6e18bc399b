//! What the commands that draw boards have in common.

use std::io::{self, Write as _};
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::terminal::{Result, failed, written};
use siwa_boards::{Painter, THEMES, Theme, View};
use siwa_games::rules::Side;
use siwa_games::text::{Arg, Text};

/// The view of a board.
#[derive(Debug, clap::Args)]
pub(super) struct Look {
    /// Colour theme
    #[arg(long, default_value = THEMES[0].id, value_parser = theme())]
    theme: &'static Theme,
    /// Side at the bottom of the board
    #[arg(long, default_value = "first", value_parser = side())]
    from: Side,
}

/// Reads the name of a theme.
fn theme() -> impl TypedValueParser<Value = &'static Theme> {
    let names = PossibleValuesParser::new(THEMES.each_ref().map(|theme| theme.id));
    names.try_map(|name| siwa_boards::theme(&name).ok_or("there is no such theme"))
}

/// Reads the name of a side.
pub(super) fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["first", "second"]).try_map(|name| name.parse::<Side>())
}

impl Look {
    /// The requested view, at its natural size.
    pub(super) fn view(&self) -> View {
        View {
            theme: self.theme,
            orientation: self.from,
            ..View::default()
        }
    }
}

/// A painter, for a single command.
pub(super) fn painter() -> Result<Painter> {
    Painter::new().map_err(failed("cli-painter"))
}

/// Returns whether a path means the standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A message that names a file.
pub(super) fn named(id: &'static str, file: &Path) -> Text {
    Text::new(id).with("file", file.display().to_string())
}

/// A message about a problem with a file.
pub(super) fn about(id: &'static str, file: &Path, problem: impl Into<Arg>) -> Text {
    named(id, file).with("problem", problem)
}

/// Writes a picture to a file, or to the standard output.
pub(super) fn write(out: &Path, bytes: &[u8]) -> Result {
    if is_standard(out) {
        let mut output = io::stdout().lock();
        return written(output.write_all(bytes).and_then(|()| output.flush()));
    }
    let unwritten = |error: io::Error| about("cli-file-written", out, error.to_string());
    std::fs::write(out, bytes).map_err(unwritten)
}
