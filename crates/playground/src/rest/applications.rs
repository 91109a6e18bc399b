//! The application's commands and its own emoji.

use serde_json::{Value, json};

use super::{Answered, Call, created, expect_id, nothing, number, reply};
use crate::components::Emoji;
use crate::definitions;
use crate::field;
use crate::json::{list, text};
use crate::objects::{self, extend, object, present};
use crate::violation::{Kind, Refusal};
use crate::world::{BOT, GUILD, State};

/// The most emoji of an application.
const MAX_EMOJIS: usize = 2000;

/// Handles everything below `/applications/{id}`.
pub(super) fn dispatch(call: &Call<'_>, state: &mut State, rest: &[&str]) -> Answered {
    match rest {
        ["commands", rest @ ..] => scope(call, state, None, rest),
        ["guilds", guild, "commands", rest @ ..] => {
            expect_id(guild, GUILD, 10004)?;
            scope(call, state, Some(GUILD), rest)
        }
        ["emojis", rest @ ..] => emojis(call, state, rest),
        _ => Err(call.lost()),
    }
}

fn scope(call: &Call<'_>, state: &mut State, guild: Option<u64>, rest: &[&str]) -> Answered {
    let json = &call.body.json;
    match (call.method, rest) {
        ("GET", []) => reply(all(state, guild)),
        ("PUT", []) => {
            definitions::commands(json)?;
            let given = list(json);
            let kept = |it: &Value| !of(it, guild) || given.iter().any(|new| same_name(it, new));
            if state.commands.iter().any(|it| it["type"] == 4 && !kept(it)) {
                let message =
                    "You cannot remove this app's Entry Point command in a bulk update operation.";
                return Err(Refusal::new(400, Kind::Invalid, 50240, message));
            }
            state.commands.retain(kept);
            for given in given {
                put(state, guild, given)?;
            }
            state.registered = true;
            reply(all(state, guild))
        }
        ("POST", []) => {
            definitions::commands(&json!([json]))?;
            state.registered = true;
            put(state, guild, json)
        }
        ("DELETE", [id]) => {
            let id = number(id)?.to_string();
            let at = state.commands.iter().position(|it| it["id"] == *id);
            state.commands.remove(at.ok_or_else(|| Refusal::of(10063))?);
            nothing()
        }
        _ => Err(call.lost()),
    }
}

/// Adds the command that opens an activity of the application.
pub(crate) fn add_entry_point(state: &mut State) {
    let command = json!({
        "id": state.setup.clock.id().to_string(),
        "application_id": BOT.to_string(),
        "version": "1",
        "type": 4,
        "handler": 2,
        "name": "launch",
        "description": "",
    });
    state.commands.push(command);
}

fn of(command: &Value, guild: Option<u64>) -> bool {
    let id = guild.map(|guild| guild.to_string());
    command["guild_id"].as_str() == id.as_deref()
}

fn same_name(one: &Value, other: &Value) -> bool {
    let kind = |it: &Value| it["type"].as_u64().unwrap_or(1);
    one["name"] == other["name"] && kind(one) == kind(other)
}

fn all(state: &State, guild: Option<u64>) -> Value {
    let here = state.commands.iter().filter(|it| of(it, guild));
    Value::Array(here.cloned().collect())
}

/// Adds a command to its scope, or replaces the one with its name and keeps that id.
fn put(state: &mut State, guild: Option<u64>, given: &Value) -> Answered {
    let same = |it: &Value| of(it, guild) && same_name(it, given);
    let known = state.commands.iter().position(same);
    let known = known.map(|at| state.commands.remove(at)["id"].take());
    let reply: fn(Value) -> Answered = if known.is_none() { created } else { reply };
    let clock = &state.setup.clock;
    let mut command = object("command", present(given.clone()));
    let made = json!({
        "id": known.unwrap_or_else(|| json!(clock.id().to_string())),
        "application_id": BOT.to_string(),
        "version": clock.id().to_string(),
    });
    extend(&mut command, made);
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild.to_string());
    }
    state.commands.push(command.clone());
    reply(command)
}

fn emojis(call: &Call<'_>, state: &mut State, rest: &[&str]) -> Answered {
    match (call.method, rest) {
        ("GET", []) => {
            let items: Vec<Value> = state.emojis.iter().map(|it| shown(state, it)).collect();
            reply(json!({ "items": items }))
        }
        ("POST", []) => upload(call, state),
        ("DELETE", [id]) => {
            let id = number(id)?;
            let at = state.emojis.iter().position(|it| it.id == id);
            state.emojis.remove(at.ok_or_else(|| Refusal::of(10014))?);
            nothing()
        }
        _ => Err(call.lost()),
    }
}

fn upload(call: &Call<'_>, state: &mut State) -> Answered {
    let name = call.body.json["name"].as_str();
    if state.emojis.iter().any(|it| Some(&*it.name) == name) {
        let taken = Refusal::known("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN");
        let kind = Kind::Taken;
        return Err(Refusal { kind, ..taken });
    }
    field::check(&call.body.json, "", |emoji| {
        emoji.obeys("emoji");
        let (name, image) = (emoji.at("name"), emoji.at("image"));
        let plain = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let plain = name.text().chars().all(plain);
        name.ensure(plain, "STRING_TYPE_REGEX");
        let mut known = ["png", "jpeg", "gif", "webp", "avif"].into_iter();
        let begins = |kind| format!("data:image/{kind};base64,");
        let right = known.any(|kind| image.text().starts_with(&begins(kind)));
        image.ensure(right, "IMAGE_INVALID");
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
