//! Discord's limits on messages and their parts.

use serde_json::Value;

use super::body::{Body, MOST_FILES};
use super::complaint::{Errors, Refusal};
use super::components::{self, Emoji};
use super::json::{id, list};

/// Everything about a message's body that can be told without knowing more of the message
/// than whether it is `modern`: made of components alone.
pub(super) fn message(body: &Body, modern: bool, emojis: &[Emoji]) -> Result<(), Refusal> {
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
    attachments(body, &mut errors);
    embeds(&json["embeds"], &mut errors);
    components::check(&json["components"], modern, emojis, &mut errors);
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
