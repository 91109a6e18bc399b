//! The bodies of requests as Discord's JSON: public messages with text and embeds; private ones, and
//! lists with buttons, of components only.

use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use serenity::model::channel::MessageFlags;

use crate::discord::custom_id::CustomId;
use crate::discord::view::reply::{
    Attachment, Button, Choice, Emoji, Form, How, MAX_CHOICES, Reply, Row,
};
use crate::game::{ChannelId, cut};

/// The longest title of a form, and the longest name of a field, in characters.
const MAX_TITLE: usize = 45;
/// The longest text in a field, in characters.
const MAX_MOVE: u16 = 200;
/// The custom id of a form's only field.
const FIELD_ID: &str = "text";
/// The longest text of a message, in characters.
const MAX_TEXT: usize = 2000;
/// The longest description of an embed, in characters.
const MAX_EMBED: usize = 4096;

/// The flag of a message that consists of components only.
const MODERN: u64 = 1 << 15;

/// Discord's numbers of the types of components that only these messages have.
const GALLERY: u8 = 12;
const FILE: u8 = 13;

/// The longest text of all components together, in characters.
const MAX_COMPONENTS_TEXT: usize = 4000;

/// A message of components (“Components V2”): text, picture or file, rows. It allows as many rows as a
/// board of buttons needs. A message keeps this kind forever; an older message becomes one when it
/// is edited.
fn modern(how: How, reply: &Reply) -> Value {
    let text = cut(&reply.text, MAX_COMPONENTS_TEXT);
    let mut components = vec![json!({ "type": TEXT, "content": text })];
    if let Some(file) = reply.attachment() {
        let media = json!({ "url": format!("attachment://{}", file.name) });
        components.push(if reply.file.is_some() {
            json!({ "type": FILE, "file": media })
        } else {
            let picture = json!({ "media": media, "description": description(file) });
            json!({ "type": GALLERY, "items": [picture] })
        });
    }
    components.extend(reply.rows.iter().map(row));
    let private = u64::from(how == How::New && reply.private) * MessageFlags::EPHEMERAL.bits();
    let mut message = json!({
        "flags": MODERN | private,
        "components": components,
        "attachments": attachments(reply),
        "allowed_mentions": mentions(reply),
    });
    // Content and embeds of an older message must be removed.
    if how == How::Update {
        message["content"] = Value::Null;
        message["embeds"] = json!([]);
    }
    message
}

/// A public message, with its file or without any.
fn public(reply: &Reply) -> Value {
    let rows: Value = reply.rows.iter().map(row).collect();
    // A list can be too long for a text.
    let (content, embeds) = if reply.text.chars().count() <= MAX_TEXT {
        (reply.text.as_str(), json!([]))
    } else {
        ("", json!([{ "description": cut(&reply.text, MAX_EMBED) }]))
    };
    json!({
        "content": content,
        "embeds": embeds,
        "components": rows,
        "attachments": attachments(reply),
        "allowed_mentions": mentions(reply),
    })
}

/// An answer or a follow-up to an interaction.
pub(super) fn data(how: How, reply: &Reply) -> Value {
    if reply.private {
        return modern(how, reply);
    }
    match how {
        How::New => posted(reply),
        How::Update => public(reply),
    }
}

/// A new message in a channel.
fn posted(reply: &Reply) -> Value {
    if reply.has_sections() {
        return modern(How::New, reply);
    }
    let mut message = public(reply);
    if reply.silent {
        message["flags"] = MessageFlags::SUPPRESS_NOTIFICATIONS.bits().into();
    }
    message
}

/// The first answer to an interaction.
pub(super) fn answer(how: How, reply: &Reply) -> Value {
    let kind = match how {
        How::New => 4,
        How::Update => 7,
    };
    json!({ "type": kind, "data": data(how, reply) })
}

/// The first answer to an interaction, which defers the real one: an edit with [`data`] of an update.
pub(super) fn defer(how: How, private: bool) -> Value {
    match how {
        How::New if private => {
            json!({ "type": 5, "data": { "flags": MessageFlags::EPHEMERAL.bits() } })
        }
        How::New => json!({ "type": 5 }),
        How::Update => json!({ "type": 6 }),
    }
}

/// A new message in a channel. Posting again with the same `nonce` within some minutes
/// posts nothing, but returns the message posted before.
pub(super) fn message(reply: &Reply, nonce: String) -> Value {
    let mut message = posted(reply);
    message["nonce"] = json!(nonce);
    message["enforce_nonce"] = json!(true);
    message
}

/// An edit of a message; without a file it keeps its own, unless that was a picture of something else.
pub(super) fn change(reply: &Reply) -> Value {
    let mut change = public(reply);
    let keeps_file = reply.attachment().is_none() && !reply.is_in_words;
    if keeps_file && let Some(fields) = change.as_object_mut() {
        fields.remove("attachments");
    }
    change
}

/// Autocompletions.
pub(super) fn completions(choices: &[Choice]) -> Value {
    // Discord refuses the whole list if one value is too long.
    let fits = |choice: &&Choice| choice.value.chars().count() <= MAX_CHOICE;
    let choice = |choice: &Choice| {
        let name = cut(&choice.label, MAX_CHOICE);
        json!({ "name": name, "value": choice.value })
    };
    let choices: Value = choices.iter().filter(fits).map(choice).collect();
    json!({ "type": 8, "data": { "choices": choices } })
}

