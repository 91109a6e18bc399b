//! The board as messages, so that it can be played by ear.
//!
//! Squares go into lists of at most four characters each, so that a full 9×9
//! board leaves some 700 of the 1,024 characters Discord allows for the
//! sentences around them, in any language.

use super::{marked, size, squares};
use crate::message::{Arg, Message};
use crate::rules::square::list;
use crate::rules::{Diagram, Mark, Side, Square};

/// Between two squares: a pause when it is read aloud.
const SEPARATOR: &str = ", ";

/// Everything the picture shows, one message a fact.
///
/// The size and both sides' pieces come first and are always there; what the
/// last move did, what is closed and what is special follow where they apply.
#[must_use]
pub fn alt(diagram: &Diagram) -> Vec<Message> {
    let (files, ranks) = size(diagram);
    let mut facts = vec![
        Message::new("alt-board")
            .with("files", u32::from(files))
            .with("ranks", u32::from(ranks)),
    ];
    facts.extend(Side::BOTH.map(|side| pieces(diagram, side)));
    facts.extend(unowned(diagram));
    facts.extend(last_move(diagram));
    facts.extend(Side::BOTH.into_iter().filter_map(|side| {
        let taken = marked(diagram, Mark::Captured(side));
        about("alt-captured", &taken).map(|fact| fact.with("side", term(diagram, side)))
    }));
    facts.extend(about("alt-closed", &marked(diagram, Mark::Closed)));
    facts.extend(about("alt-special", &marked(diagram, Mark::Special)));
    facts
}

/// A side's pieces, or that it has none.
fn pieces(diagram: &Diagram, side: Side) -> Message {
    let own = owned_by(diagram, Some(side));
    about("alt-pieces", &own)
        .unwrap_or_else(|| Message::new("alt-no-pieces"))
        .with("side", term(diagram, side))
}

/// The pieces that belong to nobody, if there are any.
fn unowned(diagram: &Diagram) -> Option<Message> {
    about("alt-unowned", &owned_by(diagram, None))
}

/// What was moved or put on the board last.
fn last_move(diagram: &Diagram) -> Option<Message> {
    let from = marked(diagram, Mark::From);
    let path = marked(diagram, Mark::Path);
    let to = marked(diagram, Mark::To);
    let squares = |squares: &[Square]| list(squares, SEPARATOR);
    match (from.is_empty(), path.is_empty(), to.is_empty()) {
        (true, true, true) => None,
        (true, true, false) => about("alt-placed", &to),
        (false, true, false) => Some(
            Message::new("alt-moved")
                .with("from", squares(&from))
                .with("to", squares(&to)),
        ),
        (false, false, false) => Some(
            Message::new("alt-moved-through")
                .with("from", squares(&from))
                .with("path", squares(&path))
                .with("to", squares(&to)),
        ),
        // A move half entered: it has no end yet, or no beginning.
        _ => {
            Some(Message::new("alt-move-part").with("squares", squares(&[from, path, to].concat())))
        }
    }
}

/// A message about some squares and how many they are; none about no square.
fn about(id: &'static str, squares: &[Square]) -> Option<Message> {
    (!squares.is_empty()).then(|| {
        Message::new(id)
            .with("count", squares.len())
            .with("squares", list(squares, SEPARATOR))
    })
}

/// The squares on the board that hold pieces of that owner, by name.
fn owned_by(diagram: &Diagram, owner: Option<Side>) -> Vec<Square> {
    squares(diagram)
        .filter(|square| {
            diagram
                .piece(*square)
                .is_some_and(|piece| piece.owner == owner)
        })
        .collect()
}

/// A side's name, as the game calls it.
fn term(diagram: &Diagram, side: Side) -> Arg {
    Arg::Term {
        id: diagram.side_term,
        case: side.name(),
    }
}
