//! The fast rules of Gygès against the slow, obvious ones of [`oracle`], against whole games, and
//! against nonsense text.

mod boards;
mod lines;
mod oracle;
mod texts;

use std::collections::BTreeMap;

use siwa_games::rules::gyges::{Move, Position};
use siwa_games::rules::{Notation as _, Outcome, Position as _, Side, Stage, Variant};

use crate::random::Random;
use oracle::State;

/// How often the compared positions had rare properties, so that no comparison is empty.
#[derive(Debug, Default)]
struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn count(&mut self, what: &'static str, yes: bool) {
        *self.0.entry(what).or_default() += usize::from(yes);
    }

    fn at_least(&self, what: &'static str, times: usize) {
        assert!(self.0.get(what) >= Some(&times), "{what}: {self:?}");
    }
}

fn told(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let winner = match outcome.winner {
        None => "draw",
        Some(Side::First) => "S",
        Some(Side::Second) => "N",
    };
    format!("{winner} {}", outcome.by)
}

/// Compares everything both can say about a position.
fn compare(fast: &Position, slow: &State, seen: &mut Seen) {
    let text = slow.text();
    assert_eq!(fast.to_string(), text);
    let outcome = told(fast.outcome());
    assert_eq!(outcome, slow.outcome(), "{text}");
    let mut here: Vec<(String, String)> = fast
        .legal_moves()
        .iter()
        .map(|legal| {
            let mut next = fast.clone();
            next.play(*legal);
            (legal.to_string(), next.to_string())
        })
        .collect();
    here.sort();
    let there = slow.moves();
    assert_eq!(here, there, "{text}");
    seen.count("goal", here.iter().any(|(text, _)| text.ends_with("goal")));
    seen.count("swap", here.iter().any(|(text, _)| text.contains('=')));
    seen.count("many", here.len() > 1_000);
    seen.count("dead", outcome == "draw dead");
    let nearest = nearest(&text);
    let stuck = here.first().is_some_and(|(text, _)| text[1..2] != nearest);
    seen.count("stuck", stuck);
}

/// The number of the rank with pieces that is nearest to the side to move.
fn nearest(text: &str) -> String {
    let (board, rest) = text.split_once(' ').unwrap();
    let mut ranks: Vec<(usize, &str)> = (1..=6).rev().zip(board.split('/')).collect();
    if rest.starts_with('S') {
        ranks.reverse();
    }
    let holds = |(_, rank): &&(usize, &str)| rank.contains(['1', '2', '3']);
    ranks
        .iter()
        .find(holds)
        .map_or_else(String::new, |(number, _)| number.to_string())
}

fn variants() -> impl Iterator<Item = &'static Variant> {
    Position::INFO.variants.iter()
}

/// Compares `count` random boards of a kind in each variant.
fn boards(first_seed: u64, count: usize, board: impl Fn(&mut Random) -> String) -> Seen {
    let mut seen = Seen::default();
    for (seed, variant) in (first_seed..).zip(variants()) {
        let mut random = Random::seeded(seed);
        for _ in 0..count {
            let text = board(&mut random);
            let fast = Position::parse(variant, &text).unwrap();
            if fast.stage() == Stage::Movement {
                compare(&fast, &State::new(variant, &text), &mut seen);
            }
        }
    }
    seen
}

#[test]
fn the_oracle_agrees_on_scattered_pieces() {
    let seen = boards(100, 400, boards::scattered);
    seen.at_least("goal", 100);
    seen.at_least("swap", 1_000);
    seen.at_least("many", 3);
}

#[test]
fn the_oracle_agrees_on_fewer_than_twelve_pieces() {
    let seen = boards(200, 1_500, boards::few);
    seen.at_least("goal", 100);
    seen.at_least("swap", 1_000);
    seen.at_least("dead", 1);
}

#[test]
fn the_oracle_agrees_where_pieces_block_each_other() {
    let seen = boards(300, 600, boards::crowded);
    seen.at_least("swap", 500);
}

#[test]
fn the_oracle_agrees_where_a_row_is_stuck() {
    let seen = boards(350, 400, boards::shut_in);
    seen.at_least("stuck", 100);
}

#[test]
fn the_oracle_agrees_on_every_position_of_random_games() {
    let mut seen = Seen::default();
    for (seed, variant) in (400..).zip(variants()) {
        let mut random = Random::seeded(seed);
        let board = "321123/....../....../....../....../321123 S -";
        for _ in 0..6 {
            let mut fast = Position::parse(variant, board).unwrap();
            for _ in 0..60 {
                compare(&fast, &State::new(variant, &fast.to_string()), &mut seen);
                let legal = fast.legal_moves();
                // Games with immediate goals test little.
                let quiet: Vec<Move> = legal.into_iter().filter(|legal| !ends(legal)).collect();
                if quiet.is_empty() {
                    break;
                }
                fast.play(*random.pick(&quiet));
            }
        }
    }
    seen.at_least("goal", 100);
    seen.at_least("swap", 300);
}

fn ends(legal: &Move) -> bool {
    legal.to_string().ends_with("goal")
}

#[test]
fn l5_with_twelve_pieces_a_side_can_always_move() {
    for (seed, variant) in (500..).zip(variants()) {
        let mut random = Random::seeded(seed);
        for number in 0..4_000 {
            let text = match number % 2 {
                0 => boards::scattered(&mut random),
                _ => boards::crowded(&mut random),
            };
            let there = Position::parse(variant, &text).unwrap();
            assert_eq!(there.outcome(), None, "{text}");
        }
    }
}
