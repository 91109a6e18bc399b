//! Two versions on one database: the newer one has added to it, and this one goes on.

use siwa::app::Target;
use siwa::l10n::{L10n, Locale};
use siwa::message::Message;
use siwa::registry::Registry;
use siwa::store::{OpenError, Store, shown};
use sqlx::Connection as _;

use super::app::Set;
use super::backend::Database;
use super::kept::{ADDED, DEMANDED, Kept};
use super::scratch::Scratch;
use super::siwa::{Over, Siwa};
use super::table::mover;

async fn happens(kept: &Kept, statements: &'static str) {
    let mut behind = kept.behind().await;
    sqlx::raw_sql(statements)
        .execute(&mut behind)
        .await
        .unwrap();
    behind.close().await.unwrap();
}

fn siwa(arguments: &[&str], kept: &Kept) -> Over {
    let url = [
        ("DISCORD_TOKEN", "a.b.c"),
        ("DATABASE_URL", kept.database.url()),
    ];
    Siwa::start(kept.scratch.path(), arguments, &url).over()
}

fn words(message: &Message) -> String {
    L10n::new().text(Locale::English, message)
}

#[track_caller]
fn refused(over: &Over, kept: &Kept) {
    let newer = Message::new("cli-database-newer").with("url", shown(kept.database.url()));
    let sentence = words(&Message::new("cli-error").with("problem", newer));
    assert_eq!(over.stderr.trim_end(), sentence, "{over:?}");
    assert_eq!((over.code, over.stdout.as_str()), (Some(2), ""));
}

#[tokio::test]
async fn a_database_that_a_newer_version_has_added_to_is_used_on() {
    for kept in Kept::on_both().await {
        let mut set = Set::on(kept);
        let game = set.game().await.id();
        // Who has it open goes on, and who opens it then does, too.
        for (text, added) in [("a1 b2", true), ("d4 e5", false)] {
            if added {
                happens(&set.kept, ADDED).await;
            }
            let by = mover(&set.app.load(game).await.unwrap());
            set.play(by, Target::Game(game), text).await.unwrap();
            set = set.restarted().await;
        }
        assert_eq!(set.app.load(game).await.unwrap().seq(), 3);
        let examined = set.app.examine().await.unwrap();
        assert!(examined.newer);
        assert_eq!((examined.games, examined.findings.len()), (1, 0));
        set.kept.store.close().await;
        let doctor = siwa(&["doctor"], &set.kept);
        let newer = Message::new("cli-doctor-newer").with("url", shown(set.kept.database.url()));
        assert_eq!(doctor.code, Some(0), "{doctor:?}");
        assert!(doctor.stdout.contains(&words(&newer)), "{doctor:?}");
        // A copy would be without what was added.
        let from = set.kept.database.url();
        refused(
            &siwa(&["copy", from, "sqlite://copy.db"], &set.kept),
            &set.kept,
        );
    }
}

#[tokio::test]
async fn a_database_that_demands_a_newer_version_is_left_alone() {
    for kept in Kept::on_both().await {
        happens(&kept, ADDED).await;
        happens(&kept, DEMANDED).await;
        kept.store.close().await;
        let (url, registry) = (kept.database.url(), Registry::standard());
        for opened in [
            Store::open(url, registry).await,
            Store::open_to_examine(url, registry).await,
            Store::open_copy(url, "sqlite://source.db", registry).await,
        ] {
            assert!(matches!(opened, Err(OpenError::Newer(9000))), "{opened:?}");
        }
        for command in ["run", "doctor"] {
            refused(&siwa(&[command], &kept), &kept);
        }
    }
}

#[tokio::test]
async fn what_a_newer_version_has_added_is_in_the_backup_and_restored() {
    let kept = Kept::in_file().await;
    happens(&kept, ADDED).await;
    happens(&kept, "insert into moods values (1, 'glad')").await;
    for arguments in [
        &["backup", "copy.db"][..],
        &["restore", "copy.db", "--force"],
    ] {
        kept.store.close().await;
        let over = siwa(arguments, &kept);
        assert_eq!(over.code, Some(0), "{over:?}");
    }
    assert_eq!(kept.count("moods").await, 1);
    happens(&kept, DEMANDED).await;
    let over = siwa(&["backup", "other.db"], &kept);
    assert_eq!(over.code, Some(2), "{over:?}");
    assert!(!kept.scratch.file("other.db").exists());
}

#[tokio::test]
async fn a_migration_that_waits_for_others_lets_them_pass_and_comes_back() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let kept = Kept::on(Scratch::new(), database).await;
    let before = "drop table demands; drop index ratings_by_player;
                  alter table ratings drop column ask; alter table ratings drop column missed;
                  create index ratings_by_rank on ratings (guild, rules, rating desc);
                  delete from _sqlx_migrations where version >= 21";
    happens(&kept, before).await;
    let mut busy = kept.behind().await;
    let mut change = busy.begin().await.unwrap();
    let held = "lock table _sqlx_migrations in exclusive mode";
    sqlx::raw_sql(held).execute(&mut *change).await.unwrap();
    let opened = Store::open(kept.database.url(), Registry::standard());
    let others = async {
        let mut watching = kept.behind().await;
        let waits = "select count(*) from pg_locks where not granted
                       and relation = '_sqlx_migrations'::regclass";
        // It comes, gives way, and comes again.
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
    assert_eq!(kept.count("demands").await, 1);
    opened.unwrap().close().await;
}
