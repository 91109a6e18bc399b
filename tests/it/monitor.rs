//! The endpoints for operators: liveness, readiness and metrics.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use siwa::app::App;
use siwa::l10n::{L10n, Locale};
use siwa::metrics::{Backlog, Callback, Metrics, Scope};
use siwa::monitor::{self, Readiness};
use siwa::time::Clock;
use siwa_games::text::Text;
use siwa_http::IDLE_TIMEOUT;
#[cfg(feature = "playground")]
use siwa_playground::{Options, Playground, Route};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::kept::Kept;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa};
use super::source;

/// How long tests wait for anything that has to end.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Requests a path; the answer has its head and its body.
async fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// The output of `siwa health`, which runs outside of the runtime, because that may have to answer
/// it.
async fn health(address: SocketAddr) -> Over {
    let asked = move || {
        let listens = [("METRICS_LISTEN", address.to_string())];
        Siwa::start(Scratch::new().path(), &["health"], &listens).over()
    };
    tokio::task::spawn_blocking(asked).await.unwrap()
}

/// An address without a server.
#[cfg(feature = "playground")]
fn unused() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// The value of a line of metrics.
#[cfg(feature = "playground")]
#[track_caller]
pub(crate) fn value(text: &str, name: &str) -> f64 {
    let mut lines = text.lines();
    let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found
        .unwrap_or_else(|| panic!("no {name} in:\n{text}"))
        .parse()
        .unwrap()
}

#[cfg(feature = "playground")]
#[tokio::test]
async fn a_running_bot_reports_what_was_played_without_names() {
    let options = Options {
        strict: true,
        ..Options::default()
    };
    let (play, scratch) = (Playground::start(options).await.unwrap(), Scratch::new());
    let (address, api) = (unused(), play.api_url());
    let listens = address.to_string();
    let variables = [
        ("DISCORD_TOKEN", play.token()),
        ("DISCORD_API_URL", &api),
        ("METRICS_LISTEN", &listens),
    ];
    let bot = Siwa::start(scratch.path(), &["run"], &variables);
    let world = play.world();
    world.ready().await.unwrap();
    let (ana, bob) = (world.person("ana"), world.person("bob"));
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    let card = card.message().unwrap().clone();
    bob.presses(&card, "Accept").await.unwrap();
    // The thread is open, so the bot does not open it again.
    let begun = world.wait_for("main", |message| message.image().is_some());
    begun.await.unwrap();
    for person in [&ana, &bob] {
        person.types("/place squares:a1 b2").await.unwrap();
    }

    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 200 "));
    assert!(ask(address, "/nowhere").await.starts_with("HTTP/1.1 404 "));
    let over = health(address).await;
    assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""), "{over:?}");
    let text = ask(address, "/metrics").await;
    assert_eq!(
        value(
            &text,
            "siwa_game_events_total{game=\"seega\",kind=\"moved\"}"
        ),
        1.0
    );
    let acknowledged = value(&text, "siwa_callbacks_total{outcome=\"acknowledged\"}");
    assert!(acknowledged >= 4.0, "{text}");
    assert_eq!(
        value(&text, "siwa_acknowledged_seconds_count"),
        acknowledged
    );
    assert_eq!(
        value(&text, "siwa_acknowledged_seconds_bucket{le=\"3.0\"}"),
        acknowledged
    );
    assert!(
        value(&text, "siwa_database_wait_seconds_count") >= 2.0,
        "{text}"
    );
    assert!(
        value(&text, "siwa_discord_responses_total{status=\"200\"}") > 0.0,
        "{text}"
    );
    assert_eq!(value(&text, "siwa_database_up"), 1.0);
    assert!(text.ends_with("# EOF\n"), "{text}");
    let (_, body) = text.split_once("\r\n\r\n").unwrap();
    let labels: Vec<&str> = body.split('"').skip(1).step_by(2).collect();
    let digits = |label: &&&str| label.bytes().filter(u8::is_ascii_digit).count() > 4;
    let named = labels.iter().find(digits);
    assert_eq!(named, None, "an id is no label");

    bot.signal("TERM");
    let over = tokio::task::spawn_blocking(|| bot.over()).await.unwrap();
    assert_eq!(over.code, Some(0), "{over:?}");
    let over = health(address).await;
    assert_eq!((over.code, over.stdout.as_str()), (Some(1), ""));
    assert!(over.stderr.contains(&listens), "{over:?}");
    play.stop().await;
}

