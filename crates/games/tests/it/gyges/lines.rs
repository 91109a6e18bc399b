//! Games: completion, and repetition.

use siwa_games::registry::{Completion, GameState, Registry};
use siwa_games::rules::Side;

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

#[test]
fn superko_forbids_only_moves_that_repeat_a_board() {
    let alone = "....../....../....../....../....../1..... S -";
    let mut line = line("gyges-leroy", alone);
    line.play("a1-a2").unwrap();
    let mut legal = line.legal_moves();
    legal.sort();
    assert_eq!(legal, ["a2-a3", "a2-b2"]);
    assert_eq!(texts(&line.complete("a2-", 25)), legal);
    let refusal = line.read("a2-a1").unwrap_err();
    assert_eq!(refusal.why.id, "gyges-refused-recurs");
    assert_eq!(refusal.clause, "G14");
    assert_eq!(refusal.legal, ["a2-a3", "a2-b2"]);
    assert!(line.play("a2-a1").is_err());
    // Examples in other refusals do not name forbidden moves either.
    let refusal = line.read("a2-a4").unwrap_err();
    assert_eq!(refusal.legal, ["a2-a3", "a2-b2"]);
}

#[test]
fn a_player_without_a_move_under_superko_draws() {
    // A lone 1 is led into a corner, and North's goal is far away.
    let mut line = line(
        "gyges-leroy",
        "....../....../....../....../....../.1.... N -",
    );
    for text in ["b1-b2", "b2-a2"] {
        line.play(text).unwrap();
        assert_eq!(line.outcome(), None);
    }
    line.play("a2-a1").unwrap();
    // From a1 the piece can move to a2 and b1, and both boards occurred before.
    let draw = line.outcome().unwrap();
    assert_eq!((draw.winner, draw.by.id), (None, "repetition"));
    assert!(line.legal_moves().is_empty());
    assert!(line.complete("", 25).is_empty());
    assert_eq!(line.turn(), Side::First);
}

#[test]
fn the_third_occurrence_of_a_board_is_a_draw_elsewhere() {
    let two = "1...../....../....../....../....../1..... S -";
    for id in ["gyges-gates", "gyges-cosmoludo"] {
        let mut line = line(id, two);
        for text in ["a1-a2", "a6-a5", "a2-a1", "a5-a6"].repeat(2) {
            assert_eq!(line.outcome(), None);
            line.play(text).unwrap();
        }
        let draw = line.outcome().unwrap();
        assert_eq!((draw.winner, draw.by.id), (None, "repetition"));
    }
}

#[test]
fn a_move_being_entered_can_be_previewed() {
    use siwa_games::rules::Mark;

    let line = line("gyges-gates", START);
    let plain = line.diagram();
    assert_eq!(line.preview(""), plain);
    assert_eq!(line.preview("nonsense"), plain);
    let piece = line.preview("c1");
    assert_eq!(piece.marked(|mark| mark == Mark::From).len(), 1);
    let place = line.preview("C1 D1 @");
    // An equal piece must not go to c1.
    assert_eq!(place.marked(|mark| mark == Mark::Closed).len(), 1);
}
