//! Games: completion.

use siwa_games::registry::{Completion, GameState, Registry};

const START: &str = "321123/....../....../....../....../321123 S -";
const BUSY: &str = "....1./2...../1..3../...1../..23../312.23 S -";

fn line(id: &str, position: &str) -> Box<dyn GameState> {
    let (rules, variant) = Registry::standard().variant(id).unwrap();
    rules.parse(variant, position).unwrap()
}

fn texts(answers: &[Completion]) -> Vec<&str> {
    answers.iter().map(|answer| answer.text.as_str()).collect()
}

#[test]
fn completion_goes_from_the_piece_to_its_end_to_the_displaced_piece() {
    let start = line("gyges-gates", START);
    let pieces = start.complete("", 25);
    assert_eq!(texts(&pieces), ["a1", "b1", "c1", "d1", "e1", "f1"]);
    assert!(pieces.iter().all(|piece| !piece.whole));
    let ends = start.complete("c1-", 25);
    assert_eq!(texts(&ends)[..3], ["c1-a2", "c1-b1=", "c1-b3"]);
    assert!(ends.iter().all(|end| end.whole != end.text.ends_with('=')));
    assert_eq!(texts(&start.complete("c1", 25)), texts(&ends));
    let drops = start.complete("c1-d1=", 25);
    assert_eq!(drops.len(), 24);
    assert!(drops.iter().all(|drop| drop.whole));
    assert_eq!(texts(&start.complete("c1-d1=c", 25)).len(), 4);
    assert_eq!(texts(&start.complete("C1 D1 (C4)", 25)), ["c1-d1=c4"]);
    let bounces = "....../3...../..1.1./1.23.3/3.22.1/....2. N -";
    let bounces = line("gyges-leroy", bounces);
    let goal = bounces.complete("a5-g", 25);
    assert_eq!(texts(&goal), ["a5-goal"]);
    assert!(goal[0].whole);
    assert_eq!(
        texts(&bounces.complete("a5-c4-c3-a3-a2-goal", 25)),
        ["a5-goal"]
    );
}

#[test]
fn completion_never_offers_more_than_it_may() {
    for (id, position) in [
        ("gyges-gates", BUSY),
        ("gyges-leroy", START),
        (
            "gyges-cosmoludo",
            "....../....../....../....../....../...... S -",
        ),
    ] {
        let line = line(id, position);
        let mut open = vec![String::new()];
        for _ in 0..4 {
            let mut next = Vec::new();
            for typed in open.iter().take(30) {
                let answers = line.complete(typed, 25);
                assert!((1..=25).contains(&answers.len()), "{id} {typed:?}");
                let parts = answers.into_iter().filter(|answer| !answer.whole);
                next.extend(parts.map(|answer| answer.text));
            }
            open = next;
        }
    }
}

#[test]
fn a_set_up_on_two_rows_is_completed_piece_by_piece_and_as_a_whole() {
    let (rules, variant) = Registry::standard().variant("gyges-cosmoludo").unwrap();
    let mut line = rules.start(variant);
    let mut typed = String::new();
    for number in 1..=6 {
        let answers = line.complete(&typed, 25);
        assert!((1..=21).contains(&answers.len()));
        assert!(answers.iter().all(|answer| answer.whole == (number == 6)));
        typed = answers[answers.len() / 2].text.clone();
        assert_eq!(typed.matches('=').count(), number);
    }
    line.play(&typed).unwrap();
    assert!(line.read("a1=1").is_err());
    assert!(line.outcome().is_none());
}
