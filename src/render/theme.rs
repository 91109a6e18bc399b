//! Colours and sizes of the boards, as data.

use super::shapes::Ink;

/// How large a board is drawn. Discord shows pictures some 320 pixels wide on
/// a telephone, so larger boards get more pixels and larger letters.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    /// The most squares along an edge that it is for.
    pub(super) squares: u8,
    /// A square's edge, in pixels.
    pub(super) cell: u32,
    /// The frame's width, in pixels.
    pub(super) margin: u32,
    /// The height of the coordinates' letters, in pixels.
    pub(super) letters: f32,
}

/// The scales, by size: 640, 704 and 900 pixels for 5×5, 7×7 and 9×9.
pub(super) const SCALES: [Scale; 3] = [
    Scale {
        squares: 5,
        cell: 112,
        margin: 40,
        letters: 30.0,
    },
    Scale {
        squares: 7,
        cell: 88,
        margin: 44,
        letters: 34.0,
    },
    Scale {
        squares: 9,
        cell: 90,
        margin: 45,
        letters: 40.0,
    },
];

/// How a piece of one owner looks.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Its face where the light falls.
    pub(super) lit: Ink,
    /// Its face on the other side.
    pub(super) shaded: Ink,
    /// Its outline.
    pub(super) rim: Ink,
    /// What is engraved on it.
    pub(super) engraving: Ink,
}

/// The colours of a board.
pub(super) struct Theme {
    /// The wood around the board.
    pub(super) frame: Ink,
    /// The line where the frame meets the squares.
    pub(super) lip: Ink,
    /// The frame's outermost line, which sets it off a dark background.
    pub(super) brim: Ink,
    /// The coordinates.
    pub(super) letters: Ink,
    /// The squares, by turns.
    pub(super) grounds: [Ink; 2],
    /// The line cut between squares, and its edge in the light.
    pub(super) groove: [Ink; 2],
    /// What the last move did.
    pub(super) moved: Ink,
    /// The tint of a square that the last move left or reached.
    pub(super) tints: [Ink; 2],
    /// What was taken, and the light edge that sets it off the square.
    pub(super) taken: [Ink; 2],
    /// The stripes of a closed square, and its tint.
    pub(super) closed: [Ink; 2],
    /// The ornament of a special square, and what fills it.
    pub(super) special: [Ink; 2],
    /// The tint of a square whose piece may move, and the line under it.
    pub(super) ready: [Ink; 2],
    /// The floor of a goal, its shadow, and what shows the way in.
    pub(super) tray: [Ink; 3],
    /// The arrow of the last move, and its edge.
    pub(super) route: [Ink; 2],
    /// The arrow of a piece that was displaced, and its edge.
    pub(super) flight: [Ink; 2],
    /// The shadow under a piece.
    pub(super) shadow: Ink,
    /// The edge of a piece towards the light, and away from it.
    pub(super) bevel: [Ink; 2],
    /// The wall of an engraving that catches the light.
    pub(super) gleam: Ink,
    /// The pieces: the first side's, the second's, nobody's, and those with rings.
    pub(super) pieces: [Look; 4],
}

/// Sand and walnut, ivory and ebony.
pub(super) const SAND: Theme = Theme {
    frame: Ink(0x60_432e, 1.0),
    lip: Ink(0x3d_2919, 1.0),
    brim: Ink(0x7d_5b40, 1.0),
    letters: Ink(0xe9_d5b1, 1.0),
    grounds: [Ink(0xd8_b37f, 1.0), Ink(0xd1_aa74, 1.0)],
    groove: [Ink(0x8f_6a3f, 0.85), Ink(0xf0_d8ad, 0.55)],
    moved: Ink(0x1d_6a6a, 1.0),
    tints: [Ink(0x2f_8482, 0.20), Ink(0x2f_8482, 0.46)],
    taken: [Ink(0xa3_2e22, 1.0), Ink(0xf3_e0bd, 0.7)],
    closed: [Ink(0x6b_4d2f, 0.75), Ink(0x7a_5836, 0.22)],
    special: [Ink(0x83_5d35, 0.9), Ink(0xb3_8650, 0.55)],
    ready: [Ink(0xff_f4d0, 0.38), Ink(0x1d_6a6a, 0.8)],
    tray: [
        Ink(0x8a_6440, 1.0),
        Ink(0x2a_1a0e, 0.6),
        Ink(0x6b_4726, 0.9),
    ],
    route: [Ink(0x1d_6a6a, 0.8), Ink(0xff_f4dc, 0.75)],
    flight: [Ink(0x9a_2b63, 0.95), Ink(0xff_f4dc, 0.8)],
    shadow: Ink(0x33_2010, 0.55),
    bevel: [Ink(0xff_ffff, 0.45), Ink(0x00_0000, 0.28)],
    gleam: Ink(0xff_ffff, 0.35),
    pieces: [
        Look {
            lit: Ink(0xff_faef, 1.0),
            shaded: Ink(0xea_dabc, 1.0),
            rim: Ink(0x80_6440, 1.0),
            engraving: Ink(0xa5_8050, 1.0),
        },
        Look {
            lit: Ink(0x4f_474a, 1.0),
            shaded: Ink(0x21_1c1f, 1.0),
            rim: Ink(0x12_0f10, 1.0),
            engraving: Ink(0xc9_a878, 1.0),
        },
        Look {
            lit: Ink(0xb8_7a4a, 1.0),
            shaded: Ink(0x8c_5632, 1.0),
            rim: Ink(0x52_301a, 1.0),
            engraving: Ink(0x5c_371f, 1.0),
        },
        Look {
            lit: Ink(0xff_f3dc, 1.0),
            shaded: Ink(0xe7_cfa2, 1.0),
            rim: Ink(0x6b_4a28, 1.0),
            engraving: Ink(0x4c_2c15, 1.0),
        },
    ],
};
