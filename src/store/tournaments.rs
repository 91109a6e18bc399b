//! Tournaments: their players, groups and results.
//!
//! Each change raises the tournament's version and makes it due, so that some process looks at it:
//! it takes the next [step](Tournament::step), and edits the cards that are out of date. A change is
//! only stored if the version is the one on which it was decided.

use sqlx::{AnyConnection, FromRow as _, Row as _};

use super::begin::begin;
use super::columns::{count, flag, time_columns};
use super::lists::{listed, summary};
use super::outbox::{self, Origin};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store, Unchanged, Work, pairs};
use crate::game::{
    Beginning, Entrant, GameId, GameTerms, GuildId, MessageId, Pairing, Phase, PlayerId, Post,
    Rating, TIME, Thread, TimeControl, Tournament, TournamentGame, TournamentId, Venue,
};
use crate::time::Timestamp;
use siwa_games::rules::BySide;

/// How many seconds after a change in the sign-up the card is edited.
const DELAY: i64 = 2;
/// How many seconds a process has for a due tournament, before another one takes it.
const TAKEN: i64 = 10;

impl Reads {
    /// The tournament with this id, with its players and games.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<Tournament>, Error> {
        let mut snapshot = self.snapshot().await?;
        let connection = snapshot.connection();
        let query = "select * from tournaments where id = $1";
        let rows = sql::rows(&mut *connection, query, params![id]).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let variant = self.registry.variant(row.try_get("variant")?);
        let (rules, variant) = variant.ok_or(Error::Row("variant"))?;
        let phase: &str = row.try_get("phase")?;
        let mut tournament = Tournament {
            id,
            venue: Venue::from_row(row)?,
            locale: row.try_get("locale")?,
            name: row.try_get("name")?,
            organizer: row.try_get("organizer")?,
            canceller: row.try_get("canceller")?,
            terms: GameTerms::of_tournament(
                rules,
                variant,
                TimeControl::from_row(row)?,
                row.try_get("start")?,
            ),
            most: count(row.try_get("most")?),
            closes: row.try_get("closes")?,
            phase: phase.parse().map_err(|_| Error::Row("phase"))?,
            opened: count(row.try_get("opened")?),
            message: row.try_get("message")?,
            version: row.try_get("version")?,
            shown: row.try_get("shown")?,
            cause: row.try_get("cause")?,
            players: Vec::new(),
            games: Vec::new(),
        };
        let players = "select p.player, n.name, r.rating, p.withdrawn
                       from tournament_players p join tournaments t on t.id = p.tournament
                         left join players n on n.id = p.player
                         left join ratings r on r.guild = t.guild and r.rules = $2 and r.player = p.player
                       where p.tournament = $1 order by p.player";
        let params = params![id, rules.info().id];
        let players: Vec<(_, _, Option<f64>, i64)> =
            sql::all(&mut *connection, players, params).await?;
        for (player, name, rating, withdrawn) in players {
            tournament.players.push(Entrant {
                player,
                name,
                rating: rating.unwrap_or(Rating::default().rating),
                withdrawn: withdrawn != 0,
            });
        }
        let better = |one: &Entrant, other: &Entrant| other.rating.total_cmp(&one.rating);
        tournament.players.sort_by(better);
        let games = listed!(
            ", g.section, e.text as ending, c.message as card, c.shown",
            "join games f on f.id = coalesce(g.pair, g.id) join challenges c on c.id = f.challenge
               left join events e on e.game = g.id and e.seq = g.seq and e.kind = 'finished'
             where g.tournament = $1 order by g.section, g.id"
        );
        for row in sql::rows(connection, games, params![id]).await? {
            let ending: Option<&str> = row.try_get("ending")?;
            let game = summary(&row, self.registry)?;
            tournament.games.push(TournamentGame {
                group: count(row.try_get("section")?),
                pair: row.try_get("pair")?,
                on_time: ending == Some(TIME.id),
                card: row.try_get("card")?,
                shown: row.try_get("shown")?,
                game: game.ok_or(Error::Row("variant"))?,
            });
        }
        snapshot.end("commit").await?;
        Ok(Some(tournament))
    }

    /// The tournament of a server with this name, or the one that is not over.
    pub async fn find_tournament(
        &self,
        guild: GuildId,
        name: Option<&str>,
    ) -> Result<Option<Tournament>, Error> {
        let found = "select id from tournaments
                     where guild = $1 and (name = $2 and phase <> 'cancelled' or $2 is null and phase in ('sign-up', 'running'))";
        match sql::value(&self.readers, found, params![guild, name]).await? {
            Some(id) => self.tournament(id).await,
            None => Ok(None),
        }
    }

    /// The names of a server's tournaments that were not cancelled, newest first.
    pub async fn tournament_names(&self, guild: GuildId) -> Result<Vec<String>, Error> {
        let names = "select name from tournaments where guild = $1 and phase <> 'cancelled' order by id desc";
        Ok(sql::values(&self.readers, names, params![guild]).await?)
    }

    /// The tournaments that are not over in which a player plays, in a server or in all.
    pub async fn tournaments_of(
        &self,
        player: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Vec<TournamentId>, Error> {
        let joined = "select t.id from tournaments t join tournament_players p on p.tournament = t.id
                      where p.player = $1 and t.phase in ('sign-up', 'running') and (t.guild = $2 or $2 is null)";
        Ok(sql::values(&self.readers, joined, params![player, guild]).await?)
    }
}

