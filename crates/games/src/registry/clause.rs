//! Plays the examples of clauses.

use super::{GameState, MoveReport, Rules};
use crate::rules::{Clause, Diagram, Example, Outcome};
use crate::text::Text;

/// The example of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The diagram to draw.
    pub diagram: Diagram,
    /// The move that was played, if any.
    pub played: Option<MoveReport>,
    /// The outcome, if the move or the declaration ends the game.
    pub outcome: Option<Outcome>,
}

/// The state before the example of a clause.
///
/// # Errors
/// If the position or a move is not legal, which is a bug.
pub fn begin(rules: &dyn Rules, clause: &Clause) -> Result<Box<dyn GameState>, Text> {
    let mut line = rules.parse(clause.variant, clause.position)?;
    for text in clause.before {
        line.play(text)?;
    }
    Ok(line)
}

/// Plays the example of a clause.
///
/// # Errors
/// If the position or a move is not legal, which is a bug.
pub fn show(rules: &dyn Rules, clause: &Clause) -> Result<Shown, Text> {
    let mut line = begin(rules, clause)?;
    let mut shown = Shown {
        diagram: line.diagram(),
        played: None,
        outcome: line.outcome(),
    };
    match clause.example {
        Example::Still => {}
        Example::Chosen(typed) => shown.diagram = line.preview(typed),
        Example::Proposed(text) => {
            let (played, diagram) = line.propose(text)?;
            shown.diagram = diagram;
            shown.played = Some(played);
        }
        Example::Played(text) => {
            shown.played = Some(line.play(text)?);
            shown.outcome = line.outcome();
            shown.diagram = line.diagram();
        }
        Example::Declared(side) => shown.outcome = line.declarations(side).alone,
    }
    if shown.outcome.is_some() {
        shown.diagram = line.concluded(shown.outcome);
    }
    Ok(shown)
}
