//! The whole state: people, channels, messages, commands, interactions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{oneshot, watch};

use super::body::shortened;
use super::clock::Clock;
use super::components::Emoji;
use super::interaction::Interaction;
use super::model::{Channel, Member, Message, Refused};
use super::options::Options;
use super::session::{Quota, Session};
use super::signing::Key;
use super::violation::{InjectedFault, Kind, Logged, Route, Violation};

/// Looks like a token, because libraries check its form.
pub(super) const TOKEN: &str = "playground.not-a-real.token";
/// The id of the application and of its bot.
pub(super) const BOT: u64 = 1_100_000_000_000_000_001;
/// Its name.
pub(super) const BOT_NAME: &str = "Siwa";
/// The id of the server.
pub(super) const GUILD: u64 = 1_100_000_000_000_000_002;
/// Its name.
pub(super) const GUILD_NAME: &str = "Playground";
/// The role of the bot.
pub(super) const BOT_ROLE: u64 = 1_100_000_000_000_000_003;
/// The first channel.
pub(super) const MAIN: u64 = 1_100_000_000_000_000_010;
/// The second channel.
pub(super) const OTHER: u64 = 1_100_000_000_000_000_011;

/// The bot's default permissions in a channel: view, send messages, attach files,
/// embed, read the history, use foreign emoji, connect to voice, open threads and write in them.
pub(super) const DEFAULT_PERMISSIONS: u64 = 1 << 10
    | 1 << 11
    | 1 << 14
    | 1 << 15
    | 1 << 16
    | 1 << 18
    | 1 << 20
    | 1 << 31
    | 1 << 35
    | 1 << 38;

/// How long tests wait for an event.
pub(super) const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

/// The shard of the server, as Discord computes it.
pub(super) fn shard_of_guild(count: u64) -> u64 {
    (GUILD >> 22) % count.max(1)
}

/// Adds to a list, and drops its older half if it is longer than `limit`: the lists of a long-running
/// playground must not grow forever.
pub(super) fn push<T>(list: &mut Vec<T>, item: T, limit: usize) {
    list.push(item);
    if list.len() > limit {
        list.drain(..limit / 2);
    }
}

/// The constant data, and the clock.
#[derive(Default)]
pub(super) struct Setup {
    /// The base URL: `http://127.0.0.1:…`.
    pub(super) base: String,
    pub(super) options: Options,
    pub(super) clock: Clock,
    /// The key that signs interactions.
    pub(super) key: Key,
}

impl Setup {
    /// A member by key, name or id.
    pub(super) fn member(&self, who: &str) -> Option<&Member> {
        self.options.people.iter().find(|member| {
            member.key.eq_ignore_ascii_case(who)
                || member.name.to_lowercase() == who.to_lowercase()
                || member.id.to_string() == who
        })
    }

    pub(super) fn member_by_id(&self, id: u64) -> Option<&Member> {
        self.options.people.iter().find(|member| member.id == id)
    }
}

/// A change of an event, by its name.
type Distortion = dyn Fn(&str, &mut Value) + Send + Sync;

/// The mutable state.
#[derive(Default)]
pub(super) struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) revision: u64,
    pub(super) channels: Vec<Channel>,
    pub(super) messages: Vec<Message>,
    /// The ids of deleted messages, with the revision of their deletion.
    pub(super) deleted: Vec<(u64, u64)>,
    pub(super) commands: Vec<Value>,
    /// The application's emoji.
    pub(super) emojis: Vec<Emoji>,
    pub(super) registered: bool,
    pub(super) interactions: HashMap<u64, Interaction>,
    pub(super) sessions: Vec<Session>,
    pub(super) quota: Quota,
    /// The addresses to which interactions are posted, instead of the gateway.
    pub(super) endpoints: Vec<String>,
    pub(super) violations: Vec<Violation>,
    pub(super) log: Vec<Logged>,
    pub(super) faults: Vec<InjectedFault>,
    /// The next requests to these routes wait for their release before they are acknowledged.
    pub(super) holds: Vec<(Route, oneshot::Receiver<()>)>,
    pub(super) closed: HashSet<u64>,
    /// The commands that everyone may use, because an admin has changed their permissions.
    pub(super) opened: HashSet<String>,
    /// How many interactions are still to be sent twice.
    pub(super) deliver_twice: u32,
    /// Whether the next socket gets no HELLO.
    pub(super) silent_socket: bool,
    /// Unread messages that notified a person, by person and channel.
    pub(super) unread: BTreeMap<(u64, u64), BTreeSet<u64>>,
    /// The people who have left the server.
    pub(super) left: HashSet<u64>,
    /// Whether the server has removed the bot.
    pub(super) removed: bool,
    /// Further channels of the server, which nobody uses.
    pub(super) odd_channels: Vec<Value>,
    /// Further fields of every user.
    pub(super) profile: Value,
    /// Changes each event, by its name, before it is sent.
    pub(super) distortion: Option<Box<Distortion>>,
    /// When the bot's timeout ends, in milliseconds since the Unix epoch.
    pub(super) silenced_until: i64,
    pub(super) stopped: bool,
}

