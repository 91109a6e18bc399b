//! The view of a diagram: theme, orientation and size.

use std::ops::RangeInclusive;

use siwa_games::rules::Side;

use super::theme::{THEMES, Theme};

/// The size of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 640 to 900 pixels at the longer edge, depending on the board; less for an animation.
    #[default]
    Natural,
    /// About this many pixels wide, rounded to whole squares, and limited to [`Size::WIDTHS`].
    Width(u16),
}

impl Size {
    /// The possible widths.
    pub const WIDTHS: RangeInclusive<u16> = 160..=1800;
}

/// The view of a diagram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The theme.
    pub theme: &'static Theme,
    /// The side at the bottom. For the first, a1 is at the lower left, as on all public boards; for
    /// the second, the board is turned by half a turn.
    pub orientation: Side,
    /// The size.
    pub size: Size,
}

impl Default for View {
    /// The view of public boards: the first theme, the first side at the bottom, natural size.
    fn default() -> Self {
        Self {
            theme: &THEMES[0],
            orientation: Side::First,
            size: Size::Natural,
        }
    }
}
