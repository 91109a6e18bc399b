//! Settings, and the errors about invalid ones: one sentence, and exit code 2.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;

use siwa::config::{DEFAULT_DATABASE, NAMES};
use siwa::l10n::{L10n, Locale};
use siwa::store::Address;
use siwa_games::text::Text;

use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, PLAIN, Siwa, unused, words};
use super::source;

/// An invalid token that is easy to find in any output.
const TOKEN: &str = "TopSecretTokenThatIsNone.ABCDEF.0123456789abcdefghijkl";

fn run(directory: &Scratch, arguments: &[&str], variables: &[(&str, &str)]) -> Over {
    Siwa::start(directory.path(), arguments, variables).over()
}

/// The error of a program.
#[track_caller]
fn refusal(over: &Over) -> &str {
    over.failed(2);
    let sentence = over.stderr.strip_prefix("siwa: ").unwrap();
    assert_eq!(sentence.matches('\n').count(), 1, "one sentence: {over:?}");
    over.stderr.omits(TOKEN);
    sentence.trim_end()
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
            // It cannot be mistaken for a secret.
            assert!(value.len() < 20 && !value.contains(' '), "{setting}");
            named.push((name.to_owned(), value.to_owned()));
        }
    }
    let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let variables = source::variables();
    for variable in &variables {
        assert!(names.contains(&variable.as_str()), "{variable} is missing");
    }
    assert_eq!(names.len(), variables.len(), "{names:?}");
    // The address is empty, so that compose.yaml can name another one.
    for empty in ["DISCORD_TOKEN", "DATABASE_URL"] {
        let known = named.iter().find(|(name, _)| name == empty);
        assert_eq!(known.unwrap().1, "");
    }
    assert!(example.contains(DEFAULT_DATABASE));
}

#[test]
fn the_settings_are_documented_where_they_are_declared() {
    let source = source::read("src/config.rs");
    let variables = source::variables();
    for variable in &variables {
        let documented = format!("    /// `{variable}`: ");
        assert!(source.contains(&documented), "{variable}");
        let read = format!("variable(\"{variable}\", ");
        assert!(source.contains(&read), "{variable}");
    }
    assert_eq!(variables, NAMES);
    assert_eq!(source.matches("variable(\"").count(), variables.len());
    assert_eq!(source.matches("    /// `").count(), variables.len());
}

#[test]
fn the_example_is_valid_unchanged() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), source::read(".env.example")).unwrap();
    run(&scratch, &["doctor"], &[]).is_fine();
    let missing = words(&Text::new("cli-token-missing"));
    assert_eq!(refusal(&run(&scratch, &[], &[])), missing);
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
        ("RUST_LOG", "verbose"),
        ("RUST_LOG", "siwa=loud"),
        ("RUST_LOG", "siwa=info=debug"),
        ("RUST_LOG", "siwa[press]=debug"),
    ];
    for (name, value) in nonsense {
        for command in ["run", "doctor"] {
            let variables = [("DISCORD_TOKEN", TOKEN), (name, value)];
            let over = run(&scratch, &[command], &variables);
            let message = Text::new("cli-setting-invalid").with("name", name);
            assert_eq!(refusal(&over), words(&message));
        }
    }
    for name in source::variables() {
        let unreadable = OsString::from_vec(vec![0xff, 0xfe]);
        let over = Siwa::start(scratch.path(), &["run"], &[(name.as_str(), unreadable)]).over();
        let sentence = Text::new("cli-setting-unreadable").with("name", name);
        assert_eq!(refusal(&over), words(&sentence));
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
    let others = ["8080", "127.0.0.1", "127.0.0.1:http!", "192.0.2.1:80", ""];
    for address in others.into_iter().chain([taken.as_str()]) {
        let begin = format!("Cannot listen at “{address}”: ");
        serve(address, TOKEN, &key).begins(&begin);
    }
    assert!(!scratch.file("siwa.db").exists(), "nothing is made before");
}

