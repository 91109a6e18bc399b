//! People, places and messages in the shape of Discord's JSON.

use serde_json::{Value, json};

use super::clock::iso;
use super::components;
use super::interaction::{COMMAND, COMPONENT};
use super::model::{Attachment, Cause, Channel, Member, Message};
use super::outside;
use super::world::{BOT, BOT_ROLE, GUILD, MAIN, State, USUAL, World};

/// The permissions of an ordinary member: the usual ones, using commands, and having others
/// see what a bot says that is not there.
const MEMBER: u64 = USUAL | 1 << 6 | 1 << 50;
/// Every permission.
const ALL: u64 = (1 << 53) - 1;
/// When the server was founded.
const FOUNDED: &str = "2026-01-01T00:00:00.000000+00:00";

/// The permissions of a member.
pub(super) fn rights(member: Option<&Member>) -> u64 {
    rights_of(member.is_some_and(|member| member.admin))
}

/// The permissions of a member, by whether they manage the server.
pub(super) fn rights_of(admin: bool) -> u64 {
    if admin { ALL } else { MEMBER }
}

pub(super) fn user(world: &World, id: u64) -> Value {
    let (name, display) = match world.member_by_id(id) {
        Some(member) => (member.key.clone(), member.name.clone()),
        None => (
            world.setting().bot_name.to_lowercase(),
            world.setting().bot_name.clone(),
        ),
    };
    json!({
        "id": id.to_string(),
        "username": name,
        "global_name": if id == BOT { Value::Null } else { json!(display) },
        "discriminator": "0",
        "avatar": null,
        "banner": null,
        "accent_color": null,
        "avatar_decoration_data": null,
        "bot": id == BOT,
        "system": false,
        "flags": 0,
        "public_flags": 0,
    })
}

pub(super) fn member(world: &World, id: u64) -> Value {
    json!({
        "user": user(world, id),
        "nick": null,
        "avatar": null,
        "banner": null,
        "roles": if id == BOT { json!([BOT_ROLE.to_string()]) } else { json!([]) },
        "joined_at": FOUNDED,
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "pending": false,
        "flags": 0,
        "communication_disabled_until": null,
    })
}

pub(super) fn application(world: &World) -> Value {
    json!({
        "id": BOT.to_string(),
        "name": world.setting().bot_name,
        "icon": null,
        "description": "",
        "summary": "",
        "type": null,
        "bot": user(world, BOT),
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": world.public_key(),
        "flags": 0,
        "hook": true,
        "is_monetized": false,
        "owner": world.setting().people.first().map(|owner| user(world, owner.id)),
        "team": null,
        "redirect_uris": [],
        "interactions_endpoint_url": world.look(|state| state.endpoints.first().cloned()),
        "terms_of_service_url": null,
        "privacy_policy_url": "https://example.org/privacy",
        "role_connections_verification_url": null,
        "integration_types_config": { "0": {}, "1": {} },
        "approximate_guild_count": 1,
    })
}

fn role(id: u64, name: &str, permissions: u64, position: u8) -> Value {
    let mut role = json!({
        "id": id.to_string(),
        "name": name,
        "color": 0,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
        "hoist": false,
        "icon": null,
        "unicode_emoji": null,
        "position": position,
        "permissions": permissions.to_string(),
        "managed": position > 0,
        "mentionable": false,
        "flags": 0,
    });
    if position > 0 {
        role["tags"] = json!({ "bot_id": BOT.to_string() });
    }
    role
}

