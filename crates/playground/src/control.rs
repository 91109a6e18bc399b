//! What tests can do to the world and read from it.

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::messages;
use super::model::{Channel, Member, Message, Outside, Refused};
use super::objects;
use super::person::Person;
use super::rest::{applications, channels};
use super::violation::{Held, InjectedFault, Kind, Logged, Route, Violation};
use super::world::{GUILD, State, World};

/// The id of the server without the bot.
const OTHER_SERVER: u64 = 1_100_000_000_000_000_004;

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
        self.look(|state| state.violations.clone())
    }

    /// Takes the violations out of the list.
    #[must_use]
    pub fn take_violations(&self) -> Vec<Violation> {
        self.change(|state| std::mem::take(&mut state.violations))
    }

    /// Waits for a violation of this kind and takes it out of the list.
    ///
    /// # Errors
    /// If there is none within 30 seconds.
    pub async fn expect_violation(&self, kind: Kind) -> Result<Violation, Refused> {
        let find = |state: &State| state.violations.iter().position(|it| it.kind == kind);
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
    /// releases it. It is in the log as soon as it has taken effect.
    #[must_use = "dropping it releases the request"]
    pub fn hold(&self, route: Route) -> Held {
        let (release, released) = oneshot::channel();
        self.change(|state| state.holds.push((route, released)));
        Held(release)
    }

    /// Sends the newest interaction of this name, a command or a custom id, again; returns whether
    /// there is one.
    pub fn deliver_again(&self, name: &str) -> bool {
        self.change(|state| {
            let all = state.interactions.values();
            let named = all.filter(|it| it.cause.name == name);
            let newest = named.max_by_key(|it| it.cause.id);
            let event = newest.map(|it| it.event.clone());
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
        if let Some(released) = held {
            // An error means that the test dropped it.
            let _ = released.await;
        }
    }

    /// Sends each of the next `count` interactions twice, as Discord sometimes does.
    pub fn deliver_twice(&self, count: u32) {
        self.change(|state| state.twice += count);
    }

    /// Sets the bot's permissions in a channel, as Discord's permission bits.
    pub fn set_bot_permissions(&self, channel: &str, bits: u64) {
        let id = self.place(channel).id;
        self.change(|state| state.permissions.insert(id, bits));
    }

    /// Forbids people to write in a channel from now on.
    pub fn make_read_only(&self, channel: &str) {
        let id = self.place(channel).id;
        self.change(|state| state.read_only.insert(id));
    }

    /// Closes or opens a person's private messages to the bot.
    pub fn close_private_messages(&self, who: &str, closed: bool) {
        let id = self.known(who).id;
        self.change(|state| match closed {
            true => state.closed.insert(id),
            false => state.closed.remove(&id),
        });
    }

    /// All requests of the bot, in order.
    pub fn rest_log(&self) -> Vec<Logged> {
        self.look(|state| state.log.clone())
    }

    /// Moves the world's clock forward, and calls `on_skip`.
    pub fn skip(&self, seconds: i64) {
        self.setup().clock.skip(seconds);
        if let Some(tell) = &self.setup().setting.on_skip {
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
            all.any(|it| it.outcome.is_none()).then_some(())
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
        let find = |state: &State| state.log.iter().find(|it| wanted(it)).cloned();
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

    /// Waits for a private answer to a person that satisfies `wanted`; newest first.
    ///
    /// # Errors
    /// If there is none within 30 seconds.
    pub async fn wait_for_private(
        &self,
        who: &str,
        mut wanted: impl FnMut(&Message) -> bool,
    ) -> Result<Message, Refused> {
        let id = Some(self.known(who).id);
        let find = |state: &State| {
            let mut all = state.messages.iter().rev();
            all.find(|it| it.only == id && wanted(it)).cloned()
        };
        self.wait(find, || format!("a private answer to {who}"))
            .await
    }

    /// The present time in the world, in seconds since the Unix epoch.
    pub fn now(&self) -> i64 {
        self.setup().clock.now().div_euclid(1000)
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
        let guild = json!({ "id": GUILD.to_string() });
        self.change(|state| {
            state.removed = removed;
            let (name, object) = match removed {
                true => ("GUILD_DELETE", guild),
                false => ("GUILD_CREATE", objects::whole_guild(state)),
            };
            state.dispatch(name, &object, 1, true);
        });
    }

    /// Has a person leave the server, or come back. The bot gets no event: it has not asked for
    /// the privileged intent.
    pub fn leave(&self, who: u64, gone: bool) {
        self.change(|state| match gone {
            true => state.gone.insert(who),
            false => state.gone.remove(&who),
        });
    }

    /// Opens a public thread below a channel, as a member does; `None` without such a channel.
    pub fn open_thread(&self, channel: &str, name: &str) -> Option<Channel> {
        let (parent, id) = (self.channel(channel)?.id, self.setup().clock.id());
        self.change(|state| {
            channels::add_thread(state, id, parent, name);
            state.channel(id).cloned()
        })
    }

    /// Makes a channel or a thread one of another kind, by Discord's number: 2 the text chat of a
    /// voice channel, 12 a private thread, 15 a forum.
    pub fn set_kind(&self, which: &str, kind: u64) {
        let id = self.place(which).id;
        self.change(|state| state.channel_mut(id).map(|channel| channel.kind = kind));
    }

    /// Lets everyone use a command, as an admin does for a role.
    pub fn open_command(&self, name: &str) {
        self.change(|state| state.opened.insert(name.to_owned()));
    }

    /// Locks a thread that stays open, as a moderator does.
    pub fn lock_thread(&self, which: &str) {
        let thread = Channel {
            locked: true,
            ..self.place(which)
        };
        self.change(|state| channels::update_thread(state, thread));
    }

    /// Archives a thread, as Discord does after a time; with `locked`, also locks it, as a
    /// moderator does.
    pub fn shut_thread(&self, which: &str, locked: bool) {
        let thread = Channel {
            archived: true,
            locked,
            ..self.place(which)
        };
        self.change(|state| channels::update_thread(state, thread));
    }

    /// Gives the application the command that opens an activity.
    pub fn add_entry_point(&self) {
        self.change(applications::add_entry_point);
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

    /// Deletes a message, as a moderator does.
    pub fn delete_message(&self, id: u64) {
        self.change(|state| messages::delete(state, id));
    }

    /// Deletes a channel or thread with its messages, as a moderator does.
    pub fn delete_channel(&self, which: &str) {
        let channel = self.place(which);
        self.change(|state| {
            let object = objects::channel(state, &channel);
            state.channels.retain(|it| it.id != channel.id);
            let here = state.messages.iter().filter(|it| it.channel == channel.id);
            let ids: Vec<u64> = here.map(|it| it.id).collect();
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
        let names: Vec<&str> = members.iter().map(|it| it.name.as_str()).collect();
        let keys: Vec<&str> = members.iter().map(|it| it.key.as_str()).collect();
        let key = format!("chat:{}", keys.join("+"));
        let people = members.iter().map(|it| it.id).collect();
        self.open_outside(&key, &names.join(", "), None, people)
    }

    /// Opens or finds a channel of a server with everyone but the bot. Its key is
    /// `other-server`.
    pub fn open_other_server(&self, name: &str) -> Channel {
        let people = self.setup().setting.people.iter().map(|it| it.id).collect();
        self.open_outside("other-server", name, Some(OTHER_SERVER), people)
    }

    /// Sets which permissions people lack in a user-install context. Without some, nobody else sees
    /// the answers of an app there. With the bit 1 << 63, nobody sees them for another reason.
    pub fn forbid(&self, which: &str, lacks: u64) {
        let id = self.place(which).id;
        self.change(|state| {
            let outside = state.channel_mut(id)?.outside.as_mut()?;
            outside.lacks = lacks;
            Some(())
        });
    }

    fn open_outside(&self, key: &str, name: &str, guild: Option<u64>, people: Vec<u64>) -> Channel {
        if let Some(known) = self.channel(key) {
            return known;
        }
        let (id, now) = (self.setup().clock.id(), self.setup().clock.now());
        let outside = Outside {
            guild,
            people,
            lacks: 0,
        };
        let channel = Channel {
            outside: Some(outside),
            ..Channel::new(id, key, name, now)
        };
        self.change(|state| state.channels.push(channel.clone()));
        channel
    }
}
