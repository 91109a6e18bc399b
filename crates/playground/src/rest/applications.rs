//! The application's commands and its own emoji.

use serde_json::{Value, json};

use super::{Answered, Call, created, expect_id, reply};
use crate::components::Emoji;
use crate::definitions;
use crate::field::{self, refuse_if};
use crate::json::{list, text};
use crate::objects::{self, extend, object, present};
use crate::violation::{ApiError, Kind};
use crate::world::{BOT, GUILD, State};

/// Discord's number of the command that opens an activity.
const ENTRY_POINT: u64 = 4;

/// The most emoji of an application.
const MAX_EMOJIS: usize = 2000;

/// Handles everything below `/applications/{id}`.
pub(super) fn dispatch(call: &Call<'_>, state: &mut State, rest: &[&str]) -> Answered {
    let json = &call.body.json;
    let (guild, rest) = match rest {
        ["guilds", guild, rest @ ..] if rest.starts_with(&["commands"]) => {
            expect_id(guild, GUILD, 10004)?;
            (Some(GUILD), rest)
        }
        _ => (None, rest),
    };
    match (call.method, rest) {
        ("GET", ["commands"]) => reply(in_scope(state, guild)),
        ("PUT", ["commands"]) => replace(state, guild, json),
        ("GET", ["emojis"]) => {
            let items = state.emojis.iter().map(|emoji| shown(state, emoji));
            reply(json!({ "items": items.collect::<Vec<_>>() }))
        }
        ("POST", ["emojis"]) => upload(call, state),
        _ => Err(call.lost()),
    }
}

/// Replaces all commands of a scope.
fn replace(state: &mut State, guild: Option<u64>, json: &Value) -> Answered {
    definitions::commands(json)?;
    let given = list(json);
    let kept =
        |known: &Value| !is_in_scope(known, guild) || given.iter().any(|new| same_name(known, new));
    let mut lost = state.commands.iter().filter(|known| !kept(known));
    let loses_entry_point = lost.any(|lost| lost["type"] == ENTRY_POINT);
    refuse_if(loses_entry_point, 50240)?;
    state.commands.retain(kept);
    for given in given {
        put(state, guild, given);
    }
    state.registered = true;
    reply(in_scope(state, guild))
}

/// Adds the command that opens an activity of the application.
pub(crate) fn add_entry_point(state: &mut State) {
    let command = json!({ "type": ENTRY_POINT, "handler": 2, "name": "launch" });
    put(state, None, &command);
}

fn is_in_scope(command: &Value, guild: Option<u64>) -> bool {
    let id = guild.map(|guild| guild.to_string());
    command["guild_id"].as_str() == id.as_deref()
}

fn same_name(one: &Value, other: &Value) -> bool {
    let kind = |command: &Value| command["type"].as_u64().unwrap_or(1);
    one["name"] == other["name"] && kind(one) == kind(other)
}

fn in_scope(state: &State, guild: Option<u64>) -> Value {
    let here = state.commands.iter();
    let here = here.filter(|command| is_in_scope(command, guild));
    Value::Array(here.cloned().collect())
}

/// Adds a command to its scope, or replaces the one with its name and keeps that id.
fn put(state: &mut State, guild: Option<u64>, given: &Value) {
    let same = |known: &Value| is_in_scope(known, guild) && same_name(known, given);
    let at = state.commands.iter().position(same);
    let id = at.map(|at| state.commands.remove(at)["id"].take());
    let clock = &state.setup.clock;
    let made = json!({
        "id": id.unwrap_or_else(|| json!(clock.id().to_string())),
        "application_id": BOT.to_string(),
        "version": clock.id().to_string(),
        "guild_id": guild.map(|guild| guild.to_string()),
    });
    let command = object("command", present(given.clone()));
    state.commands.push(extend(command, present(made)));
}

fn upload(call: &Call<'_>, state: &mut State) -> Answered {
    let name = call.body.json["name"].as_str();
    if state.emojis.iter().any(|emoji| Some(&*emoji.name) == name) {
        let taken = ApiError::known("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN");
        let kind = Kind::Repeated;
        return Err(ApiError { kind, ..taken });
    }
    field::check(&call.body.json, "", |emoji| {
        emoji.obeys("emoji");
        let name = emoji.at("name");
        let plain = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let plain = name.text().chars().all(plain);
        name.ensure(plain, "STRING_TYPE_REGEX");
        // Too many are reported under this name.
        let emojis = emoji.at("emojis");
        emojis.between(state.emojis.len() + 1, 0, MAX_EMOJIS);
    })?;
    let emoji = Emoji {
        id: state.setup.clock.id(),
        name: text(&call.body.json["name"]),
        image: text(&call.body.json["image"]),
    };
    let object = shown(state, &emoji);
    state.emojis.push(emoji);
    created(object)
}

fn shown(state: &State, emoji: &Emoji) -> Value {
    let user = objects::user(state, BOT);
    let fields = json!({ "id": emoji.id.to_string(), "name": emoji.name, "user": user });
    object("emoji", fields)
}
