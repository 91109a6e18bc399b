//! Sends people's interactions to the bot, and waits for the answers.

use serde_json::{Value, json};

use super::interaction::{Interaction, PATIENCE, TOKEN_LIFE};
use super::json::id;
use super::model::{Answer, Cause, Channel, Message, Refused, refuse};
use super::objects;
use super::outside;
use super::person::Person;
use super::violation::Kind;
use super::world::{BOT, State, World};

/// The permissions to embed, to attach files and to mention everyone.
const ATTACH: u64 = 1 << 14 | 1 << 15 | 1 << 17;

/// Fails interactions that waited too long, and drops those whose token has expired.
pub(super) fn expire(state: &mut State) {
    let now = state.setup.clock.now();
    let all = state.interactions.values();
    let late = all.filter(|act| act.outcome.is_none() && act.late(now));
    let late: Vec<u64> = late.map(|act| act.cause.id).collect();
    late.into_iter().for_each(|id| fail(state, id));
    // Keep it a day longer than the token, so that a late use differs from a wrong one.
    let kept = |act: &Interaction| now - act.created < TOKEN_LIFE + 86_400_000;
    state.interactions.retain(|_, act| kept(act));
}

/// "This interaction failed".
fn fail(state: &mut State, id: u64) {
    if let Some(interaction) = state.interactions.get_mut(&id)
        && interaction.outcome.is_none()
    {
        interaction.outcome = Some(Err(Refused::Failed(id)));
        let Cause { kind, name, .. } = &interaction.cause;
        let detail = format!("no answer in time to {name} ({id}), an interaction of type {kind}");
        state.report(Kind::Unanswered, detail);
    }
}

impl State {
    /// What the bot gets instead of this, which has a name.
    pub(super) fn distorted(&self, name: &str, mut json: Value) -> Value {
        if let Some(distort) = &self.distortion {
            distort(name, &mut json);
        }
        json
    }
}

impl Person {
    /// Sends an interaction to the bot, and waits for its outcome.
    pub(super) async fn act(
        &self,
        place: &Channel,
        kind: u8,
        name: &str,
        data: Value,
        message: Option<u64>,
    ) -> Result<Answer, Refused> {
        let world = &self.world;
        let user = self.member.id;
        let id = world.setup().clock.id();
        let cause = Cause {
            id,
            kind,
            name: name.to_owned(),
            user,
            owner: world.look(|state| outside::owner(state, place.id, message, user)),
        };
        let mut interaction = Interaction {
            cause,
            token: format!("play{}", world.setup().clock.secret()),
            channel: place.id,
            created: world.setup().clock.now(),
            message,
            ..Interaction::default()
        };
        world.change(|state| {
            if state.sessions.is_empty() && state.endpoints.is_empty() {
                return Err(Refused::Away);
            }
            let event = self.event(state, &interaction, data)?;
            interaction.event = event.clone();
            expire(state);
            state.interactions.insert(id, interaction);
            if state.deliver_twice > 0 {
                state.deliver_twice -= 1;
                world.deliver(state, &event, place.at_home());
            }
            world.deliver(state, &event, place.at_home());
            Ok(())
        })?;
        let done = |state: &State| state.interactions.get(&id)?.outcome.clone();
        let outcome = match world.until(PATIENCE, done).await {
            Some(outcome) => outcome,
            // The bot may have answered since the time ran out.
            None => world.change(|state| {
                fail(state, id);
                done(state).unwrap_or(Err(Refused::Failed(id)))
            }),
        };
        Ok(Answer {
            interaction: id,
            reaction: outcome?,
        })
    }

    fn event(&self, state: &State, it: &Interaction, data: Value) -> Result<Value, Refused> {
        let Some(channel) = state.channel(it.channel) else {
            return refuse("there is no such channel");
        };
        // In a private conversation the bot may attach and embed, as Discord's documentation says.
        let permissions = match channel.outside {
            Some(_) => ATTACH,
            None if channel.at_home() => state.allowed(it.channel),
            None => state.allowed(it.channel) | ATTACH,
        };
        let fields = json!({
            "id": it.cause.id.to_string(),
            "application_id": BOT.to_string(),
            "type": it.cause.kind,
            "token": it.token,
            "data": data,
            "channel": objects::channel(state, channel),
            "channel_id": it.channel.to_string(),
            "locale": self.member.locale,
            "app_permissions": permissions.to_string(),
            "authorizing_integration_owners": outside::owners(channel, it.cause.owner),
            "context": outside::context(channel),
        });
        let mut event = objects::object("interaction", fields);
        if channel.private() {
            event["user"] = objects::user(state, it.cause.user);
        } else {
            let guild = outside::guild(channel).to_string();
            let locale = &state.setup.options.guild_locale;
            event["guild"] = json!({ "id": guild, "features": [], "locale": locale });
            event["guild_id"] = json!(guild);
            event["guild_locale"] = json!(locale);
            event["member"] = objects::member(state, it.cause.user);
            let rights = objects::rights(self.member.admin) & !channel.lacks;
            event["member"]["permissions"] = json!(rights.to_string());
        }
        if let Some(message) = it.message.and_then(|id| state.message(id)) {
            event["message"] = objects::message(state, message);
        }
        Ok(state.distorted("INTERACTION_CREATE", event))
    }
}

impl World {
    /// Sends an interaction to the bot: to its endpoint if it has one, else over the gateway.
    pub(super) fn deliver(&self, state: &mut State, event: &Value, guild: bool) {
        if state.endpoints.is_empty() {
            return state.dispatch("INTERACTION_CREATE", event, 0, guild);
        }
        state.endpoints.rotate_left(1);
        let world = self.clone();
        let urls = state.endpoints.clone();
        let body = event.to_string();
        let id = id(&event["id"]).unwrap_or_default();
        tokio::spawn(async move {
            let mut reply = Err(Refused::Away);
            for url in urls {
                reply = world.post(&url, &body, &body).await;
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
                state.report(Kind::Endpoint, format!("not accepted: {why}"));
                fail(state, id);
            });
        });
    }

    /// Waits until a deferred answer has become a message.
    ///
    /// # Errors
    /// If it takes more than 30 seconds.
    pub async fn settled(&self, answer: &Answer) -> Result<Message, Refused> {
        if let Some(message) = answer.message() {
            let is_whole = |message: &Message| !message.loading;
            return self.wait_until(message.id, is_whole).await;
        }
        let original = self.look(|state| {
            let interaction = state.interactions.get(&answer.interaction)?;
            interaction.original.or(interaction.message)
        });
        let id = original.unwrap_or_default();
        let before = self.message(id).map_or(0, |message| message.revision);
        let is_newer = |message: &Message| message.revision > before;
        self.wait_until(id, is_newer).await
    }
}
