//! What tests can do to the world and read from it.

use std::collections::HashSet;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::messages;
use super::model::{Channel, Member, Outside, Refused};
use super::objects;
use super::person::Person;
use super::rest::{applications, channels};
use super::violation::{InjectedFault, Kind, Logged, Route, Violation};
use super::world::{GUILD, State, World};

/// The id of the server without the bot.
const OTHER_SERVER: u64 = 1_100_000_000_000_000_004;

/// Adds an id to a set, or removes it.
fn set(ids: &mut HashSet<u64>, id: u64, present: bool) {
    ids.remove(&id);
    ids.extend(present.then_some(id));
}

impl World {
    /// A person to act as.
    ///
    /// # Panics
    /// If no person has this key: a test that misspells a name must fail.
    pub fn person(&self, key: &str) -> Person {
        Person::new(self.clone(), self.known(key).clone())
    }

    fn known(&self, key: &str) -> &Member {
        self.setup()
            .member(key)
            .unwrap_or_else(|| unreachable!("nobody here is called {key}"))
    }

    /// A channel that a test names by key, name or id.
    fn place(&self, which: &str) -> Channel {
        self.channel(which)
            .unwrap_or_else(|| unreachable!("there is no channel {which}"))
    }

    /// What the bot did that Discord would not accept.
    pub fn violations(&self) -> Vec<Violation> {
        let mut violations = self.look(|state| state.violations.clone());
        violations.retain(|violation| violation.kind != Kind::Repeated);
        violations
    }

    /// Takes the violations out of the list.
    #[must_use]
    pub fn take_violations(&self) -> Vec<Violation> {
        let mut violations = self.change(|state| std::mem::take(&mut state.violations));
        violations.retain(|violation| violation.kind != Kind::Repeated);
        violations
    }

    /// Waits for a violation of this kind and takes it out of the list.
    ///
    /// # Errors
    /// If there is none within 30 seconds.
    pub async fn expect_violation(&self, kind: Kind) -> Result<Violation, Refused> {
        let find = |state: &State| state.violations.iter().position(|seen| seen.kind == kind);
        let there = || format!("a {kind:?} among {:?}", self.violations());
        let index = self.wait(find, there).await?;
        Ok(self.change(|state| state.violations.remove(index)))
    }

    /// Makes requests of the bot fail.
    pub fn inject(&self, fault: InjectedFault) {
        self.change(|state| state.faults.push(fault));
    }

    /// Replaces all faults.
    pub fn replace_faults(&self, faults: Vec<InjectedFault>) {
        self.change(|state| state.faults = faults);
    }

    /// Waits until every fault of a route has struck.
    ///
    /// # Errors
    /// If one has not within 30 seconds.
    pub async fn wait_for_faults(&self, route: Route) -> Result<(), Refused> {
        let left = |fault: &InjectedFault| fault.route == route && fault.times > 0;
        let struck = |state: &State| (!state.faults.iter().any(left)).then_some(());
        self.wait(struck, || "the end of the faults".to_owned())
            .await
    }

    /// Ends the faults of a route.
    pub fn lift(&self, route: Route) {
        self.change(|state| state.faults.retain(|fault| fault.route != route));
    }

    /// The next request to `route` takes effect immediately, and is acknowledged only when the test
    /// drops what this returns. It is in the log as soon as it has taken effect.
    #[must_use = "dropping it acknowledges the request"]
    pub fn hold(&self, route: Route) -> oneshot::Sender<()> {
        let (held, dropped) = oneshot::channel();
        self.change(|state| state.holds.push((route, dropped)));
        held
    }

    /// Sends the newest interaction of this name, a command or a custom id, again; returns whether
    /// there is one.
    pub fn deliver_again(&self, name: &str) -> bool {
        self.change(|state| {
            let all = state.interactions.values();
            let named = all.filter(|act| act.cause.name == name);
            let newest = named.max_by_key(|act| act.cause.id);
            let event = newest.map(|act| act.event.clone());
            if let Some(event) = &event {
                self.deliver(state, event, true);
            }
            event.is_some()
        })
    }

