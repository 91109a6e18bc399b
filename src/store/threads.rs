//! Threads: where servers want their games, and where the games are.

use sqlx::AnyConnection;

use super::columns::{count, nonce};
use super::outbox::{BOARD_SEQ, Debt, Means, Origin, owe_beside, owe_for};
use super::session::changing;
use super::{Error, Reads, Store};
use crate::game::{
    ARCHIVE_AFTER, ChallengeId, ChannelId, Game, GameId, GamesIn, GuildId, MessageId, Thread,
};
use crate::time::Timestamp;

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Its last event.
    pub seq: u32,
    /// Whether it has a thread.
    pub thread: Thread,
}

impl Reads {
    /// Where a server wants its games.
    pub async fn games_in(&self, guild: GuildId) -> Result<GamesIn, Error> {
        let chosen: Option<Option<GamesIn>> =
            sqlx::query_scalar("select games_in from guilds where id = $1")
                .bind(guild)
                .fetch_optional(&self.readers)
                .await?;
        Ok(chosen.flatten().unwrap_or_default())
    }

    /// The card of the challenge that has become a game, or its pair: where it is, if it is
    /// known.
    pub async fn card_of(&self, game: GameId) -> Result<Option<(ChannelId, MessageId)>, Error> {
        let card: Option<(ChannelId, Option<MessageId>)> = sqlx::query_as(
            "select c.channel, c.message
             from games g join games f on f.id = coalesce(g.pair, g.id) join challenges c on c.id = f.challenge
             where g.id = $1",
        )
        .bind(game)
        .fetch_optional(&self.readers)
        .await?;
        Ok(card.and_then(|(channel, message)| Some((channel, message?))))
    }

    /// How far a game is.
    pub async fn progress(&self, game: GameId) -> Result<Progress, Error> {
        let progress = sqlx::query_as("select seq, thread from games where id = $1").bind(game);
        let (seq, thread) = progress.fetch_one(&self.readers).await?;
        Ok(Progress {
            seq: count(seq),
            thread,
        })
    }

    /// Whether a game is being played in a thread, a challenge stands there, or somebody is still to
    /// be told there how a game has ended.
    pub async fn is_busy(&self, thread: ChannelId) -> Result<bool, Error> {
        let busy: i64 = sqlx::query_scalar(
            "select (select count(*) from games where status = 'playing' and (channel = $1 or thread = $1))
                  + (select count(*) from challenges where status = 'open' and channel = $1)
                  + (select count(*) from outbox o join games g on g.id = o.game
                     where o.kind = 'notice' and (g.channel = $1 or g.thread = $1))",
        )
        .bind(thread)
        .fetch_one(&self.readers)
        .await?;
        Ok(busy > 0)
    }
}

impl Store {
    /// Notes whether a game has a thread, unless that has changed from `before`. Its card
    /// is to say so.
    pub async fn set_thread(
        &self,
        game: GameId,
        before: Thread,
        after: Thread,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let changed = sqlx::query(
                "update games set thread = $1 where id = $2 and thread is not distinct from $3",
            )
            .bind(after)
            .bind(game)
            .bind(before)
            .execute(&mut *change)
            .await?;
            if changed.rows_affected() > 0 {
                if let Thread::Open(left) = before {
                    leave(&mut *change, game, left, now).await?;
                }
                owe_score(&mut *change, game, now).await?;
            }
            Ok(())
        })
    }
}

/// Notes that the first board of the game that a challenge has become is to be told.
pub(super) async fn owe_first(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    (board, thread): (Debt, Thread),
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    if thread != Thread::Wanted {
        return owe_for(connection, board, channel, origin, now).await;
    }
    // The thread is opened from the card, which may be known only now.
    know_card(connection, challenge, origin).await?;
    owe_beside(connection, board, channel, origin, now).await
}

/// Notes which message is the card of a challenge, if it is being changed.
async fn know_card(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    origin: Option<&Origin>,
) -> Result<(), sqlx::Error> {
    let by = origin.and_then(|origin| Some(&origin.payer.as_ref()?.by));
    if let Some(Means::Edit(message)) = by {
        sqlx::query("update challenges set message = $1 where id = $2 and message is null")
            .bind(message)
            .bind(challenge)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Notes that the card of a game with a thread is to tell how it stands, and that the
/// thread is to be archived when the game is over.
pub(super) async fn owe_thread(
    connection: &mut AnyConnection,
    after: &Game,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let Thread::Open(thread) = after.thread() else {
        return Ok(());
    };
    owe_score(connection, after.id(), now).await?;
    // A pair is over when both are.
    if after.counted().is_none() {
        return Ok(());
    }
    let ours = "select count(*) from challenges where message = $1";
    let ours: i64 = sqlx::query_scalar(ours)
        .bind(thread)
        .fetch_one(&mut *connection)
        .await?;
    // What people have opened themselves is theirs to close.
    if ours > 0 {
        let archive = Debt::Archive(after.id(), after.seq());
        owe_for(connection, archive, thread, None, now.plus(ARCHIVE_AFTER)).await?;
    }
    Ok(())
}

/// Forgets the messages of a game in a thread that it has left; they are to lose their
/// buttons, if they are still there.
async fn leave(
    connection: &mut AnyConnection,
    game: GameId,
    left: ChannelId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into outbox (kind, channel, message, nonce, born, not_before, tries)
         select 'strip', $2, old.message, $4, $3, $3, 0
         from (select message from games where id = $1 union select offer from games where id = $1
               union select notice from games where id = $1) old
         where old.message is not null",
    )
    .bind(game)
    .bind(left)
    .bind(now)
    .bind(nonce())
    .execute(&mut *connection)
    .await?;
    // The board is to be seen in the channel, whatever was to be told.
    let board: i64 = sqlx::query_scalar(BOARD_SEQ)
        .bind(game)
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query(
        "insert into outbox (kind, channel, game, seq, nonce, born, not_before, tries)
         select 'board', channel, id, $3, $4, $2, $2, 0
         from games where id = $1 and not exists (select 1 from outbox where game = $1 and kind = 'board')",
    )
    .bind(game)
    .bind(now)
    .bind(board)
    .bind(nonce())
    .execute(&mut *connection)
    .await?;
    sqlx::query("update games set message = null, offer = null, notice = null where id = $1")
        .bind(game)
        .execute(connection)
        .await?;
    Ok(())
}

/// Notes, once, that the card of a game is out of date. A card that is being changed at
/// this moment may be out of date again.
async fn owe_score(
    connection: &mut AnyConnection,
    game: GameId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into outbox (kind, channel, challenge, message, nonce, born, not_before, tries)
         select 'card', c.channel, c.id, c.message, $3, $2, $2, 0
         from games g join games f on f.id = coalesce(g.pair, g.id) join challenges c on c.id = f.challenge
         where g.id = $1 and c.message is not null
           and not exists (select 1 from outbox where kind = 'card' and challenge = c.id and lease is null)",
    )
    .bind(game)
    .bind(now)
    .bind(nonce())
    .execute(connection)
    .await?;
    Ok(())
}
