//! Definitions of commands, with the translations of their texts.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{
    CommandOptionType, CommandType, InstallationContext, InteractionContext,
};
use strum::VariantArray as _;

use crate::discord::view;
use crate::game::{Order, Start};
use crate::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// The definition of a command. The names and descriptions of the command and its options come from
/// the message `command-…`.
pub(super) struct Definition<'a> {
    l10n: &'a L10n,
    registry: Registry,
    name: &'static str,
    id: String,
}

impl<'a> Definition<'a> {
    /// The definition of the command with this name.
    pub(super) fn of(l10n: &'a L10n, registry: Registry, name: &'static str) -> Self {
        Self {
            l10n,
            registry,
            name,
            id: format!("command-{name}"),
        }
    }

    /// A command for servers only.
    pub(super) fn command(&self) -> CreateCommand {
        let (l10n, id) = (self.l10n, self.id.as_str());
        let mut command = CreateCommand::new(self.name)
            .kind(CommandType::ChatInput)
            .description(l10n.attribute(Locale::ENGLISH, id, "description"))
            .contexts(vec![InteractionContext::Guild])
            .integration_types(vec![InstallationContext::Guild]);
        for (locale, tag) in localised() {
            command = command
                .name_localized(tag, l10n.word(locale, id))
                .description_localized(tag, l10n.attribute(locale, id, "description"));
        }
        command
    }

    /// The command with the options for its game's start.
    pub(super) fn starts(&self, command: CreateCommand) -> CreateCommand {
        let start = Start::VARIANTS.iter();
        let start = start.map(|start| (start.as_ref(), view::start(*start)));
        let side = Order::VARIANTS.iter();
        let side = side.map(|order| (order.as_ref(), view::order(*order)));
        command
            .add_option(self.choices("start", start))
            .add_option(self.choices("side", side))
    }

    /// A command that needs no server: Discord also offers it in direct messages, and to users who
    /// installed the bot for themselves.
    pub(super) fn anywhere(&self) -> CreateCommand {
        self.command()
            .contexts(vec![
                InteractionContext::Guild,
                InteractionContext::BotDm,
                InteractionContext::PrivateChannel,
            ])
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
    }

    /// Like [`anywhere`](Self::anywhere), but not in direct messages with the bot, because the
    /// command needs a second person.
    pub(super) fn among_people(&self) -> CreateCommand {
        self.anywhere().contexts(vec![
            InteractionContext::Guild,
            InteractionContext::PrivateChannel,
        ])
    }

    /// A command in the menu of a person, which needs no options. Its names come from the message with
    /// this id.
    pub(super) fn of_person(&self, id: &str) -> CreateCommand {
        let mut command = CreateCommand::new(self.name)
            .kind(CommandType::User)
            .contexts(vec![
                InteractionContext::Guild,
                InteractionContext::PrivateChannel,
            ])
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User]);
        for (locale, tag) in localised() {
            command = command.name_localized(tag, self.l10n.word(locale, id));
        }
        command
    }

    /// A command about a running game.
    pub(super) fn of_running(&self) -> CreateCommand {
        self.anywhere().add_option(self.game())
    }

    /// A command about a game in the replay.
    pub(super) fn of_past(&self) -> CreateCommand {
        self.command().add_option(self.game())
    }

    /// An option of the command.
    pub(super) fn option(&self, kind: CommandOptionType, name: &str) -> CreateCommandOption {
        let words = |locale, name: &str| self.l10n.attribute(locale, &self.id, name);
        let description = format!("{name}-description");
        let mut option = CreateCommandOption::new(kind, name, words(Locale::ENGLISH, &description));
        for (locale, tag) in localised() {
            option = option
                .name_localized(tag, words(locale, name))
                .description_localized(tag, words(locale, &description));
        }
        option
    }

    /// An option with a text.
    pub(super) fn text(&self, name: &str) -> CreateCommandOption {
        self.option(CommandOptionType::String, name)
    }

    /// An option with a text and autocompletion.
    pub(super) fn open(&self, name: &str) -> CreateCommandOption {
        self.text(name).set_autocomplete(true).max_length(100)
    }

    /// The option for a running or past game.
    pub(super) fn game(&self) -> CreateCommandOption {
        self.open("game").max_length(20)
    }

    /// The option `game`, for a kind of game.
    pub(super) fn kinds(&self) -> CreateCommandOption {
        let kinds = self.registry.games().map(|kind| kind.info());
        self.choices("game", kinds.map(|info| (info.id, Text::new(info.name))))
    }

    /// An option with these choices, translated to every language.
    pub(super) fn choices<V: Into<String>>(
        &self,
        name: &str,
        choices: impl IntoIterator<Item = (V, Text)>,
    ) -> CreateCommandOption {
        let choices = choices.into_iter();
        choices.fold(self.text(name), |option, (value, called)| {
            let called = |locale| self.l10n.text(locale, &called);
            let names = localised().map(|(locale, tag)| (tag, called(locale)));
            option.add_string_choice_localized(called(Locale::ENGLISH), value, names)
        })
    }
}

fn localised() -> impl Iterator<Item = (Locale, &'static str)> {
    Locale::all().flat_map(|locale| locale.discord_tags().iter().map(move |tag| (locale, *tag)))
}
