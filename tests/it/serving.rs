//! The bot as a process that serves: interactions over HTTP, and the endpoints for operators.

use std::net::SocketAddr;
use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_games::text::Text;
use siwa_playground::{Playground, Route};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::monitor::{TIMEOUT, ask, health};
use super::running::{begin, logging, off_runtime, open, play, stopped};
use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Siwa, complaint, unused};

/// The value of a line of metrics.
#[track_caller]
pub(crate) fn value(text: &str, name: &str) -> f64 {
    let mut lines = text.lines();
    let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found
        .unwrap_or_else(|| panic!("no {name} in:\n{text}"))
        .parse()
        .unwrap()
}

#[tokio::test]
async fn a_running_bot_reports_what_was_played_without_names() {
    let (play, scratch) = open().await;
    let address = unused();
    let api = play.api_url();
    let listens = address.to_string();
    let variables = [
        ("DISCORD_TOKEN", play.token()),
        ("DISCORD_API_URL", &api),
        ("METRICS_LISTEN", &listens),
    ];
    let bot = Siwa::start(scratch.path(), &["run"], &variables);
    let world = play.world();
    world.ready().await.unwrap();
    let people = begin(world).await;
    for person in &people {
        person.types("/place squares:a1 b2").await.unwrap();
    }

    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 200 "));
    assert!(ask(address, "/nowhere").await.starts_with("HTTP/1.1 404 "));
    let over = health(address).await;
    assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""), "{over:?}");
    // The last answer may not be acknowledged yet.
    let acknowledged = "siwa_callbacks_total{outcome=\"acknowledged\"}";
    let counted = async {
        loop {
            let text = ask(address, "/metrics").await;
            if value(&text, acknowledged) >= 4.0 {
                break text;
            }
        }
    };
    let text = tokio::time::timeout(TIMEOUT, counted).await.unwrap();
    let value = |name: &str| value(&text, name);
    let moved = value("siwa_game_events_total{game=\"seega\",kind=\"moved\"}");
    assert_eq!(moved, 1.0);
    for name in ["count", "bucket{le=\"3.0\"}"] {
        let counted = value(&format!("siwa_acknowledged_seconds_{name}"));
        assert_eq!(counted, value(acknowledged), "{name}");
    }
    assert!(value("siwa_database_wait_seconds_count") >= 2.0, "{text}");
    let fine = value("siwa_discord_responses_total{status=\"200\"}");
    assert!(fine > 0.0, "{text}");
    assert_eq!(value("siwa_database_up"), 1.0);
    assert!(text.ends_with("# EOF\n"), "{text}");
    let (_, body) = text.split_once("\r\n\r\n").unwrap();
    let labels: Vec<&str> = body.split('"').skip(1).step_by(2).collect();
    let digits = |label: &&&str| label.bytes().filter(u8::is_ascii_digit).count() > 4;
    let named = labels.iter().find(digits);
    assert_eq!(named, None, "an id is no label");

    stopped(bot).await;
    let over = health(address).await;
    over.failed(1);
    over.stderr.says(&listens);
}

/// A bot that serves a simulator of its own.
struct Serving {
    bot: Siwa,
    play: Playground,
    /// Where it answers operators.
    operators: SocketAddr,
    /// Where it takes interactions.
    listen: SocketAddr,
    _scratch: Scratch,
}

impl Serving {
    /// Starts a bot with this grace period, in seconds.
    fn start(play: Playground, scratch: Scratch, grace: u64) -> Self {
        let operators = unused();
        let listen = unused();
        let variables = [
            ("DISCORD_TOKEN", play.token().to_owned()),
            ("DISCORD_API_URL", play.api_url()),
            ("DISCORD_PUBLIC_KEY", play.world().public_key()),
            ("METRICS_LISTEN", operators.to_string()),
            ("SHUTDOWN_GRACE_SECONDS", grace.to_string()),
        ];
        let serve = ["serve", "--listen", &listen.to_string()];
        Self {
            bot: Siwa::start(scratch.path(), &serve, &variables),
            play,
            operators,
            listen,
            _scratch: scratch,
        }
    }

