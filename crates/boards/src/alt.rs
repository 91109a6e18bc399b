//! The board as messages: alternative text that is enough to play by.
//!
//! Squares are listed with at most four characters each, so that a full 9×9 board leaves some 700
//! of the 1,024 characters that Discord allows for the sentences, in any language.

use super::text::letter;
use super::{marked, on_board, size, squares};
use siwa_games::rules::square::list;
use siwa_games::rules::{Diagram, Goal, Mark, Piece, Place, Side, Square};
use siwa_games::text::Text;

/// The separator of squares: a pause when read aloud.
const SEPARATOR: &str = ", ";

/// Everything the picture shows, one message a fact.
///
/// The size and the pieces come first and are always included; goals, the last move, movable
/// pieces, closed and special squares follow if they apply.
pub fn alt(diagram: &Diagram, orientation: Side) -> Vec<Text> {
    let edge = u32::from(size(diagram));
    let board = match orientation {
        Side::First => "alt-board",
        Side::Second => "alt-board-turned",
    };
    let mut facts = vec![Text::new(board).with("files", edge).with("ranks", edge)];
    facts.extend(pieces(diagram));
    for goal in &diagram.goals {
        facts.extend(goal_facts(diagram, goal));
    }
    facts.extend(last_move(diagram));
    facts.extend(way(diagram));
    facts.extend(flight(diagram));
    let of_sides = |id, mark: fn(Side) -> Mark| {
        Side::BOTH.into_iter().filter_map(move |side| {
            let fact = about(id, &marked(diagram, mark(side)))?;
            Some(fact.with("side", diagram.info.side(side)))
        })
    };
    let captured = either(diagram, "alt-captured", "alt-would-take");
    facts.extend(of_sides(captured, Mark::Captured));
    facts.extend(closed(diagram));
    for (id, mark) in [
        ("alt-target", Mark::Target),
        ("alt-ready", Mark::Ready),
        ("alt-special", Mark::Special),
        ("alt-decisive", Mark::Decisive),
        ("alt-refused", Mark::Refused),
    ] {
        facts.extend(about(id, &marked(diagram, mark)));
    }
    facts.extend(of_sides("alt-wall", Mark::Wall));
    facts
}

/// All pieces. Mentions a side without pieces, unless pieces belong to nobody.
fn pieces(diagram: &Diagram) -> Vec<Text> {
    let shared = !diagram.goals.is_empty();
    let stones = |owner| those(diagram, |piece| piece == Piece::Stone(owner));
    let none = || (!shared).then(|| Text::new("alt-no-pieces"));
    let mut facts = Vec::new();
    for side in Side::BOTH {
        let fact = about("alt-pieces", &stones(Some(side))).or_else(none);
        facts.extend(fact.map(|fact| fact.with("side", diagram.info.side(side))));
    }
    facts.extend(about("alt-unowned", &stones(None)));
    for (worth, id) in [("1", "alt-ones"), ("2", "alt-twos"), ("3", "alt-threes")] {
        let ringed = |piece| matches!(piece, Piece::Rings(_)) && letter(diagram, piece) == worth;
        facts.extend(about(id, &those(diagram, ringed)));
    }
    if facts.is_empty() {
        facts.push(Text::new("alt-empty"));
    }
    facts
}

/// The gates of a goal, and the piece inside.
fn goal_facts(diagram: &Diagram, goal: &Goal) -> Vec<Text> {
    let mut gates = goal.gates.clone();
    gates.retain(|gate| on_board(diagram, *gate));
    let gates = about("alt-goal", &gates).unwrap_or_else(|| Text::new("alt-goal-shut"));
    let of_side = |fact: Text| fact.with("side", diagram.info.side(goal.side));
    let mut facts = vec![of_side(gates)];
    if let Some(piece) = goal.piece {
        let inside = of_side(Text::new("alt-goal-inside"));
        facts.push(inside.with("piece", letter(diagram, piece)));
        let decided = || of_side(Text::new("alt-goal-decisive"));
        facts.extend((!diagram.proposed).then(decided));
    }
    facts
}

