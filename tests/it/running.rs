//! The bot as a process, against the simulated Discord: start, stop, and log.

use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_games::text::Text;
use siwa_playground::{InjectedFault, Options, Person, Playground, Route, World};

use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, PLAIN, Siwa, complaint, unused};

/// How long stopping may take.
const PROMPTLY: Duration = Duration::from_secs(15);

fn start(scratch: &Scratch, api: &str, token: &str, more: &[(&str, &str)]) -> Siwa {
    let mut variables = vec![("DISCORD_TOKEN", token), ("DISCORD_API_URL", api)];
    variables.extend(more);
    Siwa::start(scratch.path(), &["run"], &variables)
}

/// The base URL of an API that nobody serves.
fn nowhere() -> String {
    format!("http://{}", unused())
}

/// A strict simulator, and a directory for the bot.
pub(crate) async fn open() -> (Playground, Scratch) {
    let options = Options {
        strict: true,
        ..Options::default()
    };
    (Playground::start(options).await.unwrap(), Scratch::new())
}

/// A bot with these variables, and a strict simulator of its own.
async fn started(more: &[(&str, &str)]) -> (Playground, Scratch, Siwa) {
    let (play, scratch) = open().await;
    let bot = start(&scratch, &play.api_url(), play.token(), more);
    (play, scratch, bot)
}

/// The bot, once it logs a line that contains `part`.
pub(crate) async fn logging(mut bot: Siwa, part: &str) -> Siwa {
    let part = part.to_owned();
    off_runtime(move || {
        bot.logs(&part);
        bot
    })
    .await
}

/// Stops the bot, which has to succeed; returns its output.
pub(crate) async fn stopped(bot: Siwa) -> Over {
    bot.signal("TERM");
    let over = over(bot).await;
    over.is_fine();
    over
}

/// Waits outside of the runtime, which has to run the simulator.
pub(crate) async fn off_runtime<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(wait).await.unwrap()
}

async fn over(bot: Siwa) -> Over {
    off_runtime(move || bot.over_within(PROMPTLY)).await
}

/// Ana challenges Bob, who accepts; waits for the board of their game.
pub(crate) async fn begin(world: &World) -> [Person; 2] {
    let ana = world.person("ana");
    let bob = world.person("bob");
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    bob.presses(card.message().unwrap(), "accept")
        .await
        .unwrap();
    // The thread is open, so the bot does not open it again.
    let begun = world.wait_for("main", |message| message.image().is_some());
    begun.await.unwrap();
    [ana, bob]
}

/// A challenge, its acceptance, moves, refusals: everything private that a log must not contain.
pub(crate) async fn play(play: &Playground) {
    let world = play.world();
    let [ana, bob] = begin(world).await;
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
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:\t"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask, 16).ok());
    for signal in ["TERM", "INT", "HUP"] {
        let ignores_hang_up = ignored.is_some_and(|mask| mask & 1 == 1);
        if signal == "HUP" && ignores_hang_up {
            eprintln!("started as by nohup, which the bot respects: SIGHUP is not tried");
            continue;
        }
        // The grace is for load balancers; a bot on the gateway does not wait for it.
        let grace = [("SHUTDOWN_GRACE_SECONDS", "600")];
        let (playground, _scratch, bot) = started(&grace).await;
        playground.world().ready().await.unwrap();
        if signal == "TERM" {
            play(&playground).await;
        }
        bot.signal(signal);
        let over = over(bot).await;
        over.is_fine();
        assert_eq!(over.stdout, "");
    }
}

#[tokio::test]
async fn the_link_that_invites_the_bot_is_logged() {
    let invitation = "Invite the bot: https://discord.com/oauth2/authorize?client_id=1100000000000000001\
                      &scope=bot+applications.commands&permissions=309237746688";
    let (_playground, _scratch, bot) = started(&[]).await;
    let bot = logging(bot, invitation).await;
    stopped(bot).await;
}

