//! People: their last seen names, their preferences, their absences, and their openings; and the
//! settings of servers, such as the default terms of their challenges.

use sqlx::any::AnyRow;

use super::columns::{FromRow, from_row, get, get_or, params};
use super::session::changing;
use super::{Database, Result, Store};
use crate::game::{
    Away, ChannelId, Defaults, GameId, GuildId, GuildRules, PanelSettings, PlayerId, Preference,
    Setting, TimeControl,
};
use crate::time::Timestamp;

/// Stores a player's name, in the same row as their preferences.
pub(super) const REMEMBER_NAME: &str = "
    insert into players (id, name, seen) values ($1, $2, $3)
    on conflict (id) do update set name = $2, seen = $3";

from_row!(PanelSettings(confirms, menus));

impl Database {
    /// Returns what a person has chosen about the panel of a turn.
    pub async fn panel_settings(&self, player: PlayerId) -> Result<PanelSettings> {
        let chosen = "select confirms, menus from players where id = $1";
        let chosen = self.readers.find(chosen, params![player]).await?;
        Ok(chosen.unwrap_or(PanelSettings {
            confirms: true,
            menus: false,
        }))
    }

    /// A person's absences.
    pub async fn away(&self, player: PlayerId) -> Result<Away> {
        let away = "select away_from, away_until, away_year, away_days from players
                    where id = $1 and away_from is not null";
        Ok(match self.readers.find(away, params![player]).await? {
            Some((from, until, year, used)) => Away {
                run: Some((from, until)),
                year,
                used,
            },
            None => Away::default(),
        })
    }

    /// Returns whether a player has finished a game of a kind that counts.
    pub async fn has_finished(&self, player: PlayerId, kind: &str) -> Result<bool> {
        let ended = "select count(*) from (
                         select id from games where first = $1 and rules = $2 and status in ('won', 'drawn')
                         union all
                         select id from games where second = $1 and rules = $2 and status in ('won', 'drawn') limit 1
                     ) one";
        self.readers.only(ended, params![player, kind]).await
    }

    /// A player's first move in the newest of their other games of a variant, among those in which
    /// they moved.
    pub async fn opening_of(
        &self,
        player: PlayerId,
        variant: &str,
        but: GameId,
    ) -> Result<Option<String>> {
        let text = "select e.text
                    from games g join events e on e.game = g.id and e.kind in ('moved', 'planned')
                                              and e.side = case g.first when $1 then 'first' else 'second' end
                    where g.id in (select id from games where first = $1 and variant = $2 and id <> $3
                                   union all
                                   select id from games where second = $1 and variant = $2 and id <> $3)
                    order by g.id desc, e.seq limit 1";
        self.readers.find(text, params![player, variant, but]).await
    }

    /// Stores a preference of a person called `name`. A default value does not create a row.
    pub async fn prefer(
        &self,
        player: PlayerId,
        name: &str,
        preference: &Preference,
        now: Timestamp,
    ) -> Result<()> {
        // Messages that wait for the end of the previous quiet hours are checked again.
        let wake =
            "update outbox set due = $2 where player = $1 and role = 'call' and lease is null";
        let set_notices = "update players
                           set notify = $2, quiet_from = $3, quiet_to = $4, zone = $5, digest_hour = $6, digest_at = $7,
                               locale = $8
                           where id = $1";
        changing!(self, |tx| {
            if *preference != Preference::Theme(None) {
                tx.run(REMEMBER_NAME, params![player, name, now]).await?;
            }
            let (column, params) = match preference {
                Preference::Confirms(confirms) => ("confirms", params![player, confirms]),
                Preference::Menus(menus) => ("menus", params![player, menus]),
                Preference::Reminder(share) => ("reminder", params![player, share]),
                Preference::Theme(theme) => ("theme", params![player, theme]),
                Preference::Notices(notices, locale) => {
                    tx.run(wake, params![player, now]).await?;
                    let params = params![
                        player,
                        notices.how,
                        notices.quiet.map(|quiet| quiet.from),
                        notices.quiet.map(|quiet| quiet.to),
                        notices.zone,
                        notices.digest,
                        notices.next_digest(now),
                        locale,
                    ];
                    return Ok(tx.run(set_notices, params).await?);
                }
            };
            let set = format!("update players set {column} = $2 where id = $1");
            Ok(tx.run(set, params).await?)
        })
    }

    /// What a person and a server have chosen.
    pub async fn settings(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Settings> {
        // A row for each channel in which the server allows games, at least one.
        let rows = format!(
            "select p.name, p.seen, p.theme as own_theme, s.theme as public_theme, s.locale, s.clock, s.rated,
                    s.games_in, s.tournaments, {GUILD_RULES}, a.channel
             from (select 1 as one) always
             left join players p on p.id = $1 left join guilds s on s.id = $2
             left join allowed_channels a on a.guild = $2
             order by a.channel"
        );
        let about = params![player, guild];
        let rows = self.readers.rows(rows, about).await?;
        let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        let channels = rows.iter().map(|row| get(row, "channel"));
        let channels: Vec<Option<ChannelId>> = channels.collect::<sqlx::Result<_>>()?;
        Ok(Settings {
            seen: Option::zip(get(first, "name")?, get(first, "seen")?),
            own_theme: get(first, "own_theme")?,
            public_theme: get(first, "public_theme")?,
            locale: get(first, "locale")?,
            defaults: Defaults::from_row(first)?,
            guild_rules: GuildRules::from_row(first)?,
            allowed_channels: channels.into_iter().flatten().collect(),
        })
    }

    /// Stores one setting of a server, and writes nothing else: another admin may be changing that
    /// at the same time. The callers check the permission.
    pub async fn choose(&self, guild: GuildId, chosen: &Setting) -> Result<()> {
        let forget = "delete from allowed_channels where guild = $1";
        let allow =
            "insert into allowed_channels (guild, channel) values ($1, $2) on conflict do nothing";
        let first_locale = "insert into guilds (id, locale) values ($1, $2)
                            on conflict (id) do update set locale = coalesce(guilds.locale, $2)";
        changing!(self, |tx| {
            let (column, params) = match chosen {
                Setting::AllowedChannels(channels) => {
                    tx.run(forget, params![guild]).await?;
                    for channel in channels {
                        tx.run(allow, params![guild, channel]).await?;
                    }
                    return Ok(());
                }
                Setting::FirstLocale(tag) => {
                    return Ok(tx.run(first_locale, params![guild, tag]).await?);
                }
                Setting::Locale(tag) => ("locale", params![guild, tag]),
                Setting::Clock(clock) => ("clock", params![guild, clock.name()]),
                Setting::Rated(rated) => ("rated", params![guild, rated]),
                Setting::Weekends(zone) => ("weekends", params![guild, zone]),
                Setting::Takebacks(may) => ("takebacks", params![guild, may]),
                Setting::Tournaments(all) => ("tournaments", params![guild, all]),
                Setting::GamesIn(place) => ("games_in", params![guild, place]),
                Setting::Theme(theme) => ("theme", params![guild, theme]),
            };
            let set = format!(
                "insert into guilds (id, {column}) values ($1, $2)
                 on conflict (id) do update set {column} = $2"
            );
            Ok(tx.run(set, params).await?)
        })
    }
}

