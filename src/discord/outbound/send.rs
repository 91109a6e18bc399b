//! The one way to Discord: plain data becomes requests.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Http, HttpError, LightMethod, Multipart, MultipartUpload, Request, Route};

use crate::discord::context::InteractionRef;
use crate::discord::view::reply::{Attachment, Button, Choice, How, Reply, Row, Style};
use crate::game::{ChannelId, MessageId, PlayerId};

/// How long a request may take. A connection that hangs must not keep the
/// sweeper from its work.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest description of an attachment, in characters.
const LONGEST_ALT: usize = 1024;
/// The longest text of a message, in characters.
const LONGEST_TEXT: usize = 2000;
/// The longest description of an embed, in characters.
const LONGEST_EMBED: usize = 4096;
/// The longest value of a choice, in characters.
const LONGEST_VALUE: usize = 100;

/// A message as Discord takes it.
fn body(reply: &Reply, attached: Option<&Attachment>) -> Value {
    let pings: Vec<String> = reply.pings.iter().map(PlayerId::to_string).collect();
    let attachments: Vec<Value> = attached
        .map(|file| json!({ "id": "0", "filename": file.name, "description": cut(&file.alt, LONGEST_ALT) }))
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
fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars()
        .take(longest.saturating_sub(1))
        .chain(['…'])
        .collect()
}

/// Answers an interaction; gives the id of the new message, if there is one and Discord tells.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn answer(
    http: &Http,
    interaction: InteractionRef<'_>,
    how: How,
    reply: &Reply,
    attached: Option<Attachment>,
) -> Result<Option<MessageId>, serenity::Error> {
    let mut data = body(reply, attached.as_ref());
    if reply.private && how == How::New {
        data["flags"] = 64.into();
    }
    let kind = match how {
        How::New => 4,
        How::Update => 7,
    };
    let route = Route::InteractionResponse {
        interaction_id: interaction.id,
        token: interaction.token,
    };
    // Discord tells the id of the new message only if asked.
    let request = request(
        route,
        LightMethod::Post,
        &json!({ "type": kind, "data": data }),
        attached,
    )
    .params(Some(vec![("with_response", "true".to_owned())]));
    let told = match send(http, request).await {
        Ok(told) => told,
        // Discord may have done it all the same, and then it must not be said again.
        Err(error) if is_uncertain(&error) => {
            let id = original(http, interaction).await.ok_or(error)?;
            return Ok((how == How::New).then_some(id));
        }
        Err(error) => return Err(error),
    };
    if how == How::Update {
        return Ok(None);
    }
    let id = id_at(&told, "/resource/message/id");
    if id.is_some() || reply.private {
        return Ok(id);
    }
    // It is there, whether we learn its id or not.
    Ok(original(http, interaction).await)
}

/// Announces an answer to an interaction that takes a while: [`finish`] brings it.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn announce(
    http: &Http,
    interaction: InteractionRef<'_>,
    how: How,
    private: bool,
) -> Result<(), serenity::Error> {
    let answer = match how {
        How::New if private => json!({ "type": 5, "data": { "flags": 64 } }),
        How::New => json!({ "type": 5 }),
        How::Update => json!({ "type": 6 }),
    };
    let route = Route::InteractionResponse {
        interaction_id: interaction.id,
        token: interaction.token,
    };
    let request = request(route, LightMethod::Post, &answer, None);
    send(http, request).await.map(drop)
}

/// Brings the answer that was announced.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn finish(
    http: &Http,
    interaction: InteractionRef<'_>,
    reply: &Reply,
    attached: Option<Attachment>,
) -> Result<(), serenity::Error> {
    let route = Route::WebhookOriginalInteractionResponse {
        application_id: interaction.application,
        token: interaction.token,
    };
    let mut change = body(reply, attached.as_ref());
    if change.get("embeds").is_none() {
        change["embeds"] = json!([]);
    }
    let request = request(route, LightMethod::Patch, &change, attached);
    send(http, request).await.map(drop)
}

/// The message that an interaction was answered with, if it was.
async fn original(http: &Http, interaction: InteractionRef<'_>) -> Option<MessageId> {
    let original = Route::WebhookOriginalInteractionResponse {
        application_id: interaction.application,
        token: interaction.token,
    };
    let told = send(http, Request::new(original, LightMethod::Get)).await;
    id_at(&told.ok()?, "/id")
}

/// Sends a request; answers what Discord tells.
async fn send(http: &Http, request: Request<'_>) -> Result<Vec<u8>, serenity::Error> {
    let sent = async {
        let response = http.request(request).await?;
        // That it was done counts, also if the rest of what Discord tells is lost.
        let told = response.bytes().await;
        Ok(told.map(|told| told.to_vec()).unwrap_or_default())
    };
    let late = serenity::Error::Other("Discord did not answer in time");
    tokio::time::timeout(PATIENCE, sent)
        .await
        .unwrap_or(Err(late))
}

/// Whether a request may have taken effect although it failed.
fn is_uncertain(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.is_server_error()
        }
        serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Other(_) => true,
        _ => false,
    }
}

/// Answers a request for completions.
///
/// # Errors
/// If Discord cannot be reached or refuses.
pub async fn complete(
    http: &Http,
    interaction: InteractionRef<'_>,
    choices: &[Choice],
) -> Result<(), serenity::Error> {
    let choices: Vec<Value> = choices
        .iter()
        // One that is too long would cost all of them.
        .filter(|choice| choice.value.chars().count() <= LONGEST_VALUE)
        .map(|choice| json!({ "name": cut(&choice.label, 100), "value": choice.value }))
        .collect();
    let route = Route::InteractionResponse {
        interaction_id: interaction.id,
        token: interaction.token,
    };
    let answer = json!({ "type": 8, "data": { "choices": choices } });
    let request = request(route, LightMethod::Post, &answer, None);
    send(http, request).await.map(drop)
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
    attached: Option<Attachment>,
    nonce: &str,
) -> Result<MessageId, serenity::Error> {
    let mut message = body(reply, attached.as_ref());
    message["nonce"] = nonce.into();
    message["enforce_nonce"] = true.into();
    let route = Route::ChannelMessages {
        channel_id: channel.0.into(),
    };
    let request = request(route, LightMethod::Post, &message, attached);
    let posted = send(http, request).await?;
    id_at(&posted, "/id").ok_or(serenity::Error::Other("a posted message has no id"))
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
    let request = request(route, LightMethod::Patch, &change, None);
    send(http, request).await.map(drop)
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
    let request = request(route, LightMethod::Patch, &change, None);
    send(http, request).await.map(drop)
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
    attached: Option<Attachment>,
) -> Request<'a> {
    let request = Request::new(route, method);
    match attached {
        Some(file) => request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(
                file.bytes, file.name,
            )]),
            fields: Vec::new(),
            payload_json: Some(body.to_string()),
        })),
        None => request.body(Some(body.to_string().into_bytes())),
    }
}

/// The id that stands at a place of what Discord told.
fn id_at(told: &[u8], place: &str) -> Option<MessageId> {
    let told: Value = serde_json::from_slice(told).ok()?;
    told.pointer(place)?.as_str()?.parse().ok().map(MessageId)
}
