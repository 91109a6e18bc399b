//! Discord's limits on messages and their parts.

use std::collections::HashSet;

use serde_json::Value;

use super::body::{Body, MOST_FILES};
use super::complaint::{Errors, Refusal};

const NONE: &[Value] = &[];

/// The elements of a list, none if it is something else.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(NONE, Vec::as_slice)
}

/// A snowflake, which libraries send as a text or as a number.
pub(super) fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Everything about a message's body that can be told without knowing the message.
pub(super) fn message(body: &Body) -> Result<(), Refusal> {
    let json = &body.json;
    let mut errors = Errors::default();
    let files_alone = json.is_null() && !body.files.is_empty();
    if !json.is_object() && !files_alone {
        errors.add("", "DICT_TYPE_CONVERT", "Only dictionaries may be used.");
        return errors.check();
    }
    match &json["content"] {
        Value::Null => {}
        Value::String(text) => errors.length("content", text, 0, 2000),
        _ => errors.add("content", "STRING_TYPE_CONVERT", "Could not be a string."),
    }
    if json["flags"].as_u64().unwrap_or(0) & 1 << 15 != 0 {
        errors.add(
            "flags",
            "PLAYGROUND_LIMIT",
            "The playground does not know the second kind of components.",
        );
    }
    attachments(body, &mut errors);
    embeds(&json["embeds"], &mut errors);
    components(&json["components"], &mut errors);
    mentions(&json["allowed_mentions"], &mut errors);
    if let Some(nonce) = json["nonce"].as_str() {
        errors.length("nonce", nonce, 0, 25);
    }
    errors.check()
}

fn attachments(body: &Body, errors: &mut Errors) {
    let entries = list(&body.json["attachments"]);
    errors.most(
        "attachments",
        entries.len().max(body.files.len()),
        MOST_FILES,
    );
    for (n, entry) in entries.iter().enumerate() {
        if let Some(text) = entry["description"].as_str() {
            errors.length(&format!("attachments.{n}.description"), text, 0, 1024);
        }
        if id(&entry["id"]).is_none() {
            errors.add(
                &format!("attachments.{n}.id"),
                "NUMBER_TYPE_COERCE",
                "Value is not snowflake.",
            );
        }
    }
    for file in &body.files {
        if file.bytes.len() > 10 * 1024 * 1024 {
            errors.add(
                &format!("files.{}", file.index),
                "BASE_TYPE_MAX_SIZE",
                "Request entity too large (40005).",
            );
        }
        let length = file.name.chars().count();
        if length == 0 || length > 260 || file.name.contains(['/', '\\']) {
            errors.add(
                &format!("files.{}", file.index),
                "INVALID_FILENAME",
                "Not a file name.",
            );
        }
    }
}

