//! Data retention: removed servers, former members and inactive people.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use super::columns::{flag, skipping};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store, Work};
use crate::game::{GuildId, PlayerId};
use crate::time::{DAY, Seconds, Timestamp};

/// When no game of theirs has ended in a server for this long, Discord is asked whether a person is
/// still a member; and again after the same time.
pub const ASKED_AFTER: Seconds = Seconds::days(60);

/// The servers with stored data; ids of user-install contexts are negative, and are not included. The
/// query skips through challenges and puzzles from one server to the next: every game has a challenge.
const GUILDS: &str = "
    with recursive
        challenged (guild) as (
            select min(guild) from challenges where guild >= 0
            union all
            select (select min(c.guild) from challenges c where c.guild > challenged.guild)
            from challenged where guild is not null),
        puzzled (guild) as (
            select min(guild) from daily_puzzles
            union all
            select (select min(d.guild) from daily_puzzles d where d.guild > puzzled.guild)
            from puzzled where guild is not null)
    select guild from challenged where guild is not null
    union
    select guild from puzzled where guild is not null
    union
    select id from guilds where id >= 0
    union
    select guild from allowed_channels
    union
    select guild from tournaments";

/// A statement on the games of a server.
macro_rules! of_games {
    ($sql:literal) => {
        concat!(
            $sql,
            "(select g.id from challenges c join games g on g.challenge = c.id where c.guild = $1)"
        )
    };
}

/// Deletes a server's data, in this order. A game refers to its challenge, and a challenge to the
/// game of which it is the rematch.
const DELETED: [&str; 20] = [
    LEFT_OVER,
    of_games!("delete from outbox where game in "),
    "delete from outbox where challenge in (select id from challenges where guild = $1)",
    "delete from outbox where tournament in (select id from tournaments where guild = $1)",
    of_games!("delete from searches where game in "),
    of_games!("delete from messages where game in "),
    "delete from upkeep where challenge in (select id from challenges where guild = $1)",
    of_games!("delete from plans where game in "),
    of_games!("delete from events where game in "),
    "update challenges set rematch_of = null where guild = $1 and rematch_of is not null",
    "delete from games where challenge in (select id from challenges where guild = $1)",
    "delete from challenges where guild = $1",
    "delete from tournament_players where tournament in (select id from tournaments where guild = $1)",
    "delete from tournaments where guild = $1",
    "delete from ratings where guild = $1",
    "delete from daily_solutions where guild = $1",
    "delete from daily_puzzles where guild = $1",
    "delete from allowed_channels where guild = $1",
    "delete from guilds where id = $1",
    "delete from removed_guilds where guild = $1",
];

/// Deletes the rows of people who were only in the deleted server.
const LEFT_OVER: &str = "
    delete from players where id in (select challenger from challenges where guild = $1
                                     union select opponent from challenges where guild = $1
                                     union select g.first from challenges c join games g on g.challenge = c.id
                                           where c.guild = $1
                                     union select g.second from challenges c join games g on g.challenge = c.id
                                           where c.guild = $1
                                     union select p.player from tournaments t
                                           join tournament_players p on p.tournament = t.id where t.guild = $1
                                     union select organizer from tournaments where guild = $1
                                     union select canceller from tournaments where guild = $1)
        and not exists (select 1 from challenges where challenger = players.id and guild <> $1)
        and not exists (select 1 from challenges where opponent = players.id and guild <> $1)
        and not exists (select 1 from games where first = players.id and guild <> $1)
        and not exists (select 1 from games where second = players.id and guild <> $1)
        and not exists (select 1 from tournament_players p join tournaments t on t.id = p.tournament
                        where p.player = players.id and t.guild <> $1)
        and not exists (select 1 from tournaments
                        where (organizer = players.id or canceller = players.id) and guild <> $1)
        and not exists (select 1 from attempts where player = players.id)";

impl Reads {
    /// The servers with stored data.
    pub async fn guilds(&self) -> Result<Vec<GuildId>, Error> {
        Ok(sql::values(&self.readers, GUILDS, params![]).await?)
    }

    /// The servers from which the bot is known to have been removed, and since when.
    pub async fn removed_guilds(&self) -> Result<Vec<(GuildId, Timestamp)>, Error> {
        let known = "select guild, since from removed_guilds";
        Ok(sql::all(&self.readers, known, params![]).await?)
    }

    /// Inactive people, a hundred at most: since then their name was not seen, and they played no
    /// game and tried no puzzle. People who only tried puzzles have no name. Without the engine.
    pub async fn unheard(&self, since: Timestamp) -> Result<Vec<PlayerId>, Error> {
        let unheard =
            "select p.id from (select id from players union select player from attempts) p
                       where not exists (select 1 from players where id = p.id and seen >= $1)
                         and not exists (select 1 from games where first = p.id
                                           and (touched >= $1 or engine = 'first'))
                         and not exists (select 1 from games where second = p.id
                                           and (touched >= $1 or engine = 'second'))
                         and not exists (select 1 from attempts where player = p.id and at >= $1)
                       limit 100";
        Ok(sql::values(&self.readers, unheard, params![since]).await?)
    }
}

impl Work {
    /// Some inactive people on the leaderboard of a server, about whom the caller asks Discord
    /// whether they are still members; and whether they were missing the last time. Without an
    /// answer they are returned again after a day.
    pub async fn to_ask_after(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<BTreeMap<(GuildId, PlayerId), bool>, Error> {
        // In user installs the bot cannot ask.
        let query = skipping!(
            self.engine,
            "update ratings set ask = $2 where (guild, rules, player) in (
                 select guild, rules, player from ratings
                 where ask <= $1 and guild >= 0 and guild not in (select guild from removed_guilds)
                 order by ask limit $3",
            ") returning guild, player, missed"
        );
        // A person may be on several ladders.
        let params = params![now, now.plus(DAY.0), i64::from(most)];
        let taken: Vec<(GuildId, PlayerId, i64)> = sql::all(&self.writer, query, params).await?;
        let asked = |(guild, player, missed)| ((guild, player), missed == 1);
        Ok(taken.into_iter().map(asked).collect())
    }
}

impl Store {
    /// Stores whether a person was missing in a server, and when to ask about them again.
    pub async fn note_missed(
        &self,
        player: PlayerId,
        guild: GuildId,
        missed: bool,
        ask: Timestamp,
    ) -> Result<(), Error> {
        let set = "update ratings set missed = $3, ask = $4 where player = $1 and guild = $2";
        let params = params![player, guild, flag(missed), ask];
        sql::run(&self.writer, set, params).await?;
        Ok(())
    }

    /// Notes that the bot was removed from a server.
    pub async fn note_removed(&self, guild: GuildId, now: Timestamp) -> Result<(), Error> {
        let removed =
            "insert into removed_guilds (guild, since) values ($1, $2) on conflict do nothing";
        sql::run(&self.writer, removed, params![guild, now]).await?;
        Ok(())
    }

    /// Notes that the bot is back in a server.
    pub async fn note_joined(&self, guild: GuildId) -> Result<(), Error> {
        let joined = "delete from removed_guilds where guild = $1";
        sql::run(&self.writer, joined, params![guild]).await?;
        Ok(())
    }

    /// Deletes all data of a server, and of people who are in no other.
    pub async fn forget_guild(&self, guild: GuildId) -> Result<(), Error> {
        let done: Result<(), Error> = changing!(self, |change| {
            for statement in DELETED {
                sql::run(&mut *change, statement, params![guild]).await?;
            }
            Ok(())
        });
        done?;
        self.deleted.store(true, Ordering::SeqCst);
        self.truncate_wal().await
    }
}
