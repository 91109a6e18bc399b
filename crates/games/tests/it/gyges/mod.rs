//! The fast rules of Gygès against the slow, obvious ones of [`oracle`], against whole games, and
//! against nonsense text.

mod boards;
mod lines;
mod oracle;
mod texts;

use siwa_games::rules::gyges::{Gyges, Move};
use siwa_games::rules::{Notation as _, Position as _, Variant};

use crate::oracle::{Oracle as _, Seen, compare, games, positions};
use crate::random::Random;
use oracle::State;

fn variants() -> impl Iterator<Item = &'static Variant> {
    Gyges::INFO.variants.iter()
}

#[test]
fn the_oracle_agrees_on_scattered_pieces() {
    let seen = positions::<State>(100, 400, boards::scattered);
    seen.at_least("goal", 100);
    seen.at_least("swap", 1_000);
    seen.at_least("many", 3);
}

#[test]
fn the_oracle_agrees_on_fewer_than_twelve_pieces() {
    let seen = positions::<State>(200, 1_500, boards::few);
    seen.at_least("goal", 100);
    seen.at_least("swap", 1_000);
    seen.at_least("dead", 1);
}

#[test]
fn the_oracle_agrees_where_pieces_block_each_other() {
    let seen = positions::<State>(300, 600, boards::crowded);
    seen.at_least("swap", 500);
}

#[test]
fn the_oracle_agrees_where_a_row_is_stuck() {
    let seen = positions::<State>(350, 400, boards::shut_in);
    seen.at_least("stuck", 100);
}

#[test]
fn the_oracle_agrees_on_repetition() {
    let seen = games::<State>(600, 100, boards::two);
    seen.at_least("repeated", 20);
    seen.at_least("forbidden", 200);
    seen.at_least("nothing else", 5);
}

#[test]
fn the_oracle_agrees_on_every_position_of_random_games() {
    let mut seen = Seen::default();
    for (seed, variant) in (400..).zip(variants()) {
        let mut random = Random::seeded(seed);
        let board = "321123/....../....../....../....../321123 S -";
        for _ in 0..6 {
            let mut fast = Gyges::parse(variant, board).unwrap();
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
                0 => boards::scattered(&mut random, variant),
                _ => boards::crowded(&mut random, variant),
            };
            let there = Gyges::parse(variant, &text).unwrap();
            assert_eq!(there.outcome(), None, "{text}");
        }
    }
}
