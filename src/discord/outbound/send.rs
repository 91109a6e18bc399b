//! Requests with the bot's token: messages, edits, queries.

use std::collections::HashSet;
use std::str::FromStr;

use serde_json::{Value, json};
use serenity::http::{LightMethod, Request, Route};

use super::payload;
use super::request::{Failed, Result, request};
use crate::app::Item;
use crate::discord::custom_id::CustomId;
use crate::discord::http::Http;
use crate::discord::refusal::Refusal;
use crate::discord::view::reply::Reply;
use crate::game::{Cause, ChannelId, GuildId, MessageId, PlayerId};

/// After so many minutes of silence, a week, Discord archives a thread.
const ARCHIVED_AFTER: u32 = 7 * 24 * 60;
/// Another time that Discord knows, three days: a change is activity.
const FOR_A_MOMENT: u32 = 3 * 24 * 60;

/// The page size of lists of servers.
const MAX_GUILDS: usize = 200;

/// The identity of a message.
#[derive(Clone, Debug)]
pub(super) struct FoundMessage {
    pub(super) id: MessageId,
    pub(super) author: PlayerId,
    /// Its text; a long one is in an embed.
    pub(super) text: String,
    /// The custom ids of its components.
    pub(super) custom_ids: Vec<CustomId>,
}

impl Http {
    /// Makes a request about a message of a channel, unless the channel has refused one lately.
    async fn in_channel(&self, channel: ChannelId, change: Request<'_>) -> Result<()> {
        self.check_refusal(channel)?;
        let changed = request(self, change).await.map(drop);
        changed.inspect_err(|trouble| self.refuse(channel, trouble))
    }

    /// Returns the last refusal of a channel as an error, while it holds.
    fn check_refusal(&self, channel: ChannelId) -> Result<()> {
        let Some(why) = self.channel_limits.refusal(channel) else {
            return Ok(());
        };
        let explanation = "the channel has refused another request".to_owned();
        Err(Failed::Refused(why, explanation))
    }

    /// Stores that a channel refuses every message, if it does.
    pub(super) fn refuse(&self, channel: ChannelId, trouble: &Failed) {
        if let Some(why) = trouble.refusal()
            && trouble.is_of_channel()
        {
            self.channel_limits.refuse(channel, why);
        }
    }

    /// The first hundred messages of a channel after this one, or its last hundred.
    pub(super) async fn messages(
        &self,
        channel: ChannelId,
        after: Option<Cause>,
    ) -> Result<Vec<FoundMessage>> {
        self.check_refusal(channel)?;
        let page = self.page(messages_route(channel), 100, after).await?;
        Ok(page.iter().filter_map(read_message).collect())
    }

    /// The bot's servers.
    pub(super) async fn guilds(&self) -> Result<HashSet<GuildId>> {
        let mut guilds = HashSet::<GuildId>::new();
        loop {
            let last = guilds.iter().max();
            let page = self.page(Route::UserMeGuilds, MAX_GUILDS, last).await?;
            guilds.extend(page.iter().filter_map(|guild| id::<GuildId>(&guild["id"])));
            if page.len() < MAX_GUILDS {
                return Ok(guilds);
            }
        }
    }

    /// A page of a list, after the entry with this id.
    async fn page(
        &self,
        list: Route<'_>,
        limit: usize,
        after: Option<impl ToString>,
    ) -> Result<Vec<Value>> {
        let mut params = vec![("limit", limit.to_string())];
        params.extend(after.map(|after| ("after", after.to_string())));
        let question = Request::new(list, LightMethod::Get).params(Some(params));
        match request(self, question).await? {
            Value::Array(page) => Ok(page),
            _ => Err(Failed::Uncertain("a list cannot be read".to_owned())),
        }
    }

    /// Returns whether a user is a member of one of the bot's servers.
    pub(super) async fn is_member(&self, guild: GuildId, player: PlayerId) -> Result<bool> {
        let route = Route::GuildMember {
            guild_id: guild.0.into(),
            user_id: player.0.into(),
        };
        match request(self, Request::new(route, LightMethod::Get)).await {
            Ok(_) => Ok(true),
            Err(trouble) if trouble.is(Refusal::NoMember) => Ok(false),
            Err(trouble) => Err(trouble),
        }
    }

    /// The bot's own user, which has the id of its application.
    pub(super) fn us(&self) -> Option<PlayerId> {
        Some(PlayerId(self.client.application_id()?.get()))
    }

    /// Posts the message of an item in its channel. Within some minutes, posting it again returns
    /// the first message and posts nothing.
    pub(super) async fn post(&self, item: &Item, reply: &Reply) -> Result<MessageId> {
        self.check_refusal(item.channel)?;
        // Discord accepts a nonce of at most 25 characters.
        let message = payload::message(reply, format!("{:x}", item.id.0));
        let route = messages_route(item.channel);
        let file = reply.attachment();
        let message = payload::request(route, LightMethod::Post, &message, file);
        let answer = request(self, message).await.inspect_err(|trouble| {
            // Perhaps only the file is not allowed.
            if file.is_none() || !trouble.is(Refusal::Forbidden) {
                self.refuse(item.channel, trouble);
            }
        });
        let message: MessageId = id(&answer?["id"]).ok_or_else(missing_id)?;
        self.last_answer.hear(message.0);
        Ok(message)
    }

