//! The options of a command, as they were given.

use serenity::model::application::{
    CommandDataOption, CommandDataOptionValue, CommandDataResolved,
};

use crate::app::{Opponent, Target};
use crate::game::{Denied, GameId, PlayerId};

/// The options of a command. People may send what was never offered.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    given: &'a [CommandDataOption],
    resolved: &'a CommandDataResolved,
    us: u64,
}

impl<'a> Options<'a> {
    /// The options given; `us` is the bot's own id.
    #[must_use]
    pub fn new(given: &'a [CommandDataOption], resolved: &'a CommandDataResolved, us: u64) -> Self {
        Self {
            given,
            resolved,
            us,
        }
    }

    fn value(&self, name: &str) -> Option<&'a CommandDataOptionValue> {
        self.given
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

    /// Which game is meant: by its number, with or without `#`, or the one here.
    ///
    /// # Errors
    /// If what was given is no number.
    pub fn target(&self) -> Result<Target, Denied> {
        match self.text("game").map(str::trim) {
            None | Some("") => Ok(Target::Here),
            Some(number) => {
                let number = number
                    .trim_start_matches('#')
                    .parse()
                    .map_err(|_| Denied::UnknownGame)?;
                Ok(Target::Game(GameId(number)))
            }
        }
    }

    /// The option that is being typed.
    #[must_use]
    pub fn focused(&self) -> Option<(&'a str, &'a str)> {
        self.given.iter().find_map(|option| match &option.value {
            CommandDataOptionValue::Autocomplete { value, .. } => {
                Some((option.name.as_str(), value.as_str()))
            }
            _ => None,
        })
    }
}
