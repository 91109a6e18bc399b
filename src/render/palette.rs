//! The one palette of a theme, chosen so that no colour is far from its own.

use std::collections::{BTreeMap, HashMap};

/// A colour as bytes.
pub(super) type Rgb = [u8; 3];

/// How many colours a theme has: enough for smooth edges, and each costs bytes in
/// every picture.
const CAPACITY: usize = 42;

/// A colour that may yet be chosen.
struct Candidate {
    rgb: Rgb,
    /// How much it matters.
    weight: u64,
    /// The distance to the nearest colour chosen so far.
    far: u64,
}

/// A theme's colours.
pub(super) struct Palette {
    colours: Vec<Rgb>,
}

impl Palette {
    /// Takes the `certain` colours, then picks from those that occur, as often
    /// as they do: always the one that is served worst so far, which is far
    /// from the palette and common. So flat grounds come out exact, ramps keep
    /// their middle, and the smoothed edges share what is left.
    pub(super) fn choose(certain: &[Rgb], occurring: impl IntoIterator<Item = Rgb>) -> Self {
        let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
        for rgb in occurring {
            *counts.entry(rgb).or_default() += 1;
        }
        let mut rest: Vec<Candidate> = counts
            .into_iter()
            .map(|(rgb, count)| Candidate {
                rgb,
                weight: count.isqrt(),
                far: u64::MAX >> 32,
            })
            .collect();
        let mut colours: Vec<Rgb> = Vec::with_capacity(CAPACITY);
        let mut certain = certain.iter().copied();
        while colours.len() < CAPACITY {
            let worst = || rest.iter().max_by_key(|other| other.far * other.weight);
            let Some(next) = certain.next().or_else(|| worst().map(|other| other.rgb)) else {
                break;
            };
            if colours.contains(&next) {
                continue;
            }
            colours.push(next);
            rest.retain_mut(|other| {
                other.far = other.far.min(distance(other.rgb, next).into());
                other.far > 0
            });
        }
        Self { colours }
    }

    /// The colours, by place.
    pub(super) fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The places of the nearest colours; those that come again are looked up.
    pub(super) fn places(&self, colours: impl IntoIterator<Item = Rgb>) -> Vec<u8> {
        let mut known = HashMap::new();
        colours
            .into_iter()
            .map(|rgb| *known.entry(rgb).or_insert_with(|| self.place(rgb)))
            .collect()
    }

    /// The place of the nearest colour.
    pub(super) fn place(&self, rgb: Rgb) -> u8 {
        let nearest = self
            .colours
            .iter()
            .enumerate()
            .min_by_key(|(_, colour)| distance(rgb, **colour))
            .map_or(0, |(place, _)| place);
        // The palette holds far fewer colours, so this always fits.
        u8::try_from(nearest).unwrap_or(0)
    }
}

/// How different two colours look: squares of the differences, weighed roughly
/// as the eye does.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let [red, green, blue] = [0, 1, 2].map(|i| u32::from(a[i].abs_diff(b[i])).pow(2));
    3 * red + 4 * green + 2 * blue
}
