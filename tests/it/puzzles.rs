//! Puzzles: the compiled-in ones, and the search for more.

use std::collections::HashSet;

use siwa::game::{HARDEST, Puzzle, StoredPuzzle};
use siwa_games::registry::Registry;

/// The compiled-in puzzles.
fn shipped() -> Vec<StoredPuzzle> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/puzzles.txt");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines()
        .map(|line| StoredPuzzle::read(line).unwrap())
        .collect()
}

#[test]
fn there_is_a_year_of_puzzles_none_twice_and_each_can_be_solved() {
    let puzzles = shipped();
    assert!(puzzles.len() >= 366, "{}", puzzles.len());
    let mut seen = HashSet::new();
    for stored in &puzzles {
        assert!(seen.insert((&stored.variant, &stored.position)), "{stored}");
        let puzzle = Puzzle::read(stored, Registry::standard()).unwrap();
        assert!(puzzle.is_solved_by(&stored.solution).unwrap(), "{stored}");
        assert!((1..=HARDEST).contains(&puzzle.grade()), "{stored}");
        let solution = puzzle.solution().unwrap();
        assert!(solution.played.text == stored.solution && solution.diagram.proposed);
        let others = puzzle.state().legal_moves();
        let right = others
            .iter()
            .filter(|text| puzzle.is_solved_by(text).unwrap());
        assert_eq!(right.count(), 1, "{stored}");
    }
    let kinds: HashSet<&str> = puzzles
        .iter()
        .filter_map(|stored| stored.variant.split('-').next())
        .collect();
    assert_eq!(kinds.len(), Registry::standard().games().count());
}

#[test]
fn a_puzzle_that_was_found_is_found_again_and_a_quiet_position_is_none() {
    let registry = Registry::standard();
    let puzzles = shipped();
    for stored in puzzles.iter().step_by(puzzles.len() / 6) {
        let (rules, variant) = registry.variant(&stored.variant).unwrap();
        let line = rules.parse(variant, &stored.position).unwrap();
        let found = StoredPuzzle::find(line.as_ref());
        assert_eq!(
            found.map(|found| found.solution),
            Some(stored.solution.clone())
        );
    }
    for rules in registry.games() {
        let start = rules.start(&rules.info().variants[0]);
        assert_eq!(StoredPuzzle::find(start.as_ref()), None);
    }
}
