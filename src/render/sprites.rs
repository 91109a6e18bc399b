//! Every way a cell can look, each drawn once.

use std::sync::OnceLock;

use super::figure::{Figure, piece};
use super::palette::{Palette, Rgb};
use super::shapes::{Point, Sample, bytes, circle, corners, cross, rounded, star, stripes};
use super::theme::{Look, Scale, Theme};
use super::trays::Tray;
use crate::rules::{Diagram, Mark, Side, Square};

/// Samples along a pixel's edge: pictures are drawn at four times their size.
const SAMPLES: u32 = 4;

/// The marks, each with a bit of [`Appearance::marks`].
const MARKS: [Mark; 11] = [
    Mark::From,
    Mark::Path,
    Mark::To,
    Mark::Captured(Side::First),
    Mark::Captured(Side::Second),
    Mark::Closed,
    Mark::Special,
    Mark::Ready,
    Mark::Target,
    Mark::Wall,
    Mark::Decisive,
];

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
        // Who is ready is only marked where pieces have rings.
        let marks = std::iter::once(0).chain(MARKS[..7].iter().map(|mark| bit(*mark)));
        let marks = marks.flat_map(move |bits| special.map(|special| bits | special));
        marks.flat_map(move |marks| {
            figures
                .into_iter()
                .flat_map(move |figure| [false, true].map(|odd| Self { odd, figure, marks }))
        })
    }

    /// Those of boards where pieces have rings, for a palette of their own.
    pub(super) fn ringed() -> impl Iterator<Item = Self> {
        let rings = [
            None,
            Some(Figure::One),
            Some(Figure::Two),
            Some(Figure::Three),
        ];
        let marks = [
            0,
            bit(Mark::From),
            bit(Mark::Path),
            bit(Mark::To),
            bit(Mark::Closed),
            bit(Mark::Ready),
        ];
        let ringed = marks
            .into_iter()
            .flat_map(move |marks| rings.map(|figure| (figure, marks)));
        let stones = [(Some(Figure::First), 0), (Some(Figure::Second), 0)];
        ringed
            .chain(stones)
            .flat_map(|(figure, marks)| [false, true].map(|odd| Self { odd, figure, marks }))
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
        supersample(edge, samples, |at, step| self.sample(theme, at, step))
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
        if self.bears(Mark::Ready) {
            sample.cover(theme.ready[0]);
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
            let line = (at.0, at.1 - 0.452);
            let line = (line.0.abs() - 0.3).max(0.0).hypot(line.1) - 0.024;
            sample.fill(line, theme.ready[1]);
        }
        if self.bears(Mark::Path) {
            let dot = match self.figure {
                None => circle(at, 0.09),
                // A dot that shows all around the piece.
                Some(figure) if figure.has_rings() => circle(at, 0.44),
                // A piece hides the middle: the dot goes into the corners.
                Some(_) => circle((at.0.abs() - 0.4, at.1.abs() - 0.4), 0.05),
            };
            sample.fill(dot, theme.moved);
        }
    }
}

/// A square picture, `edge` pixels wide, each pixel the mean of
/// `samples` × `samples` points.
pub(super) fn supersample(
    edge: u32,
    samples: u32,
    sample: impl Fn(Point, f32) -> [f32; 3],
) -> Vec<Rgb> {
    let fine = edge * samples;
    let step = 1.0 / fine as f32;
    let place = |fine: u32| (fine as f32 + 0.5) * step - 0.5;
    let mut pixels = Vec::with_capacity((edge * edge) as usize);
    for (y, x) in (0..edge).flat_map(|y| (0..edge).map(move |x| (y, x))) {
        let mut sum = [0.0; 3];
        for i in 0..samples * samples {
            let (dx, dy) = (i % samples, i / samples);
            let at = (place(x * samples + dx), place(y * samples + dy));
            let colour = sample(at, step);
            for (total, part) in sum.iter_mut().zip(colour) {
                *total += part;
            }
        }
        pixels.push(bytes(sum.map(|total| total / (samples * samples) as f32)));
    }
    pixels
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
        Mark::Target => 8,
        Mark::Wall => 9,
        Mark::Decisive => 10,
    }
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

/// The cells of one scale, as places in the palette.
pub(super) struct Sprites {
    /// How large they are.
    pub(super) scale: Scale,
    cells: Vec<OnceLock<Vec<u8>>>,
    trays: Vec<OnceLock<Vec<u8>>>,
}

impl Sprites {
    /// Nothing drawn yet.
    pub(super) fn new(scale: Scale) -> Self {
        let blank = |count| (0..count).map(|_| OnceLock::new()).collect();
        Self {
            scale,
            cells: blank(Appearance::COUNT),
            trays: blank(Tray::COUNT),
        }
    }

    /// A cell that looks so, drawn if it never was before.
    pub(super) fn cell(&self, look: Appearance, theme: &Theme, palette: &Palette) -> &[u8] {
        // Every appearance has a place below COUNT.
        self.cells[look.place()]
            .get_or_init(|| palette.places(look.draw(theme, self.scale.cell, SAMPLES)))
    }

    /// A part of a goal that looks so, drawn if it never was before.
    pub(super) fn tray(&self, look: Tray, theme: &Theme, palette: &Palette) -> &[u8] {
        self.trays[look.place()]
            .get_or_init(|| palette.places(look.draw(theme, self.scale.cell, SAMPLES)))
    }
}
