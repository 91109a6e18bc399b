//! Discord's limits on the definitions of commands.

use std::collections::HashSet;

use serde_json::Value;

use super::field::{self, Field};
use super::json::list;
use super::violation::Refusal;

/// The languages that Discord knows.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// The whole list of commands of one scope.
pub(super) fn commands(commands: &Value) -> Result<(), Refusal> {
    field::check(commands, "", |commands| {
        let message = "Only iterables may be used.";
        commands.ensure(commands.is_array(), "LIST_TYPE_CONVERT", message);
        commands.most(list(commands).len(), 100);
        let mut seen = HashSet::new();
        for definition in commands.each() {
            command(&definition);
            let (kind, name) = (definition.at("type"), definition.at("name"));
            let fresh = seen.insert((kind.number(1), name.text()));
            let message = "Application command names must be unique";
            definition.ensure(fresh, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    })
}

/// Where a command may be used, and by whom it may be installed: each once, and known.
fn places(command: &Field<'_>) {
    for (field, most) in [("contexts", 2), ("integration_types", 1)] {
        let values = command.at(field);
        if values.is_null() {
            continue;
        }
        values.size(1, most + 1);
        let mut seen = HashSet::new();
        for value in list(&values) {
            let known = value.as_u64().is_some_and(|it| it <= most as u64);
            let right = known && seen.insert(value.as_u64());
            values.ensure(right, "BASE_TYPE_CHOICES", "Each known value at most once.");
        }
    }
}

fn command(command: &Field<'_>) {
    places(command);
    if command.at("type").number(1) != 1 {
        command.at("name").length(1, 32);
        let description = command.at("description");
        let none = description.text().is_empty();
        let message = "Context menu commands have no description.";
        description.ensure(none, "APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN", message);
        return;
    }
    words(command);
    options(&command.at("options"), 0);
    let size = longest(command);
    let message = format!("Command exceeds maximum size (8000): it has {size}.");
    command.ensure(size <= 8000, "APPLICATION_COMMAND_TOO_LARGE", message);
}

/// A text and its translations, of one to `max` characters; translations in known languages only.
fn localised<'a>(item: &Field<'a>, field: &str, max: usize) -> Vec<Field<'a>> {
    let others = item.at(&format!("{field}_localizations"));
    for (locale, _) in others.members().filter(|it| !LOCALES.contains(&it.0)) {
        let message = format!("{locale:?} is not a locale that Discord knows.");
        others.wrong("DICT_KEY_INVALID", message);
    }
    let mut texts = vec![item.at(field)];
    texts.extend(others.members().map(|(_, text)| text));
    texts.iter().for_each(|text| text.length(1, max));
    texts
}

/// Name and description, in all languages.
fn words(item: &Field<'_>) {
    for name in localised(item, "name", 32) {
        let right = well_named(name.text());
        let message = format!("Command name is invalid: {:?}", name.text());
        name.ensure(right, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
    localised(item, "description", 100);
}

/// `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, and no capital that has a small letter.
fn well_named(name: &str) -> bool {
    name.chars().all(|c| {
        let script = matches!(c, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}');
        c == '-' || c == '_' || c == '\'' || c.is_alphanumeric() || script
    }) && name.to_lowercase() == name
}

fn options(options: &Field<'_>, depth: u64) {
    let all = list(options);
    options.most(all.len(), 25);
    let nested = |option: &&Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let below = all.iter().filter(nested).count();
    let alike = below == 0 || below == all.len();
    let message =
        "Sub-command and sub-command group option types are mutually exclusive to all other types";
    options.ensure(alike, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    let mut names = HashSet::new();
    let mut optional = false;
    for option in options.each() {
        words(&option);
        let localised = option.at("name_localizations");
        let plain = [("", option.at("name"))];
        for (locale, name) in plain.into_iter().chain(localised.members()) {
            let name = (locale, name.text());
            let fresh = names.insert(name);
            let message = format!("Two options are called {name:?}.");
            option.ensure(fresh, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", message);
        }
        let required = option["required"] == true;
        let ordered = !required || !optional;
        let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
        let message = "Required options must be placed before non-required options";
        option.ensure(ordered, code, message);
        optional |= !required && !nested(&option.value);
        match option["type"].as_u64() {
            Some(kind @ (1 | 2)) => {
                let code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID";
                option.ensure(depth <= 2 - kind, code, "Too deep.");
                self::options(&option.at("options"), depth + 1);
            }
            Some(3 | 4 | 10) => choices(&option),
            Some(5..=9 | 11) => {}
            _ => option.wrong("BASE_TYPE_CHOICES", "Not a type of option."),
        }
    }
}

fn choices(option: &Field<'_>) {
    let choices = option.at("choices");
    let count = list(&choices).len();
    choices.most(count, 25);
    let either = option["autocomplete"] != true || count == 0;
    let code = "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES";
    let message = "An option cannot have both autocomplete and choices.";
    option.ensure(either, code, message);
    let (mut names, mut values) = (HashSet::new(), HashSet::new());
    for choice in choices.each() {
        localised(&choice, "name", 100);
        let value = choice.at("value");
        let fits = match option["type"].as_u64() {
            Some(3) => value.is_string(),
            Some(4) => value.is_i64(),
            _ => value.is_number(),
        };
        if !fits {
            choice.wrong("BASE_TYPE_CHOICES", "A value of the wrong type.");
        } else if value.is_string() {
            value.length(1, 100);
        }
        let fresh = names.insert(choice.at("name").text()) && values.insert(value.to_string());
        let code = "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE";
        choice.ensure(fresh, code, "Two choices are the same.");
    }
}

/// Characters of names, descriptions and values, each in its longest language.
fn longest(item: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let field = |name: &str| {
        let others = item[format!("{name}_localizations")].as_object();
        let longest = others
            .and_then(|map| map.values().map(length).max())
            .unwrap_or(0);
        longest.max(length(&item[name]))
    };
    let below = |name: &str| list(&item[name]).iter().map(longest).sum::<usize>();
    field("name")
        + field("description")
        + length(&item["value"])
        + below("options")
        + below("choices")
}
