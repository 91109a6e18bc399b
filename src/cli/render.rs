//! Pictures and game records: `siwa render`, `siwa replay` and `siwa check`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::look::{self, Look, about, is_standard, named};
use super::rules::{VariantArgument, running};
use super::terminal::{Result, failed, print_message};
use crate::game::{GameRecord, MAX_RECORD_BYTES};
use siwa_boards::Size;
use siwa_games::registry::Registry;
use siwa_games::rules::Diagram;
use siwa_games::text::Text;

/// Arguments of `siwa render`.
#[derive(Debug, clap::Args)]
pub(super) struct RenderArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Position, as printed by `siwa rules`
    position: String,
    /// Play this move first and mark it as the last one
    #[arg(long, value_name = "MOVE")]
    last: Option<String>,
    /// Then preview this move
    #[arg(long, value_name = "MOVE")]
    preview: Option<String>,
    #[command(flatten)]
    look: Look,
    /// Width in pixels, rounded to whole squares [default: 560 to 900, by board]
    #[arg(long, value_name = "N", value_parser = width())]
    size: Option<u16>,
    /// Output file, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

fn width() -> clap::builder::RangedI64ValueParser<u16> {
    let (least, most) = Size::WIDTHS.into_inner();
    clap::value_parser!(u16).range(i64::from(least)..=i64::from(most))
}

pub(super) fn render(arguments: &RenderArguments, registry: Registry) -> Result {
    let diagram = diagram(registry, arguments)?;
    let mut view = arguments.look.view();
    if let Some(width) = arguments.size {
        view.size = Size::Width(width);
    }
    let png = look::painter()?.png(&diagram, view);
    look::write(&arguments.out, &png.map_err(failed("cli-painter"))?)
}

/// The position, with the last move and the proposed one.
fn diagram(registry: Registry, arguments: &RenderArguments) -> Result<Diagram> {
    let (rules, variant) = arguments.variant.find(registry)?;
    let mut state = rules.parse(variant, &arguments.position)?;
    if let Some(text) = &arguments.last {
        running(state.as_ref())
            .and_then(|()| Ok(state.play(text)?))
            .map_err(|problem| refused("--last", problem))?;
    }
    if let Some(text) = &arguments.preview {
        let proposed = running(state.as_ref()).and_then(|()| Ok(state.propose(text)?));
        let (_, diagram) = proposed.map_err(|problem| refused("--preview", problem))?;
        return Ok(diagram);
    }
    Ok(match state.outcome() {
        None => state.diagram(),
        over => state.concluded(over),
    })
}

fn refused(option: &'static str, problem: Text) -> Text {
    Text::new("cli-render-move")
        .with("option", option)
        .with("problem", problem)
}

/// Validates a record and prints a summary.
pub(super) fn check(file: &Path, registry: Registry) -> Result {
    let record = read(file, registry)?;
    let good = Text::new("cli-check-good")
        .with("variant", record.info.title(record.variant))
        .with("count", record.turns.len())
        .with("result", record.result());
    print_message(&good)
}

/// Writes an animation of a record and prints a summary, unless the animation goes to standard
/// output.
pub(super) fn replay(file: &Path, out: &Path, look: &Look, registry: Registry) -> Result {
    let record = read(file, registry)?;
    let boards = &record.boards;
    let gif = look::painter()?.gif(Vec::new(), boards, look.view());
    let gif = gif.map_err(failed("cli-painter"))?;
    look::write(out, &gif)?;
    if is_standard(out) {
        return Ok(());
    }
    let done = named("cli-replay-done", out)
        .with("count", boards.len())
        .with("size", gif.len().div_ceil(1024));
    print_message(&done)
}

/// The record in a file.
fn read(file: &Path, registry: Registry) -> Result<GameRecord> {
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
