//! The palette of a theme: pictures have few colours, so that their files are small.

use std::array::from_fn;

use image::{GrayImage, Luma, Rgb, RgbImage};

use super::rgba::{Rgba, inked};
use super::theme::Theme;

/// The number of steps in which an edge fades, and ink into it: each costs bytes in the picture.
pub(super) const STEPS: usize = 4;

/// Each colour of a palette blended with an arrow, step by step: its edge covers the colour, then
/// its ink covers the edge.
pub(super) type Blends = Vec<[u8; 2 * STEPS + 1]>;

/// The colours of a theme.
#[derive(Default)]
pub(super) struct Palette {
    colours: Vec<Rgb<u8>>,
    /// Under the arrow of the last move.
    pub(super) route: Blends,
    /// Under the arrow of a displaced piece.
    pub(super) flight: Blends,
}

impl Palette {
    /// The palette of a theme: its inks on the board, so that flat areas are exact, and colours
    /// halfway between inks that meet, so that edges are smooth. Other colours become the nearest
    /// of these; each additional one would cost bytes in every picture.
    pub(super) fn new(theme: &Theme) -> Self {
        let mut palette = Self::default();
        for colour in flat(theme).into_iter().chain(edges(theme)).map(Rgba::rgb) {
            if !palette.colours.contains(&colour) {
                palette.colours.push(colour);
            }
        }
        [palette.route, palette.flight] =
            [theme.route, theme.flight].map(|inks| palette.under(inks));
        palette
    }

    /// The colours blended with an ink and its edge.
    fn under(&self, [ink, edge]: [Rgba; 2]) -> Blends {
        let blend = |old: Rgb<u8>, step: usize| {
            let part = step as f32 / STEPS as f32;
            let edged = inked(old, edge.times(part.min(1.0)));
            self.place(inked(edged, ink.times((part - 1.0).max(0.0)))).0[0]
        };
        let steps = |old: &Rgb<u8>| from_fn(|step| blend(*old, step));
        self.colours.iter().map(steps).collect()
    }

    /// The number of colours.
    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// Red, green and blue of each colour, as stored in files.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| colour.0).collect()
    }

    /// The index of the nearest colour, as a pixel of a canvas.
    pub(super) fn place(&self, colour: Rgb<u8>) -> Luma<u8> {
        let places = self.colours.iter().enumerate();
        let nearest = places.min_by_key(|(_, other)| distance(colour, **other));
        // The palette has far fewer colours than a pixel has values.
        Luma([nearest.map_or(0, |(place, _)| place as u8)])
    }

    /// A picture as indexes of the nearest colours.
    pub(super) fn indexed(&self, picture: &RgbImage) -> GrayImage {
        let (width, height) = picture.dimensions();
        let mut colour = Rgb([0; 3]);
        let mut place = self.place(colour);
        GrayImage::from_fn(width, height, |x, y| {
            let next = *picture.get_pixel(x, y);
            // Most neighbours are equal.
            if next != colour {
                colour = next;
                place = self.place(next);
            }
            place
        })
    }
}

/// The inks of a theme, each over its background.
fn flat(theme: &Theme) -> Vec<Rgba> {
    let grounds = theme.grounds;
    let covers = [theme.grain, theme.tints[0], theme.tints[1], theme.ready[1]];
    let covered = covers.map(|ink| grounds.map(|ground| ink.on(ground)));
    let [line, light] = theme.groove;
    let small = [theme.closed[1], theme.special[1], line, light].map(|ink| ink.on(theme.ground()));
    let [floor, shadow, way] = theme.goal_colours;
    let inks: [&[Rgba]; 10] = [
        &grounds,
        covered.as_flattened(),
        &small,
        &[theme.frame, theme.inner_edge, theme.outline, theme.letters],
        // The hue of a mark is part of its meaning.
        &[theme.moved, theme.taken[0], theme.target[0]],
        &theme.decisive,
        &theme.route,
        &theme.flight,
        theme.pieces.as_flattened(),
        &[floor, shadow.on(floor), way, theme.gate()],
    ];
    inks.concat()
}

/// The colours halfway between inks that meet.
fn edges(theme: &Theme) -> Vec<Rgba> {
    let half = |over: Rgba, under: Rgba| over.times(0.5).on(under);
    let ground = theme.ground();
    let meet = |[face, _, _, rim, engraving]: [Rgba; 5]| [half(rim, ground), half(engraving, face)];
    let pieces = theme.pieces.map(meet);
    let marks = [
        half(theme.taken[0], ground),
        half(theme.letters, theme.frame),
    ];
    [pieces.as_flattened(), &marks].concat()
}

/// How different two colours look: the sum of squared differences, with approximate weights of
/// perception.
fn distance(Rgb([red, green, blue]): Rgb<u8>, Rgb([r, g, b]): Rgb<u8>) -> u32 {
    let squared = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    3 * squared(red, r) + 4 * squared(green, g) + 2 * squared(blue, b)
}
