//! Creates and edits messages.

use std::sync::Arc;

use imagesize::ImageType;
use serde_json::{Value, json};

use super::body::{Body, File, MOST_FILES};
use super::check;
use super::components::{self, MODERN};
use super::field;
use super::json::{id, list};
use super::model::{Attachment, Cause, Message};
use super::objects;
use super::violation::Refusal;
use super::world::{BOT, GUILD, State, World};

/// Flags that stay on a message: suppressed embeds and notifications, and its kind.
const KEPT_FLAGS: u64 = 1 << 2 | 1 << 12 | MODERN;

/// What a new message has besides its body.
pub(super) struct Frame {
    pub(super) channel: u64,
    pub(super) only: Option<u64>,
    pub(super) cause: Option<Cause>,
    pub(super) reference: Option<u64>,
    pub(super) loading: bool,
}

/// Writes a message of the bot.
pub(super) fn create(
    world: &World,
    state: &mut State,
    frame: Frame,
    body: &Body,
) -> Result<u64, Refusal> {
    let json = &body.json;
    let flags = json["flags"].as_u64().unwrap_or(0) & KEPT_FLAGS;
    if !frame.loading || !json.is_null() {
        check::message(body, flags & MODERN != 0, &state.emojis)?;
    }
    let content = json["content"].as_str().unwrap_or_default().to_owned();
    let attachments = files(world, body, &[])?;
    let mut message = Message {
        id: world.clock().id(),
        channel: frame.channel,
        author: BOT,
        content,
        only: frame.only,
        components: numbered(&json["components"]),
        embeds: rich(&json["embeds"]),
        attachments,
        created: world.clock().now(),
        cause: frame.cause,
        reference: frame.reference,
        loading: frame.loading,
        flags,
        nonce: nonce(json),
        ..Message::default()
    };
    if !message.loading {
        complete(&message)?;
    }
    message.mentions = mentioned(world, state, &message, &json["allowed_mentions"]);
    if message.only.is_none() && !message.loading {
        message.pinged = message.mentions.clone();
        message.pinged.retain(|user| *user != BOT);
        // Between two, every message notifies.
        if let Some(with) = state.channel(message.channel).and_then(|it| it.with) {
            message.pinged = vec![with];
        }
    }
    Ok(post(world, state, message))
}

/// Puts a finished message into its channel.
pub(super) fn post(world: &World, state: &mut State, mut message: Message) -> u64 {
    let id = message.id;
    message.revision = state.revision;
    for user in &message.pinged {
        let unread = state.unread.entry((*user, message.channel)).or_default();
        unread.insert(id);
    }
    // A message brings an archived thread back, unless it is locked.
    let revived = state
        .channels
        .iter_mut()
        .find(|it| it.id == message.channel && it.archived && !it.locked);
    if let Some(thread) = revived {
        thread.archived = false;
    }
    let public = message.only.is_none();
    state.messages.push(message);
    if public {
        announce(world, state, "MESSAGE_CREATE", id);
    }
    id
}

/// Tells bots that listen to messages.
fn announce(world: &World, state: &mut State, event: &str, id: u64) {
    if let Some(message) = state.message(id)
        && let Some(place) = state.channel(message.channel)
        && place.outside.is_none()
    {
        let mut object = objects::message(world, state, message);
        let guild = place.with.is_none();
        if guild {
            object["guild_id"] = json!(GUILD.to_string());
        }
        let intent = if guild { 1 << 9 } else { 1 << 12 };
        state.dispatch(event, &object, intent, guild);
    }
}

/// Edits a message of the bot. An edit notifies nobody.
pub(super) fn edit(world: &World, state: &mut State, id: u64, body: &Body) -> Result<(), Refusal> {
    let json = &body.json;
    let Some(old) = state.message(id) else {
        return Err(Refusal::unknown(10008, "Message"));
    };
    let mut new = old.clone();
    if let Some(content) = json.get("content") {
        new.content = content.as_str().unwrap_or_default().to_owned();
    }
    if json.get("embeds").is_some() {
        new.embeds = rich(&json["embeds"]);
    }
    if json.get("components").is_some() {
        new.components = numbered(&json["components"]);
    }
    if json.get("attachments").is_some() || !body.files.is_empty() {
        new.attachments = files(world, body, &old.attachments)?;
    }
    if let Some(flags) = json["flags"].as_u64() {
        new.flags = flags & KEPT_FLAGS | old.flags & MODERN;
    }
    check::message(body, new.modern(), &state.emojis)?;
    complete(&new)?;
    // The message that replaces a deferral does not count as edited.
    new.edited = (!new.loading).then(|| world.clock().now());
    new.loading = false;
    new.mentions = mentioned(world, state, &new, &json["allowed_mentions"]);
    new.revision = state.revision;
    let public = new.only.is_none();
    if let Some(place) = state.message_mut(id) {
        *place = new;
    }
    if public {
        announce(world, state, "MESSAGE_UPDATE", id);
    }
    Ok(())
}

