//! What is kept of a person and of a server, and how it is deleted.

use std::collections::{BTreeMap, HashSet};

use super::{Act, App, Error, Target, lots};
use crate::game::{Denial, GameRecord, GuildId, PlayerId, State};
use crate::store::{self, ASKED_AFTER, Kept, Table, Unchanged};
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
    /// How much is kept of a person.
    pub async fn kept(&self, player: PlayerId) -> Result<Kept, Error> {
        Ok(self.store.kept(player).await?)
    }

    /// All that is kept of a person, table by table.
    pub async fn read_out(&self, player: PlayerId) -> Result<Vec<Table>, Error> {
        Ok(self.store.read_out(player).await?)
    }

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
            let record = GameRecord::of(&stored, names, self.registry());
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
    /// # Errors
    /// What was ended before a failure stays ended; done again, it does what is missing.
    pub async fn forget(&self, player: PlayerId) -> Result<(), Error> {
        self.forget_in(player, None).await?;
        tracing::info!("all that was kept of a person was deleted");
        Ok(())
    }

    /// The same, but only what belongs to a server that they have left; all, if they have played
    /// nowhere else.
    ///
    /// # Errors
    /// As above.
    pub async fn forget_leaver(&self, player: PlayerId, guild: GuildId) -> Result<(), Error> {
        self.forget_in(player, Some(guild)).await?;
        tracing::info!("what was kept of a person in a server they left was deleted");
        Ok(())
    }

    async fn forget_in(&self, player: PlayerId, guild: Option<GuildId>) -> Result<(), Error> {
        let stand_in = lots::stand_in()?;
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
                match settled.await {
                    Ok(()) | Err(Unchanged::Conflict) => {}
                    Err(unchanged) => return Err(unchanged.into()),
                }
            }
            match self.store.forget(player, guild, stand_in).await {
                Ok(()) => return Ok(()),
                // Something has begun meanwhile.
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }

    /// Some of those on the leaderboard of a server of whom nothing was heard there for so long
    /// that Discord is to be asked whether they are still members; and whether they were missed
    /// the last time. If nothing is answered they are told again after a day.
    pub async fn to_ask_after(
        &self,
        most: u32,
    ) -> Result<BTreeMap<(GuildId, PlayerId), bool>, Error> {
        let now = self.now();
        Ok(self.store.to_ask_after(now, now.plus(DAY.0), most).await?)
    }

    /// Notes that somebody is still a member of a server.
    pub async fn stays(&self, player: PlayerId, guild: GuildId) -> Result<(), Error> {
        let ask = self.now().plus(ASKED_AFTER.0);
        Ok(self.store.note_missed(player, guild, false, ask).await?)
    }

    /// Notes that somebody is no member of a server; they may come back.
    pub async fn misses(&self, player: PlayerId, guild: GuildId) -> Result<(), Error> {
        let ask = self.now().plus(KEPT_AFTER_LEAVING.0);
        Ok(self.store.note_missed(player, guild, true, ask).await?)
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
        for (guild, since) in self.store.departures().await? {
            if present.contains(&guild) {
                self.store.arrive(guild).await?;
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
                self.store.depart(guild, now).await?;
            }
        }
        let long_ago = now.plus(-KEPT_IN_SILENCE.0);
        for player in self.store.unheard(long_ago).await? {
            if let Err(error) = self.forget(player).await {
                failed = Err(error);
            }
        }
        failed
    }
}
