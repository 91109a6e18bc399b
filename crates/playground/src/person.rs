//! What a person can do on Discord.

use serde_json::{Value, json};

use super::command_line::{Filled, Typist, submission};
use super::interaction::{AUTOCOMPLETE, COMMAND, COMPONENT, MODAL};
use super::messages;
use super::model::{Answer, Channel, Choice, Member, Message, Modal, Reaction, Refused, refuse};
use super::world::World;

/// A person in one channel. The page and the tests act through this.
#[derive(Clone, Debug)]
pub struct Person {
    pub(super) world: World,
    pub(super) member: Member,
    channel: String,
}

impl From<Message> for u64 {
    fn from(message: Message) -> Self {
        message.id
    }
}

impl From<&Message> for u64 {
    fn from(message: &Message) -> Self {
        message.id
    }
}

impl Person {
    pub(super) fn new(world: World, member: Member) -> Self {
        Self {
            world,
            member,
            channel: "main".to_owned(),
        }
    }

    /// Their id.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.member.id
    }

    /// How a message mentions them.
    #[must_use]
    pub fn mention(&self) -> String {
        format!("<@{}>", self.member.id)
    }

    /// The same person, in another channel: its key, name or id.
    #[must_use]
    pub fn in_channel(&self, channel: impl ToString) -> Self {
        Self {
            channel: channel.to_string(),
            ..self.clone()
        }
    }

    /// The same person, with Discord in another language.
    #[must_use]
    pub fn with_locale(&self, locale: &str) -> Self {
        let mut other = self.clone();
        locale.clone_into(&mut other.member.locale);
        other
    }

    /// The same person, with or without the right to manage the server.
    #[must_use]
    pub fn as_admin(&self, admin: bool) -> Self {
        let mut other = self.clone();
        other.member.admin = admin;
        other
    }

    /// The same person, who has or has not installed the bot for themselves.
    #[must_use]
    pub fn with_bot(&self, installed: bool) -> Self {
        let mut other = self.clone();
        other.member.installed = installed;
        other
    }

    fn place(&self) -> Result<Channel, Refused> {
        match self.world.channel(&self.channel) {
            Some(found) if found.open_to(self.member.id) => Ok(found),
            _ => refuse(format!("there is no channel {:?}", self.channel)),
        }
    }

    fn typist<'a>(&'a self, channel: &'a Channel) -> Typist<'a> {
        Typist {
            world: &self.world,
            member: &self.member,
            locale: &self.member.locale,
            channel,
        }
    }

    /// Types a command and sends it: `/challenge opponent:@bob board:7x7 rated:false`.
    ///
    /// # Errors
    /// If Discord's client would not send it, or the bot does not answer in time.
    pub async fn types(&self, line: &str) -> Result<Answer, Refused> {
        let place = self.place()?;
        let filled = self.typist(&place).line(line, false)?;
        self.command(&place, filled, COMMAND).await
    }

    /// Types a command without sending it; the last option is the one being typed.
    ///
    /// # Errors
    /// As for [`types`](Self::types).
    pub async fn completes(&self, line: &str) -> Result<Vec<Choice>, Refused> {
        let place = self.place()?;
        let filled = self.typist(&place).line(line, true)?;
        let answer = self.command(&place, filled, AUTOCOMPLETE).await?;
        Ok(match answer.reaction {
            Reaction::Suggested(choices) => choices,
            _ => Vec::new(),
        })
    }

    /// Sends, or begins to send, a command that was put together from its parts.
    pub(super) async fn fills(
        &self,
        path: &[String],
        given: &[(String, String)],
        focused: bool,
    ) -> Result<Answer, Refused> {
        let place = self.place()?;
        let filled = self.typist(&place).fill(path, given, focused)?;
        let kind = if focused { AUTOCOMPLETE } else { COMMAND };
        self.command(&place, filled, kind).await
    }

    /// The commands that are offered to them here, as registered.
    #[must_use]
    pub fn offered(&self) -> Vec<Value> {
        self.place()
            .map_or_else(|_| Vec::new(), |place| self.typist(&place).offered())
    }

    async fn command(&self, place: &Channel, filled: Filled, kind: u8) -> Result<Answer, Refused> {
        if place.archived && kind == COMMAND {
            return refuse("this thread is archived");
        }
        self.act(place, kind, filled.name, filled.data, None).await
    }

    /// Finds a message that they can see, with its channel.
    fn seen(&self, id: u64) -> Result<(Message, Channel), Refused> {
        let found = self.world.look(|state| {
            let message = state.message(id)?.clone();
            let channel = state.channel(message.channel)?.clone();
            Some((message, channel))
        });
        let me = self.member.id;
        match found {
            Some((message, channel)) if message.open_to(me) && channel.open_to(me) => {
                Ok((message, channel))
            }
            _ => refuse(format!("they see no message {id}")),
        }
    }

    /// A part of a message that can be used now.
    pub(super) fn usable(
        &self,
        id: u64,
        name: &str,
        kind: u64,
    ) -> Result<(Value, Channel), Refused> {
        let (message, place) = self.seen(id)?;
        if place.archived {
            return refuse("this thread is archived");
        }
        let Some(part) = message.part(name).filter(|it| it["type"] == kind) else {
            let there = message.live();
            return refuse(format!(
                "the message has no {name:?} to use; it has {there:?}"
            ));
        };
        if part["disabled"] == true {
            return refuse(format!("{name:?} is disabled"));
        }
        Ok((part.clone(), place))
    }

    /// Presses a button, by its custom id or its label.
    ///
    /// # Errors
    /// If they do not see such a button, it is disabled, or the bot does not answer in time.
    pub async fn presses(&self, message: impl Into<u64>, name: &str) -> Result<Answer, Refused> {
        let id = message.into();
        let (part, place) = self.usable(id, name, 2)?;
        let Some(custom) = part["custom_id"].as_str() else {
            return refuse(format!("{name:?} is a link"));
        };
        let data = json!({ "custom_id": custom, "component_type": 2, "id": part["id"] });
        self.act(&place, COMPONENT, custom.to_owned(), data, Some(id))
            .await
    }

    /// Presses a button that the message may have lost while the press was on its way.
    ///
    /// # Errors
    /// If they see no such message, or the bot does not answer in time.
    pub async fn presses_late(
        &self,
        message: impl Into<u64>,
        custom: &str,
    ) -> Result<Answer, Refused> {
        let id = message.into();
        let (_, place) = self.seen(id)?;
        let data = json!({ "custom_id": custom, "component_type": 2, "id": 1 });
        self.act(&place, COMPONENT, custom.to_owned(), data, Some(id))
            .await
    }

    /// Fills in a form that the bot asked for: custom ids of fields, and texts.
    ///
    /// # Errors
    /// If a text does not fit its field, or the bot does not answer in time.
    pub async fn submits(&self, modal: &Modal, texts: &[(&str, &str)]) -> Result<Answer, Refused> {
        let components = submission(&modal.components, texts)?;
        let data = json!({ "custom_id": modal.custom_id, "components": components });
        let place = match modal.message {
            Some(id) => self.seen(id)?.1,
            None => self.place()?,
        };
        self.act(&place, MODAL, modal.custom_id.clone(), data, modal.message)
            .await
    }

    /// Sends a plain message.
    ///
    /// # Errors
    /// If they cannot write here.
    pub fn says(&self, text: &str) -> Result<Message, Refused> {
        let place = self.place()?;
        let length = text.trim().chars().count();
        if !(1..=2000).contains(&length) || (place.archived && place.locked) {
            return refuse("this cannot be said here");
        }
        let message = Message {
            id: self.world.clock().id(),
            channel: place.id,
            author: self.member.id,
            content: text.trim().to_owned(),
            components: json!([]),
            embeds: json!([]),
            created: self.world.clock().now(),
            ..Message::default()
        };
        self.world
            .change(|state| messages::post(&self.world, state, message.clone()));
        Ok(message)
    }

    /// The messages they see in a channel, private ones included.
    #[must_use]
    pub fn sees(&self, channel: &str) -> Vec<Message> {
        let Some(channel) = self.world.channel(channel) else {
            return Vec::new();
        };
        let me = self.member.id;
        self.world.look(|state| {
            let here = state.messages.iter();
            here.filter(|it| it.channel == channel.id && it.open_to(me))
                .cloned()
                .collect()
        })
    }

    /// Dismisses a private answer.
    ///
    /// # Errors
    /// If they see no such private answer.
    pub fn dismisses(&self, message: impl Into<u64>) -> Result<(), Refused> {
        let (message, _) = self.seen(message.into())?;
        if !message.private() {
            return refuse("this is for everybody");
        }
        self.world.change(|state| state.delete(message.id));
        Ok(())
    }

    /// Reads a channel: nothing in it counts as unread any more.
    pub fn reads(&self, channel: &str) {
        if let Some(channel) = self.world.channel(channel) {
            let key = (self.member.id, channel.id);
            if self.world.look(|state| state.unread.contains_key(&key)) {
                self.world.change(|state| state.unread.remove(&key));
            }
        }
    }
}
