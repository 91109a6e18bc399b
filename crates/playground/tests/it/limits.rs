//! Discord's limits, tried one by one over plain HTTP, as any library could send them.

use serde_json::{Value, json};
use siwa_playground::{Kind, Options, Playground};

use super::echo::request_as_bot;
use super::http::Reply;

const COMMANDS: &str = "/applications/1100000000000000001/commands";

/// A playground without a bot; the tests make the bot's requests.
struct Hand {
    play: Playground,
}

impl Hand {
    async fn new() -> Self {
        let options = Options {
            strict: true,
            ..Options::default()
        };
        let play = Playground::start(options).await.unwrap();
        Self { play }
    }

    /// Reads.
    async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, Value::Null).await
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> Reply {
        request_as_bot(&self.play, method, path, &body).await
    }

    /// Sends a message to the first channel; `None` if it is accepted, else the path of the error.
    async fn wrong(&self, body: Value) -> Option<String> {
        let channel = self.play.world().channel("main").unwrap().id;
        let path = format!("/channels/{channel}/messages");
        self.refused("POST", &path, body).await
    }

    async fn wrong_command(&self, command: Value) -> Option<String> {
        self.refused("PUT", COMMANDS, json!([command])).await
    }

    async fn refused(&self, method: &str, path: &str, body: Value) -> Option<String> {
        let reply = self.ask(method, path, body).await;
        if reply.status == 200 {
            return None;
        }
        let violation = self.play.world().expect_violation(Kind::Invalid).await;
        let detail = violation.unwrap().detail;
        let code = if detail.contains("empty") {
            50006
        } else {
            50035
        };
        assert_eq!((reply.status, &reply.json["code"]), (400, &json!(code)));
        Some(detail)
    }
}

fn row(parts: Value) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": parts }] })
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "x", "custom_id": id })
}

