//! People, places and messages in the shape of Discord's JSON.

use std::sync::LazyLock;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::clock::iso;
use super::components;
use super::interaction::{COMMAND, COMPONENT};
use super::model::{Attachment, Cause, Channel, Message};
use super::outside;
use super::world::{BOT, BOT_NAME, BOT_ROLE, DEFAULT_PERMISSIONS, GUILD, GUILD_NAME, MAIN, State};

/// The permissions of an ordinary member: the bot's default ones, using commands, and using
/// external apps.
const MEMBER: u64 = DEFAULT_PERMISSIONS | 1 << 6 | 1 << 50;
/// Every permission.
const ALL: u64 = (1 << 53) - 1;

/// The characters besides letters and digits that a path may contain unencoded.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The constant fields, by kind of object.
static FIXED: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../assets/objects.json")).expect("the file is JSON")
});

/// An object of this kind: its fixed fields and these.
pub(super) fn object(kind: &str, fields: Value) -> Value {
    extend(FIXED[kind].clone(), fields)
}

/// An object with these fields, too.
pub(super) fn extend(mut object: Value, fields: Value) -> Value {
    if let (Some(object), Value::Object(fields)) = (object.as_object_mut(), fields) {
        object.extend(fields);
    }
    object
}

/// An object without its fields that are null.
pub(super) fn present(mut object: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

/// The permissions of a member, by whether they manage the server.
pub(super) fn rights(admin: bool) -> u64 {
    if admin { ALL } else { MEMBER }
}

pub(super) fn user(state: &State, id: u64) -> Value {
    let known = state.setup.member_by_id(id);
    let fields = json!({
        "id": id.to_string(),
        "username": known.map_or("siwa", |known| &known.key),
        "global_name": known.map(|known| &known.name),
        "bot": id == BOT,
    });
    extend(object("user", fields), state.profile.clone())
}

pub(super) fn member(state: &State, id: u64) -> Value {
    let roles = Vec::from_iter((id == BOT).then(|| BOT_ROLE.to_string()));
    let silenced = id == BOT && state.silenced_until > 0;
    let fields = json!({
        "user": user(state, id),
        "roles": roles,
        "communication_disabled_until": silenced.then(|| iso(state.silenced_until)),
    });
    object("member", fields)
}

pub(super) fn application(state: &State) -> Value {
    let fields = json!({
        "id": BOT.to_string(),
        "name": BOT_NAME,
        "bot": user(state, BOT),
        "verify_key": state.setup.key.public(),
        "owner": user(state, owner(state)),
        "interactions_endpoint_url": state.endpoints.first(),
    });
    object("application", fields)
}

fn role(id: u64, name: &str, permissions: u64, position: u8) -> Value {
    let fields = json!({
        "id": id.to_string(),
        "name": name,
        "position": position,
        "permissions": permissions.to_string(),
        "managed": position > 0,
        "tags": (position > 0).then(|| json!({ "bot_id": BOT.to_string() })),
    });
    object("role", present(fields))
}

/// The person who owns the server.
fn owner(state: &State) -> u64 {
    let people = &state.setup.options.people;
    people.first().map_or(BOT, |owner| owner.id)
}

pub(super) fn guild(state: &State) -> Value {
    let fields = json!({
        "id": GUILD.to_string(),
        "name": GUILD_NAME,
        "owner_id": owner(state).to_string(),
        "preferred_locale": state.setup.options.guild_locale,
        "system_channel_id": MAIN.to_string(),
        "roles": [
            role(GUILD, "@everyone", MEMBER, 0),
            role(BOT_ROLE, BOT_NAME, DEFAULT_PERMISSIONS, 1),
        ],
    });
    object("guild", fields)
}

/// The server as `GUILD_CREATE` describes it.
pub(super) fn whole_guild(state: &State) -> Value {
    let people = state.setup.options.people.iter().map(|person| person.id);
    let members: Vec<Value> = people.chain([BOT]).map(|id| member(state, id)).collect();
    let listed = |threads: bool| -> Vec<Value> {
        let channels = state.channels.iter();
        channels
            .filter(|place| place.at_home() && place.parent.is_some() == threads && !place.archived)
            .map(|place| channel(state, place))
            .collect()
    };
    let fields = json!({
        "member_count": members.len(),
        "members": members,
        "channels": listed(false),
        "threads": listed(true),
    });
    extend(object("whole_guild", fields), guild(state))
}

pub(super) fn channel(state: &State, channel: &Channel) -> Value {
    let last = state.public(channel.id).next_back();
    let common = json!({
        "id": channel.id.to_string(),
        "last_message_id": last.map(|message| message.id.to_string()),
        "flags": 0,
    });
    let described = if channel.private() {
        let outside = channel.outside.iter().flat_map(|outside| &outside.people);
        let people = outside.chain(&channel.with).map(|id| user(state, *id));
        let people: Vec<Value> = people.collect();
        // A group, or a conversation between two.
        let kind = if people.len() > 2 { 3 } else { 1 };
        json!({ "type": kind, "recipients": people })
    } else if channel.outside.is_some() {
        let guild = outside::guild(channel).to_string();
        json!({ "type": 0, "guild_id": guild, "name": channel.name, "permissions": "0" })
    } else {
        guild_channel(state, channel)
    };
    extend(common, described)
}

/// The fields that only channels and threads of a server have.
fn guild_channel(state: &State, channel: &Channel) -> Value {
    let fields = json!({
        "guild_id": GUILD.to_string(),
        "name": channel.name,
        "parent_id": channel.parent.map(|id| id.to_string()),
        "permissions": state.allowed(channel.id).to_string(),
    });
    let (kind, own) = if channel.parent.is_some() {
        let own = json!({
            "owner_id": if channel.is_own { BOT } else { owner(state) }.to_string(),
            "thread_metadata": {
                "archived": channel.archived,
                "archive_timestamp": iso(channel.created),
                "create_timestamp": iso(channel.created),
                "auto_archive_duration": channel.archive_after,
                "locked": channel.locked,
            },
        });
        ("thread", own)
    } else {
        let overwrite = channel.permissions.map(|bits| {
            json!({
                "id": BOT.to_string(),
                "type": 1,
                "allow": (bits & ALL).to_string(),
                "deny": (ALL & !bits).to_string(),
            })
        });
        let own = json!({
            "position": u8::from(channel.id != MAIN),
            "permission_overwrites": Vec::from_iter(overwrite),
        });
        ("text_channel", own)
    };
    let mut object = extend(object(kind, fields), own);
    if channel.kind != 0 {
        object["type"] = json!(channel.kind);
    }
    object
}

fn attachment(state: &State, message: &Message, file: &Attachment) -> Value {
    let name = utf8_percent_encode(&file.filename, ENCODED);
    let base = format!("{}/files/{}", state.setup.base, message.channel);
    let url = format!("{base}/{}/{name}", file.id);
    present(json!({
        "id": file.id.to_string(),
        "filename": file.filename,
        "size": file.bytes.len(),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
        "width": file.size.map(|(width, _)| width),
        "height": file.size.map(|(_, height)| height),
        "description": file.description,
        "ephemeral": message.private().then_some(true),
    }))
}

pub(super) fn message(state: &State, message: &Message) -> Value {
    let files = message.attachments.iter();
    let files = Vec::from_iter(files.map(|file| attachment(state, message, file)));
    let mentions: Vec<Value> = message.mentions.iter().map(|id| user(state, *id)).collect();
    let opened = state.channel(message.id);
    let thread = opened.filter(|channel| channel.parent.is_some());
    let flags = message.flags
        | u64::from(thread.is_some()) << 5
        | u64::from(message.private()) << 6
        | u64::from(message.loading) << 7;
    let kind = match (&message.cause, message.reference) {
        (Some(cause), _) if cause.kind == COMMAND => 20,
        (None, None) => 0,
        _ => 19,
    };
    let fields = json!({
        "id": message.id.to_string(),
        "channel_id": message.channel.to_string(),
        "type": kind,
        "author": user(state, message.author),
        "content": message.content,
        "timestamp": iso(message.created),
        "edited_timestamp": message.edited.map(iso),
        "mentions": mentions,
        "attachments": files,
        "embeds": message.embeds,
        "components": components::addressed(&message.components, &files),
        "flags": flags,
    });
    let cause = message.cause.as_ref();
    let command = cause.filter(|cause| cause.kind == COMMAND);
    let optional = json!({
        "application_id": (message.author == BOT).then(|| BOT.to_string()),
        "nonce": message.nonce,
        "webhook_id": cause.map(|_| BOT.to_string()),
        "interaction_metadata": cause.map(|cause| metadata(state, cause, message)),
        "interaction": command.map(|cause| json!({
            "id": cause.id.to_string(),
            "type": cause.kind,
            "name": cause.name,
            "user": user(state, cause.user),
        })),
        "thread": thread.map(|thread| channel(state, thread)),
    });
    let mut object = extend(object("message", fields), present(optional));
    if let Some(reference) = message.reference {
        let place = state.channel(message.channel);
        let guild = place.filter(|place| !place.private()).map(outside::guild);
        object["message_reference"] = present(json!({
            "type": 0,
            "message_id": reference.to_string(),
            "channel_id": message.channel.to_string(),
            "guild_id": guild.map(|id| id.to_string()),
        }));
        let first = state.message(reference);
        let first = first.filter(|message| message.reference.is_none());
        object["referenced_message"] = json!(first.map(|first| self::message(state, first)));
    }
    object
}

fn metadata(state: &State, cause: &Cause, message: &Message) -> Value {
    let command = cause.kind == COMMAND;
    let asked = message.reference.unwrap_or(message.id).to_string();
    present(json!({
        "id": cause.id.to_string(),
        "type": if command { COMMAND } else { COMPONENT },
        "user": user(state, cause.user),
        "authorizing_integration_owners": outside::began(cause.owner),
        "name": command.then_some(&cause.name),
        "command_type": command.then_some(1),
        "interacted_message_id": (!command).then_some(asked),
    }))
}
