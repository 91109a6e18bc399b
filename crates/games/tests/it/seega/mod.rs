//! The fast rules of Seega against the slow, obvious ones of [`oracle`], and
//! against nonsense text.

mod boards;
mod oracle;
mod texts;

use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::seega::Seega;
use siwa_games::rules::{Notation as _, Position as _, Side, Stage, Variant};

use crate::oracle::{Oracle as _, Seen, compare, games, positions};
use crate::random::Random;
use oracle::State;

fn variants() -> impl Iterator<Item = &'static Variant> {
    Seega::INFO.variants.iter()
}

#[test]
fn the_oracle_agrees_on_every_position_of_random_games() {
    let mut seen = Seen::default();
    for (seed, variant) in (100..).zip(variants()) {
        let mut random = Random::seeded(seed);
        for _ in 0..3 {
            let mut fast = Seega::new(variant);
            let mut ply = 0;
            loop {
                // Trying all pairs of squares as text would take most of the time.
                if fast.stage() == Stage::Movement || (variant.size == 5 && ply % 4 == 0) {
                    compare(&fast, &State::new(variant, &fast.to_string()), &mut seen);
                }
                let legal = fast.legal_moves();
                if legal.is_empty() || ply > 400 {
                    break;
                }
                // A player who captures reaches more endings.
                let takes = legal.iter().find(|legal| !fast.captures(legal).is_empty());
                let chosen = match takes {
                    Some(takes) if random.chance(60) => takes,
                    _ => random.pick(&legal),
                };
                fast.play(*chosen);
                ply += 1;
            }
        }
    }
    seen.at_least("capture", 500);
    seen.at_least("chain", 20);
    seen.at_least("over", 20);
    seen.at_least("passed", 1);
}

#[test]
fn the_oracle_agrees_on_scattered_pieces() {
    let seen = positions::<State>(200, 250, boards::scattered);
    seen.at_least("chain", 100);
    seen.at_least("triple", 10);
    seen.at_least("passed", 1);
}

#[test]
fn the_oracle_agrees_on_pieces_drawn_up_in_front_of_each_other() {
    let seen = positions::<State>(300, 250, boards::fronts);
    seen.at_least("fortress", 300);
    seen.at_least("barrier", 100);
    seen.at_least("claim", 100);
}

#[test]
fn the_oracle_agrees_where_a_player_is_shut_in() {
    let seen = positions::<State>(400, 60, boards::shut_in);
    seen.at_least("passed", 200);
}

#[test]
fn the_oracle_agrees_on_repetition() {
    let seen = games::<State>(600, 20, boards::scattered);
    seen.at_least("repeated", 20);
    let seen = games::<State>(700, 20, boards::shut_in);
    seen.at_least("forbidden", 20);
}

#[test]
fn l2_and_l3_hold_in_random_games() {
    for (seed, variant) in (500..).zip(variants()) {
        let mut random = Random::seeded(seed);
        for _ in 0..10 {
            let mut position = Seega::new(variant);
            let mut moved = None;
            for _ in 0..300 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                if let Some(mover) = moved {
                    assert_facts(variant, &position, mover);
                }
                moved = (position.stage() == Stage::Movement).then_some(position.turn());
                position.play(*random.pick(&legal));
            }
        }
    }
}

/// Checks L2 and L3 in a position in which `mover` has just moved.
fn assert_facts(variant: &'static Variant, position: &Seega, mover: Side) {
    let text = position.to_string();
    let board = text.split(' ').next().unwrap();
    let letter = if mover == Side::First { 'x' } else { 'o' };
    let again = Seega::parse(variant, &format!("{board} {letter} m 0")).unwrap();
    assert_eq!((again.turn(), again.passed()), (mover, false), "{text}");
    if position.passed() {
        let takes = |legal| !position.captures(legal).is_empty();
        assert!(!position.legal_moves().iter().any(takes), "{text}");
    }
}

/// Light's capture on its first move shuts Dark in, with 12 pieces against 11.
const SHUT_IN: &str = "xxooo/xxoxx/oo.ox/ooxox/ooxxx o m 0";

fn line(variant: &str, position: &str) -> Box<dyn GameState> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    rules.parse(variant, position).unwrap()
}

#[test]
fn nobody_wins_by_moving_to_and_fro_while_the_opponent_is_shut_in() {
    let mut game = line("seega-5-classic", SHUT_IN);
    for text in ["d3-c3", "e3-d3"] {
        game.play(text).unwrap();
    }
    assert!(game.passed(), "{}", game.position());
    game.play("e2-e3").unwrap();
    let refused = game.play("e3-e2").unwrap_err();
    assert_eq!(refused.why.id, "seega-refused-recurs");
    assert!(!game.legal_moves().contains(&"e3-e2".to_owned()));
    // However Light goes on, Dark can move again after a few turns, or pieces are counted.
    let mut random = Random::seeded(7);
    for _ in 0..100 {
        let mut end = game.fork();
        let mut turns = 0;
        while end.outcome().is_none() && end.passed() {
            let text = random.pick(&end.legal_moves()).clone();
            end.play(&text).unwrap();
            turns += 1;
        }
        assert!(turns < 200, "{turns}");
        assert!(end.position().ends_with(" 0"), "{}", end.position());
    }
}

#[test]
fn a_run_of_extra_turns_without_another_move_ends_with_a_count() {
    // Light’s only empty square wanders into the corner, and Dark stays shut in.
    let mut game = line("seega-5-classic", "ooooo/ooooo/xxxoo/.xxxx/xxxxx x e 0");
    for text in ["b2-a2", "b1-b2", "a1-b1"] {
        assert_eq!(game.outcome(), None);
        game.play(text).unwrap();
    }
    let end = game.outcome().unwrap();
    assert_eq!((end.winner, end.by.id), (None, "repetition"));
    assert_eq!(game.legal_moves(), Vec::<String>::new());
}

#[test]
fn positions_of_extra_turns_do_not_count_as_repetitions() {
    let mut game = line("seega-5-classic", SHUT_IN);
    assert!(!game.is_last_but_one());
    for text in ["d3-c3", "e3-d3"] {
        game.play(text).unwrap();
    }
    assert!(game.passed() && !game.is_last_but_one());
    let swings = "...oo/...../..x../.x.../x.... x m 0";
    let mut game = line("seega-5-classic", swings);
    for text in ["a1-a2", "e5-e4", "a2-a1", "e4-e5"] {
        assert!(!game.is_last_but_one());
        game.play(text).unwrap();
    }
    assert!(game.is_last_but_one());
    assert_eq!(game.turns_left(), Some(36));
}
