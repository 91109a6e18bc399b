//! Channels, threads, private conversations and the messages in them.

use serde_json::{Value, json};

use super::{Answered, Call, Reply, known_person, number};
use crate::playground::complaint::{Kind, Refusal};
use crate::playground::json::id;
use crate::playground::messages::{self, Frame};
use crate::playground::model::{Channel, Message};
use crate::playground::objects;
use crate::playground::outside;
use crate::playground::world::{BOT, State, World};

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const ATTACH: u64 = 1 << 15;
const HISTORY: u64 = 1 << 16;
const MANAGE_THREADS: u64 = 1 << 34;
const OPEN_THREADS: u64 = 1 << 35;
const SEND_IN_THREADS: u64 = 1 << 38;

/// Everything below `/channels/{id}`.
pub(super) fn dispatch(call: &Call<'_>, channel: u64, rest: &[&str]) -> Answered {
    let world = call.world;
    world.change(|state| {
        let place = state.channel(channel).cloned();
        let place = place.ok_or_else(|| Refusal::unknown(10003, "Channel"))?;
        outside::reached(&place)?;
        require(state, &place, VIEW)?;
        match (call.method, rest) {
            ("GET", []) => Ok(Reply::Json(objects::channel(world, state, &place))),
            ("PATCH", []) => change(call, state, &place),
            ("GET", ["messages"]) => history(call, state, &place),
            ("POST", ["messages"]) => send(call, state, &place),
            ("POST", ["typing"]) => Ok(Reply::Nothing),
            ("POST", ["threads"]) => open_thread(call, state, &place, None),
            ("POST", ["messages", id, "threads"]) => {
                let id = number(id)?;
                public(state, channel, id)?;
                open_thread(call, state, &place, Some(id))
            }
            ("PUT" | "DELETE", ["thread-members", who]) if place.parent.is_some() => {
                if *who != "@me" {
                    known_person(world, who)?;
                }
                Ok(Reply::Nothing)
            }
            ("GET", ["messages", id]) => {
                let message = public(state, channel, number(id)?)?;
                Ok(Reply::Json(objects::message(world, state, message)))
            }
            ("PATCH", ["messages", id]) => {
                let id = number(id)?;
                own(state, channel, id, 50005)?;
                writable(state, &place)?;
                messages::edit(world, state, id, call.body)?;
                let message = public(state, channel, id)?;
                Ok(Reply::Json(objects::message(world, state, message)))
            }
            ("DELETE", ["messages", id]) => {
                let id = number(id)?;
                own(state, channel, id, 50013)?;
                state.delete(id);
                let gone = json!({ "id": id.to_string(), "channel_id": channel.to_string() });
                state.dispatch("MESSAGE_DELETE", &gone, 1 << 9, place.with.is_none());
                Ok(Reply::Nothing)
            }
            _ => Err(call.lost()),
        }
    })
}

/// Refuses what the bot may not do here. In a private conversation it may do everything.
fn require(state: &State, place: &Channel, bits: u64) -> Result<(), Refusal> {
    let allowed = state.allowed(place.id);
    if place.with.is_some() || allowed & (bits | VIEW) == bits | VIEW {
        return Ok(());
    }
    Err(if allowed & VIEW == 0 {
        Refusal::new(403, Kind::Forbidden, 50001, "Missing Access")
    } else {
        Refusal::new(403, Kind::Forbidden, 50013, "Missing Permissions")
    })
}

/// A public message of this channel.
fn public(state: &State, channel: u64, id: u64) -> Result<&Message, Refusal> {
    state
        .message(id)
        .filter(|it| it.channel == channel && it.only.is_none())
        .ok_or_else(|| Refusal::unknown(10008, "Message"))
}

fn own(state: &State, channel: u64, id: u64, code: u32) -> Result<(), Refusal> {
    if public(state, channel, id)?.author == BOT {
        return Ok(());
    }
    let message = "Cannot edit a message authored by another user";
    Err(Refusal::new(403, Kind::Forbidden, code, message))
}

