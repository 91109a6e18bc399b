//! Checks in random games what the rest of the program expects of every game.
//!
//! A new game is one more test at the end.

use std::fmt::Display;
use std::ops::ControlFlow;

use siwa_games::registry::{Entry, GameState, Rules};
use siwa_games::rules::{Piece, Place, Repetition, Show, Side, Variant, gyges, seega};

use crate::noughts_and_crosses::Board;
use crate::random::Random;

/// A longer game counts as endless.
const LONGEST: usize = 3_000;

/// If there are more moves, only a sample is checked.
const SAMPLE: usize = 40;

/// If there are more moves, only the first game lists and plays them all.
const MANY: usize = 5_000;

/// Plays random games of every variant and checks every position.
fn conform<P: Show>(games: u64)
where
    Entry<P>: Rules,
{
    let variants = P::INFO.variants;
    assert!(!variants.is_empty());
    for variant in variants {
        assert!(variant.id.starts_with(P::INFO.id), "{}", variant.id);
        assert!(variant.id.ends_with(variant.ruleset), "{}", variant.id);
        for seed in 0..games {
            game::<P>(variant, seed);
        }
    }
}

fn game<P: Show>(variant: &'static Variant, seed: u64)
where
    Entry<P>: Rules,
{
    let random = &mut Random::seeded(seed);
    let mut line = Entry::<P>::NEW.start(variant);
    let mut position = P::new(variant);
    let mut last = None;
    for ply in 0..LONGEST {
        assert_eq!(line.position(), position.to_string());
        assert_eq!(line.turn(), position.turn());
        let legal = position.legal_moves();
        assert_eq!(legal.is_empty(), position.outcome().is_some(), "{position}");
        text_round_trips(variant, &position);
        draws(&position, last.as_ref());
        if line.outcome().is_some() {
            finished(line.as_ref(), &position);
            return;
        }
        let listed = legal.len() <= MANY || seed == 0;
        notation(&position, &legal, listed, random);
        if ply % 8 == 0 {
            if listed {
                successors(&position, &legal);
            }
            completes(line.as_ref(), random);
        }
        let chosen = *random.pick(&allowed(line.as_ref(), legal));
        let before = position.clone();
        position.play(chosen);
        let played = line.play(&chosen.to_string()).unwrap();
        assert_eq!(played.text, chosen.to_string());
        assert_eq!(played.side, before.turn());
        last = Some((before, chosen));
    }
    panic!("{}: a game of {LONGEST} plies", variant.id);
}

/// The legal moves that earlier positions do not forbid.
fn allowed<M: Display>(line: &dyn GameState, mut legal: Vec<M>) -> Vec<M> {
    let allowed = line.legal_moves();
    assert!(allowed.len() <= legal.len());
    if allowed.len() < legal.len() {
        assert!(line.variant().repetition == Repetition::Forbidden || line.passed());
        legal.retain(|legal| {
            let text = legal.to_string();
            let may = allowed.contains(&text);
            assert_eq!(may, line.read(&text).is_ok(), "{text}");
            may
        });
    }
    assert_eq!(allowed.len(), legal.len());
    legal
}

fn text_round_trips<P: Show>(variant: &'static Variant, position: &P) {
    let text = position.to_string();
    let again = P::parse(variant, &text).unwrap_or_else(|invalid| panic!("{text}: {:?}", invalid));
    assert!(again == *position && again.to_string() == text, "{text}");
    assert_eq!(again.turn(), position.turn());
    assert_eq!(again.outcome(), position.outcome());
    assert_eq!(again.key(), position.key(), "{text}");
}

fn notation<P: Show>(position: &P, legal: &[P::Move], listed: bool, random: &mut Random) {
    if listed {
        let mut texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), legal.len(), "{position}");
    }
    for _ in 0..legal.len().min(SAMPLE) {
        let chosen = random.pick(legal);
        let same = |text: &str| {
            let read = position.read(text);
            assert!(read.is_ok_and(|read| read == *chosen), "{position}: {text}");
        };
        let text = chosen.to_string();
        assert_eq!(position.normalise(&text), text);
        same(&position.annotate(chosen));
        let spellings = position.spellings(chosen);
        assert_eq!(spellings.first(), Some(&text));
        spellings.iter().for_each(|text| same(text));
        same(&text.to_uppercase());
        same(&format!("  {text} "));
        let captures = position.captures(chosen);
        assert!(captures.is_sorted());
    }
}

