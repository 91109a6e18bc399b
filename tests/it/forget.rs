//! `siwa forget`: the host deletes a person's data.

use std::io::Write;
use std::sync::{Arc, Mutex};

use siwa::app::{Act, Target, Which};
use siwa::game::{Game, GameTerms, Openable, Place, PlayerId};
use siwa_games::engine::Level;
use siwa_games::text::Text;

use super::app::Set;
use super::kept::{CLASSIC, Kept, connect};
use super::scratch::Scratch;
use super::siwa::{Over, PLAIN, Siwa, complaint, words};
use super::table::{BOB, EVE, HERE, mover, terms};

/// Unique ids and a unique name, so that a test can search for them.
const ONE: PlayerId = PlayerId(987_654_321_098_765_432);
const US: PlayerId = PlayerId(876_543_210_987_654_321);
const NAME: &str = "annabella";

async fn game(set: &Set, opponent: PlayerId) -> Game {
    let made = set.challenge_to(ONE, Some(opponent), terms(CLASSIC)).await;
    set.accept(&made.unwrap(), opponent).await.unwrap()
}

/// A person with a finished game, a running one, one with the engine, an open challenge, a plan and
/// a puzzle.
async fn lived(kept: Kept) -> Set {
    let set = Set::on(kept);
    set.app.meet(ONE, NAME).await;
    let over = game(&set, BOB).await;
    let target = Target::Game(over.id());
    set.play(mover(&over), target, "a1 b2").await.unwrap();
    set.act(BOB, target, Act::Resign).await.unwrap();
    let running = game(&set, EVE).await;
    let target = Target::Game(running.id());
    set.play(mover(&running), target, "a1 b2").await.unwrap();
    let alone = GameTerms {
        level: Some(Level::STRONGEST),
        ..terms(CLASSIC)
    };
    let origin = set.origin();
    let with_us = set.app.play_engine(
        ONE,
        US,
        alone,
        Place::new(HERE, Openable::Never),
        "fr",
        &origin,
    );
    with_us.await.unwrap();
    let made = set.challenge_to(ONE, None, terms("gyges-gates")).await;
    made.unwrap();
    let puzzle = set.app.puzzle(Which::Daily(HERE.guild)).await.unwrap();
    let tried = set.app.try_puzzle(ONE, HERE.guild, &puzzle, None);
    tried.await.unwrap();
    set
}

fn forget(kept: &Kept, id: &str) -> Over {
    let url = [("DATABASE_URL", kept.database.url())];
    Siwa::start(kept.scratch.path(), &["forget", id], &url).over()
}

#[tokio::test]
async fn after_it_nothing_in_the_database_knows_id_or_name_and_all_is_sound() {
    for kept in Kept::on_both().await {
        let set = lived(kept).await;
        set.kept.store.close().await;
        let id = ONE.to_string();
        let before = set.kept.database.everything().await;
        assert!(before.contains(&id) && before.contains(NAME));
        for said in ["cli-forget-done", "cli-forget-nothing"] {
            let over = forget(&set.kept, &id);
            assert_eq!(over.stdout, words(&Text::new(said)) + "\n");
            over.is_fine();
        }
        let after = set.kept.database.everything().await;
        for trace in [id.as_str(), NAME] {
            let found = after.lines().find(|line| line.contains(trace));
            assert_eq!(found, None);
        }
        for file in std::fs::read_dir(set.kept.scratch.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            let name = bytes.windows(NAME.len()).any(|it| it == NAME.as_bytes());
            assert!(!name, "the name is still in the file");
        }
        let set = set.restarted().await;
        let examined = set.app.store().examine().await.unwrap();
        assert_eq!((examined.games, examined.findings.len()), (3, 0));
        assert_eq!(set.kept.count("games where status = 'playing'").await, 0);
        assert_eq!(set.kept.count("challenges where status = 'open'").await, 0);
    }
}

#[tokio::test]
async fn the_bot_itself_is_not_forgotten() {
    for kept in Kept::on_both().await {
        let set = lived(kept).await;
        set.kept.store.close().await;
        let before = set.kept.database.everything().await;
        let over = forget(&set.kept, &US.to_string());
        let problem = Text::new("cli-forget-self");
        assert_eq!(over.stderr, complaint(problem) + "\n");
        over.failed(2);
        assert_eq!(set.kept.database.everything().await, before);
    }
}

