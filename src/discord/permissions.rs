//! The permissions that the bot needs in a channel.

use serenity::model::permissions::Permissions;

use super::view::{MissingPermission, NO_GAMES, NO_HISTORY, NO_THREADS};

/// The needed permissions, and the effect of lacking each.
const NEEDED: [(Permissions, MissingPermission); 6] = [
    needs(Permissions::VIEW_CHANNEL, "permission-view", NO_GAMES),
    needs(Permissions::SEND_MESSAGES, "permission-send", NO_GAMES),
    needs(Permissions::ATTACH_FILES, "permission-attach", NO_GAMES),
    needs(
        Permissions::CREATE_PUBLIC_THREADS,
        "permission-threads",
        NO_THREADS,
    ),
    needs(
        Permissions::SEND_MESSAGES_IN_THREADS,
        "permission-send-in-threads",
        NO_THREADS,
    ),
    // After a failed request, the bot reads whether the board was posted.
    needs(
        Permissions::READ_MESSAGE_HISTORY,
        "permission-history",
        NO_HISTORY,
    ),
];

/// The permissions that only threads need.
pub(super) const OF_THREADS: Permissions =
    Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);

const fn needs(
    permission: Permissions,
    name: &'static str,
    effect: &'static str,
) -> (Permissions, MissingPermission) {
    (permission, MissingPermission { name, effect })
}

/// All needed permissions.
pub fn needed() -> Permissions {
    NEEDED.into_iter().map(|(it, _)| it).collect()
}

/// The needed permissions that are missing.
pub fn lacking(has: Permissions) -> Vec<MissingPermission> {
    let missing = NEEDED.into_iter().filter(|(it, _)| !has.contains(*it));
    missing.map(|(_, lack)| lack).collect()
}
