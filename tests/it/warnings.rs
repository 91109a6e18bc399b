//! What a board says before a game ends by repetition or because nobody captures.

use siwa::discord::view::{self, Known, Localizer};
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::Stage;

use super::random::Random;
use super::replies::USUAL;
use super::table::whole;

const VARIANT: &str = "seega-5-classic";

/// The state after a move.
fn next(line: &dyn GameState, text: &str) -> Box<dyn GameState> {
    let mut next = line.fork();
    next.play(text).unwrap();
    next
}

/// The moves without a capture until positions come up again, or do not until a game is over.
fn moves(repeats: bool) -> Vec<String> {
    let (rules, variant) = Registry::standard().variant(VARIANT).unwrap();
    for seed in 0..20 {
        let mut random = Random::seeded(seed);
        let mut line = rules.start(variant);
        let mut moves = Vec::new();
        // Only captures make room.
        for text in whole(VARIANT, seed).0 {
            if line.stage() == Stage::Movement && line.diagram().pieces.len() <= 12 {
                break;
            }
            line.play(&text).unwrap();
            moves.push(text);
        }
        loop {
            let is_wanted = if repeats {
                line.is_last_but_one()
            } else {
                line.turns_left() == Some(1)
            };
            if is_wanted {
                return moves;
            }
            let mut legal = line.legal_moves();
            legal.sort();
            legal.retain(|text| {
                let next = next(&*line, text);
                // A side that is shut in may have to wait for hundreds of turns.
                let quiet = line.read(text).unwrap().captured.is_empty() && !next.passed();
                quiet && next.outcome().is_none() && (repeats || !next.is_last_but_one())
            });
            if legal.is_empty() {
                break;
            }
            let text = random.pick(&legal).clone();
            line.play(&text).unwrap();
            moves.push(text);
        }
    }
    panic!("no such game")
}

/// The board after these moves.
fn board(moves: &[String]) -> String {
    let l10n = Localizer {
        l10n: &L10n::default(),
        locale: Locale::ENGLISH,
        known: &Known::default(),
    };
    view::turn(l10n, &USUAL.game(VARIANT, moves), None).text
}

#[test]
fn a_board_says_that_its_position_has_come_up_twice() {
    let moves = moves(true);
    let twice = "This position has come up for the second time.";
    assert!(board(&moves).contains(twice), "{}", board(&moves));
    assert!(!board(&moves[..moves.len() - 1]).contains(twice));
}

#[test]
fn the_last_ten_boards_before_an_end_without_captures_count_the_turns() {
    let moves = moves(false);
    let before = |left: usize| board(&moves[..moves.len() + 1 - left]);
    assert!(!before(11).contains("If nobody captures"), "{}", before(11));
    for left in 2..=10 {
        let told = format!("If nobody captures in the next {left} turns, the game ends");
        assert!(before(left).contains(&told), "{}", before(left));
    }
    let last = "If nobody captures on this turn, the game ends";
    assert!(before(1).contains(last), "{}", before(1));
}
