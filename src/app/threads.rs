//! Threads: where servers want their games, and where the games are.

use super::{App, Error};
use crate::game::{ChannelId, Game, GamesIn, GuildId, MessageId, Thread, Venue};

impl App {
    /// Where a server wants its games.
    pub async fn games_in(&self, guild: GuildId) -> Result<GamesIn, Error> {
        Ok(self.store.games_in(guild).await?)
    }

    /// Sets that. The caller checks the permission.
    pub async fn choose_games_in(&self, guild: GuildId, chosen: GamesIn) -> Result<(), Error> {
        Ok(self.store.choose_games_in(guild, chosen).await?)
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

    /// Whether a game is being played in a channel or a thread.
    pub async fn is_played_in(&self, venue: Venue) -> Result<bool, Error> {
        Ok(!self.store.running_in(venue.channel).await?.is_empty())
    }
}
