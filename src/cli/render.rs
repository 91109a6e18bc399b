//! `siwa render`: a position as a picture.

use std::path::PathBuf;

use super::look;
use super::rules::{VariantArgument, running};
use super::terminal::Failure;
use siwa_boards::{Size, View};
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
    look: look::Look,
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
    let (rules, variant) = arguments.variant.find(registry)?;
    let mut state = rules.parse(variant, &arguments.position)?;
    if let Some(text) = &arguments.last {
        running(state.as_ref())
            .and_then(|()| state.play(text))
            .map_err(|problem| refused("--last", problem))?;
    }
    if let Some(text) = &arguments.preview {
        let proposed = running(state.as_ref()).and_then(|()| state.propose(text));
        let (_, diagram) = proposed.map_err(|problem| refused("--preview", problem))?;
        return Ok(diagram);
    }
    Ok(match state.outcome() {
        None => state.diagram(),
        over => state.concluded(over),
    })
}

fn refused(option: &'static str, problem: Text) -> Failure {
    Text::new("cli-render-move")
        .with("option", option)
        .with("problem", problem)
}
