//! Messages of components only (“Components V2”), accepted and refused.

use serde_json::{Value, json};
use siwa_playground::{Kind, Message, Options, Playground};

use super::echo::request_as_bot as sends;
use super::http::Reply;

/// The flag of such a message.
const COMPONENTS_V2: u64 = 1 << 15;

/// Posts into the first channel.
async fn posts(play: &Playground, flags: u64, body: Value) -> Reply {
    let channel = play.world().channel("main").unwrap().id;
    let mut body = body;
    body["flags"] = json!(flags);
    sends(
        play,
        "POST",
        &format!("/channels/{channel}/messages"),
        &body,
    )
    .await
}

fn text(content: &str) -> Value {
    json!({ "type": 10, "content": content })
}

/// A row of buttons, numbered on from the first.
fn buttons(first: usize, count: usize) -> Value {
    let button =
        |n: usize| json!({ "type": 2, "style": 1, "label": "x", "custom_id": n.to_string() });
    json!({ "type": 1, "components": (first..first + count).map(button).collect::<Vec<_>>() })
}

fn newest(play: &Playground) -> Message {
    play.world().messages("main").pop().unwrap()
}

#[tokio::test]
async fn a_message_of_components_has_its_texts_and_rows_for_a_board() {
    let play = Playground::start(Options::default()).await.unwrap();
    let mut parts = vec![text("one"), text("two")];
    parts.extend((0..6).map(|row| buttons(5 * row, 5)));
    let sent = posts(&play, COMPONENTS_V2, json!({ "components": parts })).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    assert_eq!(sent.json["flags"], COMPONENTS_V2);
    let message = newest(&play);
    assert_eq!(message.text(), "one\ntwo");
    assert_eq!(message.live().len(), 30);
}

#[tokio::test]
async fn invalid_combinations_are_refused_with_discords_messages() {
    let play = Playground::start(Options::default()).await.unwrap();
    let many: Vec<Value> = (0..7).map(|row| buttons(5 * row, 5)).collect();
    let long = text(&"x".repeat(2001));
    let picture = json!({ "type": 12, "items": [{ "media": { "url": "attachment://a.png" } }] });
    let refused = json!([
        ["BASE_TYPE_CHOICES", 0, { "components": [text("one")] }],
        [
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", COMPONENTS_V2,
            { "components": [text("a")], "content": "b" }
        ],
        ["BASE_TYPE_MAX_LENGTH", COMPONENTS_V2, { "components": many }],
        ["COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED", COMPONENTS_V2, { "components": [long, long] }],
        ["BASE_TYPE_REQUIRED", COMPONENTS_V2, { "components": [] }],
        ["UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", COMPONENTS_V2, { "components": [picture] }],
        ["COMPONENT_CUSTOM_ID_DUPLICATED", COMPONENTS_V2, { "components": [buttons(0, 1), buttons(0, 1)] }],
    ]);
    for case in refused.as_array().unwrap() {
        let code = case[0].as_str().unwrap();
        let flags = case[1].as_u64().unwrap();
        let sent = posts(&play, flags, case[2].clone()).await;
        assert_eq!(sent.status, 400, "{code}: {}", sent.text);
        assert!(sent.text.contains(code), "{code}: {}", sent.text);
        play.world().expect_violation(Kind::Invalid).await.unwrap();
    }
}

#[tokio::test]
async fn an_older_message_can_become_one_of_components_but_not_back() {
    let play = Playground::start(Options::default()).await.unwrap();
    posts(&play, 0, json!({ "content": "old" })).await;
    let old = newest(&play);
    let path = format!("/channels/{}/messages/{}", old.channel, old.id);
    let parts = json!([text("new")]);
    let half = json!({ "flags": COMPONENTS_V2, "components": parts });
    let refused = sends(&play, "PATCH", &path, &half).await;
    assert_eq!(refused.status, 400, "its content is still there");
    play.world().expect_violation(Kind::Invalid).await.unwrap();
    let whole =
        json!({ "flags": COMPONENTS_V2, "components": parts, "content": null, "embeds": [] });
    assert_eq!(sends(&play, "PATCH", &path, &whole).await.status, 200);
    assert_eq!(newest(&play).text(), "new");
    let back = json!({ "flags": 0, "components": [text("newer")] });
    let stays = sends(&play, "PATCH", &path, &back).await;
    assert_eq!(stays.json["flags"], COMPONENTS_V2, "{}", stays.text);
}

#[tokio::test]
async fn an_applications_emoji_are_uploaded_once_and_used_on_buttons() {
    let play = Playground::start(Options::default()).await.unwrap();
    let app = sends(&play, "GET", "/oauth2/applications/@me", &Value::Null).await;
    let path = format!("/applications/{}/emojis", app.json["id"].as_str().unwrap());
    let image = "data:image/png;base64,AAAA";
    let emoji = json!({ "name": "light_1", "image": image });
    let made = sends(&play, "POST", &path, &emoji).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let known = sends(&play, "GET", &path, &Value::Null).await;
    assert_eq!(known.json["items"][0]["id"], made.json["id"]);
    let button = |id: &Value| {
        let emoji = json!({ "id": id, "name": "light_1" });
        let button = json!({ "type": 2, "style": 1, "custom_id": "a", "emoji": emoji });
        json!({ "components": [{ "type": 1, "components": [button] }] })
    };
    let sent = posts(&play, COMPONENTS_V2, button(&made.json["id"])).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    // Two processes may upload the same one.
    assert_eq!(sends(&play, "POST", &path, &emoji).await.status, 400);
    assert!(play.world().violations().is_empty());
    for (path, body) in [
        (&path, json!({ "name": "a b", "image": image })),
        (&path, json!({ "name": "dark", "image": "none" })),
    ] {
        let sent = sends(&play, "POST", path, &body).await;
        assert_eq!(sent.status, 400, "{body}");
        play.world().expect_violation(Kind::Invalid).await.unwrap();
    }
    assert_eq!(
        posts(&play, COMPONENTS_V2, button(&json!("1")))
            .await
            .status,
        400
    );
    play.world().expect_violation(Kind::Invalid).await.unwrap();
}
