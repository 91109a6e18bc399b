//! Playing: every change of every game passes through here.

use super::begin::{second_of, wishes};
use super::{App, Error, Result, unless_conflict};
use crate::game::{
    Act, Change, Denial, Event, Game, GameId, GameRecord, GameSummary, PlayerId, Thread, Venue,
    Wishes, ensure, is_by_time,
};
use crate::store::{self, Done, Item, Origin, Unchanged};
use crate::time::Timestamp;
use siwa_games::text::Text;

/// Selects a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The game that the player plays in this channel.
    Here,
    /// The game with this id.
    Game(GameId),
    /// The game with this id, if its board is still at this version; used by buttons.
    At(GameId, u32),
}

/// A game to look back on.
#[derive(Debug)]
pub struct Replay {
    /// The game.
    pub game: Game,
    /// Its turns.
    pub record: GameRecord,
    /// The person who looks at it.
    pub by: PlayerId,
}

/// What has become of an act.
#[derive(Debug)]
pub enum Acted {
    /// It is saved; the game after it.
    Done(Done<Game>),
    /// The move is illegal in this game, for this reason.
    Refused(Game, Text),
    /// The time of the turn was over, so this game has been ended instead.
    TimeIsUp(Game),
}

/// How often an act is decided, if others are saved first.
pub(super) const TRIES: u32 = 3;

impl App {
    /// Decides and saves an act.
    ///
    /// If `origin` has already acted, changes nothing.
    ///
    /// # Errors
    /// Nothing was changed.
    pub async fn act(
        &self,
        by: PlayerId,
        venue: Venue,
        target: Target,
        act: &Act,
        origin: Option<&Origin>,
    ) -> Result<Acted> {
        let acted = self.act_once(by, venue, target, act, origin).await;
        // A second delivery of an interaction must not be denied what the first one did.
        if let Ok(Acted::TimeIsUp(_)) | Err(Error::Denial(_)) = acted
            && let Some(origin) = origin
            && let Some(done) = self.caused(origin).await?
        {
            return Ok(Acted::Done(done));
        }
        acted
    }

    /// The game that an interaction has started or changed.
    pub(super) async fn caused(&self, origin: &Origin) -> Result<Option<Done<Game>>> {
        match self.store.caused(origin.cause).await? {
            Some(id) => {
                let game = self.load(id).await?;
                Ok(Some(self.store.done(game, Some(origin)).await))
            }
            None => Ok(None),
        }
    }

    async fn act_once(
        &self,
        by: PlayerId,
        venue: Venue,
        target: Target,
        act: &Act,
        origin: Option<&Origin>,
    ) -> Result<Acted> {
        let (id, plies) = match target {
            Target::Here => {
                let mut games = self.own_games_here(by, venue).await?;
                // A move applies to the game in which it is the player's turn, as autocompletion
                // does.
                if matches!(act, Act::Play(..)) && games.iter().any(|game| game.waits_for(by)) {
                    games.retain(|game| game.waits_for(by));
                }
                (only(games)?, None)
            }
            Target::Game(id) => (id, None),
            Target::At(id, plies) => (id, Some(plies)),
        };
        for _ in 0..TRIES {
            let mut game = self.load(id).await?.seen_from(venue, by)?;
            let now = self.now();
            let is_over = game.deadline().is_some_and(|deadline| now >= deadline);
            if is_over && self.note_reached().await? {
                // An outage has given more time.
                continue;
            }
            if let Some(events) = self.flag(&mut game, now).await? {
                let ended = self.save(&mut game, events, now, None).await;
                if unless_conflict(ended)?.is_some() {
                    return Ok(Acted::TimeIsUp(game));
                }
                // Another act was saved first, in time.
                continue;
            }
            if plies.is_some_and(|plies| plies != game.changes) {
                let is_over = game.ending.is_some();
                ensure(!is_over, Denial::GameOver(id))?;
                return Err(Denial::MovedOn(id).into());
            }
            let events = match game.act(by, act, now) {
                Err(Denial::Refused(why)) => return Ok(Acted::Refused(game, why)),
                decided => decided?,
            };
            // Time in which Discord cannot be reached, or that is not sure, counts against nobody.
            let is_sure = !self.has_lost_discord() || !game.ending.is_some_and(is_by_time);
            ensure(is_sure, Denial::Busy)?;
            let saved = self.save(&mut game, events, now, origin).await;
            if let Some(item) = unless_conflict(saved)? {
                return Ok(Acted::Done(Done { value: game, item }));
            }
        }
        Err(Denial::Busy.into())
    }

    /// Saves what `decide` decides about a game, and returns true, if it decides anything. It decides
    /// again if another change was saved first.
    pub(super) async fn change_game(
        &self,
        id: GameId,
        decide: impl Fn(&mut Game, Timestamp) -> Result<Option<Vec<Event>>, Denial>,
    ) -> Result<bool> {
        for _ in 0..TRIES {
            let mut game = self.load(id).await?;
            let now = self.now();
            let Some(events) = decide(&mut game, now)? else {
                return Ok(false);
            };
            let saved = self.save(&mut game, events, now, None).await;
            if unless_conflict(saved)?.is_some() {
                return Ok(true);
            }
        }
        Err(Denial::Busy.into())
    }