#[test]
fn without_a_database_none_is_created() {
    let scratch = Scratch::new();
    let over = Siwa::start(scratch.path(), &["forget", "1"], PLAIN).over();
    over.failed(2);
    assert_eq!(over.stderr.lines().count(), 1, "{over:?}");
    assert!(!scratch.file("siwa.db").exists());
}

/// The files of a database that contain the name.
fn with_name(kept: &Kept) -> Vec<String> {
    let files = std::fs::read_dir(kept.scratch.path()).unwrap();
    let files = files.map(|file| file.unwrap());
    let named = files.filter(|file| {
        let bytes = std::fs::read(file.path()).unwrap();
        bytes.windows(NAME.len()).any(|it| it == NAME.as_bytes())
    });
    named
        .map(|file| file.file_name().into_string().unwrap())
        .collect()
}

#[tokio::test]
async fn deleted_data_leaves_the_file_as_soon_as_nobody_reads_it() {
    let set = lived(Kept::in_file().await).await;
    let mut reader = connect(&set.kept.scratch.file("games.db")).await;
    let read = "begin; select count(*) from players";
    sqlx::raw_sql(read).execute(&mut reader).await.unwrap();
    set.app.forget(ONE, None).await.unwrap();
    set.app.sweep().await.unwrap();
    assert_ne!(with_name(&set.kept), [] as [&str; 0]);
    sqlx::raw_sql("commit").execute(&mut reader).await.unwrap();
    set.app.sweep().await.unwrap();
    assert_eq!(with_name(&set.kept), [] as [&str; 0]);
    // Without a deletion the write-ahead log is not emptied.
    set.app.meet(BOB, NAME).await;
    set.app.sweep().await.unwrap();
    assert_eq!(with_name(&set.kept), ["games.db-wal"]);
}

#[tokio::test]
async fn data_kept_by_a_reader_is_deleted_at_the_next_start() {
    let set = lived(Kept::in_file().await).await;
    let mut reader = connect(&set.kept.scratch.file("games.db")).await;
    let read = "begin; select count(*) from players";
    sqlx::raw_sql(read).execute(&mut reader).await.unwrap();
    set.app.forget(ONE, None).await.unwrap();
    set.kept.store.close().await;
    assert_ne!(with_name(&set.kept), [] as [&str; 0]);
    let set = set.restarted().await;
    sqlx::raw_sql("commit").execute(&mut reader).await.unwrap();
    set.app.sweep().await.unwrap();
    assert_eq!(with_name(&set.kept), [] as [&str; 0]);
}

#[tokio::test]
async fn a_reader_that_stays_in_the_way_of_deletion_is_logged_once() {
    let log: Arc<Mutex<Vec<u8>>> = Arc::default();
    let writer = Arc::clone(&log);
    let logging = tracing_subscriber::fmt().with_writer(move || Tee(Arc::clone(&writer)));
    let _logging = tracing::subscriber::set_default(logging.finish());
    let said = || {
        String::from_utf8_lossy(&log.lock().unwrap())
            .matches("keeps reading")
            .count()
    };
    let kept = Kept::in_file().await;
    kept.store.truncate_wal().await.unwrap();
    let mut reader = connect(&kept.scratch.file("games.db")).await;
    let read = "begin; select count(*) from players";
    sqlx::raw_sql(read).execute(&mut reader).await.unwrap();
    // Nothing is deleted, but the log has become large.
    kept.alter("create table large (value blob); insert into large values (zeroblob(9000000))")
        .await;
    for (calls, warnings) in [(11, 0), (1, 1), (30, 1)] {
        for _ in 0..calls {
            kept.store.truncate_wal().await.unwrap();
        }
        assert_eq!(said(), warnings);
    }
    sqlx::raw_sql("rollback")
        .execute(&mut reader)
        .await
        .unwrap();
    kept.store.truncate_wal().await.unwrap();
    let wal = std::fs::metadata(kept.scratch.file("games.db-wal"));
    assert_eq!(wal.unwrap().len(), 0);
}

/// What is logged, collected.
struct Tee(Arc<Mutex<Vec<u8>>>);

impl Write for Tee {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
