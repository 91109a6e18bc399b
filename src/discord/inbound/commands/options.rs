//! The options given to a command.

use serenity::model::application::{
    CommandDataOption, CommandDataOptionValue, CommandDataResolved,
};

use crate::app::{Opponent, Target};
use crate::game::{Denial, GameId, PlayerId};

/// The options given to a command. A client may send options that were never offered.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    all: &'a [CommandDataOption],
    resolved: &'a CommandDataResolved,
    us: u64,
}

impl<'a> Options<'a> {
    /// Options of an interaction; `us` is the bot's own user id.
    #[must_use]
    pub fn new(all: &'a [CommandDataOption], resolved: &'a CommandDataResolved, us: u64) -> Self {
        Self { all, resolved, us }
    }

    /// Which of a command's sub-commands it is.
    #[must_use]
    pub fn sub_command(&self) -> Option<&'a str> {
        let sub = |option: &&CommandDataOption| {
            matches!(option.value, CommandDataOptionValue::SubCommand(_))
        };
        self.all.iter().find(sub).map(|option| option.name.as_str())
    }

    fn value(&self, name: &str) -> Option<&'a CommandDataOptionValue> {
        self.all
            .iter()
            .find(|option| option.name == name)
            .map(|option| &option.value)
    }

    /// A text, or what is typed of it so far.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.value(name)? {
            CommandDataOptionValue::String(text) => Some(text),
            CommandDataOptionValue::Autocomplete { value, .. } => Some(value),
            _ => None,
        }
    }

    /// A text that must be given.
    pub(super) fn given(&self, name: &str) -> String {
        self.text(name).unwrap_or_default().to_owned()
    }

    /// Yes or no.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            CommandDataOptionValue::Boolean(flag) => Some(*flag),
            _ => None,
        }
    }

    /// A person, and what they are called.
    #[must_use]
    pub fn person(&self, name: &str) -> Option<(Opponent, String)> {
        let CommandDataOptionValue::User(id) = self.value(name)? else {
            return None;
        };
        let user = self.resolved.users.get(id);
        let nick = self
            .resolved
            .members
            .get(id)
            .and_then(|member| member.nick.clone());
        let called = nick
            .or_else(|| user.map(|user| user.display_name().to_owned()))
            .unwrap_or_else(|| id.to_string());
        let is_us = id.get() == self.us;
        let is_bot = user.is_some_and(|user| user.bot);
        Some((
            Opponent {
                player: PlayerId(id.get()),
                is_bot,
                is_us,
            },
            called,
        ))
    }

    /// The game that is meant: the one of this number, or the one in this channel.
    ///
    /// # Errors
    /// If something else than a number was given.
    pub fn target(&self) -> Result<Target, Denial> {
        match self.text("game").map(str::trim) {
            None | Some("") => Ok(Target::Here),
            Some(number) => {
                let number = number
                    .trim_start_matches('#')
                    .parse()
                    .map_err(|_| Denial::UnknownGame)?;
                Ok(Target::Game(GameId(number)))
            }
        }
    }

    /// The option that is being typed.
    #[must_use]
    pub fn focused(&self) -> Option<(&'a str, &'a str)> {
        self.all.iter().find_map(|option| match &option.value {
            CommandDataOptionValue::Autocomplete { value, .. } => {
                Some((option.name.as_str(), value.as_str()))
            }
            _ => None,
        })
    }
}
