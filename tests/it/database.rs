//! The database file: its path, and its lock.

use std::net::TcpListener;
use std::process::Command;

use siwa::store::{Address, OpenError, Store, path};
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use sqlx::Connection as _;

use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, PLAIN, Siwa, complaint};

/// No server listens there, so that a bot waits for Discord as long as it runs.
const NOWHERE: [(&str, &str); 2] = [
    ("DISCORD_TOKEN", "a.b.c"),
    ("DISCORD_API_URL", "http://127.0.0.1:9"),
];

fn start(scratch: &Scratch, url: &str) -> Siwa {
    let variables = [
        NOWHERE[0],
        NOWHERE[1],
        ("DATABASE_URL", url),
        ("RUST_LOG", "warn"),
    ];
    Siwa::start(scratch.path(), &["run"], &variables)
}

/// A running bot that uses the database.
fn running(scratch: &Scratch, url: &str) -> Siwa {
    let mut bot = start(scratch, url);
    bot.logs("cannot be reached");
    bot
}

/// Waits until a playground has started, and stops it.
fn starts_and_stops(mut play: Siwa) {
    play.says("http://");
    play.signal("TERM");
    assert_eq!(play.over().code, Some(0));
}

fn playground(scratch: &Scratch, arguments: &[&str]) -> Siwa {
    let arguments = [&["playground", "--port", "0"], arguments].concat();
    Siwa::start(scratch.path(), &arguments, PLAIN)
}

#[track_caller]
fn refused(over: &Over, name: &str, lock: &str) {
    let problem = Text::new("cli-database-in-use")
        .with("url", name)
        .with("lock", lock);
    over.failed(2);
    assert_eq!(over.stderr, complaint(problem) + "\n");
}

fn canonical(scratch: &Scratch, name: &str) -> String {
    let directory = scratch.path().canonicalize().unwrap();
    directory.join(name).display().to_string()
}

#[test]
fn a_second_program_on_the_same_file_is_refused_until_the_first_ends() {
    let scratch = Scratch::new();
    std::os::unix::fs::symlink("games.db", scratch.file("link.db")).unwrap();
    let first = running(&scratch, "sqlite://games.db");
    let lock = canonical(&scratch, "games.db.lock");
    for url in ["sqlite://games.db", "sqlite:games.db", "sqlite://link.db"] {
        refused(&start(&scratch, url).over(), url, &lock);
    }
    let second = playground(&scratch, &["--database", "games.db", "--fresh"]);
    refused(&second.over(), "sqlite:games.db", &lock);
    // Reading needs no lock.
    let doctor = Siwa::start(
        scratch.path(),
        &["doctor"],
        &[("DATABASE_URL", "sqlite://games.db")],
    );
    assert_eq!(doctor.over().code, Some(0));
    first.signal("KILL");
    assert_eq!(first.over().code, None);
    assert!(scratch.file("games.db.lock").exists());
    running(&scratch, "sqlite://games.db").signal("TERM");
}

#[test]
fn a_link_to_a_file_that_is_not_made_yet_leads_to_the_same_lock() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.file("real")).unwrap();
    std::os::unix::fs::symlink("real/next.db", scratch.file("link.db")).unwrap();
    std::os::unix::fs::symlink("games.db", scratch.file("real/next.db")).unwrap();
    let first = running(&scratch, "sqlite://link.db");
    let lock = canonical(&scratch, "real/games.db.lock");
    for url in ["sqlite://link.db", "sqlite://real/games.db"] {
        refused(&start(&scratch, url).over(), url, &lock);
    }
    first.signal("TERM");
}

#[test]
fn a_file_with_several_names_is_refused() {
    let scratch = Scratch::new();
    let first = running(&scratch, "sqlite://games.db");
    std::fs::hard_link(scratch.file("games.db"), scratch.file("hard.db")).unwrap();
    for url in ["sqlite://hard.db", "sqlite://games.db"] {
        let over = start(&scratch, url).over();
        over.failed(2);
        let problem = Text::new("cli-database-linked").with("url", url);
        assert_eq!(over.stderr, complaint(problem) + "\n");
    }
    first.signal("TERM");
}

#[test]
fn a_fresh_playground_removes_nothing_of_one_that_runs() {
    let scratch = Scratch::new();
    let mut first = playground(&scratch, &[]);
    first.says("http://");
    let lock = canonical(&scratch, "playground.db.lock");
    for arguments in [&["--fresh"][..], &["--fresh", "--without-bot"], &[]] {
        let second = playground(&scratch, arguments).over();
        refused(&second, "sqlite:playground.db", &lock);
    }
    assert!(scratch.file("playground.db").exists());
    assert!(scratch.file("playground.db.messages").exists());
    first.signal("TERM");
    assert_eq!(first.over().code, Some(0));
    starts_and_stops(playground(&scratch, &["--fresh"]));
}

#[test]
fn a_second_playground_on_the_same_messages_is_refused() {
    let scratch = Scratch::new();
    let mut alone = playground(&scratch, &["--without-bot"]);
    alone.says("http://");
    let lock = canonical(&scratch, "playground.db.messages.lock");
    for arguments in [&["--without-bot"][..], &["--without-bot", "--fresh"], &[]] {
        let second = playground(&scratch, arguments).over();
        refused(&second, "sqlite:playground.db", &lock);
    }
    // A bot of another process has the games.
    running(&scratch, "sqlite://playground.db").signal("TERM");
    alone.signal("TERM");
    assert_eq!(alone.over().code, Some(0));
}

