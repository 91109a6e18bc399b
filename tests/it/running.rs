//! The bot as a process, against the simulated Discord: start, stop, and log.

use std::time::Duration;

use siwa::l10n::{L10n, Locale};
use siwa::time::Stopwatch;
use siwa_games::text::Text;
use siwa_playground::{InjectedFault, Options, Playground, Route};

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

/// Waits outside of the runtime, which has to run the simulator.
async fn apart<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(wait).await.unwrap()
}

async fn over(bot: Siwa) -> Over {
    apart(move || bot.over_within(PROMPTLY)).await
}

/// A challenge, its acceptance, moves, refusals: everything private that a log must not contain.
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
        // With the gateway, no load balancer sends interactions.
        let grace = [("SHUTDOWN_GRACE_SECONDS", "600")];
        let bot = start(&scratch, &playground.api_url(), playground.token(), &grace);
        playground.world().ready().await.unwrap();
        if signal == "TERM" {
            play(&playground).await;
        }
        bot.signal(signal);
        let over = over(bot).await;
        assert_eq!(over.code, Some(0), "{signal}: {over:?}");
        assert_eq!(over.stdout, "");
        playground.stop().await;
    }
}

#[tokio::test]
async fn the_link_that_invites_the_bot_is_logged() {
    let (playground, scratch) = (open().await, Scratch::new());
    let mut bot = start(&scratch, &playground.api_url(), playground.token(), &[]);
    let bot = apart(move || {
        bot.logs(
            "Invite the bot: https://discord.com/oauth2/authorize?client_id=1100000000000000001\
             &scope=bot+applications.commands&permissions=309237746688",
        );
        bot
    })
    .await;
    bot.signal("TERM");
    assert_eq!(over(bot).await.code, Some(0));
    playground.stop().await;
}

#[tokio::test]
async fn the_log_begins_with_the_version_the_database_and_the_origin_of_settings() {
    let scratch = Scratch::new();
    let settings = "DATABASE_URL=sqlite://of-file.db\nREQUESTS_PER_SECOND=20\nGUILD_ID=7\n";
    std::fs::write(scratch.file(".env"), settings).unwrap();
    let more = [("GUILD_ID", "8")];
    let mut bot = start(&scratch, &unused(), "a.b.c", &more);
    let bot = apart(move || {
        bot.logs("cannot be reached");
        bot
    })
    .await;
    bot.signal("TERM");
    let log = over(bot).await.stderr;
    let mut lines = log.lines();
    let first = lines.next().unwrap();
    for part in [env!("CARGO_PKG_VERSION"), "sqlite://of-file.db", "gateway"] {
        assert!(first.contains(part), "{log}");
    }
    let origin = lines.next().unwrap();
    assert!(
        origin.contains(".env") && origin.contains("REQUESTS_PER_SECOND"),
        "{log}"
    );
    let overridden = lines.next().unwrap();
    assert!(
        overridden.contains("WARN") && overridden.contains("GUILD_ID"),
        "{log}"
    );
    assert!(!log.contains("a.b.c"), "{log}");
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

/// An address without a server.
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
    let problem = Text::new("cli-error").with("problem", Text::new("cli-token-refused"));
    let last = over.stderr.lines().last().unwrap();
    assert_eq!(last, L10n::default().text(Locale::ENGLISH, &problem));
    assert!(!over.stderr.contains(token), "{over:?}");
    playground.stop().await;
}

#[tokio::test]
async fn a_public_key_of_another_application_ends_the_bot_with_one_sentence() {
    let (playground, scratch) = (open().await, Scratch::new());
    let variables = [
        ("DISCORD_TOKEN", playground.token()),
        ("DISCORD_API_URL", &playground.api_url()),
        ("DISCORD_PUBLIC_KEY", &"0".repeat(64)),
        ("RUST_LOG", "error"),
    ];
    let arguments = ["serve", "--listen", "127.0.0.1:0"];
    let bot = Siwa::start(scratch.path(), &arguments, &variables);
    let over = apart(move || bot.over()).await;
    assert_eq!(over.code, Some(2), "{over:?}");
    let problem = Text::new("cli-public-key-refused");
    let problem = Text::new("cli-error").with("problem", problem);
    let sentence = L10n::default().text(Locale::ENGLISH, &problem);
    assert_eq!(over.stderr.trim_end(), sentence);
    playground.stop().await;
}

#[tokio::test]
async fn a_bot_that_serves_is_played_with_and_stopped() {
    let (playground, scratch) = (open().await, Scratch::new());
    let address = unused();
    let listen = address.trim_start_matches("http://").to_owned();
    let variables = [
        ("DISCORD_TOKEN", playground.token()),
        ("DISCORD_API_URL", &playground.api_url()),
        ("DISCORD_PUBLIC_KEY", &playground.world().public_key()),
        ("SHUTDOWN_GRACE_SECONDS", "1"),
    ];
    let mut bot = Siwa::start(scratch.path(), &["serve", "--listen", &listen], &variables);
    let bot = apart(move || {
        bot.logs("interactions are received");
        bot
    })
    .await;
    let url = format!("{address}/interactions");
    playground.world().add_endpoint(&url).await.unwrap();
    play(&playground).await;
    let watch = Stopwatch::start();
    bot.signal("TERM");
    let over = over(bot).await;
    assert_eq!(over.code, Some(0), "{over:?}");
    assert!(watch.elapsed() >= Duration::from_secs(1), "{over:?}");
    playground.stop().await;
}

