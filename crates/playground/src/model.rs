//! The parts of the world, as tests and the page see them.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::components::{self, COMPONENTS_V2};
use super::json::list;

/// Called with the seconds by which time is moved forward.
pub type OnSkip = Arc<dyn Fn(i64) + Send + Sync>;

/// A person of the server.
#[derive(Clone, Debug, Deserialize)]
pub struct Member {
    /// Their id on Discord.
    pub id: u64,
    /// Their key in tests and in the page's address: `bob`.
    pub key: String,
    /// Their display name.
    pub name: String,
    /// The language of their client: `pt-BR`.
    pub locale: String,
    /// Whether they can manage the server.
    pub admin: bool,
    /// Whether they have the bot as a user install.
    pub installed: bool,
}

impl Member {
    /// A member without special permissions, with the bot as a user install.
    pub fn new(id: u64, key: &str, name: &str, locale: &str) -> Self {
        Self {
            id,
            key: key.to_owned(),
            name: name.to_owned(),
            locale: locale.to_owned(),
            admin: false,
            installed: true,
        }
    }
}

/// A user-install context.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Outside {
    /// The server, if it is a channel of one.
    pub(super) guild: Option<u64>,
    /// The people in it.
    pub(super) people: Vec<u64>,
}

/// A place for messages.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Channel {
    /// Its id.
    pub id: u64,
    /// Its key in tests: `main`, `other`, `dm:bob`, `chat:ana+bob`, `other-server`, or a thread's id.
    pub key: String,
    /// Its name as shown.
    pub name: String,
    /// Discord's number of its kind, if it is not an ordinary channel or thread of the server: the
    /// text chat of a voice or a stage channel, a private thread, a forum, or a channel for media.
    pub kind: u64,
    /// The channel it is a thread of.
    pub parent: Option<u64>,
    /// The one person who shares it with the bot, in a private conversation.
    pub with: Option<u64>,
    /// The context, if the bot is not a member there.
    pub(super) outside: Option<Outside>,
    /// The permissions that people lack. In a user-install context without some, nobody else sees
    /// the answers of an app. With the bit 1 << 63, nobody sees them for another reason.
    pub lacks: u64,
    /// The bot's permissions, as Discord's permission bits, if they are not the default ones.
    #[serde(skip)]
    pub permissions: Option<u64>,
    /// Whether it is an archived thread.
    pub archived: bool,
    /// Whether only moderators can reopen it.
    pub locked: bool,
    /// Whether the bot opened it, and may change it.
    pub(super) is_own: bool,
    /// After how many minutes without activity it is archived.
    pub archive_after: i64,
    /// When it was last opened again, or got another time until it is archived, in milliseconds.
    pub(super) reopened: i64,
    /// The people who follow a thread: those who were added, were mentioned or wrote there.
    pub members: BTreeSet<u64>,
    /// When it was opened, in milliseconds.
    pub created: i64,
}

impl Channel {
    /// An open channel of the server.
    pub(super) fn new(id: u64, key: &str, name: &str, created: i64) -> Self {
        Self {
            id,
            key: key.to_owned(),
            name: name.to_owned(),
            created,
            ..Self::default()
        }
    }

    /// Returns whether it belongs to no server.
    pub(super) fn private(&self) -> bool {
        let outside = self.outside.as_ref();
        self.with.is_some() || outside.is_some_and(|outside| outside.guild.is_none())
    }

    /// Returns whether it belongs to the server in which the bot is.
    pub(super) fn at_home(&self) -> bool {
        self.with.is_none() && self.outside.is_none()
    }

    /// Returns whether this person can see it.
    pub(super) fn open_to(&self, person: u64) -> bool {
        let outside = self.outside.as_ref();
        self.with.is_none_or(|with| with == person)
            && outside.is_none_or(|outside| outside.people.contains(&person))
    }

    /// Returns whether this is its key, name or id.
    pub(super) fn is(&self, which: &str) -> bool {
        self.key == which || self.name == which || self.id.to_string() == which
    }
}

/// A file of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub filename: String,
    /// Its alternative text.
    pub description: Option<String>,
    /// Its media type.
    pub content_type: String,
    /// Width and height, if it is a picture.
    pub size: Option<(usize, usize)>,
    /// The file itself.
    #[serde(skip)]
    pub bytes: Arc<Vec<u8>>,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Cause {
    /// The interaction's id.
    pub(super) id: u64,
    /// Its kind, as Discord numbers them.
    pub(super) kind: u8,
    /// The command, or the custom id.
    pub(super) name: String,
    /// The acting person.
    pub(super) user: u64,
    /// The person whose user install was used.
    pub(super) owner: Option<u64>,
}

/// A message, with its visibility.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Message {
    /// Its id.
    pub id: u64,
    /// Its channel.
    pub channel: u64,
    /// Its author.
    pub author: u64,
    /// Its text, unless it consists of components only; see [`text`](Self::text).
    pub content: String,
    /// The only person who sees it, if it is private.
    pub only: Option<u64>,
    /// Its components, as Discord's JSON.
    pub components: Vec<Value>,
    /// Embeds, as Discord's JSON.
    pub embeds: Vec<Value>,
    /// Its files.
    pub attachments: Vec<Attachment>,
    /// The mentioned people.
    pub mentions: Vec<u64>,
    /// The people notified when it was written. An edit notifies nobody.
    pub pinged: Vec<u64>,
    /// When it was written, in milliseconds.
    pub created: i64,
    /// When it was last changed.
    pub edited: Option<i64>,
    /// The interaction that it answers.
    pub(super) cause: Option<Cause>,
    /// The message it replies to.
    pub reference: Option<u64>,
    /// Whether it is the placeholder of a deferred answer.
    pub loading: bool,
    /// Discord's flags, without those of privacy and thinking.
    pub flags: u64,
    /// The sender's nonce.
    pub nonce: Option<String>,
    /// The world's revision of its last change.
    #[serde(skip)]
    pub(super) revision: u64,
}