#[test]
fn a_program_that_is_refused_leaves_nothing_where_no_database_was_made() {
    let scratch = Scratch::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap();
    let port = taken.port().to_string();
    let metrics = taken.to_string();
    let variables = [
        NOWHERE[0],
        NOWHERE[1],
        ("DATABASE_URL", "sqlite://games.db"),
        ("METRICS_LISTEN", &metrics),
    ];
    for arguments in [
        &["doctor"][..],
        &["run"],
        &["copy", "sqlite://games.db", "sqlite://copy.db"],
        &["restore", "absent.db"],
        &["playground", "--port", &port],
        &["playground", "--port", &port, "--without-bot"],
    ] {
        Siwa::start(scratch.path(), arguments, &variables).over();
        let left = std::fs::read_dir(scratch.path()).unwrap().count();
        assert_eq!(left, 0, "{arguments:?}");
    }
}

#[test]
fn no_lock_stays_beside_what_is_no_database() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file("games.db"), "a letter").unwrap();
    start(&scratch, "sqlite://games.db").over().failed(2);
    assert!(!scratch.file("games.db.lock").exists());
}

#[tokio::test]
async fn a_file_that_is_locked_for_long_may_be_free_later() {
    let scratch = Scratch::new();
    let url = format!("sqlite://{}?mode=rwc", scratch.file("games.db").display());
    let mut held = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let hold = "create table games (id); begin exclusive";
    sqlx::raw_sql(hold).execute(&mut held).await.unwrap();
    let over = start(&scratch, "sqlite://games.db").over();
    over.failed(1);
    let busy = Text::new("cli-database-busy").with("url", "sqlite://games.db");
    assert_eq!(over.stderr.lines().last(), Some(&*complaint(busy)));
}

#[tokio::test]
async fn a_file_may_have_any_name() {
    let scratch = Scratch::new();
    for name in ["100%41.db", "what?.db", "a#1.db", "sp ace.db", "file:x.db"] {
        let url = format!("sqlite://{}", scratch.file(name).display());
        let store = Store::open(&url, Registry::standard()).await;
        store.unwrap().close().await;
        assert!(scratch.file(name).exists(), "{name}");
        starts_and_stops(playground(&scratch, &["--fresh", "--database", name]));
        for made in ["", ".lock"] {
            std::fs::remove_file(scratch.file(&format!("{name}{made}"))).unwrap();
        }
        std::fs::remove_dir_all(scratch.file(&format!("{name}.messages"))).unwrap();
        // A process that is stopped while it opens the file may leave these.
        for beside in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(scratch.file(&format!("{name}{beside}")));
        }
    }
    let left = std::fs::read_dir(scratch.path()).unwrap().count();
    assert_eq!(left, 0, "other files were made");
}

#[test]
fn addresses_of_no_file_are_refused() {
    let scratch = Scratch::new();
    let mut others = vec![("mysql://localhost/games", "cli-database-scheme")];
    let files = [
        "sqlite://",
        "sqlite:",
        "sqlite::memory:",
        "sqlite://:memory:",
        "sqlite://file::memory:",
        "sqlite://games.db?mode=memory",
        "sqlite://?mode=memory",
    ];
    others.extend(files.map(|url| (url, "cli-database-address")));
    for (url, id) in others {
        let refused = path(url);
        let is_refused = matches!(refused, Err(OpenError::Address | OpenError::Scheme));
        assert!(is_refused, "{url}");
        let over = start(&scratch, url).over();
        over.failed(2);
        let shown = Address::from(url).to_string();
        let problem = Text::new(id).with("url", shown);
        assert_eq!(over.stderr, complaint(problem) + "\n");
    }
    let left = std::fs::read_dir(scratch.path()).unwrap().count();
    assert_eq!(left, 0, "a file was made");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for command in ["doctor", "rules variants", "check game.txt", "--help"] {
        let scratch = Scratch::new();
        let record = "[Variant \"gyges-gates\"]\n*\n";
        std::fs::write(scratch.file("game.txt"), record).unwrap();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_siwa"))
            .args(command.split(' '))
            .current_dir(scratch.path())
            .env_clear()
            .stdout(writer)
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {stderr}");
        assert_eq!(stderr, "", "{command}");
    }
}

#[test]
fn quoted_text_cannot_control_the_terminal() {
    let scratch = Scratch::new();
    let red = "\u{1b}[31mred\u{7}\u{202e}";
    for arguments in [
        &["rules", "start", red][..],
        &[red],
        &["rules", "perft", "seega-5-classic", red],
        &["check", red],
        &["render", red, red, "-o", "out.png"],
        &["playground", "--database", red, "--port", red],
    ] {
        let over = Siwa::start(scratch.path(), arguments, PLAIN).over();
        assert_eq!(over.code, Some(2), "{arguments:?}");
        for raw in ["\u{1b}", "\u{7}", "\u{202e}"] {
            over.stderr.omits(raw);
        }
        over.stderr.says("red");
    }
    let over = start(&scratch, &format!("sqlite://{red}/siwa.db")).over();
    over.stderr.says("\\u{1b}[31mred");
}

#[test]
fn a_damaged_history_of_the_playground_is_named() {
    let scratch = Scratch::new();
    starts_and_stops(playground(&scratch, &["--without-bot"]));
    let history = scratch.file("playground.db.messages/history.json");
    for damage in ["", "{", "{\"ahead\":0}", "[]"] {
        std::fs::write(&history, damage).unwrap();
        let over = playground(&scratch, &[]).over();
        over.failed(2);
        assert_eq!(over.stderr.lines().count(), 1, "{over:?}");
        for part in ["playground.db.messages/history.json", "--fresh"] {
            over.stderr.says(part);
        }
    }
    starts_and_stops(playground(&scratch, &["--fresh"]));
}
