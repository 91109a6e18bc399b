//! The rules of Seega again: slow, simple, and written only from the prose.
//!
//! Nothing here is shared with the code under test.

mod barriers;

use siwa_games::rules::seega::Seega;
use siwa_games::rules::{Position as _, Side, Variant};

use crate::oracle::{Board, Cell, Legal, Oracle, Recurrence, STEPS, Seen, name};

#[derive(Clone, Debug)]
pub struct State {
    size: i32,
    board: Board,
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
    board: Board,
}

fn names(cells: &[Cell], separator: &str) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
    names.join(separator)
}

fn enemy(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

impl State {
    fn centre(&self) -> Cell {
        (self.size / 2, self.size / 2)
    }

    fn with(&self, changes: &[(Cell, char)]) -> Self {
        let mut next = self.clone();
        for &(cell, piece) in changes {
            next.board.put(cell, piece);
        }
        next
    }

    fn count(&self, side: char) -> usize {
        self.board.text().matches(side).count()
    }

    fn can_move(&self, side: char) -> bool {
        self.board.cells().into_iter().any(|(file, rank)| {
            self.board.at((file, rank)) == Some(side)
                && STEPS
                    .iter()
                    .any(|(x, y)| self.board.at((file + x, rank + y)) == Some('.'))
        })
    }

    /// One step and its captures.
    fn step(&self, from: Cell, to: Cell) -> (Self, Vec<Cell>) {
        let moved = self.with(&[(from, '.'), (to, self.side)]);
        let mut taken = Vec::new();
        for (x, y) in STEPS {
            let victim = (to.0 + x, to.1 + y);
            let partner = (to.0 + 2 * x, to.1 + 2 * y);
            if moved.board.at(victim) == Some(enemy(self.side))
                && victim != self.centre()
                && moved.board.at(partner) == Some(self.side)
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
            .filter(|&to| self.board.at(to) == Some('.'))
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
                    board: next.board.clone(),
                });
            }
            if goes_on {
                next.walk(&way, &all, turns);
            }
        }
    }

    fn placements(&self) -> Vec<Legal> {
        let cells = self.board.cells().into_iter();
        let open: Vec<Cell> = cells
            .filter(|&cell| self.board.at(cell) == Some('.') && cell != self.centre())
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
                turns.push(Legal {
                    text: names(&[one, another], " "),
                    taken: String::new(),
                    after: next.text(),
                });
            }
        }
        turns
    }

    fn movements(&self) -> Vec<Legal> {
        let mut turns = Vec::new();
        for cell in self.board.cells() {
            if self.board.at(cell) == Some(self.side) {
                self.walk(&[cell], &[], &mut turns);
            }
        }
        if self.must_capture && turns.iter().any(|turn| !turn.taken.is_empty()) {
            turns.retain(|turn| !turn.taken.is_empty());
        }
        let frees = |turn: &Turn| {
            let next = Self {
                board: turn.board.clone(),
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
                    board: turn.board,
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
                Legal {
                    text: names(&turn.way, "-"),
                    taken: names(&turn.taken, " "),
                    after: next.text(),
                }
            })
            .collect()
    }

    fn pass(&mut self) {
        if self.phase != 'p' && self.outcome() == "-" && !self.can_move(self.side) {
            self.side = enemy(self.side);
            self.phase = 'e';
        }
    }

    /// The grade of a victory, if the ruleset has grades.
    fn grade(&self, grade: &str) -> String {
        if self.graded {
            format!(" {grade}")
        } else {
            String::new()
        }
    }

    /// The outcome when pieces are counted.
    fn counted(&self, reason: &str) -> String {
        match self.count('x').cmp(&self.count('o')) {
            std::cmp::Ordering::Equal => format!("draw {reason}"),
            std::cmp::Ordering::Greater => format!("x {reason}{}", self.grade("small")),
            std::cmp::Ordering::Less => format!("o {reason}{}", self.grade("small")),
        }
    }
}

impl Oracle for State {
    type Fast = Seega;

    fn new(variant: &Variant, text: &str) -> Self {
        let mut words = text.split(' ');
        let board = Board::read(words.next().unwrap());
        let mut next = || words.next().unwrap();
        let [side, phase] = [next(), next()].map(|word| word.chars().next().unwrap());
        let (must_capture, chain, must_open, row_ends, graded) = match variant.ruleset {
            "classic" => (false, "none", false, false, false),
            "french" => (false, "none", true, false, false),
            "lugo" => (true, "mandatory", true, true, true),
            "modern" => (false, "optional", true, false, false),
            other => panic!("{other}"),
        };
        let mut state = Self {
            size: i32::from(variant.size),
            board,
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

    fn text(&self) -> String {
        let board = self.board.text();
        format!("{board} {} {} {}", self.side, self.phase, self.idle)
    }

    fn outcome(&self) -> String {
        let x = self.count('x');
        let o = self.count('o');
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
            format!("o elimination{}", self.grade("great"))
        } else if o == 0 {
            format!("x elimination{}", self.grade("great"))
        } else if x == 1 && o == 1 {
            "draw dead".to_owned()
        } else if barrier() {
            self.counted("barrier")
        } else if self.idle >= limit {
            self.counted("idle")
        } else {
            "-".to_owned()
        }
    }

    fn moves(&self) -> Vec<Legal> {
        let mut turns = match self.phase {
            'p' => self.placements(),
            _ if self.outcome() != "-" => Vec::new(),
            _ => self.movements(),
        };
        turns.sort();
        turns
    }

    fn recurrence(&self) -> Recurrence {
        if self.phase == 'e' && !self.must_open {
            Recurrence::Forbidden
        } else {
            Recurrence::Ends
        }
    }

    fn recurring(&self) -> String {
        let text = self.text();
        let (recurring, _idle) = text.rsplit_once(' ').unwrap();
        recurring.to_owned()
    }

    fn repeated(&self) -> String {
        self.counted("repetition")
    }

    fn compare_more(&self, fast: &Seega, moves: &[Legal], seen: &mut Seen) {
        let text = self.text();
        for (side, letter) in [(Side::First, 'x'), (Side::Second, 'o')] {
            let fortress = fast.fortress(side);
            assert_eq!(fortress, self.fortress(letter), "{text} {letter}");
            let claim = fast.may_claim(side);
            assert_eq!(claim, self.may_claim(letter), "{text} {letter}");
            seen.count("fortress", fortress);
            seen.count("claim", fast.declarations(side).alone.is_some());
        }
        let any = |is: fn(&Legal) -> bool| moves.iter().any(is);
        seen.count("barrier", self.outcome().contains("barrier"));
        seen.count("passed", fast.passed());
        seen.count("capture", any(|legal| !legal.taken.is_empty()));
        seen.count("triple", any(|legal| legal.taken.len() >= 8));
        seen.count("chain", any(|legal| legal.text.matches('-').count() > 1));
    }
}
