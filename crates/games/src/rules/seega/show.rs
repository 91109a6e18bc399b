//! Diagrams of positions.

use super::board::{Bits, bit, east, north, south, square, squares, west};
use super::moves::Move;
use super::position::{Phase, Seega};
use super::ruleset::{BARRIER, CLAIM, ELIMINATION, INFO};
use crate::rules::show::Last;
use crate::rules::{
    Clause, Diagram, Mark, Outcome, Piece, Position as _, Show, Side, Square, Variant,
};

impl Show for Seega {
    fn clauses(variant: &'static Variant) -> Vec<Clause> {
        super::clauses::clauses(variant)
    }

    fn board(&self) -> Diagram {
        let geometry = &self.setup.geometry;
        let mut diagram = Diagram::empty(&INFO, geometry.size);
        let stone = |at| Some((at, Piece::Stone(Some(self.piece(at)?))));
        diagram.pieces = Square::all(geometry.size).filter_map(stone).collect();
        let centre = square(geometry.centre);
        diagram.mark([centre], Mark::Special);
        if self.phase == Phase::Placement {
            diagram.mark([centre], Mark::Closed);
        }
        diagram
    }

    /// Previews such as `c2`, `c2-c3-`, `a1`.
    fn preview(&self, typed: &str, last: Last<'_, Self>) -> Option<Diagram> {
        let (chosen, file) = entered(typed)?;
        let in_file = |at: &Square| file.is_none_or(|file| at.file() == file);
        if self.phase == Phase::Placement {
            let mut next = squares(self.open());
            next.retain(|at| file.is_some() && in_file(at) && !chosen.contains(at));
            return self.placing(&chosen, next);
        }
        let legal = self.legal_moves().into_iter();
        let mut ways: Vec<Vec<Square>> = legal.map(Move::squares).collect();
        ways.retain(|way| way.starts_with(&chosen));
        let next = ways.iter().filter_map(|way| way.get(chosen.len()).copied());
        let next = next.filter(in_file);
        let [from, path @ ..] = chosen.as_slice() else {
            let mut diagram = self.diagram(last);
            diagram.mark(next, Mark::Ready);
            return Some(diagram.sorted());
        };
        if ways.is_empty() {
            return None;
        }
        let mut diagram = self.board();
        diagram.mark([*from], Mark::From);
        diagram.mark(path.iter().copied(), Mark::Path);
        diagram.mark(next, Mark::Target);
        let victims = squares(self.walked(&chosen).1);
        diagram.mark(victims, Mark::Captured(self.side.other()));
        diagram.proposed = !path.is_empty();
        Some(diagram.sorted())
    }

    /// The pieces that captured the last enemies, or the walls of a barrier.
    fn decisive(&self, last: Last<'_, Self>, outcome: Outcome) -> Vec<(Square, Mark)> {
        let geometry = &self.setup.geometry;
        let marked = |bits, mark| -> Vec<(Square, Mark)> {
            squares(bits).into_iter().map(|at| (at, mark)).collect()
        };
        match outcome.by {
            reason if *reason == ELIMINATION => marked(last.map_or(0, captors), Mark::Decisive),
            // A single piece captures nothing, whatever the walls.
            reason if *reason == CLAIM && self.lone() != 0 => marked(self.lone(), Mark::Decisive),
            reason if [&CLAIM, &BARRIER].contains(&reason) => {
                let rows = *reason == BARRIER && self.setup.ruleset.row_ends;
                let wall = |side| match self.men(side) {
                    men if rows => men.rows(geometry),
                    men if self.fortress(side) => men.wall(geometry),
                    _ => 0,
                };
                let walls = Side::BOTH.map(|side| marked(wall(side), Mark::Wall(side)));
                walls.concat()
            }
            _ => Vec::new(),
        }
    }
}

impl Seega {
    /// The only piece of a side, if it has a single one.
    fn lone(&self) -> Bits {
        let pieces = [self.pieces.first, self.pieces.second].into_iter();
        pieces.filter(|own| own.is_power_of_two()).sum()
    }

    /// The board with the pieces chosen so far, and the squares that can be chosen `next`.
    fn placing(&self, chosen: &[Square], next: Vec<Square>) -> Option<Diagram> {
        let open = |at: &Square| self.setup.geometry.has(*at) && self.open() & bit(*at) != 0;
        let nothing = chosen.is_empty() && next.is_empty();
        if nothing || chosen.len() > 2 || !chosen.iter().all(open) {
            return None;
        }
        let mut diagram = self.board();
        diagram.mark(chosen.iter().copied(), Mark::To);
        diagram.mark(next, Mark::Target);
        let stone = |at: &Square| (*at, Piece::Stone(Some(self.side)));
        diagram.pieces.extend(chosen.iter().map(stone));
        diagram.proposed = !chosen.is_empty();
        Some(diagram.sorted())
    }
}

/// The squares of a text, and the file of the next one, if only its letter was typed. `None` if a
/// word is not a square.
fn entered(typed: &str) -> Option<(Vec<Square>, Option<u8>)> {
    let mut words: Vec<&str> = typed.split(['-', ' ']).collect();
    words.retain(|word| !word.is_empty());
    let file = match words.last().map(|word| word.as_bytes()) {
        Some(&[letter @ b'a'..=b'z']) => Some(letter - b'a'),
        _ => None,
    };
    words.truncate(words.len() - usize::from(file.is_some()));
    let squares: Option<Vec<Square>> = words.into_iter().map(Square::named).collect();
    Some((squares?, file))
}

/// The pieces between which a move captured enemies.
fn captors((before, legal): (&Seega, Move)) -> Bits {
    let path = legal.squares();
    let mut captors = path.last().map_or(0, |to| bit(*to));
    for (to, _, captured) in before.steps(&path) {
        for towards in [north, east, south, west] {
            if towards(to) & captured != 0 {
                captors |= towards(towards(to));
            }
        }
    }
    captors
}
