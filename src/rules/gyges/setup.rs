//! The set-up turns before the first move (G2).

use super::board::{Bits, Board, FILES, index, rank, squares};
use super::moves::{Move, Put};
use super::notation;
use super::ruleset::{Layout, Ruleset, first_rank};
use crate::rules::{Side, Square};

/// What each first row holds where players have no choice.
const FIXED: [u8; 6] = [3, 2, 1, 1, 2, 3];

/// Pieces of a level that a player puts on the board.
pub const OF_A_LEVEL: usize = 2;

/// Every order of the six pieces.
static ORDERS: [[u8; 6]; 90] = orders();

const fn orders() -> [[u8; 6]; 90] {
    let mut orders = [[0; 6]; 90];
    let mut count = 0;
    // All numbers of six digits to the base of three.
    let mut code = 0;
    while code < 729 {
        let mut order = [0; 6];
        let mut counts = [0; 3];
        let mut rest = code;
        let mut place = 6;
        while place > 0 {
            place -= 1;
            let digit = rest % 3;
            rest /= 3;
            order[place] = digit as u8 + 1;
            counts[digit] += 1;
        }
        if counts[0] == 2 && counts[1] == 2 && counts[2] == 2 {
            orders[count] = order;
            count += 1;
        }
        code += 1;
    }
    orders
}

/// The squares on which `side` puts pieces.
pub fn zone(layout: Layout, side: Side) -> Bits {
    let first = first_rank(side);
    let second = match side {
        Side::First => first + 1,
        Side::Second => first - 1,
    };
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
            board = with(board, &on_row(side, FIXED));
        }
    }
    board
}

/// Six levels as pieces on a player's first row.
pub fn on_row(side: Side, levels: [u8; 6]) -> Vec<Put> {
    row(side)
        .into_iter()
        .zip(levels)
        .map(|(square, level)| Put { square, level })
        .collect()
}

/// The board with some pieces more.
pub fn with(board: Board, puts: &[Put]) -> Board {
    puts.iter()
        .fold(board, |board, put| board.with(index(put.square), put.level))
}

/// Whose set-up turn a board asks for, if `side` is to move.
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

/// Calls `visit` for each legal set-up of `side`.
pub fn each(ruleset: &Ruleset, side: Side, mut visit: impl FnMut(Move)) {
    match ruleset.layout {
        Layout::Fixed => {}
        Layout::Row => ORDERS.iter().for_each(|order| visit(Move::Row(*order))),
        Layout::TwoRows => each_six(&squares(zone(ruleset.layout, side)), |six| {
            for order in &ORDERS {
                let mut puts = six.map(|square| Put { square, level: 0 });
                for (put, level) in puts.iter_mut().zip(order) {
                    put.level = *level;
                }
                visit(Move::Rows(puts));
            }
        }),
    }
}

/// Calls `visit` for each choice of six of some squares, in their order.
fn each_six(squares: &[Square], mut visit: impl FnMut([Square; 6])) {
    for chosen in 0..1_u32 << squares.len() {
        if chosen.count_ones() != u32::from(FILES) {
            continue;
        }
        let mut six = squares
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 == 1)
            .map(|(_, square)| *square);
        visit(std::array::from_fn(|_| six.next().unwrap_or(squares[0])));
    }
}

/// The texts that go on from `typed` by one piece, of a set-up on two rows.
///
/// A set-up is sorted by square, so at most seven squares and three levels may
/// come next, and all 83,160 set-ups need not be listed.
pub fn next_words(ruleset: &Ruleset, side: Side, typed: &str) -> Vec<String> {
    let zone = squares(zone(ruleset.layout, side));
    let (whole, part) = match typed.rfind(' ') {
        Some(gap) => typed.split_at(gap + 1),
        None => ("", typed),
    };
    let (whole, part) = match zone_words(&zone).any(|word| word == part) {
        // A whole word and nothing after it: the next one is wanted, and what joins them.
        true if count_words(typed) < 6 => (format!("{typed} "), ""),
        _ => (whole.to_owned(), part),
    };
    let mut before: Vec<String> = whole.split_whitespace().map(str::to_owned).collect();
    let mut texts = Vec::new();
    for word in zone_words(&zone).filter(|word| word.starts_with(part)) {
        before.push(word);
        if may_begin(&zone, &before) {
            texts.push(before.join(" "));
        }
        before.pop();
    }
    texts
}

/// The squares that the next piece can be put on, after the text of `put` pieces.
pub fn next_squares(ruleset: &Ruleset, side: Side, typed: &str, put: usize) -> Vec<Square> {
    match ruleset.layout {
        Layout::Fixed => Vec::new(),
        Layout::Row => row(side).into_iter().skip(put).take(1).collect(),
        Layout::TwoRows if put == 6 => Vec::new(),
        Layout::TwoRows => {
            let typed = typed.trim_end();
            let texts = next_words(ruleset, side, typed);
            let square = |text: &String| {
                let (square, _) = text.rsplit(' ').next()?.split_once('=')?;
                notation::square(square)
            };
            texts.iter().filter_map(square).collect()
        }
    }
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Every piece that could be put somewhere, as a word.
fn zone_words(zone: &[Square]) -> impl Iterator<Item = String> {
    zone.iter()
        .flat_map(|square| [1, 2, 3].map(|level| format!("{square}={level}")))
}

/// Whether some set-up begins with these words.
fn may_begin(zone: &[Square], words: &[String]) -> bool {
    let mut left = zone.len();
    let mut counts = [0; 3];
    let mut from = 0;
    for word in words {
        let found = zone_words(&zone[from..]).position(|other| other == *word);
        let Some(found) = found else { return false };
        from += found / 3 + 1;
        left = zone.len() - from;
        counts[found % 3] += 1;
    }
    counts.iter().all(|count| *count <= OF_A_LEVEL) && words.len() <= 6 && left >= 6 - words.len()
}
