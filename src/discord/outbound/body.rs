//! Messages as Discord's JSON, made with serenity's builders.

use serde::Serialize;
use serenity::builder::{
    AutocompleteChoice, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateEmbed, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditInteractionResponse, EditMessage,
};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use serenity::model::application::ButtonStyle;
use serenity::model::channel::Nonce;

use crate::discord::view::reply::{Attachment, Button, Choice, How, Reply, Row, Style, cut};

/// The longest description of an attachment, in characters.
const LONGEST_ALT: usize = 1024;
/// The longest text of a message, in characters.
const LONGEST_TEXT: usize = 2000;
/// The longest description of an embed, in characters.
const LONGEST_EMBED: usize = 4096;
/// The longest label of a menu's placeholder, in characters.
const LONGEST_PLACEHOLDER: usize = 150;
/// The longest value, label or description of a choice, in characters.
const LONGEST_CHOICE: usize = 100;
/// The longest label of a button, in characters.
const LONGEST_LABEL: usize = 80;

/// Fills a builder from a reply: the builders have the same methods, but no common trait.
macro_rules! fill {
    ($builder:expr, $reply:expr) => {{
        let reply: &Reply = $reply;
        let builder = $builder
            .components(reply.rows.iter().map(row).collect())
            .allowed_mentions(mentions(reply));
        // A list of ten games is too long for a text.
        if reply.text.chars().count() <= LONGEST_TEXT {
            builder.content(&reply.text)
        } else {
            builder.embed(CreateEmbed::new().description(cut(&reply.text, LONGEST_EMBED)))
        }
    }};
}

/// The first answer to an interaction.
pub(super) fn answer(
    how: How,
    reply: &Reply,
    file: Option<&Attachment>,
) -> CreateInteractionResponse {
    let message = fill!(CreateInteractionResponseMessage::new(), reply);
    let message = match file {
        Some(file) => message.add_file(described(file)),
        None => message,
    };
    match how {
        How::New if reply.private => CreateInteractionResponse::Message(message.ephemeral(true)),
        How::New => CreateInteractionResponse::Message(message),
        How::Update => CreateInteractionResponse::UpdateMessage(message),
    }
}

/// The first answer to an interaction whose real answer takes a while.
pub(super) fn defer(how: How, private: bool) -> CreateInteractionResponse {
    match how {
        How::New => {
            let message = CreateInteractionResponseMessage::new();
            CreateInteractionResponse::Defer(message.ephemeral(private))
        }
        How::Update => CreateInteractionResponse::Acknowledge,
    }
}

/// The real answer after [`defer`].
pub(super) fn finished(reply: &Reply, file: Option<&Attachment>) -> EditInteractionResponse {
    let message = fill!(EditInteractionResponse::new().embeds(Vec::new()), reply);
    match file {
        Some(file) => message.new_attachment(described(file)),
        None => message.clear_attachments(),
    }
}

/// A further message for the person alone.
pub(super) fn aside(reply: &Reply) -> CreateInteractionResponseMessage {
    fill!(CreateInteractionResponseMessage::new(), reply).ephemeral(true)
}

/// A new message in a channel. Posting again with the same `nonce` within some minutes
/// posts nothing, but answers the message posted before.
pub(super) fn message(reply: &Reply, file: Option<&Attachment>, nonce: String) -> CreateMessage {
    let message = fill!(CreateMessage::new(), reply)
        .nonce(Nonce::String(nonce))
        .enforce_nonce(true);
    match file {
        Some(file) => message.add_file(described(file)),
        None => message,
    }
}

/// A change of a message that keeps its picture.
pub(super) fn change(reply: &Reply) -> EditMessage {
    fill!(EditMessage::new(), reply)
}

/// A change of a message that removes its buttons.
pub(super) fn stripped() -> EditMessage {
    EditMessage::new()
        .components(Vec::new())
        .allowed_mentions(CreateAllowedMentions::new())
}

/// Completions.
pub(super) fn completions(choices: &[Choice]) -> CreateInteractionResponse {
    let choices = choices
        .iter()
        // Discord refuses the whole list if one of them is too long.
        .filter(|choice| choice.value.chars().count() <= LONGEST_CHOICE)
        .map(|choice| {
            AutocompleteChoice::new(cut(&choice.label, LONGEST_CHOICE), choice.value.clone())
        });
    let response = CreateAutocompleteResponse::new().set_choices(choices.collect());
    CreateInteractionResponse::Autocomplete(response)
}

/// A request with a body, and a file beside it.
pub(super) fn request<'a>(
    route: Route<'a>,
    method: LightMethod,
    body: &impl Serialize,
    file: Option<&Attachment>,
) -> Request<'a> {
    let request = Request::new(route, method);
    // A builder always becomes JSON: all its keys are strings.
    let body = serde_json::to_string(body).unwrap_or_default();
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

/// A file's entry in a message. Its bytes are a part of the request by themselves.
fn described(file: &Attachment) -> CreateAttachment {
    CreateAttachment::bytes(Vec::new(), file.name.clone()).description(cut(&file.alt, LONGEST_ALT))
}

fn mentions(reply: &Reply) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(reply.pings.iter().map(|player| player.0))
}

fn row(row: &Row) -> CreateActionRow {
    match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        Row::Menu {
            id,
            placeholder,
            options,
        } => {
            let options = options.iter().map(option).collect();
            let kind = CreateSelectMenuKind::String { options };
            let menu = CreateSelectMenu::new(id.to_string(), kind)
                .placeholder(cut(placeholder, LONGEST_PLACEHOLDER))
                .min_values(1)
                .max_values(1);
            CreateActionRow::SelectMenu(menu)
        }
    }
}

fn button(button: &Button) -> CreateButton {
    let style = match button.style {
        Style::Primary => ButtonStyle::Primary,
        Style::Secondary => ButtonStyle::Secondary,
        Style::Success => ButtonStyle::Success,
        Style::Danger => ButtonStyle::Danger,
    };
    CreateButton::new(button.id.to_string())
        .style(style)
        .label(cut(&button.label, LONGEST_LABEL))
        .disabled(!button.enabled)
}

fn option(choice: &Choice) -> CreateSelectMenuOption {
    let option =
        CreateSelectMenuOption::new(cut(&choice.label, LONGEST_CHOICE), choice.value.clone());
    match &choice.description {
        Some(description) => option.description(cut(description, LONGEST_CHOICE)),
        None => option,
    }
}
