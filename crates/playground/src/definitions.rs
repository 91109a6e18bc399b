//! Discord's limits on the definitions of commands.

use std::collections::HashSet;

use serde_json::Value;

use super::field::{self, Checked, Field};
use super::json::{characters, list};

/// Checks the whole list of commands of one scope.
pub(super) fn commands(commands: &Value) -> Checked {
    field::check(commands, "", |commands| {
        commands.obeys("commands");
        let mut seen = HashSet::new();
        for definition in commands.each() {
            command(&definition);
            let kind = definition["type"].as_u64().unwrap_or(1);
            let fresh = seen.insert((kind, definition.at("name").text()));
            definition.ensure(fresh, "APPLICATION_COMMANDS_DUPLICATE_NAME");
        }
    })
}

fn command(command: &Field<'_>) {
    if !matches!(command["type"].as_u64(), None | Some(1)) {
        command.at("name").obeys("command_name");
        let description = command.at("description");
        let none = description.text().is_empty();
        description.ensure(none, "APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN");
        return;
    }
    words(command);
    options(&command.at("options"), 0);
    command.ensure(longest(command) <= 8000, "APPLICATION_COMMAND_TOO_LARGE");
}

/// Checks a text and its translations, in languages that Discord knows.
fn localised(item: &Field<'_>, field: &str, rule: &str) {
    for (locale, text) in item.localised(field) {
        let known = locale.is_empty() || field::is_locale(locale);
        text.ensure(known, "DICT_KEY_INVALID");
        text.obeys(rule);
    }
}

/// Checks name and description, in all languages.
fn words(item: &Field<'_>) {
    localised(item, "name", "command_name");
    for (_, name) in item.localised("name") {
        name.ensure(well_named(name.text()), "APPLICATION_COMMAND_INVALID_NAME");
    }
    localised(item, "description", "command_description");
}

/// `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, without upper case if there is a lower case.
fn well_named(name: &str) -> bool {
    name.chars().all(|c| {
        let script = matches!(c, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}');
        c == '-' || c == '_' || c == '\'' || c.is_alphanumeric() || script
    }) && name.to_lowercase() == name
}

fn options(options: &Field<'_>, depth: u64) {
    options.obeys("options");
    let nested = |option: &Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let below = list(options).iter().filter(|option| nested(option)).count();
    let alike = below == 0 || below == list(options).len();
    options.ensure(alike, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID");
    let mut names = HashSet::new();
    let mut optional = false;
    for option in options.each() {
        option.obeys("option");
        words(&option);
        for (locale, name) in option.localised("name") {
            let fresh = names.insert((locale, name.text()));
            option.ensure(fresh, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE");
        }
        let required = option["required"] == true;
        let ordered = !required || !optional;
        option.ensure(ordered, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
        optional |= !required && !nested(&option);
        match option["type"].as_u64() {
            Some(kind @ (1 | 2)) => {
                if depth + kind > 2 {
                    option.wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Too deep.");
                }
                self::options(&option.at("options"), depth + 1);
            }
            Some(3 | 4) => choices(&option),
            _ => {}
        }
    }
}

fn choices(option: &Field<'_>) {
    let choices = option.at("choices");
    let either = option["autocomplete"] != true || list(&choices).is_empty();
    option.ensure(either, "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES");
    let mut names = HashSet::new();
    let mut values = HashSet::new();
    for choice in choices.each() {
        localised(&choice, "name", "choice");
        let value = choice.at("value");
        let fits = match option["type"].as_u64() {
            Some(3) => value.is_string(),
            _ => value.is_i64(),
        };
        if !fits {
            choice.wrong("BASE_TYPE_CHOICES", "A value of the wrong type.");
        } else if value.is_string() {
            value.obeys("choice");
        }
        let fresh = names.insert(choice.at("name").text()) && values.insert(value.to_string());
        choice.ensure(fresh, "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE");
    }
}

/// Characters of names, descriptions and values, each in its longest language.
fn longest(item: &Field<'_>) -> usize {
    let text = |name| {
        let all = item.localised(name).map(|(_, text)| characters(&text));
        all.max().unwrap_or(0)
    };
    let below = |name| -> usize {
        let parts = item.at(name);
        parts.each().map(|part| longest(&part)).sum()
    };
    let value = characters(&item["value"]);
    text("name") + text("description") + value + below("options") + below("choices")
}
