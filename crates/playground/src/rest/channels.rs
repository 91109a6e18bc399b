//! Channels, threads, private conversations and the messages in them.

use serde_json::{Value, json};

use super::{Answered, Call, created, found, known_person, nothing, number, reply, show};
use crate::field;
use crate::json::{id, text};
use crate::messages;
use crate::model::{Channel, Message};
use crate::objects;
use crate::outside;
use crate::violation::Refusal;
use crate::world::{BOT, BOT_NAME, State};

/// After how many milliseconds without a message a thread is archived.
const SILENCE: i64 = 7 * 24 * 60 * 60 * 1000;

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const ATTACH: u64 = 1 << 15;
const HISTORY: u64 = 1 << 16;
const CONNECT: u64 = 1 << 20;
const MANAGE_THREADS: u64 = 1 << 34;
const OPEN_THREADS: u64 = 1 << 35;
const SEND_IN_THREADS: u64 = 1 << 38;

/// Handles everything below `/channels/{id}`.
pub(super) fn dispatch(
    call: &Call<'_>,
    state: &mut State,
    channel: u64,
    rest: &[&str],
) -> Answered {
    let place = state.channel(channel).cloned();
    let place = place.ok_or_else(|| Refusal::of(10003))?;
    outside::reached(&place)?;
    require(state, &place, VIEW)?;
    if place.is_private_thread() && !place.members.contains(&BOT) {
        return Err(Refusal::of(50001));
    }
    if place.is_of_voice() {
        require(state, &place, CONNECT)?;
    }
    match (call.method, rest) {
        ("GET", []) => reply(objects::channel(state, &place)),
        ("PATCH", []) => change(call, state, &place),
        ("GET", ["messages"]) => history(call, state, &place),
        ("POST", ["messages"]) => send(call, state, &place),
        ("POST", ["typing"]) => nothing(),
        ("POST", ["threads"]) => open_thread(call, state, &place, None),
        ("POST", ["messages", id, "threads"]) => {
            let id = number(id)?;
            public(state, channel, id)?;
            open_thread(call, state, &place, Some(id))
        }
        ("GET", ["messages", id]) => show(public(state, channel, number(id)?)?, state),
        ("PATCH", ["messages", id]) => {
            let old = own(state, channel, id, 50005)?.clone();
            if place.archived {
                return Err(Refusal::of(50083));
            }
            show(&messages::edit(state, old, call.body)?, state)
        }
        ("PUT", ["thread-members", user]) => {
            require(state, &place, SEND_IN_THREADS)?;
            if place.parent.is_none() {
                return Err(Refusal::of(50024));
            }
            if place.archived {
                return Err(Refusal::of(50083));
            }
            let user = known_person(state, user)?;
            if state.gone.contains(&user) {
                return Err(Refusal::of(10007));
            }
            let thread = state.channel_mut(channel);
            thread.map(|thread| thread.members.insert(user));
            nothing()
        }
        ("DELETE", ["messages", id]) => {
            let id = own(state, channel, id, 50013)?.id;
            messages::delete(state, id);
            nothing()
        }
        _ => Err(call.lost()),
    }
}

/// Refuses a request without the permission for it. In a private conversation the bot has all.
fn require(state: &State, place: &Channel, bits: u64) -> Result<(), Refusal> {
    let allowed = state.allowed(place.id);
    if place.with.is_some() || allowed & (bits | VIEW) == bits | VIEW {
        return Ok(());
    }
    let code = if allowed & VIEW == 0 { 50001 } else { 50013 };
    Err(Refusal::of(code))
}

/// A public message of this channel.
fn public(state: &State, channel: u64, id: u64) -> Result<&Message, Refusal> {
    found(state, id, |it| it.channel == channel && it.only.is_none())
}

/// A public message of the bot in this channel.
fn own<'a>(state: &'a State, channel: u64, id: &str, code: u32) -> Result<&'a Message, Refusal> {
    let message = public(state, channel, number(id)?)?;
    match message.author == BOT {
        true => Ok(message),
        false => Err(Refusal::of(code)),
    }
}

fn history(call: &Call<'_>, state: &State, place: &Channel) -> Answered {
    require(state, place, HISTORY)?;
    let limit: usize = call.parameter("limit").unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Refusal::known("limit", "NUMBER_TYPE_MAX"));
    }
    let (before, after) = (call.parameter("before"), call.parameter("after"));
    let mut here: Vec<&Message> = state
        .public(place.id)
        .filter(|it| before.is_none_or(|id| it.id < id) && after.is_none_or(|id| it.id > id))
        .collect();
    if after.is_some() {
        here.truncate(limit);
    }
    let listed: Vec<Value> = here
        .into_iter()
        .rev()
        .take(limit)
        .map(|it| objects::message(state, it))
        .collect();
    reply(json!(listed))
}

