//! Threads: servers' settings, and the threads of games.

use sqlx::AnyConnection;

use super::columns::{count, flag};
use super::outbox::{self, Means, Origin};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store, upkeep};
use crate::game::{ChallengeId, ChannelId, Game, GameId, MessageId, Post, Thread};
use crate::time::Timestamp;

impl Reads {
    /// The card of the challenge of a game, or of its pair, if known.
    pub async fn card_of(&self, game: GameId) -> Result<Option<(ChannelId, MessageId)>, Error> {
        let card =
            "select c.channel, c.message
             from games g join games f on f.id = coalesce(g.pair, g.id) join challenges c on c.id = f.challenge
             where g.id = $1 and c.message is not null";
        Ok(sql::find(&self.readers, card, params![game]).await?)
    }

    /// Returns whether the card of a game's challenge is not posted yet.
    pub async fn awaits_card(&self, game: GameId) -> Result<bool, Error> {
        let cards = "select count(*) from outbox o join games g on g.challenge = o.challenge
                     where g.id = $1 and o.role = 'card'";
        Ok(sql::only::<i64>(&self.readers, cards, params![game]).await? > 0)
    }
}

impl Store {
    /// Stores whether a game has a thread, unless that has changed from `before`, and enqueues the
    /// upkeep of its card; returns whether it was stored. Where nothing can be posted, the clock
    /// stands still; else `alarm` is when to check it.
    pub async fn set_thread(
        &self,
        after: &Game,
        before: Thread,
        alarm: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, Error> {
        changing!(self, |change| {
            let (game, thread) = (after.id(), after.thread());
            let set =
                "update games set thread = $3 where id = $1 and thread is not distinct from $2";
            let is_set = sql::run(&mut *change, set, params![game, before, thread]).await? > 0;
            if is_set {
                if [before, thread].contains(&Thread::Nowhere) {
                    let set = "update games set deadline = $2, alarm = $3 where id = $1";
                    sql::run(&mut *change, set, params![game, after.deadline(), alarm]).await?;
                }
                if thread == Thread::Nowhere || matches!(before, Thread::Open(_)) {
                    insert_board(&mut *change, game, false, now).await?;
                }
                upkeep::of_game(&mut *change, game, None, now).await?;
            }
            Ok(is_set)
        })
    }
}

/// Enqueues the first board of the game that a challenge became.
pub(super) async fn insert_first(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    (board, thread): (Post, Thread),
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    if thread != Thread::Wanted {
        return outbox::insert(connection, board, channel, origin, now).await;
    }
    // The thread is opened from the card, which may be known only now, if the origin edits it.
    if let Some(Means::Edit(card)) = origin.and_then(|origin| Some(&origin.sender.as_ref()?.by)) {
        let set = "update challenges set message = $2 where id = $1 and message is null";
        sql::run(&mut *connection, set, params![challenge, card]).await?;
    }
    let beside = origin.cloned().map(Origin::beside);
    outbox::insert(connection, board, channel, beside.as_ref(), now).await
}

/// Enqueues the present board of a game whose message, or whose thread, is lost; if one is enqueued
/// already, only if it is to come `again`.
pub(super) async fn insert_board(
    connection: &mut AnyConnection,
    game: GameId,
    again: bool,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let unposted = "select channel, (select max(seq) from events where game = $1
                                       and kind in ('started', 'moved', 'planned', 'taken-back', 'finished'))
                    from games where id = $1
                      and ($2 = 1 or not exists (select 1 from outbox where game = $1 and role = 'board'))";
    let unposted = sql::find(&mut *connection, unposted, params![game, flag(again)]).await?;
    if let Some((channel, seq)) = unposted {
        let board = Post::Board(game, count(seq));
        outbox::insert(connection, board, channel, None, now).await?;
    }
    Ok(())
}
