//! Settings, and the errors about invalid ones: one sentence, and exit code 2.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;

use siwa::app::{Act, App, Target};
use siwa::config::DEFAULT_DATABASE;
use siwa::game::{Cause, Challenge, Openable};
use siwa::l10n::{L10n, Locale};
use siwa::store::{Address, Store};
use siwa::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;

use super::kept::{connect, new};
use super::scratch::Scratch;
use super::siwa::{Over, Siwa};
use super::source;
use super::table::{ANA, BOB, HERE, NOON};

/// An invalid token that is easy to find in any output.
const TOKEN: &str = "TopSecretTokenThatIsNone.ABCDEF.0123456789abcdefghijkl";

fn run(directory: &Scratch, arguments: &[&str], variables: &[(&str, &str)]) -> Over {
    Siwa::start(directory.path(), arguments, variables).over()
}

/// The error of a program.
#[track_caller]
fn refusal(over: &Over) -> &str {
    assert_eq!(over.code, Some(2), "{over:?}");
    assert_eq!(over.stdout, "", "{over:?}");
    let sentence = over.stderr.strip_prefix("siwa: ").unwrap();
    assert_eq!(sentence.matches('\n').count(), 1, "one sentence: {over:?}");
    assert!(!over.stderr.contains(TOKEN), "{over:?}");
    sentence.trim_end()
}

fn words(message: &Text) -> String {
    L10n::default().text(Locale::ENGLISH, message)
}

#[test]
fn the_example_lists_every_variable_with_its_purpose() {
    let example = source::read(".env.example");
    let mut named = Vec::new();
    for paragraph in example.split("\n\n") {
        let (comments, settings): (Vec<&str>, Vec<&str>) =
            paragraph.lines().partition(|line| line.starts_with('#'));
        assert!(!comments.is_empty(), "{paragraph}");
        assert!(settings.len() <= 1, "{paragraph}");
        for setting in settings {
            let (name, value) = setting.split_once('=').unwrap();
            assert!(
                value.len() < 20 && !value.contains(' '),
                "{setting} could be mistaken for a secret"
            );
            named.push((name.to_owned(), value.to_owned()));
        }
    }
    let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let variables = source::variables();
    for variable in &variables {
        assert!(
            names.contains(&variable.as_str()),
            "{variable} is not in .env.example"
        );
    }
    assert_eq!(names.len(), variables.len(), "{names:?}");
    let value = |name: &str| {
        named
            .iter()
            .find(|(known, _)| known == name)
            .unwrap()
            .1
            .as_str()
    };
    assert_eq!(value("DISCORD_TOKEN"), "");
    assert_eq!(value("DATABASE_URL"), DEFAULT_DATABASE);
}

#[test]
fn the_settings_are_documented_where_they_are_declared() {
    let source = source::read("src/config.rs");
    let variables = source::variables();
    for variable in &variables {
        assert!(
            source.contains(&format!("    /// `{variable}`: ")),
            "{variable} is not documented"
        );
        assert!(
            source.contains(&format!("variable(\"{variable}\", ")),
            "{variable} is not read"
        );
    }
    assert_eq!(source.matches("variable(\"").count(), variables.len());
    assert_eq!(source.matches("    /// `").count(), variables.len());
}

#[test]
fn the_example_is_valid_unchanged() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), source::read(".env.example")).unwrap();
    let over = run(&scratch, &["doctor"], &[]);
    assert_eq!(over.code, Some(0), "{over:?}");
    assert_eq!(
        refusal(&run(&scratch, &[], &[])),
        words(&Text::new("cli-token-missing"))
    );
}

#[test]
fn without_a_token_the_bot_says_where_to_put_one() {
    let scratch = Scratch::new();
    for arguments in [&["run"][..], &[]] {
        let over = run(&scratch, arguments, &[("DISCORD_TOKEN", " ")]);
        assert_eq!(refusal(&over), words(&Text::new("cli-token-missing")));
    }
    assert!(!scratch.file("siwa.db").exists(), "nothing is made before");
}