#[tokio::test]
async fn the_log_begins_with_the_version_the_database_and_the_origin_of_settings() {
    let scratch = Scratch::new();
    let settings = "\u{feff}DATABASE_URL=sqlite://of-file.db\nREQUESTS_PER_SECOND=20\nGUILD_ID=7\nSHARDS=\n\
                    REQUESTS_PER_SECOND=30\nDISCORD_TOKN=a.b.c\na.b.c=\n";
    std::fs::write(scratch.file(".env"), settings).unwrap();
    let more = [("GUILD_ID", "8")];
    let bot = start(&scratch, &nowhere(), "a.b.c", &more);
    let log = stopped(logging(bot, "cannot be reached").await)
        .await
        .stderr;
    let mut lines = log.lines();
    for parts in [
        &[
            env!("CARGO_PKG_VERSION"),
            "sqlite://of-file.db",
            "gateway",
            "default=false",
        ][..],
        &[
            "environment",
            r#"["DISCORD_TOKEN", "DISCORD_API_URL", "GUILD_ID"]"#,
        ],
        &[".env", r#"["DATABASE_URL", "REQUESTS_PER_SECOND"]"#],
        &["WARN", "overrides", r#"["GUILD_ID"]"#],
        &["WARN", "not know", r#"["DISCORD_TOKN", "***"]"#],
        &["WARN", "again", r#"["REQUESTS_PER_SECOND"]"#],
    ] {
        let line = lines.next().unwrap();
        for part in parts {
            line.says(part);
        }
    }
    log.omits("a.b.c");
}

#[test]
fn a_bot_that_fails_to_start_has_said_on_which_database() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.file("siwa.db")).unwrap();
    let bot = start(&scratch, &nowhere(), "a.b.c", &[]);
    let log = bot.over().stderr;
    for part in ["sqlite://siwa.db", "default=true"] {
        log.lines().next().unwrap().says(part);
    }
    let blank = start(&scratch, &nowhere(), "a.b.c", &[("DATABASE_URL", " ")]);
    blank.over().stderr.says("default=true");
    let server = [("DATABASE_URL", "postgres://ana:hush@127.0.0.1:1/games")];
    let bot = start(&scratch, &nowhere(), "a.b.c", &server);
    let log = bot.over().stderr;
    log.lines().next().unwrap().says("127.0.0.1:1/games");
    log.omits("hush");
}

#[tokio::test]
async fn a_bot_that_cannot_reach_discord_stops_promptly_too() {
    let scratch = Scratch::new();
    let bot = start(&scratch, &nowhere(), "a.b.c", &[]);
    stopped(logging(bot, "cannot be reached").await).await;
}

#[tokio::test]
async fn a_refused_token_ends_the_bot_with_one_sentence() {
    let playground = Playground::start(Options::default()).await.unwrap();
    let scratch = Scratch::new();
    let token = "this.token.is-not-known-to-anybody";
    let traces = [("RUST_LOG", "trace")];
    let bot = start(&scratch, &playground.api_url(), token, &traces);
    let over = off_runtime(move || bot.over()).await;
    over.failed(2);
    let last = over.stderr.lines().last().unwrap();
    assert_eq!(last, complaint(Text::new("cli-token-refused")));
    over.stderr.omits(token);
}

#[tokio::test]
async fn the_playground_sends_interactions_to_a_bot_that_serves() {
    let scratch = Scratch::new();
    let listen = unused().to_string();
    let url = format!("http://{listen}/interactions");
    let arguments = ["playground", "--port", "0", "--http-interactions", &url];
    let mut play = Siwa::start(scratch.path(), &arguments, PLAIN);
    off_runtime(move || {
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
    let range = [("SHARDS", "4"), ("SHARD_RANGE", "2..3")];
    let (playground, _scratch, bot) = started(&range).await;
    let world = playground.world();
    world.wait_for_shards(&[(2, 4), (3, 4)]).await.unwrap();
    // The server is on shard 3.
    world.person("ana").types("/games").await.unwrap();
    stopped(bot).await;
}

#[tokio::test]
async fn the_commands_can_be_those_of_one_server() {
    let one = [("GUILD_ID", "1100000000000000002")];
    let (playground, _scratch, bot) = started(&one).await;
    playground.world().ready().await.unwrap();
    play(&playground).await;
    stopped(bot).await;
}

#[tokio::test]
async fn trouble_with_the_network_is_waited_out() {
    let address = unused();
    let api = format!("http://{address}");
    let scratch = Scratch::new();
    let options = Options {
        address,
        strict: true,
        ..Options::default()
    };
    let bot = start(&scratch, &api, "playground.not-a-real.token", &[]);
    let bot = logging(bot, "cannot be reached").await;
    let playground = Playground::start(options).await.unwrap();
    playground.world().ready().await.unwrap();
    play(&playground).await;
    let over = stopped(bot).await;
    over.stderr.says("could not be sent: Connection refused");
}

#[tokio::test]
async fn a_start_is_put_off_as_long_as_discord_asks() {
    for (route, seconds) in [(Route::Other, "600"), (Route::Commands, "200000")] {
        let (playground, scratch) = open().await;
        playground.world().inject(InjectedFault {
            // With a fraction, as Discord sends it; the log shows whole seconds.
            retry_after: format!("{seconds}.9").parse().ok(),
            ..InjectedFault::once(route, 429)
        });
        let bot = start(&scratch, &playground.api_url(), playground.token(), &[]);
        let bot = logging(bot, &format!("retry_in_s={seconds}")).await;
        stopped(bot).await;
    }
}

#[tokio::test]
async fn a_shard_that_discord_ends_is_replaced_immediately() {
    let (playground, _scratch, bot) = started(&[]).await;
    let world = playground.world();
    world.ready().await.unwrap();
    let watch = Stopwatch::start();
    // Not authenticated, invalid shard, sharding required.
    for code in [4003, 4010, 4011] {
        world.drop_gateway(code);
        // This waits for 30 seconds at most; serenity alone would receive nothing for 45 seconds.
        world.ready().await.unwrap();
        let board = world.person("ana").types("/games").await;
        assert!(board.is_ok(), "{code}: {board:?}");
    }
    // Only the first retry is immediate: Discord limits how often a bot may connect.
    assert!(watch.elapsed() >= Duration::from_secs(3));
    stopped(bot).await;
}

#[tokio::test]
async fn a_token_that_was_reset_ends_the_bot_with_one_sentence() {
    for shards in ["1", "2"] {
        let more = [("SHARDS", shards)];
        let (playground, _scratch, bot) = started(&more).await;
        let world = playground.world();
        world.ready().await.unwrap();
        // Requests with the token still work, so that nothing else ends the bot.
        world.drop_gateway(4004);
        let over = over(bot).await;
        over.failed(2);
        let last = over.stderr.lines().last().unwrap();
        assert_eq!(last, complaint(Text::new("cli-token-refused")));
    }
}

#[tokio::test]
async fn the_log_contains_neither_secrets_nor_messages() {
    let loud = "trace,siwa=trace,serenity=trace,serenity::http=trace,serenity::gateway=trace,hyper=trace,\
                hyper_util=trace,reqwest=trace,reqwest::connect=trace,h2=trace,tungstenite=trace,\
                tokio_tungstenite::compat=trace,rustls=trace,sqlx=trace,sqlx::query=trace";
    for format in ["text", "json"] {
        let more = [("RUST_LOG", loud), ("LOG_FORMAT", format)];
        let (playground, _scratch, bot) = started(&more).await;
        playground.world().ready().await.unwrap();
        play(&playground).await;
        let log = &stopped(bot).await.stderr;
        log.says("connected to Discord");
        // Nothing is proved by a quiet log.
        assert!(log.contains("TRACE") || log.contains("DEBUG"), "{log}");
        let typed = ["d4 e5", "d4-e5", "xyzzy", "b4 c"];
        for secret in typed
            .into_iter()
            .chain([playground.token(), "challenges", "Ana", "Bob"])
        {
            log.omits(secret);
        }
        for part in ["serenity", "hyper", "reqwest", "tungstenite", "sqlx"] {
            for level in ["INFO", "DEBUG", "TRACE"] {
                let part = format!("{part}::");
                let talks = |line: &&str| line.contains(&part) && line.contains(level);
                assert_eq!(log.lines().find(talks), None);
            }
        }
        if format == "json" {
            for line in log.lines() {
                let event: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(event["level"].is_string(), "{line}");
                assert!(event["fields"]["message"].is_string(), "{line}");
            }
        }
    }
}

#[tokio::test]
async fn log_lines_about_an_interaction_have_its_id() {
    let more = [("RUST_LOG", "siwa=debug"), ("LOG_FORMAT", "json")];
    let (playground, _scratch, bot) = started(&more).await;
    playground.world().ready().await.unwrap();
    play(&playground).await;
    let over = stopped(bot).await;
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
    // The challenge, its acceptance, and five acts of each person.
    assert_eq!(traces.len(), 12, "{}", over.stderr);
    traces.sort_unstable();
    traces.dedup();
    assert_eq!(traces.len(), 12, "each has its own");
}
