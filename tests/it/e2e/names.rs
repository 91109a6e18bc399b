//! Names are data: whatever people and tournaments are called, every message stays what it is.

use std::collections::HashSet;

use serde_json::Value;
use siwa::game::GamesIn;
use siwa_playground::{Logged, Message, Reaction};

use super::harness::Harness;
use super::person::Person;
use super::play::{said, settings};
use super::tournament::{opened, started};

const HOUR: i64 = 60 * 60;

/// Names with commands, markup, links, mentions, another direction, and marks on each other.
fn names() -> [String; 4] {
    [
        "`/puzzle` **x**".to_owned(),
        "[x](https://a.b) <@&1>@everyone".to_owned(),
        "\u{202e}evil\n||s|| <@1> # y".to_owned(),
        format!("Z{}", "\u{301}".repeat(31)),
    ]
}

/// What a text would contain if a name were more than text in it.
const MARKUP: &str = "`/puzzle` </puzzle **x** [x]( https://a.b <@&1> @everyone ||s|| <@1>";

/// Presses each kind of button of these messages and of all answers once, and uses each kind of menu.
async fn explores(who: &Person, messages: Vec<Message>, known: &mut HashSet<String>) {
    let mut messages = messages;
    while let Some(message) = messages.pop() {
        for custom in message.live().into_iter().map(str::to_owned) {
            let kind = custom.replace(|c: char| !c.is_ascii_alphabetic() && c != ':', "");
            // Their data stays.
            if custom.starts_with("privacy") || !known.insert(kind) {
                continue;
            }
            let menu = message
                .selects()
                .into_iter()
                .find(|menu| menu["custom_id"] == custom);
            let first = menu.map(|menu| menu["options"][0]["value"].clone());
            let person = who.attempt();
            let done = match first.as_ref().map(Value::as_str) {
                None => person.presses_late(message.id, &custom).await,
                Some(Some(first)) => person.selects(message.id, &custom, &[first]).await,
                Some(None) => continue,
            };
            // An edit may have taken the menu away.
            let Ok(answer) = done else { continue };
            if let Reaction::Message(message) = answer.reaction {
                messages.push(*message);
            }
        }
    }
}

/// The texts of a request, with whether markup in them counts.
fn texts<'a>(json: &'a Value, field: &str, found: &mut Vec<(bool, &'a str)>) {
    match json {
        Value::String(text) => match field {
            "content" => found.push((true, text)),
            "label" | "placeholder" | "name" | "title" | "description" => found.push((false, text)),
            _ => {}
        },
        Value::Array(items) => items.iter().for_each(|item| texts(item, field, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                texts(field, name, found);
            }
        }
        _ => {}
    }
}

/// Fails if a name was more than text in a message, a title, a menu or a list of completions.
fn only_text(log: &[Logged]) {
    let mut wrong = Vec::new();
    for sent in log
        .iter()
        .filter(|sent| !sent.path.contains("/applications/"))
    {
        let mut found = Vec::new();
        texts(&sent.body, "", &mut found);
        for (counts, text) in found {
            let is_odd = |c: char| c == '\u{202e}' || c.is_control() && c != '\n';
            let is_marked = MARKUP.split(' ').any(|markup| text.contains(markup));
            if text.contains(is_odd) || text.contains("</puzzle") || counts && is_marked {
                wrong.push(format!("{} {}: {text:?}", sent.method, sent.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn no_name_is_more_than_text_in_anything_that_is_sent() {
    let names = names();
    let keys: Vec<&str> = names.iter().map(String::as_str).collect();
    let harness = Harness::open_to(&keys).await;
    harness.games_in(GamesIn::Threads).await;
    harness.world().open_chat(&keys[..2]);
    let people: Vec<Person> = keys.iter().map(|key| harness.person(key)).collect();
    for (who, how) in people.iter().zip(["direct", "digest"]) {
        let shown = settings(who, "notices").await;
        who.presses(&shown, how).await;
    }
    let mut threads = Vec::new();
    for (one, other) in [(0, 1), (2, 3), (0, 2)] {
        let opponent = people[other].mention();
        let card = said(
            &people[one],
            &format!("/challenge opponent:{opponent} time:1"),
        )
        .await;
        people[other].presses(&card, "accept").await;
        threads.push(harness.waits_for_channel(&card.id.to_string()).await.key);
    }
    let chat = people[0].in_channel(format!("chat:{}+{}", keys[0], keys[1]));
    let card = said(&chat, "/challenge board:5x5").await;
    people[1].presses(&card, "accept").await;
    let command = "/tournament game:seega board:5×5 rules:classic time:1";
    let command = format!("{command} name:{}", names[1]);
    let card = opened(&harness, &names, &command).await;
    let tournament = started(&harness, &names, &card).await;
    harness.settles().await;
    threads.push(tournament.games[0].card.unwrap().to_string());
    let mut known = HashSet::new();
    for _ in 0..2 {
        for who in &people {
            let mut seen = Vec::new();
            let commands = "/games, /board, /board text:true, /board game:1, /replay game:1, /resign, /draw, \
                /leaderboard, /profile, /tournament, /privacy show, /settings";
            for command in commands.split(", ") {
                seen.push(said(who, command).await);
            }
            let lines = "/board game:, /replay game:, /tournament show:, /draw game:";
            for line in lines.split(", ") {
                who.completes(line).await;
            }
            let places = threads.iter().map(String::as_str).chain(["main"]);
            let shown = places.flat_map(|place| harness.world().messages(place));
            seen.extend(shown.filter(|message| !message.live().is_empty()));
            explores(who, seen, &mut known).await;
        }
        // Reminders, a digest, and ends.
        harness.later(20 * HOUR).await;
        harness.settles().await;
        harness.later(20 * HOUR).await;
        harness.settles().await;
        known.retain(|kind| kind.starts_with("tournament"));
    }
    only_text(&harness.world().rest_log());
    let _ = harness.world().take_violations();
}
