//! What a theme is: the colours of a board, as data.

use super::rgba::Rgba;

/// The colours of a board.
///
/// Marks with a meaning differ by luminance or by shape in each theme,
/// also by people who see fewer colours; a test measures it.
#[derive(Debug, PartialEq)]
pub struct Theme {
    /// What it is called in settings and commands.
    pub id: &'static str,
    /// The wood around the board.
    pub(super) frame: Rgba,
    /// The line where the frame meets the squares.
    pub(super) lip: Rgba,
    /// The frame's outermost line, which sets it off the background.
    pub(super) brim: Rgba,
    /// The coordinates.
    pub(super) letters: Rgba,
    /// The squares, by turns.
    pub(super) grounds: [Rgba; 2],
    /// The grain of the squares.
    pub(super) grain: Rgba,
    /// The line cut between squares, and its edge in the light.
    pub(super) groove: [Rgba; 2],
    /// The marks of the last move.
    pub(super) moved: Rgba,
    /// The tint of a square that the last move left or reached.
    pub(super) tints: [Rgba; 2],
    /// What was taken, and the edge that sets it off what it lies on.
    pub(super) taken: [Rgba; 2],
    /// The stripes of a closed square, and its tint.
    pub(super) closed: [Rgba; 2],
    /// The ornament of a special square, and what fills it.
    pub(super) special: [Rgba; 2],
    /// The line under a piece that may move, and the tint of its square.
    pub(super) ready: [Rgba; 2],
    /// Where a piece may go, and its edge.
    pub(super) target: [Rgba; 2],
    /// The stones of each side's walls, and the joints between them.
    pub(super) walls: [[Rgba; 2]; 2],
    /// The rosette of what decided the game, and its edge.
    pub(super) decisive: [Rgba; 2],
    /// The floor of a goal, its shadow, and what shows the way in.
    pub(super) goal_colors: [Rgba; 3],
    /// The arrow of the last move, and its edge.
    pub(super) route: [Rgba; 2],
    /// The arrow of a piece that was displaced, and its edge.
    pub(super) flight: [Rgba; 2],
    /// The shadow under the wall of a goal.
    pub(super) shadow: Rgba,
    /// The pieces, the first side's, the second's, nobody's, and those with rings: of
    /// each the face, its edge away from the light, which comes from above, the side, the
    /// outline, and what is engraved.
    pub(super) pieces: [[u32; 5]; 4],
    /// Of each the edge of the face that catches the light.
    pub(super) shines: [Rgba; 4],
    /// Of each how thick the outline is.
    pub(super) lines: [f32; 4],
}

impl Theme {
    /// Halfway between the squares.
    pub(super) fn ground(&self) -> Rgba {
        self.grounds[0].times(0.5).on(self.grounds[1])
    }

    /// The floor of a goal where it is entered.
    pub(super) fn gate(&self) -> Rgba {
        self.grounds[0].times(0.5).on(self.goal_colors[0])
    }
}
