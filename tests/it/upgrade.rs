//! Databases of other versions: which are refused, and which are migrated.

use siwa::store::{Address, OpenError, Store};
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use sqlx::Connection as _;
use sqlx::migrate::Migrator;

use super::backend::Database;
use super::kept::Kept;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa, complaint};

/// Changes that make a schema one of another program, or of a version that this one does not
/// follow.
const FOREIGN: [&str; 3] = [
    "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
     select 9000, 'the future', success, checksum, 1 from _sqlx_migrations where version = 1",
    "update _sqlx_migrations set version = 9000 where version = 1",
    "drop table _sqlx_migrations",
];

/// A database on each engine; the server's only if there is one.
async fn databases(scratch: &Scratch) -> impl Iterator<Item = Database> {
    let file = Database::in_file(&scratch.file("games.db"));
    [Some(file), Database::on_server().await]
        .into_iter()
        .flatten()
}

async fn happens(database: &Database, statements: &'static str) {
    let mut behind = database.connect().await;
    sqlx::raw_sql(statements)
        .execute(&mut behind)
        .await
        .unwrap();
    behind.close().await.unwrap();
}

/// A database as left by a version without tables.
async fn without_tables(database: &Database) {
    let url = if database.is_on_server() {
        database.url().to_owned()
    } else {
        format!("{}?mode=rwc", database.url())
    };
    sqlx::any::install_default_drivers();
    let mut behind = sqlx::AnyConnection::connect(&url).await.unwrap();
    let none = Migrator::with_migrations(Vec::new());
    none.run(&mut behind).await.unwrap();
    behind.close().await.unwrap();
}

fn siwa(arguments: &[&str], database: &Database, scratch: &Scratch) -> Over {
    let variables = [
        ("DISCORD_TOKEN", "a.b.c"),
        ("DATABASE_URL", database.url()),
        ("RUST_LOG", "warn"),
    ];
    Siwa::start(scratch.path(), arguments, &variables).over()
}

#[track_caller]
fn refused(over: &Over, id: &'static str, name: &str) {
    let problem = Text::new(id).with("url", name);
    assert_eq!(over.stderr.trim_end(), complaint(problem));
    over.failed(2);
}

#[tokio::test]
async fn a_database_with_tables_that_are_not_known_is_refused_and_left_as_it_is() {
    for statements in FOREIGN {
        for kept in Kept::on_both().await {
            kept.store.close().await;
            let Kept {
                database, scratch, ..
            } = kept;
            happens(&database, statements).await;
            let before = database.everything().await;
            let url = database.url();
            let registry = Registry::standard();
            for opened in [
                Store::open(url, registry).await,
                Store::open_to_examine(url, registry).await,
                Store::open_copy(url, "sqlite://source.db", registry).await,
            ] {
                assert!(matches!(opened, Err(OpenError::Foreign)), "{opened:?}");
            }
            // All commands call the same function, so one such database is enough.
            if statements == FOREIGN[0] {
                let name = Address::from(url).to_string();
                let copy = ["copy", url, "sqlite://copy.db"];
                for command in [&["run"][..], &["doctor"], &copy] {
                    let over = siwa(command, &database, &scratch);
                    refused(&over, "cli-database-foreign", &name);
                }
                if !database.is_on_server() {
                    let over = siwa(&["backup", "backup.db"], &database, &scratch);
                    refused(&over, "cli-database-foreign", &name);
                    assert!(!scratch.file("backup.db").exists());
                }
            }
            assert_eq!(database.everything().await, before, "{statements}");
        }
    }
}

#[tokio::test]
async fn a_database_of_an_older_version_is_brought_up_to_date_by_a_start_alone() {
    let scratch = Scratch::new();
    for database in databases(&scratch).await {
        without_tables(&database).await;
        let copy = ["copy", database.url(), "sqlite://copy.db"];
        for command in [&["doctor"][..], &copy] {
            let over = siwa(command, &database, &scratch);
            refused(
                &over,
                "cli-database-older",
                &Address::from(database.url()).to_string(),
            );
        }
        assert_eq!(database.everything().await, "");
        let opened = Store::open(database.url(), Registry::standard()).await;
        opened.unwrap().close().await;
        let over = siwa(&["doctor"], &database, &scratch);
        assert_eq!(over.code, Some(0), "{over:?}");
    }
}

#[tokio::test]
async fn a_migration_that_waits_for_others_lets_them_pass_and_comes_back() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    without_tables(&database).await;
    let mut busy = database.connect().await;
    let mut change = busy.begin().await.unwrap();
    let held = "lock table _sqlx_migrations in exclusive mode";
    sqlx::raw_sql(held).execute(&mut *change).await.unwrap();
    let opened = Store::open(database.url(), Registry::standard());
    let others = async {
        let mut watching = database.connect().await;
        let waits = "select count(*) from pg_locks where not granted
                       and relation = '_sqlx_migrations'::regclass";
        // The migration waits, gives way, and waits again.
        for waiting in [1, 0, 1] {
            let mut found = -1;
            while found != waiting {
                let count = sqlx::query_scalar(waits).fetch_one(&mut watching).await;
                found = count.unwrap();
            }
        }
        change.commit().await.unwrap();
    };
    let (opened, ()) = tokio::join!(opened, others);
    let store = opened.unwrap();
    assert_eq!(store.guilds().await.unwrap(), []);
    store.close().await;
}