    /// Edits a message in a channel; without a file it keeps its own.
    pub(super) async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        reply: &Reply,
    ) -> Result<()> {
        let route = message_route(channel, message);
        let change = payload::change(reply);
        let change = payload::request(route, LightMethod::Patch, &change, reply.attachment());
        self.in_channel(channel, change).await
    }

    /// Opens or finds the channel of direct messages to a user.
    pub(super) async fn open_direct(&self, player: PlayerId) -> Result<ChannelId> {
        let whom = json!({ "recipient_id": player.0.to_string() });
        let opened = payload::request(Route::UserMeDmChannels, LightMethod::Post, &whom, None);
        id(&request(self, opened).await?["id"]).ok_or_else(missing_id)
    }

    /// Opens a thread with a name from a message, unless an earlier request did; returns the
    /// thread.
    pub(super) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
    ) -> Result<ChannelId> {
        let route = Route::ChannelMessageThreads {
            channel_id: channel.0.into(),
            message_id: message.0.into(),
        };
        let thread = json!({ "name": name, "auto_archive_duration": ARCHIVED_AFTER });
        let opened = payload::request(route, LightMethod::Post, &thread, None);
        match request(self, opened).await {
            Err(trouble) if !trouble.is(Refusal::HasThread) => Err(trouble),
            // A thread has the id of the message it was opened from.
            _ => Ok(ChannelId(message.0)),
        }
    }

    /// Opens an archived thread again.
    pub(super) async fn reopen(&self, thread: ChannelId) -> Result<()> {
        let opened = json!({ "archived": false });
        self.change_thread(thread, &opened).await
    }

    /// Keeps a thread open for another week, as a message in it would: Discord counts that it is
    /// opened again, or gets another time until it is archived. In a thread of somebody else, the
    /// bot can do only the former.
    pub(super) async fn keep_open(&self, thread: ChannelId) -> Result<()> {
        let question = Request::new(channel_route(thread), LightMethod::Get);
        let owner: Option<PlayerId> = id(&request(self, question).await?["owner_id"]);
        if owner != self.us() {
            return self.reopen(thread).await;
        }
        for after in [FOR_A_MOMENT, ARCHIVED_AFTER] {
            let opened = json!({ "archived": false, "auto_archive_duration": after });
            self.change_thread(thread, &opened).await?;
        }
        Ok(())
    }

    async fn change_thread(&self, thread: ChannelId, change: &Value) -> Result<()> {
        let change = payload::request(channel_route(thread), LightMethod::Patch, change, None);
        request(self, change).await?;
        self.channel_limits.forget(thread);
        Ok(())
    }

    /// Returns whether messages can be posted in a channel itself, and not only in its threads.
    pub(super) async fn takes_messages(&self, channel: ChannelId) -> Result<bool> {
        const ONLY_THREADS: [u64; 2] = [15, 16];
        match request(self, Request::new(channel_route(channel), LightMethod::Get)).await {
            Ok(channel) => {
                let kind = channel["type"].as_u64();
                Ok(kind.is_none_or(|kind| !ONLY_THREADS.contains(&kind)))
            }
            Err(trouble) if trouble.is_of_channel() => Ok(false),
            Err(trouble) => Err(trouble),
        }
    }

    /// Adds a person to a thread: only members see it in their list, and can open it again on a
    /// phone.
    pub(super) async fn add_to_thread(&self, thread: ChannelId, player: PlayerId) -> Result<()> {
        let route = Route::ChannelThreadMember {
            channel_id: thread.0.into(),
            user_id: player.0.into(),
        };
        let addition = request(self, Request::new(route, LightMethod::Put));
        addition.await.map(drop)
    }

    /// Deletes a message of the bot.
    pub(super) async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<()> {
        let deletion = Request::new(message_route(channel, message), LightMethod::Delete);
        self.in_channel(channel, deletion).await
    }

    /// Removes the buttons of a message.
    pub(super) async fn clear_buttons(&self, channel: ChannelId, message: MessageId) -> Result<()> {
        let change = json!({ "components": [], "allowed_mentions": { "parse": [] } });
        let route = message_route(channel, message);
        let change = payload::request(route, LightMethod::Patch, &change, None);
        self.in_channel(channel, change).await
    }
}

fn channel_route(channel: ChannelId) -> Route<'static> {
    let channel_id = channel.0.into();
    Route::Channel { channel_id }
}

fn messages_route(channel: ChannelId) -> Route<'static> {
    let channel_id = channel.0.into();
    Route::ChannelMessages { channel_id }
}

fn message_route(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: channel.0.into(),
        message_id: message.0.into(),
    }
}

pub(super) fn missing_id() -> Failed {
    Failed::Uncertain("an answer has no id".to_owned())
}

pub(super) fn id<T: FromStr>(value: &Value) -> Option<T> {
    value.as_str()?.parse().ok()
}

pub(super) fn read_message(message: &Value) -> Option<FoundMessage> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let rows = list(&message["components"]);
    let within = |row: &Value| {
        let beside = row["accessory"].clone();
        list(&row["components"]).into_iter().chain([beside])
    };
    let mut parts = rows.clone();
    parts.extend(rows.iter().flat_map(within));
    let texts = [&message["content"], &message["embeds"][0]["description"]].into_iter();
    let texts = texts.chain(parts.iter().map(|part| &part["content"]));
    let custom_id = |part: &Value| CustomId::read(part["custom_id"].as_str()?);
    Some(FoundMessage {
        id: id(&message["id"])?,
        author: id(&message["author"]["id"])?,
        text: texts.filter_map(Value::as_str).collect(),
        custom_ids: parts.iter().filter_map(custom_id).collect(),
    })
}
