//! The search beside a plain minimax, without tables, reductions or an evaluation.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::AtomicBool;

use super::{Level, Limits, Score, WIN, think};
use crate::rules::{Evaluate, key_of};

/// How many plies the minimax looks ahead.
const PLIES: u32 = 3;

/// How many positions of each game are compared.
const POSITIONS: u64 = 250;

/// The value of a position for the side to move: [`WIN`] less the plies until it wins, the opposite if it loses, and
/// otherwise 0; as far as it lies between `alpha` and `beta`.
fn minimax<P: Evaluate>(now: &P, alpha: i32, beta: i32, ply: u32) -> i32 {
    let side = now.turn();
    let won = WIN - ply.cast_signed() - 1;
    let declared = now.declarations(side).alone;
    let can_declare = declared.is_some_and(|outcome| outcome.winner == Some(side));
    if ply > 0 && can_declare {
        return won;
    }
    if ply == PLIES {
        return 0;
    }
    let mut best = alpha;
    let _ = now.each_move(|_, after| {
        let value = match after.outcome().map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == side => won,
            Some(Some(_)) => -won,
            Some(None) => 0,
            None if after.turn() == side => minimax(&after, best, beta, ply + 1),
            None => -minimax(&after, -beta, -best, ply + 1),
        };
        best = best.max(value);
        // Nothing is better than to win immediately.
        if best >= beta || best == won {
            Break(())
        } else {
            Continue(())
        }
    });
    best
}

/// The score if it is decided as far as the minimax looks ahead.
fn decided(score: Score) -> Option<Score> {
    match score {
        Score::Wins(plies) | Score::Loses(plies) if plies <= PLIES => Some(score),
        _ => None,
    }
}

/// Compares positions after random moves; returns how many of them are decided.
pub(crate) fn compare<P: Evaluate + ToString>() -> usize {
    let stop = AtomicBool::new(false);
    let mut count = 0;
    for number in 0..POSITIONS {
        let variants = P::INFO.variants;
        let variant = &variants[number as usize % variants.len()];
        let mut before = Vec::new();
        let dealt = P::deal(variant, &mut |end| key_of(&[number]) as usize % end);
        let mut now = dealt.unwrap_or_else(|| P::new(variant));
        for turn in 0..10 + number % 40 {
            let mut all = Vec::new();
            let _ = now.each_move::<()>(|_, after| {
                all.push(after);
                Continue(())
            });
            all.retain(|after| after.outcome().is_none());
            if all.is_empty() {
                break;
            }
            let drawn = key_of(&[number, turn]) as usize % all.len();
            before.push(std::mem::replace(&mut now, all.swap_remove(drawn)));
        }
        let limits = Limits::nodes(10_000, 1 << 20, &stop, number);
        let found = think(
            Level::STRONGEST,
            (&[], &now),
            variant.repetition,
            limits,
            None,
            &mut |_| {},
        );
        let Some(found) = found else { continue };
        let expected = decided(minimax(&now, -WIN, WIN, 0).into());
        assert_eq!(
            decided(found.score),
            expected,
            "{} {}",
            variant.id,
            now.to_string()
        );
        count += usize::from(expected.is_some());
    }
    count
}
