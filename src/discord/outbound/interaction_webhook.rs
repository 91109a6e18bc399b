//! Requests with an interaction's token: its answer, and follow-ups.
//!
//! They do not count towards the global rate limit.
//!
//! Every reply is sent from here, as simply as it has to be: with Unicode characters if an emoji of
//! the application is refused, and in words if its file is.

use std::borrow::Cow;
use std::pin::pin;
use std::time::Duration;

use serde_json::Value;
use serenity::http::{LightMethod, Request, Route};
use serenity::model::channel::MessageFlags;

use super::payload;
use super::request::{Failed, Result, request};
use super::send::{FoundMessage, id, missing_id, read_message};
use crate::app::Item;
use crate::discord::context::InteractionToken;
use crate::discord::http::made;
use crate::discord::refusal::Refusal;
use crate::discord::view::reply::{Attachment, How, Reply};
use crate::discord::{Bot, Http};
use crate::game::{ChannelId, MessageId};
use crate::metrics::Callback;
use crate::time::Clock;

/// After this time without a response, an answer is sent again.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(1200);
/// The time after the arrival of an interaction until which its answer is sent again: Discord
/// accepts none after three seconds.
const SECOND_TIMEOUT: Duration = Duration::from_millis(2500);

/// The longest wait for a rate limit of an interaction's token.
const RATE_LIMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Makes the requests with the token of an interaction.
pub(super) struct Webhook<'a> {
    http: &'a Http,
    interaction: &'a InteractionToken,
}

impl Http {
    /// The requests with the token of this interaction.
    pub(super) fn webhook<'a>(&'a self, interaction: &'a InteractionToken) -> Webhook<'a> {
        Webhook {
            http: self,
            interaction,
        }
    }
}

impl Webhook<'_> {
    /// Answers the interaction; returns the id of the new message, if it is public.
    pub(super) async fn answer(&self, how: How, reply: &Reply) -> Result<Option<MessageId>> {
        let answer = payload::answer(how, reply);
        let response = self.callback(&answer, reply.attachment()).await?;
        if how == How::Update || reply.private {
            return Ok(None);
        }
        if response["interaction"]["response_message_ephemeral"] == true {
            return Err(Failed::Unseen);
        }
        if let Some(message) = id(&response["resource"]["message"]["id"]) {
            return Ok(Some(message));
        }
        // The answer was sent, but its id is not known yet.
        match self.original().await {
            Ok(Some(posted)) => Ok(Some(posted.id)),
            Ok(None) => Err(Failed::Uncertain("an answer cannot be found".to_owned())),
            Err(trouble) => Err(Failed::Uncertain(trouble.to_string())),
        }
    }

    /// Sends the deferred answer.
    pub(super) async fn edit_original(&self, reply: &Reply) -> Result<()> {
        let change = payload::data(How::Update, reply);
        let file = reply.attachment();
        let edit = || payload::request(self.original_route(), LightMethod::Patch, &change, file);
        match self.request_again(edit).await {
            // Repeating the edit does no harm.
            Err(Failed::Uncertain(_)) => request(self.http, edit()).await.map(drop),
            edited => edited.map(drop),
        }
    }

    /// Deletes the answer to the interaction.
    pub(super) async fn withdraw(&self) -> Result<()> {
        let deletion = || Request::new(self.original_route(), LightMethod::Delete);
        self.request_again(deletion).await.map(drop)
    }

    /// Sends a follow-up to the answered interaction.
    pub(super) async fn follow_up(&self, reply: &Reply) -> Result<MessageId> {
        let message = payload::data(How::New, reply);
        let post = || {
            let route = Route::WebhookFollowupMessages {
                application_id: self.interaction.application,
                token: &self.interaction.token,
            };
            payload::request(route, LightMethod::Post, &message, reply.attachment())
        };
        id(&self.request_again(post).await?["id"]).ok_or_else(missing_id)
    }

    /// Makes a request, and once more if Discord asks for a short wait.
    async fn request_again<'a>(&self, new: impl Fn() -> Request<'a>) -> Result<Value> {
        match request(self.http, new()).await {
            Err(Failed::Limited(wait)) if wait < RATE_LIMIT_TIMEOUT => {
                tokio::time::sleep(wait).await;
                request(self.http, new()).await
            }
            outcome => outcome,
        }
    }

    /// The public answer to the interaction; `None` if there is none.
    pub(super) async fn original(&self) -> Result<Option<FoundMessage>> {
        let question = Request::new(self.original_route(), LightMethod::Get);
        match request(self.http, question).await {
            Ok(message) => {
                let flags = message["flags"].as_u64().unwrap_or_default();
                let is_public = flags & MessageFlags::EPHEMERAL.bits() == 0;
                Ok(is_public.then(|| read_message(&message)).flatten())
            }
            Err(trouble) if trouble.is_nothing() => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// Sends the first answer, which need not be a message, and counts its outcome.
    pub(super) async fn callback(&self, body: &Value, file: Option<&Attachment>) -> Result<Value> {
        let outcome = self.try_callback(body, file).await;
        self.http.metrics.callback(match &outcome {
            Ok(_) => Callback::Acknowledged(age(self.interaction.id.get())),
            Err(trouble) if trouble.is(Refusal::TooLate) => Callback::Late,
            Err(Failed::Refused(..)) => Callback::Refused,
            Err(Failed::Limited(_)) => Callback::Limited,
            Err(_) => Callback::Uncertain,
        });
        outcome
    }

    /// Sends the first answer, and again if that seems to have failed and there is time. Returns
    /// Discord's response; null if the retry shows that the first attempt succeeded.
    async fn try_callback(&self, body: &Value, file: Option<&Attachment>) -> Result<Value> {
        let interaction = self.interaction;
        let send = async || {
            let route = Route::InteractionResponse {
                interaction_id: interaction.id,
                token: &interaction.token,
            };
            // Discord returns the id of the new message only if asked.
            let answer = payload::request(route, LightMethod::Post, body, file)
                .params(Some(vec![("with_response", "true".to_owned())]));
            request(self.http, answer).await
        };
        let left = || SECOND_TIMEOUT.saturating_sub(interaction.received.elapsed());
        let mut first = pin!(send());
        let failed = match tokio::time::timeout(ANSWER_TIMEOUT.min(left()), &mut first).await {
            Ok(Ok(response)) => return Ok(response),
            Ok(Err(trouble)) => trouble,
            // No response yet: the answer may have arrived, or be on its way. The second attempt
            // shows which.
            Err(_) if left().is_zero() => return first.await,
            Err(_) => {
                let mut second = pin!(send());
                return tokio::select! {
                    outcome = &mut first => match outcome {
                        Ok(response) => Ok(response),
                        Err(trouble) => ok_if_answered(second.await)
                            .map_err(|other| keep_uncertainty(trouble, other)),
                    },
                    outcome = &mut second => match ok_if_answered(outcome) {
                        Ok(response) => Ok(response),
                        Err(trouble) => first.await.map_err(|other| keep_uncertainty(trouble, other)),
                    },
                };
            }
        };
        let pause = match &failed {
            Failed::Uncertain(_) => Duration::ZERO,
            Failed::Limited(wait) => *wait,
            _ => return Err(failed),
        };
        if left() <= pause {
            return Err(failed);
        }
        tokio::time::sleep(pause).await;
        ok_if_answered(send().await).map_err(|trouble| keep_uncertainty(failed, trouble))
    }

    fn original_route(&self) -> Route<'_> {
        Route::WebhookOriginalInteractionResponse {
            application_id: self.interaction.application,
            token: &self.interaction.token,
        }
    }
}

