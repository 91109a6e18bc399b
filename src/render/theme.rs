//! What a theme is: the colours of a board, as data.

use super::ink::Ink;

/// The colours of a board.
///
/// Whatever means something is told apart by luminance or by shape in each theme,
/// also by people who see fewer colours; a test measures it.
#[derive(Debug, PartialEq)]
pub struct Theme {
    /// What it is called in settings and commands.
    pub id: &'static str,
    /// The wood around the board.
    pub(super) frame: Ink,
    /// The line where the frame meets the squares.
    pub(super) lip: Ink,
    /// The frame's outermost line, which sets it off the background.
    pub(super) brim: Ink,
    /// The coordinates.
    pub(super) letters: Ink,
    /// The squares, by turns.
    pub(super) grounds: [Ink; 2],
    /// The grain of the squares.
    pub(super) grain: Ink,
    /// The line cut between squares, and its edge in the light.
    pub(super) groove: [Ink; 2],
    /// The marks of the last move.
    pub(super) moved: Ink,
    /// The tint of a square that the last move left or reached.
    pub(super) tints: [Ink; 2],
    /// What was taken, and the edge that sets it off what it lies on.
    pub(super) taken: [Ink; 2],
    /// The stripes of a closed square, and its tint.
    pub(super) closed: [Ink; 2],
    /// The ornament of a special square, and what fills it.
    pub(super) special: [Ink; 2],
    /// The line under a piece that may move, and the tint of its square.
    pub(super) ready: [Ink; 2],
    /// Where a piece may go, and its edge.
    pub(super) target: [Ink; 2],
    /// The stones of each side's walls, and the joints between them.
    pub(super) walls: [[Ink; 2]; 2],
    /// The rosette of what decided the game, and its edge.
    pub(super) decisive: [Ink; 2],
    /// The floor of a goal, its shadow, and what shows the way in.
    pub(super) tray: [Ink; 3],
    /// The arrow of the last move, and its edge.
    pub(super) route: [Ink; 2],
    /// The arrow of a piece that was displaced, and its edge.
    pub(super) flight: [Ink; 2],
    /// The shadow under the wall of a goal.
    pub(super) shadow: Ink,
    /// The pieces, the first side's, the second's, nobody's, and those with rings: of
    /// each the face, its edge away from the light, which comes from above, the side, the
    /// outline, and what is engraved.
    pub(super) pieces: [[u32; 5]; 4],
    /// Of each the edge of the face that catches the light.
    pub(super) shines: [Ink; 4],
    /// Of each how thick the outline is.
    pub(super) lines: [f32; 4],
}

impl Theme {
    /// Halfway between the squares.
    pub(super) fn ground(&self) -> Ink {
        self.grounds[0].times(0.5).on(self.grounds[1])
    }

    /// The floor of a goal where it is entered.
    pub(super) fn gate(&self) -> Ink {
        self.grounds[0].times(0.5).on(self.tray[0])
    }
}