#[test]
fn an_invalid_token_is_refused_without_showing_it() {
    let scratch = Scratch::new();
    for token in [
        format!("{TOKEN} {TOKEN}"),
        format!("{TOKEN}é"),
        format!("{TOKEN}\n{TOKEN}"),
    ] {
        let over = run(&scratch, &["run"], &[("DISCORD_TOKEN", &token)]);
        assert_eq!(refusal(&over), words(&Text::new("cli-token-refused")));
    }
}

#[test]
fn a_setting_that_makes_no_sense_is_named() {
    let scratch = Scratch::new();
    let nonsense = [
        ("DISCORD_API_URL", "discord"),
        ("DISCORD_API_URL", "ftp://localhost"),
        ("DISCORD_API_URL", "http://"),
        ("METRICS_LISTEN", "9464"),
        ("METRICS_LISTEN", "localhost:9464"),
        ("GUILD_ID", "home"),
        ("GUILD_ID", "0"),
        ("GUILD_ID", "-1"),
        ("GUILD_ID", "18446744073709551616"),
        ("DISCORD_PUBLIC_KEY", "key"),
        ("DISCORD_PUBLIC_KEY", &"+1".repeat(32)),
        ("DISCORD_PUBLIC_KEY", &"é".repeat(32)),
        ("SHARDS", "0"),
        ("SHARDS", "all"),
        ("SHARDS", "65536"),
        ("SHARD_RANGE", "3"),
        ("SHARD_RANGE", "0..=3"),
        ("SHARD_RANGE", "3..2"),
        ("REQUESTS_PER_SECOND", "9"),
        ("REQUESTS_PER_SECOND", "-50"),
        ("SHUTDOWN_GRACE_SECONDS", "5s"),
        ("SHUTDOWN_GRACE_SECONDS", "-1"),
        ("SHUTDOWN_GRACE_SECONDS", "601"),
        ("LOG_FORMAT", "xml"),
        ("LOG_FORMAT", "JSON"),
        ("RUST_LOG", "siwa=loud"),
        ("RUST_LOG", "siwa=info=debug"),
        ("RUST_LOG", "siwa[press]=debug"),
    ];
    for (name, value) in nonsense {
        for command in ["run", "doctor"] {
            let over = run(
                &scratch,
                &[command],
                &[("DISCORD_TOKEN", TOKEN), (name, value)],
            );
            let message = Text::new("cli-setting-invalid").with("name", name);
            assert_eq!(refusal(&over), words(&message));
        }
    }
    for name in source::variables() {
        let unreadable = OsString::from_vec(vec![0xff, 0xfe]);
        let over = Siwa::start(scratch.path(), &["run"], &[(name.as_str(), unreadable)]).over();
        assert_eq!(
            refusal(&over),
            words(&Text::new("cli-setting-unreadable").with("name", name))
        );
    }
}

#[test]
fn a_range_of_shards_needs_to_know_how_many_there_are() {
    let scratch = Scratch::new();
    for (shards, range) in [("", "0..3"), ("auto", "0..3"), ("4", "0..4"), ("4", "4..7")] {
        let variables = [
            ("DISCORD_TOKEN", TOKEN),
            ("SHARDS", shards),
            ("SHARD_RANGE", range),
        ];
        let message = Text::new("cli-shard-range").with("range", range);
        let over = run(&scratch, &["run"], &variables);
        assert_eq!(refusal(&over), words(&message), "{shards}");
    }
}

#[test]
fn settings_that_http_interactions_need_are_named() {
    let scratch = Scratch::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    let key = "0".repeat(64);
    let serve = |listen: &str, token: &str, key: &str| {
        let variables = [("DISCORD_TOKEN", token), ("DISCORD_PUBLIC_KEY", key)];
        let over = run(&scratch, &["serve", "--listen", listen], &variables);
        refusal(&over).to_owned()
    };
    let message = |id| words(&Text::new(id));
    assert_eq!(serve(&taken, "", &key), message("cli-token-missing"));
    assert_eq!(serve(&taken, TOKEN, ""), message("cli-public-key-missing"));
    for address in [
        &taken,
        "8080",
        "127.0.0.1",
        "127.0.0.1:http!",
        "192.0.2.1:80",
        "",
    ] {
        let sentence = serve(address, TOKEN, &key);
        let begin = format!("Cannot listen at “{address}”: ");
        assert!(sentence.starts_with(&begin), "{sentence}");
    }
    assert!(!scratch.file("siwa.db").exists(), "nothing is made before");
}

