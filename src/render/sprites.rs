//! Every way a cell can look, each drawn once.

use std::sync::OnceLock;

use super::palette::{Palette, Rgb};
use super::shapes::{
    Point, Sample, bytes, circle, corners, cross, eighth, rounded, smooth, spark, star, stripes,
};
use super::theme::{Look, Scale, Theme};
use crate::rules::{Diagram, Mark, Piece, Shape, Side, Square};

/// Samples along a pixel's edge: pictures are drawn at four times their size.
const SAMPLES: u32 = 4;

/// The marks, each with a bit of [`Appearance::marks`].
const MARKS: [Mark; 8] = [
    Mark::From,
    Mark::Path,
    Mark::To,
    Mark::Captured(Side::First),
    Mark::Captured(Side::Second),
    Mark::Closed,
    Mark::Special,
    Mark::Ready,
];

/// What stands on a cell, as far as looks go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure {
    First,
    Second,
    Nobody,
    /// One, two and three rings, whoever owns them.
    One,
    Two,
    Three,
}

impl Figure {
    /// How many there are.
    const COUNT: usize = 6;

    fn of(piece: Piece) -> Self {
        match (piece.shape, piece.owner) {
            (Shape::Stone, Some(side)) => Self::by(side),
            (Shape::Stone, None) => Self::Nobody,
            (Shape::Rings(..=1), _) => Self::One,
            (Shape::Rings(2), _) => Self::Two,
            (Shape::Rings(_), _) => Self::Three,
        }
    }

    /// Whose look it has.
    fn look(self, theme: &Theme) -> Look {
        let place = match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Nobody | Self::One | Self::Two | Self::Three => 2,
        };
        theme.pieces[place]
    }

    fn by(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// Its outline. Sides differ in outline and not in colour alone; they go
    /// with the letters `x` and `o` of written positions.
    fn outline(self, at: Point) -> f32 {
        match self {
            Self::First => rounded(at, 0.312, 0.08),
            Self::Second => circle(at, 0.345),
            Self::Nobody => rounded(eighth(at), 0.27, 0.05),
            Self::One | Self::Two | Self::Three => circle(at, 0.38),
        }
    }

    /// What is engraved on it: like its outline, an `x` and an `o`.
    fn engraving(self, at: Point) -> f32 {
        match self {
            Self::First => spark(at, 0.25, 0.052),
            Self::Second => circle(at, 0.185).abs() - 0.018,
            Self::Nobody => circle(at, 0.058),
            Self::One => rings(at, &[0.1]),
            Self::Two => rings(at, &[0.1, 0.2]),
            Self::Three => rings(at, &[0.1, 0.2, 0.3]),
        }
    }
}

/// One way a cell can look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Appearance {
    /// Which of the two grounds it has.
    odd: bool,
    figure: Option<Figure>,
    marks: usize,
}

impl Appearance {
    /// How many there are.
    const COUNT: usize = 2 * (Figure::COUNT + 1) * (1 << MARKS.len());

    /// How a square of a diagram looks.
    pub(super) fn of(diagram: &Diagram, square: Square) -> Self {
        let marks = diagram.marks.iter().filter(|(at, _)| *at == square);
        Self {
            odd: (square.file() + square.rank()) % 2 == 1,
            figure: diagram.piece(square).map(Figure::of),
            marks: marks.fold(0, |bits, (_, mark)| bits | bit(*mark)),
        }
    }

    /// Those that show every colour there is, for choosing a palette.
    pub(super) fn samples() -> impl Iterator<Item = Self> {
        let figures = [
            None,
            Some(Figure::First),
            Some(Figure::Second),
            Some(Figure::Nobody),
        ];
        // Special squares bear other marks too; other pairs are rare enough to
        // take the nearest colours there are.
        let special = [0, bit(Mark::Special)];
        // Ready has the colour of what moved last.
        let marks = std::iter::once(0).chain(MARKS[..7].iter().map(|mark| bit(*mark)));
        let marks = marks.flat_map(move |bits| special.map(|special| bits | special));
        marks.flat_map(move |marks| {
            figures
                .into_iter()
                .flat_map(move |figure| [false, true].map(|odd| Self { odd, figure, marks }))
        })
    }