pub(super) fn guild(world: &World) -> Value {
    let setting = world.setting();
    let mut guild = json!({
        "id": GUILD.to_string(),
        "name": setting.guild_name,
        "icon": null,
        "description": null,
        "splash": null,
        "discovery_splash": null,
        "banner": null,
        "home_header": null,
        "owner_id": setting.people.first().map_or(BOT, |owner| owner.id).to_string(),
        "application_id": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": false,
        "preferred_locale": setting.guild_locale,
        "rules_channel_id": null,
        "safety_alerts_channel_id": null,
        "public_updates_channel_id": null,
        "hub_type": null,
        "latest_onboarding_question_id": null,
        "incidents_data": null,
        "inventory_settings": null,
        "nsfw": false,
        "nsfw_level": 0,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [
            role(GUILD, "@everyone", MEMBER, 0),
            role(BOT_ROLE, &setting.bot_name, USUAL, 1),
        ],
    });
    let plain = json!({
        "region": "deprecated",
        "afk_channel_id": null,
        "afk_timeout": 300,
        "system_channel_id": MAIN.to_string(),
        "system_channel_flags": 0,
        "widget_enabled": false,
        "widget_channel_id": null,
        "verification_level": 0,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": null,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": null,
    });
    if let (Some(guild), Value::Object(plain)) = (guild.as_object_mut(), plain) {
        guild.extend(plain);
    }
    guild
}

/// The server as `GUILD_CREATE` describes it.
pub(super) fn whole_guild(world: &World, state: &State) -> Value {
    let mut guild = guild(world);
    let people = world.setting().people.iter();
    let members: Vec<Value> = people
        .map(|person| person.id)
        .chain([BOT])
        .map(|id| member(world, id))
        .collect();
    let listed = |threads: bool| -> Vec<Value> {
        let channels = state.channels.iter();
        channels
            .filter(|it| it.at_home() && it.parent.is_some() == threads && !it.archived)
            .map(|it| channel(world, state, it))
            .collect()
    };
    guild["joined_at"] = json!(FOUNDED);
    guild["large"] = json!(false);
    guild["unavailable"] = json!(false);
    guild["member_count"] = json!(members.len());
    guild["members"] = json!(members);
    guild["channels"] = json!(listed(false));
    guild["threads"] = json!(listed(true));
    for empty in [
        "voice_states",
        "presences",
        "stage_instances",
        "guild_scheduled_events",
        "soundboard_sounds",
    ] {
        guild[empty] = json!([]);
    }
    guild
}

pub(super) fn channel(world: &World, state: &State, channel: &Channel) -> Value {
    let here = |message: &&Message| message.channel == channel.id && message.only.is_none();
    let last = state.messages.iter().rev().find(here);
    let mut object = json!({
        "id": channel.id.to_string(),
        "last_message_id": last.map(|message| message.id.to_string()),
        "flags": 0,
    });
    if let Some(person) = channel.with {
        object["type"] = json!(1);
        object["recipients"] = json!([user(world, person)]);
        return object;
    }
    if let Some(outside) = &channel.outside {
        let people = outside.people.iter().map(|id| user(world, *id));
        outside::describe(channel, &people.collect::<Vec<_>>(), &mut object);
        return object;
    }
    object["guild_id"] = json!(GUILD.to_string());
    object["name"] = json!(channel.name);
    object["parent_id"] = json!(channel.parent.map(|id| id.to_string()));
    object["permissions"] = json!(state.allowed(channel.id).to_string());
    object["rate_limit_per_user"] = json!(0);
    object["nsfw"] = json!(false);
    if channel.parent.is_some() {
        let count = state.messages.iter().filter(here).count();
        object["type"] = json!(11);
        object["owner_id"] = json!(BOT.to_string());
        object["message_count"] = json!(count);
        object["total_message_sent"] = json!(count);
        object["member_count"] = json!(1);
        object["thread_metadata"] = json!({
            "archived": channel.archived,
            "archive_timestamp": iso(channel.created),
            "create_timestamp": iso(channel.created),
            "auto_archive_duration": 10_080,
            "locked": channel.locked,
        });
    } else {
        object["type"] = json!(0);
        object["position"] = json!(u8::from(channel.id != MAIN));
        object["topic"] = Value::Null;
        // What a test decides about a channel is an overwrite for the bot.
        object["permission_overwrites"] = match state.permissions.get(&channel.id) {
            Some(bits) => json!([{
                "id": BOT.to_string(),
                "type": 1,
                "allow": (bits & ALL).to_string(),
                "deny": (ALL & !bits).to_string(),
            }]),
            None => json!([]),
        };
    }
    object
}