/// How long ago Discord created this id, by its clock and ours.
fn age(snowflake: u64) -> Duration {
    Duration::from_millis(Clock::millis().saturating_sub(made(snowflake)))
}

/// The error of two failed attempts: if one was refused, the other may still have succeeded.
fn keep_uncertainty(first: Failed, second: Failed) -> Failed {
    match first {
        Failed::Uncertain(_) => first,
        _ => second,
    }
}

/// Treats “answered before” as success.
fn ok_if_answered(outcome: Result<Value>) -> Result<Value> {
    match outcome {
        Err(trouble) if trouble.is(Refusal::Answered) => Ok(Value::Null),
        outcome => outcome,
    }
}

/// How a reply is sent.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// As the first answer to an interaction.
    Answer(&'a Webhook<'a>, How),
    /// Instead of that answer.
    Original(&'a Webhook<'a>),
    /// After that answer.
    FollowUp(&'a Webhook<'a>),
    /// As the message of an item.
    Post(&'a Item),
    /// Instead of a message in a channel.
    Edit(&'a Http, ChannelId, MessageId),
}

impl Bot {
    /// Sends a reply; returns the id of the new message, if it is public and known.
    pub(super) async fn send_reply(
        &self,
        way: Way<'_>,
        reply: &Reply,
    ) -> Result<Option<MessageId>> {
        let mut reply = Cow::Borrowed(reply);
        let mut has_emoji = true;
        loop {
            // Boxed: with all ways in it, the future of a turn is too large for the stack.
            let sent = Box::pin(self.send_once(way, &reply)).await;
            match sent.as_ref().err().and_then(Failed::refusal) {
                Some(Refusal::Emoji) if has_emoji => {
                    self.known.forget_emoji();
                    has_emoji = false;
                    reply = Cow::Owned(reply.into_owned().with_characters());
                }
                Some(Refusal::File) if reply.attachment().is_some() => {
                    reply = Cow::Owned(reply.into_owned().in_words());
                }
                _ => return sent,
            }
        }
    }

    async fn send_once(&self, way: Way<'_>, reply: &Reply) -> Result<Option<MessageId>> {
        match way {
            Way::Answer(webhook, how) => webhook.answer(how, reply).await,
            Way::Original(webhook) => webhook.edit_original(reply).await.map(|()| None),
            Way::FollowUp(webhook) => webhook.follow_up(reply).await.map(Some),
            Way::Post(item) => self.http.post(item, reply).await.map(Some),
            Way::Edit(http, channel, message) => {
                http.edit(channel, message, reply).await.map(|()| None)
            }
        }
    }

    /// Posts the message of an item.
    pub(super) async fn post_reply(&self, item: &Item, reply: &Reply) -> Result<MessageId> {
        let posted = self.send_reply(Way::Post(item), reply).await?;
        posted.ok_or_else(missing_id)
    }
}
