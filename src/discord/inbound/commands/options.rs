//! The options given to a command.

use std::str::FromStr;

use serenity::model::application::{CommandDataOptionValue, CommandInteraction};
use serenity::model::id::UserId;

use crate::app::Target;
use crate::game::{Denial, PlayerId, ensure};

/// The options given to a command. A client may send options that were never offered.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a>(pub &'a CommandInteraction);

/// A person chosen in a command.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub player: PlayerId,
    /// Their name in the server, if they have one there.
    pub name: String,
    pub is_bot: bool,
    /// Whether it is this bot.
    pub is_us: bool,
}

impl Chosen {
    /// Checks whether `by` may challenge them.
    pub fn check_challenge_by(&self, by: PlayerId) -> Result<(), Denial> {
        ensure(self.player != by, Denial::ChallengeSelf)?;
        ensure(!self.is_bot, Denial::ChallengeBot)
    }
}

impl<'a> Options<'a> {
    /// The name of the command.
    pub fn command(&self) -> &'a str {
        &self.0.data.name
    }

    /// The name of the sub-command, which is the only option.
    pub fn sub_command(&self) -> Option<&'a str> {
        let first = self.0.data.options.first();
        first.map(|option| option.name.as_str())
    }

    fn value(&self, name: &str) -> Option<&'a CommandDataOptionValue> {
        let mut given = self.0.data.options.iter();
        let found = given.find(|option| option.name == name);
        found.map(|option| &option.value)
    }

    /// A text, unless it is [being typed](Self::focused).
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.value(name)? {
            CommandDataOptionValue::String(text) => Some(text),
            _ => None,
        }
    }

    /// A choice, by its name.
    pub fn named<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// A boolean.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.value(name)?.as_i64()
    }

    /// Returns whether an option is given besides this one.
    pub fn any_but(&self, name: &str) -> bool {
        self.0.data.options.iter().any(|option| option.name != name)
    }

    /// A user.
    pub fn person(&self, name: &str) -> Option<Chosen> {
        self.chosen(self.value(name)?.as_user_id()?)
    }

    /// The person in whose menu the command was chosen.
    pub fn menu_person(&self) -> Option<Chosen> {
        self.chosen(self.0.data.target_id?.to_user_id())
    }

    fn chosen(&self, id: UserId) -> Option<Chosen> {
        let known = &self.0.data.resolved;
        let user = known.users.get(&id)?;
        let member = known.members.get(&id);
        let nick = member.and_then(|member| member.nick.as_deref());
        let name = nick.unwrap_or_else(|| user.display_name());
        Some(Chosen {
            player: PlayerId(id.get()),
            name: name.to_owned(),
            is_bot: user.bot,
            is_us: id.get() == self.0.application_id.get(),
        })
    }

    /// The selected game: the one with this id, or the one in this channel.
    ///
    /// # Errors
    /// If the option is not a number.
    pub fn game(&self) -> Result<Target, Denial> {
        let number = self.text("game").unwrap_or_default().trim();
        if number.is_empty() {
            return Ok(Target::Here);
        }
        let game = number.trim_start_matches('#').parse();
        game.map(Target::Game).map_err(|_| Denial::UnknownGame)
    }

    /// The name and the text of the option being typed.
    pub fn focused(&self) -> Option<(&'a str, &'a str)> {
        let typed = self.0.data.autocomplete()?;
        Some((typed.name, typed.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_bot_nor_oneself_can_be_challenged() {
        let bot = Chosen {
            player: PlayerId(2),
            name: String::new(),
            is_bot: true,
            is_us: false,
        };
        let person = Chosen {
            is_bot: false,
            ..bot.clone()
        };
        let check = |chosen: &Chosen, by| chosen.check_challenge_by(PlayerId(by));
        assert_eq!(check(&bot, 1), Err(Denial::ChallengeBot));
        assert_eq!(check(&person, 1), Ok(()));
        assert_eq!(check(&person, 2), Err(Denial::ChallengeSelf));
    }
}