impl Message {
    /// Its text, from the content or from components.
    pub fn text(&self) -> String {
        if !self.modern() {
            return self.content.clone();
        }
        let texts: Vec<&str> = components::texts(&self.components).collect();
        texts.join("\n")
    }

    /// Returns whether it consists of components only.
    pub(super) fn modern(&self) -> bool {
        self.flags & COMPONENTS_V2 != 0
    }

    /// The components in rows, in reading order.
    fn parts(&self) -> impl Iterator<Item = &Value> {
        let rows = self.components.iter();
        rows.flat_map(|row| {
            let beside = row.get("accessory");
            list(&row["components"]).iter().chain(beside)
        })
    }

    /// Its buttons.
    pub fn buttons(&self) -> Vec<&Value> {
        self.parts().filter(|part| part["type"] == 2).collect()
    }

    /// Its menus.
    pub fn selects(&self) -> Vec<&Value> {
        self.parts().filter(|part| part["type"] == 3).collect()
    }

    /// The labels of its buttons.
    pub fn labels(&self) -> Vec<&str> {
        let buttons = self.buttons().into_iter();
        buttons.filter_map(|part| part["label"].as_str()).collect()
    }

    /// The custom ids of its enabled buttons and menus.
    pub fn live(&self) -> Vec<&str> {
        let live = self.parts().filter(|part| part["disabled"] != true);
        live.filter_map(|part| part["custom_id"].as_str()).collect()
    }

    /// The people it notified.
    pub fn pinged(&self) -> &[u64] {
        &self.pinged
    }

    /// Returns whether this person can see it, if they can see its channel.
    pub(super) fn open_to(&self, person: u64) -> bool {
        self.only.is_none_or(|only| only == person)
    }

    /// Returns whether only one person sees it.
    pub fn private(&self) -> bool {
        self.only.is_some()
    }

    /// Its first picture.
    pub fn image(&self) -> Option<&Attachment> {
        let mut files = self.attachments.iter();
        files.find(|file| file.content_type.starts_with("image/"))
    }

    /// The first button or menu with this custom id, or with this word between the colons of its custom id.
    pub fn part(&self, name: &str) -> Option<&Value> {
        let is_named = |id: &str| id == name || id.split(':').any(|word| word == name);
        self.parts()
            .find(|part| part["custom_id"].as_str().is_some_and(is_named))
    }
}

/// A form that the bot opened; the page sends it back unchanged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Modal {
    /// Its custom id.
    pub custom_id: String,
    /// Its heading.
    pub title: String,
    /// Its rows, as Discord's JSON.
    pub components: Value,
    /// The id of the message whose button opened it.
    pub message: Option<String>,
}

/// The bot's answer to an act.
#[derive(Clone, Debug)]
pub enum Reaction {
    /// A message, a deferral, or an edit of the message whose button was pressed.
    Message(Box<Message>),
    /// No visible change.
    Noted,
    /// A form.
    Asked(Modal),
    /// Suggestions for the option being typed.
    Suggested(Vec<Choice>),
}

/// The outcome of an act.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The interaction that was answered.
    pub interaction: u64,
    /// The answer.
    pub reaction: Reaction,
}

impl Answer {
    /// The message that was written or changed.
    pub fn message(&self) -> Option<&Message> {
        match &self.reaction {
            Reaction::Message(message) => Some(message),
            _ => None,
        }
    }

    /// The text of the message, empty if there is none.
    pub fn text(&self) -> String {
        self.message().map(Message::text).unwrap_or_default()
    }

    /// Returns whether the answer is a message for one person only.
    pub fn private(&self) -> bool {
        self.message().is_some_and(Message::private)
    }

    /// The form, if the bot opened one.
    pub fn modal(&self) -> Option<&Modal> {
        match &self.reaction {
            Reaction::Asked(modal) => Some(modal),
            _ => None,
        }
    }
}

/// A suggestion for the option being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// As shown.
    pub name: String,
    /// As sent.
    pub value: String,
}

/// Why an act failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// No bot is connected.
    #[error("no bot is connected")]
    Away,
    /// Discord's client would not let the person do that.
    #[error("{0}")]
    NotOffered(String),
    /// The bot did not answer in time: "This interaction failed".
    #[error("interaction {0} was not answered in time")]
    Failed(u64),
    /// An expected event did not happen in time.
    #[error("waited in vain for {0}")]
    TimedOut(String),
}

/// Discord's client would not let the person do that.
pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::NotOffered(why.into()))
}

/// Refuses an act, if it is `wrong`.
pub(super) fn refuse_if(wrong: bool, why: impl Into<String>) -> Result<(), Refused> {
    if wrong { refuse(why) } else { Ok(()) }
}
