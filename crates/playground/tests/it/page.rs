//! The page's interface: its data, and its protection.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use siwa_playground::{FirstCommand, Options, Playground};

use super::echo::stage;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::http::request;

/// The first event that a page gets with this query and these header lines.
async fn first_event(base: &str, query: &str, headers: &str) -> Value {
    let host = base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await.unwrap();
    let head = format!("GET /page/events?{query} HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    loop {
        stream.read_buf(&mut bytes).await.unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let event = text.split_once("data: ").map(|(_, rest)| rest);
        if let Some((event, _)) = event.and_then(|rest| rest.split_once("\n\n")) {
            return serde_json::from_str(event).unwrap();
        }
    }
}

#[tokio::test]
async fn the_page_and_its_parts_are_served_without_anything_foreign() {
    let play = Playground::start(Options::default()).await.unwrap();
    let base = play.api_url();
    let page = request(&base, "GET", "/", &[], &Value::Null).await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("default-src 'none'"));
    assert!(!page.text.contains("https://"));
    let parts = page.text.split(['"', '\'']);
    for part in parts.filter(|part| part.starts_with("/page/")) {
        let reply = request(&base, "GET", part, &[], &Value::Null).await;
        assert_eq!(reply.status, 200, "{part}");
    }
    assert!(play.world().violations().is_empty());
}

#[tokio::test]
async fn every_word_of_the_page_is_asked_for_by_a_page_key() {
    let play = Playground::start(Options::default()).await.unwrap();
    let base = play.api_url();
    let parts = [
        "",
        "page/app.js",
        "page/composer.js",
        "page/form.js",
        "page/messages.js",
        "page/options.js",
    ];
    for part in parts {
        let path = format!("/{part}");
        let text = request(&base, "GET", &path, &[], &Value::Null).await.text;
        let keys = text.split("word(\"").skip(1);
        for key in keys.filter_map(|rest| rest.split('"').next()) {
            assert!(key.starts_with("page-"), "{key} in {part}");
        }
    }
}

#[tokio::test]
async fn a_newcomer_is_offered_a_first_command() {
    let first = FirstCommand {
        path: &["show"],
        over: ":over",
    };
    let options = Options {
        first: Some(first),
        ..Options::default()
    };
    let play = Playground::start(options).await.unwrap();
    let hello = first_event(&play.api_url(), "as=ana", "").await["hello"].clone();
    let offered = json!({ "path": ["show"], "over": ":over" });
    assert_eq!(hello["first"], offered);
}

#[tokio::test]
async fn other_sites_are_kept_out() {
    let play = Playground::start(Options::default()).await.unwrap();
    let base = play.api_url();
    let say = json!({ "do": "say", "as": "bob", "channel": "main", "text": "hello" });
    for headers in [
        [("host", "evil.example:80")],
        [("origin", "http://evil.example")],
        [("origin", "null")],
    ] {
        let reply = request(&base, "POST", "/page/act", &headers, &say).await;
        assert_eq!(reply.status, 403, "{headers:?}");
        let reply = request(&base, "GET", "/", &headers, &Value::Null).await;
        assert_eq!(reply.status, 403, "{headers:?}");
    }
    let origin = [("origin", base.as_str())];
    let reply = request(&base, "POST", "/page/act", &origin, &say).await;
    assert_eq!(reply.status, 200);
    assert_eq!(play.world().messages("main").len(), 1);
    // Another site's form can send text, but not JSON.
    let form = [("content-type", "text/plain")];
    let reply = request(&base, "POST", "/page/act", &form, &Value::Null).await;
    assert_eq!(reply.status, 415);
}

