//! `siwa-lab contact-sheet`: every piece and mark in every theme, in one picture.

use std::path::PathBuf;

use ab_glyph::FontRef;
use image::{GenericImage as _, Rgb, RgbImage, imageops};
use imageproc::drawing::draw_text_mut;
use siwa::cli::terminal::Failure;
use siwa_boards::{Painter, Size, THEMES, View};
use siwa_games::rules::{Diagram, Goal, Mark, Piece, Place, Shape, Side, Square};
use siwa_games::text::Text;

const FONT: &[u8] = include_bytes!("../../boards/assets/fonts/Cabin-SemiBold.otf");

/// The margin, and the height of the names above a theme's boards.
const GAP: u32 = 24;
const HEAD: u32 = 84;

/// The marks by name, from left to right, on two boards.
const MARKS: [&[(&str, Option<Mark>)]; 2] = [
    &[
        ("plain", None),
        ("from", Some(Mark::From)),
        ("path", Some(Mark::Path)),
        ("to", Some(Mark::To)),
        ("taken, 1st", Some(Mark::Captured(Side::First))),
        ("taken, 2nd", Some(Mark::Captured(Side::Second))),
        ("closed", Some(Mark::Closed)),
        ("special", Some(Mark::Special)),
    ],
    // This board shows a proposal.
    &[
        ("proposed", Some(Mark::To)),
        ("ready", Some(Mark::Ready)),
        ("target", Some(Mark::Target)),
        ("wall, 1st", Some(Mark::Wall(Side::First))),
        ("wall, 2nd", Some(Mark::Wall(Side::Second))),
        ("decisive", Some(Mark::Decisive)),
        ("refused", Some(Mark::Refused)),
    ],
];

/// The widths of the two boards, with squares of 64 pixels, and of those with goals.
const WIDTHS: [u16; 4] = [576, 512, 264, 264];

/// Arguments of `siwa-lab contact-sheet`.
#[derive(Debug, clap::Args)]
pub(super) struct ContactSheetArguments {
    /// Output file
    out: PathBuf,
}

/// Draws the contact sheet and writes it as PNG.
pub(super) fn run(arguments: &ContactSheetArguments) -> Result<(), Failure> {
    let sheet = sheet(&Painter::new().map_err(undrawn)?)?;
    sheet.save(&arguments.out).map_err(|error| {
        Text::new("cli-file-written")
            .with("file", arguments.out.display().to_string())
            .with("problem", error.to_string())
    })
}

fn undrawn(error: impl std::error::Error) -> Failure {
    Text::new("cli-painter").with("problem", error.to_string())
}

fn sheet(painter: &Painter) -> Result<RgbImage, Failure> {
    let boards = [marked(0), marked(1), moved(false), moved(true)];
    let font = FontRef::try_from_slice(FONT).map_err(undrawn)?;
    let mut whole = RgbImage::new(0, 0);
    for theme in THEMES.iter() {
        let pictures = boards.iter().zip(WIDTHS).map(|(diagram, width)| {
            let view = View {
                theme,
                orientation: Side::First,
                size: Size::Width(width),
            };
            let png = painter.png(diagram, view).map_err(undrawn)?;
            let picture = image::load_from_memory(&png).map_err(undrawn)?;
            Ok(picture.to_rgb8())
        });
        let pictures = pictures.collect::<Result<Vec<_>, Failure>>()?;
        let width = pictures
            .iter()
            .map(|picture| picture.width() + GAP)
            .sum::<u32>()
            + GAP;
        let height = pictures.iter().map(RgbImage::height).max().unwrap_or(0) + HEAD + GAP;
        let mut panel = RgbImage::from_pixel(width, height, Rgb([0x80; 3]));
        let ink = Rgb([0xff; 3]);
        draw_text_mut(&mut panel, ink, GAP as i32, 8, 34.0, &font, theme.id);
        let mut left = GAP;
        for (i, picture) in pictures.iter().enumerate() {
            imageops::replace(&mut panel, picture, left.into(), HEAD.into());
            for (file, (name, _)) in MARKS
                .get(i)
                .iter()
                .flat_map(|marks| marks.iter())
                .enumerate()
            {
                let x = left + 34 + 64 * file as u32;
                // Alternate between two heights, because the names are wider than the squares.
                let y = HEAD as i32 - if file % 2 == 0 { 20 } else { 38 };
                draw_text_mut(&mut panel, ink, x as i32, y, 18.0, &font, name);
            }
            left += picture.width() + GAP;
        }
        let above = std::mem::replace(&mut whole, RgbImage::new(0, 0));
        whole = RgbImage::new(width, above.height() + height);
        whole.copy_from(&above, 0, 0).map_err(undrawn)?;
        whole
            .copy_from(&panel, 0, above.height())
            .map_err(undrawn)?;
    }
    Ok(whole)
}

