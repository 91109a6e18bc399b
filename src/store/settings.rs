//! People: their last seen names, their preferences, and their openings.

use super::columns::flag;
use super::session::changing;
use super::sql::{self, On, params};
use super::{Error, Reads, Store, Work};
use crate::game::{GameId, PanelSettings, PlayerId, Preference};
use crate::time::Timestamp;

impl Reads {
    /// Returns what a person has chosen about the panel of a turn.
    pub async fn panel_settings(&self, player: PlayerId) -> Result<PanelSettings, Error> {
        let chosen = "select confirms, menus from players where id = $1";
        let chosen: Option<(i64, i64)> = sql::find(&self.readers, chosen, params![player]).await?;
        let (confirms, menus) = chosen.unwrap_or((1, 0));
        Ok(PanelSettings {
            confirms: confirms != 0,
            menus: menus != 0,
        })
    }

    /// Returns whether a player has finished a game of a kind.
    pub async fn has_finished(&self, player: PlayerId, kind: &str) -> Result<bool, Error> {
        let ended =
            "select id from games where first = $1 and rules = $2 and status <> 'playing'
             union all select id from games where second = $1 and rules = $2 and status <> 'playing' limit 1";
        let ended: Option<i64> = sql::value(&self.readers, ended, params![player, kind]).await?;
        Ok(ended.is_some())
    }

    /// A player's first move in the newest of their other games of a variant, among those in which
    /// they moved.
    pub async fn opening_of(
        &self,
        player: PlayerId,
        variant: &str,
        but: GameId,
    ) -> Result<Option<String>, Error> {
        let text =
            "select e.text from games g join events e on e.game = g.id and e.kind in ('moved', 'planned')
               and e.side = case g.first when $1 then 'first' else 'second' end
             where g.id in (select id from games where first = $1 and variant = $2 and id <> $3
                            union all
                            select id from games where second = $1 and variant = $2 and id <> $3)
             order by g.id desc, e.seq limit 1";
        Ok(sql::value(&self.readers, text, params![player, variant, but]).await?)
    }
}

impl Store {
    /// Remembers a player's name, for menus.
    pub async fn seen(&self, player: PlayerId, name: &str, now: Timestamp) -> Result<(), Error> {
        Ok(know(&self.writer, player, name, now).await?)
    }
}

impl Work {
    /// Stores a preference of a person called `name`. A default value does not create a row.
    pub async fn prefer(
        &self,
        player: PlayerId,
        name: &str,
        preference: &Preference,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            if *preference != Preference::Theme(None) {
                know(&mut *change, player, name, now).await?;
            }
            let (set, params) = match preference {
                Preference::Confirms(confirms) => (
                    "update players set confirms = $2 where id = $1",
                    params![player, flag(*confirms)],
                ),
                Preference::Menus(menus) => (
                    "update players set menus = $2 where id = $1",
                    params![player, flag(*menus)],
                ),
                Preference::Reminder(share) => (
                    "update players set reminder = $2 where id = $1",
                    params![player, i64::from(*share)],
                ),
                Preference::Theme(theme) => (
                    "update players set theme = $2 where id = $1",
                    params![player, theme],
                ),
                Preference::Notices(notices, locale) => {
                    // Check messages again that wait for the end of the previous quiet hours.
                    let wake = "update outbox set due = $2
                                where player = $1 and role = 'call' and lease is null";
                    sql::run(&mut *change, wake, params![player, now]).await?;
                    let set =
                        "update players set notify = $2, quiet_from = $3, quiet_to = $4, zone = $5,
                                                  digest_hour = $6, digest_at = $7, locale = $8
                               where id = $1";
                    let params = params![
                        player,
                        notices.how,
                        notices.quiet.map(|quiet| i64::from(quiet.from)),
                        notices.quiet.map(|quiet| i64::from(quiet.to)),
                        &notices.zone,
                        i64::from(notices.digest),
                        notices.next_digest(now),
                        locale,
                    ];
                    (set, params)
                }
            };
            sql::run(change, set, params).await?;
            Ok(())
        })
    }
}

/// Stores a player's name, in the same row as their preferences.
pub(super) async fn know<'c>(
    on: impl Into<On<'c>>,
    player: PlayerId,
    name: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let seen = "insert into players (id, name, seen) values ($1, $2, $3)
                on conflict (id) do update set name = $2, seen = $3";
    sql::run(on, seen, params![player, name, now]).await?;
    Ok(())
}
