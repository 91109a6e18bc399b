//! What is sent to Discord, as plain data, and its one way there.

use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Http, HttpError, LightMethod, Multipart, MultipartUpload, Request, Route};

use super::custom_id::CustomId;
use crate::game::{ChannelId, MessageId, PlayerId};
use crate::rules::Diagram;

/// The longest description of an attachment, in characters.
const LONGEST_ALT: usize = 1024;
/// The longest text of a message, in characters.
const LONGEST_TEXT: usize = 2000;

/// The longest description of an embed, in characters.
const LONGEST_EMBED: usize = 4096;
/// The longest value of a choice, in characters.
const LONGEST_VALUE: usize = 100;

/// A message to be sent.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// What it says.
    pub text: String,
    /// The board to show below.
    pub board: Option<Diagram>,
    /// Its rows of buttons and menus.
    pub rows: Vec<Row>,
    /// Whether only the person asked may see it.
    pub private: bool,
    /// Whom it pings; everybody else is only named.
    pub pings: Vec<PlayerId>,
}

/// A row below a message.
#[derive(Clone, Debug)]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Button>),
    /// A menu to choose one of up to 25 from.
    Menu {
        /// What it carries.
        id: CustomId,
        /// What it says while nothing is chosen.
        placeholder: String,
        /// The choices.
        options: Vec<Choice>,
    },
}

/// A button.
#[derive(Clone, Debug)]
pub struct Button {
    /// What it carries.
    pub id: CustomId,
    /// What it says.
    pub label: String,
    /// How it looks.
    pub style: Style,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// What most will want.
    Primary,
    /// Anything else.
    Secondary,
    /// Agreement.
    Success,
    /// What cannot be undone.
    Danger,
}

/// A line in a menu.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it says.
    pub label: String,
    /// What it means.
    pub value: String,
    /// What it says besides.
    pub description: Option<String>,
}

impl Reply {
    /// A public message.
    #[must_use]
    pub fn public(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// A message for the person alone.
    #[must_use]
    pub fn private(text: String) -> Self {
        Self {
            text,
            private: true,
            ..Self::default()
        }
    }

    /// The same with a board.
    #[must_use]
    pub fn with_board(mut self, board: Diagram) -> Self {
        self.board = Some(board);
        self
    }

    /// The same with one more row.
    #[must_use]
    pub fn with_row(mut self, row: Row) -> Self {
        self.rows.push(row);
        self
    }

    /// The same, pinging somebody.
    #[must_use]
    pub fn pinging(mut self, player: Option<PlayerId>) -> Self {
        self.pings.extend(player);
        self
    }
}

impl Button {
    /// A button.
    #[must_use]
    pub fn new(id: CustomId, label: String, style: Style) -> Self {
        Self {
            id,
            label,
            style,
            enabled: true,
        }
    }
}

/// A picture, encoded, with its words.
#[derive(Clone, Debug)]
pub struct Picture {
    /// PNG.
    pub png: Vec<u8>,
    /// What it shows.
    pub alt: String,
}

/// How an interaction is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// With a new message.
    New,
    /// By changing the message whose component was pressed.
    Update,
}

/// A message as Discord takes it.
fn body(reply: &Reply, picture: Option<&Picture>) -> Value {
    let pings: Vec<String> = reply.pings.iter().map(PlayerId::to_string).collect();
    let attachments: Vec<Value> = picture
        .map(|picture| json!({ "id": "0", "filename": "board.png", "description": cut(&picture.alt, LONGEST_ALT) }))
        .into_iter()
        .collect();
    let rows: Vec<Value> = reply.rows.iter().map(row).collect();
    let mut body = json!({
        "components": rows,
        "attachments": attachments,
        "allowed_mentions": { "parse": [], "users": pings },
    });
    if reply.text.chars().count() <= LONGEST_TEXT {
        body["content"] = reply.text.clone().into();
    } else {
        // Ten games in a list are too much for a text.
        body["embeds"] = json!([{ "description": cut(&reply.text, LONGEST_EMBED) }]);
    }
    body
}

fn row(row: &Row) -> Value {
    let components = match row {
        Row::Buttons(buttons) => buttons.iter().map(button).collect(),
        Row::Menu {
            id,
            placeholder,
            options,
        } => {
            let options: Vec<Value> = options.iter().map(choice).collect();
            vec![json!({
                "type": 3, "custom_id": id.to_string(), "placeholder": cut(placeholder, 150),
                "options": options, "min_values": 1, "max_values": 1,
            })]
        }
    };
    json!({ "type": 1, "components": components })
}

fn button(button: &Button) -> Value {
    let style = match button.style {
        Style::Primary => 1,
        Style::Secondary => 2,
        Style::Success => 3,
        Style::Danger => 4,
    };
    json!({
        "type": 2, "style": style, "label": cut(&button.label, 80),
        "custom_id": button.id.to_string(), "disabled": !button.enabled,
    })
}

fn choice(choice: &Choice) -> Value {
    let mut json = json!({ "label": cut(&choice.label, 100), "value": choice.value });
    if let Some(description) = &choice.description {
        json["description"] = cut(description, 100).into();
    }
    json
}

/// The text, cut to `longest` characters with an ellipsis.
pub(super) fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars()
        .take(longest.saturating_sub(1))
        .chain(['…'])
        .collect()
}