#[test]
fn a_database_that_cannot_be_used_is_named() {
    let scratch = Scratch::new();
    let start = |url: &str| {
        run(
            &scratch,
            &["run"],
            &[("DISCORD_TOKEN", TOKEN), ("DATABASE_URL", url)],
        )
    };
    for address in [
        "mysql://localhost/siwa",
        "siwa.db",
        "sqlite://siwa.db?mode=none",
    ] {
        let shown = Address::from(address).to_string();
        let message = Text::new("cli-database-address").with("url", shown);
        assert_eq!(refusal(&start(address)), words(&message));
    }
    std::fs::write(scratch.file("text.db"), "no database at all\n".repeat(500)).unwrap();
    std::fs::create_dir(scratch.file("folder.db")).unwrap();
    for file in ["text.db", "folder.db", "no/such/folder/siwa.db"] {
        let url = format!("sqlite://{file}");
        let over = start(&url);
        let sentence = refusal(&over);
        assert!(
            sentence.starts_with(&format!("Cannot open the database {url} for writing: ")),
            "{sentence}"
        );
    }
    let read_only = start("sqlite://siwa.db?mode=ro");
    assert!(
        refusal(&read_only)
            .starts_with("Cannot open the database sqlite://siwa.db?mode=ro for writing: "),
        "{read_only:?}"
    );
}

#[test]
fn a_port_that_is_taken_is_named_before_anything_is_made() {
    let scratch = Scratch::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let taken = std::net::TcpListener::bind(&address).unwrap_err();
    let key = "0".repeat(64);
    let settings = [
        ("DISCORD_TOKEN", TOKEN),
        ("DISCORD_PUBLIC_KEY", &key),
        ("METRICS_LISTEN", &address),
    ];
    let serve = ["serve", "--listen", &address];
    for (arguments, id) in [(&["run"][..], "cli-metrics-taken"), (&serve, "cli-listen")] {
        let over = run(&scratch, arguments, &settings);
        let problem = Text::new(id)
            .with("address", address.as_str())
            .with("problem", taken.to_string());
        assert_eq!(refusal(&over), words(&problem));
        assert!(!scratch.file("siwa.db").exists());
    }
}

#[test]
fn a_file_of_settings_that_cannot_be_read_is_not_repeated() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), format!("DISCORD_TOKEN='{TOKEN}\n")).unwrap();
    let over = run(&scratch, &["run"], &[]);
    assert!(refusal(&over).contains(".env"), "{over:?}");
    std::fs::write(
        scratch.file(".env"),
        format!("# mine\nDISCORD TOKEN {TOKEN}\n"),
    )
    .unwrap();
    let over = run(&scratch, &["run"], &[]);
    assert!(refusal(&over).contains(".env"), "{over:?}");
}

#[test]
fn the_environment_comes_before_the_file() {
    let scratch = Scratch::new();
    std::fs::write(
        scratch.file(".env"),
        "DATABASE_URL=sqlite://file.db\nGUILD_ID=home\n",
    )
    .unwrap();
    let over = run(&scratch, &["doctor"], &[("GUILD_ID", "1")]);
    assert_eq!(over.code, Some(0), "{over:?}");
    assert!(over.stdout.contains("sqlite://file.db"), "{over:?}");
}

