//! Several processes on one PostgreSQL server.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use siwa::playground::Route;

use super::backend::told_on_server;
use super::house::House;
use super::play::{Table, is_board};

/// How long it may take until what a dead process has begun is finished.
const BOUND: Duration = Duration::from_secs(20);

/// The program itself, which dies at once when it is to.
struct Process(Child);

impl Process {
    fn start(house: &House) -> Self {
        let mut siwa = Command::new(env!("CARGO_BIN_EXE_siwa"));
        siwa.arg("run")
            .current_dir(house.directory())
            .env_clear()
            .env("DISCORD_TOKEN", house.play.token())
            .env("DISCORD_API_URL", house.play.api_url())
            .env("DATABASE_URL", house.place.url())
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

#[tokio::test]
async fn the_same_stories_hold_on_a_server() {
    told_on_server(&["first_game::", "restart::"]).await;
}
