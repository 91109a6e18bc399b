//! Lessons, as the rules play them out.

use super::{MoveReport, Play, Rules};
use crate::message::Message;
use crate::rules::{Diagram, Lesson, Outcome, Scene};

/// What there is to see in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What there is to draw.
    pub diagram: Diagram,
    /// The move that is played, if one is.
    pub played: Option<MoveReport>,
    /// How the game ends by it, or by the claim, if it does.
    pub outcome: Option<Outcome>,
}

/// The line of play of a lesson, before what is seen in it.
///
/// # Errors
/// If the position or a move is not possible by these rules: our mistake.
pub fn begin(rules: &dyn Rules, lesson: &Lesson) -> Result<Box<dyn Play>, Message> {
    let mut line = rules.parse(lesson.variant, lesson.position)?;
    for text in lesson.before {
        line.play(text)?;
    }
    Ok(line)
}

/// What there is to see in a lesson.
///
/// # Errors
/// If the position or a move is not possible by these rules: our mistake.
pub fn show(rules: &dyn Rules, lesson: &Lesson) -> Result<Shown, Message> {
    let mut line = begin(rules, lesson)?;
    let mut shown = Shown {
        diagram: line.diagram(),
        played: None,
        outcome: line.outcome(),
    };
    match lesson.scene {
        Scene::Still => {}
        Scene::Chosen(typed) => shown.diagram = line.preview(typed),
        Scene::Proposed(text) => {
            let (played, diagram) = line.propose(text)?;
            shown.diagram = diagram;
            shown.played = Some(played);
        }
        Scene::Played(text) => {
            shown.played = Some(line.play(text)?);
            shown.outcome = line.outcome();
            shown.diagram = line.diagram();
        }
        Scene::Claimed(side) => shown.outcome = line.claim(side),
    }
    if shown.outcome.is_some() {
        shown.diagram = line.concluded(shown.outcome);
    }
    Ok(shown)
}
