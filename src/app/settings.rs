//! What a person has chosen about how they play.

use super::{App, Error};
use crate::game::{Game, PlayerId};

impl App {
    /// Whether a person wants to confirm what they have chosen in the panel of a turn.
    pub async fn confirms(&self, player: PlayerId) -> Result<bool, Error> {
        Ok(self.store.confirms(player).await?)
    }

    /// Sets that for a person called `name`.
    pub async fn choose_confirms(
        &self,
        player: PlayerId,
        name: &str,
        confirms: bool,
    ) -> Result<(), Error> {
        let now = self.now();
        let chosen = self.store.choose_confirms(player, name, confirms, now);
        Ok(chosen.await?)
    }

    /// How a player began their newest other game of the same variant.
    pub async fn usual_opening(
        &self,
        player: PlayerId,
        game: &Game,
    ) -> Result<Option<String>, Error> {
        let variant = game.variant().id;
        Ok(self.store.opening_of(player, variant, game.id()).await?)
    }
}
