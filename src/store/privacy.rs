//! Personal data: reads it out, deletes all of it or the data in one server, and tells which servers,
//! members and people are gone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use sqlx::any::AnyRow;

use super::columns::{Params, get, numbered, params, row};
use super::games::lock_players;
use super::session::changing;
use super::tables::{NOT_EXPORTED, OWN_CONVERSATION, OWN_SIDE, People, TABLES, delete_left_over};
use super::{Database, Engine, Result, Store, Unchanged};
use crate::game::{ChallengeId, GameId, GuildId, Name, Notify, PlayerId};
use crate::time::{DAY, Timestamp};

/// Takes a person out of the tournaments with an open sign-up in the servers with ids from `$2` to `$3`.
const SIGNED_OFF: [&str; 2] = [
    "update tournaments set version = version + 1, due = 0,
                            entrants = entrants - case when phase = 'sign-up' then 1 else 0 end
        where guild between $2 and $3 and id in (select tournament from tournament_players where player = $1)",
    "delete from tournament_players where player = $1
        and tournament in (select id from tournaments where phase = 'sign-up' and guild between $2 and $3)",
];

/// The first event of a game names the first player.
const BEGINNER: &str = "
    update events set text = replace(text, $4, $5)
    where seq = 1 and game in (select id from games where first = $1 and guild between $2 and $3)";

/// The running games there and the open challenges there of a person, or of the placeholder `$4`.
const BUSY: &str = "
    select (select count(*) from games
            where status = 'playing' and (first in ($1, $4) or second in ($1, $4)) and guild between $2 and $3)
         + (select count(*) from challenges
            where status = 'open' and (challenger in ($1, $4) or opponent in ($1, $4)) and guild between $2 and $3)";

/// Empties the write-ahead log. Turns do not wait for readers there.
const EMPTY: &str =
    "pragma busy_timeout = 0; pragma wal_checkpoint(truncate); pragma busy_timeout = 5000";

/// From this size on, in bytes, the write-ahead log is emptied although nothing was deleted: it is twice what SQLite
/// lets it become by itself.
const LARGE: u64 = 8 << 20;

/// As often tries to empty it in a minute, each after a sweep.
const A_MINUTE: u32 = 12;

impl Database {
    /// The open challenges by a person and to them.
    pub async fn open_challenges(&self, player: PlayerId) -> Result<Vec<ChallengeId>> {
        let open = "select id from challenges where status = 'open' and (challenger = $1 or opponent = $1)";
        self.readers.all(open, params![player]).await
    }

    /// The servers with stored data.
    pub async fn guilds(&self) -> Result<Vec<GuildId>> {
        self.readers.all(GUILDS, params![]).await
    }

    /// The servers from which the bot is known to have been removed, and since when.
    pub async fn removed_guilds(&self) -> Result<Vec<(GuildId, Timestamp)>> {
        let known = "select guild, since from removed_guilds";
        self.readers.all(known, params![]).await
    }

    /// Inactive people, a hundred at most: since then their name was not seen, and they played no
    /// game and tried no puzzle. People who only tried puzzles have no name. Without the engine.
    pub async fn unheard(&self, since: Timestamp) -> Result<Vec<PlayerId>> {
        let unheard =
            "select p.id from (select id from players union select player from attempts) p
                       where not exists (select 1 from players where id = p.id and seen >= $1)
                         and not exists (select 1 from games where first = p.id
                                           and (touched >= $1 or engine = 'first'))
                         and not exists (select 1 from games where second = p.id
                                           and (touched >= $1 or engine = 'second'))
                         and not exists (select 1 from attempts where player = p.id and at >= $1)
                       limit 100";
        self.readers.all(unheard, params![since]).await
    }

    /// Some inactive people on the leaderboard of a server, about whom the caller asks Discord
    /// whether they are still members; and whether they were missing the last time. Without an
    /// answer they are returned again after a day.
    pub async fn to_ask_after(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<BTreeMap<(GuildId, PlayerId), bool>> {
        // In user installs the bot cannot ask.
        let lock = self.engine.lock(" for update skip locked");
        let take = format!(
            "update ratings set ask = $2 where (guild, rules, player) in (
                 select guild, rules, player from ratings
                 where ask <= $1 and guild >= 0 and guild not in (select guild from removed_guilds)
                 order by ask limit $3{lock})
             returning guild, player, missed"
        );
        let params = params![now, now.plus(DAY), most];
        let taken = self.writer.all(take, params).await?;
        // A person may be on several ladders.
        let by_person = |(guild, player, missed)| ((guild, player), missed);
        Ok(taken.into_iter().map(by_person).collect())
    }

