//! Requests with the bot's token: messages, edits, queries.

use serde_json::{Value, json};
use serenity::builder::{CreateThread, EditThread};
use serenity::http::{LightMethod, Request, Route};
use serenity::model::channel::AutoArchiveDuration;

use super::payload;
use super::refusal::Refusal;
use super::request::{Trouble, request};
use crate::app::Item;
use crate::discord::channel_limits::RefusedWith;
use crate::discord::custom_id::CustomId;
use crate::discord::http::Http;
use crate::discord::view::reply::{Attachment, Reply};
use crate::game::{ChannelId, GuildId, MessageId, PlayerId};

/// The page size of lists of servers.
pub(super) const MAX_GUILDS: usize = 200;

/// The identity of a message.
#[derive(Clone, Debug)]
pub(super) struct Posted {
    pub(super) id: MessageId,
    pub(super) author: u64,
    /// Its text; a long one is in an embed.
    pub(super) text: String,
    /// The custom ids of its components.
    pub(super) carries: Vec<CustomId>,
}

/// Makes a request about a message of a channel, unless the channel has refused one lately.
async fn in_channel(
    http: &Http,
    channel: ChannelId,
    message: Request<'_>,
) -> Result<Vec<u8>, Trouble> {
    accepted(http, channel)?;
    let answer = request(http, message).await;
    if let Err(trouble) = &answer {
        refuse(http, channel, trouble);
    }
    answer
}

/// Returns the last refusal of a channel as an error, while it holds.
fn accepted(http: &Http, channel: ChannelId) -> Result<(), Trouble> {
    match http.channel_limits.refusal(channel) {
        None => Ok(()),
        Some(RefusedWith { status, code }) => Err(Trouble::Refused {
            status,
            code,
            message: "it has refused another request".to_owned(),
        }),
    }
}

/// Stores that a channel refuses every message, if it does.
pub(super) fn refuse(http: &Http, channel: ChannelId, trouble: &Trouble) {
    if let Trouble::Refused { status, code, .. } = *trouble
        && trouble.is_of_channel()
    {
        let with = RefusedWith { status, code };
        http.channel_limits.refuse(channel, with);
    }
}

/// The nonce of an item; Discord accepts at most 25 characters.
fn nonce(item: &Item) -> String {
    format!("{:x}", item.id.0)
}

