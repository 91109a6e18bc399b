//! Answers to interactions, and follow-ups.

use serde_json::json;

use super::{Answered, Call, found, nothing, number, reply, show};
use crate::body::Body;
use crate::components;
use crate::interaction::{AUTOCOMPLETE, COMPONENT, Interaction, MODAL};
use crate::json::{list, text, written};
use crate::messages;
use crate::model::{Choice, Message, Modal, Reaction};
use crate::objects::{self, present};
use crate::outside::{HIDDEN, PUBLIC};
use crate::violation::Refusal;
use crate::world::State;

const EPHEMERAL: u64 = 1 << 6;
/// The most follow-ups to an answer in a user install.
const MAX_OUTSIDE: u32 = 5;

/// The first answer to an interaction.
pub(super) fn callback(call: &Call<'_>, state: &mut State, id: u64, token: &str) -> Answered {
    let kind = call.body.json["type"].as_u64().unwrap_or(0);
    let body = call.body.at("data");
    let interaction = open(state, id, token)?;
    let reaction = take(state, &interaction, kind, &body)?;
    let original = match &reaction {
        Reaction::Noted => interaction.message,
        other => other.message().map(|it| it.id),
    };
    if let Some(it) = state.interactions.get_mut(&id) {
        it.outcome = Some(Ok(reaction));
        it.original = original;
    }
    if !call.asks("with_response") {
        return nothing();
    }
    let shown = original.and_then(|id| state.message(id));
    let written = shown.filter(|_| matches!(kind, 4 | 7));
    let resource = |it| json!({ "type": kind, "message": objects::message(state, it) });
    reply(present(json!({
        "interaction": {
            "id": id.to_string(),
            "type": interaction.cause.kind,
            "response_message_id": original.map(|id| id.to_string()),
            "response_message_loading": kind == 5,
            "response_message_ephemeral": shown.is_some_and(Message::private),
        },
        "resource": written.map(resource),
    })))
}

/// The interaction, if it has not been answered yet.
fn open(state: &State, id: u64, token: &str) -> Result<Interaction, Refusal> {
    let late = || Refusal::of(10062);
    let found = state.interactions.get(&id).filter(|it| it.token == token);
    let interaction = found.ok_or_else(late)?;
    match interaction.outcome {
        None if !interaction.late(state.setup.clock.now()) => Ok(interaction.clone()),
        Some(Ok(_)) => Err(Refusal::of(40060)),
        _ => Err(late()),
    }
}

/// Applies an answer; returns the outcome.
fn take(
    state: &mut State,
    interaction: &Interaction,
    kind: u64,
    body: &Body,
) -> Result<Reaction, Refusal> {
    let asked = interaction.cause.kind;
    let from_message = interaction.message.is_some();
    let fits = match asked {
        AUTOCOMPLETE => kind == 8,
        COMPONENT => matches!(kind, 4..=7 | 9),
        MODAL => matches!(kind, 4 | 5) || (from_message && matches!(kind, 6 | 7)),
        _ => matches!(kind, 4 | 5 | 9),
    };
    if !fits {
        let message =
            format!("An answer of type {kind} does not fit an interaction of type {asked}.");
        return Err(Refusal::field("type", "BASE_TYPE_CHOICES", &message));
    }
    let mut given = answer(state, interaction, body);
    Ok(match kind {
        4 => Reaction::Said(messages::create(state, given, body)?),
        5 => {
            given.loading = true;
            Reaction::Deferred(messages::create(state, given, body)?)
        }
        6 => Reaction::Noted,
        7 => {
            let id = interaction.message.unwrap_or_default();
            let old = found(state, id, |_| true)?.clone();
            Reaction::Updated(messages::edit(state, old, body)?)
        }
        8 => {
            components::choices(&body.json["choices"])?;
            let choices = list(&body.json["choices"]).iter().map(|it| Choice {
                name: text(&it["name"]),
                value: written(&it["value"]),
            });
            Reaction::Suggested(choices.collect())
        }
        _ => {
            components::form(&body.json)?;
            Reaction::Asked(Modal {
                custom_id: text(&body.json["custom_id"]),
                title: text(&body.json["title"]),
                components: body.json["components"].clone(),
                message: interaction.message.map(|id| id.to_string()),
            })
        }
    })
}

/// A message that answers an interaction, without its body. It is ephemeral if the bot asked for that, or if the user
/// lacks a permission for it.
fn answer(state: &State, interaction: &Interaction, body: &Body) -> Message {
    let place = state.channel(interaction.channel);
    let outside = place.and_then(|it| it.outside.as_ref());
    let wished = body.json["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    let private = wished || outside.is_some_and(|it| it.lacks & (PUBLIC | HIDDEN) != 0);
    Message {
        channel: interaction.channel,
        only: private.then_some(interaction.cause.user),
        cause: Some(interaction.cause.clone()),
        reference: interaction.message,
        ..Message::default()
    }
}

/// Handles everything below `/webhooks/{application}/{token}`.
pub(super) fn webhook(call: &Call<'_>, state: &mut State, token: &str, rest: &[&str]) -> Answered {
    let interaction = by_token(state, token)?;
    let (method, which) = match (call.method, rest) {
        ("POST", []) => return follow_up(call, state, &interaction),
        (method @ ("GET" | "PATCH" | "DELETE"), ["messages", which]) => (method, *which),
        _ => return Err(call.lost()),
    };
    let id = match which {
        "@original" => interaction.original.unwrap_or_default(),
        id => number(id)?,
    };
    let message = found(state, id, |it| {
        let cause = it.cause.as_ref().map(|cause| cause.id);
        cause == Some(interaction.cause.id) || interaction.original == Some(id)
    })?;
    match method {
        "GET" => show(message, state),
        "PATCH" => {
            let old = message.clone();
            show(&messages::edit(state, old, call.body)?, state)
        }
        _ => {
            messages::delete(state, id);
            nothing()
        }
    }
}

fn by_token(state: &State, token: &str) -> Result<Interaction, Refusal> {
    let found = state.interactions.values().find(|it| it.token == token);
    let interaction = found.ok_or_else(|| Refusal::of(10015))?;
    if !interaction.alive(state.setup.clock.now()) {
        return Err(Refusal::of(50027));
    }
    // An interaction has no webhook before its first answer.
    match interaction.outcome {
        Some(Ok(_)) => Ok(interaction.clone()),
        _ => Err(Refusal::of(10015)),
    }
}

/// A follow-up; the first one replaces a deferral.
fn follow_up(call: &Call<'_>, state: &mut State, interaction: &Interaction) -> Answered {
    let original = interaction.original.and_then(|id| state.message(id));
    if let Some(waiting) = original.filter(|it| it.loading).cloned() {
        return show(&messages::edit(state, waiting, call.body)?, state);
    }
    if interaction.cause.owner.is_some() && interaction.followed >= MAX_OUTSIDE {
        return Err(Refusal::of(40094));
    }
    if let Some(it) = state.interactions.get_mut(&interaction.cause.id) {
        it.followed += 1;
    }
    let given = Message {
        reference: interaction.original.or(interaction.message),
        ..answer(state, interaction, call.body)
    };
    show(&messages::create(state, given, call.body)?, state)
}
