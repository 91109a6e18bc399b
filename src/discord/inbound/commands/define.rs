//! Definitions of commands, with the words of every language.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{
    CommandOptionType, CommandType, InstallationContext, InteractionContext,
};

use crate::l10n::{L10n, Locale};
use siwa_games::registry::Registry;

/// A command; its names and descriptions are those of the message `id`.
pub(super) fn command(l10n: &L10n, name: &str, id: &'static str) -> CreateCommand {
    let mut command = CreateCommand::new(name)
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

/// The same for a command that needs no server: it is there in all conversations, and for
/// whoever has installed the bot for themselves.
pub(super) fn anywhere(l10n: &L10n, name: &str, id: &'static str) -> CreateCommand {
    command(l10n, name, id)
        .contexts(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ])
        .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
}

/// The same for a command that brings two people together, who are not in the conversation
/// with the bot.
pub(super) fn among_people(l10n: &L10n, name: &str, id: &'static str) -> CreateCommand {
    anywhere(l10n, name, id).contexts(vec![
        InteractionContext::Guild,
        InteractionContext::PrivateChannel,
    ])
}

/// An option of the command whose message is `id`.
pub(super) fn option(
    l10n: &L10n,
    kind: CommandOptionType,
    name: &str,
    id: &'static str,
) -> CreateCommandOption {
    let description = format!("{name}-description");
    let mut option = CreateCommandOption::new(
        kind,
        name,
        l10n.attribute(Locale::ENGLISH, id, &description),
    );
    for (locale, tag) in localised() {
        option = option
            .name_localized(tag, l10n.attribute(locale, id, name))
            .description_localized(tag, l10n.attribute(locale, id, &description));
    }
    option
}

/// The option that says which running or past game is meant.
pub(super) fn game(l10n: &L10n, id: &'static str) -> CreateCommandOption {
    open(l10n, "game", id).max_length(20)
}

/// The option `game` of the command whose message is `id`: a choice of the kinds of games.
pub(super) fn kinds(l10n: &L10n, registry: Registry, id: &'static str) -> CreateCommandOption {
    let mut kinds = option(l10n, CommandOptionType::String, "game", id);
    for kind in registry.games() {
        let info = kind.info();
        kinds = choice(kinds, info.id, |locale| l10n.word(locale, info.name));
    }
    kinds
}

/// An option of the command whose message is `id` for which something is offered while it
/// is typed.
pub(super) fn open(l10n: &L10n, name: &str, id: &'static str) -> CreateCommandOption {
    option(l10n, CommandOptionType::String, name, id)
        .set_autocomplete(true)
        .max_length(100)
}

/// A choice, named in every language by `word`.
pub(super) fn choice(
    option: CreateCommandOption,
    value: &str,
    word: impl Fn(Locale) -> String,
) -> CreateCommandOption {
    let names: Vec<(&str, String)> = localised()
        .map(|(locale, tag)| (tag, word(locale)))
        .collect();
    option.add_string_choice_localized(word(Locale::ENGLISH), value, names)
}

fn localised() -> impl Iterator<Item = (Locale, &'static str)> {
    Locale::all().flat_map(|locale| locale.discord_tags().iter().map(move |tag| (locale, *tag)))
}