fn send(call: &Call<'_>, state: &mut State, place: &Channel) -> Answered {
    let json = &call.body.json;
    let in_thread = place.parent.is_some();
    require(state, place, if in_thread { SEND_IN_THREADS } else { SEND })?;
    if !call.body.files.is_empty() {
        require(state, place, ATTACH)?;
    }
    if place.has_only_threads() {
        return Err(Refusal::of(50008));
    }
    if place.locked && place.archived {
        return Err(Refusal::of(50083));
    }
    if place.locked && require(state, place, MANAGE_THREADS).is_err() {
        return Err(Refusal::of(160_005));
    }
    if let Some(with) = place.with
        && state.closed.contains(&with)
    {
        return Err(Refusal::of(50007));
    }
    if json["enforce_nonce"] == true
        && let Some(nonce) = messages::nonce(json)
        && let Some(earlier) = same_nonce(state, place, &nonce)
    {
        return show(earlier, state);
    }
    let reference = id(&json["message_reference"]["message_id"]);
    if let Some(reference) = reference
        && public(state, place.id, reference).is_err()
        && json["message_reference"]["fail_if_not_exists"] != false
    {
        let code = "REPLIES_UNKNOWN_MESSAGE";
        return Err(Refusal::known("message_reference", code));
    }
    let given = Message {
        channel: place.id,
        reference,
        ..Message::default()
    };
    show(&messages::create(state, given, call.body)?, state)
}

/// The message with the same nonce; nonces are remembered for a few minutes.
fn same_nonce<'a>(state: &'a State, place: &Channel, nonce: &str) -> Option<&'a Message> {
    let recent = state.setup.clock.now() - 5 * 60 * 1000;
    let same = |it: &&Message| it.author == BOT && it.nonce.as_deref() == Some(nonce);
    let mut newest = state.public(place.id).rev();
    newest.find(|it| same(it) && it.created > recent)
}

/// Opens a private conversation, or returns the existing one.
pub(super) fn open_private(call: &Call<'_>, state: &mut State) -> Answered {
    let who = id(&call.body.json["recipient_id"]).unwrap_or_default();
    let Some(channel) = private(state, who) else {
        return Err(Refusal::of(50033));
    };
    reply(objects::channel(state, &channel))
}

/// A person's private conversation with the bot.
pub(crate) fn private(state: &mut State, who: u64) -> Option<Channel> {
    let known = state.channels.iter().find(|it| it.with == Some(who));
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

fn open_thread(
    call: &Call<'_>,
    state: &mut State,
    place: &Channel,
    message: Option<u64>,
) -> Answered {
    let json = &call.body.json;
    if place.parent.is_some() || place.with.is_some() {
        return Err(Refusal::of(50024));
    }
    require(state, place, OPEN_THREADS)?;
    let name = thread_name(json)?;
    if message.is_none() && json["type"].as_u64() != Some(11) {
        let text = "The playground has public threads only (11).";
        return Err(Refusal::field("type", "PLAYGROUND_LIMIT", text));
    }
    let id = message.unwrap_or_else(|| state.setup.clock.id());
    if state.channel(id).is_some() {
        return Err(Refusal::of(160_004));
    }
    if let Some(message) = message.and_then(|id| state.message(id)) {
        // The message now links to its thread.
        state.put(message.clone());
    }
    created(add_thread(state, id, place.id, &name))
}

/// Adds an open thread below a channel, and sends the event.
pub(crate) fn add_thread(state: &mut State, id: u64, parent: u64, name: &str) -> Value {
    let thread = Channel {
        parent: Some(parent),
        ..Channel::new(id, &id.to_string(), name, state.setup.clock.now())
    };
    let mut object = objects::channel(state, &thread);
    object["newly_created"] = json!(true);
    state.channels.push(thread);
    state.dispatch("THREAD_CREATE", &object, 1, true);
    object
}

/// Archives the threads in which nothing was said for a week.
pub(crate) fn archive_silent(state: &mut State) {
    let since = state.setup.clock.now() - SILENCE;
    let silent = |thread: &&Channel| {
        let mut said = state.public(thread.id);
        let opened = thread.reopened.max(thread.created) < since;
        thread.parent.is_some() && opened && said.all(|it| it.created < since)
    };
    let silent: Vec<Channel> = state.channels.iter().filter(silent).cloned().collect();
    for thread in silent {
        let archived = true;
        update_thread(state, Channel { archived, ..thread });
    }
}

/// Replaces a thread by its changed version, and sends the event.
pub(crate) fn update_thread(state: &mut State, thread: Channel) -> Value {
    let object = objects::channel(state, &thread);
    state.dispatch("THREAD_UPDATE", &object, 1, true);
    if let Some(known) = state.channel_mut(thread.id) {
        *known = thread;
    }
    object
}

fn thread_name(json: &Value) -> Result<String, Refusal> {
    field::check(json, "", |thread| thread.obeys("thread"))?;
    Ok(text(&json["name"]))
}

/// Renames, archives, locks or reopens a thread of the bot.
fn change(call: &Call<'_>, state: &mut State, place: &Channel) -> Answered {
    let json = &call.body.json;
    if place.parent.is_none() {
        return Err(Refusal::of(50013));
    }
    if place.locked || json["locked"] == true {
        require(state, place, MANAGE_THREADS)?;
    }
    let name = match json["name"].is_null() {
        true => place.name.clone(),
        false => thread_name(json)?,
    };
    if place.archived && json["archived"] != false {
        return Err(Refusal::of(50083));
    }
    let archived = json["archived"].as_bool().unwrap_or(place.archived);
    let reopened = if place.archived && !archived {
        state.setup.clock.now()
    } else {
        place.reopened
    };
    let thread = Channel {
        name,
        archived,
        reopened,
        locked: json["locked"].as_bool().unwrap_or(place.locked),
        ..place.clone()
    };
    reply(update_thread(state, thread))
}
