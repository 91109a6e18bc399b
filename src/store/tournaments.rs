//! Tournaments: their players, groups and results.
//!
//! Each change raises the tournament's version and makes it due, so that some process looks at it:
//! it takes the next [step](Tournament::step), and edits the cards that are out of date. A change is
//! only stored if the version is the one on which it was decided.

use super::columns::{FromRow as _, from_row, get, get_or, params, time_columns};
use super::connection::Connection;
use super::lists::{LISTED, LISTED_GAMES, summary};
use super::outbox::{self, Done, Draft, Origin};
use super::session::changing;
use super::{Database, Error, Result, Store, Unchanged, challenges, log};
use crate::game::{
    ABSENCE, Beginning, Challenge, ChannelId, Entrant, GameId, GameTerms, GuildId, MessageId, Name,
    Pairing, Phase, Pings, PlayerId, Post, Rating, TIME, Thread, TimeControl, Tournament,
    TournamentGame, TournamentId, Venue,
};
use crate::time::Timestamp;
use siwa_games::rules::BySide;

/// How many seconds after a change in the sign-up the card is edited.
const DELAY: i64 = 2;
/// How many seconds a process has for a due tournament, before another one takes it.
const TAKEN: i64 = 10;

from_row!(Entrant(player, name, rating, withdrawn));

