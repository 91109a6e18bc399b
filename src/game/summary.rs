//! A game in a list.

use super::{GameId, MessageId, Name, PlayerId, Thread, Venue};
use crate::time::Timestamp;
use siwa_games::rules::{BySide, GameInfo, Side, Variant};

/// A game in a list: the data that is available without a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Its id.
    pub id: GameId,
    /// Where it started.
    pub venue: Venue,
    /// Whether it has a thread.
    pub thread: Thread,
    /// Its number in its pair, if it is one of a pair.
    pub number_in_pair: Option<u8>,
    /// The kind of game.
    pub info: &'static GameInfo,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// The players.
    pub players: BySide<PlayerId>,
    /// The side to move; `None` when it is over.
    pub turn: Option<Side>,
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// The deadline of this turn.
    pub deadline: Option<Timestamp>,
    /// The message with the board.
    pub message: Option<MessageId>,
    /// The players' names, as last seen.
    pub names: BySide<Option<Name>>,
}

impl GameSummary {
    /// The venue of its boards.
    pub fn home(&self) -> Venue {
        self.thread.board_venue(self.venue)
    }

    /// Returns whether a venue is the channel where it started, or its thread.
    pub fn is_at(&self, venue: Venue) -> bool {
        self.venue == venue || self.home() == venue
    }

    /// Returns whether it is that player's turn.
    pub fn waits_for(&self, player: PlayerId) -> bool {
        self.turn.map(|turn| *self.players.get(turn)) == Some(player)
    }
}