/// Checks that exactly the listed moves are visited, each with the position after it, until the
/// visitor breaks off.
fn successors<P: Show>(position: &P, legal: &[P::Move]) {
    let mut visited = Vec::new();
    let whole: ControlFlow<()> = position.each_move(|legal, next| {
        let mut played = position.clone();
        played.play(legal);
        assert!(played == next, "{position}: {legal}");
        assert_eq!(played.to_string(), next.to_string(), "{position}: {legal}");
        assert_eq!(played.key(), next.key(), "{position}: {legal}");
        assert_ne!(position.key(), next.key(), "{position}: {legal}");
        visited.push(legal);
        ControlFlow::Continue(())
    });
    assert!(whole.is_continue());
    assert!(visited == legal, "{position}");
    let mut count = 0;
    let broken = position.each_move(|legal, _| {
        count += 1;
        ControlFlow::Break(legal)
    });
    assert_eq!((broken.is_break(), count), (true, 1), "{position}");
}

/// Checks that any sequence of completions ends with a legal move.
fn completes(line: &dyn GameState, random: &mut Random) {
    // There are never more than nine letters or digits to continue with.
    for limit in [9, 25] {
        let mut typed = String::new();
        loop {
            let answers = line.complete(&typed, limit);
            assert!(!answers.is_empty(), "{}: {typed:?}", line.position());
            assert!(answers.len() <= 25);
            for answer in &answers {
                assert!(answer.text.starts_with(&typed), "{typed:?} {answer:?}");
                assert_eq!(answer.whole, line.read(&answer.text).is_ok(), "{answer:?}");
            }
            let taken = random.pick(&answers);
            if taken.whole {
                break;
            }
            assert!(taken.text.len() > typed.len());
            typed.clone_from(&taken.text);
        }
    }
}

fn draws<P: Show>(position: &P, last: Option<&(P, P::Move)>) {
    let diagram = position.diagram(last.map(|(before, played)| (before, *played)));
    let on_board =
        |square: siwa_games::rules::Square| square.file().max(square.rank()) < diagram.size;
    assert!(diagram.pieces.iter().all(|(square, _)| on_board(*square)));
    assert!(diagram.marks.iter().all(|(square, _)| on_board(*square)));
    assert!(
        diagram
            .pieces
            .is_sorted_by(|(one, _), (next, _)| one < next)
    );
    for pair in diagram.route.windows(2) {
        if let [Place::Square(one), Place::Square(next)] = pair {
            assert!(on_board(*one) && on_board(*next));
            let across = one.file().abs_diff(next.file());
            assert_eq!(across + one.rank().abs_diff(next.rank()), 1);
        }
    }
    assert!(diagram.flight.into_iter().flatten().all(on_board));
    assert_eq!(diagram.info, P::INFO);
    let owned = Side::BOTH.map(|side| diagram.pieces_of(side).len());
    let unowned = |(_, piece): &&(_, Piece)| !matches!(piece, Piece::Stone(Some(_)));
    let unowned = diagram.pieces.iter().filter(unowned).count();
    assert_eq!(owned.iter().sum::<usize>() + unowned, diagram.pieces.len());
}

fn finished<P: Show>(line: &dyn GameState, position: &P) {
    assert!(line.legal_moves().is_empty());
    assert!(line.complete("", 25).is_empty());
    if position.outcome().is_some() {
        assert_eq!(line.perft(1), 0);
        for side in Side::BOTH {
            assert!(position.declarations(side).alone.is_none(), "{position}");
        }
        assert!(position.read("a1-a2").is_err());
    }
}

#[test]
fn seega_conforms() {
    conform::<seega::Seega>(3);
}

#[test]
fn gyges_conforms() {
    conform::<gyges::Gyges>(3);
}

#[test]
fn a_game_of_the_tests_own_conforms() {
    conform::<Board>(8);
}