#[cfg(feature = "playground")]
async fn strict() -> (Playground, Scratch) {
    let options = Options {
        strict: true,
        ..Options::default()
    };
    (Playground::start(options).await.unwrap(), Scratch::new())
}

/// A bot that takes interactions at `listen` and serves operators at `address`.
#[cfg(feature = "playground")]
fn serving(
    (play, scratch): (&Playground, &Scratch),
    (address, listen): (SocketAddr, SocketAddr),
    grace: u64,
) -> Siwa {
    let variables = [
        ("DISCORD_TOKEN", play.token().to_owned()),
        ("DISCORD_API_URL", play.api_url()),
        ("DISCORD_PUBLIC_KEY", play.world().public_key()),
        ("METRICS_LISTEN", address.to_string()),
        ("SHUTDOWN_GRACE_SECONDS", grace.to_string()),
    ];
    let serve = ["serve", "--listen", &listen.to_string()];
    Siwa::start(scratch.path(), &serve, &variables)
}

/// The bot, once it takes interactions.
#[cfg(feature = "playground")]
async fn received(mut bot: Siwa) -> Siwa {
    let bot = tokio::task::spawn_blocking(move || {
        bot.logs("interactions are received");
        bot
    });
    bot.await.unwrap()
}

#[cfg(feature = "playground")]
#[tokio::test]
async fn a_bot_that_serves_is_ready_once_it_takes_interactions() {
    let (play, scratch) = strict().await;
    let (address, listen, world) = (unused(), unused(), play.world());
    let held = world.hold(Route::Commands);
    let bot = serving((&play, &scratch), (address, listen), 0);
    let registers = world.wait_for_request(|request| request.path.ends_with("/commands"));
    registers.await.unwrap();
    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    let answer = ask(address, "/readyz").await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.ends_with("\r\n\r\nstarting\n"), "{answer}");
    held.release();
    let bot = received(bot).await;
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 200 "));
    bot.signal("TERM");
    let over = tokio::task::spawn_blocking(|| bot.over()).await.unwrap();
    assert_eq!(over.code, Some(0), "{over:?}");
    play.stop().await;
}

#[cfg(feature = "playground")]
#[tokio::test]
async fn a_bot_is_ready_while_300_connections_are_idle() {
    let (play, scratch) = strict().await;
    let (address, listen) = (unused(), unused());
    let bot = serving((&play, &scratch), (address, listen), 0);
    let bot = received(bot).await;
    let mut idle = Vec::new();
    for _ in 0..300 {
        idle.push(TcpStream::connect(listen).await.unwrap());
    }
    for path in ["/healthz", "/readyz"] {
        assert!(ask(address, path).await.starts_with("HTTP/1.1 200 "));
    }
    let answer = ask(listen, "/interactions").await;
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    bot.signal("TERM");
    let over = tokio::task::spawn_blocking(|| bot.over()).await.unwrap();
    assert_eq!(over.code, Some(0), "{over:?}");
    play.stop().await;
}

#[cfg(feature = "playground")]
#[tokio::test]
async fn a_bot_that_is_to_stop_is_not_ready_but_takes_interactions_until_the_grace_period_ends() {
    let (play, scratch) = strict().await;
    let (address, listen, world) = (unused(), unused(), play.world());
    let bot = serving((&play, &scratch), (address, listen), 600);
    let bot = received(bot).await;
    let url = format!("http://{listen}/interactions");
    world.add_endpoint(&url).await.unwrap();
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 200 "));
    bot.signal("TERM");
    let unready = async {
        loop {
            let answer = ask(address, "/readyz").await;
            if !answer.starts_with("HTTP/1.1 200 ") {
                return answer;
            }
        }
    };
    let answer = tokio::time::timeout(TIMEOUT, unready).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.ends_with("\r\n\r\nstopping\n"), "{answer}");
    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    world.person("ana").types("/games").await.unwrap();
    let mut stream = TcpStream::connect(listen).await.unwrap();
    let request = "POST /interactions HTTP/1.1\r\nhost: bot\r\ncontent-length: 0\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut refused = String::new();
    let closed = tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut refused));
    closed.await.expect("it stays open").unwrap();
    assert!(refused.contains("connection: close"), "{refused}");
    // A second signal stops it immediately.
    bot.signal("TERM");
    let over = tokio::task::spawn_blocking(|| bot.over()).await.unwrap();
    assert_eq!(over.code, Some(0), "{over:?}");
    play.stop().await;
}

