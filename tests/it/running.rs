//! The bot as a process, against the stand-in for Discord: starting, stopping, and what it logs.

use std::time::Duration;

use siwa::l10n::{L10n, Locale};
use siwa::message::Message;
use siwa::playground::{Options, Playground};
use siwa::time::Stopwatch;

use super::scratch::Scratch;
use super::siwa::{Over, Siwa};

/// How long stopping may take.
const PROMPTLY: Duration = Duration::from_secs(5);

fn start(scratch: &Scratch, api: &str, token: &str, more: &[(&str, &str)]) -> Siwa {
    let mut variables = vec![("DISCORD_TOKEN", token), ("DISCORD_API_URL", api)];
    variables.extend(more);
    Siwa::start(scratch.path(), &["run"], &variables)
}

async fn open() -> Playground {
    Playground::start(Options {
        strict: true,
        ..Options::default()
    })
    .await
    .unwrap()
}

/// Waits off the runtime, which has a stand-in to serve meanwhile.
async fn apart<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(wait).await.unwrap()
}

async fn over(bot: Siwa) -> Over {
    apart(move || bot.over_within(PROMPTLY)).await
}

/// A challenge, its acceptance, moves, refusals: everything that somebody could wish to read in a log.
async fn play(play: &Playground) {
    let world = play.world();
    let (ana, bob) = (world.person("ana"), world.person("bob"));
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    let card = card.message().unwrap().clone();
    bob.presses(&card, "Accept").await.unwrap();
    world
        .wait_for("main", |message| message.image().is_some())
        .await
        .unwrap();
    for person in [&ana, &bob] {
        person.types("/place squares:d4 e5").await.unwrap();
        person.types("/place squares:xyzzy").await.unwrap();
        person.completes("/place squares:b4 c").await.unwrap();
        person.types("/board").await.unwrap();
        person.types("/leaderboard").await.unwrap();
    }
}

#[tokio::test]
async fn signals_stop_the_bot_promptly() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:\t"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask, 16).ok());
    for signal in ["TERM", "INT", "HUP"] {
        if signal == "HUP" && ignored.is_some_and(|mask| mask & 1 == 1) {
            eprintln!("started as by nohup, which the bot respects: SIGHUP is not tried");
            continue;
        }
        let (playground, scratch) = (open().await, Scratch::new());
        let bot = start(&scratch, &playground.api_url(), playground.token(), &[]);
        playground.world().ready().await.unwrap();
        play(&playground).await;
        bot.signal(signal);
        let over = over(bot).await;
        assert_eq!(over.code, Some(0), "{signal}: {over:?}");
        assert_eq!(over.stdout, "");
        playground.stop().await;
    }
}

#[tokio::test]
async fn a_bot_that_cannot_reach_discord_stops_promptly_too() {
    let scratch = Scratch::new();
    let mut bot = start(&scratch, &unused(), "a.b.c", &[]);
    let bot = apart(move || {
        bot.logs("cannot be reached");
        bot
    })
    .await;
    bot.signal("TERM");
    assert_eq!(over(bot).await.code, Some(0));
}

/// The address of nobody.
fn unused() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[tokio::test]
async fn a_refused_token_ends_the_bot_with_one_sentence() {
    let playground = Playground::start(Options::default()).await.unwrap();
    let scratch = Scratch::new();
    let token = "this.token.is-not-known-to-anybody";
    let bot = start(
        &scratch,
        &playground.api_url(),
        token,
        &[("RUST_LOG", "trace")],
    );
    let over = apart(move || bot.over()).await;
    assert_eq!(over.code, Some(2), "{over:?}");
    let problem = Message::new("cli-error").with("problem", Message::new("cli-token-refused"));
    let last = over.stderr.lines().last().unwrap();
    assert_eq!(last, L10n::new().text(Locale::English, &problem));
    assert!(!over.stderr.contains(token), "{over:?}");
    playground.stop().await;
}

#[tokio::test]
async fn trouble_with_the_network_is_waited_out() {
    let (api, scratch) = (unused(), Scratch::new());
    let address = api.strip_prefix("http://").unwrap().parse().unwrap();
    let options = Options {
        address,
        strict: true,
        ..Options::default()
    };
    let mut bot = start(&scratch, &api, "playground.not-a-real.token", &[]);
    let bot = apart(move || {
        bot.logs("cannot be reached");
        bot
    })
    .await;
    let playground = Playground::start(options).await.unwrap();
    playground.world().ready().await.unwrap();
    play(&playground).await;
    bot.signal("TERM");
    assert_eq!(over(bot).await.code, Some(0));
    playground.stop().await;
}

#[tokio::test]
async fn a_shard_that_discord_ends_is_replaced_at_once() {
    let (playground, scratch) = (open().await, Scratch::new());
    let bot = start(&scratch, &playground.api_url(), playground.token(), &[]);
    let world = playground.world();
    world.ready().await.unwrap();
    let watch = Stopwatch::start();
    // Not authenticated, invalid shard, sharding required.
    for code in [4003, 4010, 4011] {
        world.drop_gateway(code);
        // This waits for ten seconds; serenity alone would be deaf for three quarters of a minute.
        world.ready().await.unwrap();
        let board = world.person("ana").types("/games").await;
        assert!(board.is_ok(), "{code}: {board:?}");
    }
    // Only the first time at once: Discord limits how often a bot may connect.
    assert!(watch.elapsed() >= Duration::from_secs(3));
    bot.signal("TERM");
    assert_eq!(over(bot).await.code, Some(0));
    playground.stop().await;
}

#[tokio::test]
async fn neither_secrets_nor_what_is_said_get_into_the_log() {
    let loud = "trace,siwa=trace,serenity=trace,serenity::http=trace,serenity::gateway=trace,hyper=trace,\
                hyper_util=trace,reqwest=trace,reqwest::connect=trace,h2=trace,tungstenite=trace,\
                tokio_tungstenite::compat=trace,rustls=trace,sqlx=trace,sqlx::query=trace";
    for format in ["text", "json"] {
        let (playground, scratch) = (open().await, Scratch::new());
        let more = [("RUST_LOG", loud), ("LOG_FORMAT", format)];
        let bot = start(&scratch, &playground.api_url(), playground.token(), &more);
        playground.world().ready().await.unwrap();
        play(&playground).await;
        bot.signal("TERM");
        let over = over(bot).await;
        assert_eq!(over.code, Some(0), "{over:?}");
        let log = &over.stderr;
        assert!(log.contains("connected to Discord"), "{log}");
        assert!(
            log.contains("TRACE") || log.contains("DEBUG"),
            "nothing is proved by a quiet log:\n{log}"
        );
        for secret in [
            playground.token(),
            "d4 e5",
            "d4-e5",
            "xyzzy",
            "b4 c",
            "challenges",
            "Ana",
            "Bob",
        ] {
            assert!(!log.contains(secret), "{secret:?} is in the log:\n{log}");
        }
        for part in ["serenity", "hyper", "reqwest", "tungstenite", "sqlx"] {
            for level in ["INFO", "DEBUG", "TRACE"] {
                let line = log
                    .lines()
                    .find(|line| line.contains(&format!("{part}::")) && line.contains(level));
                assert_eq!(line, None, "{part} talks");
            }
        }
        if format == "json" {
            for line in log.lines() {
                let event: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(
                    event["level"].is_string() && event["fields"]["message"].is_string(),
                    "{line}"
                );
            }
        }
        playground.stop().await;
    }
}
