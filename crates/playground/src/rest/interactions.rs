//! Answers to interactions, and what follows them.

use serde_json::{Value, json};

use super::{Answered, Call, Reply, number, show};
use crate::body::Body;
use crate::forms;
use crate::interaction::{AUTOCOMPLETE, COMPONENT, Interaction, MODAL, Outcome};
use crate::json;
use crate::messages::{self, Frame};
use crate::model::{Cause, Choice, Modal, Reaction};
use crate::objects;
use crate::violation::{Kind, Refusal};
use crate::world::{State, World};

const EPHEMERAL: u64 = 1 << 6;
/// How many messages may follow an answer where the bot is not itself.
const MOST_OUTSIDE: u32 = 5;

/// The first answer to an interaction.
pub(super) fn callback(call: &Call<'_>, id: u64, token: &str) -> Answered {
    let world = call.world;
    let kind = call.body.json["type"].as_u64().unwrap_or(0);
    let body = call.body.at("data");
    world.change(|state| {
        let interaction = open(world, state, id, token)?;
        let (reaction, original) = take(world, state, &interaction, kind, &body)?;
        let shown = original.and_then(|id| state.message(id)).cloned();
        if let Some(it) = state.interactions.get_mut(&id) {
            it.outcome = Some(Outcome::Reaction(Box::new(reaction)));
            it.original = original;
        }
        if !call.asks("with_response") {
            return Ok(Reply::Nothing);
        }
        let mut response = json!({
            "interaction": {
                "id": id.to_string(),
                "type": interaction.kind,
                "response_message_id": original.map(|id| id.to_string()),
                "response_message_loading": kind == 5,
                "response_message_ephemeral": shown.as_ref().is_some_and(|it| it.private()),
            },
        });
        if let Some(message) = shown.filter(|_| matches!(kind, 4 | 7)) {
            response["resource"] = json!({
                "type": kind,
                "message": objects::message(world, state, &message),
            });
        }
        Ok(Reply::Json(response))
    })
}

/// The interaction, if it has not been answered yet.
fn open(world: &World, state: &State, id: u64, token: &str) -> Result<Interaction, Refusal> {
    let late = || Refusal::new(404, Kind::Late, 10062, "Unknown interaction");
    let found = state.interactions.get(&id).filter(|it| it.token == token);
    let interaction = found.ok_or_else(late)?;
    match interaction.outcome {
        None => {}
        Some(Outcome::Failed) => return Err(late()),
        Some(_) => {
            let text = "Interaction has already been acknowledged.";
            return Err(Refusal::new(400, Kind::AnsweredTwice, 40060, text));
        }
    }
    if interaction.late(world.clock().now(), world.setting().patience) {
        return Err(late());
    }
    Ok(interaction.clone())
}

/// Applies an answer; returns the outcome, and the message that `@original` now means.
fn take(
    world: &World,
    state: &mut State,
    interaction: &Interaction,
    kind: u64,
    body: &Body,
) -> Result<(Reaction, Option<u64>), Refusal> {
    let asked = interaction.kind;
    let wrong = || {
        let message =
            format!("An answer of type {kind} does not fit an interaction of type {asked}.");
        Refusal::field("type", "BASE_TYPE_CHOICES", &message)
    };
    let from_message = interaction.message.is_some();
    let fits = match interaction.kind {
        AUTOCOMPLETE => kind == 8,
        COMPONENT => matches!(kind, 4..=7 | 9),
        MODAL => matches!(kind, 4 | 5) || (from_message && matches!(kind, 6 | 7)),
        _ => matches!(kind, 4 | 5 | 9),
    };
    if !fits {
        return Err(wrong());
    }
    let reaction = match kind {
        4 | 5 => {
            let loading = kind == 5;
            let private = hidden(state, interaction, body);
            let frame = frame(interaction, private, loading);
            let id = messages::create(world, state, frame, body)?;
            let message = state.message(id).cloned().ok_or_else(wrong)?;
            let reaction = if loading {
                Reaction::Deferred
            } else {
                Reaction::Said
            };
            return Ok((reaction(message), Some(id)));
        }
        6 => Reaction::Noted,
        7 => {
            let id = interaction.message.ok_or_else(wrong)?;
            messages::edit(world, state, id, body)?;
            Reaction::Updated(state.message(id).cloned().ok_or_else(wrong)?)
        }
        8 => {
            forms::choices(&body.json["choices"])?;
            let choices = json::list(&body.json["choices"]).iter().map(choice);
            Reaction::Suggested(choices.collect())
        }
        _ => {
            forms::modal(&body.json)?;
            let text = |field: &str| body.json[field].as_str().unwrap_or_default().to_owned();
            Reaction::Asked(Modal {
                custom_id: text("custom_id"),
                title: text("title"),
                components: body.json["components"].clone(),
                message: interaction.message,
            })
        }
    };
    let original = interaction.message.filter(|_| matches!(kind, 6 | 7));
    Ok((reaction, original))
}

