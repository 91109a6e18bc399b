//! Discord's limits, tried one by one over plain HTTP, as any library could send them.

use serde_json::{Value, json};
use siwa_playground::{Kind, Options, Playground};

use super::http::{Reply, request};

/// A playground without a bot; the tests make the bot's requests.
struct Hand {
    play: Playground,
}

impl Hand {
    async fn new() -> Self {
        let play = Playground::start(Options {
            strict: true,
            ..Options::default()
        });
        Self {
            play: play.await.unwrap(),
        }
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> Reply {
        let auth = format!("Bot {}", self.play.token());
        let headers = [("authorization", auth.as_str())];
        let path = format!("/api/v10{path}");
        request(&self.play.api_url(), method, &path, &headers, &body).await
    }

    /// Sends a message to the first channel; `None` if it is accepted, else the path of the error.
    async fn wrong(&self, body: Value) -> Option<String> {
        let channel = self.play.world().channel("main").unwrap().id;
        let path = format!("/channels/{channel}/messages");
        let reply = self.ask("POST", &path, body).await;
        if reply.status == 200 {
            return None;
        }
        assert_eq!(reply.status, 400, "{reply:?}");
        let violation = self.play.world().expect_violation(Kind::Invalid).await;
        Some(violation.unwrap().detail)
    }

    async fn wrong_command(&self, command: Value) -> Option<String> {
        let path = "/applications/1100000000000000001/commands";
        let reply = self.ask("PUT", path, json!([command])).await;
        if reply.status == 200 {
            return None;
        }
        assert_eq!((reply.status, &reply.json["code"]), (400, &json!(50035)));
        let violation = self.play.world().expect_violation(Kind::Invalid).await;
        Some(violation.unwrap().detail)
    }
}

fn row(parts: Value) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": parts }] })
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "x", "custom_id": id })
}

fn menu(options: usize) -> Value {
    let options: Vec<Value> = (0..options)
        .map(|n| json!({ "label": "x", "value": n.to_string() }))
        .collect();
    json!({ "type": 3, "custom_id": "menu", "options": options })
}

#[tokio::test]
async fn messages_within_the_limits_are_accepted() {
    let hand = Hand::new().await;
    let five: Vec<Value> = (0..5).map(|n| button(&n.to_string())).collect();
    for body in [
        json!({ "content": "é".repeat(2000) }),
        row(json!(five)),
        row(json!([menu(25)])),
        row(json!([{ "type": 2, "style": 5, "label": "x", "url": "https://example.org" }])),
        row(json!([{ "type": 2, "style": 1, "emoji": { "name": "⚔️" }, "custom_id": "x" }])),
        json!({ "embeds": [{ "description": "x" }] }),
        json!({ "content": "x", "allowed_mentions": { "parse": [], "users": ["1"] } }),
    ] {
        assert_eq!(hand.wrong(body.clone()).await, None, "{body}");
    }
}

#[tokio::test]
async fn messages_beyond_the_limits_are_refused() {
    let hand = Hand::new().await;
    let six: Vec<Value> = (0..6).map(|n| button(&n.to_string())).collect();
    let rows: Vec<Value> = (0..6)
        .map(|n| json!({ "type": 1, "components": [button(&n.to_string())] }))
        .collect();
    let mut wide = menu(2);
    wide["max_values"] = json!(3);
    let mut twice = menu(2);
    twice["options"][1]["value"] = json!("0");
    let mut wordy = menu(1);
    wordy["options"][0]["description"] = json!("x".repeat(101));
    for (body, place) in [
        (json!({ "content": "x".repeat(2001) }), "content"),
        (json!({ "content": " " }), "empty"),
        (
            json!({ "components": [{ "type": 1, "components": [button("a")] }] }),
            "empty",
        ),
        (json!({ "content": "x", "components": rows }), "components"),
        (row(json!(six)), "components.0"),
        (row(json!([])), "components.0"),
        (row(json!([button("a"), menu(1)])), "components.0"),
        (row(json!([button("a"), button("a")])), "duplicated"),
        (row(json!([button("")])), "custom_id"),
        (row(json!([button(&"x".repeat(101))])), "custom_id"),
        (
            row(json!([{ "type": 2, "style": 1, "label": "x".repeat(81), "custom_id": "a" }])),
            "label",
        ),
        (
            row(json!([{ "type": 2, "style": 1, "custom_id": "a" }])),
            "label",
        ),
        (
            row(
                json!([{ "type": 2, "style": 5, "label": "x", "custom_id": "a", "url": "https://a.b" }]),
            ),
            "custom id",
        ),
        (
            row(json!([{ "type": 2, "style": 5, "label": "x", "url": "javascript:1" }])),
            "url",
        ),
        (
            row(json!([{ "type": 2, "style": 1, "emoji": { "name": "x" }, "custom_id": "a" }])),
            "emoji",
        ),
        (row(json!([menu(0)])), "options"),
        (row(json!([menu(26)])), "options"),
        (row(json!([wide])), "max_values"),
        (row(json!([twice])), "value"),
        (row(json!([wordy])), "description"),
        (
            json!({ "content": "x", "attachments": [{ "id": 7 }] }),
            "attachments",
        ),
        (
            json!({ "content": "x", "embeds": [{ "description": "x".repeat(4097) }] }),
            "embeds",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "exclusive",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["people"] } }),
            "parse",
        ),
    ] {
        let wrong = hand.wrong(body.clone()).await.unwrap_or_default();
        assert!(wrong.contains(place), "{place} of {body}: {wrong}");
    }
    assert!(hand.play.world().messages("main").is_empty());
}