/// Nothing in an archived thread can be changed.
fn writable(state: &State, place: &Channel) -> Result<(), Refusal> {
    if state.channel(place.id).is_some_and(|it| it.archived) {
        return Err(Refusal::new(
            400,
            Kind::Invalid,
            50083,
            "Thread is archived",
        ));
    }
    Ok(())
}

fn history(call: &Call<'_>, state: &State, place: &Channel) -> Answered {
    require(state, place, HISTORY)?;
    let limit = call.parameter("limit").and_then(|limit| limit.parse().ok());
    let limit: usize = limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Refusal::invalid(
            "limit",
            "NUMBER_TYPE_MAX",
            "int value should be between 1 and 100.",
        ));
    }
    let bound = |name: &str| call.parameter(name).and_then(|id| id.parse::<u64>().ok());
    let (before, after) = (bound("before"), bound("after"));
    let mut here: Vec<&Message> = state
        .messages
        .iter()
        .filter(|it| it.channel == place.id && it.only.is_none())
        .filter(|it| before.is_none_or(|id| it.id < id) && after.is_none_or(|id| it.id > id))
        .collect();
    if after.is_some() {
        here.truncate(limit);
    }
    let listed: Vec<Value> = here
        .into_iter()
        .rev()
        .take(limit)
        .map(|it| objects::message(call.world, state, it))
        .collect();
    Ok(Reply::Json(json!(listed)))
}

fn send(call: &Call<'_>, state: &mut State, place: &Channel) -> Answered {
    let world = call.world;
    let json = &call.body.json;
    let needed = if place.parent.is_some() {
        SEND_IN_THREADS
    } else {
        SEND
    };
    require(state, place, needed)?;
    if !call.body.files.is_empty() {
        require(state, place, ATTACH)?;
    }
    if place.locked && place.archived {
        writable(state, place)?;
    }
    if let Some(with) = place.with
        && state.closed.contains(&with)
    {
        let message = "Cannot send messages to this user";
        return Err(Refusal::new(403, Kind::Forbidden, 50007, message));
    }
    if json["enforce_nonce"] == true
        && let Some(nonce) = messages::nonce(json)
        && let Some(earlier) = same_nonce(world, state, place, &nonce)
    {
        return Ok(Reply::Json(objects::message(world, state, earlier)));
    }
    let reference = id(&json["message_reference"]["message_id"]);
    if let Some(reference) = reference
        && public(state, place.id, reference).is_err()
        && json["message_reference"]["fail_if_not_exists"] != false
    {
        return Err(Refusal::invalid(
            "message_reference",
            "REPLIES_UNKNOWN_MESSAGE",
            "Unknown message",
        ));
    }
    let frame = Frame {
        channel: place.id,
        only: None,
        cause: None,
        reference,
        loading: false,
    };
    let id = messages::create(world, state, frame, call.body)?;
    let message = public(state, place.id, id)?;
    Ok(Reply::Json(objects::message(world, state, message)))
}

/// The message with the same nonce; nonces are remembered for a few minutes.
fn same_nonce<'a>(
    world: &World,
    state: &'a State,
    place: &Channel,
    nonce: &str,
) -> Option<&'a Message> {
    let recent = world.clock().now() - 5 * 60 * 1000;
    state.messages.iter().rev().find(|it| {
        it.channel == place.id
            && it.author == BOT
            && it.created > recent
            && it.nonce.as_deref() == Some(nonce)
    })
}

/// Opens a private conversation, or returns the existing one.
pub(super) fn open_private(call: &Call<'_>) -> Answered {
    let world = call.world;
    let who = id(&call.body.json["recipient_id"]).unwrap_or_default();
    let Some(member) = world.member_by_id(who) else {
        let message = "Cannot send messages to this user";
        return Err(Refusal::new(400, Kind::Invalid, 50033, message));
    };
    world.change(|state| {
        let channel = private(world, state, member.id, &member.key);
        Ok(Reply::Json(objects::channel(world, state, &channel)))
    })
}

