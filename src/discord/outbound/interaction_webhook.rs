//! Requests with an interaction's token: its answer, and follow-ups.
//!
//! They do not count towards the global rate limit.

use std::pin::pin;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use serenity::http::{LightMethod, Request, Route};
use serenity::model::channel::MessageFlags;

use super::components_v2::modern;
use super::payload;
use super::refusal::Refusal;
use super::request::{Trouble, request};
use super::send::{Posted, id, nameless, parsed, posted};
use crate::discord::Http;
use crate::discord::context::InteractionToken;
use crate::discord::view::reply::{Attachment, How, Reply};
use crate::game::MessageId;
use crate::metrics::Callback;
use crate::time::Clock;

/// After this time without a response, an answer is sent again.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(1200);
/// The time after the arrival of an interaction until which its answer is sent again: Discord
/// accepts none after three seconds.
const SECOND_TIMEOUT: Duration = Duration::from_millis(2500);

/// The longest wait for a rate limit of an interaction's token.
const RATE_LIMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers an interaction; returns the id of the new message, if it is public.
pub(super) async fn answer(
    http: &Http,
    interaction: &InteractionToken,
    how: How,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<Option<MessageId>, Trouble> {
    let told = callback(http, interaction, &payload::answer(how, reply, file), file).await?;
    if how == How::Update || reply.private {
        return Ok(None);
    }
    let is_unseen = |told: &Value| told["interaction"]["response_message_ephemeral"] == true;
    if told.as_ref().is_some_and(is_unseen) {
        return Err(Trouble::Unseen);
    }
    let told = told.and_then(|told| id(&told["resource"]["message"]["id"]));
    if told.is_some() {
        return Ok(told);
    }
    // The answer was sent, but its id is not known yet.
    match original(http, interaction).await {
        Ok(Some(posted)) => Ok(Some(posted.id)),
        Ok(None) => Err(Trouble::Uncertain("an answer cannot be found".to_owned())),
        Err(trouble) => Err(Trouble::Uncertain(trouble.to_string())),
    }
}

/// Answers with what no message is: autocompletions, a form, or that the answer comes later.
pub(super) async fn respond(
    http: &Http,
    interaction: &InteractionToken,
    answer: &Value,
) -> Result<(), Trouble> {
    callback(http, interaction, answer, None).await.map(drop)
}

/// Sends the deferred answer.
pub(super) async fn edit_original(
    http: &Http,
    interaction: &InteractionToken,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<(), Trouble> {
    let change = payload::finished(reply, file);
    let once = || {
        let change = payload::request(to_original(interaction), LightMethod::Patch, &change, file);
        request(http, change)
    };
    match bearing(once).await {
        // Repeating the edit does no harm.
        Err(Trouble::Uncertain(_)) => once().await.map(drop),
        told => told.map(drop),
    }
}

/// Deletes the answer to an interaction.
pub(super) async fn withdraw(http: &Http, interaction: &InteractionToken) -> Result<(), Trouble> {
    let gone = || {
        let gone = Request::new(to_original(interaction), LightMethod::Delete);
        request(http, gone)
    };
    bearing(gone).await.map(drop)
}

/// Sends a private follow-up to an answered interaction.
pub(super) async fn follow_up(
    http: &Http,
    interaction: &InteractionToken,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<(), Trouble> {
    let message = modern(How::New, reply, file);
    follow(http, interaction, &message, file).await.map(drop)
}

/// Sends a follow-up to an answered interaction.
pub(super) async fn follow(
    http: &Http,
    interaction: &InteractionToken,
    message: &impl Serialize,
    file: Option<&Attachment>,
) -> Result<MessageId, Trouble> {
    let once = || {
        let route = Route::WebhookFollowupMessages {
            application_id: interaction.application,
            token: &interaction.token,
        };
        request(
            http,
            payload::request(route, LightMethod::Post, message, file),
        )
    };
    let told = bearing(once).await?;
    id(&parsed(&told)["id"]).ok_or_else(nameless)
}

/// Makes a request with an interaction's token, and once more if Discord asks for a short wait.
async fn bearing<T, R>(once: impl Fn() -> R) -> Result<T, Trouble>
where
    R: Future<Output = Result<T, Trouble>>,
{
    match once().await {
        Err(Trouble::Limited(wait)) if wait < RATE_LIMIT_TIMEOUT => {
            tokio::time::sleep(wait).await;
            once().await
        }
        told => told,
    }
}

/// The public answer to an interaction; `None` if there is none.
pub(super) async fn original(
    http: &Http,
    interaction: &InteractionToken,
) -> Result<Option<Posted>, Trouble> {
    let question = Request::new(to_original(interaction), LightMethod::Get);
    match request(http, question).await {
        Ok(told) => {
            let message = parsed(&told);
            let flags = message["flags"].as_u64().unwrap_or_default();
            let is_public = flags & MessageFlags::EPHEMERAL.bits() == 0;
            Ok(posted(&message).filter(|_| is_public))
        }
        Err(trouble) if trouble.is_nothing() => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Sends the first answer to an interaction, and counts its outcome.
async fn callback(
    http: &Http,
    interaction: &InteractionToken,
    answer: &Value,
    file: Option<&Attachment>,
) -> Result<Option<Value>, Trouble> {
    let told = attempts(http, interaction, answer, file).await;
    http.metrics.callback(match &told {
        Ok(_) => Callback::Acknowledged(age(interaction.id.get())),
        Err(trouble) if trouble.is(Refusal::TooLate) => Callback::Late,
        Err(Trouble::Refused { .. }) => Callback::Refused,
        Err(Trouble::Limited(_) | Trouble::Held(_)) => Callback::Limited,
        Err(Trouble::Uncertain(_) | Trouble::Unseen) => Callback::Uncertain,
    });
    told
}

/// How long ago Discord created this id, by its clock and ours.
fn age(snowflake: u64) -> Duration {
    /// The first moment of Discord's ids, in milliseconds since the Unix epoch.
    const EPOCH: u64 = 1_420_070_400_000;
    Duration::from_millis(Clock::millis().saturating_sub((snowflake >> 22) + EPOCH))
}

/// Sends the first answer to an interaction, and again if that seems to have failed and there is
/// time. Returns Discord's response; `None` if the retry shows that the first attempt succeeded.
async fn attempts(
    http: &Http,
    interaction: &InteractionToken,
    answer: &Value,
    file: Option<&Attachment>,
) -> Result<Option<Value>, Trouble> {
    let send = async || {
        let route = Route::InteractionResponse {
            interaction_id: interaction.id,
            token: &interaction.token,
        };
        // Discord returns the id of the new message only if asked.
        let sent = payload::request(route, LightMethod::Post, answer, file)
            .params(Some(vec![("with_response", "true".to_owned())]));
        request(http, sent).await.map(|told| Some(parsed(&told)))
    };
    let left = || SECOND_TIMEOUT.saturating_sub(interaction.received.elapsed());
    let mut first = pin!(send());
    let failed = match tokio::time::timeout(ANSWER_TIMEOUT.min(left()), &mut first).await {
        Ok(Ok(told)) => return Ok(told),
        Ok(Err(trouble)) => trouble,
        // No response yet: the answer may have arrived, or be on its way. The second attempt shows
        // which.
        Err(_) if left().is_zero() => return first.await,
        Err(_) => {
            let mut second = pin!(send());
            return tokio::select! {
                told = &mut first => match told {
                    Ok(told) => Ok(told),
                    Err(trouble) => there(second.await).map_err(|other| unsure(trouble, other)),
                },
                told = &mut second => match there(told) {
                    Ok(told) => Ok(told),
                    Err(trouble) => first.await.map_err(|other| unsure(trouble, other)),
                },
            };
        }
    };
    let pause = match &failed {
        Trouble::Uncertain(_) => Duration::ZERO,
        Trouble::Limited(wait) | Trouble::Held(wait) => *wait,
        Trouble::Refused { .. } | Trouble::Unseen => return Err(failed),
    };
    if left() <= pause {
        return Err(failed);
    }
    tokio::time::sleep(pause).await;
    there(send().await).map_err(|trouble| unsure(failed, trouble))
}

/// The error of two failed attempts: if one was refused, the other may still have succeeded.
fn unsure(first: Trouble, second: Trouble) -> Trouble {
    match first {
        Trouble::Uncertain(_) => first,
        _ => second,
    }
}

/// Treats “answered before” as success.
fn there(told: Result<Option<Value>, Trouble>) -> Result<Option<Value>, Trouble> {
    match told {
        Err(trouble) if trouble.is(Refusal::Answered) => Ok(None),
        told => told,
    }
}

fn to_original(interaction: &InteractionToken) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: interaction.application,
        token: &interaction.token,
    }
}
