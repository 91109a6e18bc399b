//! The one palette of a theme, chosen so that no colour is far from its own.

use std::collections::BTreeMap;

use image::imageops::ColorMap;
use image::{Luma, Rgb};

use super::appearance::Appearance;
use super::cells::{self, Tray};
use super::ink::{Ink, inked};
use super::theme::Theme;

/// How many colours a theme has: enough for smooth edges, and each costs bytes in
/// every picture.
const CAPACITY: usize = 42;

/// How wide the cells are drawn from which the palette is chosen.
const CELL: u32 = 40;

/// A colour that may yet be chosen.
struct Candidate {
    colour: Rgb<u8>,
    /// How much it matters.
    weight: u64,
    /// The distance to the nearest colour chosen so far.
    far: u64,
}

/// A theme's colours.
pub(super) struct Palette {
    colours: Vec<Rgb<u8>>,
}

impl Palette {
    /// The palette of a theme: what its cells, its goals and its frame are made of.
    pub(super) fn of(theme: &Theme) -> Self {
        let squares = Appearance::samples().map(|look| cells::square(look, theme, CELL, 1));
        let trays = Tray::samples().map(|look| cells::tray(look, theme, CELL, 1));
        let mut colours: Vec<Rgb<u8>> = Vec::new();
        for cell in squares.chain(trays) {
            colours.extend(cell.pixels());
        }
        // Arrows cross all of these: their lines, and the edges of them.
        let crossed: Vec<Rgb<u8>> = colours.iter().step_by(31).copied().collect();
        let inks = [theme.route, theme.flight].concat();
        for ink in inks.iter().flat_map(|ink| [ink.times(1.0), ink.times(0.5)]) {
            colours.extend(crossed.iter().map(|old| inked(*old, ink)));
        }
        Self::choose(&certain(theme), colours)
    }

    /// Takes the `certain` colours, then picks from those that occur, as often
    /// as they do: always the one that is served worst so far, which is far
    /// from the palette and common. So flat grounds come out exact, ramps keep
    /// their middle, and the smoothed edges share what is left.
    fn choose(certain: &[Rgb<u8>], occurring: Vec<Rgb<u8>>) -> Self {
        let mut counts: BTreeMap<[u8; 3], u64> = BTreeMap::new();
        for Rgb(colour) in occurring {
            *counts.entry(colour).or_default() += 1;
        }
        let candidate = |(colour, count): ([u8; 3], u64)| Candidate {
            colour: Rgb(colour),
            weight: count.isqrt(),
            far: u64::MAX >> 32,
        };
        let mut rest: Vec<Candidate> = counts.into_iter().map(candidate).collect();
        let mut colours: Vec<Rgb<u8>> = Vec::with_capacity(CAPACITY);
        let mut certain = certain.iter().copied();
        while colours.len() < CAPACITY {
            let worst = || rest.iter().max_by_key(|other| other.far * other.weight);
            let Some(next) = certain.next().or_else(|| worst().map(|other| other.colour)) else {
                break;
            };
            if colours.contains(&next) {
                continue;
            }
            colours.push(next);
            rest.retain_mut(|other| {
                other.far = other.far.min(distance(other.colour, next).into());
                other.far > 0
            });
        }
        Self { colours }
    }

    /// The colours, by place.
    pub(super) fn colours(&self) -> &[Rgb<u8>] {
        &self.colours
    }

    /// Red, green and blue of each colour, as files have them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| colour.0).collect()
    }

    /// The place of the nearest colour, as a pixel of a canvas.
    pub(super) fn place(&self, colour: Rgb<u8>) -> Luma<u8> {
        // The palette holds far fewer colours, so this always fits.
        Luma([u8::try_from(self.index_of(&colour)).unwrap_or(0)])
    }
}

impl ColorMap for Palette {
    type Color = Rgb<u8>;

    fn index_of(&self, colour: &Rgb<u8>) -> usize {
        let places = self.colours.iter().enumerate();
        let nearest = places.min_by_key(|(_, other)| distance(*colour, **other));
        nearest.map_or(0, |(place, _)| place)
    }

    fn map_color(&self, colour: &mut Rgb<u8>) {
        let nearest = self.colours.get(self.index_of(colour));
        *colour = nearest.copied().unwrap_or(*colour);
    }
}

/// The colours that each picture has, each as it is.
fn certain(theme: &Theme) -> Vec<Rgb<u8>> {
    // The edges of letters lie between the frame's colour and theirs.
    let letters = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|part| theme.letters.times(part));
    let letters = letters.map(|ink| ink.on(theme.frame));
    // The hue of a mark is half its meaning.
    let marks = [
        theme.moved,
        theme.taken[0],
        theme.target[0],
        theme.decisive[0],
        theme.route[0],
        theme.flight[0],
    ];
    let tints = [theme.tints[0], theme.tints[1], theme.ready[1]];
    let grounds = theme.grounds;
    let grained = grounds.map(|ground| theme.grain.on(ground));
    let tinted = grounds.map(|ground| tints.map(|tint| tint.on(ground)));
    let pieces = theme.pieces.map(|look| look.map(Ink::full));
    let inks: [&[Ink]; 7] = [
        &letters,
        &marks,
        &[theme.lip, theme.brim],
        &grounds,
        &grained,
        tinted.as_flattened(),
        pieces.as_flattened(),
    ];
    inks.concat().into_iter().map(Ink::rgb).collect()
}

/// How different two colours look: squares of the differences, weighed roughly
/// as the eye does.
fn distance(Rgb(a): Rgb<u8>, Rgb(b): Rgb<u8>) -> u32 {
    let [red, green, blue] = [0, 1, 2].map(|i| u32::from(a[i].abs_diff(b[i])).pow(2));
    3 * red + 4 * green + 2 * blue
}
