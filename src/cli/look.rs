//! What the commands that draw boards have in common.

use std::io::{self, Write as _};
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::terminal::Failure;
use siwa_boards::{Painter, THEMES, Theme, View};
use siwa_games::rules::Side;
use siwa_games::text::Text;

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
pub(super) fn painter() -> Result<Painter, Failure> {
    Painter::new().map_err(unpainted)
}

pub(super) fn unpainted(error: siwa_boards::Error) -> Failure {
    Text::new("cli-painter").with("problem", error.to_string())
}

/// Returns whether a path means the standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A message about a file.
pub(super) fn about(
    id: &'static str,
    file: &Path,
    problem: impl Into<siwa_games::text::Arg>,
) -> Failure {
    Text::new(id)
        .with("file", file.display().to_string())
        .with("problem", problem)
}

/// Writes a picture to a file, or to the standard output.
pub(super) fn write(out: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let standard = is_standard(out);
    let written = if standard {
        let mut output = io::stdout().lock();
        output.write_all(bytes).and_then(|()| output.flush())
    } else {
        std::fs::write(out, bytes)
    };
    match written {
        // A closed pipe is no error.
        Err(error) if !(standard && error.kind() == io::ErrorKind::BrokenPipe) => {
            Err(about("cli-file-written", out, error.to_string()))
        }
        _ => Ok(()),
    }
}
