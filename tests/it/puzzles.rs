//! Puzzles: the compiled-in ones, and the search for more.

use std::collections::HashSet;

use siwa::discord::custom_id::{CustomId, MoveAction};
use siwa::discord::view::reply::{Button, Emoji, Reply, Row, Style};
use siwa::discord::view::{self, Can, Known, Localizer};
use siwa::game::{HARDEST, Puzzle, PuzzleId, StoredPuzzle};
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::rules::{Piece, Shape, Side};

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

/// The style of each button of a panel that chooses a square; fails on a sign of a capture or a win.
fn styles(panel: &Reply) -> Vec<Style> {
    let plain = |emoji: Option<&Emoji>, label: &str| {
        let named = match emoji {
            Some(Emoji::Own(_, name, _)) => name,
            _ => "",
        };
        let told = named.ends_with("capture") || label.contains(['×', '!']);
        assert!(!told && !label.contains("captures"), "{named} {label}");
    };
    let mut styles = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => {
                let chooses = |button: &&Button| match &button.id {
                    CustomId::Move(_, MoveAction::Panel(typed)) => !typed.starts_with('?'),
                    _ => false,
                };
                for button in buttons.iter().filter(chooses) {
                    plain(button.emoji.as_ref(), &button.label);
                    styles.push(button.style);
                }
            }
            Row::Menu { options, .. } => {
                for option in options {
                    let told = option.description.as_deref().unwrap_or_default();
                    plain(option.emoji.as_ref(), &format!("{} {told}", option.label));
                }
            }
            Row::Section { .. } | Row::Channels { .. } => {}
        }
    }
    styles
}

#[test]
fn a_puzzle_does_not_show_what_its_moves_capture_or_win() {
    let (l10n, known) = (L10n::default(), Known::default());
    for (owner, name) in [(Side::First, "light"), (Side::Second, "dark")] {
        let piece = Piece {
            shape: Shape::Stone,
            owner: Some(owner),
        };
        for can in Can::ALL {
            known.know_emoji(piece, can, 1, format!("{name}{}", can.suffix()));
        }
    }
    let l10n = Localizer {
        l10n: &l10n,
        locale: Locale::ENGLISH,
        known: &known,
    };
    for (number, stored) in (1..).zip(shipped()) {
        let puzzle = Puzzle::read(&stored, Registry::standard()).unwrap();
        let found = (PuzzleId(number), puzzle);
        for menus in [false, true] {
            let panel = view::puzzle(l10n, &found, 0, "", menus).unwrap();
            let styles = styles(&panel);
            assert!(
                styles.iter().all(|style| *style == Style::Primary),
                "{stored}"
            );
        }
    }
}
