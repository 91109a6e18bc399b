//! The rules of Gygès again: slow, simple, and written only from the prose.
//!
//! A board is rows of characters, the bottom row first. A walk goes step by step
//! and remembers what it has crossed; nothing here is shared with the code under test.

use std::collections::BTreeSet;

use siwa_games::rules::Variant;

type Cell = (i32, i32);

const STEPS: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A position, and the choices of its ruleset.
#[derive(Clone, Debug)]
pub struct State {
    rows: Vec<Vec<char>>,
    side: char,
    goal: String,
    middle_only: bool,
    no_square_twice: bool,
}

/// An unfinished walk.
struct Walk {
    at: Cell,
    /// Every border crossed, as its two squares in order.
    borders: BTreeSet<(Cell, Cell)>,
    /// Every square entered, the first one too.
    squares: BTreeSet<Cell>,
}

/// Where a walk can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Empty(Cell),
    Piece(Cell),
    Goal,
}

fn name((file, rank): Cell) -> String {
    let letter = "abcdef".as_bytes()[usize::try_from(file).unwrap()];
    format!("{}{}", char::from(letter), rank + 1)
}

fn cells() -> Vec<Cell> {
    (0..6)
        .flat_map(|file| (0..6).map(move |rank| (file, rank)))
        .collect()
}

impl State {
    pub fn new(variant: &Variant, text: &str) -> Self {
        let mut words = text.split(' ');
        let board = words.next().unwrap().split('/');
        let mut rows: Vec<Vec<char>> = board.map(|row| row.chars().collect()).collect();
        rows.reverse();
        let (middle_only, no_square_twice) = match variant.ruleset {
            "gates" => (true, false),
            "leroy" => (false, false),
            "cosmoludo" => (false, true),
            other => panic!("{other}"),
        };
        Self {
            rows,
            side: words.next().unwrap().chars().next().unwrap(),
            goal: words.next().unwrap().to_owned(),
            middle_only,
            no_square_twice,
        }
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self
            .rows
            .iter()
            .rev()
            .map(|row| row.iter().collect())
            .collect();
        format!("{} {} {}", rows.join("/"), self.side, self.goal)
    }

    fn at(&self, (file, rank): Cell) -> Option<char> {
        let row = self.rows.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn put(&mut self, (file, rank): Cell, piece: char) {
        self.rows[usize::try_from(rank).unwrap()][usize::try_from(file).unwrap()] = piece;
    }

    fn enemy(&self) -> char {
        if self.side == 'S' { 'N' } else { 'S' }
    }

    /// The ranks, the nearest to a player first.
    fn ranks(side: char) -> Vec<i32> {
        match side {
            'S' => (0..6).collect(),
            _ => (0..6).rev().collect(),
        }
    }

    fn holds_any(&self, rank: i32) -> bool {
        (0..6).any(|file| self.at((file, rank)) != Some('.'))
    }

    /// Returns whether a step from a square leads into the opponent's goal.
    fn is_gate(&self, (file, rank): Cell) -> bool {
        let last = if self.side == 'S' { 5 } else { 0 };
        rank == last && (!self.middle_only || file == 2 || file == 3)
    }

    /// Makes `steps` more steps, and bounces from every piece that the last of
    /// them lands on.
    fn walk(&self, walk: &Walk, steps: i32, ends: &mut BTreeSet<End>) {
        if steps == 1 && self.is_gate(walk.at) {
            ends.insert(End::Goal);
        }
        for (x, y) in STEPS {
            let to = (walk.at.0 + x, walk.at.1 + y);
            let Some(there) = self.at(to) else { continue };
            let border = (walk.at.min(to), walk.at.max(to));
            let again = match self.no_square_twice {
                true => walk.squares.contains(&to),
                false => walk.borders.contains(&border),
            };
            if again || (steps > 1 && there != '.') {
                continue;
            }
            let mut next = Walk {
                at: to,
                borders: walk.borders.clone(),
                squares: walk.squares.clone(),
            };
            next.borders.insert(border);
            next.squares.insert(to);
            if steps > 1 {
                self.walk(&next, steps - 1, ends);
            } else if there == '.' {
                ends.insert(End::Empty(to));
            } else {
                ends.insert(End::Piece(to));
                self.walk(&next, there as i32 - '0' as i32, ends);
            }
        }
    }

    /// Notation and the position after, of every legal move of one piece.
    fn moves_of(&self, from: Cell) -> Vec<(String, String)> {
        let piece = self.at(from).unwrap();
        let mut lifted = self.clone();
        lifted.put(from, '.');
        let mut ends = BTreeSet::new();
        let walk = Walk {
            at: from,
            borders: BTreeSet::new(),
            squares: BTreeSet::from([from]),
        };
        lifted.walk(&walk, piece as i32 - '0' as i32, &mut ends);
        let mut moves = Vec::new();
        for end in ends {
            let mut next = lifted.clone();
            next.side = self.enemy();
            match end {
                End::Goal => {
                    next.goal = format!("{}{piece}", self.enemy());
                    moves.push((format!("{}-goal", name(from)), next.text()));
                }
                End::Empty(to) => {
                    next.put(to, piece);
                    moves.push((format!("{}-{}", name(from), name(to)), next.text()));
                }
                End::Piece(to) => {
                    let other = next.at(to).unwrap();
                    next.put(to, piece);
                    // The mover has landed, and the other piece is in hand.
                    let row = Self::ranks(self.enemy())
                        .into_iter()
                        .find(|rank| next.holds_any(*rank))
                        .unwrap();
                    for drop in cells() {
                        let beyond = match self.side {
                            'S' => drop.1 > row,
                            _ => drop.1 < row,
                        };
                        if beyond || next.at(drop) != Some('.') {
                            continue;
                        }
                        let mut dropped = next.clone();
                        dropped.put(drop, other);
                        let text = format!("{}-{}={}", name(from), name(to), name(drop));
                        moves.push((text, dropped.text()));
                    }
                }
            }
        }
        // A move must change the board.
        moves.retain(|(text, after)| text.ends_with("goal") || !after.starts_with(&self.board()));
        moves
    }

    fn board(&self) -> String {
        self.text().split(' ').next().unwrap().to_owned()
    }

    /// Notation and the position after, of every legal move, sorted.
    pub fn moves(&self) -> Vec<(String, String)> {
        if self.goal != "-" {
            return Vec::new();
        }
        for rank in Self::ranks(self.side) {
            let row = (0..6).map(|file| (file, rank));
            let pieces = row.filter(|cell| self.at(*cell) != Some('.'));
            let mut moves: Vec<(String, String)> =
                pieces.flat_map(|cell| self.moves_of(cell)).collect();
            if !moves.is_empty() {
                moves.sort();
                return moves;
            }
        }
        Vec::new()
    }

    /// The outcome, as on the command line.
    pub fn outcome(&self) -> &'static str {
        match self.goal.chars().next() {
            Some('N') => "S goal",
            Some('S') => "N goal",
            _ if self.moves().is_empty() => "draw dead",
            _ => "-",
        }
    }
}