impl State {
    pub(super) fn channel(&self, id: u64) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.id == id)
    }

    pub(super) fn channel_mut(&mut self, id: u64) -> Option<&mut Channel> {
        self.channels.iter_mut().find(|channel| channel.id == id)
    }

    /// A channel by key, name or id.
    pub(super) fn place(&self, which: &str) -> Option<&Channel> {
        let which = which.trim_start_matches('#');
        self.channels.iter().find(|channel| channel.is(which))
    }

    pub(super) fn message(&self, id: u64) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// The channel of a message, if this person sees the message.
    pub(super) fn seen(&self, message: &Message, person: u64) -> Option<&Channel> {
        let channel = self.channel(message.channel)?;
        (message.open_to(person) && channel.open_to(person)).then_some(channel)
    }

    /// The messages of a channel, oldest first.
    pub(super) fn said(&self, channel: u64) -> impl DoubleEndedIterator<Item = &Message> {
        let all = self.messages.iter();
        all.filter(move |message| message.channel == channel)
    }

    /// The public ones.
    pub(super) fn public(&self, channel: u64) -> impl DoubleEndedIterator<Item = &Message> {
        self.said(channel).filter(|message| message.only.is_none())
    }

    /// Adds a message, or replaces the one with its id.
    pub(super) fn put(&mut self, mut message: Message) {
        message.revision = self.revision;
        let mut all = self.messages.iter_mut().rev();
        match all.find(|known| known.id == message.id) {
            Some(old) => *old = message,
            None => self.messages.push(message),
        }
    }

    /// The bot's permissions in a channel; a thread has those of its parent.
    pub(super) fn allowed(&self, channel: u64) -> u64 {
        let channel = self.channel(channel);
        let parent = channel.and_then(|channel| self.channel(channel.parent?));
        let mut own = channel.into_iter().chain(parent);
        let granted = own.find_map(|channel| channel.permissions);
        let granted = granted.unwrap_or(DEFAULT_PERMISSIONS);
        if self.setup.clock.now() < self.silenced_until {
            // A member in a timeout may only view channels and read their history.
            return granted & (1 << 10 | 1 << 16);
        }
        granted
    }

    pub(super) fn report(&mut self, kind: Kind, detail: impl Into<String>) {
        let detail = shortened(&detail.into());
        if kind != Kind::Repeated {
            tracing::warn!(kind = ?kind, detail, "Discord would not put up with this");
        }
        push(&mut self.violations, Violation { kind, detail }, 1000);
    }

    /// Sends an event to the sessions that asked for it: those with one of `intents`, or
    /// all if there are none, on the shard of the server or of private conversations.
    pub(super) fn dispatch(&mut self, name: &str, data: &Value, intents: u64, guild: bool) {
        for session in &mut self.sessions {
            let (shard, count) = session.shard;
            let mine = if guild { shard_of_guild(count) } else { 0 };
            let wanted = intents == 0 || session.intents & intents != 0;
            if wanted && shard == mine {
                session.dispatch(name, data);
            }
        }
    }

    /// The fault that affects a request, if any.
    pub(super) fn strike(&mut self, route: Route, path: &[&str]) -> Option<InjectedFault> {
        let here = |channel: u64| path.contains(&channel.to_string().as_str());
        let mut faults = self.faults.iter_mut().filter(|fault| fault.times > 0);
        let fault = faults.find(|fault| fault.route == route && fault.channel.is_none_or(here))?;
        fault.times -= 1;
        Some(fault.clone())
    }

    /// Returns whether a bot can be reached.
    pub(super) fn online(&self) -> bool {
        !self.endpoints.is_empty() || self.sessions.iter().any(Session::connected)
    }

    pub(super) fn delete(&mut self, id: u64) {
        self.messages.retain(|message| message.id != id);
        self.unread.values_mut().for_each(|ids| {
            ids.remove(&id);
        });
        push(&mut self.deleted, (self.revision, id), 2000);
    }
}