#[tokio::test]
async fn connections_on_which_operators_ask_nothing_are_closed() {
    let kept = Kept::open().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = App::new(kept.store.clone(), Clock::default());
    let (readiness, idle) = (Readiness::default(), Duration::from_secs(1));
    let serving = tokio::spawn(monitor::serve(listener, app, readiness, idle));
    let whole = "GET /healthz HTTP/1.1\r\nhost: bot\r\n\r\n";
    for (request, begin) in [("", ""), (&whole[..30], ""), (whole, "HTTP/1.1 200 ")] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let closed = tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut answer));
        closed.await.expect("it stays open").unwrap();
        assert!(answer.starts_with(begin), "{answer}");
        assert_eq!(answer.is_empty(), begin.is_empty(), "{answer}");
    }
    serving.abort();
}

#[tokio::test]
async fn a_bot_whose_database_does_not_answer_lives_but_is_not_ready() {
    let kept = Kept::open().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = App::new(kept.store.clone(), Clock::default());
    let readiness = Readiness {
        begun: Arc::new(AtomicBool::new(true)),
        ..Readiness::default()
    };
    let serving = tokio::spawn(monitor::serve(listener, app, readiness, IDLE_TIMEOUT));
    assert_eq!(health(address).await.code, Some(0));
    kept.store.close().await;
    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 503 "));
    assert!(
        ask(address, "/metrics")
            .await
            .contains("\nsiwa_database_up 0\n")
    );
    let over = health(address).await;
    assert_eq!((over.code, over.stdout.as_str()), (Some(1), ""));
    let unwell = Text::new("cli-health-unwell")
        .with("address", address.to_string())
        .with("problem", "the database does not answer");
    let sentence = Text::new("cli-error").with("problem", unwell);
    let sentence = L10n::default().text(Locale::ENGLISH, &sentence);
    assert_eq!(over.stderr.trim_end(), sentence);
    serving.abort();
}

#[test]
fn health_without_an_address_is_an_error() {
    let scratch = Scratch::new();
    let over = Siwa::start(scratch.path(), &["health"], &[] as &[(&str, &str)]).over();
    let nowhere = Text::new("cli-error").with("problem", Text::new("cli-health-nowhere"));
    assert_eq!(
        over.stderr.trim_end(),
        L10n::default().text(Locale::ENGLISH, &nowhere)
    );
    assert_eq!(over.code, Some(1));
}

/// All metrics as text.
fn text() -> String {
    let metrics = Metrics::default();
    // Metrics with labels exist from their first value on.
    metrics.event("game", "moved".to_owned());
    metrics.callback(Callback::Late);
    metrics.response(None);
    metrics.limited(Scope::Shared);
    metrics.searched(1, Duration::ZERO);
    let board = Backlog {
        kind: "board".to_owned(),
        rows: 1,
        due: 0,
        oldest: 2,
    };
    metrics.text(Some(&[board])).unwrap()
}

/// The names of all metrics.
fn metrics() -> BTreeSet<String> {
    let text = text();
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let asked = |(name, kind): (&str, &str)| match kind {
        "counter" => format!("{name}_total"),
        "info" => format!("{name}_info"),
        _ => name.to_owned(),
    };
    lines.map(asked).collect()
}

#[test]
fn every_metric_says_what_it_counts() {
    let text = text();
    let helps = text.lines().filter_map(|line| line.strip_prefix("# HELP "));
    for help in helps.clone() {
        let (name, sentence) = help.split_once(' ').unwrap();
        assert!(sentence.contains(' '), "{name}: {sentence:?}");
    }
    assert_eq!(helps.count(), metrics().len());
}

#[test]
fn every_metric_and_no_other_is_in_the_table_for_hosts() {
    let document = source::read("docs/MONITORING.md");
    let rows = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `siwa_"));
    let named = rows.map(|row| format!("siwa_{}", row.split(['`', '{']).next().unwrap()));
    assert_eq!(named.collect::<BTreeSet<_>>(), metrics());
}

#[test]
fn the_dashboard_asks_for_metrics_that_there_are() {
    let metrics = metrics();
    let dashboard = source::read("docs/grafana.json");
    let _: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    let mut asked = BTreeSet::new();
    for part in dashboard.split("siwa_").skip(1) {
        let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '_');
        let name = format!("siwa_{}", &part[..end.unwrap()]);
        let bare = ["_bucket", "_sum", "_count"];
        let bare = bare.iter().find_map(|it| name.strip_suffix(it));
        asked.insert(bare.unwrap_or(&name).to_owned());
    }
    let unknown: Vec<_> = asked.difference(&metrics).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(asked.len() > 8, "{asked:?}");
}
