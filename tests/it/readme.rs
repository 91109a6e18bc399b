//! Everything that README.md, CONTRIBUTING.md and the files of docs show exists, and everything
//! that exists is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use siwa::discord::inbound::commands;
use siwa::discord::permissions;
use siwa::l10n::L10n;
use siwa_games::registry::Registry;

use super::kept::Kept;
use super::scratch::Scratch;
use super::siwa::{PLAIN, Siwa};
use super::source::{self, Source};

/// The documents.
fn documents() -> Vec<Source> {
    let mut documents = source::files("docs", ".md");
    documents.extend(["README.md", "CONTRIBUTING.md"].map(|path| Source {
        path: path.to_owned(),
        text: source::read(path),
    }));
    documents
}

/// The fenced blocks: language and lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in text.lines() {
        let line = line.trim();
        match (line.strip_prefix("```"), open.take()) {
            (Some(language), None) => open = Some((language, Vec::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((language, mut lines))) => {
                lines.push(line);
                open = Some((language, lines));
            }
            (None, None) => {}
        }
    }
    blocks
}

/// The text outside of the blocks.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The texts in backticks outside of the blocks.
fn quoted(text: &str) -> BTreeSet<String> {
    let plain = prose(text);
    let quoted = plain.split('`').skip(1).step_by(2);
    quoted.map(ToOwned::to_owned).collect()
}

/// The cells of a table's row.
fn cells(row: &str) -> Vec<&str> {
    let cells = row.trim_matches('|').split(" |");
    cells.map(str::trim).collect()
}

fn ask(arguments: &[&str]) -> super::siwa::Over {
    Siwa::start(Scratch::new().path(), arguments, PLAIN).over()
}

/// The commands that a help text lists, indented below their headings.
fn listed(help: &str) -> BTreeSet<String> {
    let (commands, _) = help.split_once("\nOptions:").unwrap();
    commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .map(ToOwned::to_owned)
        .collect()
}

/// The long options that a text names.
fn options(text: &str) -> BTreeSet<&str> {
    let names = text.split("--").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        let name = &rest[..end.unwrap_or(rest.len())];
        name.starts_with(|c: char| c.is_ascii_lowercase())
            .then_some(name)
    });
    names.filter(|name| *name != "help").collect()
}

/// The words of a command line, with texts between quotation marks as one word.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(number, part)| match number % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        })
        .collect()
}

#[test]
fn every_command_in_the_documents_exists() {
    let help = ask(&["--help"]);
    assert_eq!(help.code, Some(0));
    let commands = listed(&help.stdout);
    let rules = listed(&ask(&["rules", "--help"]).stdout);
    let mut shown = BTreeSet::new();
    for document in documents() {
        let blocks = blocks(&document.text).into_iter();
        let lines = blocks.flat_map(|(_, lines)| lines).map(ToOwned::to_owned);
        for line in lines.chain(quoted(&document.text)) {
            let line = line.trim_start_matches("$ ").split("  #").next().unwrap();
            let words: Vec<&str> = match (line.split_once(" -- "), line.strip_prefix("siwa ")) {
                (Some((cargo, own)), _)
                    if cargo.starts_with("cargo run") && !cargo.contains("-p ") =>
                {
                    own.split_whitespace().collect()
                }
                (_, Some(own)) => own.split_whitespace().collect(),
                _ => continue,
            };
            let known = commands.contains(words[0]) || ["COMMAND", "--help"].contains(&words[0]);
            assert!(known, "{}: there is no {line}", document.path);
            if words[0] == "rules" && words.len() > 1 {
                assert!(rules.contains(words[1]), "there is no {line}");
                shown.insert(words[1].to_owned());
            }
        }
    }
    shown.insert("help".to_owned());
    assert_eq!(shown, rules, "every question about the rules is shown");
}

#[test]
fn every_command_has_a_section_with_its_options() {
    let document = source::read("docs/CLI.md");
    let sections: BTreeMap<&str, &str> = document
        .split("\n## ")
        .flat_map(|part| part.split("\n### ").skip(1))
        .filter_map(|section| section.split_once('\n'))
        .collect();
    let commands = listed(&ask(&["--help"]).stdout);
    let described: BTreeSet<String> = sections.keys().map(|&name| name.to_owned()).collect();
    assert_eq!(described, commands);
    for command in commands {
        let help = ask(&[&command, "--help"]).stdout;
        // The sub-commands of `rules` have their own options.
        let help = match &*command {
            "rules" => help + &ask(&["rules", "perft", "--help"]).stdout,
            _ => help,
        };
        assert_eq!(options(sections[&*command]), options(&help), "{command}");
    }
}

