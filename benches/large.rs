//! Whether a large database is slower than a small one: the most frequent acts in one of 20,000
//! servers with 500 finished games and five running ones each, compared with a single server of
//! that size.
//!
//! This does not use criterion: filling the database takes minutes, and some 15 GB. `cargo bench
//! --bench large` fills a file, `-- server` the PostgreSQL server at `SIWA_TEST_POSTGRES`, or else
//! on this machine; a number sets the number of servers.
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails may stop there"
)]

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/it/backend.rs"]
mod backend;
#[path = "../crates/games/tests/it/random.rs"]
mod random;
#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/it/table.rs"]
mod table;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use siwa::app::{Act, Acted, App, Origin, Target};
use siwa::game::{ChannelId, Game, GuildId, Ladder, Openable, Place, PlayerId, Venue};
use siwa::store::Store;
use siwa::time::{Clock, DAY, Seconds, Stopwatch};
use siwa_games::registry::Registry;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

use backend::Database;
use table::terms;

const SERVERS: i64 = 20_000;
/// Games in each server.
const FINISHED: i64 = 500;
const RUNNING: i64 = 5;
/// Players in each server.
const PLAYERS: i64 = 40;
/// The first server, which is measured.
const FIRST: i64 = 1_000_000;
/// How often each act is measured.
const TIMES: usize = 200;

