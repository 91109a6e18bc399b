//! The search: its results, and its limits.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use siwa_games::engine::{Level, Limits, Score, SearchResult};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Stage};

use super::noughts_and_crosses::REGISTRY;
use super::random::Random;

/// The number of games of the engine against itself, unless `SIWA_GAMES` is set, the most turns of each, and the most
/// positions searched for each turn.
const GAMES: usize = 300;
const MAX_TURNS: usize = 60;
const FEW: u64 = 20;

static GO: AtomicBool = AtomicBool::new(false);

fn limits(nodes: u64) -> Limits<'static> {
    Limits {
        nodes,
        depth: u32::MAX,
        table: 1 << 20,
        stop: &GO,
        seed: 7,
    }
}

fn think(line: &dyn GameState, nodes: u64) -> Option<SearchResult> {
    line.think(Level::STRONGEST, limits(nodes), &mut |_| {})
}

fn at(variant: &str, position: &str) -> Box<dyn GameState> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    rules.parse(variant, position).unwrap()
}

fn begin(variant: &str) -> Box<dyn GameState> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    rules.start(variant)
}

fn variants() -> impl Iterator<Item = &'static str> {
    let games = Registry::standard().games();
    games.flat_map(|rules| rules.info().variants.iter().map(|it| it.id))
}

#[test]
fn the_goal_is_entered_through_four_bounces() {
    let line = at(
        "gyges-leroy",
        "....../3...../..1.1./1.23.3/3.22.1/....2. N -",
    );
    let found = think(line.as_ref(), 10_000).unwrap();
    assert_eq!(found.line, ["a5-goal"]);
    assert_eq!(found.score, Score::Wins(1));
}

#[test]
fn the_engine_captures_what_it_can() {
    for (position, best) in [
        ("....o/.x.../.o.../x.ox./....o x m 0", "a2-b2"),
        ("...../...../...x./xoo../....o x m 0", "d3-d2"),
    ] {
        let line = at("seega-5-classic", position);
        let taken = |text: &str| line.read(text).unwrap().captured.len();
        let found = think(line.as_ref(), 20_000).unwrap();
        let most = line.legal_moves().iter().map(|it| taken(it)).max().unwrap();
        assert!(taken(&found.line[0]) == most, "{best}: {found:?}");
    }
}

#[test]
fn a_complete_search_of_a_small_game_never_loses_it() {
    let (rules, variant) = REGISTRY.variant("noughts-classic").unwrap();
    let mut random = Random::seeded(5);
    for number in 0..20 {
        let mut line = rules.start(variant);
        let own = Side::BOTH[number % 2];
        while line.outcome().is_none() {
            let text = if line.turn() == own {
                think(line.as_ref(), 200_000).unwrap().line.remove(0)
            } else {
                random.pick(&line.legal_moves()).clone()
            };
            line.play(&text).unwrap();
        }
        let winner = line.outcome().and_then(|outcome| outcome.winner);
        assert_ne!(winner, Some(own.other()), "{}", line.position());
    }
}

#[test]
fn every_move_of_games_against_itself_is_legal() {
    for variant in variants() {
        let mut line = begin(variant);
        for _ in 0..150 {
            let Some(found) = think(line.as_ref(), 200) else {
                break;
            };
            // The whole principal variation can be played.
            let mut ahead = line.fork();
            for text in &found.line {
                ahead.play(text).unwrap();
            }
            line.play(&found.line[0]).unwrap();
        }
    }
}

#[test]
fn many_games_of_every_level_against_itself_are_legal() {
    let asked = std::env::var("SIWA_GAMES").map(|games| games.parse().unwrap());
    let games = asked.unwrap_or(GAMES);
    let variants: Vec<&str> = variants().collect();
    let next = AtomicUsize::new(0);
    let turns = AtomicUsize::new(0);
    let play = |number: usize| {
        let mut line = begin(variants[number % variants.len()]);
        let level = Level::ALL[number / variants.len() % Level::ALL.len()];
        for _ in 0..MAX_TURNS {
            let limits = Limits {
                table: 1 << 12,
                seed: number as u64,
                ..limits(FEW)
            };
            let Some(found) = line.think(level, limits, &mut |_| {}) else {
                break;
            };
            let text = &found.line[0];
            assert!(line.play(text).is_ok(), "{text} in {}", line.position());
            turns.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    play(number);
                }
            });
        }
    });
    assert!(turns.into_inner() > 20 * games);
}

#[test]
fn the_same_seed_gives_the_same_move_and_another_may_place_differently() {
    for variant in variants() {
        let line = begin(variant);
        let [one, other] = [(); 2].map(|()| think(line.as_ref(), 3_000));
        assert_eq!(one, other, "{variant}");
    }
    let line = begin("seega-7-modern");
    let with = |seed| {
        let limits = Limits {
            seed,
            ..limits(3_000)
        };
        line.think(Level::STRONGEST, limits, &mut |_| {})
            .unwrap()
            .line
    };
    assert!((0..8).any(|seed| with(seed) != with(8)));
}

#[test]
fn the_weak_levels_overlook_many_bounces() {
    let line = at(
        "gyges-leroy",
        "....../3...../..1.1./1.23.3/3.22.1/....2. N -",
    );
    let best = |level| {
        let found = line.think(level, limits(5_000), &mut |_| {});
        found.unwrap().line.remove(0)
    };
    let best = Level::ALL.map(best);
    assert!(best[0] != "a5-goal" && best[7] == "a5-goal", "{best:?}");
}

#[test]
fn limits_are_kept_and_a_search_stopped_immediately_has_a_move() {
    let stop = AtomicBool::new(true);
    for variant in variants() {
        let line = begin(variant);
        let found = think(line.as_ref(), 1_000).unwrap();
        assert!(found.nodes <= 1_001, "{variant}: {}", found.nodes);
        let stopped = Limits {
            stop: &stop,
            ..limits(u64::MAX)
        };
        let found = line.think(Level::STRONGEST, stopped, &mut |_| {}).unwrap();
        assert!(line.legal_moves().contains(&found.line[0]), "{variant}");
        let none = think(line.as_ref(), 0).unwrap();
        assert!(line.legal_moves().contains(&none.line[0]), "{variant}");
    }
    let line = at("seega-5-classic", "xoxxo/ooxox/oo.xx/oxoxx/xoxoo o m 0");
    assert_eq!(line.stage(), Stage::Movement);
    let shallow = Limits {
        depth: 3,
        ..limits(u64::MAX)
    };
    assert_eq!(
        line.think(Level::STRONGEST, shallow, &mut |_| {})
            .unwrap()
            .depth,
        3
    );
}

#[test]
fn a_search_that_is_broken_off_does_not_see_losses_that_are_none() {
    // The first searched move loses; the search did not reach the others.
    let line = at(
        "gyges-gates",
        "..2123/213.../3...../....../...3../.21..1 S -",
    );
    let deep = think(line.as_ref(), 200_000).unwrap();
    assert!(!matches!(deep.score, Score::Loses(_)), "{deep:?}");
    for nodes in (250..5_000).step_by(250) {
        let found = think(line.as_ref(), nodes).unwrap();
        assert!(!matches!(found.score, Score::Loses(_)), "{found:?}");
    }
}
