//! Perft: counts the leaves of the tree of legal moves, to test and to measure
//! a move generator (Chess Programming Wiki, "Perft").

use super::Position;

/// The number of lines of play of exactly `depth` plies from `position`.
///
/// A finished game has no continuations; automatic passes are not plies;
/// repetition is not seen. Every leaf is really played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.each_successor(&mut |next| leaves += perft(next, depth - 1));
    leaves
}
