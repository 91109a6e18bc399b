//! The permissions that the bot needs in a channel.

use serenity::model::permissions::Permissions;

use super::view::{MissingPermission, NO_GAMES, NO_HISTORY, NO_THREADS};

/// The needed permissions, and the effect of lacking each.
const NEEDED: [(Permissions, &str, &str); 7] = [
    (Permissions::VIEW_CHANNEL, "permission-view", NO_GAMES),
    (Permissions::SEND_MESSAGES, "permission-send", NO_GAMES),
    (Permissions::ATTACH_FILES, "permission-attach", NO_GAMES),
    (OF_VOICE, "permission-connect", NO_GAMES),
    (
        Permissions::CREATE_PUBLIC_THREADS,
        "permission-threads",
        NO_THREADS,
    ),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "permission-send-in-threads",
        NO_THREADS,
    ),
    // After a failed request, the bot reads whether the board was posted.
    (
        Permissions::READ_MESSAGE_HISTORY,
        "permission-history",
        NO_HISTORY,
    ),
];

/// The permissions that only threads need.
pub(super) const OF_THREADS: Permissions =
    Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);

/// The permission that only the text chats of voice and stage channels need.
pub(super) const OF_VOICE: Permissions = Permissions::CONNECT;

/// The permissions in an interaction's channel: all for an administrator. Without the field it is
/// all, and Discord may refuse later.
pub(super) fn granted(has: Option<Permissions>) -> Permissions {
    match has {
        Some(has) if !has.contains(Permissions::ADMINISTRATOR) => has,
        _ => Permissions::all(),
    }
}

/// All permissions that are needed in text channels.
pub fn needed() -> Permissions {
    let needed: Permissions = NEEDED.into_iter().map(|(needed, ..)| needed).collect();
    needed - OF_VOICE
}

/// The needed permissions that are missing.
pub fn lacking(has: Permissions) -> Vec<MissingPermission> {
    let missing = NEEDED.into_iter().filter(|need| !has.contains(need.0));
    let lack = |(_, name, effect)| MissingPermission { name, effect };
    missing.map(lack).collect()
}
