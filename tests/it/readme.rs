//! What README.md shows is there, and what is there is shown.

use std::collections::BTreeSet;

use siwa::discord::permissions;

use super::scratch::Scratch;
use super::siwa::Siwa;
use super::source;

/// The blocks between fences: what language they say, and their lines.
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

/// What stands in backticks outside of the blocks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split("```")
        .step_by(2)
        .flat_map(|plain| plain.split('`').skip(1).step_by(2))
        .collect()
}

fn ask(arguments: &[&str]) -> super::siwa::Over {
    Siwa::start(Scratch::new().path(), arguments, &[] as &[(&str, &str)]).over()
}

/// The commands a help text lists, indented below their headings.
fn listed(help: &str) -> BTreeSet<String> {
    let (commands, _) = help.split_once("\nOptions:").unwrap();
    commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .map(ToOwned::to_owned)
        .collect()
}

#[test]
fn every_command_it_shows_is_one() {
    let readme = source::read("README.md");
    let help = ask(&["--help"]);
    assert_eq!(help.code, Some(0));
    let (commands, rules) = (
        listed(&help.stdout),
        listed(&ask(&["rules", "--help"]).stdout),
    );
    let mut shown = BTreeSet::new();
    let lines = blocks(&readme).into_iter().flat_map(|(_, lines)| lines);
    for line in lines.chain(quoted(&readme)) {
        let line = line.trim_start_matches("$ ").split("  #").next().unwrap();
        let words: Vec<&str> = match (line.split_once(" -- "), line.strip_prefix("siwa ")) {
            (Some((cargo, own)), _) if cargo.starts_with("cargo run") && !cargo.contains("-p ") => {
                own.split_whitespace().collect()
            }
            (_, Some(own)) => own.split_whitespace().collect(),
            _ => continue,
        };
        assert!(commands.contains(words[0]), "there is no {line}");
        if words[0] == "rules" && words.len() > 1 {
            assert!(rules.contains(words[1]), "there is no {line}");
            shown.insert(words[1].to_owned());
        }
    }
    shown.insert("help".to_owned());
    assert_eq!(shown, rules, "every question about the rules is shown");
}

#[test]
fn the_answer_it_shows_is_the_answer() {
    let readme = source::read("README.md");
    let scratch = Scratch::new();
    // The record it shows is the file it asks about.
    let records = blocks(&readme).into_iter();
    for (_, lines) in records.filter(|(_, lines)| lines[0].starts_with("[Event")) {
        std::fs::write(scratch.file("game.txt"), lines.join("\n")).unwrap();
    }
    let mut shown = 0;
    for (language, lines) in blocks(&readme) {
        if language != "console" {
            continue;
        }
        let question = lines[0].strip_prefix("$ siwa ").unwrap();
        // Words, and texts between quotation marks.
        let arguments: Vec<&str> = question
            .split('"')
            .enumerate()
            .flat_map(|(number, part)| {
                if number % 2 == 1 {
                    vec![part]
                } else {
                    part.split_whitespace().collect()
                }
            })
            .collect();
        let answer = Siwa::start(scratch.path(), &arguments, &[] as &[(&str, &str)]).over();
        assert_eq!(
            answer.stdout.trim_end(),
            lines[1..].join("\n"),
            "{question}"
        );
        shown += 1;
    }
    assert!(shown > 0);
}

#[test]
fn the_two_ways_to_start_are_there() {
    let readme = source::read("README.md");
    let all: Vec<&str> = blocks(&readme)
        .into_iter()
        .flat_map(|(_, lines)| lines)
        .collect();
    for line in [
        "cargo run -- playground",
        "cargo run --release",
        "cargo test",
    ] {
        assert!(all.contains(&line), "{line} is not shown");
    }
    assert!(
        all.iter()
            .any(|line| line.starts_with("cp .env.example .env"))
    );
}

#[test]
fn every_variable_and_no_other_is_in_its_table() {
    let readme = source::read("README.md");
    let (_, table) = readme.split_once("| variable |").unwrap();
    let table = table.split("\n\n").next().unwrap();
    let named: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(named, source::variables());
}

#[cfg(feature = "playground")]
#[test]
fn every_option_of_the_playground_is_in_its_table() {
    let readme = source::read("README.md");
    let (_, table) = readme.split_once("| option |").unwrap();
    let table = table.split("\n\n").next().unwrap();
    let named: BTreeSet<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `--")?.split(['`', ' ']).next())
        .collect();
    let help = ask(&["playground", "--help"]).stdout;
    let there: BTreeSet<&str> = help
        .split("--")
        .skip(1)
        .filter_map(|rest| rest.split([' ', '\n', '>']).next())
        .filter(|name| *name != "help" && !name.is_empty())
        .collect();
    assert_eq!(named, there);
}

#[test]
fn the_invitation_asks_for_the_permissions_it_names() {
    let readme = source::read("README.md");
    let (_, number) = readme.split_once("permissions=").unwrap();
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    let needed = permissions::needed();
    assert_eq!(number, needed.bits().to_string());
    let words: Vec<&str> = readme.split_whitespace().collect();
    // “View Channels” in the portal, “View Channel” in the program's list.
    let named = words.join(" ").replace("*View Channels*", "*View Channel*");
    for name in needed.get_permission_names() {
        assert!(named.contains(&format!("*{name}*")), "{name}");
    }
}
