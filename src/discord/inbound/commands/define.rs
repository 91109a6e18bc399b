//! Definitions of commands, with the translations of their texts.

use std::convert::identity;

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::InteractionContext::{self, BotDm, Guild, PrivateChannel};
use serenity::model::application::{CommandOptionType, CommandType, InstallationContext};
use serenity::model::permissions::Permissions;
use strum::VariantArray;

use crate::discord::view;
use crate::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// Where a command is offered that needs a server.
pub(super) const IN_SERVERS: [InteractionContext; 1] = [Guild];

/// Where a command is offered that needs a second person.
pub(super) const AMONG_PEOPLE: [InteractionContext; 2] = [Guild, PrivateChannel];

/// Where a command is offered that needs neither.
pub(super) const ANYWHERE: [InteractionContext; 3] = [Guild, BotDm, PrivateChannel];

/// The definition of a command. The names and descriptions of the command and its options come from
/// the message `command-…`.
pub(super) struct Definition<'a> {
    l10n: &'a L10n,
    registry: Registry,
    /// The id of that message.
    id: String,
    pub(super) command: CreateCommand,
}

impl<'a> Definition<'a> {
    /// The definition of the command with this name, which is offered in these contexts.
    pub(super) fn new(
        l10n: &'a L10n,
        registry: Registry,
        name: &'static str,
        contexts: &[InteractionContext],
    ) -> Self {
        let id = format!("command-{name}");
        let description = |locale| l10n.attribute(locale, &id, "description");
        let mut command = CreateCommand::new(name)
            .kind(CommandType::ChatInput)
            .description(description(Locale::ENGLISH));
        for (locale, tag) in localised() {
            command = command
                .name_localized(tag, l10n.word(locale, &id))
                .description_localized(tag, description(locale));
        }
        Self {
            l10n,
            registry,
            command: offered(command, contexts),
            id,
        }
    }

    /// A command that only people who manage the server see, unless its managers change that.
    pub(super) fn for_managers(mut self) -> Self {
        let permission = Permissions::MANAGE_GUILD;
        self.command = self.command.default_member_permissions(permission);
        self
    }

    /// Adds an option, with these details.
    pub(super) fn option(
        mut self,
        kind: CommandOptionType,
        name: &str,
        add_details: impl FnOnce(CreateCommandOption) -> CreateCommandOption,
    ) -> Self {
        let words = |locale, name: &str| self.l10n.attribute(locale, &self.id, name);
        let description = format!("{name}-description");
        let mut option = CreateCommandOption::new(kind, name, words(Locale::ENGLISH, &description));
        for (locale, tag) in localised() {
            option = option
                .name_localized(tag, words(locale, name))
                .description_localized(tag, words(locale, &description));
        }
        self.command = self.command.add_option(add_details(option));
        self
    }

    /// Adds sub-commands.
    pub(super) fn sub_commands(mut self, names: [&str; 3]) -> Self {
        for name in names {
            self = self.option(CommandOptionType::SubCommand, name, identity);
        }
        self
    }

    /// Adds an option for a person.
    pub(super) fn person(self, name: &str) -> Self {
        self.option(CommandOptionType::User, name, identity)
    }

    /// Adds an option for yes or no.
    pub(super) fn flag(self, name: &str) -> Self {
        self.option(CommandOptionType::Boolean, name, identity)
    }

    /// Adds an option with a text and autocompletion.
    pub(super) fn open(self, name: &str) -> Self {
        let details = |option: CreateCommandOption| option.set_autocomplete(true).max_length(100);
        self.option(CommandOptionType::String, name, details)
    }

    /// Adds the option for a move, and the one for its game.
    pub(super) fn moves(self, name: &str) -> Self {
        let details = |option: CreateCommandOption| option.required(true).set_autocomplete(true);
        self.option(CommandOptionType::String, name, details).game()
    }

    /// Adds the option for a running or past game.
    pub(super) fn game(self) -> Self {
        let details = |option: CreateCommandOption| option.set_autocomplete(true).max_length(20);
        self.option(CommandOptionType::String, "game", details)
    }

    /// Adds the option `game`, for a kind of game.
    pub(super) fn kinds(self) -> Self {
        let kinds = self.registry.games().map(|kind| kind.info());
        self.choices("game", kinds.map(|info| (info.id, Text::new(info.name))))
    }

    /// Adds the options for its game's start.
    pub(super) fn starts(self) -> Self {
        self.choices("start", named(view::start))
            .choices("side", named(view::order))
    }

    /// Adds an option with these choices, translated to every language.
    pub(super) fn choices<V: Into<String>>(
        self,
        name: &str,
        choices: impl IntoIterator<Item = (V, Text)>,
    ) -> Self {
        let l10n = self.l10n;
        let add = |option: CreateCommandOption, (value, label): (V, Text)| {
            let translated = |locale| l10n.text(locale, &label);
            let labels = localised().map(|(locale, tag)| (tag, translated(locale)));
            option.add_string_choice_localized(translated(Locale::ENGLISH), value, labels)
        };
        self.option(CommandOptionType::String, name, |option| {
            choices.into_iter().fold(option, add)
        })
    }
}

/// A command in the menu of a person, which needs no options. Its names come from the message with
/// this id.
pub(super) fn person_menu(l10n: &L10n, name: &'static str, id: &str) -> CreateCommand {
    let mut command = CreateCommand::new(name).kind(CommandType::User);
    for (locale, tag) in localised() {
        command = command.name_localized(tag, l10n.word(locale, id));
    }
    offered(command, &AMONG_PEOPLE)
}

/// Offers a command in these contexts; if it needs no server, also to users who installed the bot for
/// themselves.
fn offered(command: CreateCommand, contexts: &[InteractionContext]) -> CreateCommand {
    let mut installed = vec![InstallationContext::Guild];
    if contexts != IN_SERVERS {
        installed.push(InstallationContext::User);
    }
    let command = command.contexts(contexts.to_vec());
    command.integration_types(installed)
}

/// The choices of an option: every value of an enum, by its name.
pub(super) fn named<T: VariantArray + AsRef<str> + Copy>(
    label: fn(T) -> Text,
) -> impl Iterator<Item = (&'static str, Text)> {
    let values = T::VARIANTS.iter();
    values.map(move |value| (value.as_ref(), label(*value)))
}

fn localised() -> impl Iterator<Item = (Locale, &'static str)> {
    Locale::all().flat_map(|locale| locale.discord_tags().iter().map(move |tag| (locale, *tag)))
}
