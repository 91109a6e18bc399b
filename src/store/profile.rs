//! A player's results in a server.

use super::columns::count;
use super::ratings::standing;
use super::sql::{self, params};
use super::{Error, Reads};
use crate::game::{GuildId, Ladder, MAX_RATINGS, MAX_RIVALS, PlayerId, Profile, Rival, Scope};

/// The ratings after a player's last rated games with people, newest first. The number of rated
/// games before them orders games that ended in the same second.
pub(super) const RATINGS: &str = "
    select rating from (
        select * from (select first_after as rating, ended, first_rated as before from games
                       where status <> 'playing' and first = $1 and guild = $2 and rules = $3
                         and engine is null and first_after is not null
                       order by ended desc, before desc limit $4) as with_first
        union all
        select * from (select second_after as rating, ended, second_rated as before from games
                       where status <> 'playing' and second = $1 and guild = $2 and rules = $3
                         and engine is null and second_after is not null
                       order by ended desc, before desc limit $4) as with_second) as rated
    order by ended desc, before desc limit $4";

/// A player's most frequent opponents, with the results.
pub(super) const RIVALS: &str = "
    select player, cast(sum(case when winner = own then 1 else 0 end) as bigint) as won,
           cast(sum(case when winner is null then 1 else 0 end) as bigint) as drawn,
           cast(sum(case when winner <> own then 1 else 0 end) as bigint) as lost
    from (
        select second as player, 'first' as own, winner from games
        where status <> 'playing' and status <> 'void' and first = $1 and guild = $2 and rules = $3 and engine is null
        union all
        select first as player, 'second' as own, winner from games
        where status <> 'playing' and status <> 'void' and second = $1 and guild = $2 and rules = $3 and engine is null) as played
    group by player order by count(*) desc, player limit $4";

impl Reads {
    /// A player's results in one kind of game in a server.
    pub async fn profile(
        &self,
        guild: GuildId,
        kind: &str,
        player: PlayerId,
    ) -> Result<Profile, Error> {
        let mut snapshot = self.snapshot().await?;
        let ladder = |scope| Ladder {
            kind: Some(kind),
            scope,
        };
        let people = standing(snapshot.connection(), guild, ladder(Scope::People), player).await?;
        let engine = standing(snapshot.connection(), guild, ladder(Scope::Engine), player).await?;
        let of_kind = params![player, guild, kind, i64::from(MAX_RATINGS)];
        let mut ratings: Vec<f64> = sql::values(snapshot.connection(), RATINGS, of_kind).await?;
        ratings.reverse();
        let of_kind = params![player, guild, kind, i64::from(MAX_RIVALS)];
        let rivals: Vec<(PlayerId, i64, i64, i64)> =
            sql::all(snapshot.connection(), RIVALS, of_kind).await?;
        snapshot.end("commit").await?;
        let rival = |(player, won, drawn, lost)| Rival {
            player,
            won: count(won),
            drawn: count(drawn),
            lost: count(lost),
        };
        Ok(Profile {
            player,
            people,
            engine,
            ratings,
            rivals: rivals.into_iter().map(rival).collect(),
        })
    }

    /// The kinds of games that a player has finished in a server, with people or the engine, most
    /// frequent first.
    pub async fn kinds_of(&self, guild: GuildId, player: PlayerId) -> Result<Vec<String>, Error> {
        let kinds = "
            select rules from (
                select rules from games where status <> 'playing' and first = $1 and guild = $2
                union all
                select rules from games where status <> 'playing' and second = $1 and guild = $2) as played
            group by rules order by count(*) desc, rules";
        Ok(sql::values(&self.readers, kinds, params![player, guild]).await?)
    }
}
