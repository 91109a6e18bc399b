//! Discord's limits on the components of messages, of the first kind and of the second.
//!
//! A message of the second kind, which a flag makes it for ever, consists of nothing but
//! components: its texts and pictures are components too.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::complaint::Errors;
use super::json::{id, list};

/// The flag of a message of the second kind.
pub(super) const MODERN: u64 = 1 << 15;

/// A picture that the application has uploaded for its buttons.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Emoji {
    pub(super) id: u64,
    pub(super) name: String,
    /// The picture, as a `data:` address.
    pub(super) image: String,
}

const ROW: u64 = 1;
const TEXT: u64 = 10;
const GALLERY: u64 = 12;
const FILE: u64 = 13;

/// The texts of a message of the second kind, in reading order.
pub(super) fn texts(parts: &Value) -> impl Iterator<Item = &str> {
    let texts = list(parts).iter().filter(|part| part["type"] == TEXT);
    texts.filter_map(|part| part["content"].as_str())
}

/// The files that the components of a message show, by their names.
pub(super) fn shown(parts: &Value) -> impl Iterator<Item = &str> {
    let media = list(parts).iter().flat_map(|part| {
        let items = list(&part["items"]).iter().map(|item| &item["media"]);
        items.chain([&part["file"]])
    });
    media.filter_map(|media| media["url"].as_str()?.strip_prefix("attachment://"))
}

/// The components of a message with the addresses of these files, which they show.
pub(super) fn addressed(parts: &Value, files: &[Value]) -> Value {
    let mut parts = parts.clone();
    let address = |media: &mut Value| {
        let name = media["url"].as_str()?.strip_prefix("attachment://")?;
        let file = files.iter().find(|file| file["filename"] == name)?;
        for field in ["url", "proxy_url", "width", "height", "content_type"] {
            media[field] = file[field].clone();
        }
        Some(())
    };
    for part in parts.as_array_mut().into_iter().flatten() {
        let items = part.get_mut("items").and_then(Value::as_array_mut);
        for item in items.into_iter().flatten() {
            address(&mut item["media"]);
        }
        if let Some(file) = part.get_mut("file") {
            address(file);
        }
    }
    parts
}

/// The components of a message.
pub(super) fn check(parts: &Value, modern: bool, emojis: &[Emoji], errors: &mut Errors) {
    if !parts.is_null() && !parts.is_array() {
        errors.add("components", "LIST_TYPE_CONVERT", "Only iterables.");
    }
    let nested = |part: &Value| 1 + list(&part["components"]).len();
    let count = match modern {
        true => list(parts).iter().map(nested).sum(),
        false => list(parts).len(),
    };
    errors.most("components", count, if modern { 40 } else { 5 });
    let letters: usize = texts(parts).map(|text| text.chars().count()).sum();
    if letters > 4000 {
        errors.add(
            "components",
            "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED",
            "The total text of all components must not exceed 4000 characters.",
        );
    }
    let mut seen = HashSet::new();
    for (n, part) in list(parts).iter().enumerate() {
        let path = format!("components.{n}");
        match part["type"].as_u64() {
            Some(ROW) => row(part, &path, emojis, &mut seen, errors),
            Some(TEXT) if modern => {
                let text = part["content"].as_str().unwrap_or_default();
                errors.length(&format!("{path}.content"), text, 1, 4000);
            }
            Some(GALLERY) if modern => {
                let items = list(&part["items"]);
                errors.between(&format!("{path}.items"), items.len(), 1, 10);
                for (m, item) in items.iter().enumerate() {
                    media(&item["media"], &format!("{path}.items.{m}.media"), errors);
                    if let Some(text) = item["description"].as_str() {
                        let path = format!("{path}.items.{m}.description");
                        errors.length(&path, text, 1, 1024);
                    }
                }
            }
            Some(FILE) if modern => media(&part["file"], &format!("{path}.file"), errors),
            Some(9 | 14 | 17) if modern => errors.add(
                &path,
                "PLAYGROUND_LIMIT",
                "The playground knows rows, texts, galleries and files.",
            ),
            _ => errors.add(
                &format!("{path}.type"),
                "BASE_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1,), or the message must be of the second kind.",
            ),
        }
    }
}