impl Store {
    /// Opens a tournament.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the server has one that is not over, or has had one of this name that
    /// was not cancelled.
    pub async fn open_tournament(
        &self,
        new: &Tournament,
        origin: &Origin,
        now: Timestamp,
    ) -> Result<TournamentId, Unchanged> {
        let [per_turn, bank, increment] = time_columns(new.terms.time);
        let insert = "insert into tournaments (guild, channel, locale, name, organizer, variant, per_turn, bank, increment,
                                   most, created, closes, phase, due, cause, start)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, $14, $15)
             on conflict do nothing returning id";
        changing!(self, |change| {
            let row = params![
                new.venue.guild,
                new.venue.channel,
                &new.locale,
                &new.name,
                new.organizer,
                new.terms.variant.id,
                per_turn,
                bank,
                increment,
                i64::from(new.most),
                now,
                new.closes,
                new.phase.as_ref(),
                origin.cause,
                new.terms.start,
            ];
            let made = sql::value(&mut *change, insert, row).await?;
            let id = made.ok_or(Unchanged::Conflict)?;
            let (card, channel) = (Post::Tournament(id), new.venue.channel);
            outbox::insert(&mut *change, card, channel, Some(origin), now).await?;
            Ok(id)
        })
    }

    /// Stores a changed tournament, and starts games of it: the first ones of pairs, each with the
    /// number of its group, or the second one of the pair of a first game.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it has changed since it was read.
    pub async fn save_tournament(
        &self,
        (before, after): (&Tournament, &Tournament),
        games: &[(u32, Beginning)],
        second: Option<(GameId, &Beginning)>,
        now: Timestamp,
    ) -> Result<(), Unchanged> {
        let save = "update tournaments set version = version + 1, due = $3, phase = $4, closes = $5, opened = $6,
                         canceller = $7
                    where id = $1 and version = $2";
        let forget = "delete from tournament_players where tournament = $1 and player = $2";
        let enter =
            "insert into tournament_players (tournament, player, withdrawn) values ($1, $2, $3)
             on conflict (tournament, player) do update set withdrawn = excluded.withdrawn";
        changing!(self, |change| {
            let (phase, opened) = (after.phase.as_ref(), i64::from(after.opened));
            // During the sign-up, one edit of the card tells of several changes.
            let due = after.closes.min(now.plus(DELAY));
            let (id, canceller) = (after.id, after.canceller);
            let row = params![
                id,
                before.version,
                due,
                phase,
                after.closes,
                opened,
                canceller
            ];
            if sql::run(&mut *change, save, row).await? == 0 {
                return Err(Unchanged::Conflict);
            }
            // Many join in the same second, so only what differs is written.
            for entrant in before
                .players
                .iter()
                .filter(|it| after.entrant(it.player).is_none())
            {
                sql::run(&mut *change, forget, params![id, entrant.player]).await?;
            }
            for entrant in &after.players {
                let known = before.entrant(entrant.player);
                if known.is_none_or(|known| known.withdrawn != entrant.withdrawn) {
                    let row = params![id, entrant.player, flag(entrant.withdrawn)];
                    sql::run(&mut *change, enter, row).await?;
                }
            }
            for pairs in games.chunk_by(|one, other| one.0 == other.0) {
                begin_group(&mut *change, after, pairs, now).await?;
            }
            if before.phase != after.phase && after.phase == Phase::Over {
                let (won, channel) = (Post::Won(after.id), after.venue.channel);
                outbox::insert(&mut *change, won, channel, None, now).await?;
            }
            if let Some((first, second)) = second {
                pairs::begin_second(change, first, second, now).await?;
            }
            Ok(())
        })
    }
}

