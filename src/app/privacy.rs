//! What is kept of a person and of a server, and how it is deleted.

use std::collections::{BTreeMap, HashSet};

use super::{Act, App, Error, Target, random};
use crate::game::{Denial, GameRecord, GuildId, PlayerId, State};
use crate::store::{self, ASKED_AFTER, Unchanged};
use crate::time::{DAY, Seconds};

/// How long a server is kept from which the bot was removed.
pub const KEPT_AFTER_DEPARTURE: Seconds = Seconds::days(90);
/// How long a person is kept in a server that they are found to have left. With the time in which
/// that is found they are gone from there as soon as a server that the bot has left.
pub const KEPT_AFTER_LEAVING: Seconds = Seconds(KEPT_AFTER_DEPARTURE.0 - ASKED_AFTER.0);
/// How long a person is kept of whom nothing is heard.
pub const KEPT_IN_SILENCE: Seconds = Seconds::days(730);

/// How often it is tried to end all that a person has begun: the end of a game may begin the
/// second one of a pair.
const PASSES: u32 = 5;

impl App {
    /// The records of a person's games, newest first, as many as fit into so many bytes; and
    /// how many did not.
    pub async fn records(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<(Vec<GameRecord>, usize), Error> {
        let games = self.store.all_games(player).await?;
        let (mut records, mut size) = (Vec::new(), 0);
        for (number, id) in games.iter().enumerate() {
            let stored = self.store.record(*id).await?.ok_or(Denial::UnknownGame)?;
            let names = self.store.names(stored.players).await?;
            let record = GameRecord::of(&stored, names, self.store.registry());
            let record = record.map_err(store::Error::from)?;
            size += record.to_string().len();
            if size > most {
                return Ok((records, games.len() - number));
            }
            records.push(record);
        }
        Ok((records, 0))
    }

    /// Deletes all that is kept of a person. Their running games are resigned first and their
    /// challenges withdrawn or declined, as if they had done so themselves; in what was played
    /// an id without a person takes the place of theirs.
    ///
    /// Of a `guild` that they have left, only what belongs to it is deleted; all, if they have
    /// played nowhere else.
    ///
    /// # Errors
    /// What was ended before a failure stays ended; done again, it does what is missing.
    pub async fn forget(&self, player: PlayerId, guild: Option<GuildId>) -> Result<(), Error> {
        let stand_in = random::stand_in()?;
        for _ in 0..PASSES {
            for game in self.store.running_of(player, guild).await? {
                let target = Target::Game(game.id);
                match self
                    .act(player, game.venue, target, &Act::Resign, None)
                    .await
                {
                    // It has ended meanwhile.
                    Ok(_) | Err(Error::Denial(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            for id in self.store.open_challenges(player).await? {
                let challenge = self.find_challenge(id).await?;
                if guild.is_some_and(|guild| guild != challenge.venue.guild) {
                    continue;
                }
                let state = match challenge.challenger == player {
                    true => State::Cancelled,
                    false => State::Declined,
                };
                let now = self.now();
                let settled = self.store.settle_challenge(&challenge, state, now, None);
                settled.await?;
            }
            match self.store.forget(player, guild, stand_in).await {
                Ok(()) => {
                    let server = guild.is_some();
                    tracing::info!(server, "what was kept of a person was deleted");
                    return Ok(());
                }
                // Something has begun meanwhile.
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }

    /// Some of those on the leaderboard of a server of whom nothing was heard there for so long
    /// that Discord is to be asked whether they are still members; and whether they were missed
    /// the last time. Without an answer it is said again after a day.
    pub async fn to_ask_after(
        &self,
        most: u32,
    ) -> Result<BTreeMap<(GuildId, PlayerId), bool>, Error> {
        let now = self.now();
        Ok(self.store.to_ask_after(now, now.plus(DAY.0), most).await?)
    }

    /// Notes whether somebody is still a member of a server. If not, they may come back.
    pub async fn note_member(
        &self,
        player: PlayerId,
        guild: GuildId,
        stays: bool,
    ) -> Result<(), Error> {
        let again = if stays {
            ASKED_AFTER
        } else {
            KEPT_AFTER_LEAVING
        };
        let ask = self.now().plus(again.0);
        Ok(self.store.note_missed(player, guild, !stays, ask).await?)
    }

    /// Compares the servers of which something is kept with those `present` that the bot is
    /// in. What was kept for long enough since a server removed the bot is deleted, and so is
    /// what is kept of people of whom nothing was heard for long.
    ///
    /// # Errors
    /// What can be deleted is deleted, whatever else failed.
    pub async fn forget_the_absent(&self, present: &HashSet<GuildId>) -> Result<(), Error> {
        let now = self.now();
        let mut failed = Ok(());
        for (guild, since) in self.store.removed_guilds().await? {
            if present.contains(&guild) {
                self.store.note_joined(guild).await?;
            } else if since.plus(KEPT_AFTER_DEPARTURE.0) <= now {
                // One that fails must not keep the others: neither a server nor a person.
                match self.store.forget_guild(guild).await {
                    Ok(()) => tracing::info!("all that was kept of a server was deleted"),
                    Err(error) => failed = Err(error.into()),
                }
            }
        }
        for guild in self.store.guilds().await? {
            if !present.contains(&guild) {
                self.store.note_removed(guild, now).await?;
            }
        }
        let long_ago = now.plus(-KEPT_IN_SILENCE.0);
        for player in self.store.unheard(long_ago).await? {
            if let Err(error) = self.forget(player, None).await {
                failed = Err(error);
            }
        }
        failed
    }
}
