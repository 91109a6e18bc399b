//! Random positions, as text.

use siwa_games::rules::Variant;

use crate::random::Random;

fn text(random: &mut Random, cells: &[Vec<char>]) -> String {
    let ranks: Vec<String> = cells.iter().map(|rank| rank.iter().collect()).collect();
    let side = random.pick(&['S', 'N']);
    format!("{} {side} -", ranks.join("/"))
}

/// At most `most` pieces of a set in a random part of the board, of `width` files and `height`
/// ranks.
fn within(random: &mut Random, width: usize, height: usize, most: usize) -> String {
    let mut cells = vec![vec!['.'; 6]; 6];
    let left = random.below(7 - width);
    let low = random.below(7 - height);
    let mut pieces = Vec::from(['1', '1', '1', '1', '2', '2', '2', '2', '3', '3', '3', '3']);
    let count = most.min(width * height);
    for _ in 0..count {
        let piece = pieces.swap_remove(random.below(pieces.len()));
        loop {
            let cell = &mut cells[low + random.below(height)][left + random.below(width)];
            if *cell == '.' {
                *cell = piece;
                break;
            }
        }
    }
    text(random, &cells)
}

/// All twelve pieces, anywhere.
pub fn scattered(random: &mut Random, _: &Variant) -> String {
    within(random, 6, 6, 12)
}

/// Fewer than twelve pieces, sometimes none.
pub fn few(random: &mut Random, _: &Variant) -> String {
    let count = random.below(12);
    within(random, 6, 6, count)
}

/// One or two pieces, far from the goals, which soon run out of new boards.
pub fn two(random: &mut Random, _: &Variant) -> String {
    let mut cells = vec![vec!['.'; 6]; 6];
    for _ in 0..2 {
        cells[1 + random.below(4)][random.below(6)] = *random.pick(&['1', '2']);
    }
    text(random, &cells)
}

/// Pieces close together, so that they block each other.
pub fn crowded(random: &mut Random, _: &Variant) -> String {
    let width = 2 + random.below(5);
    let height = 2 + random.below(2);
    let count = 4 + random.below(9);
    within(random, width, height, count)
}

/// First rows of high pieces; most cannot get anywhere past a full row.
const HIGH: [&str; 8] = [
    "3.3.3.", ".3.3.3", "33.33.", "3.33.3", "23.3.3", "3.3.32", "33..33", "2.3...",
];

/// High pieces on a player's first row, and a full row before them, so that they often cannot move.
pub fn shut_in(random: &mut Random, _: &Variant) -> String {
    let mut cells = vec![vec!['.'; 6]; 6];
    let mut others = Vec::from(['1', '1', '1', '1', '2', '2', '2', '2', '3', '3', '3', '3']);
    for (cell, piece) in cells[0].iter_mut().zip(random.pick(&HIGH).chars()) {
        *cell = piece;
        if let Some(place) = others.iter().position(|other| *other == piece) {
            others.swap_remove(place);
        }
    }
    for cell in &mut cells[1] {
        *cell = others.swap_remove(random.below(others.len()));
    }
    if random.chance(50) {
        cells[2 + random.below(4)][random.below(6)] = others[0];
    }
    // The top rank is written first.
    let north = random.chance(50);
    if !north {
        cells.reverse();
    }
    let ranks: Vec<String> = cells.iter().map(|rank| rank.iter().collect()).collect();
    format!("{} {} -", ranks.join("/"), if north { 'N' } else { 'S' })
}