fn choice(choice: &Value) -> Choice {
    Choice {
        name: choice["name"].as_str().unwrap_or_default().to_owned(),
        value: match &choice["value"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        },
    }
}

/// Whether only the person sees what they are answered: the bot wishes it, or they may not
/// have others see what a bot says that is not there.
fn hidden(state: &State, interaction: &Interaction, body: &Body) -> bool {
    let place = state.channel(interaction.channel);
    let outside = place.and_then(|it| it.outside.as_ref());
    let wished = body.json["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    wished || outside.is_some_and(|it| it.quiet)
}

fn frame(interaction: &Interaction, private: bool, loading: bool) -> Frame {
    Frame {
        channel: interaction.channel,
        only: private.then_some(interaction.user),
        cause: Some(Cause {
            id: interaction.id,
            kind: interaction.kind,
            name: interaction.name.clone(),
            user: interaction.user,
            owner: interaction.owner,
        }),
        reference: interaction.message,
        loading,
    }
}

/// Everything below `/webhooks/{application}/{token}`.
pub(super) fn webhook(call: &Call<'_>, token: &str, rest: &[&str]) -> Answered {
    let world = call.world;
    world.change(|state| {
        let interaction = by_token(world, state, token)?;
        let target = |which: &str| -> Result<u64, Refusal> {
            let missing = || Refusal::unknown(10008, "Message");
            if which == "@original" {
                return interaction.original.ok_or_else(missing);
            }
            let id = number(which)?;
            let message = state.message(id).ok_or_else(missing)?;
            let cause = message.cause.as_ref().map(|cause| cause.id);
            match cause == Some(interaction.id) || interaction.original == Some(id) {
                true => Ok(id),
                false => Err(missing()),
            }
        };
        match (call.method, rest) {
            ("POST", []) => follow_up(call, state, &interaction),
            ("GET", ["messages", which]) => {
                let id = target(which)?;
                show(world, state, id)
            }
            ("PATCH", ["messages", which]) => {
                let id = target(which)?;
                messages::edit(world, state, id, call.body)?;
                show(world, state, id)
            }
            ("DELETE", ["messages", which]) => {
                let id = target(which)?;
                if state.delete(id) {
                    return Ok(Reply::Nothing);
                }
                Err(Refusal::unknown(10008, "Message"))
            }
            _ => Err(call.lost()),
        }
    })
}

fn by_token(world: &World, state: &State, token: &str) -> Result<Interaction, Refusal> {
    let found = state.interactions.values().find(|it| it.token == token);
    let interaction = found.ok_or_else(|| Refusal::unknown(10015, "Webhook"))?;
    if !interaction.alive(world.clock().now()) {
        return Err(Refusal::new(
            401,
            Kind::Late,
            50027,
            "Invalid Webhook Token",
        ));
    }
    // Until it has been answered, an interaction has no webhook.
    match interaction.outcome {
        Some(Outcome::Reaction(_)) => Ok(interaction.clone()),
        _ => Err(Refusal::unknown(10015, "Webhook")),
    }
}

/// A further message; the first one replaces a deferral.
fn follow_up(call: &Call<'_>, state: &mut State, interaction: &Interaction) -> Answered {
    let world = call.world;
    let waiting = interaction
        .original
        .and_then(|id| state.message(id))
        .filter(|it| it.loading)
        .map(|it| it.id);
    let id = match waiting {
        Some(id) => {
            messages::edit(world, state, id, call.body)?;
            id
        }
        None => {
            if interaction.owner.is_some() && interaction.followed >= MOST_OUTSIDE {
                let text = "This interaction has exceeded its maximum number of follow-up messages";
                return Err(Refusal::bad(40094, text));
            }
            if let Some(it) = state.interactions.get_mut(&interaction.id) {
                it.followed += 1;
            }
            let private = hidden(state, interaction, call.body);
            let mut frame = frame(interaction, private, false);
            frame.reference = interaction.original.or(interaction.message);
            messages::create(world, state, frame, call.body)?
        }
    };
    show(world, state, id)
}
