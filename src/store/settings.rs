//! What a person has chosen about how they play, and how they used to play.

use super::columns::{column, flag};
use super::players::know;
use super::session::changing;
use super::{Error, Store};
use crate::game::{GameId, PlayerId};
use crate::time::Timestamp;

impl Store {
    /// Whether a person wants to confirm what they have chosen in the panel of a turn.
    pub async fn confirms(&self, player: PlayerId) -> Result<bool, Error> {
        let chosen: Option<i64> = sqlx::query_scalar("select confirms from players where id = $1")
            .bind(column(player.0))
            .fetch_optional(&self.readers)
            .await?;
        Ok(chosen != Some(0))
    }

    /// Stores that choice, and a person's name.
    pub async fn choose_confirms(
        &self,
        player: PlayerId,
        name: &str,
        confirms: bool,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            know(&mut *change, player, name, now).await?;
            sqlx::query("update players set confirms = $1 where id = $2")
                .bind(flag(confirms))
                .bind(column(player.0))
                .execute(&mut *change)
                .await?;
            Ok(())
        })
    }

    /// A player's first move in the newest of their other games of a variant in which they
    /// made one.
    pub async fn opening_of(
        &self,
        player: PlayerId,
        variant: &str,
        but: GameId,
    ) -> Result<Option<String>, Error> {
        let text = sqlx::query_scalar(
            "select e.text from games g join events e on e.game = g.id and e.kind in ('moved', 'planned')
               and e.side = case g.first when $1 then 'first' else 'second' end
             where g.id in (select id from games where first = $1 and variant = $2 and id <> $3
                            union all
                            select id from games where second = $1 and variant = $2 and id <> $3)
             order by g.id desc, e.seq limit 1",
        )
        .bind(column(player.0))
        .bind(variant)
        .bind(column(but.0))
        .fetch_optional(&self.readers)
        .await?;
        Ok(text)
    }
}
