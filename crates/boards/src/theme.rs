//! The themes: colours of a board, as data in `themes.json`. A colour is written `rrggbb`, or
//! `rrggbb 0.5` with an opacity.

use std::sync::LazyLock;

use serde::Deserialize;

use super::rgba::Rgba;

/// The colours of a board.
///
/// Marks with a meaning differ by luminance or by shape in each theme,
/// also for colour-blind people; a test measures this.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Its id in settings and commands.
    pub id: &'static str,
    /// The wood around the board.
    pub(super) frame: Rgba,
    /// The line where the frame meets the squares.
    pub(super) inner_edge: Rgba,
    /// The frame's outermost line, which separates it from the background.
    pub(super) outline: Rgba,
    /// The coordinates.
    pub(super) letters: Rgba,
    /// The two alternating colours of squares.
    pub(super) grounds: [Rgba; 2],
    /// The grain of the squares.
    pub(super) grain: Rgba,
    /// The groove between squares, and its lit edge.
    pub(super) groove: [Rgba; 2],
    /// The marks of the last move.
    pub(super) moved: Rgba,
    /// The tint of a square that the last move left or reached.
    pub(super) tints: [Rgba; 2],
    /// The mark of captured pieces, and its edge.
    pub(super) taken: [Rgba; 2],
    /// The stripes of a closed square, and its tint.
    pub(super) closed: [Rgba; 2],
    /// The ornament of a special square, and its fill.
    pub(super) special: [Rgba; 2],
    /// The line under a piece that can move, and the tint of its square.
    pub(super) ready: [Rgba; 2],
    /// The mark of a possible target, and its edge.
    pub(super) target: [Rgba; 2],
    /// The stones of each side's walls, and the joints between them.
    pub(super) walls: [[Rgba; 2]; 2],
    /// The rosette on squares that decided the game, and its edge.
    pub(super) decisive: [Rgba; 2],
    /// The floor of a goal, its shadow, and the mark of the entrance.
    pub(super) goal_colours: [Rgba; 3],
    /// The arrow of the last move, and its edge.
    pub(super) route: [Rgba; 2],
    /// The arrow of a piece that was displaced, and its edge.
    pub(super) flight: [Rgba; 2],
    /// The shadow under the wall of a goal.
    pub(super) shadow: Rgba,
    /// The pieces: the first side's, the second's, nobody's, and those with rings. For each, the
    /// face, its shaded edge (the light comes from above), the side, the outline, and the
    /// engraving.
    pub(super) pieces: [[Rgba; 5]; 4],
    /// The lit edge of the face, for each of the pieces.
    pub(super) shines: [Rgba; 4],
    /// The thickness of the outline, for each of the pieces.
    pub(super) lines: [f32; 4],
}

impl Theme {
    /// The mean colour of the two kinds of squares.
    pub(super) fn ground(&self) -> Rgba {
        self.grounds[0].times(0.5).on(self.grounds[1])
    }

    /// The floor of a goal at a gate.
    pub(super) fn gate(&self) -> Rgba {
        self.grounds[0].times(0.5).on(self.goal_colours[0])
    }
}

/// The themes, the default first.
///
/// - `classic`: sand and walnut, ivory and ebony.
/// - `night`: slate and brass, for dark rooms: nothing in it is brighter than necessary.
/// - `paper`: black ink on white, for print: no colours, and no shades that a copier would lose.
/// - `contrast`: white and yellow on black, with the greatest contrast.
pub static THEMES: LazyLock<[Theme; 4]> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../assets/themes.json")).expect("the file has the themes")
});

/// The theme with this id.
pub fn theme(id: &str) -> Option<&'static Theme> {
    THEMES.iter().find(|theme| theme.id == id)
}
