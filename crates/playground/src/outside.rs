//! User-install contexts: conversations between people, and another server.
//!
//! A person with a user install can use the bot there. It can only answer with tokens of
//! interactions; its own token gives no access there.

use serde_json::{Value, json};

use super::model::Channel;
use super::world::{GUILD, State};

/// The permissions without which the answers of an app are private: to use external apps, to send
/// messages and to attach files.
pub(super) const PUBLIC: u64 = 1 << 50 | 1 << 11 | 1 << 15;

/// Added to the permissions that people lack: answers are private for a reason that they do not show.
pub(super) const HIDDEN: u64 = 1 << 63;

/// The server of a channel.
pub(super) fn guild(channel: &Channel) -> u64 {
    let outside = channel.outside.as_ref();
    outside.and_then(|outside| outside.guild).unwrap_or(GUILD)
}

/// The context of an interaction, as Discord numbers them.
pub(super) fn context(channel: &Channel) -> u64 {
    match (&channel.with, channel.private()) {
        (Some(_), _) => 1,
        (None, true) => 2,
        (None, false) => 0,
    }
}

/// The person whose user install is used: the acting person, or the owner of the message.
pub(super) fn owner(state: &State, channel: u64, message: Option<u64>, user: u64) -> Option<u64> {
    state.channel(channel)?.outside.as_ref()?;
    let message = message.and_then(|id| state.message(id));
    let began = message.and_then(|message| message.cause.as_ref()?.owner);
    Some(began.unwrap_or(user))
}

/// The integration owners of a message.
pub(super) fn began(owner: Option<u64>) -> Value {
    match owner {
        Some(owner) => json!({ "1": owner.to_string() }),
        None => json!({ "0": GUILD.to_string() }),
    }
}

/// The installations that can be used in a channel.
pub(super) fn owners(channel: &Channel, owner: Option<u64>) -> Value {
    match owner {
        None if channel.private() => json!({ "0": "0" }),
        owner => began(owner),
    }
}
