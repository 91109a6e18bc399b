//! Who begins, by the operating system's randomness.

use crate::game::PlayerId;
use crate::rules::BySide;

/// The two players in random order.
pub(super) fn draw(one: PlayerId, other: PlayerId) -> Result<BySide<PlayerId>, getrandom::Error> {
    let mut byte = [0; 1];
    getrandom::fill(&mut byte)?;
    Ok(if byte[0] % 2 == 0 {
        BySide {
            first: one,
            second: other,
        }
    } else {
        BySide {
            first: other,
            second: one,
        }
    })
}