#[tokio::test]
async fn the_page_acts_as_a_person_does() {
    let stage = stage().await;
    let base = stage.play.api_url();
    let act = async |body: Value| request(&base, "POST", "/page/act", &[], &body).await;
    let show = json!({
        "do": "command", "as": "ana", "channel": "main", "path": ["show"], "options": [["size", "s"]],
        "options": [["size", "s"], ["quiet", "true"]],
    });
    assert_eq!(act(show).await.status, 200);
    let seen = stage.person("ana").sees("main");
    let id = seen[0].id.to_string();
    let file = seen[0].image().unwrap().id;
    let complete = json!({
        "do": "complete", "as": "ana", "channel": "main", "path": ["pick"], "options": [["word", "x"]],
    });
    assert_eq!(act(complete).await.json["choices"][0]["value"], "xone");
    let ask =
        json!({ "do": "press", "as": "ana", "channel": "main", "message": id, "part": "ask" });
    let form = act(ask).await.json["form"].clone();
    assert_eq!(form["title"], "A form");
    let submit = json!({
        "do": "submit", "as": "ana", "channel": "main", "form": form, "values": { "digits": "123456" },
    });
    assert_eq!(act(submit).await.status, 200);
    let select = json!({
        "do": "select", "as": "bob", "channel": "main", "message": id, "part": "menu", "values": ["a"],
    });
    let refused = act(select).await;
    assert_eq!(
        (refused.status, &refused.json["word"]),
        (409, &json!("page-not-possible"))
    );
    let path = format!("/files/{}/{file}/pixel.png", seen[0].channel);
    let picture = request(&base, "GET", &path, &[], &Value::Null).await;
    assert!(picture.head.contains("image/png"), "{}", picture.head);
    let dismiss = json!({ "do": "dismiss", "as": "ana", "channel": "main", "message": id });
    assert_eq!(act(dismiss).await.status, 200);
    assert_eq!(stage.person("ana").sees("main").len(), 1);
}

#[tokio::test]
async fn the_page_opens_as_a_person_with_the_language_of_the_browser() {
    let play = Playground::start(Options::default()).await.unwrap();
    let base = play.api_url();
    for (wanted, who) in [
        ("es-MX,es;q=0.9,en;q=0.8", "Diego"),
        ("fr-CA,fr;q=0.9", "Chloé"),
        ("en-GB", "Bob"),
        ("pt-BR,pt;q=0.9", "Ana"),
        ("de;q=0.7, fr;q=0.8", "Chloé"),
        ("xx, de", "Ana"),
        ("", "Ana"),
    ] {
        let headers = format!("accept-language: {wanted}\r\n");
        let event = first_event(&base, "as=", &headers).await;
        let me = &event["hello"]["me"];
        let people = event["hello"]["people"].as_array().unwrap();
        let person = people.iter().find(|it| it["id"] == *me).unwrap();
        assert_eq!(person["name"], who, "{wanted}");
        // The chosen person stays.
        let event = first_event(&base, "as=bob", &headers).await;
        assert_ne!(event["hello"]["me"], people[0]["id"]);
    }
}

#[tokio::test]
async fn the_page_gets_the_message_that_answers() {
    let stage = stage().await;
    let base = stage.play.api_url();
    let show = json!({
        "do": "command", "as": "ana", "channel": "main", "path": ["show"], "options": [["size", "s"]],
    });
    let shown = request(&base, "POST", "/page/act", &[], &show).await;
    let id = stage.messages("main")[0].id.to_string();
    assert_eq!(shown.json["message"], id);
    let select = json!({
        "do": "select", "as": "ana", "channel": "main", "message": id, "part": "menu", "values": ["a"],
    });
    let chosen = request(&base, "POST", "/page/act", &[], &select).await;
    let private = &stage.person("ana").sees("main")[1];
    assert_eq!(chosen.json["message"], private.id.to_string());
}

#[tokio::test]
async fn messages_outlive_a_restart() {
    let directory = std::env::temp_dir().join(format!("playground-{}", std::process::id()));
    let options = Options {
        keep: Some(directory.clone()),
        ..Options::default()
    };
    let stage = super::echo::stage_with(options.clone()).await;
    let bob = stage.person("bob");
    let shown = bob.types("/show size:l").await.unwrap();
    bob.types("/show size:s quiet:true").await.unwrap();
    bob.says("well").unwrap();
    let id = shown.message().unwrap().id;
    stage.skip(86_400);
    let late = bob.says("a day later").unwrap();
    stage.end().await;
    let again = super::echo::stage_with(options).await;
    let world = again.play.world();
    let kept = world.messages("main");
    assert_eq!(kept.len(), 3);
    assert_eq!(kept[0].id, id);
    assert_eq!(
        kept[0].image().unwrap().bytes.as_slice(),
        super::echo::PIXEL
    );
    let updated = world.person("ana").presses(id, "more").await.unwrap();
    assert_eq!(updated.text(), "ana of 4");
    let bob = world.person("bob");
    assert_eq!(bob.sees("main").len(), 3, "private answers are gone");
    assert!(bob.says("still later").unwrap().id > late.id);
    again.end().await;
    std::fs::remove_dir_all(directory).unwrap();
}

