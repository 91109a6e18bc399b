//! A person's actions on Discord.

use serde_json::{Value, json};

use super::interaction::{COMPONENT, MODAL};
use super::json::{list, text};
use super::messages;
use super::model::{Answer, Channel, Choice, Member, Message, Modal, Reaction, Refused};
use super::model::{refuse, refuse_if};
use super::objects;
use super::world::{State, World};

/// A person in one channel. The page and the tests act through this.
#[derive(Clone)]
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
    pub fn id(&self) -> u64 {
        self.member.id
    }

    /// Their mention in a message.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.member.id)
    }

    /// This person in another channel, given by key, name or id.
    pub fn in_channel(&self, channel: impl ToString) -> Self {
        Self {
            channel: channel.to_string(),
            ..self.clone()
        }
    }

    /// This person, such as with a client in another language, or with the permission to manage the
    /// server.
    pub fn with(&self, change: impl FnOnce(&mut Member)) -> Self {
        let mut other = self.clone();
        change(&mut other.member);
        other
    }

    pub(super) fn place(&self) -> Result<Channel, Refused> {
        match self.world.channel(&self.channel) {
            Some(found) if found.open_to(self.member.id) => Ok(found),
            _ => refuse(format!("there is no channel {:?}", self.channel)),
        }
    }

    /// Types a command and sends it: `/challenge opponent:@bob board:7x7 rated:false`.
    ///
    /// # Errors
    /// If Discord's client would not send it, or the bot does not answer in time.
    pub async fn types(&self, line: &str) -> Result<Answer, Refused> {
        self.line(line, false).await
    }

    /// Types a command without sending it; the last option is the one being typed.
    ///
    /// # Errors
    /// As for [`types`](Self::types).
    pub async fn completes(&self, line: &str) -> Result<Vec<Choice>, Refused> {
        Ok(match self.line(line, true).await?.reaction {
            Reaction::Suggested(choices) => choices,
            _ => Vec::new(),
        })
    }

    /// A message that they can see, with its channel.
    fn seen(&self, id: u64) -> Result<(Message, Channel), Refused> {
        let found = self.world.look(|state| {
            let message = state.message(id)?;
            let channel = state.seen(message, self.member.id)?;
            Some((message.clone(), channel.clone()))
        });
        found.map_or_else(|| refuse(format!("they see no message {id}")), Ok)
    }

    /// A button or menu of a message that is enabled.
    fn usable(&self, id: u64, name: &str, kinds: &[u64]) -> Result<(Value, Channel), Refused> {
        let (message, place) = self.seen(id)?;
        refuse_if(place.locked, "this thread is locked")?;
        if place.archived {
            // A phone first opens the thread again, as that person.
            let follows = place.members.contains(&self.member.id);
            let why = "this thread is archived, and they cannot open it again";
            refuse_if(!follows, why)?;
            self.world
                .change_thread(&place.key, |thread| thread.archived = false);
        }
        let fits = |part: &&Value| kinds.iter().any(|kind| part["type"] == *kind);
        let Some(part) = message.part(name).filter(fits) else {
            let there = message.live();
            let why = format!("the message has no {name:?} to use; it has {there:?}");
            return refuse(why);
        };
        refuse_if(part["disabled"] == true, format!("{name:?} is disabled"))?;
        Ok((part.clone(), place))
    }

    /// Presses a button, by its custom id or a word of it.
    ///
    /// # Errors
    /// If they do not see such a button, it is disabled, or the bot does not answer in time.
    pub async fn presses(&self, message: impl Into<u64>, name: &str) -> Result<Answer, Refused> {
        let id = message.into();
        let (part, place) = self.usable(id, name, &[2])?;
        let custom = text(&part["custom_id"]);
        let data = component(&custom, &part);
        self.act(&place, COMPONENT, &custom, data, Some(id)).await
    }

    /// Presses a button that the message may have lost since.
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
        let data = component(custom, &json!({ "type": 2, "id": 1 }));
        self.act(&place, COMPONENT, custom, data, Some(id)).await
    }

    /// Chooses from a menu, by the values or the labels of its options; from a menu of channels, by their keys, names
    /// or ids.
    ///
    /// # Errors
    /// Those of [`presses`](Self::presses); and if an option is missing, or too few or too many are chosen.
    pub async fn selects(
        &self,
        message: impl Into<u64>,
        custom: &str,
        wanted: &[impl AsRef<str>],
    ) -> Result<Answer, Refused> {
        let id = message.into();
        let (part, place) = self.usable(id, custom, &[3, 8])?;
        let mut data = component(custom, &part);
        let mut values = Vec::new();
        for want in wanted.iter().map(AsRef::as_ref) {
            let value = if part["type"] == 8 {
                let is_offered = |place: &Channel| place.at_home() && place.parent.is_none();
                let channel = self.world.channel(want).filter(is_offered);
                channel.map(|channel| self.resolve(&channel, &mut data["resolved"]))
            } else {
                option(&part, want)
            };
            match value {
                Some(value) => values.push(value),
                None => return refuse(format!("{custom:?} has no {want:?}")),
            }
        }
        let count = values.len() as u64;
        let min = part["min_values"].as_u64().unwrap_or(1);
        let max = part["max_values"].as_u64().unwrap_or(1);
        let why = format!("{custom:?} takes {min} to {max} choices");
        refuse_if(!(min..=max).contains(&count), why)?;
        data["values"] = json!(values);
        self.act(&place, COMPONENT, custom, data, Some(id)).await
    }

    /// Describes a channel in `resolved`; returns its id.
    pub(super) fn resolve(&self, channel: &Channel, resolved: &mut Value) -> String {
        let id = channel.id.to_string();
        resolved["channels"][&id] = self.world.look(|state| objects::channel(state, channel));
        id
    }

    /// Fills in a form that the bot asked for: custom ids of fields, and texts.
    ///
    /// # Errors
    /// If a text does not fit its field, or the bot does not answer in time.
    pub async fn submits(&self, modal: &Modal, texts: &[(&str, &str)]) -> Result<Answer, Refused> {
        let components = submission(&modal.components, texts)?;
        let data = json!({ "custom_id": modal.custom_id, "components": components });
        let message = modal.message.as_ref().and_then(|id| id.parse().ok());
        let place = match message {
            Some(id) => self.seen(id)?.1,
            None => self.place()?,
        };
        self.act(&place, MODAL, &modal.custom_id, data, message)
            .await
    }

    /// Sends a plain message.
    ///
    /// # Errors
    /// If they cannot write here.
    pub fn says(&self, text: &str) -> Result<Message, Refused> {
        let place = self.place()?;
        let fits = (1..=2000).contains(&text.trim().chars().count());
        refuse_if(!fits || place.locked, "this cannot be said here")?;
        let message = Message {
            id: self.world.setup().clock.id(),
            channel: place.id,
            author: self.member.id,
            content: text.trim().to_owned(),
            created: self.world.setup().clock.now(),
            ..Message::default()
        };
        self.world
            .change(|state| messages::post(state, message.clone()));
        Ok(message)
    }

    /// The messages that they see in a channel, including private ones.
    pub fn sees(&self, channel: &str) -> Vec<Message> {
        self.world.look(|state| {
            let place = state.place(channel).into_iter();
            let said = place.flat_map(|place| state.said(place.id));
            let seen = said.filter(|message| message.open_to(self.member.id));
            seen.cloned().collect()
        })
    }

    /// Waits until they see a private message in their channel; returns the newest.
    ///
    /// # Errors
    /// If that takes more than 30 seconds.
    pub async fn waits_for(
        &self,
        mut wanted: impl FnMut(&Message) -> bool,
    ) -> Result<Message, Refused> {
        let find = |state: &State| {
            let here = state.place(&self.channel)?.id;
            let me = Some(self.member.id);
            let mut newest = state.said(here).rev();
            let answer = newest.find(|answer| answer.only == me && wanted(answer));
            answer.cloned()
        };
        let what = || format!("a private message in {}", self.channel);
        self.world.wait(find, what).await
    }

    /// Dismisses a private answer.
    ///
    /// # Errors
    /// If they see no such private answer.
    pub fn dismisses(&self, message: impl Into<u64>) -> Result<(), Refused> {
        let (message, _) = self.seen(message.into())?;
        refuse_if(!message.private(), "this is for everybody")?;
        self.world.change(|state| state.delete(message.id));
        Ok(())
    }

    /// Reads a channel, so that nothing in it is unread.
    pub fn reads(&self, channel: &str) {
        if let Some(channel) = self.world.channel(channel) {
            let key = (self.member.id, channel.id);
            if self.world.look(|state| state.unread.contains_key(&key)) {
                self.world.change(|state| state.unread.remove(&key));
            }
        }
    }
}

