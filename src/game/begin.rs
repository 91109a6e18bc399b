//! New games.

use super::{
    Engine, Event, FirstBy, Game, GameId, GameTerms, GuildRules, Plans, PlayerId, StoredGame,
    Thread, Venue,
};
use crate::time::Timestamp;
use siwa_games::rules::BySide;

/// The properties of a new game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The venue of its challenge.
    pub venue: Venue,
    /// Whether it has a thread.
    pub thread: Thread,
    /// The terms of its challenge.
    pub terms: GameTerms,
    /// The players.
    pub players: BySide<PlayerId>,
    /// How the first player was chosen.
    pub first_by: FirstBy,
    /// The position in which it starts, if the pieces are dealt.
    pub deal: Option<String>,
    /// The engine, if it plays.
    pub engine: Option<Engine>,
    /// Its server's rules.
    pub guild_rules: GuildRules,
}

impl Game {
    /// A game that starts now, and its first event. It gets its id when it is stored.
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
            tournament: None,
            log: Vec::new(),
            ratings: None,
            plans: Plans::default(),
        };
        let mut game = Self::empty(&stored, terms.rules, terms.variant);
        let first = Self::opening(opening.players.first, opening.first_by, opening.deal);
        let events = game.happened([first], at);
        (game, events)
    }
}
