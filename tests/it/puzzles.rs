//! The puzzles that are compiled in.

use std::collections::HashSet;

use siwa::discord::custom_id::{CustomId, MoveAction};
use siwa::discord::view::reply::{Button, Emoji, Reply, Row, Style};
use siwa::discord::view::{self, Can, Known, Localizer};
use siwa::game::{HARDEST, Puzzle, PuzzleId, StoredPuzzle};
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::rules::{Mark, Piece, Side};
use strum::IntoEnumIterator as _;

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
        assert!(
            seen.insert((&stored.variant, &stored.position)),
            "{stored:?}"
        );
        let puzzle = Puzzle::read(stored, Registry::standard()).unwrap();
        assert!(puzzle.is_solved_by(&stored.solution).unwrap(), "{stored:?}");
        assert!((1..=HARDEST).contains(&puzzle.grade), "{stored:?}");
        let solution = puzzle.solution().unwrap();
        assert!(solution.played.text == stored.solution && solution.diagram.proposed);
        let others = puzzle.state().legal_moves();
        let right = others
            .iter()
            .filter(|text| puzzle.is_solved_by(text).unwrap());
        assert_eq!(right.count(), 1, "{stored:?}");
    }
    let kinds: HashSet<&str> = puzzles
        .iter()
        .filter_map(|stored| stored.variant.split('-').next())
        .collect();
    assert_eq!(kinds.len(), Registry::standard().games().count());
}

/// The style of each button of a panel that chooses a square; fails on a sign of a capture, or of a
/// win before a piece is chosen.
fn styles(panel: &Reply, typed: &str) -> Vec<Style> {
    let plain = |emoji: Option<&Emoji>, label: &str| {
        let named = match emoji {
            Some(Emoji::Own(_, name, _)) => name,
            _ => "",
        };
        let wins = typed.is_empty() && label.contains('!');
        let told = named.ends_with("capture") || label.contains('×') || wins;
        assert!(!told && !label.contains("captures"), "{named} {label}");
    };
    let mut styles = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => {
                let chooses = |button: &&Button| match &button.id {
                    CustomId::Move(_, MoveAction::Panel(typed)) => {
                        !typed.is_empty() && !typed.starts_with('?')
                    }
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
    let l10n = L10n::default();
    let known = Known::default();
    for (owner, name) in [(Side::First, "light"), (Side::Second, "dark")] {
        let piece = Piece::Stone(Some(owner));
        for can in Can::iter() {
            known.know_emoji(piece, can, 1, format!("{name}{can}"));
        }
    }
    let l10n = Localizer {
        l10n: &l10n,
        locale: Locale::ENGLISH,
        known: &known,
    };
    for (number, mut stored) in (1..).zip(shipped()) {
        stored.id = PuzzleId(number);
        let puzzle = Puzzle::read(&stored, Registry::standard()).unwrap();
        let state = puzzle.state();
        let pieces = state.diagram().pieces.len();
        let mut entered = vec![String::new()];
        entered.extend(state.steps("").into_iter().map(|step| step.text));
        entered.extend(state.legal_moves());
        for (typed, menus) in entered
            .iter()
            .flat_map(|typed| [(typed, false), (typed, true)])
        {
            let panel = view::puzzle(l10n, &puzzle, 0, typed, menus).unwrap();
            let styles = styles(&panel, typed);
            assert!(
                styles.iter().all(|style| *style == Style::Primary),
                "{stored:?}"
            );
            let mut bold = panel.text.split("**").skip(1).step_by(2);
            let tells = panel.text.contains("capture") || bold.any(|words| words.contains('x'));
            assert!(!tells, "{}", panel.text);
            let board = panel.board.unwrap();
            let told = |mark| matches!(mark, Mark::Captured(_) | Mark::Wall(_) | Mark::Decisive);
            assert!(board.marks.iter().all(|(_, mark)| !told(*mark)), "{typed}");
            // A piece that goes on may come to the square of one that it has captured.
            if state.variant().id.starts_with("seega") && typed.matches('-').count() == 1 {
                assert_eq!(board.pieces.len(), pieces, "{typed}");
            }
        }
    }
}