/// A form with one field.
pub(super) fn form(form: &Form) -> Value {
    let field = json!({
        "type": FIELD,
        // A single line.
        "style": 1,
        "custom_id": FIELD_ID,
        "label": cut(&form.label, MAX_TITLE),
        "placeholder": cut(&form.example, MAX_CHOICE),
        "max_length": MAX_MOVE,
    });
    let form = json!({
        "custom_id": form.id.to_string(),
        "title": cut(&form.title, MAX_TITLE),
        "components": [{ "type": ROW, "components": [field] }],
    });
    json!({ "type": 9, "data": form })
}

/// A request with a body, and an attached file.
pub(super) fn request<'a>(
    route: Route<'a>,
    method: LightMethod,
    body: &Value,
    file: Option<&Attachment>,
) -> Request<'a> {
    let request = Request::new(route, method);
    let body = body.to_string();
    let Some(file) = file else {
        return request.body(Some(body.into_bytes()));
    };
    let file = CreateAttachment::bytes(file.bytes.clone(), file.name.clone());
    request.multipart(Some(Multipart {
        upload: MultipartUpload::Attachments(vec![file]),
        fields: Vec::new(),
        payload_json: Some(body),
    }))
}

/// Discord's numbers of the types of components.
const ROW: u8 = 1;
const BUTTON: u8 = 2;
const MENU: u8 = 3;
const FIELD: u8 = 4;
const CHANNEL_MENU: u8 = 8;
const SECTION: u8 = 9;
const TEXT: u8 = 10;

/// Discord's numbers of text channels, and of those for announcements.
const TEXT_CHANNELS: [u8; 2] = [0, 5];

/// The longest label of a menu's placeholder, in characters.
const MAX_PLACEHOLDER: usize = 150;
/// The longest value, label or description of a choice, in characters.
const MAX_CHOICE: usize = 100;
/// The longest label of a button, in characters.
const MAX_LABEL: usize = 80;
/// The longest description of a picture or a file, in characters.
const MAX_ALT: usize = 1024;

/// The people whom a message may ping.
fn mentions(reply: &Reply) -> Value {
    let pings = reply.pings.iter().filter(|player| !player.is_gone());
    let users: Vec<String> = pings.map(ToString::to_string).collect();
    json!({ "parse": [], "users": users })
}

/// A message's list of files. The bytes are a separate part of the request.
fn attachments(reply: &Reply) -> Value {
    let file = reply.attachment().into_iter();
    file.map(|file| json!({ "id": 0, "filename": file.name, "description": description(file) }))
        .collect()
}

/// The alternative text of a picture or a file.
fn description(file: &Attachment) -> String {
    cut(&file.alt, MAX_ALT)
}

/// A row of buttons, or of one menu, or a text with a button.
fn row(row: &Row) -> Value {
    let parts: Vec<Value> = match row {
        Row::Buttons(buttons) => buttons.iter().map(button).collect(),
        Row::Section {
            text,
            button: beside,
        } => {
            let text = json!({ "type": TEXT, "content": text });
            let Some(beside) = beside else { return text };
            let accessory = button(beside);
            return json!({ "type": SECTION, "components": [text], "accessory": accessory });
        }
        Row::Menu {
            id,
            most,
            placeholder,
            options,
        } => {
            let mut choices = menu(MENU, id, placeholder, (*most).into());
            choices["options"] = options.iter().map(option).collect();
            vec![choices]
        }
        Row::Channels {
            id,
            placeholder,
            chosen,
        } => {
            let channel = |id: &ChannelId| json!({ "id": id.to_string(), "type": "channel" });
            let mut channels = menu(CHANNEL_MENU, id, placeholder, MAX_CHOICES);
            channels["channel_types"] = json!(TEXT_CHANNELS);
            if !chosen.is_empty() {
                channels["default_values"] = chosen.iter().map(channel).collect();
            }
            vec![channels]
        }
    };
    json!({ "type": ROW, "components": parts })
}

/// A menu without its choices.
fn menu(kind: u8, id: &CustomId, placeholder: &str, most: usize) -> Value {
    json!({
        "type": kind,
        "custom_id": id.to_string(),
        "placeholder": cut(placeholder, MAX_PLACEHOLDER),
        "min_values": 1,
        "max_values": most,
    })
}

fn button(button: &Button) -> Value {
    let mut json = json!({
        "type": BUTTON,
        "style": button.style as u8,
        "custom_id": button.id.to_string(),
        "disabled": !button.enabled,
    });
    if !button.label.is_empty() {
        json["label"] = cut(&button.label, MAX_LABEL).into();
    }
    if let Some(emoji) = &button.emoji {
        json["emoji"] = picture(emoji);
    }
    json
}

fn picture(emoji: &Emoji) -> Value {
    match emoji {
        Emoji::Own(id, name, _) => json!({ "id": id.to_string(), "name": name }),
        Emoji::Character(character) => json!({ "name": character }),
    }
}

fn option(choice: &Choice) -> Value {
    let mut option = json!({
        "label": cut(&choice.label, MAX_CHOICE),
        "value": choice.value,
        "default": choice.chosen,
    });
    if let Some(description) = &choice.description {
        option["description"] = cut(description, MAX_CHOICE).into();
    }
    if let Some(emoji) = &choice.emoji {
        option["emoji"] = picture(emoji);
    }
    option
}
