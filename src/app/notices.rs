//! How people are told that it is their turn.

use super::{App, Error};
use crate::game::{ChannelId, Game, GameId, GameSummary, MessageId, Notices, PlayerId};
use crate::store::{Debt, Lease, Receiver};
use crate::time::Timestamp;

impl App {
    /// How somebody is told.
    pub async fn receiver(&self, player: PlayerId) -> Result<Receiver, Error> {
        Ok(self.store.receiver(player).await?)
    }

    /// Sets how a person called `name` is told, directly in the language `locale`.
    pub async fn choose_notices(
        &self,
        player: PlayerId,
        name: &str,
        notices: &Notices,
        locale: &str,
    ) -> Result<(), Error> {
        let now = self.now();
        let chosen = self
            .store
            .choose_notices(player, name, notices, locale, now);
        Ok(chosen.await?)
    }

    /// Remembers the channel of direct messages to a person, or that there is none.
    pub async fn know_direct(
        &self,
        player: PlayerId,
        channel: Option<ChannelId>,
    ) -> Result<(), Error> {
        Ok(self.store.know_direct(player, channel).await?)
    }

    /// Who is told of a game's event, or of a later one, otherwise than by its board.
    pub async fn told_otherwise(&self, game: GameId, seq: u32) -> Result<Vec<PlayerId>, Error> {
        Ok(self.store.told_otherwise(game, seq).await?)
    }

    /// Notes that a debt was paid by this direct message to a player.
    pub async fn told_directly(
        &self,
        owed: (Lease, Debt),
        player: PlayerId,
        by: (ChannelId, MessageId),
    ) -> Result<(), Error> {
        let now = self.now();
        Ok(self.store.told_directly(owed, player, by, now).await?)
    }

    /// The running games of all servers in which it is a player's turn, soonest deadline
    /// first.
    pub async fn turns_everywhere(&self, player: PlayerId) -> Result<Vec<GameSummary>, Error> {
        let mut games = self.games_everywhere(player).await?;
        games.retain(|game| game.waits_for(player));
        Ok(games)
    }

    /// Has whoever is to move in a game reminded of it.
    pub async fn remind(&self, game: &Game) -> Result<(), Error> {
        let (event, channel) = ((game.id(), game.seq()), game.home().channel);
        Ok(self.store.owe_reminder(event, channel, self.now()).await?)
    }

    /// Has those told of all their games who want it at this hour of their day.
    pub(super) async fn digest(&self, now: Timestamp) -> Result<(), Error> {
        for (player, notices) in self.store.digests(now).await? {
            let next = notices.next_digest(now);
            self.store.owe_digest(player, next, now).await?;
        }
        Ok(())
    }
}