    /// Its place among all.
    fn place(self) -> usize {
        let figure = self.figure.map_or(0, |figure| figure as usize + 1);
        (self.marks * (Figure::COUNT + 1) + figure) * 2 + usize::from(self.odd)
    }

    fn bears(self, mark: Mark) -> bool {
        self.marks & bit(mark) != 0
    }

    /// The colours of the cell, `edge` pixels wide, as the mean of
    /// `samples` × `samples` a pixel.
    pub(super) fn draw(self, theme: &Theme, edge: u32, samples: u32) -> Vec<Rgb> {
        let fine = edge * samples;
        let step = 1.0 / fine as f32;
        let place = |fine: u32| (fine as f32 + 0.5) * step - 0.5;
        let mut pixels = Vec::with_capacity((edge * edge) as usize);
        for (y, x) in (0..edge).flat_map(|y| (0..edge).map(move |x| (y, x))) {
            let mut sum = [0.0; 3];
            for i in 0..samples * samples {
                let (dx, dy) = (i % samples, i / samples);
                let at = (place(x * samples + dx), place(y * samples + dy));
                let colour = self.sample(theme, at, step);
                for (total, part) in sum.iter_mut().zip(colour) {
                    *total += part;
                }
            }
            pixels.push(bytes(sum.map(|total| total / (samples * samples) as f32)));
        }
        pixels
    }

    /// The colour at one point: layer upon layer, from the wood up.
    fn sample(self, theme: &Theme, at: Point, edge: f32) -> [f32; 3] {
        let mut sample = Sample::new(at, edge, theme.grounds[usize::from(self.odd)]);
        self.ground(&mut sample, theme);
        self.ornament(&mut sample, theme);
        self.last_move(&mut sample, theme);
        for side in Side::BOTH {
            if self.bears(Mark::Captured(side)) {
                ghost(&mut sample, theme, Figure::by(side));
            }
        }
        if let Some(figure) = self.figure {
            piece(&mut sample, theme, figure);
        }
        if Side::BOTH
            .iter()
            .any(|side| self.bears(Mark::Captured(*side)))
        {
            strike(&mut sample, theme);
        }
        sample.colour()
    }

    /// The groove around the cell, and its tints.
    fn ground(self, sample: &mut Sample, theme: &Theme) {
        if self.bears(Mark::From) {
            sample.cover(theme.tints[0]);
        }
        if self.bears(Mark::To) {
            sample.cover(theme.tints[1]);
        }
        let (x, y) = sample.at;
        let border = 0.5 - x.abs().max(y.abs());
        let upper_left = 0.5 + x.min(y);
        sample.fill(upper_left - 0.022, theme.groove[1]);
        sample.fill(border - 0.009, theme.groove[0]);
    }

    /// What is special or closed about the square.
    fn ornament(self, sample: &mut Sample, theme: &Theme) {
        let at = sample.at;
        if self.bears(Mark::Special) {
            let [line, filling] = theme.special;
            // Outside a piece, for the square stays special under it.
            sample.stroke(rounded(at, 0.415, 0.0), 0.016, line);
            sample.fill(star(at, 0.2), filling);
            sample.stroke(star(at, 0.2), 0.016, line);
            sample.stroke(circle(at, 0.1), 0.014, line);
            sample.fill(circle(at, 0.035), line);
        }
        if self.bears(Mark::Closed) {
            let [stripe, tint] = theme.closed;
            let mut inside = rounded(at, 0.415, 0.0);
            sample.stroke(inside, 0.024, stripe);
            if self.bears(Mark::Special) {
                // The ornament stays whole.
                inside = inside.max(0.03 - star(at, 0.2));
            }
            sample.fill(inside, tint);
            sample.fill(inside.max(stripes(at, 0.11) - 0.015), stripe);
        }
    }