fn embeds(embeds: &Value, errors: &mut Errors) {
    errors.most("embeds", list(embeds).len(), 10);
    let mut total = 0;
    for (n, embed) in list(embeds).iter().enumerate() {
        if !embed.is_object() {
            let path = format!("embeds.{n}");
            errors.add(&path, "DICT_TYPE_CONVERT", "Only dictionaries may be used.");
            continue;
        }
        let mut text = |path: &str, value: &Value, max: usize| {
            if let Some(text) = value.as_str() {
                total += text.chars().count();
                errors.length(&format!("embeds.{n}.{path}"), text, 0, max);
            }
        };
        text("title", &embed["title"], 256);
        text("description", &embed["description"], 4096);
        text("footer.text", &embed["footer"]["text"], 2048);
        text("author.name", &embed["author"]["name"], 256);
        for (m, field) in list(&embed["fields"]).iter().enumerate() {
            text(&format!("fields.{m}.name"), &field["name"], 256);
            text(&format!("fields.{m}.value"), &field["value"], 1024);
        }
        let fields = list(&embed["fields"]).len();
        errors.most(&format!("embeds.{n}.fields"), fields, 25);
    }
    if total > 6000 {
        errors.add(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
}

fn mentions(allowed: &Value, errors: &mut Errors) {
    for kind in ["users", "roles"] {
        let ids = list(&allowed[kind]);
        errors.most(&format!("allowed_mentions.{kind}"), ids.len(), 100);
        if !ids.is_empty() && list(&allowed["parse"]).iter().any(|it| it == kind) {
            errors.add(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                &format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }
    for word in list(&allowed["parse"]) {
        if !["users", "roles", "everyone"].iter().any(|it| word == *it) {
            errors.add(
                "allowed_mentions.parse",
                "BASE_TYPE_CHOICES",
                "Value must be one of ('users', 'roles', 'everyone').",
            );
        }
    }
}

/// Rows of buttons and menus.
fn components(rows: &Value, errors: &mut Errors) {
    if !rows.is_null() && !rows.is_array() {
        errors.add("components", "LIST_TYPE_CONVERT", "Only iterables.");
    }
    errors.most("components", list(rows).len(), 5);
    let mut seen = HashSet::new();
    for (n, row) in list(rows).iter().enumerate() {
        let path = format!("components.{n}");
        if row["type"] != 1 {
            errors.add(
                &format!("{path}.type"),
                "BASE_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1,).",
            );
            continue;
        }
        let parts = list(&row["components"]);
        let buttons = parts.iter().filter(|part| part["type"] == 2).count();
        let menus = parts.len() - buttons;
        if parts.is_empty() || buttons > 5 || menus > 1 || (menus == 1 && buttons > 0) {
            errors.add(
                &format!("{path}.components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "A row holds one to five buttons, or one menu.",
            );
        }
        for (m, part) in parts.iter().enumerate() {
            let path = format!("{path}.components.{m}");
            match part["type"].as_u64() {
                Some(2) => button(part, &path, errors),
                Some(3) => menu(part, &path, errors),
                Some(5..=8) => errors.add(
                    &path,
                    "PLAYGROUND_LIMIT",
                    "The playground knows no menus of users, roles and channels.",
                ),
                _ => errors.add(
                    &format!("{path}.type"),
                    "BASE_TYPE_CHOICES",
                    "Not a part of a row.",
                ),
            }
            if let Some(custom) = part["custom_id"].as_str()
                && !seen.insert(custom.to_owned())
            {
                errors.add(
                    &format!("{path}.custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                );
            }
        }
    }
}

pub(super) fn custom_id(part: &Value, path: &str, errors: &mut Errors) {
    match part["custom_id"].as_str() {
        Some(custom) => errors.length(&format!("{path}.custom_id"), custom, 1, 100),
        None => errors.missing(&format!("{path}.custom_id")),
    }
}

fn button(part: &Value, path: &str, errors: &mut Errors) {
    if let Some(label) = part["label"].as_str() {
        errors.length(&format!("{path}.label"), label, 0, 80);
    }
    let bare = part["label"].as_str().is_none_or(str::is_empty) && part["emoji"].is_null();
    if bare {
        errors.add(
            path,
            "BUTTON_COMPONENT_INVALID",
            "A button needs a label or an emoji.",
        );
    }
    emoji(&part["emoji"], path, errors);
    match part["style"].as_u64() {
        Some(1..=4) => {
            custom_id(part, path, errors);
            if !part["url"].is_null() {
                errors.add(
                    &format!("{path}.url"),
                    "COMPONENT_URL_FORBIDDEN",
                    "Only link buttons have a URL.",
                );
            }
        }
        Some(5) => {
            let url = part["url"].as_str().unwrap_or_default();
            let known = ["http://", "https://", "discord://"];
            if !known.iter().any(|scheme| url.starts_with(scheme)) || url.chars().count() > 512 {
                errors.add(
                    &format!("{path}.url"),
                    "URL_TYPE_INVALID_URL",
                    "Not a well formed URL.",
                );
            }
            if !part["custom_id"].is_null() {
                errors.add(
                    path,
                    "BUTTON_COMPONENT_URL_AND_CUSTOM_ID",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        _ => errors.add(
            &format!("{path}.style"),
            "BASE_TYPE_CHOICES",
            "Value of field \"style\" must be one of (1, 2, 3, 4, 5).",
        ),
    }
}

fn emoji(emoji: &Value, path: &str, errors: &mut Errors) {
    let unicode = emoji["id"].is_null() && !emoji.is_null();
    let name = emoji["name"].as_str().unwrap_or_default();
    if unicode && (name.is_empty() || name.is_ascii() || name.chars().count() > 12) {
        errors.add(
            &format!("{path}.emoji.name"),
            "COMPONENT_INVALID_EMOJI",
            "Invalid emoji",
        );
    }
}

fn menu(part: &Value, path: &str, errors: &mut Errors) {
    custom_id(part, path, errors);
    if let Some(text) = part["placeholder"].as_str() {
        errors.length(&format!("{path}.placeholder"), text, 0, 150);
    }
    let options = list(&part["options"]);
    errors.between(&format!("{path}.options"), options.len(), 1, 25);
    let min = part["min_values"].as_u64().unwrap_or(1);
    let max = part["max_values"].as_u64().unwrap_or(1);
    if min > 25 || max == 0 || max > 25 || min > max || max > options.len() as u64 {
        errors.add(
            &format!("{path}.max_values"),
            "BASE_TYPE_BAD_LENGTH",
            "min_values and max_values must fit each other and the options.",
        );
    }
    let mut values = HashSet::new();
    for (n, option) in options.iter().enumerate() {
        let path = format!("{path}.options.{n}");
        for (field, least) in [("label", 1), ("value", 1), ("description", 0)] {
            match option[field].as_str() {
                Some(text) => errors.length(&format!("{path}.{field}"), text, least, 100),
                None if least == 0 => {}
                None => errors.missing(&format!("{path}.{field}")),
            }
        }
        emoji(&option["emoji"], &path, errors);
        if !values.insert(option["value"].as_str().unwrap_or_default()) {
            errors.add(
                &format!("{path}.value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
    let defaults = options.iter().filter(|it| it["default"] == true).count();
    if defaults as u64 > max {
        errors.add(
            path,
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
            "More options are chosen than may be.",
        );
    }
}