#[tokio::test]
async fn texts_are_in_the_speakers_language_or_in_english() {
    let words = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        let pairs = pairs.iter();
        pairs
            .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()))
            .collect()
    };
    let english = words(&[("page-yes", "Yes"), ("page-no", "No")]);
    let portuguese = words(&[("page-yes", "Sim")]);
    let play = Playground::start(Options {
        words: BTreeMap::from([("en".to_owned(), english), ("pt-BR".to_owned(), portuguese)]),
        ..Options::default()
    });
    let play = play.await.unwrap();
    for (who, yes) in [
        ("ana", "Sim"),
        ("bob", "Yes"),
        ("chloe", "Yes"),
        ("nobody", "Sim"),
    ] {
        let hello = &first_event(&play.api_url(), &format!("as={who}"), "").await["hello"];
        assert_eq!(hello["words"]["page-yes"], yes, "{who}");
        assert_eq!(hello["words"]["page-no"], "No", "{who}");
        assert_eq!(hello["skip"], false);
    }
}

#[tokio::test]
async fn the_page_of_one_person_gets_nothing_private_of_another() {
    let stage = stage().await;
    let base = stage.play.api_url();
    let ana = stage.person("ana");
    ana.types("/show size:s quiet:true").await.unwrap();
    ana.types("/show size:s whom:@bob").await.unwrap();
    let heard = async |who: &str| first_event(&base, &format!("as={who}"), "").await;
    assert_eq!(heard("ana").await["messages"].as_array().unwrap().len(), 2);
    let bobs = heard("bob").await;
    assert_eq!(bobs["messages"].as_array().unwrap().len(), 1);
    let main = stage.channel("main").unwrap().id.to_string();
    assert_eq!(bobs["frame"]["unread"]["bob"][&main], 1);
    stage.person("bob").reads("main");
    assert_eq!(heard("ana").await["frame"]["unread"], json!({}));
}

#[tokio::test]
async fn connections_on_which_nothing_is_asked_are_closed_and_others_stay() {
    let stage = super::echo::stage_with(Options {
        idle: Duration::from_secs(1),
        strict: true,
        ..Options::default()
    })
    .await;
    let base = stage.play.api_url();
    let host = base.trim_start_matches("http://");
    let connect = async |request: &str| {
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    };
    let mut page = connect(&format!(
        "GET /page/events?as=bob HTTP/1.1\r\nhost: {host}\r\n\r\n"
    ))
    .await;
    let whole = format!("GET /page/icon.svg HTTP/1.1\r\nhost: {host}\r\n\r\n");
    let half = format!(
        "POST /page/act HTTP/1.1\r\nhost: {host}\r\n\
         content-type: application/json\r\ncontent-length: 99\r\n\r\n{{"
    );
    for (request, begin) in [
        ("", ""),
        (&whole[..30], ""),
        (&whole, "HTTP/1.1 200 "),
        (&half, "HTTP/1.1 400 "),
    ] {
        let mut answer = String::new();
        let mut stream = connect(request).await;
        let closed = stream.read_to_string(&mut answer);
        let closed = tokio::time::timeout(Duration::from_secs(30), closed).await;
        closed.expect("it stays open").unwrap();
        assert!(answer.starts_with(begin), "{answer}");
        assert_eq!(answer.is_empty(), begin.is_empty(), "{answer}");
    }
    // What the page hears of is not at an end, and neither is the gateway.
    let ana = stage.person("ana");
    let shown = ana.types("/show size:s").await.unwrap();
    let id = shown.message().unwrap().id.to_string();
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains(&id) {
        assert_ne!(page.read_buf(&mut heard).await.unwrap(), 0, "it is closed");
    }
    stage.end().await;
}