#[tokio::test]
async fn the_playground_sends_interactions_to_a_bot_that_serves() {
    let scratch = Scratch::new();
    let address = unused();
    let listen = address.trim_start_matches("http://").to_owned();
    let url = format!("{address}/interactions");
    let arguments = ["playground", "--port", "0", "--http-interactions", &url];
    let mut play = Siwa::start(scratch.path(), &arguments, &[] as &[(&str, &str)]);
    apart(move || {
        let said = play.says("DISCORD_PUBLIC_KEY=").to_owned();
        let value = |name: &str| {
            let (_, rest) = said.split_once(&format!("{name}=")).unwrap();
            rest.split([' ', ')', '\n']).next().unwrap().to_owned()
        };
        let names = ["DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_PUBLIC_KEY"];
        let variables = names.map(|name| (name, value(name)));
        let bot = Siwa::start(scratch.path(), &["serve", "--listen", &listen], &variables);
        // By now it has answered a ping and refused an invalid signature.
        play.says(&url);
        for running in [bot, play] {
            running.signal("TERM");
            assert_eq!(running.over_within(PROMPTLY).code, Some(0));
        }
    })
    .await;
}

#[tokio::test]
async fn a_range_of_shards_is_run_from_its_first_to_its_last() {
    let (playground, scratch) = (open().await, Scratch::new());
    let range = [("SHARDS", "4"), ("SHARD_RANGE", "2..3")];
    let bot = start(&scratch, &playground.api_url(), playground.token(), &range);
    let world = playground.world();
    world.wait_for_shards(&[(2, 4), (3, 4)]).await.unwrap();
    // The server is on shard 3.
    world.person("ana").types("/games").await.unwrap();
    bot.signal("TERM");
    assert_eq!(over(bot).await.code, Some(0));
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
async fn a_start_is_put_off_as_long_as_discord_asks() {
    for (route, seconds) in [(Route::Other, "600"), (Route::Commands, "200000")] {
        let (playground, scratch) = (open().await, Scratch::new());
        playground.world().inject(InjectedFault {
            // More failures than the bot needs to reach this.
            retry_after: format!("{seconds}.9").parse().ok(),
            ..InjectedFault::once(route, 429)
        });
        let mut bot = start(&scratch, &playground.api_url(), playground.token(), &[]);
        let line = format!("retry_in_s={seconds}");
        let bot = apart(move || {
            bot.logs(&line);
            bot
        })
        .await;
        bot.signal("TERM");
        assert_eq!(over(bot).await.code, Some(0));
        playground.stop().await;
    }
}

#[tokio::test]
async fn a_shard_that_discord_ends_is_replaced_immediately() {
    let (playground, scratch) = (open().await, Scratch::new());
    let bot = start(&scratch, &playground.api_url(), playground.token(), &[]);
    let world = playground.world();
    world.ready().await.unwrap();
    let watch = Stopwatch::start();
    // Not authenticated, invalid shard, sharding required.
    for code in [4003, 4010, 4011] {
        world.drop_gateway(code);
        // This waits for ten seconds; serenity alone would receive nothing for 45 seconds.
        world.ready().await.unwrap();
        let board = world.person("ana").types("/games").await;
        assert!(board.is_ok(), "{code}: {board:?}");
    }
    // Only the first retry is immediate: Discord limits how often a bot may connect.
    assert!(watch.elapsed() >= Duration::from_secs(3));
    bot.signal("TERM");
    assert_eq!(over(bot).await.code, Some(0));
    playground.stop().await;
}

#[tokio::test]
async fn a_token_that_was_reset_ends_the_bot_with_one_sentence() {
    for shards in ["1", "2"] {
        let (playground, scratch) = (open().await, Scratch::new());
        let more = [("SHARDS", shards)];
        let bot = start(&scratch, &playground.api_url(), playground.token(), &more);
        let world = playground.world();
        world.ready().await.unwrap();
        // Requests with the token still work, so that nothing else ends the bot.
        world.drop_gateway(4004);
        let over = over(bot).await;
        assert_eq!(over.code, Some(2), "{over:?}");
        let problem = Text::new("cli-error").with("problem", Text::new("cli-token-refused"));
        let last = over.stderr.lines().last().unwrap();
        assert_eq!(last, L10n::default().text(Locale::ENGLISH, &problem));
        playground.stop().await;
    }
}

#[tokio::test]
async fn the_log_contains_neither_secrets_nor_messages() {
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

#[tokio::test]
async fn log_lines_about_an_interaction_have_its_id() {
    let (playground, scratch) = (open().await, Scratch::new());
    let more = [("RUST_LOG", "siwa=debug"), ("LOG_FORMAT", "json")];
    let bot = start(&scratch, &playground.api_url(), playground.token(), &more);
    playground.world().ready().await.unwrap();
    play(&playground).await;
    bot.signal("TERM");
    let over = over(bot).await;
    let mut traces = Vec::new();
    for line in over.stderr.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        let told = event["fields"]["message"].as_str().unwrap();
        if ["answered", "denied", "completed"].contains(&told) {
            traces.push(event["span"]["trace"].as_u64().unwrap());
        } else if told == "a move was refused" {
            assert!(event["span"]["trace"].is_u64(), "{line}");
        }
    }
    assert_eq!(traces.len(), 12, "{}", over.stderr);
    traces.sort_unstable();
    traces.dedup();
    assert_eq!(traces.len(), 12, "each has its own");
    playground.stop().await;
}
