//! Where the bot is not: conversations between people, and another server.
//!
//! A person who has installed the bot for themselves can ask it there. It answers by the tokens of
//! interactions alone; by its own token it reaches nothing there.

use serde_json::{Value, json};

use super::model::{Channel, Outside};
use super::violation::Refusal;
use super::world::{GUILD, State};

/// The permission to have others see what a bot says that is not there.
const EXTERNAL_APPS: u64 = 1 << 50;

/// How a channel is described where the bot is not, and the people are these.
pub(super) fn describe(channel: &Channel, people: &[Value]) -> Value {
    if channel.private() {
        // A conversation of two, or a group.
        let kind = if people.len() == 2 { 1 } else { 3 };
        return json!({ "type": kind, "recipients": people });
    }
    let guild = guild(channel).to_string();
    json!({ "type": 0, "guild_id": guild, "name": channel.name, "permissions": "0" })
}

/// What the page shows of it: the others who are there, or that it is a server.
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

/// The permissions that a member has at most in a channel.
pub(super) fn rights(channel: &Channel) -> u64 {
    match &channel.outside {
        Some(outside) if outside.quiet => !EXTERNAL_APPS,
        _ => u64::MAX,
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

/// By whose installation the bot can be asked, where it is not itself: of the person who acts, or of
/// the one who began what a message belongs to.
pub(super) fn owner(state: &State, channel: u64, message: Option<u64>, user: u64) -> Option<u64> {
    state.channel(channel)?.outside.as_ref()?;
    let message = message.and_then(|id| state.message(id));
    let began = message.and_then(|it| it.cause.as_ref()?.owner);
    Some(began.unwrap_or(user))
}

/// By whose installation a message came about.
pub(super) fn began(owner: Option<u64>) -> Value {
    match owner {
        Some(owner) => json!({ "1": owner.to_string() }),
        None => json!({ "0": GUILD.to_string() }),
    }
}

/// By which installations the bot can be asked in a channel.
pub(super) fn owners(channel: &Channel, owner: Option<u64>) -> Value {
    match owner {
        None if channel.private() => json!({ "0": "0" }),
        owner => began(owner),
    }
}

/// Refuses what the bot asks by its own token of a place where it is not.
pub(super) fn reached(channel: &Channel) -> Result<(), Refusal> {
    match &channel.outside {
        None => Ok(()),
        Some(outside) if outside.guild.is_none() => Err(Refusal::unknown(10003, "Channel")),
        Some(_) => Err(Refusal::forbidden(50001, "Missing Access")),
    }
}
