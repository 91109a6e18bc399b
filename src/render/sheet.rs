//! Every piece, mark and theme in one picture, for those who work on them.

use super::figure::Figure;
use super::kit::Tile;
use super::layout::{Layout, Scale};
use super::png::{Canvas, encode};
use super::shapes::{bytes, mix};
use super::sprites::Appearance;
use super::theme::{THEMES, Theme};
use super::view::{Orientation, Size};
use super::{Error, Painter};
use crate::rules::{Diagram, Goal, Mark, Piece, Place, Shape, Side, Square};

/// The edge of a square, and how much room is around everything.
const CELL: u32 = 64;
const GAP: u32 = 24;
/// How wide the names of the pieces are, and how high the names above the squares.
const NAMES: u32 = 72;
const HEAD: u32 = 72;
/// The height of the letters, of a theme's name and of the others.
const TITLE: f32 = 30.0;
const WORDS: f32 = 16.0;
/// How wide the boards with goals are.
const BOARD: u32 = 264;

/// The marks by name; the first two are none, on both grounds. The last is where a
/// proposed move ends.
const MARKS: [(&str, Option<Mark>); 15] = [
    ("plain", None),
    ("plain", None),
    ("from", Some(Mark::From)),
    ("path", Some(Mark::Path)),
    ("to", Some(Mark::To)),
    ("proposed", Some(Mark::To)),
    ("captured-1", Some(Mark::Captured(Side::First))),
    ("captured-2", Some(Mark::Captured(Side::Second))),
    ("closed", Some(Mark::Closed)),
    ("special", Some(Mark::Special)),
    ("ready", Some(Mark::Ready)),
    ("target", Some(Mark::Target)),
    ("wall-1", Some(Mark::Wall(Side::First))),
    ("wall-2", Some(Mark::Wall(Side::Second))),
    ("decisive", Some(Mark::Decisive)),
];

/// The pieces by name.
const FIGURES: [(&str, Option<Figure>); 7] = [
    ("empty", None),
    ("first", Some(Figure::First)),
    ("second", Some(Figure::Second)),
    ("nobody", Some(Figure::Nobody)),
    ("one", Some(Figure::One)),
    ("two", Some(Figure::Two)),
    ("three", Some(Figure::Three)),
];

/// A contact sheet: every piece with every mark in every theme, and goals, arrows
/// and proposals. Its only words are the ids of themes, pieces and marks.
///
/// # Errors
/// If the picture cannot be written.
pub fn sheet(painter: &Painter) -> Result<Vec<u8>, Error> {
    let grid = NAMES + CELL * MARKS.len() as u32;
    let width = 4 * GAP + grid + 2 * BOARD;
    let height = HEAD + CELL * FIGURES.len() as u32 + GAP;
    let mut whole = Canvas::filled(width, height * THEMES.len() as u32, 0);
    let mut palette = Vec::new();
    for (theme, top) in THEMES.iter().zip((0..).step_by(height as usize)) {
        // Four palettes are fewer colours than a picture may have.
        let later = u8::try_from(palette.len()).map_err(|_| Error::TooLarge)?;
        palette.extend_from_slice(painter.kit.palette(theme).colours());
        let panel = panel(painter, theme, (width, height));
        whole.lay(&panel, later, (0, top));
    }
    encode(whole, &palette)
}

/// All of one theme.
fn panel(painter: &Painter, theme: &'static Theme, (width, height): (u32, u32)) -> Canvas {
    let kit = &painter.kit;
    let palette = kit.palette(theme);
    let ink = |cover: f32| palette.place(bytes(mix(theme.frame, theme.letters, cover).rgb()));
    let mut canvas = Canvas::filled(width, height, ink(0.0));
    let say = |canvas: &mut Canvas, words: &str, (x, y): (u32, u32), height: f32| {
        kit.words(canvas, words, (x as f32, y as f32), height, ink);
    };
    say(&mut canvas, theme.id, (GAP, 34), TITLE);
    let scale = Scale {
        cell: CELL,
        margin: 0,
        letters: 0,
        line: 0,
    };
    let column = |i: usize| GAP + NAMES + CELL * i as u32;
    for (i, (name, _)) in MARKS.iter().enumerate() {
        // By turns at two heights: the names are wider than the squares.
        let down = if i % 2 == 1 { 46 } else { 64 };
        say(&mut canvas, name, (column(i), down), WORDS);
    }
    for (j, (name, figure)) in FIGURES.iter().enumerate() {
        let top = HEAD + CELL * j as u32;
        say(&mut canvas, name, (GAP, top + CELL / 2 + 5), WORDS);
        for (i, (name, mark)) in MARKS.iter().enumerate() {
            let odd = if i < 2 { i == 1 } else { (i + j) % 2 == 1 };
            let look = Appearance::new(odd, *figure, *mark).proposed(*name == "proposed");
            let tile = kit.tile(theme, scale, Tile::Cell(look));
            canvas.paste(&tile, CELL, (column(i), top));
        }
    }
    let right = column(MARKS.len()) + GAP;
    let size = Size::Width(BOARD as u16);
    for (proposed, left) in [(false, right), (true, right + BOARD + GAP)] {
        let diagram = example(proposed);
        let layout = Layout::of(&diagram, Orientation::First, size);
        let board = painter.draw(&diagram, layout, theme);
        canvas.lay(&board, 0, (left, HEAD));
    }
    canvas
}

/// A way through another piece into a goal, and a piece that is displaced.
fn example(proposed: bool) -> Diagram {
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
    let mut route: Vec<Place> = [(0, 0), (0, 1), (1, 1), (1, 2)]
        .into_iter()
        .filter_map(square)
        .map(Place::Square)
        .take(if proposed { 3 } else { 4 })
        .collect();
    if !proposed {
        route.push(Place::Goal(Side::Second));
    }
    Diagram {
        files: 3,
        ranks: 3,
        side_term: "",
        letters: ["S", "N"],
        pieces: pieces
            .into_iter()
            .filter_map(|(at, worth)| Some((square(at)?, rings(worth))))
            .collect(),
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
    }
}
