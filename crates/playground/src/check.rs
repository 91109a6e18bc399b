//! Discord's limits on messages and their parts.

use super::body::{Body, MAX_FILES};
use super::components::{self, Emoji};
use super::field::{self, Field};
use super::json::{id, list};
use super::violation::Refusal;

/// The largest file, in bytes.
const MAX_FILE_SIZE: usize = 10 * 1024 * 1024;

/// Everything about a message's body that can be told without knowing more of the message
/// than whether it is `modern`: made of components alone.
pub(super) fn message(body: &Body, modern: bool, emojis: &[Emoji]) -> Result<(), Refusal> {
    field::check(&body.json, "", |json| {
        let files_alone = json.is_null() && !body.files.is_empty();
        if !json.is_object() && !files_alone {
            return json.wrong("DICT_TYPE_CONVERT", "Only dictionaries may be used.");
        }
        let content = json.at("content");
        if !content.is_null() && !content.is_string() {
            content.wrong("STRING_TYPE_CONVERT", "Could not be a string.");
        }
        content.optional(2000);
        attachments(json, body);
        embeds(&json.at("embeds"));
        components::check(&json.at("components"), modern, emojis);
        mentions(&json.at("allowed_mentions"));
        json.at("nonce").optional(25);
    })
}

fn attachments(json: &Field<'_>, body: &Body) {
    let entries = json.at("attachments");
    let count = list(&entries).len().max(body.files.len());
    entries.most(count, MAX_FILES);
    for entry in entries.each() {
        entry.at("description").optional(1024);
        if id(&entry["id"]).is_none() {
            let message = "Value is not snowflake.";
            entry.at("id").wrong("NUMBER_TYPE_COERCE", message);
        }
    }
    for file in &body.files {
        let place = json.at("files").at(&file.index.to_string());
        if file.bytes.len() > MAX_FILE_SIZE {
            let message = "Request entity too large (40005).";
            place.wrong("BASE_TYPE_MAX_SIZE", message);
        }
        let length = file.name.chars().count();
        if length == 0 || length > 260 || file.name.contains(['/', '\\']) {
            place.wrong("INVALID_FILENAME", "Not a file name.");
        }
    }
}

fn embeds(embeds: &Field<'_>) {
    embeds.most(list(embeds).len(), 10);
    let mut total = 0;
    for embed in embeds.each() {
        if !embed.is_object() {
            embed.wrong("DICT_TYPE_CONVERT", "Only dictionaries may be used.");
            continue;
        }
        total += embed.at("title").optional(256);
        total += embed.at("description").optional(4096);
        total += embed.at("footer").at("text").optional(2048);
        total += embed.at("author").at("name").optional(256);
        let fields = embed.at("fields");
        for field in fields.each() {
            total += field.at("name").optional(256);
            total += field.at("value").optional(1024);
        }
        fields.most(list(&fields).len(), 25);
    }
    if total > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        embeds.wrong("MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

fn mentions(allowed: &Field<'_>) {
    let parse = allowed.at("parse");
    for kind in ["users", "roles"] {
        let ids = allowed.at(kind);
        ids.most(list(&ids).len(), 100);
        if !list(&ids).is_empty() && list(&parse).iter().any(|it| it == kind) {
            allowed.wrong(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }
    let known = ["users", "roles", "everyone"];
    for _ in list(&parse)
        .iter()
        .filter(|it| !known.iter().any(|known| it == known))
    {
        parse.wrong(
            "BASE_TYPE_CHOICES",
            "Value must be one of ('users', 'roles', 'everyone').",
        );
    }
}
