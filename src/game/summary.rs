//! A game in a list.

use super::{GameId, MessageId, PlayerId, Thread, Venue};
use crate::time::Timestamp;
use siwa_games::rules::{BySide, GameInfo, Side, Variant};

/// A game in a list: what is known without a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Its number.
    pub id: GameId,
    /// Where it began.
    pub venue: Venue,
    /// Whether it has a thread.
    pub thread: Thread,
    /// Which game of its pair it is, if it is one of a pair.
    pub number_in_pair: Option<u8>,
    /// The kind of game.
    pub info: &'static GameInfo,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// The players.
    pub players: BySide<PlayerId>,
    /// Whose turn it is; none once it is over.
    pub turn: Option<Side>,
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// When the time for this turn is over.
    pub deadline: Option<Timestamp>,
    /// The message with the board.
    pub message: Option<MessageId>,
    /// The players' names, as last seen.
    pub names: BySide<Option<String>>,
}

impl GameSummary {
    /// Where its boards are.
    pub fn home(&self) -> Venue {
        self.thread.of(self.venue)
    }

    /// Whether it is played there: in the channel where it began as in its thread.
    pub fn is_at(&self, venue: Venue) -> bool {
        self.venue == venue || self.home() == venue
    }

    /// Whether it is that player's turn.
    pub fn waits_for(&self, player: PlayerId) -> bool {
        self.turn
            .is_some_and(|turn| *self.players.get(turn) == player)
    }
}
