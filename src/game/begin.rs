//! Games that begin.

use super::{
    Engine, Event, Game, GameId, GameTerms, GuildRules, Plans, PlayerId, Settled, StoredGame,
    Thread, Venue,
};
use crate::time::Timestamp;
use siwa_games::rules::BySide;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where its challenge was made.
    pub venue: Venue,
    /// Whether it has a thread.
    pub thread: Thread,
    /// What its challenge was for.
    pub terms: GameTerms,
    /// The players.
    pub players: BySide<PlayerId>,
    /// How it was settled who begins.
    pub settled: Settled,
    /// The engine, if it plays.
    pub engine: Option<Engine>,
    /// What its server has chosen.
    pub guild_rules: GuildRules,
}

impl Game {
    /// A game that begins now, and its first event. It gets its number when it is stored.
    pub fn begin(opening: Opening, at: Timestamp) -> (Self, Vec<Event>) {
        let terms = opening.terms;
        let stored = StoredGame {
            id: GameId(0),
            venue: opening.venue,
            thread: opening.thread,
            variant: terms.variant.id.to_owned(),
            players: opening.players,
            time: terms.time,
            rated: terms.rated,
            guild_rules: opening.guild_rules,
            engine: opening.engine,
            pair: None,
            log: Vec::new(),
            ratings: None,
            plans: Plans::default(),
        };
        let mut game = Self::empty(&stored, terms.rules, terms.variant);
        let first = Self::opening(opening.players.first, opening.settled);
        let events = game.happened([first], at);
        (game, events)
    }
}
