//! The password in the address of a database is never shown, in any spelling of the address.

use siwa::store::Address;
use siwa_games::text::Text;

use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa, words};

/// Addresses of servers with the password or token `hush`, and the part that may be shown. No server listens
/// there.
const SERVERS: &str = "
postgres://ana:hush@127.0.0.1:1/siwa -> postgres://127.0.0.1:1/siwa
postgresql://ana:hush@127.0.0.1:1 -> postgresql://127.0.0.1:1
POSTGRES://ana:hush@127.0.0.1:1/siwa -> postgres://127.0.0.1:1/siwa
PostgreSQL://ana:hush@127.0.0.1:1/ -> postgresql://127.0.0.1:1/
 postgres://ana:hush@127.0.0.1:1/siwa  -> postgres://127.0.0.1:1/siwa
postgres://ana:hush@[::1]:1/siwa -> postgres://[::1]:1/siwa
postgres://:hush@127.0.0.1:1/siwa -> postgres://127.0.0.1:1/siwa
postgres://hush@127.0.0.1:1/siwa -> postgres://127.0.0.1:1/siwa
postgres://ana:hu@sh@127.0.0.1:1/siwa -> postgres://127.0.0.1:1/siwa
postgres://ana%3Ahush@127.0.0.1:1/siwa -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/ana:hush@siwa -> postgres://***
postgres://127.0.0.1:1/siwa#hush -> postgres://***
postgres://127.0.0.1:1/siwa?password=hush -> postgres://127.0.0.1:1/siwa
postgres://ana@127.0.0.1:1/siwa?pasword=hush -> postgres://127.0.0.1:1/siwa
postgres://ana@127.0.0.1:1/siwa?PASSWORD=hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?user=ana;password=hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?sslmode=hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?port=hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?hostaddr=hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?statement-cache-capacity=hush -> postgres://127.0.0.1:1/siwa
postgres://127.0.0.1:1/siwa?host=/nowhere&password=hush -> postgres://127.0.0.1:1/siwa
postgres:///siwa?host=/nowhere&user=ana&password=hush -> postgres:///siwa
postgres://ana:hush@%2Fnowhere/siwa -> postgres://***
postgres://hush#x@127.0.0.1/siwa -> postgres://***
postgres://hush/x@127.0.0.1/siwa -> postgres://***
postgres://hush?x@127.0.0.1/siwa -> postgres://***
postgres://HushHush.Hush.hush_hush-hush/siwa -> postgres://***
";

/// Invalid addresses of databases, with the password `hush` or `54321`, and the part that may be
/// shown.
const OTHERS: &[(&str, &str)] = &[
    ("postgres://ana:hush/siwa", "***"),
    ("postgres://ana:hush", "***"),
    ("postgres://ana:hu#sh@127.0.0.1/hush", "***"),
    ("postgres://ana:hu?sh@127.0.0.1/hush", "***"),
    ("postgres://ana:hush@127.0.0.1:port/siwa", "***"),
    ("postgres://ana:hush@", "***"),
    ("postgres://host=127.0.0.1 password=hush", "***"),
    ("postgres:/ana:hush@127.0.0.1/siwa", "***"),
    ("postgres:ana:hush@127.0.0.1/siwa", "***"),
    ("postgres//ana:hush@127.0.0.1/siwa", "***"),
    ("postgress://ana:hush@127.0.0.1/siwa", "***"),
    ("postgress://ana:54321/siwa", "***"),
    ("postgress://password=hush/siwa", "***"),
    ("postgress://ana%3Ahush%40host/siwa", "***"),
    ("postgress://ana;hush;host/siwa", "***"),
    ("pg://ana:hush@host/siwa", "***"),
    (
        "postgres+tls://ana:hush@host:5432/siwa?password=hush",
        "***",
    ),
    ("jdbc:postgresql://host/siwa?user=ana&password=hush", "***"),
    ("mysql://ana:hush@host/siwa", "***"),
    ("MYSQL://ana:hush@host/siwa", "***"),
    ("https://ana:hush@host/siwa", "***"),
    ("file:///ana:hush@host/siwa", "***"),
    ("DATABASE_URL=postgres://ana:hush@host/siwa", "***"),
    ("postgres%3A%2F%2Fana%3Ahush%40host%2Fsiwa", "***"),
    ("://ana:hush@host/siwa", "***"),
    ("//ana:hush@host/siwa", "***"),
    ("ana:hush@host/siwa", "***"),
    ("ana:hush@host:5432", "***"),
    ("hush@host", "***"),
    ("host=127.0.0.1 user=ana password=hush", "***"),
    ("host='127.0.0.1' password='hush'", "***"),
    ("sqlite://ana:hush@host/siwa", "***"),
    ("sqlite://hush@host/siwa.db", "***"),
    ("sqlite:///ana:hush@host/siwa", "***"),
    ("SQLite:ana:hush@host", "***"),
    ("sqlite://siwa.db?key=hush", "***"),
    ("sqlite:host=127.0.0.1 password=hush", "***"),
];