#[test]
fn a_database_that_cannot_be_used_is_named() {
    let scratch = Scratch::new();
    let start = |url: &str| {
        let variables = [
            ("DISCORD_TOKEN", TOKEN),
            ("DATABASE_URL", url),
            ("RUST_LOG", "warn"),
        ];
        run(&scratch, &["run"], &variables)
    };
    for (address, id) in [
        ("mysql://localhost/siwa", "cli-database-scheme"),
        ("siwa.db", "cli-database-scheme"),
        ("postgres://localhost:70000/siwa", "cli-database-port"),
        ("postgres://localhost/siwa#1", "cli-database-address"),
        ("sqlite://siwa.db?mode=none", "cli-database-address"),
    ] {
        let shown = Address::from(address).to_string();
        let message = Text::new(id).with("url", shown);
        assert_eq!(refusal(&start(address)), words(&message));
    }
    std::fs::write(scratch.file("text.db"), "no database at all\n".repeat(500)).unwrap();
    std::fs::create_dir(scratch.file("folder.db")).unwrap();
    let missing = "no/such/folder/siwa.db";
    for (file, reason) in [
        ("text.db", ""),
        ("folder.db", "is a directory"),
        (missing, ""),
        ("siwa.db?mode=ro", ""),
    ] {
        let url = format!("sqlite://{file}");
        let over = start(&url);
        let begin = format!("Cannot open the database {url} for writing: ");
        refusal(&over).begins(&begin);
        refusal(&over).says(reason);
    }
    let left = std::fs::read_to_string(scratch.file("text.db")).unwrap();
    left.begins("no database at all");
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
        ("RUST_LOG", "warn"),
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
fn an_empty_variable_of_the_environment_hides_nothing_of_the_file() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), "DATABASE_URL=sqlite://of-file.db\n").unwrap();
    for empty in ["", " ", "''"] {
        let over = run(&scratch, &["doctor"], &[("DATABASE_URL", empty)]);
        over.stdout.says("sqlite://of-file.db");
    }
}

#[test]
fn a_name_to_serve_metrics_at_is_looked_up_only_where_they_are_served() {
    let scratch = Scratch::new();
    let start = |arguments: &[&str], listens: &str| {
        let settings = [("DISCORD_TOKEN", TOKEN), ("METRICS_LISTEN", listens)];
        run(&scratch, arguments, &settings)
    };
    start(&["doctor"], "no.such.host.invalid:9464").is_fine();
    for (arguments, code) in [(["run"], 2), (["health"], 1)] {
        let over = start(&arguments, "no.such.host.invalid:9464");
        over.failed(code);
        over.stderr.says("no.such.host.invalid:9464");
    }
    // Of the addresses of this name, the one that other programs try, too.
    let unused = unused().port();
    let over = start(&["health"], &format!("localhost:{unused}"));
    over.stderr.says(&format!("127.0.0.1:{unused}"));
}

#[test]
fn a_file_of_settings_that_cannot_be_read_is_named() {
    let scratch = Scratch::new();
    std::os::unix::fs::symlink("nowhere", scratch.file(".env")).unwrap();
    refusal(&run(&scratch, &["run"], &[])).begins("Cannot read ");
}

#[test]
fn a_directory_named_like_the_file_of_settings_is_none() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.file("below/.env")).unwrap();
    std::fs::write(scratch.file(".env"), "DATABASE_URL=sqlite://above.db").unwrap();
    let below = scratch.file("below");
    let over = Siwa::start(&below, &["doctor"], PLAIN).over();
    over.stdout.says("sqlite://above.db");
}

#[test]
fn an_empty_line_of_a_file_of_settings_sets_nothing() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), "LOG_FORMAT=\nLOG_FORMAT=xml\n").unwrap();
    let message = Text::new("cli-setting-invalid").with("name", "LOG_FORMAT");
    assert_eq!(refusal(&run(&scratch, &["run"], &[])), words(&message));
}

#[test]
fn a_file_of_settings_that_cannot_be_read_is_not_repeated() {
    let scratch = Scratch::new();
    for (line, number) in [
        ("DISCORD_TOKEN='SECRET", "1"),
        ("# mine\nDISCORD TOKEN SECRET", "2"),
        ("LOG_FORMAT=\nGUILD_ID=1\nDISCORD_TOKEN=the SECRET", "3"),
    ] {
        let line = line.replace("SECRET", TOKEN);
        std::fs::write(scratch.file(".env"), line + "\n").unwrap();
        let sentence = words(&Text::new("cli-env-line").with("line", number));
        assert_eq!(refusal(&run(&scratch, &["run"], &[])), sentence);
    }
}

