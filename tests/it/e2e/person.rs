//! A person whose acts succeed; a failure names the line of the test that asked for the act.

use std::fmt::Display;
use std::ops::Deref;
use std::panic::Location;

use siwa_playground::{Answer, Choice, Message, Modal, Refused};

use super::play::carried;
pub(crate) use crate::says::Says;

/// A person in one channel. Of the simulator’s own person, each act has a result.
#[derive(Clone)]
pub(crate) struct Person(pub(crate) siwa_playground::Person);

impl Deref for Person {
    type Target = siwa_playground::Person;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Person {
    /// The simulator's person, whose acts may fail.
    pub(crate) fn attempt(&self) -> &siwa_playground::Person {
        &self.0
    }

    pub(crate) fn in_channel(&self, channel: impl ToString) -> Self {
        Self(self.0.in_channel(channel))
    }

    pub(crate) fn with_locale(&self, locale: &str) -> Self {
        Self(self.0.with(|member| member.locale = locale.to_owned()))
    }

    pub(crate) fn as_admin(&self, admin: bool) -> Self {
        Self(self.0.with(|member| member.admin = admin))
    }

    pub(crate) fn with_bot(&self, installed: bool) -> Self {
        Self(self.0.with(|member| member.installed = installed))
    }

    #[track_caller]
    pub(crate) fn types(&self, line: &str) -> impl Future<Output = Reply> {
        answered(self.0.types(line))
    }

    #[track_caller]
    pub(crate) fn completes(&self, line: &str) -> impl Future<Output = Vec<Choice>> {
        expected(self.0.completes(line))
    }

    #[track_caller]
    pub(crate) fn uses(&self, command: &str, target: &str) -> impl Future<Output = Reply> {
        answered(self.0.uses(command, target))
    }

    #[track_caller]
    pub(crate) fn presses(
        &self,
        message: impl Into<u64>,
        name: &str,
    ) -> impl Future<Output = Reply> {
        answered(self.0.presses(message, name))
    }

    #[track_caller]
    pub(crate) fn presses_late(
        &self,
        message: impl Into<u64>,
        custom: &str,
    ) -> impl Future<Output = Reply> {
        answered(self.0.presses_late(message, custom))
    }

    /// Presses the button whose custom id has this end, even if that is no longer there.
    #[track_caller]
    pub(crate) fn presses_act(&self, message: &Message, end: &str) -> impl Future<Output = Reply> {
        let custom = carried(message, end).unwrap();
        self.presses_late(message, custom)
    }

    #[track_caller]
    pub(crate) fn selects(
        &self,
        message: impl Into<u64>,
        custom: &str,
        wanted: &[&str],
    ) -> impl Future<Output = Reply> {
        answered(self.0.selects(message, custom, wanted))
    }

    #[track_caller]
    pub(crate) fn submits(
        &self,
        modal: &Modal,
        texts: &[(&str, &str)],
    ) -> impl Future<Output = Reply> {
        answered(self.0.submits(modal, texts))
    }

    #[track_caller]
    pub(crate) fn waits_for(
        &self,
        wanted: impl FnMut(&Message) -> bool,
    ) -> impl Future<Output = Message> {
        expected(self.0.waits_for(wanted))
    }

    /// Waits until they see a private message with these words in their channel.
    #[track_caller]
    pub(crate) fn finds(&self, words: &str) -> impl Future<Output = Message> {
        self.waits_for(move |message| message.text().contains(words))
    }
}

/// Waits for something that has to succeed.
#[track_caller]
pub(crate) fn expected<T, E: Display>(
    act: impl Future<Output = Result<T, E>>,
) -> impl Future<Output = T> {
    let line = Location::caller();
    async move { act.await.unwrap_or_else(|why| panic!("{line}: {why}")) }
}

#[track_caller]
fn answered(act: impl Future<Output = Result<Answer, Refused>>) -> impl Future<Output = Reply> {
    let act = expected(act);
    async move { Reply(act.await) }
}

/// An answer that is a message, unless a test asks for its form.
#[derive(Clone, Debug)]
pub(crate) struct Reply(pub(crate) Answer);

impl Reply {
    /// The message.
    pub(crate) fn message(&self) -> Message {
        Message::clone(self)
    }

    /// The form.
    #[track_caller]
    pub(crate) fn modal(&self) -> &Modal {
        let modal = self.0.modal();
        modal.unwrap_or_else(|| panic!("no form: {:?}", self.0))
    }
}

impl Deref for Reply {
    type Target = Message;

    #[track_caller]
    fn deref(&self) -> &Message {
        let message = self.0.message();
        message.unwrap_or_else(|| panic!("no message: {:?}", self.0))
    }
}

impl From<&Reply> for u64 {
    fn from(reply: &Reply) -> Self {
        reply.id
    }
}

impl Says for Message {
    fn words(&self) -> String {
        self.text()
    }
}

/// A message that is private or public.
pub(crate) trait SaysTo: Says {
    /// Fails unless this text is in it, and only one person sees it.
    fn says_privately(&self, wanted: &str);

    /// Fails unless this text is in it, and everybody sees it.
    fn says_openly(&self, wanted: &str);
}

impl SaysTo for Message {
    #[track_caller]
    fn says_privately(&self, wanted: &str) {
        assert!(self.private(), "everybody sees: {}", self.text());
        self.says(wanted);
    }

    #[track_caller]
    fn says_openly(&self, wanted: &str) {
        assert!(!self.private(), "only one person sees: {}", self.text());
        self.says(wanted);
    }
}
