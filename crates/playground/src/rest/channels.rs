//! Channels, threads, private conversations and the messages in them.

use serde_json::{Value, json};

use super::{Answered, Call, created, find_message, known_person, nothing, number, reply, show};
use crate::field::{self, Checked, refuse_if};
use crate::json::{id, text};
use crate::messages;
use crate::model::{Channel, Message};
use crate::objects::{self, extend, present};
use crate::violation::ApiError;
use crate::world::{BOT, BOT_NAME, State};

/// The minutes without activity after which a thread is archived by default.
pub(crate) const DAY: i64 = 24 * 60;

/// Discord's numbers of the kinds of channels that differ here.
const VOICE: u64 = 2;
const PRIVATE_THREAD: u64 = 12;
const STAGE: u64 = 13;
const FORUM: u64 = 15;
const MEDIA: u64 = 16;

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const ATTACH: u64 = 1 << 15;
const HISTORY: u64 = 1 << 16;
const CONNECT: u64 = 1 << 20;
const MANAGE_THREADS: u64 = 1 << 34;
const OPEN_THREADS: u64 = 1 << 35;
const SEND_IN_THREADS: u64 = 1 << 38;

/// Handles everything below `/channels/{id}`.
pub(super) fn dispatch(call: &Call<'_>, state: &mut State, id: u64, rest: &[&str]) -> Answered {
    let place = state.channel(id).cloned();
    let place = place.ok_or_else(|| ApiError::from_code(10003))?;
    // In a user-install context, only the tokens of interactions are of use.
    let unreachable = if place.private() { 10003 } else { 50001 };
    refuse_if(place.outside.is_some(), unreachable)?;
    require(state, &place, VIEW)?;
    let hidden = place.kind == PRIVATE_THREAD && !place.members.contains(&BOT);
    refuse_if(hidden, 50001)?;
    if matches!(place.kind, VOICE | STAGE) {
        require(state, &place, CONNECT)?;
    }
    match (call.method, rest) {
        ("GET", []) => reply(objects::channel(state, &place)),
        ("PATCH", []) => change(call, state, &place),
        ("GET", ["messages"]) => history(call, state, &place),
        ("POST", ["messages"]) => send(call, state, &place),
        ("POST", ["messages", id, "threads"]) => open_thread(call, state, &place, number(id)?),
        ("PATCH", ["messages", id]) => {
            let old = own(state, place.id, id, 50005)?.clone();
            refuse_if(place.archived, 50083)?;
            refuse_locked(state, &place)?;
            show(&messages::edit(state, old, call.body)?, state)
        }
        ("PUT", ["thread-members", user]) => {
            require(state, &place, SEND_IN_THREADS)?;
            refuse_if(place.parent.is_none(), 50024)?;
            refuse_if(place.archived, 50083)?;
            let user = known_person(state, user)?;
            refuse_if(state.left.contains(&user), 10007)?;
            let thread = state.channel_mut(place.id);
            thread.map(|thread| thread.members.insert(user));
            nothing()
        }
        ("DELETE", ["messages", id]) => {
            let id = own(state, place.id, id, 50013)?.id;
            messages::delete(state, id);
            nothing()
        }
        _ => Err(call.lost()),
    }
}

/// Refuses a request without the permission for it. In a private conversation the bot has all.
fn require(state: &State, place: &Channel, bits: u64) -> Checked {
    let allowed = state.allowed(place.id);
    let lacks = place.with.is_none() && allowed & (bits | VIEW) != bits | VIEW;
    refuse_if(lacks, if allowed & VIEW == 0 { 50001 } else { 50013 })
}

/// Refuses messages and their edits in a locked thread, unless the bot moderates.
fn refuse_locked(state: &State, place: &Channel) -> Checked {
    let moderates = require(state, place, MANAGE_THREADS).is_ok();
    refuse_if(place.locked && !moderates, 160_005)
}

/// A public message of this channel.
fn public(state: &State, channel: u64, id: u64) -> Result<&Message, ApiError> {
    let message = find_message(state, id)?;
    let is_here = message.channel == channel && message.only.is_none();
    refuse_if(!is_here, 10008)?;
    Ok(message)
}

/// A public message of the bot in this channel.
fn own<'a>(state: &'a State, channel: u64, id: &str, code: u32) -> Result<&'a Message, ApiError> {
    let message = public(state, channel, number(id)?)?;
    refuse_if(message.author != BOT, code)?;
    Ok(message)
}

fn history(call: &Call<'_>, state: &State, place: &Channel) -> Answered {
    // Without the permission there are none.
    let may_read = require(state, place, HISTORY).is_ok();
    let limit: usize = call.parameter("limit").unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(ApiError::known("limit", "NUMBER_TYPE_MAX"));
    }
    let after: Option<u64> = call.parameter("after");
    let is_newer = |message: &&Message| may_read && after.is_none_or(|id| message.id > id);
    let mut here: Vec<&Message> = state.public(place.id).filter(is_newer).collect();
    if after.is_some() {
        here.truncate(limit);
    }
    let newest = here.into_iter().rev().take(limit);
    let listed = newest.map(|message| objects::message(state, message));
    reply(Value::Array(listed.collect()))
}

