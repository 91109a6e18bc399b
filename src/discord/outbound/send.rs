//! The requests: answers, messages, changes, questions.

use std::pin::pin;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::builder::{CreateThread, EditThread};
use serenity::http::{LightMethod, Request, Route};
use serenity::model::channel::AutoArchiveDuration;

use super::body;
use super::modern::modern;
use super::wire::{Trouble, request};
use crate::discord::context::InteractionRef;
use crate::discord::custom_id::CustomId;
use crate::discord::http::Http;
use crate::discord::view::reply::{Attachment, Choice, Form, How, Reply};
use crate::game::{ChannelId, GuildId, MessageId, PlayerId};
use crate::metrics::Callback;
use crate::time::Clock;

/// After this time without a response, an answer is sent a second time.
const FIRST: Duration = Duration::from_millis(1200);
/// Until this time after an interaction arrived, its answer is sent a second time: Discord
/// accepts none after three seconds.
const AGAIN: Duration = Duration::from_millis(2500);

/// The most servers in a page of them.
pub(super) const MOST_GUILDS: usize = 200;

/// What identifies a message.
#[derive(Clone, Debug)]
pub(super) struct Posted {
    pub(super) id: MessageId,
    pub(super) author: u64,
    /// What its components carry.
    pub(super) carries: Vec<CustomId>,
}

