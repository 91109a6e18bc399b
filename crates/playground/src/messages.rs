//! Creates and edits messages.

use std::sync::Arc;

use imagesize::ImageType;
use serde_json::{Value, json};

use super::body::{Body, File, MAX_FILES};
use super::components::{self, COMPONENTS_V2, Emoji};
use super::field::{self, Checked, Field, refuse_if};
use super::json::{characters, id, list, text, written};
use super::model::{Attachment, Message};
use super::objects::{self, object, present};
use super::violation::ApiError;
use super::world::{BOT, GUILD, State};

/// The stored flags of a message: suppressed embeds and notifications, and its kind.
const KEPT_FLAGS: u64 = 1 << 2 | 1 << 12 | COMPONENTS_V2;

/// The largest file, in bytes.
const MAX_FILE_SIZE: usize = 10 * 1024 * 1024;

/// Creates a message of the bot from a body; `given` has the other fields.
pub(super) fn create(state: &mut State, given: Message, body: &Body) -> Result<Message, ApiError> {
    let mut message = Message {
        id: state.setup.clock.id(),
        author: BOT,
        created: state.setup.clock.now(),
        nonce: nonce(&body.json),
        ..given
    };
    apply(state, &mut message, body)?;
    if message.only.is_none() && !message.loading {
        message.pinged = message.mentions.clone();
        message.pinged.retain(|user| *user != BOT);
        // In a private conversation, every message notifies.
        if let Some(with) = state.channel(message.channel).and_then(|place| place.with) {
            message.pinged = vec![with];
        }
    }
    post(state, message.clone());
    Ok(message)
}

/// Puts a finished message into its channel.
pub(super) fn post(state: &mut State, message: Message) {
    for user in &message.pinged {
        let unread = state.unread.entry((*user, message.channel)).or_default();
        unread.insert(message.id);
    }
    // A message reopens an archived thread, unless it is locked.
    let mut members = message.pinged.clone();
    if message.author != BOT {
        members.push(message.author);
    }
    // A mention lets the bot into a private thread.
    if message.content.contains(&format!("<@{BOT}>")) {
        members.push(BOT);
    }
    members.retain(|user| !state.left.contains(user));
    if let Some(thread) = state.channel_mut(message.channel) {
        thread.archived &= thread.locked;
        thread.members.extend(members);
    }
    state.put(message.clone());
    let object = objects::message(state, &message);
    dispatch(state, "MESSAGE_CREATE", &message, object);
}

/// Sends an event about a message to bots that listen to messages, unless it is ephemeral or in a
/// user-install context.
fn dispatch(state: &mut State, event: &str, message: &Message, mut object: Value) {
    if let Some(place) = state.channel(message.channel)
        && place.outside.is_none()
        && message.only.is_none()
    {
        let guild = place.with.is_none();
        if guild {
            object["guild_id"] = json!(GUILD.to_string());
        }
        let intent = if guild { 1 << 9 } else { 1 << 12 };
        state.dispatch(event, &object, intent, guild);
    }
}

/// Edits a message of the bot. An edit notifies nobody.
pub(super) fn edit(
    state: &mut State,
    mut message: Message,
    body: &Body,
) -> Result<Message, ApiError> {
    // A message that replaces a deferral does not count as edited.
    message.edited = (!message.loading).then(|| state.setup.clock.now());
    message.loading = false;
    apply(state, &mut message, body)?;
    state.put(message.clone());
    let object = objects::message(state, &message);
    dispatch(state, "MESSAGE_UPDATE", &message, object);
    Ok(message)
}

/// Deletes a message, if it exists.
pub(super) fn delete(state: &mut State, id: u64) {
    if let Some(message) = state.message(id).cloned() {
        state.delete(id);
        let channel = message.channel.to_string();
        let gone = json!({ "id": id.to_string(), "channel_id": channel });
        dispatch(state, "MESSAGE_DELETE", &message, gone);
    }
}

