//! Stores for tests.

use std::path::Path;
use std::time::Duration;

use siwa::game::{
    Beginning, Challenge, ChallengeId, Event, FirstBy, Game, GameId, Opening, Pairing, PlayerId,
    Thread,
};
use siwa::store::{Origin, Store, Unchanged};
use siwa::time::{Stopwatch, Timestamp};
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Side};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions as _};

use super::backend::Database;
use super::scratch::Scratch;
use super::table::{HERE, NOON, terms};

/// How long a test waits for another task.
const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) const CLASSIC: &str = "seega-5-classic";

/// A store on its own database.
pub(crate) struct Kept {
    pub(crate) store: Store,
    pub(crate) database: Database,
    pub(crate) scratch: Scratch,
}

impl Kept {
    pub(crate) async fn open() -> Self {
        let scratch = Scratch::new();
        let database = Database::open(scratch.path()).await;
        Self::on(scratch, database).await
    }

    /// A store on a file, whatever the backend of other tests.
    pub(crate) async fn in_file() -> Self {
        let scratch = Scratch::new();
        let database = Database::in_file(&scratch.file("games.db"));
        Self::on(scratch, database).await
    }

    pub(crate) async fn on(scratch: Scratch, database: Database) -> Self {
        let store = Store::open(database.url(), Registry::standard()).await;
        Self {
            store: store.unwrap(),
            database,
            scratch,
        }
    }

    /// Two stores, one of them on a server, if there is one.
    pub(crate) async fn on_both() -> Vec<Self> {
        let mut both = vec![Self::in_file().await];
        if let Some(database) = Database::on_server().await {
            both.push(Self::on(Scratch::new(), database).await);
        }
        both
    }

    pub(crate) async fn reopen(self) -> Self {
        self.store.close().await;
        Self::on(self.scratch, self.database).await
    }

    /// A connection that bypasses the store.
    pub(crate) async fn behind(&self) -> AnyConnection {
        self.database.connect().await
    }

    /// Waits on a server until this query counts something.
    pub(crate) async fn comes(&self, question: &'static str) {
        let mut behind = self.behind().await;
        let watch = Stopwatch::start();
        loop {
            let count = sqlx::query_scalar(question).fetch_one(&mut behind).await;
            let count: i64 = count.unwrap();
            if count > 0 {
                return;
            }
            assert!(watch.elapsed() < TIMEOUT, "in vain: {question}");
        }
    }

    /// Waits until a transaction waits for a lock.
    pub(crate) async fn somebody_waits(&self) {
        let waits = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'
                       and application_name = current_setting('application_name')";
        self.comes(waits).await;
    }

    /// The number of rows in a table.
    pub(crate) async fn count(&self, table: &str) -> u64 {
        let query = AssertSqlSafe(format!("select count(*) from {table}"));
        let rows: i64 = sqlx::query_scalar(query)
            .fetch_one(&mut self.behind().await)
            .await
            .unwrap();
        rows.unsigned_abs()
    }

    /// Enqueues a hundred reminders for the only game, due in the seconds before noon.
    pub(crate) async fn hundred_reminders(&self) {
        let insert = "insert into outbox (id, role, channel, game, seq, created, due, attempts)
             with recursive n (i) as (select 1 union all select i + 1 from n where i < 100)
             select i, 'remind', channel, id, seq, $1 - i, $1 - i, 0 from n, games";
        let insert = sqlx::query(insert).bind(NOON);
        insert.execute(&mut self.behind().await).await.unwrap();
    }

    /// The challenge of a game.
    pub(crate) async fn challenge_of(&self, game: GameId) -> Option<ChallengeId> {
        sqlx::query_scalar("select challenge from games where id = $1")
            .bind(game)
            .fetch_optional(&mut self.behind().await)
            .await
            .unwrap()
    }

    pub(crate) async fn made(&self, new: &Challenge) -> Challenge {
        self.store.challenge(new, NOON, None).await.unwrap()
    }

    /// A running game: the first player challenges, the other accepts, and the first has the first
    /// turn.
    pub(crate) async fn game(&self, players: [PlayerId; 2]) -> Game {
        let challenge = self.made(&new(players[0], Some(players[1]))).await;
        self.begun(&challenge, players).await
    }

    pub(crate) async fn begun(&self, challenge: &Challenge, players: [PlayerId; 2]) -> Game {
        let [first, second] = players;
        let players = BySide { first, second };
        let accepted = accepted(&self.store, challenge, players, NOON, None);
        self.load(accepted.await.unwrap()).await
    }

    pub(crate) async fn load(&self, game: GameId) -> Game {
        let record = self.store.record(game).await.unwrap().unwrap();
        Game::replay(record, Registry::standard()).unwrap()
    }
}

/// Accepts a challenge with the first player already chosen.
pub(crate) async fn accepted(
    store: &Store,
    challenge: &Challenge,
    players: BySide<PlayerId>,
    now: Timestamp,
    origin: Option<&Origin>,
) -> Result<GameId, Unchanged> {
    let guild_rules = store.guild_rules(challenge.venue.guild).await.unwrap();
    let opening = Opening {
        venue: challenge.venue,
        thread: Thread::None,
        terms: challenge.terms,
        players,
        first_by: FirstBy::Lots,
        deal: None,
        engine: None,
        guild_rules: guild_rules.clone(),
    };
    let beginning = async |(game, events): (Game, Vec<Event>)| {
        let share = store
            .receiver(game.player(Side::First))
            .await
            .unwrap()
            .reminder;
        Beginning {
            alarm: game.alarm(share, now),
            game,
            events,
            called: Vec::new(),
        }
    };
    let first = beginning(Game::begin(opening, now)).await;
    let second = match challenge.terms.games {
        Pairing::AtOnce => Some(beginning(first.game.second(guild_rules, now)).await),
        Pairing::Single | Pairing::InTurn => None,
    };
    let accepted = store.accept(challenge, &first, second.as_ref(), now, origin);
    accepted.await
}

pub(crate) async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.create_if_missing(true).connect().await.unwrap()
}

pub(crate) fn new(challenger: PlayerId, opponent: Option<PlayerId>) -> Challenge {
    Challenge::new(HERE, "pt-BR", challenger, opponent, terms(CLASSIC), NOON)
}