impl Database {
    /// The tournament with this id, with its players and games.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<Tournament>> {
        // Not a snapshot: the version comes first, so what is decided from a later change is not saved.
        let mut connection = self.readers.take().await?;
        let query = "select *, (select locale from guilds g where g.id = guild) as tag from tournaments where id = $1";
        let rows = connection.rows(query, params![id]).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let variant: String = get(row, "variant")?;
        let variant = self.registry.variant(&variant);
        let (rules, variant) = variant.ok_or(Error::Row("variant"))?;
        let time = TimeControl::from_row(row)?;
        let mut tournament = Tournament {
            id,
            venue: Venue::from_row(row)?,
            locale: get_or(row, "tag", get(row, "locale")?)?,
            name: get(row, "name")?,
            organizer: get(row, "organizer")?,
            canceller: get(row, "canceller")?,
            terms: GameTerms::of_tournament(rules, variant, time, get(row, "start")?),
            most: get(row, "most")?,
            closes: get(row, "closes")?,
            phase: get(row, "phase")?,
            opened: get(row, "opened")?,
            message: get(row, "message")?,
            version: get(row, "version")?,
            shown: get(row, "shown")?,
            cause: get(row, "cause")?,
            players: Vec::new(),
            games: Vec::new(),
        };
        let players = "select p.player, n.name, coalesce(r.rating, $3) as rating, p.withdrawn
                       from tournament_players p join tournaments t on t.id = p.tournament
                         left join players n on n.id = p.player
                         left join ratings r on r.guild = t.guild and r.rules = $2 and r.player = p.player
                       where p.tournament = $1 order by 3 desc, p.player";
        let params = params![id, rules.info().id, Rating::default().rating];
        tournament.players = connection.all(players, params).await?;
        let games = format!(
            "select {LISTED}, g.section, e.text as ending, c.message as card, c.shown
             from {LISTED_GAMES} join games f on f.id = coalesce(g.pair, g.id) join challenges c on c.id = f.challenge
               left join events e on e.game = g.id and e.seq = g.seq and e.kind = 'finished'
             where g.tournament = $1 order by g.section, g.id"
        );
        // Until the sign-up closes it has none, and many people may press in the same second.
        let rows = if tournament.phase == Phase::SignUp {
            Vec::new()
        } else {
            connection.rows(games, params![id]).await?
        };
        for row in rows {
            let ending: Option<String> = get(&row, "ending")?;
            let game = summary(&row, self.registry)?;
            tournament.games.push(TournamentGame {
                group: get(&row, "section")?,
                pair: get(&row, "pair")?,
                on_time: [TIME.id, ABSENCE.id].map(Some).contains(&ending.as_deref()),
                card: get(&row, "card")?,
                shown: get(&row, "shown")?,
                game: game.ok_or(Error::Row("variant"))?,
            });
        }
        Ok(Some(tournament))
    }

    /// The tournament of a server with this name, or the one that is not over.
    pub async fn find_tournament(
        &self,
        guild: GuildId,
        name: Option<&str>,
    ) -> Result<Option<Tournament>> {
        let found = "select id from tournaments
                     where guild = $1 and (name = $2 and phase <> 'cancelled'
                                           or $2 is null and phase in ('sign-up', 'running'))";
        match self.readers.find(found, params![guild, name]).await? {
            Some(id) => self.tournament(id).await,
            None => Ok(None),
        }
    }

    /// The names of a server's tournaments that were not cancelled, newest first.
    pub async fn tournament_names(&self, guild: GuildId) -> Result<Vec<Name>> {
        let names = "select name from tournaments where guild = $1 and phase <> 'cancelled' order by id desc";
        self.readers.all(names, params![guild]).await
    }

    /// The tournaments that are not over in which a player plays, in a server or in all.
    pub async fn tournaments_of(
        &self,
        player: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Vec<TournamentId>> {
        let joined = "select t.id from tournaments t join tournament_players p on p.tournament = t.id
                      where p.player = $1 and t.phase in ('sign-up', 'running') and (t.guild = $2 or $2 is null)";
        self.readers.all(joined, params![player, guild]).await
    }

    /// Takes the due tournaments: no other process does so within the next seconds.
    pub async fn take_tournaments(&self, now: Timestamp) -> Result<Vec<TournamentId>> {
        let take = "update tournaments set due = $2 where due <= $1 returning id";
        self.writer.all(take, params![now, now.plus(TAKEN)]).await
    }

    /// Stores which version the card of a tournament shows, and when to look at it next, unless it
    /// has changed since it was read.
    pub async fn tended(
        &self,
        tournament: &Tournament,
        shown: i64,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<()> {
        let set = "update tournaments set shown = $3, due = case when version = $2 then $4 else $5 end where id = $1";
        let params = params![tournament.id, tournament.version, shown, next, now];
        self.writer.run(set, params).await
    }

    /// Stores the thread of a group, and enqueues its first boards, and the messages that tell its
    /// players.
    pub async fn open_group(
        &self,
        id: TournamentId,
        group: u32,
        players: &[PlayerId],
        home: ChannelId,
        thread: Thread,
        now: Timestamp,
    ) -> Result<()> {
        changing!(self, |tx| {
            let set = "update games set thread = $3
                       where tournament = $1 and section = $2 and thread = $4 returning id";
            let opened = params![id, group, thread, Thread::Wanted];
            let opened: Vec<GameId> = tx.all(set, opened).await?;
            for game in &opened {
                // One message is about all games of a group.
                let board = Draft {
                    pings: Pings::Nobody,
                    ..Draft::new(Post::Board(*game, 1), home, now)
                };
                outbox::insert(tx, board).await?;
            }
            if !opened.is_empty() {
                let players = players.iter().copied().map(Some);
                for player in [None].into_iter().chain(players) {
                    let begun = Draft::new(Post::Begun(id, group, player), home, now.plus(1));
                    outbox::insert(tx, begun).await?;
                }
            }
            Ok(log::touch(tx, id, now).await?)
        })
    }

    /// Stores the card of a group, which the challenges of its pairs share, and what it shows.
    pub async fn group_shown(
        &self,
        id: TournamentId,
        group: u32,
        card: MessageId,
        shown: i64,
    ) -> Result<()> {
        let set = "update challenges set message = $3, shown = $4 where id in (
                       select challenge from games where tournament = $1 and section = $2 and coalesce(pair, id) = id)";
        self.writer.run(set, params![id, group, card, shown]).await
    }
}

