//! Discord's limits on messages and their parts.

use serde_json::Value;

use super::body::{Body, MAX_FILES};
use super::components::{self, Emoji};
use super::field::{self, Field};
use super::json::{characters, id, list};
use super::violation::Refusal;

/// The largest file, in bytes.
const MAX_FILE_SIZE: usize = 10 * 1024 * 1024;

/// Checks a message's body as far as possible without the message itself. `modern` is whether it
/// consists of components only.
pub(super) fn message(body: &Body, modern: bool, emojis: &[Emoji]) -> Result<(), Refusal> {
    field::check(&body.json, "", |json| {
        let there = !json.is_null() || !body.files.is_empty();
        json.ensure(there, "DICT_TYPE_CONVERT");
        json.obeys("message");
        for entry in json.at("attachments").each() {
            let at = entry.at("id");
            at.ensure(id(&at).is_some(), "NUMBER_TYPE_COERCE");
        }
        files(&json.at("files"), body);
        let embeds = json.at("embeds");
        let total: usize = list(&embeds).iter().map(letters).sum();
        embeds.ensure(total <= 6000, "MAX_EMBED_SIZE_EXCEEDED");
        components::check(&json.at("components"), modern, emojis);
        let allowed = json.at("allowed_mentions");
        for kind in ["users", "roles"] {
            let both = list(&allowed["parse"]).iter().any(|it| it == kind)
                && !list(&allowed[kind]).is_empty();
            allowed.ensure(!both, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE");
        }
        let nonce = json.at("nonce");
        nonce.between(characters(&nonce), 0, 25);
    })
}

fn files(files: &Field<'_>, body: &Body) {
    files.between(body.files.len(), 0, MAX_FILES);
    for file in &body.files {
        let place = files.at(&file.index.to_string());
        let small = file.bytes.len() <= MAX_FILE_SIZE;
        place.ensure(small, "BASE_TYPE_MAX_SIZE");
        let length = file.name.chars().count();
        let named = (1..=260).contains(&length) && !file.name.contains(['/', '\\']);
        place.ensure(named, "INVALID_FILENAME");
    }
}

/// The number of characters of an embed that count.
fn letters(embed: &Value) -> usize {
    let parts = ["/title", "/description", "/footer/text", "/author/name"];
    let parts = parts.iter().filter_map(|part| embed.pointer(part));
    let fields = list(&embed["fields"]).iter();
    let fields = fields.flat_map(|field| [&field["name"], &field["value"]]);
    parts.chain(fields).map(characters).sum()
}
