//! What the bot needs in a channel.

use serenity::model::permissions::Permissions;

use super::view::Lack;

/// What is needed, and what is missing without it.
const NEEDED: [(Permissions, Lack); 6] = [
    (Permissions::VIEW_CHANNEL, Lack::View),
    (Permissions::SEND_MESSAGES, Lack::Send),
    (Permissions::ATTACH_FILES, Lack::Attach),
    (Permissions::CREATE_PUBLIC_THREADS, Lack::Thread),
    (Permissions::SEND_MESSAGES_IN_THREADS, Lack::SendInThreads),
    // After trouble with Discord, it is read whether a board is there already.
    (Permissions::READ_MESSAGE_HISTORY, Lack::History),
];

/// All that is needed.
#[must_use]
pub fn needed() -> Permissions {
    NEEDED.into_iter().map(|(it, _)| it).collect()
}

/// What of that is missing with these permissions.
#[must_use]
pub fn lacking(has: Permissions) -> Vec<Lack> {
    let missing = NEEDED.into_iter().filter(|(it, _)| !has.contains(*it));
    missing.map(|(_, lack)| lack).collect()
}