impl Store {
    /// Stores an absence, and the person's name.
    pub async fn set_away(
        &self,
        player: PlayerId,
        name: &str,
        away: Away,
        now: Timestamp,
    ) -> Result<()> {
        let set =
            "update players set away_from = $2, away_until = $3, away_year = $4, away_days = $5
                   where id = $1";
        let (from, until) = away.run.unzip();
        changing!(self, |tx| {
            tx.run(REMEMBER_NAME, params![player, name, now]).await?;
            let absence = params![player, from, until, away.year, away.used];
            Ok(tx.run(set, absence).await?)
        })
    }

    /// Remembers a player's name, for menus.
    pub async fn seen(&self, player: PlayerId, name: &str, now: Timestamp) -> Result<()> {
        let params = params![player, name, now];
        self.writer.run(REMEMBER_NAME, params).await
    }
}

/// The columns of a server `s` that [`GuildRules`] are read from.
pub(super) const GUILD_RULES: &str = "s.weekends, coalesce(s.takebacks, 0) as takebacks";

from_row!(GuildRules(weekends, takebacks));

impl FromRow for Defaults {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let usual = Self::default();
        // A time control that is no longer offered is ignored.
        let clock: Option<String> = get(row, "clock")?;
        let clock = clock.as_deref().and_then(TimeControl::offered);
        Ok(Self {
            time: clock.unwrap_or(usual.time),
            rated: get_or(row, "rated", usual.rated)?,
            games_in: get_or(row, "games_in", usual.games_in)?,
            tournaments: get_or(row, "tournaments", usual.tournaments)?,
        })
    }
}

/// What a person and a server have chosen. Only the painter knows the themes; here they are ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The person's name, and when it was last seen.
    pub seen: Option<(String, Timestamp)>,
    /// The person's theme, for boards that only they see.
    pub own_theme: Option<String>,
    /// The server's theme, for public boards.
    pub public_theme: Option<String>,
    /// The server's language, for public messages.
    pub locale: Option<String>,
    /// The default terms of challenges in the server.
    pub defaults: Defaults,
    /// Its settings for new games.
    pub guild_rules: GuildRules,
    /// The channels in which it allows games; empty: all of them.
    pub allowed_channels: Vec<ChannelId>,
}
