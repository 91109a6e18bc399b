//! What has been saved but not yet said: it is state too, so that nothing is
//! left unsaid by a crash, and nothing is said twice.

use super::columns::{column, id};
use super::{Error, Store};
use crate::game::{ChallengeId, GameId, MessageId, State};
use crate::time::Timestamp;

/// A game whose last event was not said in its channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// The game.
    pub game: GameId,
    /// The server's language.
    pub locale: String,
}

/// A challenge whose card shows something else than it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unshown {
    /// The challenge.
    pub challenge: ChallengeId,
    /// The server's language.
    pub locale: String,
    /// The card, if it was posted.
    pub message: Option<MessageId>,
}

impl Store {
    /// Games with something unsaid that nobody is about to say: because it
    /// happened before `quiet`, or because no interaction has caused it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsaid(&self, quiet: Timestamp) -> Result<Vec<Unsaid>, Error> {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "select id, locale from games g
             where announced < seq
               and (touched <= ? or not exists
                    (select 1 from events where game = g.id and seq > g.announced and cause is not null))
             order by touched limit 100",
        )
        .bind(quiet.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows
            .into_iter()
            .map(|(game, locale)| Unsaid {
                game: GameId(id(game)),
                locale,
            })
            .collect())
    }

    /// Challenges whose cards do not show what has become of them, and that
    /// changed before `quiet` or have expired.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unshown(&self, quiet: Timestamp) -> Result<Vec<Unshown>, Error> {
        let rows: Vec<(i64, String, Option<i64>)> = sqlx::query_as(
            "select id, locale, message from challenges
             where (shown is null or shown <> status) and (touched <= ? or status = 'expired') order by touched limit 100",
        )
        .bind(quiet.0)
        .fetch_all(&self.readers)
        .await?;
        let unshown = |(challenge, locale, message): (i64, String, Option<i64>)| Unshown {
            challenge: ChallengeId(id(challenge)),
            locale,
            message: message.map(|message| MessageId(id(message))),
        };
        Ok(rows.into_iter().map(unshown).collect())
    }

    /// Writes down that a game was said up to event `seq`, in `message` if a
    /// message holds its board now.
    ///
    /// Answers the message that holds an older board, whose buttons have to go.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn said(
        &self,
        game: GameId,
        seq: u32,
        message: Option<MessageId>,
    ) -> Result<Option<MessageId>, Error> {
        let mut change = self.begin().await?;
        let (announced, before): (u32, Option<i64>) =
            sqlx::query_as("select announced, message from games where id = ?")
                .bind(column(game.0))
                .fetch_one(&mut *change)
                .await?;
        let before = before.map(|before| MessageId(id(before)));
        if announced > seq {
            // Somebody has said more meanwhile: ours is the older board.
            return Ok(message.filter(|message| Some(*message) != before));
        }
        sqlx::query("update games set announced = ?, message = coalesce(?, message) where id = ?")
            .bind(seq)
            .bind(message.map(|message| column(message.0)))
            .bind(column(game.0))
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(before.filter(|before| message.is_some_and(|message| message != *before)))
    }

    /// Gives up saying what cannot be said: the channel is gone, or closed to us.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsayable(&self, game: GameId, seq: u32) -> Result<(), Error> {
        sqlx::query("update games set announced = max(announced, ?) where id = ?")
            .bind(seq)
            .bind(column(game.0))
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Writes down what a challenge's card shows, and where the card is.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn shown(
        &self,
        challenge: ChallengeId,
        state: State,
        message: Option<MessageId>,
    ) -> Result<(), Error> {
        sqlx::query("update challenges set shown = ?, message = coalesce(?, message) where id = ?")
            .bind(state.name())
            .bind(message.map(|message| column(message.0)))
            .bind(column(challenge.0))
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// The message that is a challenge's card, if one was posted.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn card(&self, challenge: ChallengeId) -> Result<Option<MessageId>, Error> {
        let message: Option<Option<i64>> =
            sqlx::query_scalar("select message from challenges where id = ?")
                .bind(column(challenge.0))
                .fetch_optional(&self.readers)
                .await?;
        Ok(message.flatten().map(|message| MessageId(id(message))))
    }
}