    /// Waits until a request to `route` may be acknowledged.
    pub(super) async fn acknowledge(&self, route: Route) {
        let held = self.change(|state| {
            let index = state.holds.iter().position(|hold| hold.0 == route)?;
            Some(state.holds.remove(index).1)
        });
        if let Some(dropped) = held {
            // Nothing is sent: it ends with an error when the test drops the other end.
            let _ = dropped.await;
        }
    }

    /// Sends each of the next `count` interactions twice, as Discord sometimes does.
    pub fn deliver_twice(&self, count: u32) {
        self.change(|state| state.deliver_twice += count);
    }

    /// Changes a channel; the bot gets no event.
    pub fn change_channel(&self, which: &str, change: impl FnOnce(&mut Channel)) {
        let id = self.place(which).id;
        self.change(|state| state.channel_mut(id).map(change));
    }

    /// Changes a thread, as a moderator or time does, and tells the bot.
    pub fn change_thread(&self, which: &str, change: impl FnOnce(&mut Channel)) {
        let mut thread = self.place(which);
        change(&mut thread);
        self.change(|state| channels::update_thread(state, thread));
    }

    /// Closes or opens a person's private messages to the bot.
    pub fn close_private_messages(&self, who: &str, closed: bool) {
        let id = self.known(who).id;
        self.change(|state| set(&mut state.closed, id, closed));
    }

    /// All requests of the bot, in order.
    pub fn rest_log(&self) -> Vec<Logged> {
        self.look(|state| state.log.clone())
    }

    /// Moves the world's clock forward, and calls `on_skip`.
    pub fn skip(&self, seconds: i64) {
        self.setup().clock.skip(seconds);
        if let Some(tell) = &self.setup().options.on_skip {
            tell(seconds);
        }
        self.change(|state| {
            super::dispatch::expire(state);
            channels::archive_silent(state);
        });
    }

    /// Waits until an interaction is waiting for its first answer.
    ///
    /// # Errors
    /// If none does within 30 seconds.
    pub async fn wait_for_act(&self) -> Result<(), Refused> {
        let open = |state: &State| {
            let mut all = state.interactions.values();
            all.any(|act| act.outcome.is_none()).then_some(())
        };
        self.wait(open, || "an act".to_owned()).await
    }

    /// Waits for a request of the bot that satisfies `wanted`.
    ///
    /// # Errors
    /// If there is none within 30 seconds.
    pub async fn wait_for_request(
        &self,
        mut wanted: impl FnMut(&Logged) -> bool,
    ) -> Result<Logged, Refused> {
        let find = |state: &State| state.log.iter().find(|logged| wanted(logged)).cloned();
        self.wait(find, || "a request".to_owned()).await
    }

    /// Waits for a channel, thread or private conversation: its key, name or id.
    ///
    /// # Errors
    /// If there is none within 30 seconds.
    pub async fn wait_for_channel(&self, which: &str) -> Result<Channel, Refused> {
        let find = |state: &State| state.place(which).cloned();
        self.wait(find, || format!("the channel {which}")).await
    }

    /// Opens the private conversation of a person with the bot, as the person can.
    ///
    /// # Panics
    /// If no person has this key: a test that misspells a name must fail.
    pub fn open_conversation(&self, who: &str) -> Channel {
        let id = self.known(who).id;
        let opened = self.change(|state| channels::private(state, id));
        opened.unwrap_or_else(|| unreachable!("{who} is known"))
    }

    /// Removes the bot from the server, or adds it again.
    pub fn remove_bot(&self, removed: bool) {
        self.change(|state| {
            state.removed = removed;
            let (name, object) = if removed {
                ("GUILD_DELETE", json!({ "id": GUILD.to_string() }))
            } else {
                ("GUILD_CREATE", objects::whole_guild(state))
            };
            state.dispatch(name, &object, 1, true);
        });
    }

    /// Has a person leave the server, or come back. The bot gets no event: it has not asked for
    /// the privileged intent.
    pub fn leave(&self, who: u64, left: bool) {
        self.change(|state| set(&mut state.left, who, left));
    }

