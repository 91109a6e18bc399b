//! The database file: its path, and its lock.

use std::net::TcpListener;
use std::process::Command;

use siwa::l10n::{L10n, Locale};
use siwa::store::{Address, OpenError, Store, path};
use siwa_games::registry::Registry;
use siwa_games::text::Text;

use super::scratch::Scratch;
use super::siwa::{Over, Siwa};

/// No server listens there, so that a bot waits for Discord as long as it runs.
const NOWHERE: [(&str, &str); 2] = [
    ("DISCORD_TOKEN", "a.b.c"),
    ("DISCORD_API_URL", "http://127.0.0.1:9"),
];

fn start(scratch: &Scratch, url: &str) -> Siwa {
    let variables = [NOWHERE[0], NOWHERE[1], ("DATABASE_URL", url)];
    Siwa::start(scratch.path(), &["run"], &variables)
}

/// A running bot that uses the database.
fn running(scratch: &Scratch, url: &str) -> Siwa {
    let mut bot = start(scratch, url);
    bot.logs("cannot be reached");
    bot
}

fn playground(scratch: &Scratch, arguments: &[&str]) -> Siwa {
    let arguments = [&["playground", "--port", "0"], arguments].concat();
    Siwa::start(scratch.path(), &arguments, &[] as &[(&str, &str)])
}

#[track_caller]
fn refused(over: &Over, name: &str, lock: &str) {
    let problem = Text::new("cli-database-in-use")
        .with("url", name)
        .with("lock", lock);
    let sentence = Text::new("cli-error").with("problem", problem);
    let sentence = L10n::default().text(Locale::ENGLISH, &sentence);
    assert_eq!(over.stderr, format!("{sentence}\n"));
    assert_eq!((over.code, over.stdout.as_str()), (Some(2), ""));
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
    let mut fresh = playground(&scratch, &["--fresh"]);
    fresh.says("http://");
    fresh.signal("TERM");
    assert_eq!(fresh.over().code, Some(0));
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
    let (port, metrics) = (taken.port().to_string(), taken.to_string());
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

#[tokio::test]
async fn a_file_may_have_any_name() {
    let scratch = Scratch::new();
    for name in ["100%41.db", "what?.db", "a#1.db", "sp ace.db", "file:x.db"] {
        let url = format!("sqlite://{}", scratch.file(name).display());
        let store = Store::open(&url, Registry::standard()).await;
        store.unwrap().close().await;
        assert!(scratch.file(name).exists(), "{name}");
        let mut play = playground(&scratch, &["--fresh", "--database", name]);
        play.says("http://");
        play.signal("TERM");
        assert_eq!(play.over().code, Some(0));
        for made in ["", ".lock", ".messages.lock"] {
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
    for url in [
        "sqlite://",
        "sqlite:",
        "sqlite::memory:",
        "sqlite://:memory:",
        "sqlite://file::memory:",
        "sqlite://games.db?mode=memory",
        "sqlite://?mode=memory",
        "mysql://localhost/games",
    ] {
        assert!(matches!(path(url), Err(OpenError::Address)), "{url}");
        let over = start(&scratch, url).over();
        assert_eq!((over.code, over.stdout.as_str()), (Some(2), ""), "{url}");
        let shown = Address::from(url).to_string();
        let problem = Text::new("cli-database-address").with("url", shown);
        let sentence = Text::new("cli-error").with("problem", problem);
        let sentence = L10n::default().text(Locale::ENGLISH, &sentence);
        assert_eq!(over.stderr, format!("{sentence}\n"));
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
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), stderr.as_str()),
            (Some(0), ""),
            "{command}"
        );
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
        let over = Siwa::start(scratch.path(), arguments, &[] as &[(&str, &str)]).over();
        assert_eq!(over.code, Some(2), "{arguments:?}");
        for raw in ['\u{1b}', '\u{7}', '\u{202e}'] {
            assert!(!over.stderr.contains(raw), "{over:?}");
        }
        assert!(over.stderr.contains("red"), "{over:?}");
    }
    let over = start(&scratch, &format!("sqlite://{red}/siwa.db")).over();
    assert!(over.stderr.contains("\\u{1b}[31mred"), "{over:?}");
}

#[test]
fn a_damaged_history_of_the_playground_is_named() {
    let scratch = Scratch::new();
    let mut play = playground(&scratch, &["--without-bot"]);
    play.says("http://");
    play.signal("INT");
    assert_eq!(play.over().code, Some(0));
    let history = scratch.file("playground.db.messages/history.json");
    for damage in ["", "{", "{\"ahead\":0}", "[]"] {
        std::fs::write(&history, damage).unwrap();
        let over = playground(&scratch, &[]).over();
        assert_eq!((over.code, over.stdout.as_str()), (Some(2), ""));
        assert_eq!(over.stderr.lines().count(), 1, "{over:?}");
        for part in ["playground.db.messages/history.json", "--fresh"] {
            assert!(over.stderr.contains(part), "{over:?}");
        }
    }
    let mut play = playground(&scratch, &["--fresh"]);
    play.says("http://");
    play.signal("TERM");
    assert_eq!(play.over().code, Some(0));
}