#[tokio::test]
async fn commands_beyond_the_limits_are_refused() {
    let hand = Hand::new().await;
    let option = |name: &str, required: bool| json!({ "type": 3, "name": name, "description": "x", "required": required });
    let with = |options: Value| json!({ "name": "a", "description": "x", "options": options });
    let fine = with(json!([option("a", true), option("b", false)]));
    assert_eq!(hand.wrong_command(fine).await, None);
    let many: Vec<Value> = (0..26).map(|n| option(&format!("o{n}"), false)).collect();
    let long: Vec<Value> = (0..25)
        .map(|n| json!({ "name": format!("{n}{}", "x".repeat(90)), "value": format!("{n}{}", "y".repeat(90)) }))
        .collect();
    let big: Vec<Value> = (0..3)
        .map(|n| json!({ "type": 3, "name": format!("o{n}"), "description": "x", "choices": long }))
        .collect();
    for (command, place) in [
        (json!({ "name": "A", "description": "x" }), "name"),
        (json!({ "name": "a b", "description": "x" }), "name"),
        (
            json!({ "name": "x".repeat(33), "description": "x" }),
            "name",
        ),
        (json!({ "name": "a" }), "description"),
        (
            json!({ "name": "a", "description": "x".repeat(101) }),
            "description",
        ),
        (
            json!({ "name": "a", "description": "x", "name_localizations": { "pt": "b" } }),
            "locale",
        ),
        (
            json!({ "name": "a", "description": "x", "name_localizations": { "pt-BR": "É" } }),
            "name",
        ),
        (with(json!(many)), "options"),
        (
            with(json!([option("a", false), option("b", true)])),
            "equired",
        ),
        (
            with(json!([option("a", false), option("a", false)])),
            "called",
        ),
        (
            with(
                json!([{ "type": 3, "name": "a", "description": "x", "choices": [{ "name": "x", "value": 1 }] }]),
            ),
            "type",
        ),
        (
            with(
                json!([{ "type": 3, "name": "a", "description": "x", "autocomplete": true, "choices": [{ "name": "x", "value": "1" }] }]),
            ),
            "autocomplete",
        ),
        (
            with(json!([{ "type": 1, "name": "a", "description": "x" }, option("b", false)])),
            "exclusive",
        ),
        (with(json!(big)), "8000"),
    ] {
        let wrong = hand
            .wrong_command(command.clone())
            .await
            .unwrap_or_default();
        assert!(wrong.contains(place), "{place} of {command}: {wrong}");
    }
}

#[tokio::test]
async fn commands_of_the_same_name_keep_their_ids() {
    let hand = Hand::new().await;
    let path = "/applications/1100000000000000001/commands";
    let command = json!({ "name": "a", "description": "x" });
    let first = hand.ask("PUT", path, json!([command])).await;
    let again = hand.ask("POST", path, command).await;
    assert_eq!(first.json[0]["id"], again.json["id"]);
    let all = hand.ask("GET", path, Value::Null).await;
    assert_eq!(all.json.as_array().map(Vec::len), Some(1));
    let one = format!("{path}/{}", again.json["id"].as_str().unwrap());
    assert_eq!(hand.ask("DELETE", &one, Value::Null).await.status, 204);
    assert_eq!(hand.ask("DELETE", &one, Value::Null).await.status, 404);
    let violation = hand.play.world().expect_violation(Kind::NotFound).await;
    assert!(violation.is_ok());
}

#[tokio::test]
async fn an_address_that_is_nowhere_is_a_violation() {
    let hand = Hand::new().await;
    let reply = hand
        .ask("GET", "/guilds/1100000000000000002/bans", Value::Null)
        .await;
    assert_eq!(reply.status, 404);
    let violation = hand.play.world().expect_violation(Kind::UnknownRoute).await;
    assert!(violation.unwrap().detail.contains("bans"));
    // Also if the path is not even valid text.
    let reply = hand.ask("GET", "/guilds/%ff", Value::Null).await;
    assert_eq!(reply.status, 400);
    let violation = hand.play.world().expect_violation(Kind::Invalid).await;
    assert!(violation.unwrap().detail.contains("not snowflake"));
}

