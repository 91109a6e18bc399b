//! Every way a cell can look, each drawn once.

use super::figure::{Figure, ghost, piece};
use super::marks;
use super::palette::Rgb;
use super::shapes::{Point, Sample, bytes, mix};
use super::theme::Theme;
use crate::rules::{Diagram, Mark, Side, Square};

/// Samples along a pixel's edge; outlines are smooth in each of them already.
pub(super) const SAMPLES: u32 = 2;

/// How much is seen of a piece that has not been moved there yet.
const PROPOSED: f32 = 0.6;

/// All marks. Each has one meaning and one shape everywhere.
pub(super) const MARKS: [Mark; 12] = [
    Mark::From,
    Mark::Path,
    Mark::To,
    Mark::Captured(Side::First),
    Mark::Captured(Side::Second),
    Mark::Closed,
    Mark::Special,
    Mark::Ready,
    Mark::Target,
    Mark::Wall(Side::First),
    Mark::Wall(Side::Second),
    Mark::Decisive,
];

/// One way a cell can look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Appearance {
    /// Which of the two grounds it has.
    pub(super) odd: bool,
    /// The piece on it.
    pub(super) figure: Option<Figure>,
    /// A bit for each mark.
    marks: u16,
    /// Whether the move that ends here is only proposed.
    proposed: bool,
}

impl Appearance {
    /// A square of the first or second ground that looks so.
    pub(super) fn new(odd: bool, figure: Option<Figure>, mark: Option<Mark>) -> Self {
        Self {
            odd,
            figure,
            marks: mark.map_or(0, bit),
            proposed: false,
        }
    }

    /// How a square of a diagram looks.
    pub(super) fn of(diagram: &Diagram, square: Square) -> Self {
        let marks = diagram.marks.iter().filter(|(at, _)| *at == square);
        Self {
            odd: (square.file() + square.rank()) % 2 == 1,
            figure: diagram.piece(square).map(Figure::of),
            marks: marks.fold(0, |bits, (_, mark)| bits | bit(*mark)),
            proposed: false,
        }
        .proposed(diagram.proposed)
    }

    /// The same in a move that is only proposed, where that makes a difference.
    pub(super) fn proposed(mut self, proposed: bool) -> Self {
        self.proposed = proposed && self.bears(Mark::To);
        self
    }

    /// Whether a move ends here that is only proposed.
    pub(super) fn is_proposed(self) -> bool {
        self.proposed
    }

    /// Those that show every colour there is, for choosing a palette.
    pub(super) fn samples() -> impl Iterator<Item = Self> {
        let figures = [
            None,
            Some(Figure::First),
            Some(Figure::Second),
            Some(Figure::Nobody),
            Some(Figure::Three),
        ];
        // Pairs of marks are rare enough to take the nearest colours there are.
        let marks = std::iter::once(0).chain(MARKS.map(bit));
        marks.flat_map(move |marks| {
            figures.into_iter().flat_map(move |figure| {
                [false, true].map(|odd| Self {
                    odd,
                    figure,
                    marks,
                    proposed: false,
                })
            })
        })
    }

    /// Whether it bears a mark.
    pub(super) fn bears(self, mark: Mark) -> bool {
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
        marks::ground(&mut sample, theme, self);
        marks::ornament(&mut sample, theme, self);
        marks::last_move(&mut sample, theme, self);
        let taken = Side::BOTH
            .into_iter()
            .find(|side| self.bears(Mark::Captured(*side)));
        let common = (self.marks == 0).then(|| mix(theme.grounds[0], theme.grounds[1], 0.5));
        match (self.figure, taken) {
            (Some(figure), None) if self.proposed => {
                let before = sample.colour();
                piece(&mut sample, theme, figure, None);
                sample.fade(before, PROPOSED);
            }
            (Some(figure), None) => piece(&mut sample, theme, figure, common),
            // It is still there, or another already stands in its place: whose it
            // was is seen by its outline.
            (Some(figure), Some(side)) => {
                piece(&mut sample, theme, figure, None);
                let outline = Figure::by(side).outline(at);
                sample.stroke(outline, 0.038, theme.taken[0]);
            }
            (None, Some(side)) => ghost(&mut sample, theme, Figure::by(side)),
            (None, None) => {}
        }
        if taken.is_some() {
            marks::strike(&mut sample, theme);
        }
        sample.colour()
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
fn bit(mark: Mark) -> u16 {
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
        Mark::Wall(Side::First) => 9,
        Mark::Wall(Side::Second) => 10,
        Mark::Decisive => 11,
    }
}
