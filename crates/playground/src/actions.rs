//! Actions on the page.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State as Extract;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::model::{Answer, Modal, Reaction, Refused, refuse};
use super::person::Person;
use super::violation::InjectedFault;
use super::world::World;

/// An action on the page.
#[derive(Deserialize)]
pub(super) struct Action {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum What {
    Command {
        path: Vec<String>,
        options: Vec<(String, String)>,
    },
    Use {
        command: String,
        whom: String,
    },
    Complete {
        path: Vec<String>,
        options: Vec<(String, String)>,
    },
    Press {
        message: String,
        part: String,
    },
    Select {
        message: String,
        part: String,
        values: Vec<String>,
    },
    Submit {
        form: Modal,
        values: BTreeMap<String, String>,
    },
    Say {
        text: String,
    },
    Dismiss {
        message: String,
    },
    Read,
    Fault {
        text: String,
    },
    Skip {
        seconds: i64,
    },
}

/// Does the action, and returns the outcome to the page.
pub(super) async fn act(Extract(world): Extract<World>, Json(action): Json<Action>) -> Response {
    let Some(member) = world.setup().member(&action.who).cloned() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let person = Person::new(world, member).in_channel(&action.channel);
    match perform(&person, &action.channel, action.what).await {
        Ok(answer) => Json(answer.map_or(json!({}), describe)).into_response(),
        Err(refused) => (StatusCode::CONFLICT, Json(refusal(&refused))).into_response(),
    }
}

/// Does an action; `None` if it does not need the bot's answer.
async fn perform(person: &Person, channel: &str, what: What) -> Result<Option<Answer>, Refused> {
    let id = |text: &str| text.parse::<u64>().unwrap_or(0);
    let answer = match what {
        What::Command { path, options } => person.fills(&path, &options, false).await?,
        What::Use { command, whom } => person.uses(&command, &whom).await?,
        What::Complete { path, options } => person.fills(&path, &options, true).await?,
        What::Press { message, part } => person.presses(id(&message), &part).await?,
        What::Select {
            message,
            part,
            values,
        } => person.selects(id(&message), &part, &values).await?,
        What::Submit { form, values } => {
            let texts = values.iter().map(|(key, text)| (&**key, &**text));
            person.submits(&form, &Vec::from_iter(texts)).await?
        }
        What::Say { text } => return person.says(&text).map(|_| None),
        What::Dismiss { message } => return person.dismisses(id(&message)).map(|()| None),
        What::Read => {
            person.reads(channel);
            return Ok(None);
        }
        What::Fault { text } => {
            let faults = InjectedFault::read_all(&text);
            person.world.replace_faults(faults.or_else(refuse)?);
            return Ok(None);
        }
        What::Skip { seconds } => {
            let world = &person.world;
            // At most a year, so that dates stay valid.
            if world.setup().options.on_skip.is_some() && (1..=31_536_000).contains(&seconds) {
                world.skip(seconds);
            }
            return Ok(None);
        }
    };
    Ok(Some(answer))
}

/// The answer for the page: a form, suggestions, or the id of a message.
fn describe(answer: Answer) -> Value {
    match answer.reaction {
        Reaction::Asked(modal) => json!({ "form": modal }),
        Reaction::Suggested(choices) => json!({ "choices": choices }),
        Reaction::Message(message) => json!({ "message": message.id.to_string() }),
        Reaction::Noted => json!({ "message": null }),
    }
}

fn refusal(refused: &Refused) -> Value {
    let word = match refused {
        Refused::Away => "page-away",
        Refused::NotOffered(_) => "page-not-possible",
        Refused::Failed(_) | Refused::TimedOut(_) => "page-failed",
    };
    json!({ "word": word, "detail": refused.to_string() })
}