/// The last move or placement, or the part chosen so far.
fn last_move(diagram: &Diagram) -> Option<Text> {
    let from = marked(diagram, Mark::From);
    let mut path = marked(diagram, Mark::Path);
    let route = &diagram.route;
    path.sort_by_key(|at| route.iter().position(|way| *way == Place::Square(*at)));
    let mut to = marked(diagram, Mark::To);
    if let Some([_, drop]) = diagram.flight {
        to.retain(|at| *at != drop);
    }
    let goal = match route.last() {
        Some(Place::Goal(side)) => Some(*side),
        _ => None,
    };
    let squares = |squares: &[Square]| list(squares, SEPARATOR);
    let ended = !to.is_empty() || goal.is_some();
    if from.is_empty() && path.is_empty() {
        return about(either(diagram, "alt-placed", "alt-would-place"), &to);
    }
    // A move being entered may have no end yet, or no start.
    if from.is_empty() || !ended {
        let chosen = squares(&[from, path, to].concat());
        return Some(Text::new("alt-move-part").with("squares", chosen));
    }
    let id = match (path.is_empty(), goal) {
        (true, None) => "alt-moved",
        (false, None) => "alt-moved-through",
        (true, Some(_)) => "alt-moved-goal",
        (false, Some(_)) => "alt-moved-through-goal",
    };
    let what = Text::new(either(diagram, "alt-last", "alt-proposed"));
    let mut fact = Text::new(id)
        .with("what", what)
        .with("from", squares(&from));
    if !path.is_empty() {
        fact = fact.with("path", squares(&path));
    }
    Some(match goal {
        Some(side) => fact.with("side", diagram.info.side(side)),
        None => fact.with("to", squares(&to)),
    })
}

/// The first id for a played move, the second for a proposed one.
fn either(diagram: &Diagram, done: &'static str, proposed: &'static str) -> &'static str {
    if diagram.proposed { proposed } else { done }
}

/// The path of the last move, if it is drawn and does not follow from the ends.
fn way(diagram: &Diagram) -> Option<Text> {
    let squares = diagram.route.iter().filter_map(|place| match place {
        Place::Square(square) => Some(*square),
        Place::Goal(_) => None,
    });
    let squares: Vec<Square> = squares.collect();
    (squares.len() > 2).then(|| Text::new("alt-way").with("squares", list(&squares, " ")))
}

/// The target of a displaced piece.
fn flight(diagram: &Diagram) -> Option<Text> {
    let [from, to] = diagram.flight?;
    let text = Text::new(either(diagram, "alt-flight", "alt-would-displace"));
    Some(text.with("from", from).with("to", to))
}

/// The closed squares, or the empty ones that are open, if those are fewer.
fn closed(diagram: &Diagram) -> Option<Text> {
    let closed = marked(diagram, Mark::Closed);
    let is_open = |at: &Square| !closed.contains(at) && diagram.piece(*at).is_none();
    let open: Vec<Square> = squares(size(diagram)).filter(is_open).collect();
    if open.len() < closed.len() {
        about("alt-open", &open)
    } else {
        about("alt-closed", &closed)
    }
}

/// A message about some squares and their number; `None` without squares.
fn about(id: &'static str, squares: &[Square]) -> Option<Text> {
    (!squares.is_empty()).then(|| {
        Text::new(id)
            .with("count", squares.len())
            .with("squares", list(squares, SEPARATOR))
    })
}

/// The squares on the board with such pieces, by name.
fn those(diagram: &Diagram, which: impl Fn(Piece) -> bool) -> Vec<Square> {
    let has_one = |square: &Square| diagram.piece(*square).is_some_and(&which);
    squares(size(diagram)).filter(has_one).collect()
}