/// The data of a component that the bot receives.
fn component(custom: &str, part: &Value) -> Value {
    json!({ "custom_id": custom, "component_type": part["type"], "id": part["id"] })
}

/// The value of an option, given by value or label.
fn option(part: &Value, wanted: &str) -> Option<String> {
    let fits = |option: &&Value| option["value"] == *wanted || option["label"] == *wanted;
    let option = list(&part["options"]).iter().find(fits)?;
    option["value"].as_str().map(str::to_owned)
}

/// The parts of a form, as the client sends them back.
fn submission(components: &Value, given: &[(&str, &str)]) -> Result<Value, Refused> {
    let custom_id = |row: &Value| text(&row["components"][0]["custom_id"]);
    let mut rows = Vec::new();
    for row in list(components) {
        let input = &row["components"][0];
        let custom = custom_id(row);
        let written = given.iter().rev().find(|(known, _)| *known == custom);
        let preset = input["value"].as_str().unwrap_or_default();
        let value = written.map_or(preset, |(_, text)| *text);
        let length = value.chars().count() as u64;
        let required = input["required"] != false;
        let min = input["min_length"].as_u64().unwrap_or(u64::from(required));
        let max = input["max_length"].as_u64().unwrap_or(4000);
        let fits = length <= max && (length >= min || (!required && length == 0));
        let why = format!("{custom} must have {min} to {max} characters");
        refuse_if(!fits, why)?;
        let part = json!({ "type": 4, "id": 2, "custom_id": custom, "value": value });
        rows.push(json!({ "type": 1, "id": 1, "components": [part] }));
    }
    let known = |custom: &str| list(components).iter().any(|row| custom_id(row) == custom);
    match given.iter().find(|(custom, _)| !known(custom)) {
        Some((custom, _)) => refuse(format!("the form has no field {custom:?}")),
        None => Ok(Value::Array(rows)),
    }
}
