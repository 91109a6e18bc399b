//! Answers to interactions, and follow-ups.

use serde_json::{Value, json};

use super::{Answered, Call, find_message, nothing, reply, show};
use crate::body::Body;
use crate::components;
use crate::field::refuse_if;
use crate::interaction::{AUTOCOMPLETE, COMPONENT, Interaction, MODAL, TOKEN_LIFE};
use crate::json::{list, text, written};
use crate::messages;
use crate::model::{Channel, Choice, Message, Modal, Reaction};
use crate::objects::{self, present};
use crate::outside::{HIDDEN, PUBLIC};
use crate::violation::{ApiError, Kind};
use crate::world::State;

const EPHEMERAL: u64 = 1 << 6;
/// The most follow-ups to an answer in a user install.
const MAX_OUTSIDE: u32 = 5;

/// The first answer to an interaction.
pub(super) fn callback(call: &Call<'_>, state: &mut State, id: u64, token: &str) -> Answered {
    let kind = call.body.json["type"].as_u64().unwrap_or(0);
    let body = call.body.at("data");
    let interaction = open(state, id, token, &call.body.json)?;
    let reaction = take(state, &interaction, kind, &body)?;
    let original = match &reaction {
        Reaction::Message(message) => Some(message.id),
        Reaction::Noted => interaction.message,
        Reaction::Asked(_) | Reaction::Suggested(_) => None,
    };
    if let Some(act) = state.interactions.get_mut(&id) {
        act.outcome = Some(Ok(reaction));
        act.answer = call.body.json.clone();
        act.original = original;
    }
    if call.parameter("with_response") != Some(true) {
        return nothing();
    }
    let shown = original.and_then(|id| state.message(id));
    let written = if matches!(kind, 4 | 7) { shown } else { None };
    let resource = |message| json!({ "type": kind, "message": objects::message(state, message) });
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
fn open(state: &State, id: u64, token: &str, answer: &Value) -> Result<Interaction, ApiError> {
    let known = state.interactions.get(&id);
    let known = known.filter(|interaction| interaction.token == token);
    let interaction = known.ok_or_else(|| ApiError::from_code(10062))?;
    if matches!(interaction.outcome, Some(Ok(_))) {
        let mut refused = ApiError::from_code(40060);
        if interaction.answer == *answer {
            refused.kind = Kind::Repeated;
        }
        return Err(refused);
    }
    let late = interaction.outcome.is_some() || interaction.late(state.setup.clock.now());
    refuse_if(late, 10062)?;
    Ok(interaction.clone())
}

/// Applies an answer; returns the outcome.
fn take(
    state: &mut State,
    interaction: &Interaction,
    kind: u64,
    body: &Body,
) -> Result<Reaction, ApiError> {
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
        return Err(ApiError::field("type", "BASE_TYPE_CHOICES", &message));
    }
    let mut given = answer(state, interaction, body);
    Ok(match kind {
        4 | 5 => {
            given.loading = kind == 5;
            Reaction::Message(messages::create(state, given, body)?.into())
        }
        6 => Reaction::Noted,
        7 => {
            let id = interaction.message.unwrap_or_default();
            let old = find_message(state, id)?.clone();
            Reaction::Message(messages::edit(state, old, body)?.into())
        }
        8 => {
            components::choices(&body.json["choices"])?;
            let choices = list(&body.json["choices"]).iter().map(|choice| Choice {
                name: text(&choice["name"]),
                value: written(&choice["value"]),
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
    let wished = body.json["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    let hides = |place: &Channel| place.outside.is_some() && place.lacks & (PUBLIC | HIDDEN) != 0;
    let private = wished || place.is_some_and(hides);
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
    let mut known = state.interactions.values();
    let known = known.find(|interaction| interaction.token == token);
    let interaction = known.ok_or_else(|| ApiError::from_code(10015))?.clone();
    let age = state.setup.clock.now() - interaction.created;
    refuse_if(age > TOKEN_LIFE, 50027)?;
    // An interaction has no webhook before its first answer.
    refuse_if(!matches!(interaction.outcome, Some(Ok(_))), 10015)?;
    let id = interaction.original.unwrap_or_default();
    match (call.method, rest) {
        ("POST", []) => follow_up(call, state, &interaction),
        ("GET", ["messages", "@original"]) => show(find_message(state, id)?, state),
        ("PATCH", ["messages", "@original"]) => {
            let old = find_message(state, id)?.clone();
            show(&messages::edit(state, old, call.body)?, state)
        }
        ("DELETE", ["messages", "@original"]) => {
            find_message(state, id)?;
            messages::delete(state, id);
            nothing()
        }
        _ => Err(call.lost()),
    }
}

/// A follow-up; the first one replaces a deferral.
fn follow_up(call: &Call<'_>, state: &mut State, interaction: &Interaction) -> Answered {
    let original = interaction.original.and_then(|id| state.message(id));
    if let Some(waiting) = original.filter(|message| message.loading).cloned() {
        return show(&messages::edit(state, waiting, call.body)?, state);
    }
    let outside = interaction.cause.owner.is_some();
    refuse_if(outside && interaction.followed >= MAX_OUTSIDE, 40094)?;
    if let Some(act) = state.interactions.get_mut(&interaction.cause.id) {
        act.followed += 1;
    }
    let given = Message {
        reference: interaction.original.or(interaction.message),
        ..answer(state, interaction, call.body)
    };
    show(&messages::create(state, given, call.body)?, state)
}
