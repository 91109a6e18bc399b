//! A bot without a gateway: Discord posts the interactions to it, signed.

use std::time::Duration;

use serde_json::{Value, json};
use siwa::time::Clock;
use siwa_playground::{Kind, Logged, Options, Playground, Refused, Route};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::harness::{Harness, TIMEOUT};
use super::http::{self, Reply};
use super::person::Says;
use super::play::Table;
use crate::serving::value;

/// A ping, as Discord sends it.
fn ping() -> Value {
    json!({ "id": "1", "application_id": "2", "type": 1, "token": "t", "version": 1 })
}

/// Posts a body with these headers.
async fn post(harness: &Harness, headers: &[(&str, &str)], body: &str) -> Reply {
    let base = harness.endpoint.as_deref().unwrap();
    http::send(base, "POST", "/interactions", headers, body).await
}

/// Posts a body with a valid signature, at this many seconds from now.
async fn post_at(harness: &Harness, seconds: i64, body: &str) -> Reply {
    let timestamp = (Clock::default().now().0 + seconds).to_string();
    let signature = harness.world().sign(&timestamp, body);
    let headers = [
        ("x-signature-timestamp", timestamp.as_str()),
        ("x-signature-ed25519", &signature),
    ];
    post(harness, &headers, body).await
}

#[tokio::test]
async fn the_same_signed_request_twice_plays_one_turn() {
    let mut harness = Harness::open_by_http().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    harness.world().deliver_twice(1);
    table.plays("a1 b2").await;
    assert_eq!(harness.turns().await, 1);
    harness.restart().await;
    // This bot has not seen it, but the game's log has.
    assert!(harness.world().deliver_again("place"));
    harness.violated(Kind::AnsweredTwice).await;
    assert_eq!(harness.turns().await, 1);
    table.plays("d4 e5").await;
    // No shard is connected.
    harness.world().wait_for_shards(&[]).await.unwrap();
}

#[tokio::test]
async fn requests_not_signed_by_discord_are_refused() {
    let harness = Harness::open_by_http().await;
    let other = Playground::start(Options::default()).await.unwrap();
    let body = ping().to_string();
    let now = Clock::default().now().0.to_string();
    let later = (Clock::default().now().0 + 1).to_string();
    let right = harness.world().sign(&now, &body);
    let fits = [
        ("x-signature-timestamp", now.as_str()),
        ("x-signature-ed25519", right.as_str()),
    ];
    assert_eq!(post(&harness, &fits, &body).await.status, 200);
    let by_another = other.world().sign(&now, &body);
    let of_another = harness.world().sign(&now, "{}");
    let half = &right[..64];
    let with_plus = format!("+{}", &right[1..]);
    for (timestamp, signature) in [
        (Some(&*now), None),
        (None, Some(&*right)),
        (Some(&later), Some(&*right)),
        (Some(&now), Some(&by_another)),
        (Some(&now), Some(&of_another)),
        (Some(&now), Some(half)),
        (Some(&now), Some(&with_plus)),
        (Some(&now), Some("")),
        (None, None),
    ] {
        let timestamp = timestamp.map(|it| ("x-signature-timestamp", it));
        let signature = signature.map(|it| ("x-signature-ed25519", it));
        let headers: Vec<_> = timestamp.into_iter().chain(signature).collect();
        let reply = post(&harness, &headers, &body).await;
        assert_eq!(reply.status, 401, "{headers:?}");
        assert_eq!(reply.text, "", "{headers:?}");
    }
}

#[tokio::test]
async fn requests_of_another_time_are_refused() {
    let harness = Harness::open_by_http().await;
    let body = ping().to_string();
    for (seconds, status) in [(-3600, 401), (-40, 401), (-20, 200), (20, 200), (40, 401)] {
        let reply = post_at(&harness, seconds, &body).await;
        assert_eq!(reply.status, status, "{seconds}");
    }
    // A valid signature of an invalid time.
    let signature = harness.world().sign("yesterday", &body);
    let headers = [
        ("x-signature-timestamp", "yesterday"),
        ("x-signature-ed25519", &signature),
    ];
    assert_eq!(post(&harness, &headers, &body).await.status, 401);
    // Time that passes in the game does not affect requests.
    harness.clock.skip(3600);
    let pong = post_at(&harness, 0, &body).await;
    assert_eq!(pong.json, json!({ "type": 1 }));
    pong.head.says("content-type: application/json");
}

#[tokio::test]
async fn a_body_that_is_not_an_interaction_is_refused() {
    let harness = Harness::open_by_http().await;
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"type":2}"#,
        r#"{"type":99}"#,
    ] {
        assert_eq!(post_at(&harness, 0, body).await.status, 400, "{body}");
    }
    // The five that are JSON count as faults: each may be a new kind of interaction, which is lost.
    let metrics = harness.store.metrics.text(None).unwrap();
    assert_eq!(value(&metrics, "siwa_faults_total"), 5.0, "{metrics}");
    let large = format!("\"{}\"", "a".repeat(1 << 20));
    assert_eq!(post_at(&harness, 0, &large).await.status, 413);
    let base = harness.endpoint.as_deref().unwrap();
    let read = http::send(base, "GET", "/interactions", &[], "").await;
    assert_eq!(read.status, 405);
    let elsewhere = http::send(base, "POST", "/", &[], "").await;
    assert_eq!(elsewhere.status, 404);
}

