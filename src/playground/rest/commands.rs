//! Registering commands.

use serde_json::{Value, json};

use super::{Answered, Call, Reply, emojis, number};
use crate::playground::complaint::Refusal;
use crate::playground::definitions;
use crate::playground::world::{BOT, GUILD, State};

/// Everything below `/applications/{id}`.
pub(super) fn dispatch(call: &Call<'_>, rest: &[&str]) -> Answered {
    match rest {
        ["commands", rest @ ..] => scope(call, None, rest),
        ["guilds", guild, "commands", rest @ ..] => {
            if number(guild)? != GUILD {
                return Err(Refusal::unknown(10004, "Guild"));
            }
            scope(call, Some(GUILD), rest)
        }
        ["emojis", rest @ ..] => emojis::dispatch(call, rest),
        _ => Err(call.lost()),
    }
}

fn scope(call: &Call<'_>, guild: Option<u64>, rest: &[&str]) -> Answered {
    let world = call.world;
    match (call.method, rest) {
        ("GET", []) => Ok(Reply::Json(world.look(|state| all(state, guild)))),
        ("PUT", []) => {
            definitions::commands(&call.body.json)?;
            Ok(Reply::Json(world.change(|state| {
                let old = state.commands.clone();
                state.commands.retain(|it| !of(it, guild));
                for given in call.body.json.as_array().into_iter().flatten() {
                    let same = |it: &&Value| of(it, guild) && same_name(it, given);
                    let known = old.iter().find(same).map(|it| it["id"].clone());
                    let command = finished(call, given, guild, known);
                    state.commands.push(command);
                }
                state.registered = true;
                all(state, guild)
            })))
        }
        ("POST", []) => {
            definitions::commands(&json!([call.body.json]))?;
            world.change(|state| {
                let given = &call.body.json;
                let same = |it: &Value| of(it, guild) && same_name(it, given);
                let place = state.commands.iter().position(same);
                let known = place.map(|at| state.commands.remove(at)["id"].clone());
                let fresh = known.is_none();
                let command = finished(call, given, guild, known);
                state.commands.push(command.clone());
                state.registered = true;
                Ok(if fresh {
                    Reply::Created(command)
                } else {
                    Reply::Json(command)
                })
            })
        }
        ("GET", [id]) => world.look(|state| {
            let at = position(state, id)?;
            Ok(Reply::Json(state.commands[at].clone()))
        }),
        ("PATCH", [id]) => world.change(|state| {
            let at = position(state, id)?;
            let mut merged = state.commands[at].clone();
            for (key, value) in call.body.json.as_object().into_iter().flatten() {
                merged[key.as_str()] = value.clone();
            }
            definitions::commands(&json!([merged]))?;
            merged["version"] = json!(call.world.clock().id().to_string());
            state.commands[at] = merged.clone();
            Ok(Reply::Json(merged))
        }),
        ("DELETE", [id]) => world.change(|state| {
            let at = position(state, id)?;
            state.commands.remove(at);
            Ok(Reply::Nothing)
        }),
        _ => Err(call.lost()),
    }
}

fn position(state: &State, id: &str) -> Result<usize, Refusal> {
    let id = number(id)?.to_string();
    let found = state.commands.iter().position(|it| it["id"] == id.as_str());
    found.ok_or_else(|| Refusal::unknown(10063, "application command"))
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

/// A command as Discord gives it back.
fn finished(call: &Call<'_>, given: &Value, guild: Option<u64>, known: Option<Value>) -> Value {
    let clock = call.world.clock();
    let mut command = given.clone();
    let defaults = [
        ("type", json!(1)),
        ("description", json!("")),
        ("options", json!([])),
        ("name_localizations", Value::Null),
        ("description_localizations", Value::Null),
        ("default_member_permissions", Value::Null),
        ("dm_permission", json!(true)),
        ("contexts", Value::Null),
        ("integration_types", json!([0])),
        ("nsfw", json!(false)),
    ];
    for (field, value) in defaults {
        if command[field].is_null() {
            command[field] = value;
        }
    }
    command["id"] = known.unwrap_or_else(|| json!(clock.id().to_string()));
    command["application_id"] = json!(BOT.to_string());
    command["version"] = json!(clock.id().to_string());
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild.to_string());
    }
    command
}