#[test]
fn errors_are_in_the_language_of_the_terminal() {
    let scratch = Scratch::new();
    let l10n = L10n::default();
    for (variables, locale) in [
        (vec![("LC_ALL", "pt_BR.UTF-8")], Locale::from_tag("pt-BR")),
        (vec![("LANG", "fr_FR.UTF-8")], Locale::from_tag("fr")),
        (
            vec![("LC_MESSAGES", "es"), ("LANG", "fr")],
            Locale::from_tag("es"),
        ),
        (
            vec![("LC_ALL", ""), ("LANG", "es_419")],
            Locale::from_tag("es"),
        ),
        (vec![("LC_ALL", "C")], Locale::ENGLISH),
        (vec![], Locale::ENGLISH),
    ] {
        let over = run(&scratch, &["run"], &variables);
        let problem = Text::new("cli-error").with("problem", Text::new("cli-token-missing"));
        assert_eq!(
            over.stderr.trim_end(),
            l10n.text(locale, &problem),
            "{variables:?}"
        );
        assert_eq!(over.code, Some(2));
    }
}

#[test]
fn questions_about_the_rules_need_no_settings_and_fail_on_the_error_output() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), "GUILD_ID=home\n").unwrap();
    let over = run(&scratch, &["rules", "start", "seega-5-classic"], &[]);
    assert_eq!(over.stdout, "...../...../...../...../..... x p 0\n");
    assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""));
    for wrong in [
        &["rules", "start", "chess"][..],
        &["rules", "moves", "seega-5-classic", "nonsense"],
        &[
            "rules",
            "play",
            "seega-5-classic",
            "...../...../...../...../..... x p 0",
            "c3 c4",
        ],
    ] {
        refusal(&run(&scratch, wrong, &[]));
    }
    for wrong in [
        &["rules"][..],
        &["rules", "dance"],
        &["rules", "perft", "seega-5-classic", "deep"],
        &["rules", "perft", "seega-5-classic", "0"],
        &["dance"],
    ] {
        let over = run(&scratch, wrong, &[]);
        assert_eq!((over.code, over.stdout.as_str()), (Some(2), ""), "{over:?}");
        assert!(!over.stderr.is_empty());
    }
}

/// A store in the directory with one game of one move.
async fn kept(scratch: &Scratch) -> Store {
    let store = Store::open(
        &format!("sqlite://{}", scratch.file("siwa.db").display()),
        Registry::standard(),
    )
    .await
    .unwrap();
    let app = App::new(store.clone(), Clock::default());
    let challenge = Challenge {
        terms: siwa::game::GameTerms {
            time: siwa::game::TimeControl::Unlimited,
            ..new(ANA, Some(BOB)).terms
        },
        expires: app.now().plus(60),
        ..new(ANA, Some(BOB))
    };
    let made = store.challenge(&challenge, NOON, None).await.unwrap();
    let game = app
        .accept(
            made.id,
            BOB,
            (made.venue, Openable::Never),
            &Cause(1).into(),
        )
        .await
        .unwrap();
    let by = game.player(siwa_games::rules::Side::First);
    let act = Act::Play("a1 b2".to_owned(), None);
    app.act(by, HERE, Target::Here, &act, Some(&Cause(2).into()))
        .await
        .unwrap();
    store
}

#[tokio::test]
async fn the_doctor_finds_the_game_that_was_tampered_with() {
    let scratch = Scratch::new();
    let said = |count: i64| words(&Text::new("cli-doctor-good").with("count", count));
    kept(&scratch).await.close().await;
    let no_token = words(&Text::new("cli-doctor-no-token"));
    let over = run(&scratch, &["doctor"], &[]);
    assert_eq!(over.stdout, format!("{no_token}\n{}\n", said(1)));
    let over = run(&scratch, &["doctor"], &[("DISCORD_TOKEN", TOKEN)]);
    assert_eq!(
        (over.code, over.stdout),
        (Some(0), format!("{}\n", said(1)))
    );
    let mut connection = connect(&scratch.file("siwa.db")).await;
    let tampered = "update events set text = 'a1 c3' where kind = 'moved'";
    sqlx::query(tampered)
        .execute(&mut connection)
        .await
        .unwrap();
    let over = run(&scratch, &["doctor"], &[("DISCORD_TOKEN", TOKEN)]);
    assert!(
        refusal(&over).starts_with("Game #1 does not follow its rules: "),
        "{over:?}"
    );
}
