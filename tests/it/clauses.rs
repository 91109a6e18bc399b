//! The clauses of the rules and their examples: what they describe really happens.
//!
//! The results are recorded in `data/clauses.txt`; `UPDATE=1 cargo test --test it clauses` rewrites
//! it. Check there that texts and boards still agree.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use siwa::discord::view::{self, Known, Localizer};
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::clause::{begin, show};
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::{Clause, Example, Mark, Place, Variant};

use super::source;

/// Every clause of every variant.
fn every(mut look: impl FnMut(&'static dyn Rules, &'static Variant, &Clause)) {
    for rules in Registry::standard().games() {
        for variant in rules.info().variants {
            for clause in rules.clauses(variant) {
                look(rules, variant, &clause);
            }
        }
    }
}

/// The squares that a text names: single words of a letter and a digit.
fn squares(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9']))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_variant_has_the_same_clauses_in_their_order() {
    for rules in Registry::standard().games() {
        let info = rules.info();
        let clauses = |variant| {
            let clauses = rules.clauses(variant);
            clauses.iter().map(|clause| clause.id).collect::<Vec<_>>()
        };
        let all = clauses(&info.variants[0]);
        let mut before = ("", 0);
        for clause in &all {
            let (letter, number) = clause.split_at(1);
            let expected = if letter == before.0 { before.1 + 1 } else { 1 };
            assert_eq!(number.parse::<u8>().ok(), Some(expected), "{clause}");
            before = (letter, expected);
        }
        for variant in info.variants {
            assert_eq!(clauses(variant), all, "{}", variant.id);
        }
    }
}

#[test]
fn every_example_can_be_played_by_its_rules() {
    every(|rules, variant, clause| {
        let name = format!("{} {}", variant.id, clause.id);
        assert_eq!(clause.variant.ruleset, variant.ruleset, "{name}");
        assert!(clause.variant.size <= variant.size, "{name}");
        let line = begin(rules, clause).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        let seen = show(rules, clause).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        let over = line.outcome().is_some();
        match clause.example {
            Example::Still => assert!(seen.played.is_none(), "{name}"),
            Example::Chosen(_) => assert_ne!(seen.diagram, line.diagram(), "{name}"),
            Example::Proposed(_) => assert!(seen.diagram.proposed && !over, "{name}"),
            Example::Played(_) => assert!(seen.played.is_some() && !over, "{name}"),
            Example::Declared(side) => {
                assert_eq!(
                    seen.outcome.and_then(|outcome| outcome.winner),
                    Some(side),
                    "{name}"
                );
            }
        }
    });
}

#[test]
fn a_move_that_a_clause_forbids_is_refused_by_it() {
    every(|rules, variant, clause| {
        let line = begin(rules, clause).unwrap();
        for text in clause.refused {
            let refusal = line.read(text).unwrap_err();
            let name = format!("{} {text}: {}", variant.id, refusal.why.id);
            assert_eq!(refusal.clause, clause.id, "{name}");
        }
    });
}

#[test]
fn the_examples_do_what_was_read_and_approved() {
    let l10n = L10n::default();
    let l10n = Localizer {
        l10n: &l10n,
        locale: Locale::ENGLISH,
        known: &Known::default(),
    };
    let mut text = String::new();
    let mut known = Vec::new();
    every(|rules, variant, clause| {
        let scene = (clause.words.clone(), clause.position, clause.example);
        if known.contains(&scene) {
            return;
        }
        known.push(scene);
        let page = view::rules(l10n, rules, variant, Some(clause.id));
        let board = page.board.as_ref().unwrap();
        let alt = l10n.lines(siwa_boards::alt(board, page.orientation));
        writeln!(text, "=== {}\n{}\n\n{alt}", variant.id, page.text).unwrap();
        let mut line = begin(rules, clause).unwrap();
        if let Example::Played(move_) = clause.example {
            line.play(move_).unwrap();
        }
        let pass = if line.passed() { ", after a pass" } else { "" };
        writeln!(text, "Then: {}{pass}", line.position()).unwrap();
        if let Some(end) = show(rules, clause).unwrap().outcome {
            let grade = end.grade.map(|grade| format!(" {grade}"));
            let winner = end.winner.map_or("draw", |side| side.name());
            let grade = grade.unwrap_or_default();
            writeln!(text, "End: {winner} {}{grade}", end.by.id).unwrap();
        }
        text.push('\n');
    });
    let changed = source::changed("tests/it/data/clauses.txt", &text);
    assert_eq!(changed, None, "read it after UPDATE=1");
}

#[test]
fn the_words_of_a_clause_name_squares_of_its_board_and_the_same_in_every_language() {
    let l10n = L10n::default();
    every(|rules, variant, clause| {
        let english = squares(&l10n.text(Locale::ENGLISH, &clause.words));
        for locale in Locale::all() {
            let said = l10n.text(locale, &clause.words);
            assert_eq!(squares(&said), english, "{}: {said}", locale.tag());
            assert!(!l10n.attribute(locale, clause.words.id, "title").is_empty());
        }
        let diagram = show(rules, clause).unwrap().diagram;
        let pieces = diagram.pieces.iter().map(|(square, _)| square.to_string());
        let marks = diagram.marks.iter().map(|(square, _)| square.to_string());
        let route = diagram.route.iter().filter_map(|place| match place {
            Place::Square(square) => Some(square.to_string()),
            Place::Goal(_) => None,
        });
        let before = clause.before.iter().flat_map(|text| squares(text));
        let known: BTreeSet<String> = pieces.chain(marks).chain(route).chain(before).collect();
        let strange: Vec<_> = english.difference(&known).collect();
        assert!(
            strange.is_empty(),
            "{} {}: {strange:?}",
            variant.id,
            clause.id
        );
    });
}

#[test]
fn the_picture_of_the_overview_matches_the_text_below_it() {
    let l10n = L10n::default();
    for rules in Registry::standard().games() {
        let info = rules.info();
        for example in info.overviews {
            let mut variants = info.variants.iter();
            let variant = variants.find(|it| it.size == example.size).unwrap();
            let mut line = rules.parse(variant, example.position).unwrap();
            let taken = line.play(example.text).unwrap().captured.len();
            assert_eq!(taken, if info.id == "seega" { 3 } else { 0 });
            let marked = line
                .diagram()
                .marked(|mark| matches!(mark, Mark::From | Mark::Path | Mark::To));
            let marked: BTreeSet<String> = marked.iter().map(ToString::to_string).collect();
            for locale in Locale::all() {
                let id = format!("rules-{}-example", info.id);
                let said = l10n.find(locale, &id).unwrap();
                assert_eq!(squares(&said), marked, "{}: {said}", locale.tag());
            }
        }
    }
}