/// A connection to the bot.
async fn connect(harness: &Harness) -> TcpStream {
    let base = harness.endpoint.as_deref().unwrap();
    let address = base.trim_start_matches("http://");
    TcpStream::connect(address).await.unwrap()
}

/// The rest that the bot sends on a connection until it closes it.
async fn rest(mut stream: TcpStream) -> String {
    let mut said = String::new();
    let closed = tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut said));
    closed.await.expect("it stays open").unwrap();
    said
}

#[tokio::test]
async fn connections_without_a_whole_request_are_closed() {
    let mut harness = Harness::open_by_http().await;
    harness.idle = Duration::from_secs(1);
    harness.restart().await;
    let silent = connect(&harness).await;
    let mut half = connect(&harness).await;
    half.write_all(b"POST /interactions HTTP/1.1\r\nhost: bot\r\nx-")
        .await
        .unwrap();
    let mut kept = connect(&harness).await;
    let whole = b"POST /interactions HTTP/1.1\r\nhost: bot\r\ncontent-length: 0\r\n\r\n";
    kept.write_all(whole).await.unwrap();
    for (stream, begin) in [(silent, ""), (half, ""), (kept, "HTTP/1.1 401 ")] {
        let said = rest(stream).await;
        assert!(said.starts_with(begin), "{said}");
        assert_eq!(said.is_empty(), begin.is_empty(), "{said}");
    }
}

/// Reads until the last bytes are these; returns all.
async fn read_until(stream: &mut TcpStream, end: &[u8]) -> Vec<u8> {
    let mut read = Vec::new();
    while !read.ends_with(end) {
        let count = stream.read_buf(&mut read).await.unwrap();
        assert_ne!(count, 0, "closed early: {read:?}");
    }
    read
}

#[tokio::test]
async fn a_stopping_bot_answers_started_requests_and_closes_every_connection() {
    let mut harness = Harness::open_by_http().await;
    let head = "POST /interactions HTTP/1.1\r\nhost: bot\r\ncontent-length: ";
    let mut kept = connect(&harness).await;
    let whole = format!("{head}0\r\n\r\n");
    kept.write_all(whole.as_bytes()).await.unwrap();
    read_until(&mut kept, b"\r\n\r\n").await;
    let mut half = connect(&harness).await;
    let begin = format!("{head}2\r\nexpect: 100-continue\r\n\r\n");
    half.write_all(begin.as_bytes()).await.unwrap();
    // The bot sends this when it starts to read the body.
    let answer = read_until(&mut half, b"\r\n\r\n").await;
    assert!(answer.starts_with(b"HTTP/1.1 100 "), "{answer:?}");
    let address = half.peer_addr().unwrap();
    let meanwhile = async {
        assert_eq!(rest(kept).await, "");
        let refused = TcpStream::connect(address).await;
        assert!(refused.is_err(), "{refused:?}");
        half.write_all(b"{}").await.unwrap();
        rest(half).await
    };
    let ((), said) = tokio::join!(harness.stop_bot(), meanwhile);
    assert!(said.starts_with("HTTP/1.1 401 "), "{said}");
    said.says("\r\nconnection: close\r\n");
}

#[tokio::test]
async fn accepted_work_is_finished_before_the_bot_stops() {
    let mut harness = Harness::open_by_http().await;
    let table = Table::set(&harness, "seega-9-classic").await;
    let held = harness.world().hold(Route::Callback);
    let person = table.first.clone();
    let world = harness.world().clone();
    let act = tokio::spawn(async move { person.types("/place squares:a1 b2").await });
    let answer = |it: &Logged| {
        it.path.starts_with("/interactions/") && it.body.to_string().contains("played **a1 b2**")
    };
    let answered = world.wait_for_request(answer);
    answered.await.unwrap();
    // The first is polled first: the bot is already stopping when the request is released.
    tokio::join!(harness.stop_bot(), async { drop(held) });
    harness.reopen().await;
    assert!(act.await.unwrap().text().contains("a1 b2"));
    assert_eq!(harness.turns().await, 1);
    // No server is listening there now.
    let gone = table.second.attempt().types("/games").await;
    assert!(matches!(gone, Err(Refused::Failed(_))), "{gone:?}");
    for kind in [Kind::Endpoint, Kind::Unanswered] {
        harness.violated(kind).await;
    }
}

#[tokio::test]
async fn an_address_that_takes_false_signatures_for_true_is_not_used() {
    let playground = Playground::start(Options::default()).await.unwrap();
    let world = playground.world();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let trusting = tokio::spawn(async move {
        for _ in 0..2 {
            let (mut stream, _) = listener.accept().await.unwrap();
            read_until(&mut stream, b"}").await;
            let pong = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                        content-length: 10\r\n\r\n{\"type\":1}";
            stream.write_all(pong.as_bytes()).await.unwrap();
        }
    });
    let refused = world.add_endpoint(&url).await;
    assert!(
        matches!(refused, Err(Refused::NotOffered(_))),
        "{refused:?}"
    );
    world.expect_violation(Kind::Endpoint).await.unwrap();
    trusting.await.unwrap();
    let nobody = world.add_endpoint(&url).await;
    assert!(matches!(nobody, Err(Refused::Away)), "{nobody:?}");
}
