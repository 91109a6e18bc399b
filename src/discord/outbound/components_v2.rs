//! Private messages, and lists with buttons, as Discord's JSON.
//!
//! They consist of components only (“Components V2”), for which serenity has no builders. This
//! allows as many rows as a board of buttons needs. A message keeps this kind forever; an older
//! message becomes one when it is edited.

use serde_json::{Value, json};
use serenity::model::channel::MessageFlags;

use super::components::{button, mentions, row};
use crate::discord::view::reply::{Attachment, How, Reply, Row, cut};

/// The flag of a message of this kind.
const MODERN: u64 = 1 << 15;

/// Component types that serenity does not know.
const SECTION: u8 = 9;
const TEXT: u8 = 10;
const GALLERY: u8 = 12;
const FILE: u8 = 13;

/// The longest text of all components together, in characters.
const MAX_TEXT: usize = 4000;
/// The longest description of a picture or a file, in characters.
pub(super) const MAX_ALT: usize = 1024;

/// A row, or a text with a button.
fn part(part: &Row) -> Value {
    match part {
        Row::Section {
            text,
            button: Some(beside),
        } => json!({
            "type": SECTION,
            "components": [{ "type": TEXT, "content": text }],
            "accessory": button(beside),
        }),
        Row::Section { text, button: None } => json!({ "type": TEXT, "content": text }),
        part => json!(row(part)),
    }
}

/// A message of components: text, picture or file, rows.
pub(super) fn modern(how: How, reply: &Reply, file: Option<&Attachment>) -> Value {
    let text = cut(&reply.text, MAX_TEXT);
    let mut components = vec![json!({ "type": TEXT, "content": text })];
    let mut attachments = Vec::new();
    if let Some(file) = file {
        let (media, alt) = (
            json!({ "url": format!("attachment://{}", file.name) }),
            cut(&file.alt, MAX_ALT),
        );
        components.push(match reply.file {
            Some(_) => json!({ "type": FILE, "file": media }),
            None => json!({ "type": GALLERY, "items": [{ "media": media, "description": alt }] }),
        });
        attachments.push(json!({ "id": 0, "filename": file.name, "description": alt }));
    }
    components.extend(reply.rows.iter().map(part));
    let mut message = json!({
        "flags": MODERN,
        "components": components,
        "attachments": attachments,
        "allowed_mentions": mentions(reply),
    });
    match how {
        How::New if reply.private => {
            message["flags"] = json!(MODERN | MessageFlags::EPHEMERAL.bits());
        }
        How::New => {}
        // Content and embeds of an older message must be removed.
        How::Update => {
            message["content"] = Value::Null;
            message["embeds"] = json!([]);
        }
    }
    message
}
