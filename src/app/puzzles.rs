//! Puzzles: one a day for each server, and as many as one likes for oneself.

use super::{App, Error};
use crate::game::{Denial, GuildId, PlayerId, Puzzle, PuzzleId, StoredPuzzle, Tried};

/// A puzzle that was found.
pub type Found = (PuzzleId, Puzzle);

impl App {
    /// Today's puzzle of a server.
    pub async fn daily_puzzle(&self, guild: GuildId) -> Result<Found, Error> {
        let found = self.store.daily_puzzle(guild, self.now().day()).await?;
        self.known(found.ok_or(Denial::NoPuzzles)?)
    }

    /// A puzzle for one person, about as hard as they are strong.
    pub async fn next_puzzle(&self, player: PlayerId) -> Result<Found, Error> {
        let found = self.store.next_puzzle(player).await?;
        self.known(found.ok_or(Denial::NoPuzzles)?)
    }

    /// The puzzle of that number.
    pub async fn puzzle(&self, id: PuzzleId) -> Result<Found, Error> {
        let found = self.store.puzzle(id).await?;
        self.known((id, found.ok_or(Denial::UnknownPuzzle)?))
    }

    fn known(&self, (id, stored): (PuzzleId, StoredPuzzle)) -> Result<Found, Error> {
        let puzzle = Puzzle::read(&stored, self.store.registry());
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
        match self
            .store
            .share_puzzle(player, guild, self.now().day())
            .await?
        {
            true => Ok(()),
            false => Err(Denial::NothingToShare.into()),
        }
    }
}