/// The nonce of a new message, a text or a number.
pub(super) fn nonce(json: &Value) -> Option<String> {
    match &json["nonce"] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Refuses a message that shows nothing, or says something where its kind has no place
/// for it.
fn complete(message: &Message) -> Result<(), Refusal> {
    let embeds = !list(&message.embeds).is_empty();
    if !message.modern() {
        let bare = message.content.trim().is_empty() && message.attachments.is_empty();
        return match bare && !embeds {
            true => Err(Refusal::bad(50006, "Cannot send an empty message")),
            false => Ok(()),
        };
    }
    let has = |name: &str| message.attachments.iter().any(|file| file.filename == name);
    let shown = |name: &str| components::shown(&message.components).any(|shown| shown == name);
    let lost = components::shown(&message.components).find(|name| !has(name));
    let mut files = message.attachments.iter().map(|file| &file.filename);
    let hidden = files.find(|name| !shown(name));
    field::check(&Value::Null, "", |it| {
        let (content, components) = (it.at("content"), it.at("components"));
        if embeds || !message.content.is_empty() {
            content.wrong(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "The content and the embeds of a message of the second kind must be empty.",
            );
        } else if list(&message.components).is_empty() {
            let text = "A message of the second kind needs components.";
            components.wrong("BASE_TYPE_REQUIRED", text);
        } else if let Some(name) = lost {
            let code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
            components.wrong(code, format!("The attachment {name} was not found."));
        } else if let Some(name) = hidden {
            // Discord takes it, and nobody ever sees it.
            let text = format!("No component shows {name}.");
            it.at("attachments").wrong("PLAYGROUND_LIMIT", text);
        }
    })
}

/// The files of a message after a request: those that it keeps, and those that it brings.
fn files(world: &World, body: &Body, old: &[Attachment]) -> Result<Vec<Attachment>, Refusal> {
    let listed = &body.json["attachments"];
    let mut kept = Vec::new();
    if !listed.is_array() {
        kept.extend_from_slice(old);
    }
    let mut described = Vec::new();
    for (n, entry) in list(listed).iter().enumerate() {
        let id = id(&entry["id"]).unwrap_or_default();
        if let Some(file) = old.iter().find(|file| file.id == id) {
            kept.push(file.clone());
        } else if body.files.iter().any(|file| file.index == id) {
            described.push((id, entry));
        } else {
            let path = format!("attachments.{n}.id");
            let text = format!("Attachment data for attachment with id {id} not found.");
            return Err(Refusal::field(&path, "ATTACHMENT_NOT_FOUND", &text));
        }
    }
    for file in &body.files {
        let entry = described.iter().find(|(id, _)| *id == file.index);
        let entry = entry.map_or(&Value::Null, |(_, entry)| *entry);
        kept.push(attach(world, file, entry));
    }
    field::check(listed, "attachments", |it| it.most(kept.len(), MOST_FILES))?;
    Ok(kept)
}

fn attach(world: &World, file: &File, entry: &Value) -> Attachment {
    let (content_type, size) = sniff(&file.bytes, &file.name);
    Attachment {
        id: world.clock().id(),
        filename: entry["filename"].as_str().unwrap_or(&file.name).to_owned(),
        description: entry["description"].as_str().map(str::to_owned),
        content_type: content_type.to_owned(),
        size,
        bytes: Arc::new(file.bytes.clone()),
    }
}

/// The type of a file, by its first bytes or else by its name, and the size of a picture.
fn sniff(bytes: &[u8], name: &str) -> (&'static str, Option<(u32, u32)>) {
    let size = imagesize::blob_size(bytes).ok();
    let size = size.and_then(|it| Some((it.width.try_into().ok()?, it.height.try_into().ok()?)));
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

/// Gives every component the number that Discord gives it, and every button a state.
fn numbered(rows: &Value) -> Value {
    let mut rows = json!(list(rows));
    let mut next = 1;
    for row in rows.as_array_mut().into_iter().flatten() {
        row["id"] = json!(next);
        next += 1;
        for part in row["components"].as_array_mut().into_iter().flatten() {
            part["id"] = json!(next);
            next += 1;
            if part["type"] == 3 {
                for (field, value) in [("min_values", 1), ("max_values", 1)] {
                    if part[field].is_null() {
                        part[field] = json!(value);
                    }
                }
            }
        }
    }
    rows
}

fn rich(embeds: &Value) -> Value {
    let mut embeds = json!(list(embeds));
    for embed in embeds.as_array_mut().into_iter().flatten() {
        embed["type"] = json!("rich");
    }
    embeds
}

/// The people a text mentions, within `allowed_mentions`.
fn mentioned(world: &World, state: &State, message: &Message, allowed: &Value) -> Vec<u64> {
    let mut ids = Vec::new();
    for piece in message.text().split("<@").skip(1) {
        let digits = piece.trim_start_matches('!').split('>').next();
        if let Some(id) = digits.and_then(|digits| digits.parse::<u64>().ok())
            && (id == BOT || world.member_by_id(id).is_some())
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    let author = message.reference.and_then(|id| state.message(id));
    let replied = match allowed {
        Value::Null => message.cause.is_none(),
        given => given["replied_user"] == true,
    };
    if !allowed.is_null() && !list(&allowed["parse"]).iter().any(|it| it == "users") {
        let named: Vec<u64> = list(&allowed["users"]).iter().filter_map(id).collect();
        ids.retain(|id| named.contains(id));
    }
    if let Some(author) = author.filter(|_| replied && message.cause.is_none())
        && !ids.contains(&author.author)
    {
        ids.push(author.author);
    }
    if let Some(with) = state.channel(message.channel).and_then(|it| it.with) {
        ids.retain(|id| *id == with || *id == BOT);
    }
    if let Some(place) = state.channel(message.channel) {
        ids.retain(|id| *id == BOT || place.open_to(*id));
    }
    ids
}