const KIND: &str = "seega";
const VARIANT: &str = "seega-5-classic";

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args();
    let servers = arguments.find_map(|it| it.parse().ok()).unwrap_or(SERVERS);
    let served = std::env::args().any(|it| it == "server");
    let directory = std::env::temp_dir().join(format!("siwa-large-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let small = measured(&directory, 1, served).await;
    let large = measured(&directory, servers, served).await;
    println!("| | 1 server | {servers} servers | ratio |");
    println!("|---|---|---|---|");
    for ((what, small), (_, large)) in small.into_iter().zip(large) {
        let [small, large] = [small, large].map(|it| it.as_secs_f64() * 1000.0);
        println!(
            "| {what} | {small:.2} ms | {large:.2} ms | {:.2} |",
            large / small
        );
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

/// The median duration of each act, in a database with that many servers.
async fn measured(directory: &Path, servers: i64, served: bool) -> Vec<(&'static str, Duration)> {
    let database = if served {
        Database::on_server().await.unwrap()
    } else {
        Database::in_file(&directory.join(format!("{servers}.db")))
    };
    let watch = Stopwatch::start();
    fill(&database, servers).await;
    println!(
        "{servers} servers filled in {} s",
        watch.elapsed().as_secs()
    );
    let mut took = Took::default();
    for _ in 0..TIMES / 20 {
        let opening = took.start("start-up: open the database");
        let store = Store::open(database.url(), Registry::standard())
            .await
            .unwrap();
        took.stop(opening);
        store.close().await;
    }
    let store = Store::open(database.url(), Registry::standard())
        .await
        .unwrap();
    let app = App::new(store.clone(), Clock::default());
    let guild = GuildId(FIRST.cast_unsigned());
    let player = PlayerId(player(FIRST, 1));
    let ladder = Ladder {
        kind: Some(KIND),
        ..Ladder::default()
    };
    for _ in 0..TIMES {
        let asked = took.start("`/games`");
        app.store().running_of(player, Some(guild)).await.unwrap();
        took.stop(asked);
        let asked = took.start("`/leaderboard`");
        app.store()
            .leaderboard(guild, ladder, 1, player, app.now())
            .await
            .unwrap();
        took.stop(asked);
        let asked = took.start("`/profile`");
        app.profile(guild, player, None).await.unwrap();
        took.stop(asked);
        let swept = took.start("the sweeper, when nothing is due");
        app.sweep().await.unwrap();
        took.stop(swept);
        let looked = took.start("the outbox, when nothing is due");
        app.store().next_due().await.unwrap();
        took.stop(looked);
    }
    for number in 0..u64::try_from(TIMES / 20).unwrap() {
        plays(&app, number, &mut took).await;
    }
    store.close().await;
    took.medians()
}

/// Two new people play a little.
async fn plays(app: &App, number: u64, took: &mut Took) {
    let venue = Venue {
        guild: GuildId(FIRST.cast_unsigned()),
        channel: ChannelId(FIRST.cast_unsigned()),
    };
    let [one, other] = [0, 1].map(|of| PlayerId(9_000_000_000 + 2 * number + of));
    let challenge = app
        .challenge(one, Some(other), terms(VARIANT), venue, "en-US", &origin())
        .await
        .unwrap()
        .value;
    let here = Place::new(venue, Openable::Never);
    let accepted = app.accept(challenge.id, other, here, &origin()).await;
    let mut game: Game = accepted.unwrap().value.game;
    for _ in 0..12 {
        let mover = game.player(game.turn().unwrap());
        let text = game.state().legal_moves().swap_remove(0);
        let act = Act::Play(text, None);
        let moved = took.start("`/move`, `/place`");
        let origin = origin();
        let done = app.act(mover, venue, Target::Game(game.id()), &act, Some(&origin));
        if let Acted::Done(done) = done.await.unwrap() {
            game = done.value;
        }
        took.stop(moved);
    }
}

fn origin() -> Origin {
    static CAUSES: AtomicU64 = AtomicU64::new(1);
    table::origin(CAUSES.fetch_add(1, Ordering::Relaxed))
}

fn player(guild: i64, number: i64) -> u64 {
    (guild * 1000 + number).cast_unsigned()
}

/// Fills an empty database: all finished games were resigned after two turns, all running ones have
/// two turns.
async fn fill(database: &Database, servers: i64) {
    let store = Store::open(database.url(), Registry::standard())
        .await
        .unwrap();
    store.close().await;
    let mut connection = database.connect().await;
    let series = |end: i64| {
        if database.is_on_server() {
            format!("(select n from generate_series(0, {end} - 1) n)")
        } else {
            format!(
                "(with recursive numbers (n) as (
                     select 0 union all select n + 1 from numbers where n < {end} - 1)
                  select n from numbers)"
            )
        }
    };
    let now = Clock::default().now().0;
    let Seconds(day) = DAY;
    let finished = series(servers * FINISHED);
    let running = series(servers * RUNNING);
    let people = series(servers * PLAYERS);
    let half = PLAYERS / 2;
    // Computes the server and its players from the number of the game.
    let first = format!("({FIRST} + n % {servers}) * 1000 + n / {servers} % {half}");
    let second = format!("({FIRST} + n % {servers}) * 1000 + {half} + n / {servers} * 7 % {half}");
    let ended = format!("{now} - 100000 - n % 10000000");
    let mut statements = vec![format!(
        "insert into ratings (guild, rules, player, rating, deviation, volatility, rated, won, drawn, lost)
         select {FIRST} + n % {servers}, '{KIND}', ({FIRST} + n % {servers}) * 1000 + n / {servers},
                1200.0 + n * 37 % 600, 80.0, 0.06, 25, 13, 0, 12 from {people} s"
    )];
    for (from, offset, over) in [
        (&finished, 1, true),
        (&running, servers * FINISHED + 1, false),
    ] {
        let (status, winner, turn, seq) = if over {
            ("'won'", "'second'", "null", 4)
        } else {
            ("'playing'", "null", "'first'", 3)
        };
        let (deadline, end) = if over {
            ("null".to_owned(), ended.clone())
        } else {
            (format!("{now} + {day} + n % 100000"), "null".to_owned())
        };
        statements.push(format!(
            "insert into challenges (id, guild, channel, locale, challenger, opponent, variant, per_turn, rated,
                                     created, expires, touched, status)
             select {offset} + n, {FIRST} + n % {servers}, {FIRST} + n % {servers}, 'en-US', {first}, {second},
                    '{VARIANT}', {day}, 1, {ended}, {ended} + 86400, {ended}, 'accepted' from {from} s"
        ));
        statements.push(format!(
            "insert into games (id, challenge, guild, channel, locale, rules, variant, first, second, per_turn, rated,
                                status, winner, turn, seq, board_seq, deadline, started, touched, ended)
             select {offset} + n, {offset} + n, {FIRST} + n % {servers}, {FIRST} + n % {servers}, 'en-US', '{KIND}',
                    '{VARIANT}', {first}, {second}, {day}, 1, {status}, {winner}, {turn}, {seq}, {seq}, {deadline},
                    {ended} - 1000, {ended}, {end} from {from} s"
        ));
        let events = [
            ("null", "'started'", format!("'lots ' || ({first})")),
            ("'first'", "'moved'", "'a1 b1'".to_owned()),
            ("'second'", "'moved'", "'a2 b2'".to_owned()),
            ("'second'", "'finished'", "'resignation'".to_owned()),
        ];
        for (place, (side, kind, text)) in (1..=seq).zip(events) {
            statements.push(format!(
                "insert into events (game, seq, at, side, kind, text)
                 select {offset} + n, {place}, {ended}, {side}, {kind}, {text} from {from} s"
            ));
        }
    }
    let last = servers * (FINISHED + RUNNING);
    for table in ["challenges", "games"] {
        statements.push(if database.is_on_server() {
            format!("select setval(pg_get_serial_sequence('{table}', 'id'), {last})")
        } else {
            format!("update sqlite_sequence set seq = {last} where name = '{table}'")
        });
    }
    // A server gathers statistics itself, sooner or later; a file has none.
    if database.is_on_server() {
        statements.push("analyze".to_owned());
    }
    for statement in statements {
        run(&mut connection, statement).await;
    }
    connection.close().await.unwrap();
}

async fn run(connection: &mut AnyConnection, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(connection)
        .await
        .unwrap();
}

/// The durations of acts, in the order of their first measurement.
#[derive(Default)]
struct Took(Vec<(&'static str, Vec<Duration>)>);

impl Took {
    fn start(&mut self, what: &'static str) -> (usize, Stopwatch) {
        let known = self.0.iter().position(|(it, _)| *it == what);
        let place = known.unwrap_or_else(|| {
            self.0.push((what, Vec::new()));
            self.0.len() - 1
        });
        (place, Stopwatch::start())
    }

    fn stop(&mut self, (place, watch): (usize, Stopwatch)) {
        let took = watch.elapsed();
        self.0[place].1.push(took);
    }

    fn medians(self) -> Vec<(&'static str, Duration)> {
        let median = |mut took: Vec<Duration>| {
            took.sort();
            took[took.len() / 2]
        };
        let medians = self.0.into_iter();
        medians.map(|(what, took)| (what, median(took))).collect()
    }
}