#[tokio::test]
async fn an_archived_thread_is_revived_by_a_message_unless_it_is_locked() {
    let hand = Hand::new().await;
    let world = hand.play.world();
    let main = world.channel("main").unwrap().id;
    let thread = json!({ "name": "A game", "type": 11 });
    let thread = hand
        .ask("POST", &format!("/channels/{main}/threads"), thread)
        .await;
    assert_eq!(thread.status, 201);
    let id = thread.json["id"].as_str().unwrap();
    let (place, messages) = (
        format!("/channels/{id}"),
        format!("/channels/{id}/messages"),
    );
    let say = json!({ "content": "still here" });
    hand.ask("PATCH", &place, json!({ "archived": true })).await;
    assert!(world.channel(id).unwrap().archived);
    assert_eq!(hand.ask("POST", &messages, say.clone()).await.status, 200);
    assert!(!world.channel(id).unwrap().archived);
    let lock = json!({ "archived": true, "locked": true });
    assert_eq!(hand.ask("PATCH", &place, lock.clone()).await.status, 403);
    assert!(world.expect_violation(Kind::Forbidden).await.is_ok());
    world.set_bot_permissions("main", u64::MAX);
    assert_eq!(hand.ask("PATCH", &place, lock).await.status, 200);
    assert_eq!(hand.ask("POST", &messages, say).await.status, 400);
    assert!(world.expect_violation(Kind::Invalid).await.is_ok());
}

#[tokio::test]
async fn history_is_given_newest_first_and_in_pages() {
    let hand = Hand::new().await;
    let main = hand.play.world().channel("main").unwrap().id;
    for n in 1..=3 {
        assert_eq!(hand.wrong(json!({ "content": n.to_string() })).await, None);
    }
    let path = format!("/channels/{main}/messages?limit=2");
    let page = hand.ask("GET", &path, Value::Null).await.json;
    assert_eq!(
        (&page[0]["content"], &page[1]["content"]),
        (&json!("3"), &json!("2"))
    );
    let before = page[1]["id"].as_str().unwrap();
    let page = hand
        .ask("GET", &format!("{path}&before={before}"), Value::Null)
        .await;
    assert_eq!(page.json[0]["content"], "1");
}

#[tokio::test]
async fn the_bot_cannot_find_what_a_moderator_deleted() {
    let hand = Hand::new().await;
    let world = hand.play.world();
    assert_eq!(hand.wrong(json!({ "content": "x" })).await, None);
    let message = world.messages("main").remove(0);
    let path = format!("/channels/{}/messages/{}", message.channel, message.id);
    world.delete_message(message.id);
    let edit = hand.ask("PATCH", &path, json!({ "content": "y" })).await;
    assert_eq!((edit.status, &edit.json["code"]), (404, &json!(10008)));
    assert!(world.expect_violation(Kind::NotFound).await.is_ok());
    let thread = world.open_thread("main", "A game").unwrap();
    world.delete_channel(&thread.key);
    let gone = hand
        .ask("GET", &format!("/channels/{}", thread.id), Value::Null)
        .await;
    assert_eq!((gone.status, &gone.json["code"]), (404, &json!(10003)));
    assert!(world.expect_violation(Kind::NotFound).await.is_ok());
}

#[tokio::test]
async fn a_strict_playground_fails_the_test_that_leaves_violations() {
    let hand = Hand::new().await;
    hand.ask("GET", "/nothing", Value::Null).await;
    let dropped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(hand)));
    let words = *dropped.unwrap_err().downcast::<String>().unwrap();
    assert!(words.contains("/nothing"), "{words}");
}

#[tokio::test]
async fn only_the_start_of_a_refused_body_is_logged() {
    let play = Playground::start(Options::default()).await.unwrap();
    let id = play.world().channel("main").unwrap().id;
    let token = format!("Bot {}", play.token());
    let path = format!("/api/v10/channels/{id}/messages");
    let headers = [("authorization", token.as_str())];
    let body = json!({ "content": "x".repeat(5_000_000) });
    let reply = request(&play.api_url(), "POST", &path, &headers, &body).await;
    assert_eq!(reply.status, 400);
    let long = format!("/api/v10/channels/{}", "y".repeat(20_000));
    let reply = request(&play.api_url(), "GET", &long, &headers, &json!(null)).await;
    assert_eq!(reply.status, 400);
    for logged in play.world().rest_log() {
        let kept = logged.body.to_string().len() + logged.path.len();
        assert!(kept < 10_000, "{kept} bytes of {}", logged.method);
    }
    for violation in play.world().take_violations() {
        assert!(violation.detail.len() < 10_000);
    }
}
