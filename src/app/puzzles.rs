//! Puzzles: one a day for each server, and any number in private.

use super::{App, Result};
use crate::game::{Denial, GuildId, PlayerId, Puzzle, PuzzleId, Tried};

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
    pub async fn puzzle(&self, which: Which<'_>) -> Result<Puzzle> {
        let store = &self.store;
        let (found, missing) = match which {
            Which::Daily(guild) => {
                let today = self.now().day();
                (store.daily_puzzle(guild, today).await?, Denial::NoPuzzles)
            }
            Which::Next(player, variants) => {
                let next = store.next_puzzle(player, variants);
                (next.await?, Denial::NoPuzzles)
            }
            Which::Numbered(id) => (store.puzzle(id).await?, Denial::UnknownPuzzle),
        };
        let puzzle = Puzzle::read(&found.ok_or(missing)?, store.registry);
        Ok(puzzle.map_err(|_| Denial::UnknownPuzzle)?)
    }

    /// Notes that a person has tried a puzzle with the move `text`, or has asked for the solution.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub async fn try_puzzle(
        &self,
        by: PlayerId,
        guild: GuildId,
        puzzle: &Puzzle,
        text: Option<&str>,
    ) -> Result<Tried> {
        let right = text.map(|text| puzzle.is_solved_by(text));
        let right = right.transpose().map_err(Denial::Refused)?;
        let tried = (self.store).try_puzzle(by, guild, puzzle, right, self.now());
        Ok(tried.await?)
    }

    /// Notes that a player has shared with a channel that they solved the puzzle of a day.
    ///
    /// # Errors
    /// If they did not solve it, or have shared it already.
    pub async fn share_puzzle(&self, player: PlayerId, guild: GuildId, day: i64) -> Result<()> {
        let shared = self.store.share_puzzle(player, guild, day);
        if shared.await? {
            Ok(())
        } else {
            Err(Denial::NothingToShare.into())
        }
    }
}