/// Answers an interaction; returns the id of the new message, if it is public.
pub(super) async fn answer(
    http: &Http,
    interaction: InteractionRef<'_>,
    how: How,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<Option<MessageId>, Trouble> {
    let told = callback(http, interaction, &body::answer(how, reply, file), file).await?;
    if how == How::Update || reply.private {
        return Ok(None);
    }
    let told = told.and_then(|told| id(&told["resource"]["message"]["id"]));
    if told.is_some() {
        return Ok(told);
    }
    // The answer is there, but its id is not known yet.
    match original(http, interaction).await {
        Ok(Some(posted)) => Ok(Some(posted.id)),
        Ok(None) => Err(Trouble::Uncertain("an answer cannot be found".to_owned())),
        Err(trouble) => Err(Trouble::Uncertain(trouble.to_string())),
    }
}

/// Defers the answer to an interaction, which [`finish`] brings.
pub(super) async fn announce(
    http: &Http,
    interaction: InteractionRef<'_>,
    how: How,
    private: bool,
) -> Result<(), Trouble> {
    let answer = body::defer(how, private);
    callback(http, interaction, &answer, None).await.map(drop)
}

/// Brings the answer that was deferred.
pub(super) async fn finish(
    http: &Http,
    interaction: InteractionRef<'_>,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<(), Trouble> {
    let change = body::finished(reply, file);
    let once = || {
        let change = body::request(to_original(interaction), LightMethod::Patch, &change, file);
        request(http, change)
    };
    match once().await {
        // Done twice it is the same.
        Err(Trouble::Uncertain(_)) => once().await.map(drop),
        told => told.map(drop),
    }
}

/// Takes back the answer to an interaction.
pub(super) async fn withdraw(http: &Http, interaction: InteractionRef<'_>) -> Result<(), Trouble> {
    let gone = Request::new(to_original(interaction), LightMethod::Delete);
    request(http, gone).await.map(drop)
}

/// Answers with completions.
pub(super) async fn complete(
    http: &Http,
    interaction: InteractionRef<'_>,
    choices: &[Choice],
) -> Result<(), Trouble> {
    let answer = body::completions(choices);
    callback(http, interaction, &answer, None).await.map(drop)
}

/// Answers with a form.
pub(super) async fn ask(
    http: &Http,
    interaction: InteractionRef<'_>,
    form: &Form,
) -> Result<(), Trouble> {
    let answer = body::form(form);
    callback(http, interaction, &answer, None).await.map(drop)
}

/// Sends a further private message after an interaction was answered.
pub(super) async fn aside(
    http: &Http,
    interaction: InteractionRef<'_>,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<(), Trouble> {
    let route = Route::WebhookFollowupMessages {
        application_id: interaction.application,
        token: interaction.token,
    };
    let message = body::request(
        route,
        LightMethod::Post,
        &modern(How::New, reply, file),
        file,
    );
    request(http, message).await.map(drop)
}

/// The answer to an interaction; none if it was not answered.
pub(super) async fn original(
    http: &Http,
    interaction: InteractionRef<'_>,
) -> Result<Option<Posted>, Trouble> {
    let question = Request::new(to_original(interaction), LightMethod::Get);
    match request(http, question).await {
        Ok(told) => Ok(posted(&parsed(&told))),
        Err(trouble) if trouble.is_nothing() => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// The first hundred messages of a channel after this one, or the last hundred of all.
pub(super) async fn messages(
    http: &Http,
    channel: ChannelId,
    after: Option<u64>,
) -> Result<Vec<Posted>, Trouble> {
    let mut params = vec![("limit", "100".to_owned())];
    params.extend(after.map(|after| ("after", after.to_string())));
    let route = Route::ChannelMessages {
        channel_id: channel.0.into(),
    };
    let question = Request::new(route, LightMethod::Get).params(Some(params));
    let told = parsed(&request(http, question).await?);
    Ok(told
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(posted)
        .collect())
}

/// Servers in which the bot is, a page of them: those after this one.
pub(super) async fn guilds(http: &Http, after: Option<GuildId>) -> Result<Vec<GuildId>, Trouble> {
    let mut params = vec![("limit", MOST_GUILDS.to_string())];
    params.extend(after.map(|after| ("after", after.to_string())));
    let question = Request::new(Route::UserMeGuilds, LightMethod::Get).params(Some(params));
    let told = parsed(&request(http, question).await?);
    let Some(page) = told.as_array() else {
        let unread = "a list of servers cannot be read".to_owned();
        return Err(Trouble::Uncertain(unread));
    };
    let ids = page.iter().filter_map(|guild| id(&guild["id"]));
    Ok(ids.map(|guild| GuildId(guild.0)).collect())
}

/// The bot's own user id.
pub(super) async fn us(http: &Http) -> Result<u64, Trouble> {
    let question = Request::new(Route::UserMe, LightMethod::Get);
    let told = parsed(&request(http, question).await?);
    let us = id(&told["id"]).map(|us| us.0);
    us.ok_or_else(|| Trouble::Uncertain("Discord does not tell who the bot is".to_owned()))
}

/// Posts a message in a channel. Within some minutes, posting again with the same `nonce`
/// returns the first message and posts nothing.
pub(super) async fn post(
    http: &Http,
    channel: ChannelId,
    reply: &Reply,
    file: Option<&Attachment>,
    nonce: String,
) -> Result<MessageId, Trouble> {
    let route = Route::ChannelMessages {
        channel_id: channel.0.into(),
    };
    let message = body::message(reply, file, nonce);
    let message = body::request(route, LightMethod::Post, &message, file);
    let told = parsed(&request(http, message).await?);
    id(&told["id"]).ok_or_else(|| Trouble::Uncertain("a posted message has no id".to_owned()))
}

/// Changes a message in a channel to `reply`; without a file it keeps the one it has.
pub(super) async fn edit(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<(), Trouble> {
    let change = body::change(reply, file);
    let change = body::request(to(channel, message), LightMethod::Patch, &change, file);
    request(http, change).await.map(drop)
}

/// Opens the channel of direct messages to somebody, or finds it.
pub(super) async fn open_direct(http: &Http, player: PlayerId) -> Result<ChannelId, Trouble> {
    let whom = json!({ "recipient_id": player.0.to_string() });
    let opened = body::request(Route::UserMeDmChannels, LightMethod::Post, &whom, None);
    let told = parsed(&request(http, opened).await?);
    let channel = id(&told["id"]).map(|channel| ChannelId(channel.0));
    channel.ok_or_else(|| Trouble::Uncertain("a direct channel has no id".to_owned()))
}

/// Opens a thread from a message, named so.
pub(super) async fn open_thread(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
    name: &str,
) -> Result<(), Trouble> {
    let route = Route::ChannelMessageThreads {
        channel_id: channel.0.into(),
        message_id: message.0.into(),
    };
    let thread = CreateThread::new(name).auto_archive_duration(AutoArchiveDuration::OneWeek);
    let opened = body::request(route, LightMethod::Post, &thread, None);
    request(http, opened).await.map(drop)
}

/// Archives a thread, or opens it again.
pub(super) async fn archive(http: &Http, thread: ChannelId, archived: bool) -> Result<(), Trouble> {
    let route = Route::Channel {
        channel_id: thread.0.into(),
    };
    let change = EditThread::new().archived(archived);
    let change = body::request(route, LightMethod::Patch, &change, None);
    request(http, change).await.map(drop)
}

/// Removes the buttons of a message.
pub(super) async fn strip(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
) -> Result<(), Trouble> {
    let change = body::stripped();
    let change = body::request(to(channel, message), LightMethod::Patch, &change, None);
    request(http, change).await.map(drop)
}

/// Sends the first answer to an interaction, and counts what becomes of it.
async fn callback(
    http: &Http,
    interaction: InteractionRef<'_>,
    answer: &Value,
    file: Option<&Attachment>,
) -> Result<Option<Value>, Trouble> {
    let told = attempts(http, interaction, answer, file).await;
    http.metrics().callback(match &told {
        Ok(_) => Callback::Acknowledged(age(interaction.id.get())),
        Err(trouble) if trouble.is_unknown_interaction() => Callback::Late,
        Err(Trouble::Refused { .. }) => Callback::Refused,
        Err(Trouble::Limited(_) | Trouble::Held(_)) => Callback::Limited,
        Err(Trouble::Uncertain(_)) => Callback::Uncertain,
    });
    told
}

/// How long ago Discord made this id, by its clock and ours.
fn age(snowflake: u64) -> Duration {
    /// The first moment of Discord's ids, in milliseconds since the Unix epoch.
    const EPOCH: u64 = 1_420_070_400_000;
    Duration::from_millis(Clock::millis().saturating_sub((snowflake >> 22) + EPOCH))
}

/// Sends the first answer to an interaction, and a second time if that seems to have failed
/// while there is time. Returns Discord's response; none if the first attempt had succeeded.
async fn attempts(
    http: &Http,
    interaction: InteractionRef<'_>,
    answer: &Value,
    file: Option<&Attachment>,
) -> Result<Option<Value>, Trouble> {
    let send = async || {
        let route = Route::InteractionResponse {
            interaction_id: interaction.id,
            token: interaction.token,
        };
        // Discord returns the id of the new message only if asked.
        let sent = body::request(route, LightMethod::Post, answer, file)
            .params(Some(vec![("with_response", "true".to_owned())]));
        request(http, sent).await.map(|told| Some(parsed(&told)))
    };
    let left = || AGAIN.saturating_sub(interaction.received.elapsed());
    let mut first = pin!(send());
    let failed = match tokio::time::timeout(FIRST.min(left()), &mut first).await {
        Ok(Ok(told)) => return Ok(told),
        Ok(Err(trouble)) => trouble,
        // No response yet: the answer may be there, or on its way. The second attempt tells.
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
        Trouble::Refused { .. } => return Err(failed),
    };
    if left() <= pause {
        return Err(failed);
    }
    tokio::time::sleep(pause).await;
    there(send().await).map_err(|trouble| unsure(failed, trouble))
}

/// Of two attempts that failed: a refusal of one says nothing about the other, which may
/// have got through.
fn unsure(first: Trouble, second: Trouble) -> Trouble {
    match first {
        Trouble::Uncertain(_) => first,
        _ => second,
    }
}

/// Takes “answered before” for success.
fn there(told: Result<Option<Value>, Trouble>) -> Result<Option<Value>, Trouble> {
    match told {
        Err(trouble) if trouble.is_answered() => Ok(None),
        told => told,
    }
}

fn to_original(interaction: InteractionRef<'_>) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: interaction.application,
        token: interaction.token,
    }
}

fn to(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: channel.0.into(),
        message_id: message.0.into(),
    }
}

fn parsed(told: &[u8]) -> Value {
    serde_json::from_slice(told).unwrap_or_default()
}

fn id(value: &Value) -> Option<MessageId> {
    value.as_str()?.parse().ok().map(MessageId)
}

fn posted(message: &Value) -> Option<Posted> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let parts = list(&message["components"]);
    let parts = parts.iter().flat_map(|row| list(&row["components"]));
    Some(Posted {
        id: id(&message["id"])?,
        author: id(&message["author"]["id"])?.0,
        carries: parts
            .filter_map(|part| CustomId::read(part["custom_id"].as_str()?))
            .collect(),
    })
}