fn servers() -> Vec<(&'static str, &'static str)> {
    let rows = SERVERS.lines().skip(1);
    rows.map(|row| row.split_once(" -> ").unwrap()).collect()
}

fn siwa(scratch: &Scratch, arguments: &[&str], url: &str) -> Over {
    let variables = [
        ("DISCORD_TOKEN", "a.b.c"),
        ("RUST_LOG", "trace"),
        ("DATABASE_URL", url),
    ];
    Siwa::start(scratch.path(), arguments, &variables).over()
}

#[test]
fn of_an_address_no_more_is_shown_than_the_place_of_the_database() {
    for (spelling, shown) in servers().iter().chain(OTHERS) {
        let address = Address::from(*spelling);
        assert_eq!(address.to_string(), *shown, "{spelling}");
        assert_eq!(format!("{address:?}"), *shown, "{spelling}");
    }
    for file in [
        "sqlite://siwa.db",
        "SQLite:siwa.db",
        "sqlite:///srv/siwa@1/siwa.db?mode=rwc",
        "sqlite://siwa.db?mode=ro",
    ] {
        assert_eq!(Address::from(file).to_string(), file);
    }
}

#[test]
fn no_command_shows_a_password() {
    let scratch = Scratch::new();
    let quiet = |arguments: &[&str], url| {
        let over = siwa(&scratch, arguments, url);
        assert!(matches!(over.code, Some(1 | 2)), "{arguments:?}: {over:?}");
        for secret in ["hush", "sh@", "54321"] {
            for said in [&over.stdout, &over.stderr] {
                assert!(!said.contains(secret), "{arguments:?} {url}: {said}");
            }
        }
        over
    };
    let servers = servers();
    for (number, (spelling, shown)) in servers.iter().chain(OTHERS).enumerate() {
        let started = quiet(&["run"], spelling);
        if number >= servers.len() {
            let mut kinds = [
                "cli-database-address",
                "cli-database-scheme",
                "cli-database-port",
            ]
            .into_iter();
            let is_said = kinds.any(|id| {
                let problem = Text::new(id).with("url", *shown);
                started.stderr.contains(&words(&problem))
            });
            assert!(is_said, "{started:?}");
        }
        // Each spelling meets one command of either kind: all of them take too long.
        let settings = [
            &["doctor"][..],
            &["forget", "1"],
            &["backup", "backup.db"],
            &["restore", "backup.db"],
        ];
        quiet(settings[number % settings.len()], spelling);
        // Read as the name of a file, this one would start a whole playground.
        let file = if spelling.contains("%3A%2F%2F") {
            "=hush"
        } else {
            spelling
        };
        let option = format!("--database={file}");
        let options = [
            &["copy", spelling, "sqlite://copy.db"][..],
            &["copy", "sqlite://copy.db", spelling],
            // These are the same database twice.
            &["copy", spelling, spelling, spelling],
            &["playground", "--fresh", &option],
            &["playground", "--port", spelling],
            &["forget", spelling],
            &[spelling],
        ];
        quiet(options[number % options.len()], "");
    }
    let left = std::fs::read_dir(scratch.path()).unwrap();
    let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    format!("{left:?}").omits("hush");
}

#[test]
fn a_token_among_the_arguments_is_not_repeated() {
    let scratch = Scratch::new();
    let token = "Hush.hush.hush";
    for arguments in [
        &["health", token][..],
        &["forget", token],
        &["playground", "--port", token],
        &[token],
    ] {
        let over = siwa(&scratch, arguments, "");
        over.failed(2);
        over.stderr.omits("hush");
    }
}

#[test]
fn a_scheme_may_have_capital_letters() {
    let scratch = Scratch::new();
    let made = siwa(&scratch, &["forget", "1"], "sqlite://siwa.db");
    assert_eq!(made.code, Some(2), "{made:?}");
    let over = siwa(&scratch, &["doctor"], "SQLite://siwa.db");
    over.is_fine();
    over.stdout.says("SQLite://siwa.db");
    let away = "POSTGRES://ana:hush@127.0.0.1:1/siwa";
    siwa(&scratch, &["doctor"], away).failed(1);
}
