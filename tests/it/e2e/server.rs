//! Several processes on one PostgreSQL server, also while another version changes it.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::endpoint::Endpoint;
use siwa::discord::run::Source;
use siwa::store::Store;
use siwa_games::registry::Registry;
use siwa_playground::{Message, Route};
use sqlx::AnyConnection;
use tokio::sync::Semaphore;

use crate::siwa::unused;

use super::harness::{Harness, L10N, PAINTER, Running, TIMEOUT, hex, settings};
use super::person::Says;
use super::play::{Table, alone, game_of, is_board, said, shown};

/// The program as a process that can be killed.
struct Process(Child);

impl Process {
    fn start(harness: &Harness) -> Self {
        Self::start_with(harness, &["run"])
    }

    fn start_with(harness: &Harness, arguments: &[&str]) -> Self {
        let mut siwa = Command::new(env!("CARGO_BIN_EXE_siwa"));
        siwa.args(arguments)
            .current_dir(harness.directory())
            .env_clear()
            .env("DISCORD_TOKEN", harness.play.token())
            .env("DISCORD_API_URL", harness.play.api_url())
            .env("DATABASE_URL", harness.place.url())
            .env("DISCORD_PUBLIC_KEY", harness.world().public_key())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Self(siwa.spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn work_of_a_dead_process_is_finished_by_another() {
    let Some(harness) = Harness::served().await else {
        return;
    };
    let first = Process::start(&harness);
    harness.world().ready().await.unwrap();
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    // The board is posted, but the process is not told so.
    let held = harness.world().hold(Route::Callback);
    let mover = table.mover().clone();
    let answer = tokio::spawn(async move { mover.types("/place squares:d4 e5").await });
    let told = |it: &siwa_playground::Message| it.text().contains("played **d4 e5**");
    harness.waits_for("main", told).await;
    let second = Process::start(&harness);
    drop(first);
    harness.world().forget_sessions();
    drop(held);
    harness.counts("outbox", 0).await;
    harness.one_board().await;
    let said = harness.world().messages("main");
    assert_eq!(said.iter().filter(|it| told(it)).count(), 1);
    assert_eq!(said.iter().filter(|it| is_board(it)).count(), 1);
    let _ = answer.await.unwrap();
    // The retry found that the answer had arrived.
    let _ = harness.world().take_violations();
    harness.world().ready().await.unwrap();
    let board = said.into_iter().rfind(is_board).unwrap();
    let who = harness.person(&board.pinged()[0].to_string());
    who.types("/board").await.says("d4 e5");
    drop(second);
}

/// What a newer version adds to the database, before it runs beside this one.
const ADDED: &str = "alter table games add column mood text;
     alter table events add column mood text;
     create table moods (game bigint primary key, mood text);
     insert into _sqlx_migrations (version, description, success, checksum, execution_time)
     select 9000, 'the future', success, checksum, 1 from _sqlx_migrations where version = 1";

/// Removes it again.
const REMOVED: &str = "alter table games drop column mood;
     alter table events drop column mood;
     drop table moods;
     delete from _sqlx_migrations where version = 9000";

/// Executes each of the statements in a transaction of its own: with locks on several tables it
/// could meet the bots in a deadlock.
async fn one_by_one(database: &mut AnyConnection, statements: &'static str) {
    for statement in statements.split(';') {
        let done = sqlx::raw_sql(statement).execute(&mut *database).await;
        done.unwrap();
    }
}

#[tokio::test]
async fn bots_play_on_while_a_newer_version_adds_to_their_database() {
    let Some(harness) = Harness::served().await else {
        return;
    };
    let _first = Process::start(&harness);
    harness.world().ready().await.unwrap();
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    // From now on interactions go to the second process, and both send items.
    let address = unused().to_string();
    let _second = Process::start_with(&harness, &["serve", "--listen", &address]);
    let url = format!("http://{address}/interactions");
    let listening = async { while harness.world().add_endpoint(&url).await.is_err() {} };
    tokio::time::timeout(TIMEOUT, listening).await.unwrap();
    table.plays("d4 e5").await;
    let mut database = harness.database().await;
    one_by_one(&mut database, ADDED).await;
    table.plays("a2 b3").await;
    let asked = said(&table.first, "/resign").await;
    let end = harness.follows(&asked, &table.first, "resign-surely").await;
    for who in [&table.first, &table.second] {
        who.presses(&end, "rematch").await;
    }
    assert_eq!(harness.rows("games").await, 2);
    harness.counts("outbox", 0).await;
    assert_eq!(harness.turns().await, 3);
    // Apart from the additions, the database is as expected.
    one_by_one(&mut database, REMOVED).await;
}

/// A bot with its own store.
struct Separate {
    address: String,
    bot: Running,
}

impl Separate {
    /// A bot that polls for work every `pace`, with the engine on so many cores.
    async fn start(harness: &Harness, cores: usize, pace: Duration) -> Self {
        let store = Store::open(harness.place.url(), Registry::standard());
        let app = App::new(store.await.unwrap(), harness.clock.clone());
        let settings = settings(harness.play.token(), harness.play.api_url(), pace);
        let painter = Arc::clone(&PAINTER);
        let mut bot = Bot::new(app, Arc::clone(&L10N), painter, settings);
        bot.cores = Arc::new(Semaphore::new(cores));
        let key = hex(&harness.world().public_key());
        let endpoint = Endpoint::open("127.0.0.1:0", key, TIMEOUT).await.unwrap();
        let address = format!("http://{}/interactions", endpoint.address);
        let bot = Running::start(bot, Source::Http(endpoint));
        Self { address, bot }
    }
}

#[tokio::test]
async fn a_turn_that_one_process_leaves_another_takes_immediately() {
    let Some(harness) = Harness::served().await else {
        return;
    };
    // One cannot take the engine's turns, the other gets no interactions, and neither polls.
    let hour = Duration::from_secs(60 * 60);
    let asked = Separate::start(&harness, 0, hour).await;
    let other = Separate::start(&harness, 1, hour).await;
    harness.world().add_endpoint(&asked.address).await.unwrap();
    harness.world().ready().await.unwrap();
    let ana = harness.person("ana");
    let begun = alone(&harness, &ana, "seega-5-classic", "1", "begin").await;
    let id = game_of(&begun);
    let mut seen = None;
    for number in 1..=3 {
        let mine = |it: &Message| shown(it, &id) > seen;
        let board = harness.waits_until(begun.id, mine).await;
        seen = shown(&board, &id);
        if number == 3 {
            assert!(harness.turns().await >= 4, "{}", board.text());
            break;
        }
        let played = harness.moves(&id).await.concat();
        let squares = ["a1", "b1", "d1", "e1", "a2", "b2", "d2", "e2", "a5", "e5"];
        let free = squares.into_iter().filter(|it| !played.contains(it));
        let free: Vec<&str> = free.take(2).collect();
        said(&ana, &format!("/place squares:{}", free.join(" "))).await;
    }
    other.bot.stop().await;
    asked.bot.stop().await;
}