/// The first hundred messages of a channel after this one, or its last hundred.
pub(super) async fn messages(
    http: &Http,
    channel: ChannelId,
    after: Option<u64>,
) -> Result<Vec<Posted>, Trouble> {
    accepted(http, channel)?;
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

/// A page of the bot's servers, after this one.
pub(super) async fn guilds(http: &Http, after: Option<GuildId>) -> Result<Vec<GuildId>, Trouble> {
    let mut params = vec![("limit", MAX_GUILDS.to_string())];
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

/// Returns whether a user is a member of one of the bot's servers.
pub(super) async fn is_member(
    http: &Http,
    guild: GuildId,
    player: PlayerId,
) -> Result<bool, Trouble> {
    let route = Route::GuildMember {
        guild_id: guild.0.into(),
        user_id: player.0.into(),
    };
    match request(http, Request::new(route, LightMethod::Get)).await {
        Ok(_) => Ok(true),
        Err(trouble) if trouble.is(Refusal::NoMember) => Ok(false),
        Err(trouble) => Err(trouble),
    }
}

/// The bot's own user id.
pub(super) async fn us(http: &Http) -> Result<u64, Trouble> {
    let question = Request::new(Route::UserMe, LightMethod::Get);
    let told = parsed(&request(http, question).await?);
    let us = id(&told["id"]).map(|us| us.0);
    us.ok_or_else(|| Trouble::Uncertain("Discord does not tell who the bot is".to_owned()))
}

/// Posts the message of an item in its channel. Within some minutes, posting it again returns the
/// first message and posts nothing.
pub(super) async fn post(
    http: &Http,
    item: &Item,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<MessageId, Trouble> {
    accepted(http, item.channel)?;
    let route = Route::ChannelMessages {
        channel_id: item.channel.0.into(),
    };
    let message = payload::message(reply, file, nonce(item));
    let message = payload::request(route, LightMethod::Post, &message, file);
    let answer = request(http, message).await;
    if let Err(trouble) = &answer
        // Perhaps only the file is not allowed.
        && !(file.is_some() && trouble.is(Refusal::Forbidden))
    {
        refuse(http, item.channel, trouble);
    }
    id(&parsed(&answer?)["id"]).ok_or_else(nameless)
}

/// Edits a message in a channel; without a file it keeps its own.
pub(super) async fn edit(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
    reply: &Reply,
    file: Option<&Attachment>,
) -> Result<(), Trouble> {
    let change = payload::change(reply, file);
    let change = payload::request(to(channel, message), LightMethod::Patch, &change, file);
    in_channel(http, channel, change).await.map(drop)
}

/// Opens or finds the channel of direct messages to a user.
pub(super) async fn open_direct(http: &Http, player: PlayerId) -> Result<ChannelId, Trouble> {
    let whom = json!({ "recipient_id": player.0.to_string() });
    let opened = payload::request(Route::UserMeDmChannels, LightMethod::Post, &whom, None);
    let told = parsed(&request(http, opened).await?);
    let channel = id(&told["id"]).map(|channel| ChannelId(channel.0));
    channel.ok_or_else(|| Trouble::Uncertain("a direct channel has no id".to_owned()))
}

/// Opens a thread with a name from a message, unless an earlier request did; returns the thread.
pub(super) async fn open_thread(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
    name: &str,
) -> Result<ChannelId, Trouble> {
    let route = Route::ChannelMessageThreads {
        channel_id: channel.0.into(),
        message_id: message.0.into(),
    };
    let thread = CreateThread::new(name).auto_archive_duration(AutoArchiveDuration::OneWeek);
    let opened = payload::request(route, LightMethod::Post, &thread, None);
    match request(http, opened).await {
        Err(trouble) if !trouble.is(Refusal::HasThread) => Err(trouble),
        // A thread has the id of the message it was opened from.
        _ => Ok(ChannelId(message.0)),
    }
}

/// Opens an archived thread again.
pub(super) async fn reopen(http: &Http, thread: ChannelId) -> Result<(), Trouble> {
    let route = Route::Channel {
        channel_id: thread.0.into(),
    };
    let change = EditThread::new().archived(false);
    let change = payload::request(route, LightMethod::Patch, &change, None);
    request(http, change).await?;
    http.channel_limits.forget(thread);
    Ok(())
}

/// Returns whether messages can be posted in a channel itself, and not only in its threads.
pub(super) async fn takes_messages(http: &Http, channel: ChannelId) -> Result<bool, Trouble> {
    const ONLY_THREADS: [u64; 2] = [15, 16];
    let route = Route::Channel {
        channel_id: channel.0.into(),
    };
    match request(http, Request::new(route, LightMethod::Get)).await {
        Ok(told) => {
            let kind = parsed(&told)["type"].as_u64();
            Ok(kind.is_none_or(|kind| !ONLY_THREADS.contains(&kind)))
        }
        Err(trouble) if trouble.is_of_channel() => Ok(false),
        Err(trouble) => Err(trouble),
    }
}

/// Adds a person to a thread: only members see it in their list, and can open it again on a phone.
pub(super) async fn add_to_thread(
    http: &Http,
    thread: ChannelId,
    player: PlayerId,
) -> Result<(), Trouble> {
    let route = Route::ChannelThreadMember {
        channel_id: thread.0.into(),
        user_id: player.0.into(),
    };
    request(http, Request::new(route, LightMethod::Put))
        .await
        .map(drop)
}

/// Deletes a message of the bot.
pub(super) async fn delete(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
) -> Result<(), Trouble> {
    let deletion = Request::new(to(channel, message), LightMethod::Delete);
    in_channel(http, channel, deletion).await.map(drop)
}

/// Removes the buttons of a message.
pub(super) async fn clear_buttons(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
) -> Result<(), Trouble> {
    let change = payload::without_buttons();
    let change = payload::request(to(channel, message), LightMethod::Patch, &change, None);
    in_channel(http, channel, change).await.map(drop)
}

fn to(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: channel.0.into(),
        message_id: message.0.into(),
    }
}

pub(super) fn nameless() -> Trouble {
    Trouble::Uncertain("a posted message has no id".to_owned())
}

pub(super) fn parsed(told: &[u8]) -> Value {
    serde_json::from_slice(told).unwrap_or_default()
}

pub(super) fn id(value: &Value) -> Option<MessageId> {
    value.as_str()?.parse().ok().map(MessageId)
}

pub(super) fn posted(message: &Value) -> Option<Posted> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let rows = list(&message["components"]);
    let within = |row: &Value| {
        let beside = row["accessory"].clone();
        list(&row["components"]).into_iter().chain([beside])
    };
    let mut parts = rows.clone();
    parts.extend(rows.iter().flat_map(within));
    let texts = [&message["content"], &message["embeds"][0]["description"]];
    let texts = texts
        .into_iter()
        .chain(parts.iter().map(|part| &part["content"]));
    Some(Posted {
        id: id(&message["id"])?,
        author: id(&message["author"]["id"])?.0,
        text: texts.filter_map(Value::as_str).collect(),
        carries: parts
            .iter()
            .filter_map(|part| CustomId::read(part["custom_id"].as_str()?))
            .collect(),
    })
}
