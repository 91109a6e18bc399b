//! Perft: counts the leaves of the tree of legal moves, to test and to measure
//! a move generator (Chess Programming Wiki, "Perft").

use std::ops::ControlFlow;

use super::Position;

/// The number of lines of play of exactly `depth` plies from `position`.
///
/// A finished game has no continuations; automatic passes are not plies;
/// repetition is ignored.
// If it were inlined into its own visitor, the visitor would not be inlined.
#[inline(never)]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let _: ControlFlow<()> = position.each_move(|_, next| {
        leaves += match depth {
            1 => 1,
            _ => perft(&next, depth - 1),
        };
        ControlFlow::Continue(())
    });
    leaves
}