fn media(media: &Value, path: &str, errors: &mut Errors) {
    match media["url"].as_str() {
        Some(url) if url.starts_with("attachment://") && url.len() <= 2048 => {}
        Some(_) => errors.add(
            &format!("{path}.url"),
            "PLAYGROUND_LIMIT",
            "The playground shows files that are attached.",
        ),
        None => errors.missing(&format!("{path}.url")),
    }
}

/// A row of buttons, or of one menu.
fn row<'a>(
    row: &'a Value,
    path: &str,
    emojis: &[Emoji],
    seen: &mut HashSet<&'a str>,
    errors: &mut Errors,
) {
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
            Some(2) => button(part, &path, emojis, errors),
            Some(3) => menu(part, &path, emojis, errors),
            Some(8) => channels(part, &path, errors),
            Some(5..=7) => errors.add(
                &path,
                "PLAYGROUND_LIMIT",
                "The playground knows no menus of users and roles.",
            ),
            _ => errors.add(
                &format!("{path}.type"),
                "BASE_TYPE_CHOICES",
                "Not a part of a row.",
            ),
        }
        if let Some(custom) = part["custom_id"].as_str()
            && !seen.insert(custom)
        {
            errors.add(
                &format!("{path}.custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
    }
}

pub(super) fn custom_id(part: &Value, path: &str, errors: &mut Errors) {
    match part["custom_id"].as_str() {
        Some(custom) => errors.length(&format!("{path}.custom_id"), custom, 1, 100),
        None => errors.missing(&format!("{path}.custom_id")),
    }
}

fn button(part: &Value, path: &str, emojis: &[Emoji], errors: &mut Errors) {
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
    emoji(&part["emoji"], path, emojis, errors);
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

/// An emoji of Unicode, or one that the application has uploaded.
fn emoji(emoji: &Value, path: &str, emojis: &[Emoji], errors: &mut Errors) {
    let name = emoji["name"].as_str().unwrap_or_default();
    let known = match id(&emoji["id"]) {
        Some(id) => emojis.iter().any(|known| known.id == id),
        // A digit in a box is a digit and two signs that follow it.
        None => !name.is_empty() && !name.is_ascii() && name.chars().count() <= 12,
    };
    if !emoji.is_null() && !known {
        errors.add(
            &format!("{path}.emoji.name"),
            "COMPONENT_INVALID_EMOJI",
            "Invalid emoji",
        );
    }
}

/// A menu of the server's channels.
fn channels(part: &Value, path: &str, errors: &mut Errors) {
    custom_id(part, path, errors);
    if let Some(text) = part["placeholder"].as_str() {
        errors.length(&format!("{path}.placeholder"), text, 0, 150);
    }
    let chosen = list(&part["default_values"]);
    let min = part["min_values"].as_u64().unwrap_or(1);
    let max = part["max_values"].as_u64().unwrap_or(1);
    if min > 25 || max == 0 || max > 25 || min > max || chosen.len() as u64 > max {
        errors.add(
            &format!("{path}.max_values"),
            "BASE_TYPE_BAD_LENGTH",
            "min_values and max_values must fit each other and what is chosen.",
        );
    }
    let right = |it: &Value| it["type"] == "channel" && id(&it["id"]).is_some();
    if !chosen.iter().all(right) {
        errors.add(
            &format!("{path}.default_values"),
            "BASE_TYPE_CHOICES",
            "In a menu of channels only channels are chosen.",
        );
    }
}

fn menu(part: &Value, path: &str, emojis: &[Emoji], errors: &mut Errors) {
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
        emoji(&option["emoji"], &path, emojis, errors);
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