    /// A summary of the data stored about a person.
    pub async fn stored_data(&self, player: PlayerId) -> Result<StoredDataSummary> {
        let counted = format!(
            "select (select name from players where id = $1) as name,
                (select count(*) from games where first = $1 or second = $1) as games,
                (select count(*) from games where status = 'playing' and (first = $1 or second = $1)) as running,
                (select count(*) from challenges where challenger = $1 or opponent = $1) as challenges,
                (select count(*) from ratings where player = $1) as ratings,
                (select count(*) from attempts where player = $1) as puzzles,
                (select count(*) from plans where {OWN_SIDE}) as plans,
                (select count(*) from tournament_players where player = $1) as tournaments,
                (select count(*) from messages where player = $1)
                  + (select count(*) from outbox where player = $1) as messages"
        );
        self.readers.only(counted, params![player]).await
    }

    /// All data stored about a person, table by table.
    pub async fn read_out(&self, player: PlayerId) -> Result<Vec<ExportedTable>> {
        // One transaction, so that the tables agree.
        let mut snapshot = self.snapshot().await?;
        let mut tables = Vec::new();
        for table in &TABLES {
            let Some(about_person) = table.about_person() else {
                continue;
            };
            let name = table.name;
            let listed = snapshot.columns_of(name).await?.into_iter();
            let mut columns: Vec<String> = listed.map(|(column, _)| column).collect();
            columns.retain(|column| !NOT_EXPORTED.contains(&column.as_str()));
            let texts = columns
                .iter()
                .map(|column| format!("cast({column} as text)"));
            let texts = texts.collect::<Vec<_>>().join(", ");
            let query = format!("select {texts} from {name} where {about_person}");
            let rows = snapshot.rows(query, params![player]).await?;
            let text = |row: &AnyRow| (0..columns.len()).map(|at| get(row, at)).collect();
            let rows = rows.iter().map(text).collect::<sqlx::Result<_>>()?;
            tables.push(ExportedTable {
                name,
                columns,
                rows,
            });
        }
        snapshot.end("commit").await?;
        Ok(tables)
    }

    /// A person's games, newest first.
    pub async fn all_games(&self, player: PlayerId) -> Result<Vec<GameId>> {
        let query = "select id from games where first = $1 or second = $1 order by id desc";
        self.readers.all(query, params![player]).await
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
        let done: Result<(), Unchanged> = changing!(self, |tx| {
            lock_players(tx, player, player).await?;
            let names = [player, stand_in].map(|name| format!(" {name}"));
            let names = params![player, from, to, &names[0], &names[1]];
            tx.run(BEGINNER, names).await?;
            for statement in SIGNED_OFF {
                tx.run(statement, params![player, from, to]).await?;
            }
            if guild.is_none() {
                // Conversations in user installs are stored again with the next challenge there.
                let left = format!("delete from guilds where {OWN_CONVERSATION}");
                tx.run(left, params![player]).await?;
            }
            for table in &TABLES {
                let name = table.name;
                let there = table.in_guilds();
                for column in table.people() {
                    let found = format!("where {column} = $1");
                    if let (People::Shared(_), Some(there)) = (&table.people, &there) {
                        let replace =
                            format!("update {name} set {column} = $4 {found} and ({there})");
                        let replaced = params![player, from, to, stand_in];
                        tx.run(replace, replaced).await?;
                    } else if guild.is_none() {
                        let delete = format!("delete from {name} {found}");
                        tx.run(delete, params![player]).await?;
                    } else if let Some(there) = &there {
                        let delete = format!("delete from {name} {found} and ({there})");
                        let deleted = params![player, from, to];
                        tx.run(delete, deleted).await?;
                    }
                }
            }
            let left_over = delete_left_over("id = $1");
            tx.run(left_over, params![player]).await?;
            // On a server, other transactions may have started a game since the caller ended all.
            let busy = params![player, from, to, stand_in];
            if tx.only(BUSY, busy).await? {
                return Err(Unchanged::Conflict);
            }
            Ok(())
        });
        done?;
        self.deleted.store(true, Ordering::SeqCst);
        Ok(self.truncate_wal().await?)
    }

    /// Notifies a person of nothing from now on.
    pub async fn mute(&self, player: PlayerId) -> Result<()> {
        let mute = "update players set notify = $2 where id = $1";
        self.writer.run(mute, params![player, Notify::Never]).await
    }

    /// Removes deleted data from the write-ahead log, too; if a reader is in the way, the next call
    /// does. After a start it is unknown whether something was deleted before. A reader that stays in the way is
    /// logged, once.
    ///
    /// A server does so itself, at its next vacuum.
    pub async fn truncate_wal(&self) -> Result<()> {
        if self.engine == Engine::Postgres {
            return Ok(());
        }
        if !self.deleted.swap(false, Ordering::SeqCst) && self.writer.log_size() < LARGE {
            return Ok(());
        }
        let emptied = self.writer.rows(EMPTY, params![]).await;
        let busy = |row: &AnyRow| {
            let is_busy = get(row, "busy").is_ok_and(|busy| busy);
            is_busy.then(|| get(row, "checkpointed").unwrap_or(-1))
        };
        let held: Option<i64> = emptied.iter().flatten().find_map(busy);
        self.deleted
            .fetch_or(emptied.is_err() || held.is_some(), Ordering::SeqCst);
        let mut last = self.held.lock();
        // Siwa’s own readers are in the way for moments, and then the log is read further.
        let times = if held == last.0 { last.1 + 1 } else { 1 };
        *last = (held, times);
        if held.is_some() && times == A_MINUTE {
            tracing::warn!(
                "another program keeps reading the database: its -wal file grows, and deleted data stays there, until \
                 that program ends"
            );
        }
        emptied.map(drop)
    }

