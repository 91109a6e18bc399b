//! The operating system's randomness: who takes the first turn.

use crate::game::PlayerId;
use siwa_games::rules::BySide;

/// The two players in random order.
pub(super) fn draw(one: PlayerId, other: PlayerId) -> Result<BySide<PlayerId>, getrandom::Error> {
    Ok(match getrandom::u32()? % 2 {
        0 => BySide::new(one, other),
        _ => BySide::new(other, one),
    })
}
