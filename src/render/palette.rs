//! The one palette of a theme, chosen so that no colour is far from its own.

/// A colour as bytes.
pub(super) type Rgb = [u8; 3];

/// What a PNG's palette can hold.
const CAPACITY: usize = 256;

/// At most 256 colours.
pub(super) struct Palette {
    colours: Vec<Rgb>,
}

impl Palette {
    /// Picks colours from those that occur, always the one that the palette so
    /// far serves worst. So no ramp is left without its middle, as happens
    /// when colours are chosen by how often they occur.
    pub(super) fn choose(occurring: &[Rgb]) -> Self {
        let mut rest: Vec<(Rgb, u32)> = occurring.iter().map(|rgb| (*rgb, u32::MAX)).collect();
        rest.sort_unstable();
        rest.dedup();
        let mut colours: Vec<Rgb> = Vec::with_capacity(CAPACITY);
        while colours.len() < CAPACITY {
            let Some(worst) = rest.iter().max_by_key(|(_, far)| *far) else {
                break;
            };
            let next = worst.0;
            colours.push(next);
            for (rgb, far) in &mut rest {
                *far = (*far).min(distance(*rgb, next));
            }
            rest.retain(|(_, far)| *far > 0);
        }
        Self { colours }
    }

    /// The colours, by place.
    pub(super) fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The place of the nearest colour.
    pub(super) fn place(&self, rgb: Rgb) -> u8 {
        let nearest = self
            .colours
            .iter()
            .enumerate()
            .min_by_key(|(_, colour)| distance(rgb, **colour))
            .map_or(0, |(place, _)| place);
        // The palette holds at most 256 colours, so this always fits.
        u8::try_from(nearest).unwrap_or(0)
    }
}

/// How different two colours look: squares of the differences, weighed roughly
/// as the eye does.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let [red, green, blue] = [0, 1, 2].map(|i| u32::from(a[i].abs_diff(b[i])).pow(2));
    3 * red + 4 * green + 2 * blue
}
