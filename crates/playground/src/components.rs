//! Discord's limits on the components of messages, of the first kind and of the second, and of forms; and on
//! suggestions.
//!
//! A message of the second kind, which a flag makes it for ever, consists of nothing but
//! components: its texts and pictures are components too.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field::{self, Field};
use super::json::{id, list};
use super::violation::Refusal;

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
pub(super) fn texts(parts: &[Value]) -> impl Iterator<Item = &str> {
    let texts = parts.iter().filter(|part| part["type"] == TEXT);
    texts.filter_map(|part| part["content"].as_str())
}

/// The files that the components of a message show, by their names.
pub(super) fn shown(parts: &[Value]) -> impl Iterator<Item = &str> {
    let media = parts.iter().flat_map(|part| {
        let items = list(&part["items"]).iter().map(|item| &item["media"]);
        items.chain([&part["file"]])
    });
    media.filter_map(|media| media["url"].as_str()?.strip_prefix("attachment://"))
}

/// The components of a message with the addresses of these files, which they show.
pub(super) fn addressed(parts: &[Value], files: &[Value]) -> Vec<Value> {
    let mut parts = parts.to_vec();
    let address = |media: &mut Value| {
        let name = media["url"].as_str()?.strip_prefix("attachment://")?;
        let file = files.iter().find(|file| file["filename"] == name)?;
        for field in ["url", "proxy_url", "width", "height", "content_type"] {
            media[field] = file[field].clone();
        }
        Some(())
    };
    for part in &mut parts {
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
pub(super) fn check(parts: &Field<'_>, modern: bool, emojis: &[Emoji]) {
    let listed = parts.is_null() || parts.is_array();
    parts.ensure(listed, "LIST_TYPE_CONVERT", "Only iterables.");
    let nested = |part: &Value| 1 + list(&part["components"]).len();
    match modern {
        true => parts.most(list(parts).iter().map(nested).sum(), 40),
        false => parts.most(list(parts).len(), 5),
    }
    let letters: usize = texts(list(parts)).map(|text| text.chars().count()).sum();
    let code = "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED";
    let message = "The total text of all components must not exceed 4000 characters.";
    parts.ensure(letters <= 4000, code, message);
    let mut seen = HashSet::new();
    for part in parts.each() {
        match part["type"].as_u64() {
            Some(ROW) => row(&part, emojis, &mut seen),
            Some(TEXT) if modern => part.at("content").length(1, 4000),
            Some(GALLERY) if modern => {
                part.at("items").size(1, 10);
                for item in part.at("items").each() {
                    media(&item.at("media"));
                    if item["description"].is_string() {
                        item.at("description").length(1, 1024);
                    }
                }
            }
            Some(FILE) if modern => media(&part.at("file")),
            Some(9 | 14 | 17) if modern => {
                let message = "The playground knows rows, texts, galleries and files.";
                part.wrong("PLAYGROUND_LIMIT", message);
            }
            _ => part.at("type").wrong(
                "BASE_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1,), or the message must be of the second kind.",
            ),
        }
    }
}

fn media(media: &Field<'_>) {
    let url = media.at("url");
    if url.is_string() && !(url.text().starts_with("attachment://") && url.text().len() <= 2048) {
        let message = "The playground shows files that are attached.";
        url.wrong("PLAYGROUND_LIMIT", message);
    } else {
        url.required(0, 2048);
    }
}

/// A row of buttons, or of one menu.
fn row<'a>(row: &Field<'a>, emojis: &[Emoji], seen: &mut HashSet<&'a str>) {
    let parts = row.at("components");
    let count = list(&parts).len();
    let buttons = list(&parts).iter().filter(|part| part["type"] == 2).count();
    let menus = count - buttons;
    let fits = matches!((buttons, menus), (1..=5, 0) | (0, 1));
    let message = "A row holds one to five buttons, or one menu.";
    parts.ensure(fits, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    for part in parts.each() {
        match part["type"].as_u64() {
            Some(2) => button(&part, emojis),
            Some(3) => menu(&part, emojis),
            Some(8) => channels(&part),
            Some(5..=7) => {
                let message = "The playground knows no menus of users and roles.";
                part.wrong("PLAYGROUND_LIMIT", message);
            }
            _ => part
                .at("type")
                .wrong("BASE_TYPE_CHOICES", "Not a part of a row."),
        }
        let custom = part.at("custom_id");
        let fresh = !custom.is_string() || seen.insert(custom.text());
        let message = "Component custom id cannot be duplicated";
        custom.ensure(fresh, "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}

fn button(part: &Field<'_>, emojis: &[Emoji]) {
    let (label, url) = (part.at("label"), part.at("url"));
    label.optional(80);
    let shown = !label.text().is_empty() || !part["emoji"].is_null();
    let message = "A button needs a label or an emoji.";
    part.ensure(shown, "BUTTON_COMPONENT_INVALID", message);
    emoji(part, emojis);
    match part["style"].as_u64() {
        Some(1..=4) => {
            part.at("custom_id").required(1, 100);
            let message = "Only link buttons have a URL.";
            url.ensure(url.is_null(), "COMPONENT_URL_FORBIDDEN", message);
        }
        Some(5) => {
            let known = ["http://", "https://", "discord://"];
            let known = known.iter().any(|scheme| url.text().starts_with(scheme));
            let formed = known && url.text().chars().count() <= 512;
            url.ensure(formed, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
            let alone = part["custom_id"].is_null();
            let message = "A custom id and url cannot both be specified";
            part.ensure(alone, "BUTTON_COMPONENT_URL_AND_CUSTOM_ID", message);
        }
        _ => part.at("style").wrong(
            "BASE_TYPE_CHOICES",
            "Value of field \"style\" must be one of (1, 2, 3, 4, 5).",
        ),
    }
}

/// An emoji of Unicode, or one that the application has uploaded.
fn emoji(part: &Field<'_>, emojis: &[Emoji]) {
    let emoji = part.at("emoji");
    let name = emoji.at("name");
    let known = match id(&emoji["id"]) {
        Some(id) => emojis.iter().any(|known| known.id == id),
        // A digit in a box is a digit and two signs that follow it.
        None => !name.text().is_ascii() && name.text().chars().count() <= 12,
    };
    let right = emoji.is_null() || known;
    name.ensure(right, "COMPONENT_INVALID_EMOJI", "Invalid emoji");
}

/// What all menus have; `fits` tells whether the highest number of choices suits the others. Returns that number.
fn choosing(part: &Field<'_>, what: &str, fits: impl FnOnce(u64) -> bool) -> u64 {
    part.at("custom_id").required(1, 100);
    part.at("placeholder").optional(150);
    let min = part.at("min_values").number(1);
    let max = part.at("max_values").number(1);
    let right = (1..=25).contains(&max) && min <= max && fits(max);
    let message = format!("min_values and max_values must fit each other and {what}.");
    let at = part.at("max_values");
    at.ensure(right, "BASE_TYPE_BAD_LENGTH", message);
    max
}

/// A menu of the server's channels.
fn channels(part: &Field<'_>) {
    let chosen = part.at("default_values");
    let count = list(&chosen).len() as u64;
    choosing(part, "what is chosen", |max| count <= max);
    let channel = |it: &Value| it["type"] == "channel" && id(&it["id"]).is_some();
    let right = list(&chosen).iter().all(channel);
    let message = "In a menu of channels only channels are chosen.";
    chosen.ensure(right, "BASE_TYPE_CHOICES", message);
}

fn menu(part: &Field<'_>, emojis: &[Emoji]) {
    let options = part.at("options");
    options.size(1, 25);
    let count = list(&options).len() as u64;
    let max = choosing(part, "the options", |max| max <= count);
    let mut values = HashSet::new();
    for option in options.each() {
        option.at("label").required(1, 100);
        option.at("value").required(1, 100);
        option.at("description").optional(100);
        emoji(&option, emojis);
        let value = option.at("value");
        let fresh = values.insert(value.text());
        let message = "The specified option value is already used";
        value.ensure(fresh, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
    }
    let defaults = list(&options).iter().filter(|it| it["default"] == true);
    let few = defaults.count() as u64 <= max;
    let message = "More options are chosen than may be.";
    part.ensure(few, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
}

/// A form: its title, and rows of one text input each.
pub(super) fn form(data: &Value) -> Result<(), Refusal> {
    field::check(data, "data", |form| {
        form.at("custom_id").required(1, 100);
        form.at("title").length(1, 45);
        let rows = form.at("components");
        rows.size(1, 5);
        let mut seen = HashSet::new();
        for row in rows.each() {
            let inputs = row.at("components");
            let fits = |input: &Field<'_>| {
                row["type"] == 1 && list(&inputs).len() == 1 && input["type"] == 4
            };
            let Some(input) = inputs.each().next().filter(fits) else {
                let message = "The playground knows forms of rows with one text input each.";
                row.wrong("PLAYGROUND_LIMIT", message);
                continue;
            };
            input.at("custom_id").required(1, 100);
            let fresh = seen.insert(input.at("custom_id").text());
            input.ensure(fresh, "COMPONENT_CUSTOM_ID_DUPLICATED", "Duplicated");
            input.at("label").length(1, 45);
            input.at("placeholder").optional(100);
            let style = input.at("style");
            let known = matches!(style.as_u64(), Some(1 | 2));
            style.ensure(known, "BASE_TYPE_CHOICES", "1 or 2.");
        }
    })
}

/// Checks the choices of an autocomplete answer.
pub(super) fn choices(choices: &Value) -> Result<(), Refusal> {
    field::check(choices, "data.choices", |choices| {
        let message = "This field is required";
        choices.ensure(choices.is_array(), "BASE_TYPE_REQUIRED", message);
        choices.most(list(choices).len(), 25);
        for choice in choices.each() {
            choice.at("name").length(1, 100);
            let value = choice.at("value");
            if !value.is_number() {
                value.required(1, 100);
            }
        }
    })
}