/// A person's private conversation with the bot.
pub(in crate::playground) fn private(
    world: &World,
    state: &mut State,
    who: u64,
    key: &str,
) -> Channel {
    if let Some(known) = state.channels.iter().find(|it| it.with == Some(who)) {
        return known.clone();
    }
    let (id, name) = (world.clock().id(), world.setting().bot_name.clone());
    let channel = Channel {
        with: Some(who),
        ..Channel::new(id, format!("dm:{key}"), name, world.clock().now())
    };
    state.channels.push(channel.clone());
    channel
}

fn open_thread(
    call: &Call<'_>,
    state: &mut State,
    place: &Channel,
    message: Option<u64>,
) -> Answered {
    let world = call.world;
    let json = &call.body.json;
    if place.parent.is_some() || place.with.is_some() {
        let text = "Cannot execute action on this channel type";
        return Err(Refusal::new(400, Kind::Invalid, 50024, text));
    }
    require(state, place, OPEN_THREADS)?;
    let name = thread_name(json)?;
    if message.is_none() && json["type"].as_u64() != Some(11) {
        return Err(Refusal::invalid(
            "type",
            "PLAYGROUND_LIMIT",
            "The playground has public threads only (11).",
        ));
    }
    let id = message.unwrap_or_else(|| world.clock().id());
    if state.channel(id).is_some() {
        let text = "A thread has already been created for this message";
        return Err(Refusal::new(400, Kind::Invalid, 160_004, text));
    }
    let thread = Channel {
        parent: Some(place.id),
        ..Channel::new(id, id.to_string(), name, world.clock().now())
    };
    state.channels.push(thread.clone());
    let mut object = objects::channel(world, state, &thread);
    if let Some(message) = message {
        // The message now leads to its thread.
        state.message_mut(message);
    }
    object["newly_created"] = json!(true);
    state.dispatch("THREAD_CREATE", &object, 1, true);
    Ok(Reply::Created(object))
}

fn thread_name(json: &Value) -> Result<String, Refusal> {
    let name = json["name"].as_str().unwrap_or_default();
    let length = name.chars().count();
    if length == 0 || length > 100 {
        return Err(Refusal::invalid(
            "name",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 100 in length.",
        ));
    }
    let duration = &json["auto_archive_duration"];
    let known = [60, 1440, 4320, 10_080];
    if !duration.is_null() && !known.iter().any(|it| *duration == *it) {
        return Err(Refusal::invalid(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        ));
    }
    Ok(name.to_owned())
}

/// Renames, archives, locks or reopens a thread of the bot.
fn change(call: &Call<'_>, state: &mut State, place: &Channel) -> Answered {
    let json = &call.body.json;
    if place.parent.is_none() {
        let message = "Missing Permissions";
        return Err(Refusal::new(403, Kind::Forbidden, 50013, message));
    }
    let touches_lock = json["locked"]
        .as_bool()
        .is_some_and(|locked| locked != place.locked);
    if touches_lock || place.locked {
        require(state, place, MANAGE_THREADS)?;
    }
    let name = match &json["name"] {
        Value::Null => None,
        _ => Some(thread_name(json)?),
    };
    if place.archived && json["archived"] != false {
        writable(state, place)?;
    }
    let Some(thread) = state.channels.iter_mut().find(|it| it.id == place.id) else {
        return Err(Refusal::unknown(10003, "Channel"));
    };
    thread.name = name.unwrap_or_else(|| thread.name.clone());
    thread.archived = json["archived"].as_bool().unwrap_or(thread.archived);
    thread.locked = json["locked"].as_bool().unwrap_or(thread.locked);
    let thread = thread.clone();
    let object = objects::channel(call.world, state, &thread);
    state.dispatch("THREAD_UPDATE", &object, 1, true);
    Ok(Reply::Json(object))
}
