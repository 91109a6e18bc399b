//! The options given to a command.

use std::str::FromStr;

use serenity::model::application::{
    CommandInteraction, ResolvedOption, ResolvedTarget, ResolvedValue,
};
use serenity::model::guild::PartialMember;
use serenity::model::user::User;

use crate::app::{Opponent, Target};
use crate::game::{Denial, PlayerId};

/// The options given to a command. A client may send options that were never offered.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    given: Vec<ResolvedOption<'a>>,
    /// The person in whose menu the command was chosen.
    target: Option<ResolvedTarget<'a>>,
    /// The bot's own user id.
    us: u64,
}

impl<'a> Options<'a> {
    /// The options of an interaction.
    pub fn of(command: &'a CommandInteraction) -> Self {
        Self {
            given: command.data.options(),
            target: command.data.target(),
            us: command.application_id.get(),
        }
    }

    /// The name of the sub-command.
    pub fn sub_command(&self) -> Option<&'a str> {
        let sub =
            |option: &&ResolvedOption<'_>| matches!(option.value, ResolvedValue::SubCommand(_));
        self.given.iter().find(sub).map(|option| option.name)
    }

    fn value(&self, name: &str) -> Option<&ResolvedValue<'a>> {
        let found = self.given.iter().find(|option| option.name == name);
        found.map(|option| &option.value)
    }

    /// A text, which may be incomplete during autocompletion.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.value(name)? {
            ResolvedValue::String(text) | ResolvedValue::Autocomplete { value: text, .. } => {
                Some(text)
            }
            _ => None,
        }
    }

    /// A choice, by its name.
    pub fn named<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// A boolean.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            ResolvedValue::Boolean(flag) => Some(*flag),
            _ => None,
        }
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.value(name)? {
            ResolvedValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns whether an option is given besides this one.
    pub fn any_but(&self, name: &str) -> bool {
        self.given.iter().any(|option| option.name != name)
    }

    /// A user, and their name.
    pub fn person(&self, name: &str) -> Option<(Opponent, String)> {
        let ResolvedValue::User(user, member) = self.value(name)? else {
            return None;
        };
        Some(self.opponent(user, *member))
    }

    /// The person in whose menu the command was chosen, and their name.
    pub fn target_person(&self) -> Option<(Opponent, String)> {
        match self.target.as_ref()? {
            ResolvedTarget::User(user, member) => Some(self.opponent(user, *member)),
            _ => None,
        }
    }

    fn opponent(&self, user: &User, member: Option<&PartialMember>) -> (Opponent, String) {
        let nick = member.and_then(|member| member.nick.as_deref());
        let called = nick.unwrap_or_else(|| user.display_name());
        let opponent = Opponent {
            player: PlayerId(user.id.get()),
            is_bot: user.bot,
            is_us: user.id.get() == self.us,
        };
        (opponent, called.to_owned())
    }

    /// The selected game: the one with this id, or the one in this channel.
    ///
    /// # Errors
    /// If the option is not a number.
    pub fn target(&self) -> Result<Target, Denial> {
        match self.text("game").map(str::trim) {
            None | Some("") => Ok(Target::Here),
            Some(number) => {
                let game = number.trim_start_matches('#').parse();
                Ok(Target::Game(game.map_err(|_| Denial::UnknownGame)?))
            }
        }
    }

    /// The name and the text of the option being typed.
    pub fn focused(&self) -> Option<(&'a str, &'a str)> {
        self.given.iter().find_map(|option| match option.value {
            ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
            _ => None,
        })
    }
}
