//! Sends acts of persons to the bot, and waits for the answers.

use std::time::Duration;

use serde_json::{Value, json};

use super::complaint::Kind;
use super::interaction::{Interaction, Outcome, TOKEN_LIFE};
use super::json::id;
use super::model::{Answer, Channel, Message, Refused};
use super::objects;
use super::outside;
use super::world::{BOT, State, World};

/// The permissions to write in a channel and in threads.
const WRITE: u64 = 1 << 11 | 1 << 38;

/// Fails interactions that waited too long, and drops those whose token has expired.
pub(super) fn expire(state: &mut State, now: i64, patience: Duration) {
    let late: Vec<u64> = state
        .interactions
        .values()
        .filter(|it| it.outcome.is_none() && it.late(now, patience))
        .map(|it| it.id)
        .collect();
    for id in late {
        fail(state, id);
    }
    // A day longer than the token, so that a late use is told from a wrong one.
    state
        .interactions
        .retain(|_, it| now - it.created < TOKEN_LIFE + 86_400_000);
}

/// "This interaction failed".
fn fail(state: &mut State, id: u64) {
    if let Some(interaction) = state.interactions.get_mut(&id)
        && interaction.outcome.is_none()
    {
        interaction.outcome = Some(Outcome::Failed);
        let detail = format!("no answer in time to {}", interaction.describe());
        state.complain(Kind::Unanswered, detail);
    }
}

/// What a person does.
pub(super) struct Act<'a> {
    pub(super) kind: u8,
    pub(super) user: u64,
    pub(super) admin: bool,
    pub(super) locale: &'a str,
    pub(super) channel: u64,
    pub(super) name: String,
    pub(super) data: Value,
    pub(super) message: Option<u64>,
}

impl World {
    /// Sends an act to the bot, and waits for its outcome.
    pub(super) async fn act(&self, act: Act<'_>) -> Result<(u64, Outcome), Refused> {
        let id = self.clock().id();
        let mut interaction = Interaction {
            id,
            token: format!("play{}", self.clock().secret()),
            kind: act.kind,
            name: act.name.clone(),
            user: act.user,
            channel: act.channel,
            owner: self.look(|state| outside::owner(state, act.channel, act.message, act.user)),
            followed: 0,
            created: self.clock().now(),
            message: act.message,
            outcome: None,
            event: Value::Null,
            original: None,
        };
        self.change(|state| {
            if state.sessions.is_empty() && state.endpoints.is_empty() {
                return Err(Refused::Away);
            }
            let event = self.event(state, &interaction, &act)?;
            interaction.event = event.clone();
            expire(state, self.clock().now(), self.setting().patience);
            state.interactions.insert(id, interaction);
            let copies = if state.twice > 0 { 2 } else { 1 };
            state.twice = state.twice.saturating_sub(1);
            let home = state.channel(act.channel).is_some_and(Channel::at_home);
            self.deliver(state, &event, copies, home);
            Ok(())
        })?;
        let done = |state: &State| state.interactions.get(&id)?.outcome.clone();
        let outcome = match self.until(self.setting().patience, done).await {
            Some(outcome) => outcome,
            // It may have been answered since the time ran out.
            None => self.change(|state| {
                fail(state, id);
                done(state).unwrap_or(Outcome::Failed)
            }),
        };
        match outcome {
            Outcome::Failed => Err(Refused::Failed(id)),
            outcome => Ok((id, outcome)),
        }
    }

    /// Sends an interaction to the bot: to its address if it has one, else over the gateway.
    pub(super) fn deliver(&self, state: &mut State, event: &Value, copies: u32, guild: bool) {
        if state.endpoints.is_empty() {
            for _ in 0..copies {
                state.dispatch("INTERACTION_CREATE", event, 0, guild);
            }
            return;
        }
        let signed = self.signed(event);
        for _ in 0..copies {
            state.endpoints.rotate_left(1);
            let (world, urls, signed) = (self.clone(), state.endpoints.clone(), signed.clone());
            let id = id(&event["id"]).unwrap_or_default();
            tokio::spawn(async move {
                let mut reply = Err(Refused::Away);
                for url in urls {
                    reply = world.post(&url, &signed).await;
                    if !matches!(reply, Err(Refused::Away)) {
                        break;
                    }
                }
                let why = match reply {
                    Ok(reply) if reply.status == 202 && reply.body.is_empty() => return,
                    Ok(reply) => format!("{} {:?}", reply.status, reply.body),
                    Err(refused) => refused.to_string(),
                };
                world.change(|state| {
                    state.complain(Kind::Endpoint, format!("not accepted: {why}"));
                    fail(state, id);
                });
            });
        }
    }

    /// Waits until a deferred answer has become a message.
    ///
    /// # Errors
    /// If it has not within ten seconds.
    pub async fn settled(&self, answer: &Answer) -> Result<Message, Refused> {
        match answer.message() {
            Some(message) => self.wait_until(message.id, |it| !it.loading).await,
            None => {
                let original = self.look(|state| {
                    let interaction = state.interactions.get(&answer.interaction);
                    interaction.and_then(|it| it.original.or(it.message))
                });
                let id = original.unwrap_or_default();
                let before = self.message(id).map_or(0, |it| it.revision);
                self.wait_until(id, |it| it.revision > before).await
            }
        }
    }

    fn event(
        &self,
        state: &State,
        interaction: &Interaction,
        act: &Act<'_>,
    ) -> Result<Value, Refused> {
        let channel = state
            .channel(act.channel)
            .ok_or_else(|| Refused::NotOffered("there is no such channel".to_owned()))?;
        let private = channel.private();
        let user = objects::user(self, act.user);
        // In a private conversation the bot may attach and embed, as Discord's documentation says.
        let always = if !channel.at_home() {
            1 << 14 | 1 << 15 | 1 << 17
        } else {
            0
        };
        let permissions = match channel.outside {
            Some(_) => always,
            None => state.allowed(act.channel) | always,
        };
        let mut event = json!({
            "id": interaction.id.to_string(),
            "application_id": BOT.to_string(),
            "type": act.kind,
            "token": interaction.token,
            "version": 1,
            "data": act.data,
            "channel": objects::channel(self, state, channel),
            "channel_id": act.channel.to_string(),
            "locale": act.locale,
            "app_permissions": permissions.to_string(),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": outside::owners(channel, interaction.owner),
            "context": outside::context(channel),
            "attachment_size_limit": 10 * 1024 * 1024,
        });
        if private {
            event["user"] = user;
        } else {
            let guild = outside::guild(channel).to_string();
            event["guild_id"] = json!(guild);
            event["guild"] = json!({
                "id": guild,
                "features": [],
                "locale": self.setting().guild_locale,
            });
            event["guild_locale"] = json!(self.setting().guild_locale);
            event["member"] = objects::member(self, act.user);
            let rights = objects::rights_of(act.admin) & outside::rights(channel);
            let rights = match state.read_only.contains(&act.channel) {
                true => rights & !WRITE,
                false => rights,
            };
            event["member"]["permissions"] = json!(rights.to_string());
        }
        if let Some(message) = act.message.and_then(|id| state.message(id)) {
            event["message"] = objects::message(self, state, message);
        }
        Ok(event)
    }
}
