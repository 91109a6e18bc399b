//! Dealt starts: arrangements of Seega in which neither side has an advantage.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use siwa_games::engine::{Level, Limits, Score};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Stage};

/// The deal of a variant with these choices, as a state.
fn dealt(variant: &str, listed: usize, turn: usize) -> Option<Box<dyn GameState>> {
    let (rules, variant) = Registry::standard().variant(variant)?;
    let mut chosen = [listed, turn].into_iter();
    let deal = rules.deal(variant, &mut |_| chosen.next().unwrap_or_default())?;
    Some(rules.parse(variant, &deal).unwrap())
}

/// How many arrangements are listed for a variant.
fn listed(variant: &str) -> usize {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut most = Vec::new();
    rules.deal(variant, &mut |below| {
        most.push(below);
        0
    });
    assert_eq!(most[1..], [8], "the ways to turn and mirror a board");
    most[0]
}

/// The pieces in each of the eight ways to turn and mirror the board, the least way first.
fn alike(variant: &str, number: usize) -> BTreeSet<String> {
    let turned = (0..8).map(|turn| dealt(variant, number, turn).unwrap().position());
    turned.collect()
}

#[test]
fn each_listed_arrangement_is_full_differs_from_the_others_and_can_be_placed() {
    for (variant, least) in [
        ("seega-5-classic", 200),
        ("seega-5-lugo", 100),
        ("seega-5-modern", 100),
        ("seega-7-classic", 100),
        ("seega-9-classic", 50),
    ] {
        let mut seen = BTreeSet::new();
        assert!(listed(variant) >= least, "{variant}: {}", listed(variant));
        for number in 0..listed(variant) {
            let state = dealt(variant, number, 0).unwrap();
            assert_eq!(
                (state.stage(), state.turn()),
                (Stage::Movement, Side::Second)
            );
            let alike = alike(variant, number);
            let least = alike.first().unwrap().clone();
            assert!(seen.insert(least), "{variant} {number} occurs twice");
            assert_eq!(placed(variant, &*state).position(), state.position());
        }
    }
}

/// The state after both sides have placed the pieces of this one.
fn placed(variant: &str, wanted: &dyn GameState) -> Box<dyn GameState> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut state = rules.start(variant);
    let diagram = wanted.diagram();
    let of = |side| {
        let squares = diagram.pieces_of(side);
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names
    };
    let first = of(Side::First);
    let second = of(Side::Second);
    for (one, other) in first.chunks(2).zip(second.chunks(2)) {
        for pair in [one, other] {
            state.play(&pair.join(" ")).unwrap();
        }
    }
    state
}

#[test]
fn no_first_move_after_a_deal_captures_or_wins() {
    let stop = AtomicBool::new(false);
    for variant in Registry::standard()
        .variant("seega-5-classic")
        .unwrap()
        .0
        .info()
        .variants
    {
        let variant = variant.id;
        for number in 0..listed(variant) {
            let state = dealt(variant, number, 0).unwrap();
            for text in state.legal_moves() {
                assert!(
                    state.read(&text).unwrap().captured.is_empty(),
                    "{variant} {number}"
                );
            }
            let limits = Limits::nodes(5_000, 1 << 16, &stop, 1);
            let found = state.think(Level::STRONGEST, limits, &mut |_| {});
            let score = found.unwrap().score;
            let open = matches!(score, Score::Points(_));
            assert!(open, "{variant} {number}: {score:?}");
        }
    }
}

#[test]
fn every_ruleset_of_seega_deals_and_gyges_does_not() {
    for rules in Registry::standard().games() {
        for variant in rules.info().variants {
            let deal = rules.deal(variant, &mut |_| 0);
            assert_eq!(deal.is_some(), rules.info().id == "seega", "{}", variant.id);
        }
    }
}
