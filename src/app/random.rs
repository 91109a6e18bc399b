//! The operating system's randomness: who takes the first turn, and placeholder ids.

use crate::game::PlayerId;
use siwa_games::rules::BySide;

/// The two players in random order.
pub(super) fn draw(one: PlayerId, other: PlayerId) -> Result<BySide<PlayerId>, getrandom::Error> {
    Ok(match getrandom::u32()? % 2 {
        0 => BySide::new(one, other),
        _ => BySide::new(other, one),
    })
}

/// A placeholder id for a person whose data was deleted.
pub(super) fn stand_in() -> Result<PlayerId, getrandom::Error> {
    Ok(PlayerId::gone(getrandom::u64()?))
}
