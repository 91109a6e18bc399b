//! Threads in which games are played.

use super::{App, Error};
use crate::game::{Game, Thread};

impl App {
    /// Notes whether a game has a thread, and returns the game.
    pub async fn set_thread(&self, game: &Game, thread: Thread) -> Result<Game, Error> {
        let now = self.now();
        self.store
            .set_thread(game.id(), game.thread(), thread, now)
            .await?;
        self.load(game.id()).await
    }
}
