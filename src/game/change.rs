//! Decided changes, to be written.

use super::{Event, Game, PlanId, PlayerId, Post};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// A change of a game, decided from the state that was read.
#[derive(Debug)]
pub struct Change<'a> {
    /// The game after the change.
    pub after: &'a Game,
    /// The events of the change.
    pub events: &'a [Event],
    /// The moment of the change.
    pub at: Timestamp,
    /// The message about it; `None` if an existing one is edited instead.
    pub post: Option<Post>,
    /// The result that counts, if this change ends the game or its pair; `Some(None)` is a draw.
    pub counted: Option<Option<Side>>,
    /// Plans that can no longer come true.
    pub void: Vec<PlanId>,
    /// When to check the time of the turn next, if its clock has changed.
    pub alarm: Option<Timestamp>,
    /// Players whom the message concerns and must not mention: they are notified differently.
    pub called: Vec<PlayerId>,
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
            post: Post::of(after),
            counted: after.counted(),
            void: Vec::new(),
            alarm: None,
            called: Vec::new(),
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
    /// Players whom the message about it concerns and must not mention: they are notified
    /// differently.
    pub called: Vec<PlayerId>,
}