/// Applies a body to a message, if the result is valid for Discord.
fn apply(state: &State, message: &mut Message, body: &Body) -> Checked {
    let json = &body.json;
    if let Some(flags) = json["flags"].as_u64() {
        message.flags = flags & KEPT_FLAGS | message.flags & COMPONENTS_V2;
    }
    if !message.loading || !json.is_null() {
        check(body, message.modern(), &state.emojis)?;
    }
    if let Some(content) = json.get("content") {
        message.content = text(content);
    }
    if let Some(embeds) = json.get("embeds") {
        message.embeds = list(embeds).to_vec();
        for embed in &mut message.embeds {
            embed["type"] = json!("rich");
        }
    }
    if let Some(components) = json.get("components") {
        message.components = numbered(components);
    }
    if json.get("attachments").is_some() || !body.files.is_empty() {
        message.attachments = files(state, body, &message.attachments)?;
    }
    if !message.loading {
        complete(message)?;
    }
    message.mentions = mentioned(state, message, &json["allowed_mentions"]);
    Ok(())
}

/// Checks a message's body as far as possible without the message itself. `modern` is whether it
/// consists of components only.
fn check(body: &Body, modern: bool, emojis: &[Emoji]) -> Checked {
    field::check(&body.json, "", |json| {
        let there = !json.is_null() || !body.files.is_empty();
        json.ensure(there, "DICT_TYPE_CONVERT");
        json.obeys("message");
        for entry in json.at("attachments").each() {
            let at = entry.at("id");
            at.ensure(id(&at).is_some(), "NUMBER_TYPE_COERCE");
        }
        check_files(&json.at("files"), body);
        let embeds = json.at("embeds");
        let texts = list(&embeds).iter().map(|embed| &embed["description"]);
        let total: usize = texts.map(characters).sum();
        embeds.ensure(total <= 6000, "MAX_EMBED_SIZE_EXCEEDED");
        for embed in embeds.each() {
            let plain = embed.as_object().is_none_or(|embed| embed.len() <= 1);
            embed.ensure(plain, "PLAYGROUND_EMBED");
        }
        components::check(&json.at("components"), modern, emojis);
        let allowed = json.at("allowed_mentions");
        let parsed = list(&allowed["parse"]).contains(&json!("users"));
        let both = parsed && !list(&allowed["users"]).is_empty();
        allowed.ensure(!both, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE");
        let nonce = json.at("nonce");
        nonce.between(characters(&nonce), 0, 25);
    })
}

fn check_files(files: &Field<'_>, body: &Body) {
    for file in &body.files {
        let place = files.at(&file.index.to_string());
        let small = file.bytes.len() <= MAX_FILE_SIZE;
        place.ensure(small, "BASE_TYPE_MAX_SIZE");
        let length = file.name.chars().count();
        let named = (1..=260).contains(&length) && !file.name.contains(['/', '\\']);
        place.ensure(named, "INVALID_FILENAME");
    }
}

/// The nonce of a new message, a text or a number.
pub(super) fn nonce(json: &Value) -> Option<String> {
    let nonce = &json["nonce"];
    (!nonce.is_null()).then(|| written(nonce))
}

/// Refuses an empty message, or one with fields that its kind does not allow.
fn complete(message: &Message) -> Checked {
    let embeds = !message.embeds.is_empty();
    if !message.modern() {
        let bare = message.content.trim().is_empty() && message.attachments.is_empty();
        return refuse_if(bare && !embeds, 50006);
    }
    let shown: Vec<&str> = components::shown(&message.components).collect();
    let attached = message.attachments.iter().map(|file| &*file.filename);
    let attached: Vec<&str> = attached.collect();
    field::check(&Value::Null, "", |field| {
        let components = field.at("components");
        let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        let plain = embeds || !message.content.is_empty();
        field.at("content").ensure(!plain, code);
        components.ensure(!message.components.is_empty(), "BASE_TYPE_REQUIRED");
        for name in shown.iter().filter(|name| !attached.contains(name)) {
            let code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
            components.wrong(code, format!("The attachment {name} was not found."));
        }
        for name in attached.iter().filter(|name| !shown.contains(name)) {
            // Discord accepts such a file, but shows it nowhere.
            let text = format!("No component shows {name}.");
            field.at("attachments").wrong("PLAYGROUND_LIMIT", text);
        }
    })
}

/// The files of a message after a request: the old ones that it keeps, and the new ones.
fn files(state: &State, body: &Body, old: &[Attachment]) -> Result<Vec<Attachment>, ApiError> {
    let mut files = Vec::new();
    field::check(&body.json["attachments"], "attachments", |listed| {
        if !listed.is_array() {
            files = old.to_vec();
        }
        for entry in listed.each() {
            let at = entry.at("id");
            let id = id(&at).unwrap_or_default();
            if let Some(file) = old.iter().find(|file| file.id == id) {
                files.push(file.clone());
            } else if !body.files.iter().any(|file| file.index == id) {
                let text = format!("Attachment data for attachment with id {id} not found.");
                at.wrong("ATTACHMENT_NOT_FOUND", text);
            }
        }
        for file in &body.files {
            let described = |entry: &&Value| id(&entry["id"]) == Some(file.index);
            let entry = list(listed).iter().find(described);
            files.push(attach(state, file, entry.unwrap_or(&Value::Null)));
        }
        listed.between(files.len(), 0, MAX_FILES);
    })?;
    Ok(files)
}

fn attach(state: &State, file: &File, entry: &Value) -> Attachment {
    let (content_type, size) = sniff(&file.bytes, &file.name);
    Attachment {
        id: state.setup.clock.id(),
        filename: entry["filename"].as_str().unwrap_or(&file.name).to_owned(),
        description: entry["description"].as_str().map(str::to_owned),
        content_type: content_type.to_owned(),
        size,
        bytes: Arc::new(file.bytes.clone()),
    }
}

/// The media type of a file, by its first bytes or else by its name, and the size of a picture.
fn sniff(bytes: &[u8], name: &str) -> (&'static str, Option<(usize, usize)>) {
    let size = imagesize::blob_size(bytes).ok();
    let size = size.map(|size| (size.width, size.height));
    match imagesize::image_type(bytes) {
        Ok(ImageType::Png) => return ("image/png", size),
        Ok(ImageType::Gif) => return ("image/gif", size),
        _ => {}
    }
    let kind = match name.rsplit('.').next() {
        Some("txt" | "md" | "pgn" | "log") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        Some("csv") => "text/csv; charset=utf-8",
        _ => "application/octet-stream",
    };
    (kind, None)
}

/// Sets the id of every component, as Discord does, and the state of every button.
fn numbered(rows: &Value) -> Vec<Value> {
    let mut rows = list(rows).to_vec();
    let mut next = 1;
    for row in &mut rows {
        row["id"] = json!(next);
        next += 1;
        for part in row["components"].as_array_mut().into_iter().flatten() {
            part["id"] = json!(next);
            next += 1;
            if part["type"] == 3 {
                *part = object("menu", present(part.take()));
            }
        }
    }
    rows
}

/// The people a text mentions, within `allowed_mentions`.
fn mentioned(state: &State, message: &Message, allowed: &Value) -> Vec<u64> {
    let named: Vec<u64> = list(&allowed["users"]).iter().filter_map(id).collect();
    let allows_all = allowed.is_null() || list(&allowed["parse"]).contains(&json!("users"));
    let mut ids = Vec::new();
    for piece in message.text().split("<@").skip(1) {
        let digits = piece.trim_start_matches('!').split('>').next();
        if let Some(id) = digits.and_then(|digits| digits.parse::<u64>().ok())
            && (id == BOT || state.setup.member_by_id(id).is_some())
            && (allows_all || named.contains(&id))
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    if let Some(place) = state.channel(message.channel) {
        ids.retain(|id| *id == BOT || place.open_to(*id));
    }
    ids
}
