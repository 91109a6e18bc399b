//! User-install contexts: conversations between people, and another server.
//!
//! A person with a user install can use the bot there. It can only answer with tokens of
//! interactions; its own token gives no access there.

use serde_json::{Value, json};

use super::model::{Channel, Outside};
use super::violation::Refusal;
use super::world::{GUILD, State};

/// The permissions without which the answers of an app are private: to use external apps, to send
/// messages and to attach files.
pub(super) const PUBLIC: u64 = 1 << 50 | 1 << 11 | 1 << 15;

/// Added to the permissions that people lack: answers are private for a reason that they do not show.
pub(super) const HIDDEN: u64 = 1 << 63;

/// Describes a channel of a user-install context with these people.
pub(super) fn describe(channel: &Channel, people: &[Value]) -> Value {
    if channel.private() {
        // A conversation between two, or a group.
        let kind = if people.len() == 2 { 1 } else { 3 };
        return json!({ "type": kind, "recipients": people });
    }
    let guild = guild(channel).to_string();
    json!({ "type": 0, "guild_id": guild, "name": channel.name, "permissions": "0" })
}

/// The page's data about it: the other people, or that it is a server.
pub(super) fn shown(outside: &Outside, viewer: u64) -> Value {
    let others = outside.people.iter().filter(|id| **id != viewer);
    let others: Vec<String> = others.map(u64::to_string).collect();
    json!({ "server": outside.guild.is_some(), "others": others })
}

/// The server of a channel.
pub(super) fn guild(channel: &Channel) -> u64 {
    let outside = channel.outside.as_ref();
    outside.and_then(|it| it.guild).unwrap_or(GUILD)
}

/// The most permissions that a member can have in a channel.
pub(super) fn rights(channel: &Channel) -> u64 {
    match &channel.outside {
        Some(outside) => !outside.lacks,
        None => u64::MAX,
    }
}

/// The context of an interaction, as Discord numbers them.
pub(super) fn context(channel: &Channel) -> u64 {
    match channel.private() {
        false => 0,
        true if channel.with.is_some() => 1,
        true => 2,
    }
}

/// The person whose user install is used: the acting person, or the owner of the message.
pub(super) fn owner(state: &State, channel: u64, message: Option<u64>, user: u64) -> Option<u64> {
    state.channel(channel)?.outside.as_ref()?;
    let message = message.and_then(|id| state.message(id));
    let began = message.and_then(|it| it.cause.as_ref()?.owner);
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

/// Refuses requests with the bot's token in a user-install context.
pub(super) fn reached(channel: &Channel) -> Result<(), Refusal> {
    match &channel.outside {
        None => Ok(()),
        Some(outside) if outside.guild.is_none() => Err(Refusal::of(10003)),
        Some(_) => Err(Refusal::of(50001)),
    }
}