    /// Saves the events of a game with their consequences, such as the planned moves that answer
    /// them, and counts them. Returns the item that `origin` sends.
    pub(super) async fn save(
        &self,
        game: &mut Game,
        mut events: Vec<Event>,
        at: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<Option<Item>, Unchanged> {
        events.extend(game.follow(at));
        let settings = self.settings_of(game).await?;
        let wishes = wishes(game, &settings, at);
        let void = game.plans.all.iter().filter(|plan| !game.awaits(plan));
        let second = game.begins_second();
        let second = second.then(|| second_of(game, &settings, at));
        let change = Change {
            void: void.map(|plan| plan.id).collect(),
            wishes,
            called: game.called_apart(origin.and_then(|origin| origin.by), wishes.pings),
            second,
            ..Change::new(game, &events, at)
        };
        let Done { value: rated, item } = self.store.append(change, origin).await?;
        if let Some(change) = rated {
            game.ratings = Some(change.shown());
        }
        for event in &events {
            let game = game.rules.info().id;
            self.store.metrics.event(game, event.kind().to_owned());
        }
        Ok(item)
    }

    /// The game to look at: the player's own here, or the only one here.
    pub async fn look(&self, by: PlayerId, venue: Venue, target: Target) -> Result<Game> {
        let id = match target {
            Target::Here => self.game_here(by, venue).await?,
            Target::Game(id) | Target::At(id, _) => id,
        };
        Ok(self.load(id).await?.seen_from(venue, by)?)
    }

    /// A game that a player plays or has played, in any server: by default their only running game.
    pub async fn own_anywhere(&self, by: PlayerId, target: Target) -> Result<Game> {
        let id = match target {
            Target::Here => only(self.store.running_of(by, None).await?)?,
            Target::Game(id) | Target::At(id, _) => id,
        };
        let game = self.load(id).await?;
        match game.side_of(by) {
            Some(_) => Ok(game),
            None => Err(Denial::UnknownGame.into()),
        }
    }

    /// The running game in which a player may act: their own.
    pub async fn own(&self, by: PlayerId, venue: Venue, target: Target) -> Result<Game> {
        let game = match target {
            Target::Here => {
                self.load(only(self.own_games_here(by, venue).await?)?)
                    .await?
            }
            Target::Game(_) | Target::At(..) => self.look(by, venue, target).await?,
        };
        game.part(by)?;
        Ok(game)
    }

    /// A game for the replay: by default the one of this channel that ended last, else the one that
    /// is running there.
    pub async fn past(&self, by: PlayerId, venue: Venue, target: Target) -> Result<Replay> {
        let id = match target {
            Target::Here => self.past_game_here(by, venue).await?,
            Target::Game(id) | Target::At(id, _) => id,
        };
        let game = self.load(id).await?.seen_from(venue, by)?;
        let names = self.store.names(game.setup.players).await?;
        let record = game.record(names);
        Ok(Replay { game, record, by })
    }

    async fn past_game_here(&self, by: PlayerId, venue: Venue) -> Result<GameId> {
        if let Some(ended) = self.store.last_ended(venue.channel).await? {
            return Ok(ended);
        }
        match self.game_here(by, venue).await {
            Err(Error::Denial(Denial::NoGameHere)) => Err(Denial::NothingToReplay.into()),
            running => running,
        }
    }

    /// The running game that the player plays in a channel, or the only one there.
    async fn game_here(&self, by: PlayerId, venue: Venue) -> Result<GameId> {
        match only(self.own_games_here(by, venue).await?) {
            Err(Error::Denial(Denial::NoGameHere)) => {
                only(self.store.running_in(venue.channel).await?)
            }
            own => own,
        }
    }

    /// The games that a player plays in a channel, or anywhere if it is their conversation with the
    /// bot, soonest deadline first.
    pub async fn own_games_here(&self, by: PlayerId, venue: Venue) -> Result<Vec<GameSummary>> {
        if venue.guild.is_direct() {
            return Ok(self.store.running_of(by, None).await?);
        }
        let mut games = self.store.running_of(by, Some(venue.guild)).await?;
        games.retain(|game| game.is_at(venue));
        Ok(games)
    }

    /// Saves whether a game has a thread, and returns the game.
    pub async fn set_thread(&self, game: &Game, thread: Thread) -> Result<Game> {
        let before = game.setup.thread;
        let now = self.now();
        let mut after = self.load(game.id()).await?;
        after.setup.thread = thread;
        // Its clock goes on or stops, or its board is posted again.
        let wishes = match (before, thread) {
            (Thread::Open(_) | Thread::Nowhere, _) | (_, Thread::Nowhere) => {
                self.wishes(&after, now).await?
            }
            _ => Wishes::default(),
        };
        let set = self.store.set_thread(&after, before, wishes, now);
        if set.await? {
            return Ok(after);
        }
        self.load(game.id()).await
    }

    /// A game, replayed from its log.
    pub async fn load(&self, id: GameId) -> Result<Game> {
        let stored = self.store.record(id).await?.ok_or(Denial::UnknownGame)?;
        Ok(Game::replay(stored, self.store.registry).map_err(store::Error::from)?)
    }
}

/// The only game of a list.
fn only(mut games: Vec<GameSummary>) -> Result<GameId> {
    match (games.pop(), games.is_empty()) {
        (None, _) => Err(Denial::NoGameHere.into()),
        (Some(game), true) => Ok(game.id),
        (Some(last), false) => {
            games.push(last);
            Err(Denial::SeveralGames(games).into())
        }
    }
}
