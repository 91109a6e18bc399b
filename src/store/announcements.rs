//! What has been saved but not yet said: it is state too, so that nothing is
//! left unsaid by a crash, and nothing is said twice.

use super::columns::{column, id};
use super::{Error, Store};
use crate::game::{ChallengeId, ChannelId, GameId, MessageId, State};
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

/// By which message a game was said; none if its id is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// By a new board, which makes all before it old.
    Board(Option<MessageId>),
    /// By an offer, beside the board.
    Offer(Option<MessageId>),
    /// By the news that an offer was declined; it may stand in the place of that offer.
    Declined(Option<MessageId>),
}

impl Said {
    fn message(self) -> Option<MessageId> {
        match self {
            Self::Board(message) | Self::Offer(message) | Self::Declined(message) => message,
        }
    }
}

/// A message whose buttons are of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub channel: ChannelId,
    /// Which.
    pub message: MessageId,
}

impl From<(i64, i64)> for Leftover {
    fn from((channel, message): (i64, i64)) -> Self {
        Self {
            channel: ChannelId(id(channel)),
            message: MessageId(id(message)),
        }
    }
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

    /// Up to which event a game was said.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn announced(&self, game: GameId) -> Result<u32, Error> {
        Ok(
            sqlx::query_scalar("select announced from games where id = ?")
                .bind(column(game.0))
                .fetch_one(&self.readers)
                .await?,
        )
    }

    /// Writes down that a game was said up to event `seq`, and by which message.
    ///
    /// Answers the messages of that game whose buttons have to go.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn said(&self, game: GameId, seq: u32, by: Said) -> Result<Vec<Leftover>, Error> {
        let mut change = self.begin().await?;
        let (announced, board, offer, touched): (u32, Option<i64>, Option<i64>, i64) =
            sqlx::query_as("select announced, message, offer, touched from games where id = ?")
                .bind(column(game.0))
                .fetch_one(&mut *change)
                .await?;
        let message = by.message().map(|message| column(message.0));
        let mut old = Vec::new();
        if announced > seq {
            // Somebody has said more meanwhile: what has just been said is old already.
            old.extend(message);
        } else {
            let (new_board, new_offer) = match by {
                Said::Board(None) => (board, offer),
                Said::Board(Some(_)) => (message, None),
                Said::Offer(_) => (board, message),
                Said::Declined(_) => (board, None),
            };
            old.extend(board.into_iter().chain(offer));
            old.retain(|old| {
                let now = [new_board, new_offer, message];
                !now.contains(&Some(*old))
            });
            sqlx::query("update games set announced = ?, message = ?, offer = ? where id = ?")
                .bind(seq)
                .bind(new_board)
                .bind(new_offer)
                .bind(column(game.0))
                .execute(&mut *change)
                .await?;
        }
        for old in old {
            sqlx::query("insert or ignore into leftovers (message, game, since) values (?, ?, ?)")
                .bind(old)
                .bind(column(game.0))
                .bind(touched)
                .execute(&mut *change)
                .await?;
        }
        let leftovers: Vec<(i64, i64)> = sqlx::query_as(
            "select g.channel, l.message from leftovers l join games g on g.id = l.game where g.id = ?",
        )
        .bind(column(game.0))
        .fetch_all(&mut *change)
        .await?;
        change.commit().await?;
        Ok(leftovers.into_iter().map(Leftover::from).collect())
    }

    /// Messages whose buttons have to go and that nobody is about to change:
    /// their games have not changed since `quiet`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leftovers(&self, quiet: Timestamp) -> Result<Vec<Leftover>, Error> {
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "select g.channel, l.message from leftovers l join games g on g.id = l.game
             where l.since <= ? order by l.since limit 100",
        )
        .bind(quiet.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(Leftover::from).collect())
    }

    /// Writes down that a message has lost its buttons, or cannot be reached.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stripped(&self, message: MessageId) -> Result<(), Error> {
        sqlx::query("delete from leftovers where message = ?")
            .bind(column(message.0))
            .execute(&self.writer)
            .await?;
        Ok(())
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
