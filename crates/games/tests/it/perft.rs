//! Counts of lines of play, against published or independent ones.
//!
//! A file in `tests/data/perft` starts with comments that name its source. Then come
//! blocks: a line `<variant> <position>`, and a line `<depth> <leaves>` a depth.

use std::fs;
use std::path::Path;

use siwa_games::registry::{GameState, Registry};

/// The largest count that is checked here: it takes seconds, not minutes.
const BUDGET: u64 = 20_000_000;

#[test]
fn every_reference_count_within_the_budget_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut counted = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("# Source: "),
            "{} has no source",
            path.display()
        );
        let here = check(&text);
        assert!(here > 0, "{} counts nothing", path.display());
        counted += here;
    }
    assert!(counted > 0);
}

/// Checks the counts of one file; returns their number.
fn check(text: &str) -> usize {
    let mut start: Option<Box<dyn GameState>> = None;
    let mut counted = 0;
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (word, rest) = line.split_once(' ').unwrap();
        if let Ok(depth) = word.parse() {
            let leaves: u64 = rest.parse().unwrap();
            let start = start.as_ref().unwrap();
            if leaves > BUDGET {
                println!("beyond the budget: {} {line}", start.variant().id);
                continue;
            }
            let found = start.perft(depth);
            assert_eq!(
                found,
                leaves,
                "{} {} {line}",
                start.variant().id,
                start.position()
            );
            counted += 1;
        } else {
            let (rules, variant) = Registry::standard().variant(word).unwrap();
            start = Some(rules.parse(variant, rest).unwrap());
        }
    }
    counted
}
