//! The goals beyond the edge of a board: a tray as wide as the board, with a
//! wall towards it that is open at the gates.

use super::figure::{Figure, piece};
use super::palette::Rgb;
use super::shapes::{Sample, mix, segment};
use super::sprites::supersample;
use super::theme::Theme;

/// One way the part of a tray beyond one square can look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tray {
    /// Whether it lies above the board.
    pub(super) above: bool,
    /// Whether it is entered here.
    pub(super) gate: bool,
    /// The piece inside.
    pub(super) figure: Option<Figure>,
}

impl Tray {
    /// Those that show every colour there is, for choosing a palette.
    pub(super) fn samples() -> impl Iterator<Item = Self> {
        [None, Some(Figure::Two)].into_iter().flat_map(|figure| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(above, gate)| Self {
                above,
                gate,
                figure,
            })
        })
    }

    /// Its colours, as those of a cell.
    pub(super) fn draw(self, theme: &Theme, edge: u32, samples: u32) -> Vec<Rgb> {
        supersample(edge, samples, |at, step| {
            // The way in always comes from below here.
            let (x, y) = if self.above { at } else { (at.0, -at.1) };
            // Flat, for a palette this small has no room for gradients.
            let floor = match self.gate {
                true => mix(theme.tray[0], theme.grounds[0], 0.5),
                false => theme.tray[0],
            };
            let mut sample = Sample::new(at, step, floor);
            // The frame above casts its shadow into it.
            sample.fill(at.1 + 0.5 - 0.06, theme.tray[1]);
            let wall = if self.gate { 0.445 - x.abs() } else { -1.0 };
            let wall = wall.max(0.39 - y);
            sample.fill(wall - 0.03, theme.shadow);
            sample.fill(wall, theme.lip);
            sample.fill(wall + 0.022, theme.frame);
            if self.gate {
                let chevron = segment((x.abs(), y), (0.0, -0.02), (0.13, 0.11));
                let other = segment((x.abs(), y), (0.0, 0.16), (0.13, 0.29));
                sample.fill(chevron.min(other) - 0.024, theme.tray[2]);
            }
            if let Some(figure) = self.figure {
                piece(&mut sample, theme, figure, None);
            }
            sample.colour()
        })
    }
}
