//! The themes.

use super::rgba::Rgba;
use super::theme::Theme;

/// The themes, the default first.
pub static THEMES: [Theme; 4] = [CLASSIC, NIGHT, PAPER, CONTRAST];

/// The theme with this id.
#[must_use]
pub fn theme(id: &str) -> Option<&'static Theme> {
    THEMES.iter().find(|theme| theme.id == id)
}

const NONE: Rgba = Rgba::NONE;

const fn full(colour: u32) -> Rgba {
    Rgba::full(colour)
}

/// Sand and walnut, ivory and ebony.
const CLASSIC: Theme = Theme {
    id: "classic",
    frame: full(0x60_432e),
    lip: full(0x38_2517),
    brim: full(0x7d_5b40),
    letters: full(0xe9_d5b1),
    grounds: [full(0xdd_bb89), full(0xd3_ae79)],
    grain: Rgba::tint(0x9a_7040, 0.10),
    groove: [Rgba::tint(0x8f_6a3f, 0.85), Rgba::tint(0xf3_deb6, 0.6)],
    moved: full(0x0f_5557),
    tints: [Rgba::tint(0x2f_8482, 0.22), Rgba::tint(0x2f_8482, 0.36)],
    taken: [full(0x96_1f18), Rgba::tint(0xfb_ecd2, 0.9)],
    closed: [Rgba::tint(0x5d_4126, 0.9), Rgba::tint(0x7a_5836, 0.22)],
    special: [full(0x6f_4a26), Rgba::tint(0xb3_8650, 0.55)],
    ready: [full(0x0f_5557), Rgba::tint(0xff_f4d0, 0.38)],
    target: [full(0x2c_5a1e), Rgba::tint(0xfb_f4d8, 0.85)],
    walls: [
        [full(0xe9_d5b1), full(0x60_432e)],
        [full(0x60_432e), full(0xe9_d5b1)],
    ],
    decisive: [full(0xf6_c945), full(0x5d_3a0a)],
    goal_colors: [full(0x8a_6440), Rgba::tint(0x2a_1a0e, 0.6), full(0x4b_2f17)],
    route: [full(0x1d_6a6a), full(0xfb_f0d8)],
    flight: [full(0x8a_2156), full(0xfb_f0d8)],
    shadow: Rgba::tint(0x33_2010, 0.24),
    pieces: [
        [0xff_faf0, 0xee_dfc4, 0xbf_a47c, 0x46_2e18, 0x8f_6534],
        [0x4d_4548, 0x2b_2527, 0x16_1213, 0x0c_0a0a, 0xcf_ae7c],
        [0xbb_7d4d, 0x96_5e38, 0x66_3b1f, 0x3f_2411, 0x4c_2b16],
        [0xff_f6e4, 0xec_d8b2, 0xb9_976a, 0x5b_3d20, 0x46_2912],
    ],
    shines: [NONE, full(0x7b_7074), full(0xdd_a878), NONE],
    lines: [0.02, 0.016, 0.016, 0.016],
};

/// Slate and brass, for dark rooms: nothing in it is brighter than necessary.
const NIGHT: Theme = Theme {
    id: "night",
    frame: full(0x23_262b),
    lip: full(0x13_1518),
    brim: full(0x3d_4249),
    letters: full(0xb4_ad9f),
    grounds: [full(0x4b_535e), full(0x41_4952)],
    grain: Rgba::tint(0x14_181d, 0.13),
    groove: [Rgba::tint(0x1d_2126, 0.9), Rgba::tint(0x6a_7482, 0.45)],
    moved: full(0x6f_d6cf),
    tints: [Rgba::tint(0x3f_a8a2, 0.20), Rgba::tint(0x3f_a8a2, 0.30)],
    taken: [full(0xff_a48e), Rgba::tint(0x1a_1112, 0.9)],
    closed: [Rgba::tint(0xd8_ccb6, 0.95), Rgba::tint(0x10_1317, 0.35)],
    special: [full(0xdc_c69a), Rgba::tint(0x8a_744c, 0.35)],
    ready: [full(0x6f_d6cf), Rgba::tint(0xa8_c8d0, 0.16)],
    target: [full(0xb9_dc7c), Rgba::tint(0x15_1a10, 0.85)],
    walls: [
        [full(0xb4_ad9f), full(0x13_1518)],
        [full(0x23_262b), full(0xb4_ad9f)],
    ],
    decisive: [full(0xe8_bb4c), full(0x24_1a08)],
    goal_colors: [full(0x31_373f), Rgba::tint(0x0a_0c0e, 0.6), full(0xb9_ab92)],
    route: [full(0x58_c0b8), full(0x12_1a1c)],
    flight: [full(0xe7_8fc4), full(0x1c_1119)],
    shadow: Rgba::tint(0x0b_0d10, 0.32),
    pieces: [
        [0xe2_d8c4, 0xc6_baa2, 0x8b_7f69, 0x1b_1a18, 0x6b_5230],
        [0x25_2629, 0x17_181a, 0x7d_6236, 0xd0_aa68, 0xd0_aa68],
        [0x9a_6a4a, 0x7d_5238, 0x4d_301e, 0xe0_c0a0, 0x2b_180c],
        [0xe2_d8c4, 0xc6_baa2, 0x8b_7f69, 0x1b_1a18, 0x2c_2318],
    ],
    shines: [NONE, full(0x4a_4b50), full(0xc0_906c), NONE],
    lines: [0.016, 0.028, 0.02, 0.016],
};

