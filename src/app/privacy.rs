//! Personal data and data of servers: export, retention and deletion.

use std::collections::HashSet;

use super::{Act, App, Error, Result, Target};
use crate::game::{Denial, GameRecord, GuildId, PlayerId, State};
use crate::store::{ASKED_AFTER, Unchanged};
use crate::time::Seconds;

/// How long data of a server is stored after the bot was removed from it.
pub const KEPT_AFTER_DEPARTURE: Seconds = Seconds::days(90);
/// How long data of a person in a server is stored after Discord said that they are not a member.
/// With the time until that is asked, it is deleted no later than data of a server that the bot has
/// left.
pub const KEPT_AFTER_LEAVING: Seconds = Seconds(KEPT_AFTER_DEPARTURE.0 - ASKED_AFTER.0);
/// How long data of an inactive person is stored.
pub const KEPT_IN_SILENCE: Seconds = Seconds::days(730);

/// How often ending all running games of a person is tried: the end of a game may start the second
/// one of a pair.
const PASSES: u32 = 5;

impl App {
    /// The records of a person's games, newest first, as many as fit into the limit of bytes; and
    /// how many did not.
    pub async fn records(&self, player: PlayerId, most: usize) -> Result<(Vec<GameRecord>, usize)> {
        let games = self.store.all_games(player).await?;
        let mut records = Vec::new();
        let mut size = 0;
        for (number, id) in games.iter().enumerate() {
            let game = self.load(*id).await?;
            let record = game.record(self.store.names(game.setup.players).await?);
            size += record.to_string().len();
            if size > most {
                return Ok((records, games.len() - number));
            }
            records.push(record);
        }
        Ok((records, 0))
    }

    /// Deletes all personal data of a person. Their running games are resigned first and their
    /// challenges withdrawn or declined, as if they had done so themselves. In finished games a
    /// placeholder id replaces theirs.
    ///
    /// With a `guild`, which they have left, deletes only the data in it; all of it, if they have
    /// played nowhere else.
    ///
    /// # Errors
    /// Games that were ended before a failure stay ended, and the person is notified of nothing; done
    /// again, it does what is missing.
    pub async fn forget(&self, player: PlayerId, guild: Option<GuildId>) -> Result<()> {
        let stand_in = PlayerId::gone(getrandom::u64()?);
        if guild.is_none() {
            // The end of a game may start the second one of its pair, which calls its players.
            self.store.mute(player).await?;
        }
        for id in self.store.tournaments_of(player, guild).await? {
            self.remove_from(id, player).await?;
        }
        for _ in 0..PASSES {
            for game in self.store.running_of(player, guild).await? {
                let target = Target::Game(game.id);
                let resigned = self.act(player, game.venue, target, &Act::Resign, None);
                match resigned.await {
                    // It has ended in the meantime.
                    Ok(_) | Err(Error::Denial(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            for id in self.store.open_challenges(player).await? {
                let challenge = self.find_challenge(id).await?;
                if guild.is_some_and(|guild| guild != challenge.venue.guild) {
                    continue;
                }
                let state = if challenge.challenger == player {
                    State::Cancelled
                } else {
                    State::Declined
                };
                let now = self.now();
                let closed = self.store.close_challenge(&challenge, state, now, None);
                closed.await?;
            }
            match self.store.forget(player, guild, stand_in).await {
                Ok(()) => {
                    let server = guild.is_some();
                    tracing::info!(server, "a person's data was deleted");
                    return Ok(());
                }
                // Something was started in the meantime.
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }

    /// Notes whether a person is still a member of a server. They are not deleted yet: they may
    /// come back.
    pub async fn note_member(&self, player: PlayerId, guild: GuildId, stays: bool) -> Result<()> {
        let again = if stays {
            ASKED_AFTER
        } else {
            KEPT_AFTER_LEAVING
        };
        let ask = self.now().plus(again.0);
        Ok(self.store.note_missed(player, guild, !stays, ask).await?)
    }

    /// Compares the servers with stored data with those `present` that the bot is in. Deletes the
    /// data of servers that removed the bot long enough ago, and of people who have been inactive
    /// for long.
    ///
    /// # Errors
    /// A failure does not keep the rest from being deleted.
    pub async fn forget_the_absent(&self, present: &HashSet<GuildId>) -> Result<()> {
        let now = self.now();
        let mut failed = Ok(());
        for (guild, since) in self.store.removed_guilds().await? {
            if present.contains(&guild) {
                self.store.note_joined(guild).await?;
            } else if since.plus(KEPT_AFTER_DEPARTURE.0) <= now {
                // A failure must not stop the loop.
                match self.store.forget_guild(guild).await {
                    Ok(()) => tracing::info!("a server's data was deleted"),
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
