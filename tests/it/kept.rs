//! Stores for tests.

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use siwa::game::{
    Beginning, Challenge, ChallengeId, Event, FirstBy, Game, GameId, Pairing, PlayerId, Thread,
    Wishes,
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

    /// Changes the database behind the store.
    pub(crate) async fn alter(&self, statements: &str) {
        self.database.alter(statements).await;
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
        let insert = sqlx::query(insert).bind(NOON.0);
        insert.execute(&mut self.behind().await).await.unwrap();
    }

    /// The challenge of a game.
    pub(crate) async fn challenge_of(&self, game: GameId) -> Option<ChallengeId> {
        let challenge = sqlx::query_scalar("select challenge from games where id = $1");
        let challenge = challenge.bind(game.0.cast_signed());
        let found = challenge.fetch_optional(&mut self.behind().await).await;
        let found: Option<i64> = found.unwrap();
        found.map(|id| ChallengeId(id.cast_unsigned()))
    }

    pub(crate) async fn made(&self, new: &Challenge) -> Challenge {
        self.store.challenge(new, NOON, None).await.unwrap().value
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
    let settings = store.settings(None, Some(challenge.venue.guild)).await;
    let guild_rules = settings.unwrap().guild_rules;
    let terms = challenge.terms;
    let setup = terms.setup(challenge.venue, Thread::None, players, guild_rules.clone());
    let beginning = async |(game, events): (Game, Vec<Event>)| {
        let share = store
            .receiver(game.player(Side::First))
            .await
            .unwrap()
            .reminder;
        Beginning {
            wishes: Wishes {
                alarm: game.alarm(share, now),
                ..Wishes::default()
            },
            game,
            events,
            called: Vec::new(),
        }
    };
    let begun = terms.begin(setup, FirstBy::Lots, None, now);
    let first = beginning(begun).await;
    let second = match terms.games {
        Pairing::AtOnce => Some(beginning(first.game.second(guild_rules, now)).await),
        Pairing::Single | Pairing::InTurn => None,
    };
    let accepted = store.accept(challenge, &first, second.as_ref(), now, origin);
    Ok(accepted.await?.value.0)
}

/// The result of the one of two changes that was saved; the other met a conflict.
#[track_caller]
pub(crate) fn one_is_saved<T: Debug>(changes: (Result<T, Unchanged>, Result<T, Unchanged>)) -> T {
    match changes {
        (Ok(saved), Err(Unchanged::Conflict)) | (Err(Unchanged::Conflict), Ok(saved)) => saved,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.create_if_missing(true).connect().await.unwrap()
}

pub(crate) fn new(challenger: PlayerId, opponent: Option<PlayerId>) -> Challenge {
    Challenge::new(HERE, "pt-BR", challenger, opponent, terms(CLASSIC), NOON)
}
