//! Random positions of the movement phase, as text.

use siwa_games::rules::Variant;

use crate::random::Random;

fn text(random: &mut Random, mut cells: Vec<Vec<char>>) -> String {
    // Half of them are transposed, so that files and ranks are treated alike.
    if random.chance(50) {
        cells = (0..cells.len())
            .map(|file| cells.iter().map(|rank| rank[file]).collect())
            .collect();
    }
    limit(random, &mut cells);
    let ranks: Vec<String> = cells.iter().map(|rank| rank.iter().collect()).collect();
    let side = random.pick(&['x', 'o']);
    let idle = random.below(12 * cells.len());
    format!("{} {side} m {idle}", ranks.join("/"))
}

/// Removes pieces until no side has more than were placed, but leaves at least one.
fn limit(random: &mut Random, cells: &mut [Vec<char>]) {
    let size = cells.len();
    for side in ['x', 'o'] {
        while cells.iter().flatten().filter(|&&cell| cell == side).count() > size * size / 2 {
            let rank = random.below(size);
            let file = random.below(size);
            if cells[rank][file] == side {
                cells[rank][file] = '.';
            }
        }
    }
    if cells.iter().flatten().all(|&cell| cell == '.') {
        cells[0][0] = 'x';
    }
}

/// Pieces anywhere, few or many.
pub fn scattered(random: &mut Random, variant: &Variant) -> String {
    let size = usize::from(variant.size);
    let density = 5 + random.below(90);
    let share = 10 + random.below(80);
    let cells = (0..size).map(|_| {
        let cell = |_| match random.chance(density) {
            false => '.',
            true if random.chance(share) => 'x',
            true => 'o',
        };
        (0..size).map(cell).collect()
    });
    let cells = cells.collect();
    text(random, cells)
}

/// Two camps, each behind its own line, sometimes with a gap.
pub fn fronts(random: &mut Random, variant: &Variant) -> String {
    let size = usize::from(variant.size);
    let straight = random.chance(60);
    let gap = random.below(2);
    let flaws = random.below(4);
    let filled = 20 + random.below(70);
    let mut border = 1 + random.below(size - 2);
    let mut cells = vec![vec!['.'; size]; size];
    for rank in &mut cells {
        if !straight {
            border = (border + random.below(3))
                .saturating_sub(1)
                .clamp(1, size - 2);
        }
        for (file, cell) in rank.iter_mut().enumerate() {
            let wall = file + 1 == border || file == border + gap;
            let camp = match file {
                file if file < border => 'x',
                file if file >= border + gap => 'o',
                _ => continue,
            };
            if wall || random.chance(filled) {
                *cell = camp;
            }
        }
    }
    for _ in 0..flaws {
        let rank = random.below(size);
        let file = random.below(size);
        cells[rank][file] = *random.pick(&['x', 'o', '.', '.']);
    }
    text(random, cells)
}

/// One player's few pieces in a corner, the other's around them.
pub fn shut_in(random: &mut Random, variant: &Variant) -> String {
    let size = usize::from(variant.size);
    let mut cells = vec![vec!['.'; size]; size];
    let width = 1 + random.below(2);
    let height = 1 + random.below(2);
    for (number, rank) in cells.iter_mut().enumerate() {
        for (file, cell) in rank.iter_mut().enumerate() {
            *cell = match (number, file) {
                (number, file) if number < height && file < width => 'o',
                (number, file) if number <= height && file <= width => 'x',
                _ if random.chance(15) => 'x',
                _ => '.',
            };
        }
    }
    let random_text = text(random, cells);
    // It is the turn of the enclosed side.
    random_text.replace(" x m", " o m")
}