    /// Stores whether a person was missing in a server, and when to ask about them again.
    pub async fn note_missed(
        &self,
        player: PlayerId,
        guild: GuildId,
        missed: bool,
        ask: Timestamp,
    ) -> Result<()> {
        let set = "update ratings set missed = $3, ask = $4 where player = $1 and guild = $2";
        let params = params![player, guild, missed, ask];
        self.writer.run(set, params).await
    }

    /// Notes that the bot was removed from a server.
    pub async fn note_removed(&self, guild: GuildId, now: Timestamp) -> Result<()> {
        let removed =
            "insert into removed_guilds (guild, since) values ($1, $2) on conflict do nothing";
        self.writer.run(removed, params![guild, now]).await
    }

    /// Notes that the bot is back in a server.
    pub async fn note_joined(&self, guild: GuildId) -> Result<()> {
        let joined = "delete from removed_guilds where guild = $1";
        self.writer.run(joined, params![guild]).await
    }

    /// Deletes all data of a server, and of people who are in no other.
    pub async fn forget_guild(&self, guild: GuildId) -> Result<()> {
        let done: Result<()> = changing!(self, |tx| {
            // Other processes change these rows, or delete them, too: they wait, or this one does. A row
            // that refers to them may still come; then this fails, and is done again the next day.
            for rows in [CHALLENGES_OF_GUILD, GAMES_OF_GUILD] {
                let held = format!("{rows}{}", self.engine.lock(" for no key update"));
                tx.rows(held, params![guild]).await?;
            }
            // A game refers to its challenge, and a challenge to the game of which it is the rematch.
            let free = "update challenges set rematch_of = null where guild = $1 and rematch_of is not null";
            tx.run(free, params![guild]).await?;
            let mut people = BTreeSet::new();
            for table in TABLES.iter().rev() {
                for is_there in table.of_guild() {
                    let rows = format!("from {} where {is_there}", table.name);
                    for column in table.people() {
                        let named = format!("select distinct {column} {rows}");
                        let named = tx.all(named, params![guild]).await?;
                        people.extend::<Vec<Option<PlayerId>>>(named);
                    }
                    let delete = format!("delete {rows}");
                    tx.run(delete, params![guild]).await?;
                }
            }
            let people: Vec<PlayerId> = people.into_iter().flatten().collect();
            for some in people.chunks(PEOPLE) {
                let condition = format!("id in ({})", numbered(1, some.len()));
                let left_over = delete_left_over(&condition);
                let some = some.iter().fold(Params::default(), Params::and);
                tx.run(left_over, some).await?;
            }
            Ok(())
        });
        done?;
        self.deleted.store(true, Ordering::SeqCst);
        self.truncate_wal().await
    }
}

const GAMES_OF_GUILD: &str = "
    select id from games where challenge in (select id from challenges where guild = $1) order by id";

const CHALLENGES_OF_GUILD: &str = "select id from challenges where guild = $1 order by id";

/// How many people a statement deletes at most.
const PEOPLE: usize = 500;

/// The servers with stored data; ids of user-install contexts are negative, and are not included. The
/// query skips from one server to the next: every game has a challenge.
const GUILDS: &str = "
    with recursive found (guild) as (
        select cast(-1 as bigint)
        union all
        select (select min(guild) from (
            select min(guild) as guild from challenges where guild > found.guild
            union all select min(guild) from daily_puzzles where guild > found.guild
            union all select min(guild) from allowed_channels where guild > found.guild
            union all select min(id) from guilds where id > found.guild) as next)
        from found where guild is not null)
    select guild from found where guild >= 0
    union
    select guild from tournaments";

/// The rows of a table that are about a person, as text; null is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedTable {
    /// Its name.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Option<String>>>,
}

row! {
    /// A summary of the data stored about a person.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct StoredDataSummary {
        /// Their last seen name.
        pub name: Option<Name>,
        /// Games.
        pub games: i64,
        /// Running games among them.
        pub running: i64,
        /// Challenges by them and to them.
        pub challenges: i64,
        /// Rows of leaderboards.
        pub ratings: i64,
        /// Puzzles that they tried.
        pub puzzles: i64,
        /// Lines of play that they planned.
        pub plans: i64,
        /// Tournaments that they have joined.
        pub tournaments: i64,
        /// Direct messages that are still to be sent or changed.
        pub messages: i64,
    }
}

impl StoredDataSummary {
    /// Returns whether nothing is stored.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}
