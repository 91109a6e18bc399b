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
    let mut state = rules.parse(clause.variant, clause.position)?;
    for text in clause.before {
        state.play(text)?;
    }
    Ok(state)
}

/// Plays the example of a clause.
///
/// # Errors
/// If the position or a move is not legal, which is a bug.
pub fn show(rules: &dyn Rules, clause: &Clause) -> Result<Shown, Text> {
    let mut state = begin(rules, clause)?;
    let mut shown = Shown {
        diagram: state.diagram(),
        played: None,
        outcome: state.outcome(),
    };
    match clause.example {
        Example::Still => {}
        Example::Chosen(typed) => shown.diagram = state.preview(typed),
        Example::Proposed(text) => {
            let (played, diagram) = state.propose(text)?;
            shown.diagram = diagram;
            shown.played = Some(played);
        }
        Example::Played(text) => {
            shown.played = Some(state.play(text)?);
            shown.outcome = state.outcome();
            shown.diagram = state.diagram();
        }
        Example::Declared(side) => shown.outcome = state.declarations(side).alone,
    }
    if shown.outcome.is_some() {
        shown.diagram = state.concluded(shown.outcome);
    }
    Ok(shown)
}
