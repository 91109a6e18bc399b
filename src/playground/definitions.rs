//! Discord's limits on the definitions of commands.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::complaint::{Errors, Refusal};
use super::json::list;

/// The languages that Discord knows.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// The whole list of commands of one scope.
pub(super) fn commands(commands: &Value) -> Result<(), Refusal> {
    let mut errors = Errors::default();
    if !commands.is_array() {
        errors.add("", "LIST_TYPE_CONVERT", "Only iterables may be used.");
    }
    errors.most("", list(commands).len(), 100);
    let mut seen = HashSet::new();
    for (n, definition) in list(commands).iter().enumerate() {
        command(definition, &n.to_string(), &mut errors);
        let kind = definition["type"].as_u64().unwrap_or(1);
        if !seen.insert((kind, definition["name"].as_str().unwrap_or_default())) {
            errors.add(
                &n.to_string(),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    errors.check()
}

/// Where a command may be used, and by whom it may be installed: each once, and known.
fn places(command: &Value, path: &str, errors: &mut Errors) {
    for (field, most) in [("contexts", 2), ("integration_types", 1)] {
        let values = &command[field];
        if values.is_null() {
            continue;
        }
        let path = format!("{path}.{field}");
        errors.between(&path, list(values).len(), 1, most + 1);
        let mut seen = HashSet::new();
        for value in list(values) {
            let known = value.as_u64().is_some_and(|it| it <= most as u64);
            if !known || !seen.insert(value.as_u64()) {
                errors.add(&path, "BASE_TYPE_CHOICES", "Each known value at most once.");
            }
        }
    }
}

fn command(command: &Value, path: &str, errors: &mut Errors) {
    places(command, path, errors);
    let chat = command["type"].as_u64().unwrap_or(1) == 1;
    if chat {
        words(command, path, errors);
        options(&command["options"], path, errors, 0);
        let size = longest(command);
        if size > 8000 {
            errors.add(
                path,
                "APPLICATION_COMMAND_TOO_LARGE",
                &format!("Command exceeds maximum size (8000): it has {size}."),
            );
        }
    } else {
        let name = command["name"].as_str().unwrap_or_default();
        errors.length(&format!("{path}.name"), name, 1, 32);
        if !command["description"]
            .as_str()
            .unwrap_or_default()
            .is_empty()
        {
            errors.add(
                &format!("{path}.description"),
                "APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN",
                "Context menu commands have no description.",
            );
        }
    }
}

/// Name and description, in all languages.
fn words(item: &Value, path: &str, errors: &mut Errors) {
    for (field, max) in [("name", 32), ("description", 100)] {
        let mut one = |path: &str, text: &str| {
            errors.length(path, text, 1, max);
            if field == "name" && !well_named(text) {
                errors.add(
                    path,
                    "APPLICATION_COMMAND_INVALID_NAME",
                    &format!("Command name is invalid: {text:?}"),
                );
            }
        };
        one(
            &format!("{path}.{field}"),
            item[field].as_str().unwrap_or_default(),
        );
        if let Some(others) = item[format!("{field}_localizations")].as_object() {
            for (locale, text) in others {
                let path = format!("{path}.{field}_localizations.{locale}");
                one(&path, text.as_str().unwrap_or_default());
            }
        }
    }
    localised(
        item,
        &["name_localizations", "description_localizations"],
        path,
        errors,
    );
}

fn localised(item: &Value, fields: &[&str], path: &str, errors: &mut Errors) {
    for field in fields {
        let empty = Map::new();
        let keys = item[*field].as_object().unwrap_or(&empty).keys();
        for locale in keys.filter(|locale| !LOCALES.contains(&locale.as_str())) {
            errors.add(
                &format!("{path}.{field}"),
                "DICT_KEY_INVALID",
                &format!("{locale:?} is not a locale that Discord knows."),
            );
        }
    }
}

/// `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, and no capital that has a small letter.
fn well_named(name: &str) -> bool {
    name.chars().all(|c| {
        let script = matches!(c, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}');
        c == '-' || c == '_' || c == '\'' || c.is_alphanumeric() || script
    }) && name.to_lowercase() == name
}

fn options(options: &Value, path: &str, errors: &mut Errors, depth: usize) {
    let all = list(options);
    let path = format!("{path}.options");
    errors.most(&path, all.len(), 25);
    let mut names = HashSet::new();
    let mut optional = false;
    let nested = |option: &&Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let below = all.iter().filter(nested).count();
    if below > 0 && below < all.len() {
        errors.add(
            &path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    for (n, option) in all.iter().enumerate() {
        let path = format!("{path}.{n}");
        words(option, &path, errors);
        for name in all_names(option) {
            if !names.insert(name.clone()) {
                errors.add(
                    &path,
                    "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE",
                    &format!("Two options are called {name:?}."),
                );
            }
        }
        if option["required"] == true && optional {
            errors.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        optional |= option["required"] != true && !nested(&option);
        match option["type"].as_u64() {
            Some(kind @ (1 | 2)) => {
                let deepest = if kind == 1 { 1 } else { 0 };
                if depth > deepest {
                    errors.add(
                        &path,
                        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                        "Too deep.",
                    );
                }
                self::options(&option["options"], &path, errors, depth + 1);
            }
            Some(3 | 4 | 10) => choices(option, &path, errors),
            Some(5..=9 | 11) => {}
            _ => errors.add(&path, "BASE_TYPE_CHOICES", "Not a type of option."),
        }
    }
}

/// Its name for each language in which it has one, marked with the language.
fn all_names(option: &Value) -> Vec<(String, String)> {
    let name = option["name"].as_str().unwrap_or_default();
    let mut names = vec![(String::new(), name.to_owned())];
    if let Some(others) = option["name_localizations"].as_object() {
        for (locale, text) in others {
            names.push((locale.clone(), text.as_str().unwrap_or_default().to_owned()));
        }
    }
    names
}

fn choices(option: &Value, path: &str, errors: &mut Errors) {
    let choices = list(&option["choices"]);
    errors.most(&format!("{path}.choices"), choices.len(), 25);
    if option["autocomplete"] == true && !choices.is_empty() {
        errors.add(
            path,
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            "An option cannot have both autocomplete and choices.",
        );
    }
    let (mut names, mut values) = (HashSet::new(), HashSet::new());
    for (n, choice) in choices.iter().enumerate() {
        let path = format!("{path}.choices.{n}");
        let name = choice["name"].as_str().unwrap_or_default();
        errors.length(&format!("{path}.name"), name, 1, 100);
        if let Some(others) = choice["name_localizations"].as_object() {
            for text in others.values() {
                let text = text.as_str().unwrap_or_default();
                errors.length(&format!("{path}.name_localizations"), text, 1, 100);
            }
        }
        localised(choice, &["name_localizations"], &path, errors);
        let fits = match option["type"].as_u64() {
            Some(3) => choice["value"].as_str().is_some_and(|text| {
                errors.length(&format!("{path}.value"), text, 1, 100);
                true
            }),
            Some(4) => choice["value"].is_i64(),
            _ => choice["value"].is_number(),
        };
        if !fits {
            errors.add(&path, "BASE_TYPE_CHOICES", "A value of the wrong type.");
        }
        if !names.insert(name) || !values.insert(choice["value"].to_string()) {
            errors.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE",
                "Two choices are the same.",
            );
        }
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
