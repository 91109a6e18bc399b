//! Checks that hold for every message of the bot.

use serde_json::Value;
use siwa_playground::Logged;

/// Checks all requests of a test.
pub(crate) fn requests(log: &[Logged]) {
    for sent in log {
        if let Some(message) = message(sent) {
            check(sent, message);
        }
    }
}

/// The message that a request writes or changes.
fn message(sent: &Logged) -> Option<&Value> {
    let steps: Vec<&str> = sent
        .path
        .split(['/', '?'])
        .filter(|it| !it.is_empty())
        .collect();
    match (sent.method.as_str(), steps.as_slice()) {
        ("POST", ["interactions", ..]) => {
            matches!(sent.body["type"].as_u64(), Some(4 | 7)).then(|| &sent.body["data"])
        }
        ("POST", ["channels", _, "messages"]) | ("PATCH", ["channels", _, "messages", _, ..]) => {
            Some(&sent.body)
        }
        ("POST" | "PATCH", ["webhooks", ..]) => Some(&sent.body),
        _ => None,
    }
}

fn check(sent: &Logged, message: &Value) {
    let mentions = &message["allowed_mentions"];
    assert!(
        mentions.is_object(),
        "nothing says whom this pings: {sent:?}"
    );
    let none = |list: &Value| list.as_array().is_none_or(Vec::is_empty);
    assert!(
        none(&mentions["parse"]) && none(&mentions["roles"]),
        "{sent:?}"
    );
    let named = mentions["users"].as_array().map_or(0, Vec::len);
    // The players of a group of a tournament are pinged together.
    assert!(named <= 5, "{sent:?}");
    if message["flags"].as_u64().unwrap_or(0) & 64 != 0 {
        assert!(named == 0, "a private answer pings: {sent:?}");
    }
    let parts = message["components"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let texts = [&message["content"], &message["embeds"][0]["description"]];
    let texts = texts
        .into_iter()
        .chain(parts.iter().map(|part| &part["content"]));
    for text in texts.filter_map(serde_json::Value::as_str) {
        assert!(!text.trim().is_empty() && !text.ends_with('…'), "{sent:?}");
        speaks(text);
    }
    let pictures = message["attachments"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    assert_eq!(pictures.len(), sent.files.len(), "{sent:?}");
    for picture in pictures {
        let words = picture["description"].as_str().unwrap_or_default();
        assert!(!words.is_empty() && !words.ends_with('…'), "{sent:?}");
        speaks(words);
    }
    for row in parts {
        for part in row["components"].as_array().into_iter().flatten() {
            for text in [&part["label"], &part["placeholder"]] {
                text.as_str().into_iter().for_each(speaks);
            }
        }
    }
}

/// Checks that a text is translated: without placeholders of Fluent and ids of messages.
fn speaks(text: &str) {
    for trace in "{ } denied- button- seega-refused challenge- ended-".split(' ') {
        assert!(!text.contains(trace), "{trace:?} in {text:?}");
    }
}
