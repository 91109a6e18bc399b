//! What a person can do on Discord.

use serde_json::{Map, Value, json};

use super::command_line::{Filled, Typist, submission};
use super::exchange::Act;
use super::interaction::{AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Outcome};
use super::messages;
use super::model::{Answer, Channel, Choice, Member, Message, Modal, Reaction, Refused};
use super::world::World;

/// A person in one channel. The page and the tests act through this.
#[derive(Clone, Debug)]
pub struct Person {
    pub(super) world: World,
    member: Member,
    channel: String,
}

/// What points to a message: the message itself, or its id.
pub trait Which {
    /// The id of the message.
    fn id(&self) -> u64;
}

impl Which for u64 {
    fn id(&self) -> u64 {
        *self
    }
}

impl Which for Message {
    fn id(&self) -> u64 {
        self.id
    }
}

impl Which for &Message {
    fn id(&self) -> u64 {
        self.id
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
        let found = self.world.channel(&self.channel);
        let mine = |it: &Channel| it.open_to(self.member.id);
        found
            .filter(mine)
            .ok_or_else(|| Refused::NotOffered(format!("there is no channel {:?}", self.channel)))
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
        self.command(&place, filled, COMMAND)
            .await
            .map(|(answer, _)| answer)
    }

    /// Types a command without sending it; the last option is the one being typed.
    ///
    /// # Errors
    /// As for [`types`](Self::types).
    pub async fn completes(&self, line: &str) -> Result<Vec<Choice>, Refused> {
        let place = self.place()?;
        let filled = self.typist(&place).line(line, true)?;
        self.command(&place, filled, AUTOCOMPLETE)
            .await
            .map(|(_, choices)| choices)
    }

    /// Sends, or begins to send, a command that was put together from its parts.
    pub(super) async fn fills(
        &self,
        path: &[String],
        given: &[(String, String)],
        focused: bool,
    ) -> Result<(Answer, Vec<Choice>), Refused> {
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

    async fn command(
        &self,
        place: &Channel,
        filled: Filled,
        kind: u8,
    ) -> Result<(Answer, Vec<Choice>), Refused> {
        if place.archived && kind == COMMAND {
            return Err(Refused::NotOffered("this thread is archived".to_owned()));
        }
        self.act(place, kind, filled.name, filled.data, None).await
    }

    pub(super) async fn act(
        &self,
        place: &Channel,
        kind: u8,
        name: String,
        data: Value,
        message: Option<u64>,
    ) -> Result<(Answer, Vec<Choice>), Refused> {
        let act = Act {
            kind,
            user: self.member.id,
            admin: self.member.admin,
            locale: &self.member.locale,
            channel: place.id,
            name,
            data,
            message,
        };
        let (interaction, outcome) = self.world.act(act).await?;
        let (reaction, choices) = match outcome {
            Outcome::Reaction(reaction) => (*reaction, Vec::new()),
            Outcome::Choices(choices) => (Reaction::Noted, choices),
            Outcome::Failed => return Err(Refused::Failed(interaction)),
        };
        let answer = Answer {
            interaction,
            reaction,
        };
        Ok((answer, choices))
    }

    /// Finds a message that they can see, with its channel.
    fn seen(&self, id: u64) -> Result<(Message, Channel), Refused> {
        let found = self.world.look(|state| {
            let message = state.message(id)?.clone();
            let channel = state.channel(message.channel)?.clone();
            Some((message, channel))
        });
        let visible = |(message, channel): &(Message, Channel)| {
            message.only.is_none_or(|only| only == self.member.id)
                && channel.open_to(self.member.id)
        };
        found
            .filter(visible)
            .ok_or_else(|| Refused::NotOffered(format!("they see no message {id}")))
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
            return Err(Refused::NotOffered("this thread is archived".to_owned()));
        }
        let Some(part) = message.part(name).filter(|it| it["type"] == kind) else {
            let there = message.live();
            return Err(Refused::NotOffered(format!(
                "the message has no {name:?} to use; it has {there:?}"
            )));
        };
        if part["disabled"] == true {
            return Err(Refused::NotOffered(format!("{name:?} is disabled")));
        }
        Ok((part.clone(), place))
    }

    /// Presses a button, by its custom id or its label.
    ///
    /// # Errors
    /// If they do not see such a button, it is disabled, or the bot does not answer in time.
    pub async fn presses(&self, message: impl Which, name: &str) -> Result<Answer, Refused> {
        let id = message.id();
        let (part, place) = self.usable(id, name, 2)?;
        let Some(custom) = part["custom_id"].as_str() else {
            return Err(Refused::NotOffered(format!("{name:?} is a link")));
        };
        let data = json!({ "custom_id": custom, "component_type": 2, "id": part["id"] });
        self.act(&place, COMPONENT, custom.to_owned(), data, Some(id))
            .await
            .map(|(answer, _)| answer)
    }

    /// Presses a button that the message may have lost while the press was on its way.
    ///
    /// # Errors
    /// If they see no such message, or the bot does not answer in time.
    pub async fn presses_late(&self, message: impl Which, custom: &str) -> Result<Answer, Refused> {
        let id = message.id();
        let (_, place) = self.seen(id)?;
        let data = json!({ "custom_id": custom, "component_type": 2, "id": 1 });
        self.act(&place, COMPONENT, custom.to_owned(), data, Some(id))
            .await
            .map(|(answer, _)| answer)
    }

    /// Fills in a form that the bot asked for: custom ids of fields, and texts.
    ///
    /// # Errors
    /// If a text does not fit its field, or the bot does not answer in time.
    pub async fn submits(&self, modal: &Modal, texts: &[(&str, &str)]) -> Result<Answer, Refused> {
        let mut values = Map::new();
        for (custom, text) in texts {
            values.insert((*custom).to_owned(), json!(text));
        }
        let data = json!({
            "custom_id": modal.custom_id,
            "components": submission(&modal.components, &values)?,
        });
        let place = match modal.message {
            Some(id) => self.seen(id)?.1,
            None => self.place()?,
        };
        self.act(&place, MODAL, modal.custom_id.clone(), data, modal.message)
            .await
            .map(|(answer, _)| answer)
    }

    /// Sends a plain message.
    ///
    /// # Errors
    /// If they cannot write here.
    pub fn says(&self, text: &str) -> Result<Message, Refused> {
        let place = self.place()?;
        let length = text.trim().chars().count();
        if !(1..=2000).contains(&length) || (place.archived && place.locked) {
            return Err(Refused::NotOffered("this cannot be said here".to_owned()));
        }
        let message = Message {
            id: self.world.clock().id(),
            channel: place.id,
            author: self.member.id,
            content: text.trim().to_owned(),
            only: None,
            components: json!([]),
            embeds: json!([]),
            attachments: Vec::new(),
            mentions: Vec::new(),
            pinged: Vec::new(),
            created: self.world.clock().now(),
            edited: None,
            cause: None,
            reference: None,
            loading: false,
            flags: 0,
            nonce: None,
            revision: 0,
        };
        Ok(self.world.change(|state| {
            let mut message = message;
            message.revision = state.revision;
            messages::post(&self.world, state, message.clone());
            message
        }))
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
            here.filter(|it| it.channel == channel.id && it.only.is_none_or(|only| only == me))
                .cloned()
                .collect()
        })
    }

    /// Dismisses a private answer.
    ///
    /// # Errors
    /// If they see no such private answer.
    pub fn dismisses(&self, message: impl Which) -> Result<(), Refused> {
        let (message, _) = self.seen(message.id())?;
        if !message.private() {
            return Err(Refused::NotOffered("this is for everybody".to_owned()));
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
