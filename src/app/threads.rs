//! Threads: where servers want their games, and where the games are.

use super::{App, Error};
use crate::game::{ChannelId, Game, GamesIn, GuildId, MessageId, Thread};

impl App {
    /// Where a server wants its games.
    pub async fn games_in(&self, guild: GuildId) -> Result<GamesIn, Error> {
        Ok(self.store.games_in(guild).await?)
    }

    /// The card of the challenge that has become a game, if it is known.
    pub async fn card_of(&self, game: &Game) -> Result<Option<(ChannelId, MessageId)>, Error> {
        Ok(self.store.card_of(game.id()).await?)
    }

    /// Notes whether a game has a thread, and returns the game.
    pub async fn set_thread(&self, game: &Game, thread: Thread) -> Result<Game, Error> {
        let now = self.now();
        self.store
            .set_thread(game.id(), game.thread(), thread, now)
            .await?;
        self.load(game.id()).await
    }

    /// Whether a game is being played in a thread, or a challenge stands there.
    pub async fn is_busy(&self, thread: ChannelId) -> Result<bool, Error> {
        Ok(self.store.is_busy(thread).await?)
    }
}
