//! The endpoints for operators: liveness, readiness and metrics.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use siwa::app::App;
use siwa::metrics::{Backlog, Callback, Metrics, Scope};
use siwa::monitor;
use siwa::time::Clock;
use siwa_games::text::Text;
use siwa_http::IDLE_TIMEOUT;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::kept::Kept;
use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, PLAIN, Siwa, complaint};
use super::source;

/// How long tests wait for anything that has to end.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// Requests a path; the answer has its head and its body.
pub(crate) async fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// The output of `siwa health`, which runs outside of the runtime, because that may have to answer
/// it.
pub(crate) async fn health(address: SocketAddr) -> Over {
    let asked = move || {
        let listens = [("METRICS_LISTEN", address.to_string())];
        Siwa::start(Scratch::new().path(), &["health"], &listens).over()
    };
    tokio::task::spawn_blocking(asked).await.unwrap()
}

/// Answers operators of a bot that has begun, with this limit for idle connections.
async fn serve(kept: &Kept, idle: Duration) -> (App, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let clock = Clock::default();
    clock.set(Clock::system());
    let app = App::new(kept.store.clone(), clock);
    app.readiness.begun.store(true, Ordering::Relaxed);
    tokio::spawn(monitor::serve(listener, app.clone(), idle));
    (app, address)
}

#[tokio::test]
async fn connections_on_which_operators_ask_nothing_are_closed() {
    let kept = Kept::open().await;
    let (_, address) = serve(&kept, Duration::from_secs(1)).await;
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
}

#[tokio::test]
async fn a_bot_whose_database_does_not_answer_lives_but_is_not_ready() {
    let kept = Kept::open().await;
    let (_, address) = serve(&kept, IDLE_TIMEOUT).await;
    assert_eq!(health(address).await.code, Some(0));
    kept.store.close().await;
    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 503 "));
    let metrics = ask(address, "/metrics").await;
    metrics.says("\nsiwa_database_up 0\n");
    let over = health(address).await;
    over.failed(1);
    let unwell = Text::new("cli-health-unwell")
        .with("address", address.to_string())
        .with("problem", "the database does not answer");
    assert_eq!(over.stderr.trim_end(), complaint(unwell));
}

#[tokio::test]
async fn a_bot_that_cannot_write_is_not_ready_until_it_can() {
    let kept = Kept::open().await;
    let (app, address) = serve(&kept, IDLE_TIMEOUT).await;
    kept.alter("alter table reached rename to lost").await;
    assert!(app.sweep().await.is_err());
    let unready = ask(address, "/readyz").await;
    assert!(unready.starts_with("HTTP/1.1 503 "), "{unready}");
    kept.alter("alter table lost rename to reached").await;
    app.sweep().await.unwrap();
    assert_eq!(health(address).await.code, Some(0));
}

#[test]
fn health_without_an_address_is_an_error() {
    let scratch = Scratch::new();
    let over = Siwa::start(scratch.path(), &["health"], PLAIN).over();
    let nowhere = complaint(Text::new("cli-health-nowhere"));
    assert_eq!(over.stderr.trim_end(), nowhere);
    over.failed(1);
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
    let lines = text.lines();
    let lines = lines.filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
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
    let lines = document.lines();
    let rows = lines.filter_map(|line| line.strip_prefix("| `siwa_"));
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
