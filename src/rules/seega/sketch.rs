//! A move while it is entered, and what decided a game, as marks to look at.

use super::board::{Bits, bit, east, north, south, squares, west};
use super::moves::Move;
use super::position::{Phase, Position};
use super::ruleset::Barrier;
use super::show::{diagram, stones};
use crate::rules::{Diagram, Mark, Outcome, Position as _, Reason, Side, Square};

/// What there is to draw while a move is being entered, of which `typed` is
/// chosen: `c2`, `c2-c3-`, `a1`.
pub fn sketch(
    position: &Position,
    typed: &str,
    last: Option<(&Position, &Move)>,
) -> Option<Diagram> {
    let Entered {
        squares: chosen,
        file,
    } = entered(typed)?;
    let in_file = |at: &Square| file.is_none_or(|file| at.file() == file);
    if position.phase == Phase::Placement {
        let open = squares(position.open()).into_iter();
        let next = open.filter(|at| file.is_some() && in_file(at) && !chosen.contains(at));
        return placing(position, &chosen, &next.collect::<Vec<_>>());
    }
    let legal = position.legal_moves();
    let ways: Vec<&[Square]> = legal
        .iter()
        .map(Move::squares)
        .filter(|way| way.starts_with(&chosen))
        .collect();
    let next = ways.iter().filter_map(|way| way.get(chosen.len()).copied());
    let next = next.filter(in_file);
    let mut diagram = match chosen.as_slice() {
        [] => {
            let mut diagram = diagram(position, last);
            diagram.marks.extend(next.map(|at| (at, Mark::Ready)));
            diagram
        }
        [from, path @ ..] if !ways.is_empty() => {
            let mut diagram = diagram(position, None);
            diagram.marks.push((*from, Mark::From));
            diagram
                .marks
                .extend(path.iter().map(|at| (*at, Mark::Path)));
            diagram.marks.extend(next.map(|at| (at, Mark::Target)));
            let victims = squares(position.walked(&chosen).1).into_iter();
            let enemy = position.turn().other();
            diagram
                .marks
                .extend(victims.map(|at| (at, Mark::Captured(enemy))));
            diagram.proposed = !path.is_empty();
            diagram
        }
        _ => return None,
    };
    diagram.marks.sort_unstable();
    diagram.marks.dedup();
    Some(diagram)
}

/// The board with the pieces chosen so far, and the squares that may be chosen `next`.
fn placing(position: &Position, chosen: &[Square], next: &[Square]) -> Option<Diagram> {
    let open = chosen.iter().all(|at| {
        position
            .setup
            .geometry
            .square(at.file(), at.rank())
            .is_some()
    }) && chosen.iter().all(|at| position.open() & bit(*at) != 0);
    if chosen.is_empty() && next.is_empty() || chosen.len() > 2 || !open {
        return None;
    }
    let mut diagram = diagram(position, None);
    for at in chosen {
        diagram.marks.push((*at, Mark::To));
        diagram.pieces.extend(stones(bit(*at), position.turn()));
    }
    diagram.pieces.sort_unstable_by_key(|(at, _)| *at);
    diagram.pieces.dedup_by_key(|(at, _)| *at);
    diagram
        .marks
        .extend(next.iter().map(|at| (*at, Mark::Target)));
    diagram.marks.sort_unstable();
    diagram.proposed = !chosen.is_empty();
    Some(diagram)
}

/// What is entered of a move.
struct Entered {
    squares: Vec<Square>,
    /// The file of the next square, if only its letter is entered.
    file: Option<u8>,
}

/// The squares of a text; of the last one the rank may be missing. None if a word
/// is no square.
fn entered(typed: &str) -> Option<Entered> {
    let words: Vec<&str> = typed
        .split(['-', ' '])
        .filter(|word| !word.is_empty())
        .collect();
    let file = match words.last().map(|word| word.as_bytes()) {
        Some(&[letter @ b'a'..=b'z']) => Some(letter - b'a'),
        _ => None,
    };
    let whole = words.len() - usize::from(file.is_some());
    let squares = words.iter().take(whole).map(|word| Square::named(word));
    Some(Entered {
        squares: squares.collect::<Option<_>>()?,
        file,
    })
}

/// What won the game: the pieces that took the last enemies, or the wall of a
/// barrier.
pub fn decisive(
    position: &Position,
    last: Option<(&Position, &Move)>,
    outcome: Outcome,
) -> Vec<(Square, Mark)> {
    let geometry = &position.setup.geometry;
    let marked = |bits, mark| -> Vec<(Square, Mark)> {
        squares(bits).into_iter().map(|at| (at, mark)).collect()
    };
    match outcome.reason() {
        Reason::Elimination => marked(last.map_or(0, captors), Mark::Decisive),
        Reason::Claim | Reason::Barrier => {
            let wall = |side| {
                let men = position.men(side);
                let rows = outcome.reason() == Reason::Barrier
                    && position.setup.ruleset.barrier == Barrier::Row;
                let bits = match (rows, position.fortress(side)) {
                    (true, _) if men.row(geometry) => men.rows(geometry),
                    (false, true) => men.wall(geometry),
                    _ => 0,
                };
                marked(bits, Mark::Wall(side))
            };
            Side::BOTH.map(wall).concat()
        }
        _ => Vec::new(),
    }
}

/// The pieces between which a move took enemies.
fn captors((before, legal): (&Position, &Move)) -> Bits {
    if let Move::Place(_) = legal {
        return 0;
    }
    let geometry = &before.setup.geometry;
    let mut men = before.men(before.side);
    let mut captors = legal.squares().last().map_or(0, |to| bit(*to));
    for pair in legal.squares().windows(2) {
        let [from, to] = pair else { continue };
        let to = bit(*to);
        let (next, captured) = men.step(geometry, bit(*from), to);
        for towards in [north, east, south, west] {
            if towards(to) & captured != 0 {
                captors |= towards(towards(to));
            }
        }
        men = next;
    }
    captors
}
