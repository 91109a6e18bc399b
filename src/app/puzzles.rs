//! Puzzles: one a day for each server, and as many as one likes for oneself.

use super::{App, Error};
use crate::game::{Denial, GuildId, PlayerId, Puzzle, PuzzleId, StoredPuzzle, Tried};

/// A puzzle that was found.
pub type Found = (PuzzleId, Puzzle);

impl App {
    /// The present day, by universal time: days since the Unix epoch.
    #[must_use]
    pub fn today(&self) -> i64 {
        self.now().day()
    }

    /// Today's puzzle of a server.
    pub async fn daily_puzzle(&self, guild: GuildId) -> Result<Found, Error> {
        let found = self.store.daily_puzzle(guild, self.today()).await?;
        self.read(found.ok_or(Denial::NoPuzzles)?)
    }

    /// A puzzle for one person, about as hard as they are strong.
    pub async fn next_puzzle(&self, player: PlayerId) -> Result<Found, Error> {
        let found = self.store.next_puzzle(player).await?;
        self.read(found.ok_or(Denial::NoPuzzles)?)
    }

    /// The puzzle of that number.
    pub async fn puzzle(&self, id: PuzzleId) -> Result<Found, Error> {
        let found = self.store.puzzle(id).await?;
        self.read((id, found.ok_or(Denial::UnknownPuzzle)?))
    }

    fn read(&self, (id, stored): (PuzzleId, StoredPuzzle)) -> Result<Found, Error> {
        let puzzle = Puzzle::read(&stored, self.registry());
        Ok((id, puzzle.map_err(|_| Denial::UnknownPuzzle)?))
    }

    /// Notes that somebody has tried a puzzle with the move `text`, or has asked for the
    /// solution.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub async fn try_puzzle(
        &self,
        by: PlayerId,
        guild: GuildId,
        (id, puzzle): &Found,
        text: Option<&str>,
    ) -> Result<Tried, Error> {
        let right = text.map(|text| puzzle.is_solved_by(text));
        let right = right.transpose().map_err(Denial::Refused)?;
        let (asked, now) = ((*id, puzzle.rating()), self.now());
        Ok(self
            .store
            .try_puzzle(by, (guild, now.day()), asked, right, now)
            .await?)
    }

    /// Notes that a channel is told that somebody has solved the puzzle of the day.
    ///
    /// # Errors
    /// If that is not so, or a channel was told already.
    pub async fn share_puzzle(&self, player: PlayerId, guild: GuildId) -> Result<(), Error> {
        match self.store.share_puzzle(player, guild, self.today()).await? {
            true => Ok(()),
            false => Err(Denial::NothingToShare.into()),
        }
    }

    /// On how many days in a row somebody has solved a server's puzzle of the day.
    pub async fn streak(&self, player: PlayerId, guild: GuildId) -> Result<u32, Error> {
        Ok(self.store.streak(player, guild, self.today()).await?)
    }
}
