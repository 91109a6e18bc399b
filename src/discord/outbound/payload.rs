//! Messages as Discord's JSON: public ones built with serenity, private ones of components only.

use serde::Serialize;
use serde_json::{Value, json};
use serenity::builder::{
    AutocompleteChoice, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateAutocompleteResponse, CreateEmbed, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage,
    CreateModal, EditInteractionResponse, EditMessage,
};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use serenity::model::application::InputTextStyle;
use serenity::model::application::InteractionResponseFlags;
use serenity::model::channel::MessageFlags;

use super::components::{MAX_CHOICE, mentions, row};
use super::components_v2::{MAX_ALT, modern};
use crate::discord::view::reply::{Attachment, Choice, Form, How, Reply, cut};

/// The longest title of a form, and the longest name of a field, in characters.
const MAX_TITLE: usize = 45;
/// The longest text in a field, in characters.
const MAX_MOVE: u16 = 200;
/// The custom id of a form's only field.
const FIELD: &str = "text";
/// The longest text of a message, in characters.
const MAX_TEXT: usize = 2000;
/// The longest description of an embed, in characters.
const MAX_EMBED: usize = 4096;

/// Fills a builder from a reply: serenity's builders have the same methods, but no common trait.
macro_rules! fill {
    ($builder:expr, $reply:expr) => {{
        let reply: &Reply = $reply;
        let builder = $builder
            .components(reply.rows.iter().map(row).collect())
            .allowed_mentions(mentions(reply));
        // A list of ten games can be too long for a text.
        if reply.text.chars().count() <= MAX_TEXT {
            builder.content(&reply.text)
        } else {
            builder.embed(CreateEmbed::new().description(cut(&reply.text, MAX_EMBED)))
        }
    }};
}

/// The flags of a new public message.
fn flags(reply: &Reply) -> MessageFlags {
    if reply.silent {
        MessageFlags::SUPPRESS_NOTIFICATIONS
    } else {
        MessageFlags::empty()
    }
}

/// The first answer to an interaction.
pub(super) fn answer(how: How, reply: &Reply, file: Option<&Attachment>) -> Value {
    if reply.private {
        // Discord's numbers of answers that are messages.
        let kind = match how {
            How::New => 4,
            How::Update => 7,
        };
        return json!({ "type": kind, "data": modern(how, reply, file) });
    }
    let message = fill!(CreateInteractionResponseMessage::new(), reply);
    let flags = InteractionResponseFlags::from_bits_retain(flags(reply).bits());
    let message = message.add_files(file.map(described)).flags(flags);
    written(&match how {
        How::New => CreateInteractionResponse::Message(message),
        How::Update => CreateInteractionResponse::UpdateMessage(message),
    })
}

/// The first answer to an interaction, which defers the real one.
pub(super) fn defer(how: How, private: bool) -> Value {
    written(&match how {
        How::New => {
            let message = CreateInteractionResponseMessage::new();
            CreateInteractionResponse::Defer(message.ephemeral(private))
        }
        How::Update => CreateInteractionResponse::Acknowledge,
    })
}

/// The real answer after [`defer`].
pub(super) fn finished(reply: &Reply, file: Option<&Attachment>) -> Value {
    if reply.private {
        return modern(How::Update, reply, file);
    }
    let message = fill!(EditInteractionResponse::new().embeds(Vec::new()), reply);
    written(&match file {
        Some(file) => message.new_attachment(described(file)),
        None => message.clear_attachments(),
    })
}

/// A new message in a channel. Posting again with the same `nonce` within some minutes
/// posts nothing, but returns the message posted before.
pub(super) fn message(reply: &Reply, file: Option<&Attachment>, nonce: String) -> Value {
    let mut message = if reply.has_sections() {
        modern(How::New, reply, file)
    } else {
        let message = fill!(CreateMessage::new(), reply).add_files(file.map(described));
        written(&message.flags(flags(reply)))
    };
    message["nonce"] = json!(nonce);
    message["enforce_nonce"] = json!(true);
    message
}

/// A public follow-up to an interaction.
pub(super) fn following(
    reply: &Reply,
    file: Option<&Attachment>,
) -> CreateInteractionResponseFollowup {
    fill!(CreateInteractionResponseFollowup::new(), reply).add_files(file.map(described))
}

/// An edit of a message; without a file it keeps its own.
pub(super) fn change(reply: &Reply, file: Option<&Attachment>) -> EditMessage {
    let change = fill!(EditMessage::new(), reply);
    match file {
        Some(file) => change.new_attachment(described(file)),
        None => change,
    }
}

/// An edit of a message that removes its buttons.
pub(super) fn without_buttons() -> EditMessage {
    EditMessage::new()
        .components(Vec::new())
        .allowed_mentions(CreateAllowedMentions::new())
}

/// Autocompletions.
pub(super) fn completions(choices: &[Choice]) -> Value {
    let choices = choices
        .iter()
        // Discord refuses the whole list if one value is too long.
        .filter(|choice| choice.value.chars().count() <= MAX_CHOICE)
        .map(|choice| {
            AutocompleteChoice::new(cut(&choice.label, MAX_CHOICE), choice.value.clone())
        });
    let response = CreateAutocompleteResponse::new().set_choices(choices.collect());
    written(&CreateInteractionResponse::Autocomplete(response))
}

/// A form with one field.
pub(super) fn form(form: &Form) -> Value {
    let (label, example) = (cut(&form.label, MAX_TITLE), cut(&form.example, MAX_CHOICE));
    let field = CreateInputText::new(InputTextStyle::Short, label, FIELD)
        .placeholder(example)
        .max_length(MAX_MOVE);
    let title = cut(&form.title, MAX_TITLE);
    let modal = CreateModal::new(form.id.to_string(), title)
        .components(vec![CreateActionRow::InputText(field)]);
    written(&CreateInteractionResponse::Modal(modal))
}

/// A builder as JSON. This cannot fail, because all keys are strings.
fn written(builder: &impl Serialize) -> Value {
    serde_json::to_value(builder).unwrap_or_default()
}

/// A request with a body, and an attached file.
pub(super) fn request<'a>(
    route: Route<'a>,
    method: LightMethod,
    body: &impl Serialize,
    file: Option<&Attachment>,
) -> Request<'a> {
    let request = Request::new(route, method);
    let body = written(body).to_string();
    match file {
        Some(file) => request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(
                file.bytes.clone(),
                file.name.clone(),
            )]),
            fields: Vec::new(),
            payload_json: Some(body),
        })),
        None => request.body(Some(body.into_bytes())),
    }
}

/// A file's entry in a message. The bytes are a separate part of the request.
fn described(file: &Attachment) -> CreateAttachment {
    CreateAttachment::bytes(Vec::new(), file.name.clone()).description(cut(&file.alt, MAX_ALT))
}