pub(super) fn attachment(world: &World, channel: u64, file: &Attachment) -> Value {
    let url = format!(
        "{}/files/{channel}/{}/{}",
        world.setting().base,
        file.id,
        escape(&file.filename)
    );
    let mut object = json!({
        "id": file.id.to_string(),
        "filename": file.filename,
        "size": file.bytes.len(),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    });
    if let Some((width, height)) = file.size {
        object["width"] = json!(width);
        object["height"] = json!(height);
    }
    if let Some(description) = &file.description {
        object["description"] = json!(description);
    }
    object
}

/// Percent-encodes what may not stand in a path.
fn escape(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

pub(super) fn message(world: &World, state: &State, message: &Message) -> Value {
    let files: Vec<Value> = message
        .attachments
        .iter()
        .map(|file| {
            let mut object = attachment(world, message.channel, file);
            if message.private() {
                object["ephemeral"] = json!(true);
            }
            object
        })
        .collect();
    let mentions: Vec<Value> = message.mentions.iter().map(|id| user(world, *id)).collect();
    let flags = message.flags | u64::from(message.private()) << 6 | u64::from(message.loading) << 7;
    let kind = match (&message.cause, message.reference) {
        (Some(cause), _) if cause.kind == COMMAND => 20,
        (None, None) => 0,
        _ => 19,
    };
    let mut object = json!({
        "id": message.id.to_string(),
        "channel_id": message.channel.to_string(),
        "type": kind,
        "author": user(world, message.author),
        "content": message.content,
        "timestamp": iso(message.created),
        "edited_timestamp": message.edited.map(iso),
        "tts": false,
        "mention_everyone": false,
        "mentions": mentions,
        "mention_roles": [],
        "attachments": files,
        "embeds": message.embeds,
        "components": components::addressed(&message.components, &files),
        "pinned": false,
        "flags": flags,
    });
    if message.author == BOT {
        object["application_id"] = json!(BOT.to_string());
    }
    if let Some(nonce) = &message.nonce {
        object["nonce"] = json!(nonce);
    }
    if let Some(cause) = &message.cause {
        object["webhook_id"] = json!(BOT.to_string());
        object["interaction_metadata"] = metadata(world, cause, message);
        if cause.kind == COMMAND {
            object["interaction"] = json!({
                "id": cause.id.to_string(),
                "type": cause.kind,
                "name": cause.name,
                "user": user(world, cause.user),
            });
        }
    }
    if let Some(reference) = message.reference {
        object["message_reference"] = json!({
            "type": 0,
            "message_id": reference.to_string(),
            "channel_id": message.channel.to_string(),
        });
        outside::refer(state, message.channel, &mut object["message_reference"]);
        object["referenced_message"] = state
            .message(reference)
            .filter(|it| it.reference.is_none())
            .map_or(Value::Null, |it| self::message(world, state, it));
    }
    if let Some(thread) = state
        .channel(message.id)
        .filter(|thread| thread.parent.is_some())
    {
        object["thread"] = channel(world, state, thread);
        object["flags"] = json!(flags | 1 << 5);
    }
    object
}

fn metadata(world: &World, cause: &Cause, message: &Message) -> Value {
    let mut metadata = json!({
        "id": cause.id.to_string(),
        "type": if cause.kind == COMMAND { COMMAND } else { COMPONENT },
        "user": user(world, cause.user),
        "authorizing_integration_owners": outside::began(cause.owner),
    });
    if cause.kind == COMMAND {
        metadata["name"] = json!(cause.name);
        metadata["command_type"] = json!(1);
    } else {
        metadata["interacted_message_id"] =
            json!(message.reference.unwrap_or(message.id).to_string());
    }
    metadata
}
