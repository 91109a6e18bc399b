//! One recorded random game of every variant, so that no change of the rules is overlooked.
//!
//! `UPDATE=1 cargo test playthroughs` rewrites the records. Old games must replay forever: review
//! the difference as a change of the rules of a variant.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::{Outcome, Stage, Variant};

use crate::noughts_and_crosses;
use crate::random::Random;

fn record(rules: &dyn Rules, variant: &'static Variant, seed: u64) -> String {
    let mut random = Random::seeded(seed);
    let mut line = rules.start(variant);
    let mut text = format!(
        "# A random game of {}, seed {seed}: the legal moves, the move with what it takes,\n\
         # and the position after it.\n{}\n",
        variant.id,
        line.position()
    );
    while line.outcome().is_none() {
        let mut legal = line.legal_moves();
        legal.sort_unstable();
        // A player who often captures tests more of the rules.
        let takes = |legal: &&String| {
            line.stage() == Stage::Movement
                && line.read(legal).is_ok_and(|read| !read.captured.is_empty())
        };
        let takes: Vec<String> = legal.iter().filter(takes).cloned().collect();
        let chosen = if takes.is_empty() || random.chance(50) {
            random.pick(&legal)
        } else {
            random.pick(&takes)
        };
        let played = line.play(chosen).unwrap();
        writeln!(
            text,
            "{} {} {}",
            legal.len(),
            played.display,
            line.position()
        )
        .unwrap();
    }
    writeln!(text, "{}", told(line.outcome().unwrap())).unwrap();
    text
}

fn told(outcome: Outcome) -> String {
    let winner = outcome.winner.map_or("draw", |winner| winner.name());
    let grade = outcome
        .grade
        .map_or_else(String::new, |grade| format!(" {grade}"));
    format!("{winner} {}{grade}", outcome.by.id)
}

#[test]
fn every_recorded_game_still_goes_the_same_way() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/playthroughs");
    let update = std::env::var_os("UPDATE").is_some();
    let games = Registry::standard().games();
    for rules in games.chain(noughts_and_crosses::REGISTRY.games()) {
        for (seed, variant) in (1..).zip(rules.info().variants) {
            let path = folder.join(format!("{}.txt", variant.id));
            let found = record(rules, variant, seed);
            if update {
                fs::write(&path, found).unwrap();
                continue;
            }
            let recorded = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            for (number, (found, recorded)) in (1..).zip(found.lines().zip(recorded.lines())) {
                assert_eq!(found, recorded, "{}, line {number}", path.display());
            }
            assert_eq!(found, recorded, "{}", path.display());
        }
    }
}
