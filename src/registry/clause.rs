//! Clauses, as the rules play them out.

use super::{MoveReport, Play, Rules};
use crate::message::Message;
use crate::rules::{Clause, Diagram, Example, Outcome};

/// What there is to see in a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What there is to draw.
    pub diagram: Diagram,
    /// The move that is played, if one is.
    pub played: Option<MoveReport>,
    /// How the game ends by it, or by the claim, if it does.
    pub outcome: Option<Outcome>,
}

/// The line of play of a clause, before what is seen in it.
///
/// # Errors
/// If the position or a move is not possible by these rules: our mistake.
pub fn begin(rules: &dyn Rules, clause: &Clause) -> Result<Box<dyn Play>, Message> {
    let mut line = rules.parse(clause.variant, clause.position)?;
    for text in clause.before {
        line.play(text)?;
    }
    Ok(line)
}

/// What there is to see in a clause.
///
/// # Errors
/// If the position or a move is not possible by these rules: our mistake.
pub fn show(rules: &dyn Rules, clause: &Clause) -> Result<Shown, Message> {
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
        Example::Claimed(side) => shown.outcome = line.claim(side),
    }
    if shown.outcome.is_some() {
        shown.diagram = line.concluded(shown.outcome);
    }
    Ok(shown)
}