/// A board with goals and these pieces.
fn board(files: u8, ranks: u8, pieces: Vec<(Square, Piece)>) -> Diagram {
    Diagram {
        files,
        ranks,
        side_term: "",
        letters: ["S", "N"],
        pieces,
        marks: Vec::new(),
        goals: Vec::new(),
        route: Vec::new(),
        flight: None,
        proposed: false,
    }
}

/// Every piece with every mark of a board; the bottom squares are empty.
fn marked(which: usize) -> Diagram {
    let stone = |owner| (Shape::Stone, owner);
    let rings = [1, 2, 3].map(|rings| (Shape::Rings(rings), None));
    let stones = [Some(Side::First), Some(Side::Second), None].map(stone);
    let mut pieces = Vec::new();
    let mut marks = Vec::new();
    let looks = std::iter::once(None).chain(stones.into_iter().chain(rings).map(Some));
    for (rank, look) in (0..).zip(looks) {
        for (file, (_, mark)) in (0..).zip(MARKS[which]) {
            let Some(square) = Square::new(file, rank) else {
                continue;
            };
            pieces.extend(look.map(|(shape, owner)| (square, Piece { shape, owner })));
            marks.extend(mark.map(|mark| (square, mark)));
        }
    }
    Diagram {
        marks,
        proposed: which == 1,
        ..board(MARKS[which].len() as u8, 7, pieces)
    }
}

/// A route by way of another piece into a goal, and a displaced piece.
fn moved(proposed: bool) -> Diagram {
    let square = |(file, rank)| Square::new(file, rank);
    let rings = |rings| Piece {
        shape: Shape::Rings(rings),
        owner: None,
    };
    let pieces = [((0, 1), 1), ((1, 1), 2), ((2, 0), 3)];
    let marks = [
        ((0, 0), Mark::From),
        ((0, 1), Mark::Path),
        ((1, 1), Mark::To),
        ((2, 2), Mark::Target),
    ];
    let goal = |side, rank, gates: &[u8]| Goal {
        side,
        gates: gates.iter().filter_map(|f| square((*f, rank))).collect(),
        piece: (side == Side::Second && !proposed).then(|| rings(3)),
    };
    let way = [(0, 0), (0, 1), (1, 1), (1, 2)]
        .into_iter()
        .filter_map(square);
    let mut route: Vec<Place> = way.map(Place::Square).collect();
    if proposed {
        route.pop();
    } else {
        route.push(Place::Goal(Side::Second));
    }
    let put = |(at, worth)| Some((square(at)?, rings(worth)));
    Diagram {
        marks: marks
            .into_iter()
            .filter_map(|(at, mark)| Some((square(at)?, mark)))
            .collect(),
        goals: vec![
            goal(Side::First, 0, &[0, 1]),
            goal(Side::Second, 2, &[1, 2]),
        ],
        route,
        flight: square((1, 1)).zip(square((2, 0))).map(<[Square; 2]>::from),
        proposed,
        ..board(3, 3, pieces.into_iter().filter_map(put).collect())
    }
}