/// Black ink on white, for print: no colours, and no shades that a copier would lose.
const PAPER: Theme = Theme {
    id: "paper",
    frame: full(0xff_ffff),
    lip: full(0x00_0000),
    brim: full(0x00_0000),
    letters: full(0x00_0000),
    grounds: [full(0xff_ffff), full(0xff_ffff)],
    grain: NONE,
    groove: [full(0x00_0000), NONE],
    moved: full(0x00_0000),
    tints: [NONE, NONE],
    taken: [full(0x00_0000), full(0xff_ffff)],
    closed: [full(0x00_0000), NONE],
    special: [full(0x00_0000), NONE],
    ready: [full(0x00_0000), NONE],
    target: [full(0x00_0000), full(0xff_ffff)],
    walls: [
        [full(0xff_ffff), full(0x00_0000)],
        [full(0xff_ffff), full(0x00_0000)],
    ],
    decisive: [full(0xff_ffff), full(0x00_0000)],
    goal_colors: [full(0xff_ffff), NONE, full(0x00_0000)],
    route: [full(0x00_0000), full(0xff_ffff)],
    flight: [full(0x00_0000), full(0xff_ffff)],
    shadow: NONE,
    pieces: [
        [0xff_ffff, 0xff_ffff, 0xff_ffff, 0x00_0000, 0x00_0000],
        [0x00_0000, 0x00_0000, 0x00_0000, 0x00_0000, 0xff_ffff],
        [0xff_ffff, 0xff_ffff, 0xff_ffff, 0x00_0000, 0x00_0000],
        [0xff_ffff, 0xff_ffff, 0xff_ffff, 0x00_0000, 0x00_0000],
    ],
    shines: [NONE, NONE, NONE, NONE],
    lines: [0.026, 0.026, 0.026, 0.026],
};

/// White and yellow on black, with the greatest contrast.
const CONTRAST: Theme = Theme {
    id: "contrast",
    frame: full(0x00_0000),
    lip: full(0xff_ffff),
    brim: full(0xff_ffff),
    letters: full(0xff_ffff),
    grounds: [full(0x00_0000), full(0x00_0000)],
    grain: NONE,
    groove: [full(0x9a_9a9a), NONE],
    moved: full(0x00_e5ff),
    tints: [NONE, NONE],
    taken: [full(0xff_5a4d), full(0x00_0000)],
    closed: [full(0xd0_d0d0), NONE],
    special: [full(0xff_ffff), NONE],
    ready: [full(0x00_e5ff), NONE],
    target: [full(0x6d_ff6d), full(0x00_0000)],
    walls: [
        [full(0xff_d800), full(0x00_0000)],
        [full(0x00_0000), full(0xff_d800)],
    ],
    decisive: [full(0xff_d800), full(0x00_0000)],
    goal_colors: [full(0x00_0000), NONE, full(0xff_ffff)],
    route: [full(0x00_e5ff), full(0x00_0000)],
    flight: [full(0xff_8cf0), full(0x00_0000)],
    shadow: NONE,
    pieces: [
        [0xff_ffff, 0xff_ffff, 0xff_ffff, 0xff_ffff, 0x00_0000],
        [0x00_0000, 0x00_0000, 0x00_0000, 0xff_d800, 0xff_d800],
        [0x00_0000, 0x00_0000, 0x00_0000, 0xff_ffff, 0xff_ffff],
        [0xff_ffff, 0xff_ffff, 0xff_ffff, 0xff_ffff, 0x00_0000],
    ],
    shines: [NONE, NONE, NONE, NONE],
    lines: [0.02, 0.045, 0.045, 0.02],
};
