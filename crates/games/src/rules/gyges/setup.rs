//! The set-up turns before the first move (G2).

use std::sync::LazyLock;

use super::board::{Bits, Board, FILES, LEVELS, first_rank, index, rank, ranks_from, squares};
use super::moves::{Move, Put};
use super::ruleset::{Layout, Ruleset};
use crate::rules::{Side, Square};

/// Each first row in the fixed layout.
const FIXED: [u8; 6] = [3, 2, 1, 1, 2, 3];

/// Pieces of a level that a player sets up.
pub const PLACED_PER_LEVEL: usize = 2;

/// Every order of the six pieces.
static ORDERS: LazyLock<Vec<[u8; 6]>> = LazyLock::new(|| {
    let count = |order: &[u8; 6], level| order.iter().filter(|one| **one == level).count();
    let two_each =
        |order: &[u8; 6]| LEVELS.map(|level| count(order, level)) == [PLACED_PER_LEVEL; 3];
    // All numbers of six digits in base three.
    let digit = |code: u32, place: u32| (code / 3_u32.pow(place) % 3) as u8 + 1;
    let codes = 0..3_u32.pow(6);
    let orders = codes.map(|code| [5, 4, 3, 2, 1, 0].map(|place| digit(code, place)));
    orders.filter(two_each).collect()
});

/// The squares for the set-up of `side`.
pub fn zone(layout: Layout, side: Side) -> Bits {
    let [first, second, ..] = ranks_from(side);
    match layout {
        Layout::Fixed => 0,
        Layout::Row => rank(first),
        Layout::TwoRows => rank(first) | rank(second),
    }
}

/// The squares of a player's first row, from file a to file f.
pub fn row(side: Side) -> Vec<Square> {
    squares(rank(first_rank(side)))
}

/// The board before the first turn.
pub fn start(ruleset: &Ruleset) -> Board {
    let mut board = Board::default();
    if ruleset.layout == Layout::Fixed {
        for side in Side::BOTH {
            for (square, level) in row(side).into_iter().zip(FIXED) {
                board = board.with(index(square), level);
            }
        }
    }
    board
}

/// Returns whether it is the set-up turn of `side`, which is to move.
///
/// Pieces never leave the board, so no play leads to so few of them: the empty
/// board with South to move is South's turn, and a board with nothing but a
/// set-up of South's, with North to move, is North's.
pub fn awaits(ruleset: &Ruleset, board: Board, side: Side) -> bool {
    if ruleset.layout == Layout::Fixed {
        return false;
    }
    let occupied = board.occupied();
    match side {
        Side::First => occupied == 0,
        Side::Second => {
            occupied & !zone(ruleset.layout, Side::First) == 0
                && [1, 2, 3].map(|level| board.pieces(level).count_ones()) == [2; 3]
        }
    }
}

/// The pieces of every legal set-up of `side`, sorted by the name of their square.
pub fn all(layout: Layout, side: Side) -> impl Iterator<Item = [Put; 6]> {
    let squares = squares(zone(layout, side));
    let sets = (0..1_u32 << squares.len()).filter(|set| set.count_ones() == u32::from(FILES));
    sets.flat_map(move |set| {
        let mut chosen = (0..squares.len()).filter(|place| set >> place & 1 == 1);
        let six: [Square; 6] = std::array::from_fn(|_| squares[chosen.next().unwrap_or(0)]);
        let puts = move |order: &[u8; 6]| {
            std::array::from_fn(|place| Put {
                square: six[place],
                level: order[place],
            })
        };
        ORDERS.iter().map(puts)
    })
}

/// Set-ups that look alike from both sides or repeat their first half; where there are
/// two rows, also with their pieces of three rings in front.
pub fn usual(layout: Layout, side: Side) -> Vec<Move> {
    let row = row(side);
    let even = |order: &&[u8; 6]| order.iter().eq(order.iter().rev());
    let twice = |order: &&[u8; 6]| order[..3] == order[3..];
    let alike = ORDERS.iter().filter(even);
    let orders: Vec<&[u8; 6]> = alike.chain(ORDERS.iter().filter(twice)).collect();
    let forward = |square: Square| square.step(if side == Side::First { 0 } else { 2 });
    let placed = |order: &[u8; 6], front: u8| {
        let put = |file: usize| {
            let level = order[file];
            let square = match forward(row[file]) {
                Some(ahead) if level == front => ahead,
                _ => row[file],
            };
            Put { square, level }
        };
        Move::SetUp(layout, std::array::from_fn(put))
    };
    let rear = orders.iter().map(|order| placed(order, 0));
    let front = orders.iter().map(|order| placed(order, 3));
    match layout {
        Layout::Fixed => Vec::new(),
        Layout::Row => rear.collect(),
        Layout::TwoRows => front.chain(rear).collect(),
    }
}
