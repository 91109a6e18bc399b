//! What is to be written: it was decided before, on what was read.

use crate::game::{Event, Game, PlanId, PlayerId};
use crate::time::Timestamp;

/// A change of a game, decided on what was read before.
#[derive(Debug)]
pub struct Change<'a> {
    /// The game after it.
    pub after: &'a Game,
    /// The events that have led there.
    pub events: &'a [Event],
    /// When that was.
    pub at: Timestamp,
    /// Plans that can no longer come true.
    pub void: Vec<PlanId>,
    /// When the time of the turn is to be looked at, if its clock has changed.
    pub alarm: Option<Timestamp>,
    /// Players whom no message in the channel mentions now: they are notified otherwise.
    pub muted: Vec<PlayerId>,
    /// The second game of the pair, if it begins.
    pub second: Option<Beginning>,
}

impl<'a> Change<'a> {
    /// A change of a game without plans, of which nothing else follows.
    pub fn new(after: &'a Game, events: &'a [Event], at: Timestamp) -> Self {
        Self {
            after,
            events,
            at,
            void: Vec::new(),
            alarm: None,
            muted: Vec::new(),
            second: None,
        }
    }
}

/// A game that is to begin.
#[derive(Debug)]
pub struct Beginning {
    /// The game, without a number.
    pub game: Game,
    /// The events with which it begins.
    pub events: Vec<Event>,
    /// When the time of its first turn is to be looked at.
    pub alarm: Option<Timestamp>,
    /// Players whom no message in the channel mentions now: they are notified otherwise.
    pub muted: Vec<PlayerId>,
}

impl From<(Game, Vec<Event>)> for Beginning {
    fn from((game, events): (Game, Vec<Event>)) -> Self {
        Self {
            game,
            events,
            alarm: None,
            muted: Vec::new(),
        }
    }
}
