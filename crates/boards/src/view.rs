//! How a diagram is looked at: in which colours, from which side, how large.

use std::ops::RangeInclusive;

use siwa_games::rules::Side;

use super::theme::Theme;
use super::themes::THEMES;

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 640 to 900 pixels at its longer edge, as the board needs them; a moving
    /// picture less.
    #[default]
    Natural,
    /// Twice the natural size, for print and for screens with small pixels.
    Double,
    /// About so many pixels wide, rounded to whole squares. What is not in
    /// [`Size::WIDTHS`] is drawn as the nearest that is.
    Width(u16),
}

impl Size {
    /// The widths that can be asked for.
    pub const WIDTHS: RangeInclusive<u16> = 160..=1800;
}

/// How a diagram is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The colours.
    pub theme: &'static Theme,
    /// The side that is below. For the first, a1 is at the lower left, as on all public
    /// boards; for the second, the whole board is turned by half a turn.
    pub orientation: Side,
    /// How large.
    pub size: Size,
}

impl Default for View {
    /// The public board: the first theme, the first side below, at its natural size.
    fn default() -> Self {
        Self {
            theme: &THEMES[0],
            orientation: Side::First,
            size: Size::Natural,
        }
    }
}
