//! The themes: data in `themes.json`. A colour is written `rrggbb`, or `rrggbb 0.5` with an opacity.

use std::sync::LazyLock;

use super::theme::Theme;

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
