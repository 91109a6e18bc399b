//! The operating system's randomness: who takes the first turn, and the arrangement of a dealt game.

use crate::game::{GameTerms, PlayerId};
use siwa_games::rules::BySide;

/// The two players in random order.
pub(super) fn draw(one: PlayerId, other: PlayerId) -> Result<BySide<PlayerId>, getrandom::Error> {
    Ok(match getrandom::u32()? % 2 {
        0 => BySide::new(one, other),
        _ => BySide::new(other, one),
    })
}

/// The position of a dealt game with these terms.
pub(super) fn deal(terms: &GameTerms) -> Result<Option<String>, getrandom::Error> {
    let mut drawn = getrandom::u64()?;
    Ok(terms.deal(&mut |below| {
        let below = below.max(1) as u64;
        let digit = drawn % below;
        drawn /= below;
        digit as usize
    }))
}
