//! `siwa render`: a position as a picture.

use std::path::PathBuf;

use super::{Failure, look};
use crate::message::Message;
use crate::registry::{Play, Registry};
use crate::render::{Size, View};
use crate::rules::Diagram;

/// Arguments of `siwa render`.
#[derive(Debug, clap::Args)]
pub(super) struct RenderArguments {
    /// Such as seega-5-classic
    variant: String,
    /// A position, as `siwa rules` writes them
    position: String,
    /// A move to play there first; it is shown as the last one
    #[arg(long, value_name = "MOVE")]
    last: Option<String>,
    /// A move to propose after that, unplayed
    #[arg(long, value_name = "MOVE")]
    preview: Option<String>,
    #[command(flatten)]
    look: look::Look,
    /// Pixels across, to the nearest whole square; 560 to 900, by the board, if not said
    #[arg(long, value_name = "N", value_parser = width())]
    size: Option<u16>,
    /// Where the PNG goes, or - for the standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

fn width() -> clap::builder::RangedI64ValueParser<u16> {
    let (least, most) = Size::WIDTHS.into_inner();
    clap::value_parser!(u16).range(i64::from(least)..=i64::from(most))
}

pub(super) fn run(arguments: &RenderArguments, registry: Registry) -> Result<(), Failure> {
    let diagram = diagram(registry, arguments)?;
    let natural = arguments.look.view();
    let view = View {
        size: arguments.size.map_or(natural.size, Size::Width),
        ..natural
    };
    let png = look::painter()?.png(&diagram, view);
    look::write(&arguments.out, &png.map_err(look::unpainted)?)
}

/// The position, with the last move and the proposed one.
fn diagram(registry: Registry, arguments: &RenderArguments) -> Result<Diagram, Failure> {
    let variant = arguments.variant.as_str();
    let (rules, variant) = registry
        .variant(variant)
        .ok_or_else(|| Message::new("cli-rules-unknown-variant").with("variant", variant))?;
    let mut line = rules.parse(variant, &arguments.position)?;
    if let Some(text) = &arguments.last {
        running(line.as_ref())
            .and_then(|()| line.play(text))
            .map_err(|problem| refused("--last", problem))?;
    }
    if let Some(text) = &arguments.preview {
        let proposed = running(line.as_ref()).and_then(|()| line.propose(text));
        let (_, diagram) = proposed.map_err(|problem| refused("--preview", problem))?;
        return Ok(diagram);
    }
    Ok(match line.outcome() {
        None => line.diagram(),
        over => line.concluded(over),
    })
}

/// Nothing is played when the game is over.
fn running(line: &dyn Play) -> Result<(), Message> {
    match line.outcome() {
        Some(_) => Err(Message::new("cli-rules-over")),
        None => Ok(()),
    }
}

fn refused(option: &'static str, problem: Message) -> Failure {
    Message::new("cli-render-move")
        .with("option", option)
        .with("problem", problem)
}
