//! The rules of Gygès again: slow, simple, and written only from the prose.
//!
//! A walk goes step by step and remembers what it has crossed; nothing here is shared with the code
//! under test.

use std::collections::BTreeSet;

use siwa_games::rules::Variant;
use siwa_games::rules::gyges::Gyges;

use crate::oracle::{Board, Cell, Legal, Oracle, Recurrence, STEPS, Seen, name};

/// A position, and the choices of its ruleset.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    side: char,
    goal: String,
    middle_only: bool,
    no_square_twice: bool,
    is_superko: bool,
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

impl State {
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
        (0..6).any(|file| self.board.at((file, rank)) != Some('.'))
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
            let Some(there) = self.board.at(to) else {
                continue;
            };
            let border = (walk.at.min(to), walk.at.max(to));
            let again = if self.no_square_twice {
                walk.squares.contains(&to)
            } else {
                walk.borders.contains(&border)
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
        let piece = self.board.at(from).unwrap();
        let mut lifted = self.clone();
        lifted.board.put(from, '.');
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
                    next.board.put(to, piece);
                    moves.push((format!("{}-{}", name(from), name(to)), next.text()));
                }
                End::Piece(to) => {
                    let other = next.board.at(to).unwrap();
                    next.board.put(to, piece);
                    // The mover has landed, and the other piece is in hand.
                    let row = Self::ranks(self.enemy())
                        .into_iter()
                        .find(|rank| next.holds_any(*rank))
                        .unwrap();
                    for drop in next.board.cells() {
                        let beyond = match self.side {
                            'S' => drop.1 > row,
                            _ => drop.1 < row,
                        };
                        if beyond || next.board.at(drop) != Some('.') {
                            continue;
                        }
                        let mut dropped = next.clone();
                        dropped.board.put(drop, other);
                        let text = format!("{}-{}={}", name(from), name(to), name(drop));
                        moves.push((text, dropped.text()));
                    }
                }
            }
        }
        // A move must change the board.
        moves.retain(|(text, after)| {
            text.ends_with("goal") || !after.starts_with(&self.board.text())
        });
        moves
    }
}

/// The number of the rank with pieces that is nearest to the side to move.
fn nearest(text: &str) -> String {
    let (board, rest) = text.split_once(' ').unwrap();
    let mut ranks: Vec<(usize, &str)> = (1..=6).rev().zip(board.split('/')).collect();
    if rest.starts_with('S') {
        ranks.reverse();
    }
    let holds = |(_, rank): &&(usize, &str)| rank.contains(['1', '2', '3']);
    ranks
        .iter()
        .find(holds)
        .map_or_else(String::new, |(number, _)| number.to_string())
}

impl Oracle for State {
    type Fast = Gyges;

    fn new(variant: &Variant, text: &str) -> Self {
        let mut words = text.split(' ');
        let board = Board::read(words.next().unwrap());
        let (middle_only, no_square_twice) = match variant.ruleset {
            "gates" => (true, false),
            "leroy" => (false, false),
            "cosmoludo" => (false, true),
            other => panic!("{other}"),
        };
        Self {
            board,
            side: words.next().unwrap().chars().next().unwrap(),
            goal: words.next().unwrap().to_owned(),
            middle_only,
            no_square_twice,
            is_superko: variant.ruleset == "leroy",
        }
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.board.text(), self.side, self.goal)
    }

    fn outcome(&self) -> String {
        let outcome = match self.goal.chars().next() {
            Some('N') => "S goal",
            Some('S') => "N goal",
            _ if self.moves().is_empty() => "draw dead",
            _ => "-",
        };
        outcome.to_owned()
    }

    fn moves(&self) -> Vec<Legal> {
        if self.goal != "-" {
            return Vec::new();
        }
        for rank in Self::ranks(self.side) {
            let row = (0..6).map(|file| (file, rank));
            let pieces = row.filter(|cell| self.board.at(*cell) != Some('.'));
            let moves = pieces.flat_map(|cell| self.moves_of(cell));
            let moves = moves.map(|(text, after)| Legal {
                text,
                taken: String::new(),
                after,
            });
            let mut moves: Vec<Legal> = moves.collect();
            if !moves.is_empty() {
                moves.sort();
                return moves;
            }
        }
        Vec::new()
    }

    fn recurrence(&self) -> Recurrence {
        if self.is_superko {
            Recurrence::Forbidden
        } else {
            Recurrence::Ends
        }
    }

    fn recurring(&self) -> String {
        // A piece in a goal has left the board.
        match self.goal.as_str() {
            "-" if self.is_superko => self.board.text(),
            _ => self.text(),
        }
    }

    fn repeated(&self) -> String {
        "draw repetition".to_owned()
    }

    fn compare_more(&self, _: &Gyges, moves: &[Legal], seen: &mut Seen) {
        let any = |is: fn(&Legal) -> bool| moves.iter().any(is);
        seen.count("goal", any(|legal| legal.text.ends_with("goal")));
        seen.count("swap", any(|legal| legal.text.contains('=')));
        seen.count("many", moves.len() > 1_000);
        let nearest = nearest(&self.text());
        let first = moves.first();
        seen.count(
            "stuck",
            first.is_some_and(|legal| legal.text[1..2] != nearest),
        );
    }
}
