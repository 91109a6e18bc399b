//! The rules of Seega again: slow, simple, and written only from the prose.
//!
//! A board is rows of characters, the bottom row first. Nothing here is shared with the code under
//! test.

mod barriers;

use siwa_games::rules::Variant;

type Cell = (i32, i32);

const STEPS: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

#[derive(Clone, Debug)]
pub struct State {
    size: i32,
    rows: Vec<Vec<char>>,
    side: char,
    phase: char,
    idle: u32,
    must_capture: bool,
    chain: &'static str,
    must_open: bool,
    row_ends: bool,
    graded: bool,
}

/// A turn that may be illegal: the path, the victims, the board after.
struct Turn {
    way: Vec<Cell>,
    taken: Vec<Cell>,
    rows: Vec<Vec<char>>,
}

fn name((file, rank): Cell) -> String {
    let letter = "abcdefghi".as_bytes()[usize::try_from(file).unwrap()];
    format!("{}{}", char::from(letter), rank + 1)
}

fn names(cells: &[Cell], separator: &str) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
    names.join(separator)
}

fn enemy(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

impl State {
    pub fn new(variant: &Variant, text: &str) -> Self {
        let mut words = text.split(' ');
        let mut rows: Vec<Vec<char>> = words
            .next()
            .unwrap()
            .split('/')
            .map(|row| row.chars().collect())
            .collect();
        rows.reverse();
        let mut next = || words.next().unwrap();
        let (side, phase) = (
            next().chars().next().unwrap(),
            next().chars().next().unwrap(),
        );
        let (must_capture, chain, must_open, row_ends, graded) = match variant.ruleset {
            "classic" => (false, "none", false, false, false),
            "french" => (false, "none", true, false, false),
            "lugo" => (true, "mandatory", true, true, true),
            "modern" => (false, "optional", true, false, false),
            other => panic!("{other}"),
        };
        let mut state = Self {
            size: i32::from(variant.size),
            rows,
            side,
            phase,
            idle: next().parse().unwrap(),
            must_capture,
            chain,
            must_open,
            row_ends,
            graded,
        };
        state.pass();
        state
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self
            .rows
            .iter()
            .rev()
            .map(|row| row.iter().collect())
            .collect();
        format!(
            "{} {} {} {}",
            rows.join("/"),
            self.side,
            self.phase,
            self.idle
        )
    }

    fn cells(&self) -> Vec<Cell> {
        // By file and then by rank: sorted by name.
        (0..self.size)
            .flat_map(|file| (0..self.size).map(move |rank| (file, rank)))
            .collect()
    }

    fn centre(&self) -> Cell {
        (self.size / 2, self.size / 2)
    }

    fn at(&self, (file, rank): Cell) -> Option<char> {
        let row = self.rows.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn with(&self, changes: &[(Cell, char)]) -> Self {
        let mut next = self.clone();
        for &((file, rank), cell) in changes {
            next.rows[usize::try_from(rank).unwrap()][usize::try_from(file).unwrap()] = cell;
        }
        next
    }

    fn count(&self, side: char) -> usize {
        self.rows
            .iter()
            .flatten()
            .filter(|&&cell| cell == side)
            .count()
    }

    fn can_move(&self, side: char) -> bool {
        self.cells().into_iter().any(|(file, rank)| {
            self.at((file, rank)) == Some(side)
                && STEPS
                    .iter()
                    .any(|(x, y)| self.at((file + x, rank + y)) == Some('.'))
        })
    }

    /// One step and its captures.
    fn step(&self, from: Cell, to: Cell) -> (Self, Vec<Cell>) {
        let moved = self.with(&[(from, '.'), (to, self.side)]);
        let mut taken = Vec::new();
        for (x, y) in STEPS {
            let victim = (to.0 + x, to.1 + y);
            let partner = (to.0 + 2 * x, to.1 + 2 * y);
            if moved.at(victim) == Some(enemy(self.side))
                && victim != self.centre()
                && moved.at(partner) == Some(self.side)
            {
                taken.push(victim);
            }
        }
        let gone: Vec<(Cell, char)> = taken.iter().map(|&victim| (victim, '.')).collect();
        (moved.with(&gone), taken)
    }

    fn steps(&self, from: Cell) -> Vec<(Cell, Self, Vec<Cell>)> {
        STEPS
            .iter()
            .map(|(x, y)| (from.0 + x, from.1 + y))
            .filter(|&to| self.at(to) == Some('.'))
            .map(|to| {
                let (next, taken) = self.step(from, to);
                (to, next, taken)
            })
            .collect()
    }

    fn walk(&self, way: &[Cell], taken: &[Cell], turns: &mut Vec<Turn>) {
        for (to, next, victims) in self.steps(*way.last().unwrap()) {
            if way.len() > 1 && victims.is_empty() {
                continue;
            }
            let way = [way, &[to]].concat();
            let all = [taken, &victims].concat();
            let goes_on = self.chain != "none"
                && !victims.is_empty()
                && next.steps(to).iter().any(|(_, _, more)| !more.is_empty());
            if !(goes_on && self.chain == "mandatory") {
                turns.push(Turn {
                    way: way.clone(),
                    taken: all.clone(),
                    rows: next.rows.clone(),
                });
            }
            if goes_on {
                next.walk(&way, &all, turns);
            }
        }
    }

    /// Notation, captured squares and the position after, of every legal turn, sorted.
    pub fn turns(&self) -> Vec<(String, String, String)> {
        let mut turns = match self.phase {
            'p' => self.placements(),
            _ if self.outcome() != "-" => Vec::new(),
            _ => self.movements(),
        };
        turns.sort();
        turns
    }

    fn placements(&self) -> Vec<(String, String, String)> {
        let open: Vec<Cell> = self
            .cells()
            .into_iter()
            .filter(|&cell| self.at(cell) == Some('.') && cell != self.centre())
            .collect();
        let mut turns = Vec::new();
        for (index, &one) in open.iter().enumerate() {
            for &another in &open[index + 1..] {
                let mut next = self.with(&[(one, self.side), (another, self.side)]);
                if open.len() == 2 {
                    (next.side, next.phase) = ('o', 'm');
                } else {
                    next.side = enemy(self.side);
                }
                next.pass();
                turns.push((names(&[one, another], " "), String::new(), next.text()));
            }
        }
        turns
    }

    fn movements(&self) -> Vec<(String, String, String)> {
        let mut turns = Vec::new();
        for cell in self.cells() {
            if self.at(cell) == Some(self.side) {
                self.walk(&[cell], &[], &mut turns);
            }
        }
        if self.must_capture && turns.iter().any(|turn| !turn.taken.is_empty()) {
            turns.retain(|turn| !turn.taken.is_empty());
        }
        let frees = |turn: &Turn| {
            let next = Self {
                rows: turn.rows.clone(),
                ..self.clone()
            };
            next.can_move(enemy(self.side))
        };
        if self.must_open && self.phase == 'e' && turns.iter().any(frees) {
            turns.retain(frees);
        }
        turns
            .into_iter()
            .map(|mut turn| {
                turn.taken.sort_unstable();
                let mut next = Self {
                    rows: turn.rows,
                    side: enemy(self.side),
                    phase: 'm',
                    idle: if turn.taken.is_empty() && !self.must_open && self.phase == 'e' {
                        self.idle
                    } else if turn.taken.is_empty() {
                        self.idle + 1
                    } else {
                        0
                    },
                    ..self.clone()
                };
                next.pass();
                (names(&turn.way, "-"), names(&turn.taken, " "), next.text())
            })
            .collect()
    }

    fn pass(&mut self) {
        if self.phase != 'p' && self.outcome() == "-" && !self.can_move(self.side) {
            self.side = enemy(self.side);
            self.phase = 'e';
        }
    }

    pub fn outcome(&self) -> String {
        let (x, o) = (self.count('x'), self.count('o'));
        let grade = |grade: &str| {
            if self.graded {
                format!(" {grade}")
            } else {
                String::new()
            }
        };
        let counted = |reason: &str| match x.cmp(&o) {
            std::cmp::Ordering::Equal => format!("draw {reason}"),
            std::cmp::Ordering::Greater => format!("x {reason}{}", grade("small")),
            std::cmp::Ordering::Less => format!("o {reason}{}", grade("small")),
        };
        let limit = u32::try_from(10 * (self.size - 1)).unwrap();
        let barrier = || {
            if self.row_ends {
                self.has_row('x') || self.has_row('o')
            } else {
                self.fortress('x') && self.fortress('o')
            }
        };
        if self.phase == 'p' {
            "-".to_owned()
        } else if x == 0 {
            format!("o elimination{}", grade("great"))
        } else if o == 0 {
            format!("x elimination{}", grade("great"))
        } else if x == 1 && o == 1 {
            "draw dead".to_owned()
        } else if barrier() {
            counted("barrier")
        } else if self.idle >= limit {
            counted("idle")
        } else {
            "-".to_owned()
        }
    }
}