/// Which interaction is answered.
#[derive(Clone, Copy, Debug)]
pub struct Ticket<'a> {
    /// Its id.
    pub id: serenity::model::id::InteractionId,
    /// Its token: a secret.
    pub token: &'a str,
    /// Our application.
    pub application: serenity::model::id::ApplicationId,
}

/// Answers an interaction; gives the id of the new message, if there is one and Discord tells.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn answer(
    http: &Http,
    ticket: Ticket<'_>,
    how: How,
    reply: &Reply,
    picture: Option<Picture>,
) -> Result<Option<MessageId>, serenity::Error> {
    let mut data = body(reply, picture.as_ref());
    if reply.private && how == How::New {
        data["flags"] = 64.into();
    }
    let kind = match how {
        How::New => 4,
        How::Update => 7,
    };
    let route = Route::InteractionResponse {
        interaction_id: ticket.id,
        token: ticket.token,
    };
    // Discord tells the id of the new message only if asked.
    let request = request(
        route,
        LightMethod::Post,
        &json!({ "type": kind, "data": data }),
        picture,
    )?
    .params(Some(vec![("with_response", "true".to_owned())]));
    let response = match http.request(request).await {
        Ok(response) => response,
        // Discord may have done it all the same, and then it must not be said again.
        Err(error) if is_uncertain(&error) => {
            return original(http, ticket)
                .await
                .map(|id| id.filter(|_| how == How::New))
                .map_err(|_| error);
        }
        Err(error) => return Err(error),
    };
    if how == How::Update {
        return Ok(None);
    }
    let told: Option<Value> = response
        .bytes()
        .await
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let id = told
        .as_ref()
        .and_then(|told| id_of(told.pointer("/resource/message/id")?));
    if id.is_some() || reply.private {
        return Ok(id);
    }
    // It is there, whether we learn its id or not.
    Ok(original(http, ticket).await.ok().flatten())
}

/// The message that an interaction was answered with.
async fn original(http: &Http, ticket: Ticket<'_>) -> Result<Option<MessageId>, serenity::Error> {
    let original = Route::WebhookOriginalInteractionResponse {
        application_id: ticket.application,
        token: ticket.token,
    };
    let message: Value = http.fire(Request::new(original, LightMethod::Get)).await?;
    Ok(message.get("id").and_then(id_of))
}

/// Whether a request may have taken effect although it failed.
fn is_uncertain(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.is_server_error()
        }
        serenity::Error::Http(HttpError::Request(_)) => true,
        _ => false,
    }
}

/// Answers a request for completions.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn complete(
    http: &Http,
    ticket: Ticket<'_>,
    choices: &[Choice],
) -> Result<(), serenity::Error> {
    let choices: Vec<Value> = choices
        .iter()
        // One that is too long would cost all of them.
        .filter(|choice| choice.value.chars().count() <= LONGEST_VALUE)
        .map(|choice| json!({ "name": cut(&choice.label, 100), "value": choice.value }))
        .collect();
    let route = Route::InteractionResponse {
        interaction_id: ticket.id,
        token: ticket.token,
    };
    let answer = json!({ "type": 8, "data": { "choices": choices } });
    let request = request(route, LightMethod::Post, &answer, None)?;
    http.request(request).await.map(drop)
}

/// Posts a message in a channel. Posting again with the same `nonce` within
/// some minutes posts nothing, but answers the message posted before.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn post(
    http: &Http,
    channel: ChannelId,
    reply: &Reply,
    picture: Option<Picture>,
    nonce: &str,
) -> Result<MessageId, serenity::Error> {
    let mut message = body(reply, picture.as_ref());
    message["nonce"] = nonce.into();
    message["enforce_nonce"] = true.into();
    let route = Route::ChannelMessages {
        channel_id: channel.0.into(),
    };
    let posted: Value = http
        .fire(request(route, LightMethod::Post, &message, picture)?)
        .await?;
    posted
        .get("id")
        .and_then(id_of)
        .ok_or(serenity::Error::Other("a posted message has no id"))
}

/// Changes a message in a channel to `reply`, without a picture.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn edit(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
    reply: &Reply,
) -> Result<(), serenity::Error> {
    let route = place(channel, message);
    let change = body(reply, None);
    let request = request(route, LightMethod::Patch, &change, None)?;
    http.request(request).await.map(drop)
}

/// Takes the buttons from a message; all else stays.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn strip(
    http: &Http,
    channel: ChannelId,
    message: MessageId,
) -> Result<(), serenity::Error> {
    let route = place(channel, message);
    let change = json!({ "components": [], "allowed_mentions": { "parse": [] } });
    let request = request(route, LightMethod::Patch, &change, None)?;
    http.request(request).await.map(drop)
}

fn place(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: channel.0.into(),
        message_id: message.0.into(),
    }
}

fn request<'a>(
    route: Route<'a>,
    method: LightMethod,
    body: &Value,
    picture: Option<Picture>,
) -> Result<Request<'a>, serenity::Error> {
    let request = Request::new(route, method);
    Ok(match picture {
        Some(picture) => request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(
                picture.png,
                "board.png",
            )]),
            fields: Vec::new(),
            payload_json: Some(body.to_string()),
        })),
        None => request.body(Some(serde_json::to_vec(body)?)),
    })
}

fn id_of(value: &Value) -> Option<MessageId> {
    value.as_str()?.parse().ok().map(MessageId)
}
