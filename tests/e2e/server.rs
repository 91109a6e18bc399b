//! Several processes on one PostgreSQL server, also while another version changes it.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use siwa::playground::Route;

use super::backend::told_on_server;
use super::house::House;
use super::play::{Table, carried, is_board, said};

/// How long it may take until what a dead process has begun is finished.
const BOUND: Duration = Duration::from_secs(20);

/// The program itself, which dies at once when it is to.
struct Process(Child);

impl Process {
    fn start(house: &House) -> Self {
        Self::start_with(house, &["run"])
    }

    fn start_with(house: &House, arguments: &[&str]) -> Self {
        let mut siwa = Command::new(env!("CARGO_BIN_EXE_siwa"));
        siwa.args(arguments)
            .current_dir(house.directory())
            .env_clear()
            .env("DISCORD_TOKEN", house.play.token())
            .env("DISCORD_API_URL", house.play.api_url())
            .env("DATABASE_URL", house.place.url())
            .env("DISCORD_PUBLIC_KEY", house.world().public_key())
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
async fn what_a_dead_process_has_begun_another_finishes() {
    let Some(house) = House::served().await else {
        return;
    };
    let first = Process::start(&house);
    house.world().ready().await.unwrap();
    let mut table = Table::set(&house, "seega-5-classic").await;
    table.plays("a1 b2").await;
    // The board is there, but the process that has posted it does not learn so.
    let held = house.world().hold(Route::Callback);
    let mover = table.mover().clone();
    let answer = tokio::spawn(async move { mover.types("/place squares:d4 e5").await });
    let told = |it: &siwa::playground::Message| it.text().contains("played **d4 e5**");
    house.world().wait_for("main", told).await.unwrap();
    let second = Process::start(&house);
    drop(first);
    house.world().forget_sessions();
    held.release();
    let finished = async {
        while house.count("select count(*) from outbox").await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(BOUND, finished).await.unwrap();
    house.one_board().await;
    let said = house.world().messages("main");
    assert_eq!(said.iter().filter(|it| told(it)).count(), 1);
    assert_eq!(said.iter().filter(|it| is_board(it)).count(), 1);
    let _ = answer.await.unwrap();
    // Asked again, Discord said that the answer is there.
    let _ = house.world().take_complaints();
    house.world().ready().await.unwrap();
    let board = said.into_iter().rfind(is_board).unwrap();
    let who = house.person(&board.pinged()[0].to_string());
    let answer = who.types("/board").await.unwrap();
    assert!(answer.text().contains("d4 e5"), "{}", answer.text());
    house.sound().await;
    drop(second);
}

/// What a newer version adds to a database, before it runs beside this one.
const ADDED: &str = "alter table games add column mood text;
     alter table events add column mood text;
     create table moods (game bigint primary key, mood text);
     insert into _sqlx_migrations (version, description, success, checksum, execution_time)
     select 9000, 'the future', success, checksum, 1 from _sqlx_migrations where version = 21";

/// An address at which nobody listens yet.
fn unused() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[tokio::test]
async fn bots_play_on_while_a_newer_version_adds_to_their_database_and_start_after_it() {
    let Some(house) = House::served().await else {
        return;
    };
    let _first = Process::start(&house);
    house.world().ready().await.unwrap();
    let mut table = Table::set(&house, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let mut database = house.database().await;
    sqlx::raw_sql(ADDED).execute(&mut database).await.unwrap();
    table.plays("d4 e5").await;
    // From now on interactions come to the second, and what is owed is paid by both.
    let address = unused();
    let _second = Process::start_with(&house, &["serve", "--listen", &address]);
    let url = format!("http://{address}/interactions");
    let listening = async {
        while house.world().set_endpoint(&url).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(BOUND, listening).await.unwrap();
    table.plays("a2 b3").await;
    let asked = said(&table.first, "/resign").await;
    let sure = carried(&asked, ":resign-surely").unwrap();
    let end = house.follows(&asked, &table.first, sure).await;
    for who in [&table.first, &table.second] {
        let rematch = carried(&end, ":rematch").unwrap();
        who.presses(&end, rematch).await.unwrap();
    }
    let games = "select count(*) from games";
    assert_eq!(house.count(games).await, 2);
    let paid = async {
        while house
            .count("select count(*) from outbox where kind <> 'archive'")
            .await
            > 0
        {}
    };
    tokio::time::timeout(BOUND, paid).await.unwrap();
    assert_eq!(house.turns().await, 3);
    house.sound().await;
}

#[tokio::test]
async fn the_same_stories_hold_on_a_server() {
    told_on_server(&["first_game::", "restart::"]).await;
}
