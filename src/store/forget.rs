//! Deletes personal data: all of it, or the data in one server.

use std::sync::atomic::Ordering;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::privacy::own_conversations;
use super::session::changing;
use super::sql::{self, params};
use super::{Engine, Error, Reads, Store, Unchanged};
use crate::game::{ChallengeId, GuildId, PlayerId};

/// Deletes a person's data in the servers and conversations with ids from `$2` to `$3`.
const DELETED_THERE: [&str; 6] = [
    "update tournaments set version = version + 1, due = 0 where guild between $2 and $3
        and id in (select tournament from tournament_players where player = $1)",
    "delete from tournament_players where player = $1
        and tournament in (select id from tournaments where phase = 'sign-up' and guild between $2 and $3)",
    "delete from ratings where player = $1 and guild between $2 and $3",
    "delete from daily_solutions where player = $1 and guild between $2 and $3",
    "delete from messages where player = $1
        and game in (select id from games where first = $1 and guild between $2 and $3
                     union all
                     select id from games where second = $1 and guild between $2 and $3)",
    "delete from outbox where player = $1
        and game in (select id from games where first = $1 and guild between $2 and $3
                     union all
                     select id from games where second = $1 and guild between $2 and $3)",
];

/// Deletes the rest, if all data is deleted. Conversations in user installs in which they have
/// played are stored again with the next challenge there.
const DELETED: [&str; 4] = [
    concat!("delete from guilds where ", own_conversations!()),
    "delete from attempts where player = $1",
    "delete from messages where player = $1",
    "delete from outbox where player = $1",
];

/// Deletes the name and the settings of a person who has played nowhere else and tried no puzzle.
const LEFT_OVER: &str = "
    delete from players where id = $1
        and not exists (select 1 from challenges where challenger = $1)
        and not exists (select 1 from challenges where opponent = $1)
        and not exists (select 1 from games where first = $1)
        and not exists (select 1 from games where second = $1)
        and not exists (select 1 from tournament_players where player = $1)
        and not exists (select 1 from tournaments where organizer = $1 or canceller = $1)
        and not exists (select 1 from attempts where player = $1)";

/// A person's running games there, and the open challenges by them and to them.
const BUSY: &str = "
    select (select count(*) from games where status = 'playing' and first = $1 and guild between $2 and $3)
         + (select count(*) from games where status = 'playing' and second = $1 and guild between $2 and $3)
         + (select count(*) from challenges
            where status = 'open' and challenger = $1 and guild between $2 and $3)
         + (select count(*) from challenges
            where status = 'open' and opponent = $1 and guild between $2 and $3)";

/// The first event of a game names the first player.
const BEGINNER: &str = "
    update events set text = replace(text, $4, $5)
    where seq = 1 and game in (select id from games where first = $1 and guild between $2 and $3)";

/// Replaces the id `$1` by `$4`, but not in running games: nobody could play those.
const REPLACED: [&str; 7] = [
    "update tournament_players set player = $4
        where player = $1 and tournament in (select id from tournaments where guild between $2 and $3)",
    "update tournaments set organizer = $4 where organizer = $1 and guild between $2 and $3",
    "update tournaments set canceller = $4 where canceller = $1 and guild between $2 and $3",
    "update games set first = $4 where first = $1 and status <> 'playing' and guild between $2 and $3",
    "update games set second = $4 where second = $1 and status <> 'playing' and guild between $2 and $3",
    "update challenges set challenger = $4
        where challenger = $1 and status <> 'open' and guild between $2 and $3",
    "update challenges set opponent = $4 where opponent = $1 and status <> 'open' and guild between $2 and $3",
];

/// Empties the write-ahead log. Turns do not wait for readers there.
const EMPTY: &str =
    "pragma busy_timeout = 0; pragma wal_checkpoint(truncate); pragma busy_timeout = 5000";

impl Reads {
    /// The open challenges by a person and to them.
    pub async fn open_challenges(&self, player: PlayerId) -> Result<Vec<ChallengeId>, Error> {
        let open = "select id from challenges where status = 'open' and (challenger = $1 or opponent = $1)";
        Ok(sql::values(&self.readers, open, params![player]).await?)
    }
}

impl Store {
    /// Deletes all personal data, or a person's data in one server. In their games there, and in
    /// the challenges of these, `stand_in` replaces them.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if they have a running game or an open challenge there.
    pub async fn forget(
        &self,
        player: PlayerId,
        guild: Option<GuildId>,
        stand_in: PlayerId,
    ) -> Result<(), Unchanged> {
        let from = guild.unwrap_or(GuildId(i64::MIN.cast_unsigned()));
        let to = guild.unwrap_or(GuildId(i64::MAX.cast_unsigned()));
        let done: Result<(), Unchanged> = changing!(self, |change| {
            idle(&mut *change, player, from, to).await?;
            let names = [player, stand_in].map(|name| format!(" {name}"));
            let names = params![player, from, to, &names[0], &names[1]];
            sql::run(&mut *change, BEGINNER, names).await?;
            if guild.is_none() {
                for statement in DELETED {
                    sql::run(&mut *change, statement, params![player]).await?;
                }
            }
            for statement in DELETED_THERE {
                sql::run(&mut *change, statement, params![player, from, to]).await?;
            }
            for statement in REPLACED {
                let replaced = params![player, from, to, stand_in];
                sql::run(&mut *change, statement, replaced).await?;
            }
            sql::run(&mut *change, LEFT_OVER, params![player]).await?;
            // On a server, other transactions may have started a game since.
            idle(change, player, from, to).await
        });
        done?;
        self.deleted.store(true, Ordering::SeqCst);
        Ok(self.truncate_wal().await?)
    }

    /// Removes deleted data from the write-ahead log, too; if a reader is in the way, the next call
    /// does. After a start it is unknown whether something was deleted before.
    ///
    /// A server does so itself, at its next vacuum.
    pub async fn truncate_wal(&self) -> Result<(), Error> {
        if self.engine == Engine::Postgres || !self.deleted.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        let told = sql::rows(&self.writer, EMPTY, params![]).await;
        let busy = |row: &AnyRow| row.try_get::<i64, _>("busy").is_ok_and(|busy| busy != 0);
        let left = told.as_ref().map_or(true, |rows| rows.iter().any(busy));
        self.deleted.fetch_or(left, Ordering::SeqCst);
        told?;
        Ok(())
    }
}

/// # Errors
/// [`Unchanged::Conflict`] if a person has a running game or an open challenge in one of these
/// servers.
async fn idle(
    connection: &mut AnyConnection,
    player: PlayerId,
    from: GuildId,
    to: GuildId,
) -> Result<(), Unchanged> {
    match sql::only::<i64>(connection, BUSY, params![player, from, to]).await? {
        0 => Ok(()),
        _ => Err(Unchanged::Conflict),
    }
}