/// A handle of the world; clones share the world.
#[derive(Clone)]
pub struct World {
    setup: Arc<Setup>,
    state: watch::Sender<State>,
}

impl World {
    pub(super) fn new(state: State) -> Self {
        Self {
            setup: Arc::clone(&state.setup),
            state: watch::Sender::new(state),
        }
    }

    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Reads the state.
    pub(super) fn look<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        read(&self.state.borrow())
    }

    /// Changes the state and wakes all waiting tasks.
    pub(super) fn change<T>(&self, write: impl FnOnce(&mut State) -> T) -> T {
        let mut result = None;
        self.state.send_modify(|state| {
            state.revision += 1;
            result = Some(write(state));
        });
        result.expect("the change was made")
    }

    /// A receiver that is notified of every change.
    pub(super) fn watch(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Waits until the world is stopped.
    pub(super) async fn stopped(&self) {
        let _ = self.watch().wait_for(|state| state.stopped).await;
    }

    /// Waits until `find` finds something, woken by changes.
    pub(super) async fn until<T>(
        &self,
        limit: Duration,
        mut find: impl FnMut(&State) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.watch();
        let mut found = None;
        let search = changes.wait_for(|state| {
            found = find(state);
            found.is_some()
        });
        let _ = tokio::time::timeout(limit, search).await;
        found
    }

    /// Waits until `find` finds something, for [`WAIT_TIMEOUT`] at most; `what` describes what did
    /// not happen.
    pub(super) async fn wait<T>(
        &self,
        find: impl FnMut(&State) -> Option<T>,
        what: impl FnOnce() -> String,
    ) -> Result<T, Refused> {
        let found = self.until(WAIT_TIMEOUT, find).await;
        found.ok_or_else(|| Refused::TimedOut(what()))
    }

    /// Records a violation.
    pub(super) fn report(&self, kind: Kind, detail: impl Into<String>) {
        self.change(|state| state.report(kind, detail));
    }

    /// A channel by key, name or id.
    pub fn channel(&self, which: &str) -> Option<Channel> {
        self.look(|state| state.place(which).cloned())
    }

    /// Waits until exactly these shards are connected: pairs of the shard's number and the total.
    ///
    /// # Errors
    /// If that takes more than 30 seconds.
    pub async fn wait_for_shards(&self, wanted: &[(u64, u64)]) -> Result<(), Refused> {
        let there = |state: &State| {
            let connected = state.sessions.iter().filter(|session| session.connected());
            let mut shards: Vec<_> = connected.map(|session| session.shard).collect();
            shards.sort_unstable();
            (shards == wanted).then_some(())
        };
        self.wait(there, || format!("the shards {wanted:?}")).await
    }

    /// Waits until a bot is connected and has registered its commands.
    ///
    /// # Errors
    /// If that takes more than 30 seconds.
    pub async fn ready(&self) -> Result<(), Refused> {
        let there = |state: &State| (state.online() && state.registered).then_some(());
        let what = || "the bot to connect and register".to_owned();
        self.wait(there, what).await
    }

    /// The public messages of a channel, oldest first.
    pub fn messages(&self, channel: &str) -> Vec<Message> {
        let Some(channel) = self.channel(channel) else {
            return Vec::new();
        };
        self.look(|state| state.public(channel.id).cloned().collect())
    }

    /// A message as it is now.
    pub fn message(&self, id: u64) -> Option<Message> {
        self.look(|state| state.message(id).cloned())
    }

    /// Waits for a public message of a channel that satisfies `wanted`; newest first.
    ///
    /// # Errors
    /// If there is none within 30 seconds.
    pub async fn wait_for(
        &self,
        channel: &str,
        mut wanted: impl FnMut(&Message) -> bool,
    ) -> Result<Message, Refused> {
        let find = |state: &State| {
            let mut newest = state.public(state.place(channel)?.id).rev();
            newest.find(|message| wanted(message)).cloned()
        };
        let there = || {
            let messages = self.messages(channel);
            let texts: Vec<String> = messages.iter().map(Message::text).collect();
            format!("a message in {channel}, which has {texts:#?}")
        };
        self.wait(find, there).await
    }

    /// Waits until an existing message satisfies `wanted`.
    ///
    /// # Errors
    /// If that takes more than 30 seconds.
    pub async fn wait_until(
        &self,
        id: u64,
        mut wanted: impl FnMut(&Message) -> bool,
    ) -> Result<Message, Refused> {
        let find = |state: &State| state.message(id).filter(|message| wanted(message)).cloned();
        let what = || format!("message {id} to change: {:?}", self.message(id));
        self.wait(find, what).await
    }
}
