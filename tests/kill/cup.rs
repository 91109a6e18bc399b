//! A tournament of all people, whose games they play beside the others.

use std::sync::Arc;
use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_playground::{Message, Refused, World};
use sqlx::{AnyConnection, Connection as _};
use tokio::sync::{Notify, RwLock};

use super::backend::Database;
use super::people::{Table, carried, said};
use super::random::Random;
use super::threads::{PACE, TIMEOUT};
use super::{FIRST, PEOPLE};

/// A running game, the thread of its group, and its players.
type Running = (i64, i64, i64, i64);
const RUNNING: &str = "select id, thread, first, second from games
    where tournament is not null and status = 'playing' and thread > 0 order by id";
/// Its games that began more often than once.
const AGAIN: &str =
    "select count(*) from games a join games b using (tournament, section, first, second)
    where a.id < b.id";
/// How long one game takes before the next is chosen, in milliseconds.
const TURN: u64 = 40;

/// One who acts for everybody in its games.
pub(crate) struct Cup {
    pub(crate) world: World,
    pub(crate) url: String,
    pub(crate) random: Random,
    pub(crate) doing: Arc<Notify>,
}

/// The key of a person.
fn key(person: i64) -> String {
    format!("p{}", person.cast_unsigned() - FIRST)
}

impl Cup {
    /// The first person opens it; everybody joins, and with the last it starts.
    pub(crate) async fn open(&self) {
        let organizer = self.world.person("p0").with(|member| member.admin = true);
        let opening = format!("/tournament game:seega players:{PEOPLE}");
        let card = said(&organizer.types(&opening).await.unwrap()).unwrap();
        for number in 0..PEOPLE {
            let person = self.world.person(&format!("p{number}"));
            let joined = person.presses(&card, "join").await.unwrap();
            assert!(!joined.private(), "{}", joined.text());
        }
    }

    /// Plays forever.
    pub(crate) async fn play(mut self, pause: Arc<RwLock<()>>) {
        loop {
            let acting = pause.read().await;
            // A person who gets no answer looks at the thread and continues.
            let _ = self.act().await;
            drop(acting);
            tokio::time::sleep(Duration::from_millis(self.random.next() % TURN)).await;
        }
    }

    /// A turn, or another act, in one of its games.
    async fn act(&mut self) -> Result<(), Refused> {
        let games = running(&self.url).await;
        if games.is_empty() {
            return Ok(());
        }
        let game = self.random.pick(&games);
        let Some(board) = board(&self.world, game) else {
            return Ok(());
        };
        let (_, group, first, second) = *game;
        let people = [first, second].map(key);
        let seed = self.random.next();
        let people = people.each_ref().map(String::as_str);
        let place = group.cast_unsigned();
        let mut table = Table::new(&self.world, people, place, seed, &self.doing);
        table.go_on(&board).await
    }
}

/// In all its games those who joined later resign, until it is over; its winner must be announced
/// once.
pub(crate) async fn finish(world: &World, database: &Database) -> Result<(), String> {
    let watch = Stopwatch::start();
    let is_won = |it: &&Message| it.text().contains("Results: ");
    let won = || world.messages("main").iter().filter(is_won).count();
    while won() == 0 {
        if watch.elapsed() > TIMEOUT {
            return Err("the tournament does not end".to_owned());
        }
        for game in running(database.url()).await {
            let (id, group, first, second) = game;
            if board(world, &game).is_none() {
                continue;
            }
            let loser = world.person(&key(first.max(second))).in_channel(group);
            let resigned = async {
                let asked = loser.types(&format!("/resign game:{id}")).await?;
                loser.presses(&said(&asked)?, "resign-surely").await
            };
            // A person who gets no answer tries again.
            let _ = resigned.await;
        }
        tokio::time::sleep(PACE).await;
    }
    let mut kept = database.connect().await;
    let again = sqlx::query_scalar(AGAIN).fetch_one(&mut kept).await;
    kept.close().await.unwrap();
    match (won(), again.unwrap()) {
        (1, 0_i64) => Ok(()),
        (won, again) => Err(format!(
            "{won} announcements of the winner, {again} games again"
        )),
    }
}

/// The board of a running game, if it is there already.
fn board(world: &World, (game, group, ..): &Running) -> Option<Message> {
    let of = format!("game:{game}:");
    let mut messages = world.messages(&group.to_string());
    messages.retain(|it| carried(it, &of, ":panel:").is_some());
    messages.pop()
}

async fn running(url: &str) -> Vec<Running> {
    let mut kept = AnyConnection::connect(url).await.unwrap();
    let games = sqlx::query_as(RUNNING).fetch_all(&mut kept).await.unwrap();
    kept.close().await.unwrap();
    games
}