    /// Opens a public thread below a channel, as a member does; `None` without such a channel.
    pub fn open_thread(&self, channel: &str, name: &str) -> Option<Channel> {
        let parent = self.channel(channel)?.id;
        let clock = &self.setup().clock;
        let id = clock.id();
        let thread = Channel {
            parent: Some(parent),
            archive_after: channels::DAY,
            ..Channel::new(id, &id.to_string(), name, clock.now())
        };
        self.change(|state| {
            channels::add_thread(state, thread);
            state.channel(id).cloned()
        })
    }

    /// Lets everyone use a command, as an admin does for a role.
    pub fn open_command(&self, name: &str) {
        self.change(|state| state.opened.insert(name.to_owned()));
    }

    /// Gives the application the command that opens an activity.
    pub fn add_entry_point(&self) {
        self.change(applications::add_entry_point);
    }

    /// From now on changes each interaction, each READY, and each answer about the gateway or the
    /// application before it is sent, by its name or address.
    pub fn distort(&self, change: impl Fn(&str, &mut Value) + Send + Sync + 'static) {
        self.change(|state| state.distortion = Some(Box::new(change)));
    }

    /// Deletes all emoji of the application, as its owner does.
    pub fn delete_emoji(&self) {
        self.change(|state| state.emojis.clear());
    }

    /// Adds a channel that nobody uses.
    pub fn add_odd_channel(&self, channel: Value) {
        self.change(|state| state.odd_channels.push(channel));
    }

    /// Adds these fields to every user, such as decorations.
    pub fn decorate(&self, profile: Value) {
        self.change(|state| state.profile = profile);
    }

    /// Puts the bot in a timeout until a moment in milliseconds since the Unix epoch, as a moderator does.
    pub fn silence(&self, until: i64) {
        self.change(|state| state.silenced_until = until);
    }

    /// Deletes a message, as a moderator does.
    pub fn delete_message(&self, id: u64) {
        self.change(|state| messages::delete(state, id));
    }

    /// Deletes a channel or thread with its messages, as a moderator does.
    pub fn delete_channel(&self, which: &str) {
        let channel = self.place(which);
        self.change(|state| {
            let object = objects::channel(state, &channel);
            state.channels.retain(|known| known.id != channel.id);
            let said = state.said(channel.id);
            let ids: Vec<u64> = said.map(|message| message.id).collect();
            for id in ids {
                state.delete(id);
            }
            let event = match channel.parent {
                Some(_) => "THREAD_DELETE",
                None => "CHANNEL_DELETE",
            };
            state.dispatch(event, &object, 1, true);
        });
    }

    /// Opens a conversation between people, or finds it: a direct one between two, or a group of
    /// more. Its key is `chat:ana+bob`.
    ///
    /// # Panics
    /// If no person has one of these keys: a test that misspells a name must fail.
    pub fn open_chat(&self, people: &[&str]) -> Channel {
        let members: Vec<&Member> = people.iter().map(|key| self.known(key)).collect();
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let keys: Vec<&str> = members.iter().map(|member| member.key.as_str()).collect();
        let key = format!("chat:{}", keys.join("+"));
        let people = members.iter().map(|member| member.id).collect();
        self.open_outside(&key, &names.join(", "), None, people)
    }

    /// Opens or finds a channel of a server with everyone but the bot. Its key is
    /// `other-server`.
    pub fn open_other_server(&self, name: &str) -> Channel {
        let people = self.setup().options.people.iter();
        let people = people.map(|member| member.id).collect();
        self.open_outside("other-server", name, Some(OTHER_SERVER), people)
    }

    fn open_outside(&self, key: &str, name: &str, guild: Option<u64>, people: Vec<u64>) -> Channel {
        if let Some(known) = self.channel(key) {
            return known;
        }
        let clock = &self.setup().clock;
        let channel = Channel {
            outside: Some(Outside { guild, people }),
            ..Channel::new(clock.id(), key, name, clock.now())
        };
        self.change(|state| state.channels.push(channel.clone()));
        channel
    }
}