#[tokio::test]
async fn the_answers_they_show_are_the_answers() {
    let mut shown = 0;
    for document in documents() {
        // A database, and the documented record, as files.
        let kept = Kept::in_file().await;
        let scratch = &kept.scratch;
        for (_, lines) in blocks(&document.text) {
            if lines.first().is_some_and(|line| line.starts_with("[Event")) {
                std::fs::write(scratch.file("game.txt"), lines.join("\n")).unwrap();
            }
        }
        for (language, lines) in blocks(&document.text) {
            if language != "console" {
                continue;
            }
            let question = lines[0].strip_prefix("$ siwa ").unwrap();
            let variables = [("DATABASE_URL", kept.database.url())];
            let answer = Siwa::start(scratch.path(), &words(question), &variables).over();
            assert_eq!(
                answer.stdout.trim_end(),
                lines[1..].join("\n"),
                "{question}: {answer:?}"
            );
            shown += 1;
        }
    }
    assert!(shown > 3);
}

#[test]
fn the_picture_of_the_readme_is_what_its_command_draws() {
    let contributing = source::read("CONTRIBUTING.md");
    let mut lines = contributing.lines();
    let command = lines.find(|line| line.starts_with("siwa render ")).unwrap();
    let (command, path) = command.rsplit_once(' ').unwrap();
    let scratch = Scratch::new();
    let mut arguments = words(command.strip_prefix("siwa ").unwrap());
    arguments.push("board.png");
    let over = Siwa::start(scratch.path(), &arguments, PLAIN).over();
    assert_eq!(over.code, Some(0), "{over:?}");
    let drawn = std::fs::read(scratch.file("board.png")).unwrap();
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    assert!(source::read("README.md").contains(&format!("]({path})")));
    assert!(
        drawn == std::fs::read(picture).unwrap(),
        "draw it again: {command} {path}"
    );
}

/// The anchor of a heading, as on GitHub.
fn anchor(heading: &str) -> String {
    let plain = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = plain.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    });
    kept.collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for document in documents() {
        let plain = prose(&document.text);
        for rest in plain.split("](").skip(1) {
            let target = rest.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let (file, part) = target.split_once('#').unwrap_or((target, ""));
            let here = root.join(&document.path);
            let path = match file {
                "" => here,
                file => here.parent().unwrap().join(file),
            };
            assert!(path.exists(), "{}: {target}", document.path);
            links += 1;
            if !part.is_empty() {
                let text = prose(&std::fs::read_to_string(path).unwrap());
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|heading| anchor(heading) == part);
                assert!(found, "{}: {target}", document.path);
            }
        }
    }
    assert!(links > 30, "{links}");
}

#[test]
fn every_file_that_contributing_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for name in quoted(&source::read("CONTRIBUTING.md")) {
        let mut tops = "src/ crates/ tests/ assets/ docs/ migrations/".split(' ');
        if tops.any(|top| name.starts_with(top)) && !name.contains("XX") {
            assert!(root.join(&name).exists(), "{name}");
            named += 1;
        }
    }
    assert!(named > 30, "{named}");
}

#[test]
fn every_variable_and_no_other_is_in_its_table() {
    let settings = source::read("docs/SETTINGS.md");
    let (_, table) = settings.split_once("| variable |").unwrap();
    let table = table.split("\n\n").next().unwrap();
    let named: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(named, source::variables());
}

#[test]
fn every_slash_command_has_a_row_with_its_options() {
    let playing = source::read("docs/PLAYING.md");
    let (_, table) = playing.split_once("| command | options |").unwrap();
    let mut rows = table.lines().filter(|line| line.starts_with("| `/"));
    let readme = source::read("README.md");
    for command in commands::all(&L10n::default(), Registry::standard()) {
        let command = serde_json::to_value(command).unwrap();
        if command["type"] != 1 {
            assert!(playing.contains("**Apps** → **Challenge**"));
            continue;
        }
        let name = format!("`/{}`", command["name"].as_str().unwrap());
        let row = rows.find(|row| row.starts_with(&format!("| {name} ")));
        let row = cells(row.unwrap_or_else(|| panic!("{name} has no row, or not in order")));
        let options = command["options"].as_array().into_iter().flatten();
        let options = options.map(|option| format!("`{}`", option["name"].as_str().unwrap()));
        assert_eq!(row[1], options.collect::<Vec<_>>().join(" "), "{name}");
        assert!(readme.contains(&name), "{name} is not in README.md");
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn the_invitation_asks_for_the_permissions_it_names() {
    let readme = source::read("README.md");
    let (_, number) = readme.split_once("permissions=").unwrap();
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    let needed = permissions::needed();
    assert_eq!(number, needed.bits().to_string());
    for document in [readme, source::read("docs/HOSTING.md")] {
        let words: Vec<&str> = document.split_whitespace().collect();
        // “View Channels” in the portal, “View Channel” in the program's list.
        let named = words.join(" ").replace("*View Channels*", "*View Channel*");
        for name in needed.get_permission_names() {
            assert!(named.contains(&format!("*{name}*")), "{name}");
        }
    }
}
