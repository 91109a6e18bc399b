//! What is drawn by the operating system's randomness: who begins, and ids without a person.

use crate::game::PlayerId;
use siwa_games::rules::BySide;

/// The two players in random order.
pub(super) fn draw(one: PlayerId, other: PlayerId) -> Result<BySide<PlayerId>, getrandom::Error> {
    let mut byte = [0; 1];
    getrandom::fill(&mut byte)?;
    Ok(if byte[0] % 2 == 0 {
        BySide::new(one, other)
    } else {
        BySide::new(other, one)
    })
}

/// An id that stands for somebody of whom nothing is kept any more.
pub(super) fn stand_in() -> Result<PlayerId, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(PlayerId::gone(u64::from_be_bytes(bytes)))
}