#[test]
fn quotes_around_a_value_are_no_part_of_it() {
    let scratch = Scratch::new();
    for database in ["\"sqlite://quoted.db\"", "'sqlite://quoted.db'"] {
        let over = run(&scratch, &["doctor"], &[("DATABASE_URL", database)]);
        over.stdout.says("sqlite://quoted.db");
        assert!(!over.stdout.contains(['"', '\'']), "{over:?}");
    }
}

#[test]
fn a_dollar_sign_in_the_file_is_refused_unless_it_is_quoted() {
    let scratch = Scratch::new();
    let write = |line: &str| std::fs::write(scratch.file(".env"), line).unwrap();
    for line in [
        "DATABASE_URL=sqlite://a$b.db",
        "export DATABASE_URL=\"sqlite://a$b.db\"",
    ] {
        write(line);
        let over = run(&scratch, &["doctor"], &[]);
        let sentence = words(&Text::new("cli-env-dollar").with("name", "DATABASE_URL"));
        assert_eq!(refusal(&over), sentence);
    }
    for line in [
        "DATABASE_URL='sqlite://a$b.db'",
        "# 5$\nDATABASE_URL=sqlite://a\\$b.db # 5$",
    ] {
        write(line);
        let over = run(&scratch, &["doctor"], &[]);
        over.stdout.says("sqlite://a$b.db");
    }
}

#[test]
fn the_environment_comes_before_the_file() {
    let scratch = Scratch::new();
    let file = "DATABASE_URL=sqlite://file.db\nGUILD_ID=home\n";
    std::fs::write(scratch.file(".env"), file).unwrap();
    let over = run(&scratch, &["doctor"], &[("GUILD_ID", "1")]);
    over.is_fine();
    over.stdout.says("sqlite://file.db");
}

#[test]
fn errors_are_in_the_language_of_the_terminal() {
    let scratch = Scratch::new();
    let l10n = L10n::default();
    for (variables, tag) in [
        (vec![("LC_ALL", "pt_BR.UTF-8")], "pt-BR"),
        (vec![("LANG", "fr_FR.UTF-8")], "fr"),
        (vec![("LC_MESSAGES", "es"), ("LANG", "fr")], "es"),
        (vec![("LC_ALL", ""), ("LANG", "es_419")], "es"),
        (vec![("LC_ALL", "C")], "en"),
        (vec![], "en"),
    ] {
        let over = run(&scratch, &["run"], &variables);
        let problem = Text::new("cli-error").with("problem", Text::new("cli-token-missing"));
        let sentence = l10n.text(Locale::from_tag(tag), &problem);
        assert_eq!(over.stderr.trim_end(), sentence, "{variables:?}");
        over.failed(2);
    }
}

#[test]
fn questions_about_the_rules_need_no_settings_and_fail_on_the_error_output() {
    let scratch = Scratch::new();
    std::fs::write(scratch.file(".env"), "GUILD_ID=home\n").unwrap();
    let over = run(&scratch, &["rules", "start", "seega-5-classic"], &[]);
    assert_eq!(over.stdout, "...../...../...../...../..... x p 0\n");
    assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""));
    let start = over.stdout.trim_end();
    for wrong in [
        &["start", "chess"][..],
        &["moves", "seega-5-classic", "nonsense"],
        &["play", "seega-5-classic", start, "c3 c4"],
    ] {
        refusal(&run(&scratch, &[&["rules"], wrong].concat(), &[]));
    }
    for wrong in [
        &["rules"][..],
        &["rules", "dance"],
        &["rules", "perft", "seega-5-classic", "deep"],
        &["rules", "perft", "seega-5-classic", "0"],
        &["dance"],
    ] {
        let over = run(&scratch, wrong, &[]);
        over.failed(2);
        assert!(!over.stderr.is_empty());
    }
}
