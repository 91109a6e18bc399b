//! What docs/SCALING.md quotes is what the program prints.

use clap::Parser as _;

use super::source::{changed, read};

#[expect(dead_code, reason = "its main belongs to the program alone")]
#[path = "../../examples/scaling.rs"]
mod program;

const COMMAND: &str = "$ cargo run --release --example scaling";

/// The document with every answer computed anew.
fn computed(document: &str) -> String {
    let mut parts = document.split("```text\n");
    let mut now = parts.next().unwrap().to_owned();
    for part in parts {
        let (shown, rest) = part.split_once("```\n").unwrap();
        let asked = shown.lines().next().unwrap();
        let options = asked.strip_prefix(COMMAND).unwrap();
        let options = options.strip_prefix(" --").unwrap_or(options);
        let assumed = program::Assumptions::parse_from(
            ["scaling"].into_iter().chain(options.split_whitespace()),
        );
        let answer = program::report(&assumed);
        now += &format!("```text\n{asked}\n{answer}```\n{rest}");
    }
    now
}

#[test]
fn the_tables_it_quotes_are_those_that_are_computed() {
    let document = read("docs/SCALING.md");
    assert_eq!(document.matches(COMMAND).count(), 2);
    let difference = changed("docs/SCALING.md", &computed(&document));
    assert_eq!(difference, None);
}

/// What was computed by hand, for a million servers without scoreboards.
#[test]
fn the_simulation_agrees_with_arithmetic() {
    let options = ["scaling", "--servers", "1000000", "--cards", "0"];
    let report = program::report(&program::Assumptions::parse_from(options));
    for line in [
        "| turns a second: mean; peak | 23; 69 |",
        "| transactions a second | 46; 139 |",
        "| requests that count to Discord’s 50 a second | 35; 104 |",
        "| events a year, SQLite | 54 GB |",
        "| events a year, PostgreSQL | 121 GB |",
        "| shards; minutes until all are there | 1,000; 12 |",
        "used up by 480,000 servers.",
    ] {
        assert!(report.contains(line), "no {line} in:\n{report}");
    }
}
