//! Discord's limits on the components of messages (V1 and V2) and of forms, and on suggestions.
//!
//! A flag makes a message one of the second kind (“Components V2”) forever. It consists of
//! components only: its texts and pictures are components, too.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field::{self, Checked, Field};
use super::json::{characters, id, list};

/// The flag of a message of the second kind.
pub(super) const COMPONENTS_V2: u64 = 1 << 15;

/// An emoji that the application has uploaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Emoji {
    pub(super) id: u64,
    pub(super) name: String,
    /// The picture, as a `data:` URL.
    pub(super) image: String,
}

/// The style of a link button.
const LINK: u64 = 5;
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const MENU: u64 = 3;
const CHANNELS: u64 = 8;
const TEXT: u64 = 10;

/// The texts of a message of the second kind, in reading order.
pub(super) fn texts(parts: &[Value]) -> impl Iterator<Item = &str> {
    let texts = parts
        .iter()
        .flat_map(|part| std::iter::once(part).chain(list(&part["components"])));
    let texts = texts.filter(|part| part["type"] == TEXT);
    texts.filter_map(|part| part["content"].as_str())
}

/// The names of the files that the components of a message show.
pub(super) fn shown(parts: &[Value]) -> impl Iterator<Item = &str> {
    let media = parts.iter().flat_map(|part| {
        let items = list(&part["items"]).iter().map(|item| &item["media"]);
        items.chain([&part["file"]])
    });
    media.filter_map(|media| media["url"].as_str()?.strip_prefix("attachment://"))
}

/// The components of a message, with the URLs of the files that they show.
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
    parts.obeys(if modern { "components" } else { "rows" });
    let nested = |part: &Value| {
        1 + list(&part["components"]).len() + usize::from(!part["accessory"].is_null())
    };
    if modern {
        parts.between(list(parts).iter().map(nested).sum(), 0, 40);
    }
    let letters: usize = texts(list(parts)).map(|text| text.chars().count()).sum();
    parts.ensure(letters <= 4000, "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED");
    let mut seen = HashSet::new();
    for part in parts.each() {
        let inner = part.at("components");
        if part["type"] == ROW {
            let is_button = |part: &&Value| part["type"] == BUTTON;
            let buttons = list(&inner).iter().filter(is_button).count();
            let fits = matches!((buttons, list(&inner).len() - buttons), (1..=5, 0) | (0, 1));
            inner.ensure(fits, "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
        }
        for inner in inner.each().chain([part.at("accessory")]) {
            let custom = inner.at("custom_id");
            let fresh = custom.is_null() || seen.insert(custom.text());
            custom.ensure(fresh, "COMPONENT_CUSTOM_ID_DUPLICATED");
            match inner["type"].as_u64() {
                Some(BUTTON) => button(&inner, emojis),
                Some(MENU) => menu(&inner, emojis),
                Some(CHANNELS) => channels(&inner),
                _ => {}
            }
        }
    }
}

fn button(part: &Field<'_>, emojis: &[Emoji]) {
    let custom = part.at("custom_id");
    let url = part.at("url");
    let shown = !part.at("label").text().is_empty() || !part["emoji"].is_null();
    part.ensure(shown, "BUTTON_COMPONENT_INVALID");
    emoji(part, emojis);
    if part["style"] == LINK {
        let known = ["http://", "https://", "discord://"];
        let known = known.iter().any(|scheme| url.text().starts_with(scheme));
        url.ensure(known && characters(&url) <= 512, "URL_TYPE_INVALID_URL");
        part.ensure(custom.is_null(), "BUTTON_COMPONENT_URL_AND_CUSTOM_ID");
    } else {
        custom.obeys("custom_id");
        url.ensure(url.is_null(), "COMPONENT_URL_FORBIDDEN");
    }
}

/// Checks an emoji: a Unicode one, or one that the application has uploaded.
fn emoji(part: &Field<'_>, emojis: &[Emoji]) {
    let emoji = part.at("emoji");
    let name = emoji.at("name");
    let known = match id(&emoji["id"]) {
        Some(id) => emojis.iter().any(|known| known.id == id),
        // A keycap emoji is an ASCII digit with two combining characters.
        None => !name.text().is_ascii() && characters(&name) <= 12,
    };
    name.ensure(emoji.is_null() || known, "BUTTON_COMPONENT_INVALID_EMOJI");
}

/// Checks the fields of all menus; `fits` returns whether the highest number of choices is valid. Returns that
/// number.
fn choosing(part: &Field<'_>, what: &str, fits: impl FnOnce(u64) -> bool) -> u64 {
    let min = part["min_values"].as_u64().unwrap_or(1);
    let max = part["max_values"].as_u64().unwrap_or(1);
    if !((1..=25).contains(&max) && min <= max && fits(max)) {
        let message = format!("min_values and max_values must fit each other and {what}.");
        part.at("max_values").wrong("BASE_TYPE_BAD_LENGTH", message);
    }
    max
}

/// A menu of the server's channels.
fn channels(part: &Field<'_>) {
    let chosen = part.at("default_values");
    let count = list(&chosen).len() as u64;
    let min = part["min_values"].as_u64().unwrap_or(1);
    choosing(part, "what is chosen", |max| {
        chosen.is_null() || (min..=max).contains(&count)
    });
    let channel = |chosen: &Value| chosen["type"] == "channel" && id(&chosen["id"]).is_some();
    if !list(&chosen).iter().all(channel) {
        let message = "In a menu of channels only channels are chosen.";
        chosen.wrong("BASE_TYPE_CHOICES", message);
    }
}

fn menu(part: &Field<'_>, emojis: &[Emoji]) {
    let options = part.at("options");
    let count = list(&options).len() as u64;
    let max = choosing(part, "the options", |max| max <= count);
    let mut values = HashSet::new();
    for option in options.each() {
        emoji(&option, emojis);
        let value = option.at("value");
        let fresh = values.insert(value.text());
        value.ensure(fresh, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED");
    }
    let is_default = |option: &&Value| option["default"] == true;
    let few = list(&options).iter().filter(is_default).count() as u64 <= max;
    part.ensure(few, "SELECT_COMPONENT_TOO_MANY_DEFAULTS");
}

/// A form: its title, and rows of one text input each.
pub(super) fn form(data: &Value) -> Checked {
    field::check(data, "data", |form| {
        form.obeys("form");
        let mut seen = HashSet::new();
        for row in form.at("components").each() {
            for input in row.at("components").each() {
                let fresh = seen.insert(input.at("custom_id").text());
                input.ensure(fresh, "COMPONENT_CUSTOM_ID_DUPLICATED");
            }
        }
    })
}

/// Checks the choices of an autocomplete answer.
pub(super) fn choices(choices: &Value) -> Checked {
    field::check(choices, "data.choices", |choices| {
        choices.obeys("suggestions");
        for choice in choices.each().filter(|choice| !choice["value"].is_number()) {
            choice.at("value").obeys("suggested");
        }
    })
}