impl Store {
    /// Opens a tournament, whose id and cause are not read.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the server has one that is not over, or has had one of this name that
    /// was not cancelled.
    pub async fn open_tournament(
        &self,
        new: &Tournament,
        origin: &Origin,
        now: Timestamp,
    ) -> Result<Done<Tournament>, Unchanged> {
        let [per_turn, bank, increment] = time_columns(new.terms.time);
        let insert =
            "insert into tournaments (guild, channel, locale, name, organizer, variant, per_turn, bank,
                                      increment, most, created, closes, phase, due, cause, start)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, $14, $15)
             on conflict do nothing returning id";
        let opened: Result<Tournament, Unchanged> = changing!(self, |tx| {
            let row = params![
                new.venue.guild,
                new.venue.channel,
                new.locale,
                new.name,
                new.organizer,
                new.terms.variant.id,
                per_turn,
                bank,
                increment,
                new.most,
                now,
                new.closes,
                new.phase,
                origin.cause,
                new.terms.start,
            ];
            let made = tx.find(insert, row).await?;
            let id = made.ok_or(Unchanged::Conflict)?;
            let card = Draft {
                origin: Some(origin),
                ..Draft::new(Post::Tournament(id), new.venue.channel, now)
            };
            outbox::insert(tx, card).await?;
            Ok(Tournament {
                id,
                cause: Some(origin.cause),
                ..new.clone()
            })
        });
        Ok(self.done(opened?, Some(origin)).await)
    }

    /// Lets a player join a tournament of a server. The last player closes the sign-up.
    ///
    /// Many people press in the same second: nothing is read before, and a server locks the tournament's row for
    /// one statement only.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it has no free place, or the player has joined.
    pub async fn enter_tournament(
        &self,
        id: TournamentId,
        guild: GuildId,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<(), Unchanged> {
        let enter = "insert into tournament_players (tournament, player)
                     select id, $3 from tournaments where id = $1 and guild = $2 on conflict do nothing";
        let count = "update tournaments
                     set version = version + 1, entrants = entrants + 1,
                         closes = case when entrants + 1 < most then closes else $2 end,
                         due = case when entrants + 1 >= most then $2 when due < $3 then due else $3 end
                     where id = $1 and phase = 'sign-up' and closes > $2 and entrants < most";
        changing!(self, |tx| {
            let entry = params![id, guild, player];
            let place = params![id, now, now.plus(DELAY)];
            tx.require(1, enter, entry).await?;
            tx.require(1, count, place).await
        })
    }

    /// Stores a changed tournament as the next version, and starts games of it: the first ones of the
    /// pairs in `groups`, which have numbers, and the `second` one of a pair, after its first game.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it has changed since it was read.
    pub async fn save_tournament(
        &self,
        before: &Tournament,
        after: &Tournament,
        groups: &[(u32, Vec<Beginning>)],
        second: Option<&(GameId, Beginning)>,
        now: Timestamp,
    ) -> Result<(), Unchanged> {
        let save = "update tournaments set version = version + 1, due = $3, phase = $4, closes = $5, opened = $6,
                         canceller = $7, entrants = $8
                    where id = $1 and version = $2";
        let forget = "delete from tournament_players where tournament = $1 and player = $2";
        let withdraw =
            "update tournament_players set withdrawn = 1 where tournament = $1 and player = $2";
        changing!(self, |tx| {
            let id = after.id;
            let row = params![
                id,
                before.version,
                // During the sign-up, one edit of the card tells of several changes.
                after.closes.min(now.plus(DELAY)),
                after.phase,
                after.closes,
                after.opened,
                after.canceller,
                after.players.len() as i64,
            ];
            tx.require(1, save, row).await?;
            for entrant in &before.players {
                let left = match after.entrant(entrant.player) {
                    None => forget,
                    Some(left) if left.withdrawn != entrant.withdrawn => withdraw,
                    Some(_) => continue,
                };
                tx.submit(left, params![id, entrant.player]).await?;
            }
            // Games begin only if the tournament was changed.
            if !groups.is_empty() || second.is_some() {
                tx.catch_up().await?;
            }
            for (group, pairs) in groups {
                begin_group(tx, after, *group, pairs, now).await?;
            }
            if before.phase != after.phase && after.phase == Phase::Over {
                let won = Draft::new(Post::Won(after.id), after.venue.channel, now);
                outbox::insert(tx, won).await?;
            }
            if let Some((first, second)) = second {
                log::begin_second(tx, *first, second, now).await?;
            }
            Ok(())
        })
    }
}

/// Starts the first games of the pairs of a group.
async fn begin_group(
    tx: &mut Connection,
    tournament: &Tournament,
    group: u32,
    pairs: &[Beginning],
    now: Timestamp,
) -> Result<(), Unchanged> {
    let Tournament {
        id, venue, terms, ..
    } = tournament;
    let set = "update games set pair = case when $4 = 1 then id end, tournament = $2, section = $3 where id = $1";
    for beginning in pairs {
        let BySide { first, second } = beginning.game.setup.players;
        let new = Challenge {
            expires: now,
            ..Challenge::new(*venue, &tournament.locale, first, Some(second), *terms, now)
        };
        let challenge = challenges::insert(tx, &new, "accepted", now, None).await?;
        let game = log::begin(tx, challenge, beginning, now, None).await?;
        let is_pair = terms.games != Pairing::Single;
        tx.submit(set, params![game, id, group, is_pair]).await?;
    }
    let card = Draft::new(Post::Group(*id, group), venue.channel, now);
    outbox::insert(tx, card).await?;
    Ok(())
}
