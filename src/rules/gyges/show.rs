//! A position as something to look at.

use super::INFO;
use super::board::{BOARD, Bits, FILES, Index, bit, each, index, rank, square, squares};
use super::moves::{Move, Put};
use super::notation;
use super::position::Position;
use super::routes::{Lifted, Target};
use super::setup;
use crate::message::Message;
use crate::rules::{Diagram, Goal, Mark, Piece, Place, Shape, Side, Square, Stage};

/// What there is to draw; `last` is the position before and the move that led here.
pub fn diagram(position: &Position, last: Option<(&Position, &Move)>) -> Diagram {
    let mut diagram = still(position);
    if let Some((before, legal)) = last {
        match legal {
            Move::Row(levels) => put(&mut diagram, &setup::on_row(before.side, *levels)),
            Move::Rows(puts) => put(&mut diagram, puts),
            Move::End([from, to]) => walked(&mut diagram, before, *from, Target::Square(*to)),
            Move::Swap([from, to, drop]) => {
                walked(&mut diagram, before, *from, Target::Square(*to));
                diagram.flight = Some([*to, *drop]);
                diagram.marks.push((*drop, Mark::To));
            }
            Move::Goal(from) => walked(&mut diagram, before, *from, Target::Goal),
        }
    }
    sorted(diagram)
}

/// What a part of a move means: the rings of the piece, whose place it takes.
pub fn hint(position: &Position, text: &str) -> Option<Message> {
    if position.stage == Stage::Placement {
        return None;
    }
    let level = |name: &str| {
        let level = position.board.level(index(notation::square(name)?));
        (level > 0).then_some(level)
    };
    let (way, rest) = text.split_once('=').unwrap_or((text, ""));
    match way.rsplit_once('-') {
        None => {
            let level = level(way)?;
            Some(Message::new("gyges-hint-piece").with("level", u32::from(level)))
        }
        Some((_, "goal")) => Some(Message::new("gyges-hint-goal")),
        Some((_, to)) if rest.is_empty() && text.ends_with('=') => {
            let level = level(to)?;
            Some(Message::new("gyges-hint-swap").with("level", level.to_string()))
        }
        Some(_) => None,
    }
}

/// What there is to draw while a move is being entered, of which `typed` is
/// chosen: `a1`, `a1-b3=`, `a1=3 b1=1`.
pub fn sketch(position: &Position, typed: &str) -> Option<Diagram> {
    let mut diagram = still(position);
    if position.stage == Stage::Placement {
        let begun = begun(position, typed);
        put(&mut diagram, &begun);
        diagram.proposed = !begun.is_empty();
        let next = setup::next_squares(position.ruleset, position.side, typed, begun.len());
        let next = next.into_iter().map(|square| (square, Mark::Target));
        diagram.marks.extend(next);
        return Some(sorted(diagram));
    }
    let (way, swaps) = match typed.split_once('=') {
        Some((way, _)) => (way, true),
        None => (typed, false),
    };
    let (from, to) = way.split_once('-').unwrap_or((way, ""));
    let from = notation::square(from)?;
    let mover = position.mover(from)?;
    diagram.marks.retain(|(_, mark)| *mark != Mark::Ready);
    let to = notation::square(to);
    let target = match to {
        Some(to) if (mover.reach.ends | mover.reach.swaps) & bit(index(to)) != 0 => {
            Some(Target::Square(to))
        }
        None if way.ends_with("goal") && mover.reach.goal => Some(Target::Goal),
        _ => None,
    };
    match target {
        Some(target) => {
            walked(&mut diagram, position, from, target);
            diagram.proposed = true;
        }
        None => {
            diagram.marks.push((from, Mark::From));
            mark(
                &mut diagram,
                mover.reach.ends | mover.reach.swaps,
                Mark::Target,
            );
        }
    }
    if let Some(to) = to
        && swaps
    {
        let empty = BOARD & !position.board.occupied() | bit(mover.from);
        let drops = mover.drops(position.board, index(to));
        mark(&mut diagram, empty & !drops, Mark::Closed);
        mark(&mut diagram, drops, Mark::Target);
    }
    Some(sorted(diagram))
}

