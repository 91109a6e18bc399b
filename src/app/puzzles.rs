//! Puzzles: one a day for each server, and any number in private.

use super::{App, Error};
use crate::game::{Denial, GuildId, PlayerId, Puzzle, PuzzleId, Tried};

/// A puzzle with its id.
pub type Found = (PuzzleId, Puzzle);

/// Selects a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which<'a> {
    /// Today's puzzle of a server.
    Daily(GuildId),
    /// One for this person, about as hard as they are strong; the id of its variant matches this
    /// pattern of SQL.
    Next(PlayerId, &'a str),
    /// The puzzle with this id.
    Numbered(PuzzleId),
}

impl App {
    /// A puzzle.
    pub async fn puzzle(&self, which: Which<'_>) -> Result<Found, Error> {
        let (id, stored) = match which {
            Which::Daily(guild) => self.store.daily_puzzle(guild, self.now().day()).await?,
            Which::Next(player, variants) => self.store.next_puzzle(player, variants).await?,
            Which::Numbered(id) => {
                let stored = self.store.puzzle(id).await?;
                Some((id, stored.ok_or(Denial::UnknownPuzzle)?))
            }
        }
        .ok_or(Denial::NoPuzzles)?;
        let puzzle = Puzzle::read(&stored, self.store.registry());
        Ok((id, puzzle.map_err(|_| Denial::UnknownPuzzle)?))
    }

    /// Notes that a person has tried a puzzle with the move `text`, or has asked for the solution.
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

    /// Notes that a player has shared with a channel that they solved the puzzle of the day.
    ///
    /// # Errors
    /// If they did not solve it, or have shared it already.
    pub async fn share_puzzle(&self, player: PlayerId, guild: GuildId) -> Result<(), Error> {
        let shared = self.store.share_puzzle(player, guild, self.now().day());
        match shared.await? {
            true => Ok(()),
            false => Err(Denial::NothingToShare.into()),
        }
    }
}