/// Starts the first games of the pairs of a group.
async fn begin_group(
    connection: &mut AnyConnection,
    of: &Tournament,
    pairs: &[(u32, Beginning)],
    now: Timestamp,
) -> Result<(), Unchanged> {
    let challenge =
        "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, bank, increment,
                                 rated, games_in, games, start, created, expires, status)
         select guild, channel, locale, $2, $3, variant, per_turn, bank, increment, 1, $4, $5, start, $6, $6, 'accepted'
         from tournaments where id = $1 returning id";
    let set = "update games set pair = case when $4 = 1 then id end, tournament = $2, section = $3 where id = $1";
    let GameTerms {
        games_in, games, ..
    } = of.terms;
    for (group, beginning) in pairs {
        let BySide { first, second } = beginning.game.players();
        let row = params![of.id, first, second, games_in, games, now];
        let challenge = sql::only(&mut *connection, challenge, row).await?;
        let game = begin(&mut *connection, challenge, beginning, now, None).await?;
        sql::run(
            &mut *connection,
            set,
            params![
                game,
                of.id,
                i64::from(*group),
                flag(games != Pairing::Single)
            ],
        )
        .await?;
    }
    let group = pairs.first().map_or(0, |(group, _)| *group);
    let (post, channel) = (Post::Group(of.id, group), of.venue.channel);
    Ok(outbox::insert(connection, post, channel, None, now).await?)
}

impl Work {
    /// Takes the due tournaments: no other process does so within the next seconds.
    pub async fn take_tournaments(&self, now: Timestamp) -> Result<Vec<TournamentId>, Error> {
        let take = "update tournaments set due = $2 where due <= $1 returning id";
        let params = params![now, now.plus(TAKEN)];
        Ok(sql::values(&self.writer, take, params).await?)
    }

    /// Stores which version the card of a tournament shows, and when to look at it next, unless it
    /// has changed since it was read.
    pub async fn tended(
        &self,
        of: &Tournament,
        shown: i64,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Error> {
        let set = "update tournaments set shown = $3, due = case when version = $2 then $4 else $5 end where id = $1";
        let params = params![of.id, of.version, shown, next, now];
        sql::run(&self.writer, set, params).await?;
        Ok(())
    }

    /// Stores the thread of a group, and enqueues its first boards, and the messages that tell its
    /// players.
    pub async fn open_group(
        &self,
        (id, group): (TournamentId, u32),
        players: &[PlayerId],
        (venue, thread): (Venue, Thread),
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let set = "update games set thread = $3
                       where tournament = $1 and section = $2 and thread = $4 returning id";
            let opened = params![id, i64::from(group), thread, Thread::Wanted];
            let opened: Vec<GameId> = sql::values(&mut *change, set, opened).await?;
            let home = thread.of(venue).channel;
            for game in &opened {
                let board = Post::Board(*game, 1);
                outbox::insert(&mut *change, board, home, None, now).await?;
            }
            if !opened.is_empty() {
                let players = players.iter().copied().map(Some);
                for player in [None].into_iter().chain(players) {
                    let begun = Post::Begun(id, group, player);
                    outbox::insert(&mut *change, begun, home, None, now.plus(1)).await?;
                }
            }
            Ok(pairs::touch(change, id, now).await?)
        })
    }

    /// Stores the card of a group, which the challenges of its pairs share, and what it shows.
    pub async fn group_shown(
        &self,
        (id, group): (TournamentId, u32),
        card: MessageId,
        shown: i64,
    ) -> Result<(), Error> {
        let set = "update challenges set message = $3, shown = $4 where id in (
                       select challenge from games where tournament = $1 and section = $2 and coalesce(pair, id) = id)";
        let group = params![id, i64::from(group), card, shown];
        sql::run(&self.writer, set, group).await?;
        Ok(())
    }
}