/// The board as it stands, with what may be done.
fn still(position: &Position) -> Diagram {
    let mut diagram = Diagram {
        files: FILES,
        ranks: FILES,
        side_term: INFO.side_term,
        letters: [INFO.letters.first, INFO.letters.second],
        pieces: squares(position.board.occupied())
            .into_iter()
            .map(|at| (at, piece(position.board.level(index(at)))))
            .collect(),
        marks: Vec::new(),
        goals: Side::BOTH.map(|side| goal(position, side)).into(),
        route: Vec::new(),
        flight: None,
        proposed: false,
    };
    if position.entered.is_some() {
        return diagram;
    }
    match position.stage {
        Stage::Placement => {
            let zone = setup::zone(position.ruleset.layout, position.side);
            mark(&mut diagram, BOARD & !zone, Mark::Closed);
        }
        Stage::Movement => {
            let active = position.active().map_or(0, rank);
            let ready = active & position.board.occupied();
            mark(&mut diagram, ready, Mark::Ready);
        }
    }
    diagram
}

fn piece(level: u8) -> Piece {
    Piece {
        shape: Shape::Rings(level),
        owner: None,
    }
}

fn goal(position: &Position, side: Side) -> Goal {
    let inside = position.entered.filter(|entered| entered.goal == side);
    Goal {
        side,
        gates: squares(position.ruleset.gates(side)),
        piece: inside.map(|entered| piece(entered.level)),
    }
}

fn mark(diagram: &mut Diagram, bits: Bits, mark: Mark) {
    let marks = each(bits).map(|at: Index| (square(at), mark));
    diagram.marks.extend(marks);
}

fn sorted(mut diagram: Diagram) -> Diagram {
    diagram.pieces.sort_unstable_by_key(|(at, _)| *at);
    diagram.pieces.dedup_by_key(|(at, _)| *at);
    diagram.marks.sort_unstable();
    diagram.marks.dedup();
    diagram
}

/// Marks pieces that were put on the board, and puts them there if they are not.
fn put(diagram: &mut Diagram, puts: &[Put]) {
    for put in puts {
        diagram.marks.push((put.square, Mark::To));
        diagram.pieces.push((put.square, piece(put.level)));
    }
}

/// The pieces of a set-up that is not finished.
fn begun(position: &Position, typed: &str) -> Vec<Put> {
    let level = |text: &str| text.parse().ok().filter(|level| (1..=3).contains(level));
    if typed.contains('=') {
        let words = typed.split(' ').filter_map(|word| word.split_once('='));
        let put = |(square, text)| {
            Some(Put {
                square: notation::square(square)?,
                level: level(text)?,
            })
        };
        return words.filter_map(put).collect();
    }
    let row = setup::row(position.side).into_iter();
    let levels = typed.split("").filter(|digit| !digit.is_empty());
    row.zip(levels)
        .filter_map(|(square, digit)| {
            let level = level(digit)?;
            Some(Put { square, level })
        })
        .collect()
}

/// Marks one way from a square to a target, with as few bounces as possible.
fn walked(diagram: &mut Diagram, before: &Position, from: Square, to: Target) {
    let lifted = Lifted {
        ruleset: before.ruleset,
        board: before.board,
        side: before.side,
        from,
    };
    diagram.marks.push((from, Mark::From));
    if let Target::Square(to) = to {
        diagram.marks.push((to, Mark::To));
    }
    let Some(landings) = lifted.find(to, false) else {
        return;
    };
    let Ok(way) = lifted.walk(&landings) else {
        return;
    };
    for landing in &landings {
        if let Target::Square(at) = landing
            && *landing != to
        {
            diagram.marks.push((*at, Mark::Path));
        }
    }
    let squares = std::iter::once(from).chain(way).map(Place::Square);
    diagram.route = squares.collect();
    if to == Target::Goal {
        diagram.route.push(Place::Goal(before.side.other()));
    }
}