/// A command's option with a text.
fn option(name: &str, required: bool) -> Value {
    json!({ "type": 3, "name": name, "description": "x", "required": required })
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
    let refused = json!([
        ["content", { "content": "x".repeat(2001) }],
        ["empty", { "content": " " }],
        ["empty", { "components": [{ "type": 1, "components": [button("a")] }] }],
        ["components", { "content": "x", "components": rows }],
        ["components.0", row(json!(six))],
        ["components.0", row(json!([]))],
        ["components.0", row(json!([button("a"), menu(1)]))],
        ["duplicated", row(json!([button("a"), button("a")]))],
        ["custom_id", row(json!([button("")]))],
        ["custom_id", row(json!([button(&"x".repeat(101))]))],
        ["label", row(json!([{ "type": 2, "style": 1, "label": "x".repeat(81), "custom_id": "a" }]))],
        ["label", row(json!([{ "type": 2, "style": 1, "custom_id": "a" }]))],
        ["custom id", row(json!([{ "type": 2, "style": 5, "label": "x", "custom_id": "a", "url": "https://a.b" }]))],
        ["url", row(json!([{ "type": 2, "style": 5, "label": "x", "url": "javascript:1" }]))],
        ["emoji", row(json!([{ "type": 2, "style": 1, "emoji": { "name": "x" }, "custom_id": "a" }]))],
        ["options", row(json!([menu(0)]))],
        ["options", row(json!([menu(26)]))],
        ["max_values", row(json!([wide]))],
        ["value", row(json!([twice]))],
        ["description", row(json!([wordy]))],
        ["attachments", { "content": "x", "attachments": [{ "id": 7 }] }],
        ["embeds", { "content": "x", "embeds": [{ "description": "x".repeat(4097) }] }],
        ["only a description", { "embeds": [{ "description": "x", "title": "x" }] }],
        ["exclusive", { "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }],
        ["parse", { "content": "x", "allowed_mentions": { "parse": ["people"] } }],
    ]);
    for case in refused.as_array().unwrap() {
        let wrong = hand.wrong(case[1].clone()).await.unwrap_or_default();
        assert!(wrong.contains(case[0].as_str().unwrap()), "{case}: {wrong}");
    }
    assert!(hand.play.world().messages("main").is_empty());
}

#[tokio::test]
async fn commands_beyond_the_limits_are_refused() {
    let hand = Hand::new().await;
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
    let mut typed = option("a", false);
    typed["choices"] = json!([{ "name": "x", "value": 1 }]);
    let mut both = option("a", false);
    both["choices"] = json!([{ "name": "x", "value": "1" }]);
    both["autocomplete"] = json!(true);
    let refused = json!([
        ["name", { "name": "A", "description": "x" }],
        ["name", { "name": "a b", "description": "x" }],
        ["name", { "name": "x".repeat(33), "description": "x" }],
        ["description", { "name": "a" }],
        ["description", { "name": "a", "description": "x".repeat(101) }],
        ["locale", { "name": "a", "description": "x", "name_localizations": { "pt": "b" } }],
        ["name", { "name": "a", "description": "x", "name_localizations": { "pt-BR": "É" } }],
        ["options", with(json!(many))],
        ["equired", with(json!([option("a", false), option("b", true)]))],
        ["called", with(json!([option("a", false), option("a", false)]))],
        ["type", with(json!([typed]))],
        ["autocomplete", with(json!([both]))],
        ["exclusive", with(json!([{ "type": 1, "name": "a", "description": "x" }, option("b", false)]))],
        ["8000", with(json!(big))],
    ]);
    for case in refused.as_array().unwrap() {
        let wrong = hand.wrong_command(case[1].clone()).await;
        let wrong = wrong.unwrap_or_default();
        assert!(wrong.contains(case[0].as_str().unwrap()), "{case}: {wrong}");
    }
}

#[tokio::test]
async fn commands_of_the_same_name_keep_their_ids() {
    let hand = Hand::new().await;
    let command = json!({ "name": "a", "description": "x" });
    let first = hand.ask("PUT", COMMANDS, json!([command])).await;
    let other = json!({ "name": "b", "description": "x" });
    hand.ask("PUT", COMMANDS, json!([other, command])).await;
    let all = hand.get(COMMANDS).await;
    assert_eq!(all.json.as_array().map(Vec::len), Some(2));
    assert_eq!(first.json[0]["id"], all.json[1]["id"]);
}

#[tokio::test]
async fn an_address_that_is_nowhere_is_a_violation() {
    let hand = Hand::new().await;
    let reply = hand.get("/guilds/1100000000000000002/bans").await;
    assert_eq!(reply.status, 404);
    let violation = hand.play.world().expect_violation(Kind::UnknownRoute).await;
    assert!(violation.unwrap().detail.contains("bans"));
    // Also if the path is not even valid text.
    let reply = hand.get("/guilds/%ff").await;
    assert_eq!(reply.status, 400);
    let violation = hand.play.world().expect_violation(Kind::Invalid).await;
    assert!(violation.unwrap().detail.contains("not snowflake"));
}

#[tokio::test]
async fn an_archived_thread_is_revived_by_a_message_unless_it_is_locked() {
    let hand = Hand::new().await;
    let world = hand.play.world();
    let main = world.channel("main").unwrap().id;
    assert_eq!(hand.wrong(json!({ "content": "x" })).await, None);
    let root = world.messages("main").remove(0).id;
    let threads = format!("/channels/{main}/messages/{root}/threads");
    let thread = json!({ "name": "A game" });
    let thread = hand.ask("POST", &threads, thread).await;
    assert_eq!(thread.status, 201);
    let id = thread.json["id"].as_str().unwrap();
    let place = format!("/channels/{id}");
    let messages = format!("{place}/messages");
    let say = json!({ "content": "still here" });
    hand.ask("PATCH", &place, json!({ "archived": true })).await;
    assert!(world.channel(id).unwrap().archived);
    assert_eq!(hand.ask("POST", &messages, say.clone()).await.status, 200);
    assert!(!world.channel(id).unwrap().archived);
    let lock = json!({ "archived": true, "locked": true });
    assert_eq!(hand.ask("PATCH", &place, lock.clone()).await.status, 403);
    assert!(world.expect_violation(Kind::Forbidden).await.is_ok());
    world.change_channel("main", |it| it.permissions = Some(u64::MAX));
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
    let path = format!("/channels/{main}/messages?limit=");
    let page = hand.get(&format!("{path}2")).await.json;
    assert_eq!([&page[0]["content"], &page[1]["content"]], ["3", "2"]);
    let first = hand.play.world().messages("main").remove(0).id;
    let page = hand.get(&format!("{path}1&after={first}")).await.json;
    assert_eq!(page[0]["content"], "2");
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
    let gone = hand.get(&format!("/channels/{}", thread.id)).await;
    assert_eq!((gone.status, &gone.json["code"]), (404, &json!(10003)));
    assert!(world.expect_violation(Kind::NotFound).await.is_ok());
}

#[tokio::test]
async fn a_strict_playground_fails_the_test_that_leaves_violations() {
    let hand = Hand::new().await;
    hand.get("/nothing").await;
    let dropped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(hand)));
    let words = *dropped.unwrap_err().downcast::<String>().unwrap();
    assert!(words.contains("/nothing"), "{words}");
}

#[tokio::test]
async fn only_the_start_of_a_refused_body_is_logged() {
    let hand = Hand::new().await;
    let body = json!({ "content": "x".repeat(5_000_000) });
    let detail = hand.wrong(body).await.unwrap();
    assert!(detail.len() < 10_000);
    let long = format!("/channels/{}", "y".repeat(20_000));
    assert_eq!(hand.get(&long).await.status, 400);
    let world = hand.play.world();
    for logged in world.rest_log() {
        let kept = logged.body.to_string().len() + logged.path.len();
        assert!(kept < 10_000, "{kept} bytes of {}", logged.method);
    }
    for violation in world.take_violations() {
        assert!(violation.detail.len() < 10_000);
    }
}
