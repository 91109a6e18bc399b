//! Copies of the database: made while people play, and continued elsewhere.

use std::os::unix::fs::{MetadataExt as _, chown};

use siwa_games::text::Text;
use sqlx::Connection as _;

use super::kept::{CLASSIC, Kept, connect};
use super::running::{begin, open, stopped};
use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa, complaint, words};
use super::table::{ANA, BOB};

fn start(scratch: &Scratch, arguments: &[&str], database: &str) -> Siwa {
    let url = format!("sqlite://{database}");
    Siwa::start(scratch.path(), arguments, &[("DATABASE_URL", &url)])
}

fn done(scratch: &Scratch, arguments: &[&str], database: &str) -> Over {
    let over = start(scratch, arguments, database).over();
    over.is_fine();
    over
}

#[track_caller]
fn refused(over: &Over, problem: Text) {
    assert_eq!(over.stderr.trim_end(), complaint(problem));
    over.failed(2);
}

fn about(id: &'static str, file: &str) -> Text {
    Text::new(id).with("file", file)
}

/// The names of all files.
fn names(scratch: &Scratch) -> Vec<String> {
    let files = std::fs::read_dir(scratch.path()).unwrap();
    let names = files.map(|file| file.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

/// Returns whether there is an unfinished copy.
fn is_copying(scratch: &Scratch) -> bool {
    names(scratch).iter().any(|name| name.ends_with(".part"))
}

/// The number of moves in a database.
async fn moves(scratch: &Scratch, name: &str) -> i64 {
    let mut database = connect(&scratch.file(name)).await;
    let count = "select count(*) from events where kind = 'moved'";
    let count = sqlx::query_scalar(count).fetch_one(&mut database).await;
    database.close().await.unwrap();
    count.unwrap()
}

#[tokio::test]
async fn a_game_continues_from_a_backup_made_while_it_was_played() {
    let (play, scratch) = open().await;
    let bot = |database: &str| {
        let url = format!("sqlite://{database}");
        let api = play.api_url();
        let variables = [
            ("DISCORD_TOKEN", play.token()),
            ("DISCORD_API_URL", &api),
            ("DATABASE_URL", &url),
        ];
        Siwa::start(scratch.path(), &["run"], &variables)
    };
    let world = play.world();
    let first = bot("games.db");
    world.ready().await.unwrap();
    let people = begin(world).await;
    // It is the turn of one of them; the other gets a denial.
    let turn = async |squares: &str| {
        for person in &people {
            let typed = format!("/place squares:{squares}");
            person.types(&typed).await.unwrap();
        }
    };
    turn("a1 b2").await;
    let backup = start(&scratch, &["backup", "copy.db"], "games.db");
    turn("d4 e5").await;
    let over = tokio::task::spawn_blocking(|| backup.over()).await.unwrap();
    over.is_fine();
    let told = words(&about("cli-backup-done", "copy.db"));
    assert_eq!(over.stdout.trim_end(), told);
    turn("a5 b4").await;
    assert_eq!(moves(&scratch, "games.db").await, 3);
    let over = start(&scratch, &["restore", "copy.db", "--force"], "games.db").over();
    // A bot runs.
    over.failed(2);
    over.stderr.says("games.db.lock");
    stopped(first).await;

    done(&scratch, &["restore", "copy.db"], "elsewhere.db");
    let kept = moves(&scratch, "elsewhere.db").await;
    assert!((1..=2).contains(&kept), "one moment of it: {kept}");
    done(&scratch, &["doctor"], "elsewhere.db");
    let second = bot("elsewhere.db");
    world.ready().await.unwrap();
    turn("c1 c5").await;
    assert_eq!(moves(&scratch, "elsewhere.db").await, kept + 1);
    stopped(second).await;
    done(&scratch, &["doctor"], "elsewhere.db");
}

#[tokio::test]
async fn a_restored_database_keeps_the_one_it_replaces() {
    let kept = Kept::open().await;
    let scratch = &kept.scratch;
    kept.game([ANA, BOB]).await;
    done(scratch, &["backup", "copy.db"], "games.db");
    kept.game([ANA, BOB]).await;
    // As after a crash: the last changes are in the write-ahead log.
    for suffix in ["", "-wal"] {
        let from = scratch.file(&format!("games.db{suffix}"));
        std::fs::copy(from, scratch.file(&format!("crashed.db{suffix}"))).unwrap();
    }
    let crashed = "sqlite://crashed.db";
    let over = start(scratch, &["restore", "copy.db"], "crashed.db").over();
    refused(&over, Text::new("cli-restore-exists").with("url", crashed));
    for (number, games) in [(1, 2), (2, 1)] {
        done(scratch, &["restore", "copy.db", "--force"], "crashed.db");
        let replaced = format!("crashed.db.replaced-{number}");
        let beside = scratch.file(&format!("{replaced}-wal"));
        assert!(!beside.exists(), "all changes are in one file");
        for (name, games) in [("crashed.db", 1), (replaced.as_str(), games)] {
            let mut database = connect(&scratch.file(name)).await;
            let count = sqlx::query_scalar("select count(*) from games");
            let count: i64 = count.fetch_one(&mut database).await.unwrap();
            assert_eq!(count, games, "{name}");
            database.close().await.unwrap();
        }
    }
    assert!(!is_copying(scratch));
}

#[tokio::test]
async fn a_database_restored_by_root_belongs_to_the_owner_of_its_directory() {
    let kept = Kept::open().await;
    let scratch = &kept.scratch;
    done(scratch, &["backup", "copy.db"], "games.db");
    let directory = scratch.file("service");
    std::fs::create_dir(&directory).unwrap();
    let somebody = (65_532, 65_531);
    if chown(&directory, Some(somebody.0), Some(somebody.1)).is_err() {
        eprintln!("not root, who alone gives files away: not tried");
        return;
    }
    done(scratch, &["restore", "copy.db"], "service/siwa.db");
    for name in ["siwa.db", "siwa.db.lock"] {
        let made = std::fs::metadata(directory.join(name)).unwrap();
        assert_eq!((made.uid(), made.gid()), somebody, "{name}");
    }
}

#[tokio::test]
async fn no_backup_is_made_over_something_unasked_nor_over_a_database_in_use() {
    let kept = Kept::open().await;
    let scratch = &kept.scratch;
    kept.game([ANA, BOB]).await;
    std::fs::write(scratch.file("copy.db"), "precious").unwrap();
    let over = start(scratch, &["backup", "copy.db"], "games.db").over();
    refused(&over, about("cli-backup-exists", "copy.db"));
    let over = start(scratch, &["backup", "copy.db", "--force"], "games.db").over();
    refused(&over, about("cli-backup-unlike", "copy.db"));
    assert_eq!(std::fs::read(scratch.file("copy.db")).unwrap(), b"precious");
    let mut pipe = std::process::Command::new("mkfifo");
    assert!(pipe.arg(scratch.file("pipe")).status().unwrap().success());
    let over = start(scratch, &["backup", "pipe", "--force"], "games.db").over();
    refused(&over, about("cli-backup-unlike", "pipe"));
    std::fs::remove_file(scratch.file("copy.db")).unwrap();
    for _ in ["new", "in place of the last one"] {
        done(scratch, &["backup", "copy.db", "--force"], "games.db");
        let mode = std::fs::metadata(scratch.file("copy.db")).unwrap().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    // A killed backup has left these.
    for left in ["", "-journal"] {
        std::fs::write(scratch.file(&format!("copy.db.siwa.part{left}")), "half").unwrap();
    }
    done(scratch, &["backup", "copy.db", "--force"], "games.db");
    let nowhere = "no/such/folder/copy.db";
    let over = start(scratch, &["backup", nowhere], "games.db").over();
    over.failed(2);
    over.stderr.says(&format!("Cannot write {nowhere}: "));
    let names = std::fs::read_dir(scratch.path()).unwrap();
    let mut names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
    assert!(names.all(|name| !name.contains(".part")));
    done(scratch, &["doctor"], "copy.db");
    for (database, file) in [("games.db", "games.db"), ("copy.db", "games.db")] {
        let over = start(scratch, &["backup", file, "--force"], database).over();
        refused(&over, about("cli-backup-exists", file));
    }
    let over = start(scratch, &["backup", "none.db"], "nothing.db").over();
    let none = Text::new("cli-doctor-none").with("url", "sqlite://nothing.db");
    refused(&over, none);
    assert!(!scratch.file("nothing.db").exists());
}

#[tokio::test]
async fn no_backup_replaces_a_file_of_a_database_or_a_database_that_is_no_copy() {
    let kept = Kept::open().await;
    let scratch = &kept.scratch;
    let mut of_others = connect(&scratch.file("others.db")).await;
    let table = sqlx::raw_sql("create table letters (text text)");
    table.execute(&mut of_others).await.unwrap();
    of_others.close().await.unwrap();
    done(scratch, &["backup", "resting.db"], "games.db");
    for name in ["games.db.lock", "empty.db", "resting.db.lock"] {
        std::fs::write(scratch.file(name), "").unwrap();
    }
    let names = "games.db-wal games.db.lock empty.db others.db resting.db new.db-shm";
    for name in names.split(' ') {
        let before = std::fs::read(scratch.file(name)).ok();
        let over = start(scratch, &["backup", name, "--force"], "games.db").over();
        refused(&over, about("cli-backup-unlike", name));
        assert_eq!(std::fs::read(scratch.file(name)).ok(), before, "{name}");
    }
}

#[tokio::test]
async fn a_backup_stopped_by_a_signal_leaves_nothing() {
    let scratch = Scratch::new();
    // The copy waits for this lock for seconds.
    let mut held = connect(&scratch.file("games.db")).await;
    let hold = "create table games (id); begin exclusive";
    sqlx::raw_sql(hold).execute(&mut held).await.unwrap();
    for command in ["backup", "restore"] {
        let (arguments, database) = match command {
            "backup" => (["backup", "copy.db"], "games.db"),
            _ => (["restore", "games.db"], "copy.db"),
        };
        let process = start(&scratch, &arguments, database);
        while !is_copying(&scratch) {
            tokio::task::yield_now().await;
        }
        process.signal("TERM");
        let over = process.over();
        over.failed(2);
        over.stderr
            .says(&complaint(Text::new("cli-backup-stopped")));
        let mut left = names(&scratch);
        left.retain(|name| !name.starts_with("games.db"));
        assert!(left.is_empty(), "{command}: {left:?}");
    }
}

#[tokio::test]
async fn of_two_backups_to_one_file_at_the_same_time_one_is_made() {
    let scratch = Scratch::new();
    // The copy waits for this lock for seconds.
    let mut held = connect(&scratch.file("games.db")).await;
    let hold = "create table games (id); begin exclusive";
    sqlx::raw_sql(hold).execute(&mut held).await.unwrap();
    let first = start(&scratch, &["backup", "copy.db"], "games.db");
    while !is_copying(&scratch) {
        tokio::task::yield_now().await;
    }
    let second = start(&scratch, &["backup", "copy.db"], "games.db").over();
    let lock = Text::new("cli-database-in-use").with("url", "copy.db");
    let path = scratch.file("copy.db.siwa.part.lock");
    refused(&second, lock.with("lock", path.display().to_string()));
    assert!(is_copying(&scratch), "that of the first");
    first.signal("TERM");
    first.over().failed(2);
}

#[tokio::test]
async fn a_damaged_backup_is_refused_and_nothing_changes() {
    let kept = Kept::open().await;
    let scratch = &kept.scratch;
    kept.game([ANA, BOB]).await;
    done(scratch, &["backup", "good.db"], "games.db");
    let good = std::fs::read(scratch.file("good.db")).unwrap();
    let restore = |file: &str| start(scratch, &["restore", file], "new.db").over();

    let letter = "this is a letter, and no database".repeat(99);
    std::fs::write(scratch.file("text.db"), letter).unwrap();
    let empty = connect(&scratch.file("empty.db")).await;
    empty.close().await.unwrap();
    for file in ["text.db", "empty.db"] {
        refused(&restore(file), about("cli-backup-foreign", file));
    }
    std::fs::write(scratch.file("half.db"), &good[..good.len() / 2]).unwrap();
    let over = restore("half.db");
    over.failed(2);
    over.stderr.says("half.db");
    std::fs::write(scratch.file("newer.db"), &good).unwrap();
    let mut newer = connect(&scratch.file("newer.db")).await;
    let migrated =
        "insert into _sqlx_migrations values (9999, '', current_timestamp, true, x'00', 0)";
    sqlx::raw_sql(migrated).execute(&mut newer).await.unwrap();
    newer.close().await.unwrap();
    let foreign = Text::new("cli-database-foreign").with("url", "newer.db");
    refused(&restore("newer.db"), foreign);
    let missing = about("cli-restore-missing", "absent.db");
    refused(&restore("absent.db"), missing);

    assert!(!scratch.file("new.db").exists(), "nothing took its place");
    done(scratch, &["restore", "good.db"], "new.db");
    done(scratch, &["doctor"], "new.db");
    assert_eq!(kept.game([ANA, BOB]).await.variant().id, CLASSIC);
}

#[test]
fn a_postgresql_database_is_left_to_its_own_tools() {
    let scratch = Scratch::new();
    let url = [("DATABASE_URL", "postgres://localhost/games")];
    for arguments in [["backup", "copy.db"], ["restore", "copy.db"]] {
        let over = Siwa::start(scratch.path(), &arguments, &url).over();
        refused(&over, Text::new("cli-backup-postgres"));
    }
}
