//! Decided changes, to be written.

use crate::game::{Event, Game, PlanId, PlayerId};
use crate::time::Timestamp;

/// A change of a game, decided from the state that was read.
#[derive(Debug)]
pub struct Change<'a> {
    /// The game after the change.
    pub after: &'a Game,
    /// The events of the change.
    pub events: &'a [Event],
    /// The moment of the change.
    pub at: Timestamp,
    /// Plans that can no longer come true.
    pub void: Vec<PlanId>,
    /// When to check the time of the turn next, if its clock has changed.
    pub alarm: Option<Timestamp>,
    /// Players whom no message in the channel may mention: they are notified differently.
    pub muted: Vec<PlayerId>,
    /// The second game of the pair, if it starts now.
    pub second: Option<Beginning>,
}

impl<'a> Change<'a> {
    /// A change of a game without plans and without further consequences.
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

/// A game that starts.
#[derive(Debug)]
pub struct Beginning {
    /// The game, without an id.
    pub game: Game,
    /// Its first events.
    pub events: Vec<Event>,
    /// When to check the time of its first turn.
    pub alarm: Option<Timestamp>,
    /// Players whom no message in the channel may mention: they are notified differently.
    pub muted: Vec<PlayerId>,
}