    /// Starts a bot with this grace period, which takes interactions.
    async fn open(grace: u64) -> Self {
        let (play, scratch) = open().await;
        Self::start(play, scratch, grace).receiving().await
    }

    /// Waits until it takes interactions.
    async fn receiving(self) -> Self {
        let bot = logging(self.bot, "interactions are received").await;
        Self { bot, ..self }
    }

    /// Lets the simulator send interactions to it.
    async fn is_endpoint(&self) {
        let url = format!("http://{}/interactions", self.listen);
        self.play.world().add_endpoint(&url).await.unwrap();
    }
}

#[tokio::test]
async fn a_bot_that_serves_is_ready_once_it_takes_interactions() {
    let (play, scratch) = open().await;
    let held = play.world().hold(Route::Commands);
    let serving = Serving::start(play, scratch, 0);
    let address = serving.operators;
    let world = serving.play.world();
    let registers = world.wait_for_request(|request| request.path.ends_with("/commands"));
    registers.await.unwrap();
    assert!(ask(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    let answer = ask(address, "/readyz").await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.ends_with("\r\n\r\nstarting\n"), "{answer}");
    drop(held);
    let serving = serving.receiving().await;
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 200 "));
    stopped(serving.bot).await;
}

#[tokio::test]
async fn a_bot_is_ready_while_300_connections_are_idle() {
    let serving = Serving::open(0).await;
    let mut idle = Vec::new();
    for _ in 0..300 {
        idle.push(TcpStream::connect(serving.listen).await.unwrap());
    }
    for path in ["/healthz", "/readyz"] {
        assert!(
            ask(serving.operators, path)
                .await
                .starts_with("HTTP/1.1 200 ")
        );
    }
    let answer = ask(serving.listen, "/interactions").await;
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    stopped(serving.bot).await;
}

#[tokio::test]
async fn a_bot_that_is_to_stop_is_not_ready_but_takes_interactions_until_the_grace_period_ends() {
    let serving = Serving::open(600).await;
    serving.is_endpoint().await;
    let address = serving.operators;
    assert!(ask(address, "/readyz").await.starts_with("HTTP/1.1 200 "));
    serving.bot.signal("TERM");
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
    let ana = serving.play.world().person("ana");
    ana.types("/games").await.unwrap();
    let mut stream = TcpStream::connect(serving.listen).await.unwrap();
    let request = "POST /interactions HTTP/1.1\r\nhost: bot\r\ncontent-length: 0\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut refused = String::new();
    let closed = tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut refused));
    closed.await.expect("it stays open").unwrap();
    assert!(refused.contains("connection: close"), "{refused}");
    // A second signal stops it immediately.
    stopped(serving.bot).await;
}

#[tokio::test]
async fn a_public_key_of_another_application_ends_the_bot_with_one_sentence() {
    let (playground, scratch) = open().await;
    let variables = [
        ("DISCORD_TOKEN", playground.token()),
        ("DISCORD_API_URL", &playground.api_url()),
        ("DISCORD_PUBLIC_KEY", &"0".repeat(64)),
        ("RUST_LOG", "error"),
    ];
    let arguments = ["serve", "--listen", "127.0.0.1:0"];
    let bot = Siwa::start(scratch.path(), &arguments, &variables);
    let over = off_runtime(move || bot.over()).await;
    over.failed(2);
    let sentence = complaint(Text::new("cli-public-key-refused"));
    assert_eq!(over.stderr.trim_end(), sentence);
}

#[tokio::test]
async fn a_bot_that_serves_is_played_with_and_stopped() {
    let serving = Serving::open(1).await;
    serving.is_endpoint().await;
    play(&serving.play).await;
    let watch = Stopwatch::start();
    let over = stopped(serving.bot).await;
    assert!(watch.elapsed() >= Duration::from_secs(1), "{over:?}");
}