    /// Where the last move began, passed and ended.
    fn last_move(self, sample: &mut Sample, theme: &Theme) {
        let at = sample.at;
        if self.bears(Mark::To) {
            sample.stroke(rounded(at, 0.468, 0.0), 0.045, theme.moved);
        }
        if self.bears(Mark::From) {
            sample.stroke(corners(at, 0.40, 0.14), 0.045, theme.moved);
        }
        if self.bears(Mark::Ready) {
            sample.stroke(rounded(at, 0.44, 0.04), 0.02, theme.moved);
        }
        if self.bears(Mark::Path) {
            let dot = if self.figure.is_none() {
                circle(at, 0.09)
            } else {
                // A piece hides the middle: the dot goes into the corners.
                circle((at.0.abs() - 0.4, at.1.abs() - 0.4), 0.05)
            };
            sample.fill(dot, theme.moved);
        }
    }
}

/// The bit of a mark: a new mark must say here how it is kept apart.
fn bit(mark: Mark) -> usize {
    1 << match mark {
        Mark::From => 0,
        Mark::Path => 1,
        Mark::To => 2,
        Mark::Captured(Side::First) => 3,
        Mark::Captured(Side::Second) => 4,
        Mark::Closed => 5,
        Mark::Special => 6,
        Mark::Ready => 7,
    }
}

/// Thin circles about the middle.
fn rings(at: Point, radii: &[f32]) -> f32 {
    let ring = |radius: &f32| circle(at, *radius).abs() - 0.026;
    radii.iter().map(ring).fold(f32::INFINITY, f32::min)
}

/// The outline of a piece that is no longer there.
fn ghost(sample: &mut Sample, theme: &Theme, figure: Figure) {
    let outline = figure.outline(sample.at);
    let Look { lit, .. } = figure.look(theme);
    sample.fill(outline, lit.times(0.14));
    sample.stroke(outline, 0.03, theme.taken[0].times(0.8));
}

/// The cross over what was taken.
fn strike(sample: &mut Sample, theme: &Theme) {
    let line = cross(sample.at, 0.3);
    sample.fill(line - 0.055, theme.taken[1]);
    sample.fill(line - 0.034, theme.taken[0]);
}

/// A piece, lit from the upper left.
fn piece(sample: &mut Sample, theme: &Theme, figure: Figure) {
    let at = sample.at;
    let Look {
        lit,
        shaded,
        rim,
        engraving,
    } = figure.look(theme);
    let shadow = figure.outline((at.0 - 0.014, at.1 - 0.034));
    sample.glow(shadow, 0.05, theme.shadow);
    let outline = figure.outline(at);
    sample.fill(outline, rim);
    let slope = ((at.0 + at.1) / 0.62).clamp(-1.0, 1.0);
    let face = outline + 0.016;
    sample.fill(face, lit);
    sample.fill(face, shaded.times(slope * 0.5 + 0.5));
    // The edge catches the light above and loses it below.
    if face < 0.0 {
        let edge = smooth(-0.055, 0.0, face);
        let (ink, part) = if slope < 0.0 {
            (theme.bevel[0], -slope)
        } else {
            (theme.bevel[1], slope)
        };
        sample.cover(ink.times(edge * part));
    }
    // A groove: its lower wall catches the light.
    let cut = figure.engraving((at.0 - 0.008, at.1 - 0.012));
    sample.fill(cut, theme.gleam);
    sample.fill(figure.engraving(at), engraving);
}

/// The cells of one scale, as places in the palette.
pub(super) struct Sprites {
    /// How large they are.
    pub(super) scale: Scale,
    cells: Vec<OnceLock<Vec<u8>>>,
}

impl Sprites {
    /// Nothing drawn yet.
    pub(super) fn new(scale: Scale) -> Self {
        let cells = (0..Appearance::COUNT).map(|_| OnceLock::new()).collect();
        Self { scale, cells }
    }

    /// A cell that looks so, drawn if it never was before.
    pub(super) fn cell(&self, look: Appearance, theme: &Theme, palette: &Palette) -> &[u8] {
        // Every appearance has a place below COUNT.
        self.cells[look.place()]
            .get_or_init(|| palette.places(look.draw(theme, self.scale.cell, SAMPLES)))
    }
}