fn send(call: &Call<'_>, state: &mut State, place: &Channel) -> Answered {
    let json = &call.body.json;
    let in_thread = place.parent.is_some();
    require(state, place, if in_thread { SEND_IN_THREADS } else { SEND })?;
    if !call.body.files.is_empty() {
        require(state, place, ATTACH)?;
    }
    refuse_if(matches!(place.kind, FORUM | MEDIA), 50008)?;
    refuse_if(place.locked && place.archived, 50083)?;
    refuse_locked(state, place)?;
    let closed = place.with.is_some_and(|with| state.closed.contains(&with));
    refuse_if(closed, 50007)?;
    if json["enforce_nonce"] == true
        && let Some(nonce) = messages::nonce(json)
        && let Some(earlier) = same_nonce(state, place, &nonce)
    {
        return show(earlier, state);
    }
    let given = Message {
        channel: place.id,
        ..Message::default()
    };
    show(&messages::create(state, given, call.body)?, state)
}

/// The message with the same nonce; nonces are remembered for a few minutes.
fn same_nonce<'a>(state: &'a State, place: &Channel, nonce: &str) -> Option<&'a Message> {
    let recent = state.setup.clock.now() - 5 * 60 * 1000;
    let mut newest = state.public(place.id).rev();
    newest.find(|message| {
        let is_same = message.author == BOT && message.nonce.as_deref() == Some(nonce);
        is_same && message.created > recent
    })
}

/// Opens a private conversation, or returns the existing one.
pub(super) fn open_private(call: &Call<'_>, state: &mut State) -> Answered {
    let who = id(&call.body.json["recipient_id"]).unwrap_or_default();
    let channel = private(state, who).ok_or_else(|| ApiError::from_code(50033))?;
    reply(objects::channel(state, &channel))
}

/// A person's private conversation with the bot.
pub(crate) fn private(state: &mut State, who: u64) -> Option<Channel> {
    let known = state.channels.iter().find(|place| place.with == Some(who));
    if known.is_some() {
        return known.cloned();
    }
    let key = format!("dm:{}", state.setup.member_by_id(who)?.key);
    let clock = &state.setup.clock;
    let channel = Channel {
        with: Some(who),
        ..Channel::new(clock.id(), &key, BOT_NAME, clock.now())
    };
    state.channels.push(channel.clone());
    Some(channel)
}

/// Opens a thread on a message.
fn open_thread(call: &Call<'_>, state: &mut State, place: &Channel, id: u64) -> Answered {
    let message = public(state, place.id, id)?.clone();
    refuse_if(place.parent.is_some() || place.with.is_some(), 50024)?;
    require(state, place, OPEN_THREADS)?;
    let name = thread_name(&call.body.json)?;
    refuse_if(state.channel(id).is_some(), 160_004)?;
    // The message now links to its thread.
    state.put(message);
    let archive_after = call.body.json["auto_archive_duration"].as_i64();
    let thread = Channel {
        parent: Some(place.id),
        is_own: true,
        archive_after: archive_after.unwrap_or(DAY),
        ..Channel::new(id, &id.to_string(), &name, state.setup.clock.now())
    };
    created(add_thread(state, thread))
}

/// Adds an open thread, and sends the event.
pub(crate) fn add_thread(state: &mut State, thread: Channel) -> Value {
    let mut object = objects::channel(state, &thread);
    object["newly_created"] = json!(true);
    state.channels.push(thread);
    state.dispatch("THREAD_CREATE", &object, 1, true);
    object
}

/// Archives the threads without activity: messages, opening, and another time until it is archived.
pub(crate) fn archive_silent(state: &mut State) {
    let now = state.setup.clock.now();
    let silent = |thread: &&Channel| {
        let since = now - thread.archive_after * 60 * 1000;
        let mut said = state.public(thread.id);
        let opened = thread.reopened.max(thread.created) < since;
        thread.parent.is_some() && opened && said.all(|message| message.created < since)
    };
    let silent: Vec<Channel> = state.channels.iter().filter(silent).cloned().collect();
    for thread in silent {
        let archived = true;
        update_thread(state, Channel { archived, ..thread });
    }
}

/// Replaces a thread by its changed version, and sends the event.
pub(crate) fn update_thread(state: &mut State, mut thread: Channel) -> Value {
    let is_activity = |known: &Channel| {
        known.archived && !thread.archived || known.archive_after != thread.archive_after
    };
    if state.channel(thread.id).is_some_and(is_activity) {
        thread.reopened = state.setup.clock.now();
    }
    let object = objects::channel(state, &thread);
    state.dispatch("THREAD_UPDATE", &object, 1, true);
    if let Some(known) = state.channel_mut(thread.id) {
        *known = thread;
    }
    object
}

/// The name of a thread with these fields, if they are valid.
fn thread_name(fields: &Value) -> Result<String, ApiError> {
    field::check(fields, "", |thread| thread.obeys("thread"))?;
    Ok(text(&fields["name"]))
}

/// Renames, archives, locks or reopens a thread of the bot.
fn change(call: &Call<'_>, state: &mut State, place: &Channel) -> Answered {
    let json = &call.body.json;
    refuse_if(place.parent.is_none(), 50013)?;
    let only_opens = *json == json!({ "archived": false });
    if place.locked || json["locked"] == true || !place.is_own && !only_opens {
        require(state, place, MANAGE_THREADS)?;
    }
    require(state, place, SEND_IN_THREADS)?;
    let named = json!({ "name": place.name });
    let name = thread_name(&extend(named, present(json.clone())))?;
    refuse_if(place.archived && json["archived"] != false, 50083)?;
    let archive_after = json["auto_archive_duration"].as_i64();
    let thread = Channel {
        name,
        archived: json["archived"].as_bool().unwrap_or(place.archived),
        locked: json["locked"].as_bool().unwrap_or(place.locked),
        archive_after: archive_after.unwrap_or(place.archive_after),
        ..place.clone()
    };
    reply(update_thread(state, thread))
}
