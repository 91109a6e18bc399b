//! Playing: every change of every game passes through here.

use super::{App, Error};
use crate::game::{
    Beginning, Change, Denial, Event, Game, GameId, GameRecord, GameSummary, PlayerId, Thread,
    Venue,
};
use crate::store::{self, Origin, Unchanged};
use crate::time::Timestamp;
use siwa_games::rules::Stage;

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

/// A player's act in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays a move; the stage is given if the command is for one stage only.
    Play(String, Option<Stage>),
    /// Places the rest of both sides' pieces by these moves.
    PlaceRest(Vec<String>),
    /// Resigns.
    Resign,
    /// Offers to end the game by agreement, or claims its end.
    Offer,
    /// Accepts or declines the opponent's offer.
    Answer(bool),
    /// Asks to take back the last turn.
    TakeBack,
    /// Gives the opponent more time.
    Give,
    /// Claims the game, because the opponent's time is over.
    ClaimTime,
}

/// How often an act is decided, if others are saved first.
pub(super) const TRIES: u32 = 3;

impl App {
    /// Decides and saves an act, and returns the game after it.
    ///
    /// If `origin` has already acted, changes nothing.
    ///
    /// # Errors
    /// Nothing was changed, except that a game whose time is over has been ended.
    pub async fn act(
        &self,
        by: PlayerId,
        venue: Venue,
        target: Target,
        act: &Act,
        origin: Option<&Origin>,
    ) -> Result<Game, Error> {
        match self.act_once(by, venue, target, act, origin).await {
            // A second delivery of an interaction must not be denied what the first one did.
            Err(Error::Denial(denial)) => match origin {
                Some(origin) => self.caused(origin).await?.ok_or(denial.into()),
                None => Err(denial.into()),
            },
            other => other,
        }
    }

    /// The game that an interaction has started or changed.
    pub(super) async fn caused(&self, origin: &Origin) -> Result<Option<Game>, Error> {
        match self.store.caused(origin.cause).await? {
            Some(id) => Ok(Some(self.load(id).await?)),
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
    ) -> Result<Game, Error> {
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
            if let Some(events) = game.flag(now) {
                match self.save(&mut game, events, now, None).await {
                    Ok(()) => return Err(Denial::TimeIsUp(id).into()),
                    Err(Unchanged::Fault(fault)) => return Err(fault.into()),
                    // Another act was saved first, in time.
                    Err(_) => continue,
                }
            }
            let events = match decide(&mut game, by, act, plies, now) {
                Err(refused @ Denial::Refused(_)) => {
                    return Err(Error::Refused(Box::new(game), refused));
                }
                decided => decided?,
            };
            match self.save(&mut game, events, now, origin).await {
                Ok(()) => return Ok(game),
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }

    /// Saves the events of a game with their consequences, such as the planned moves that answer
    /// them, and counts them.
    pub(super) async fn save(
        &self,
        game: &mut Game,
        mut events: Vec<Event>,
        at: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<(), Unchanged> {
        events.extend(game.follow(at));
        let alarm = self.wishes(game, at).await?;
        let void = game.plans().all.iter().filter(|plan| !game.awaits(plan));
        let second = match game.begins_second() {
            true => Some(self.second(game, at).await?),
            false => None,
        };
        let change = Change {
            void: void.map(|plan| plan.id).collect(),
            alarm,
            called: game.called_apart(origin.and_then(|origin| origin.by)),
            second,
            ..Change::new(game, &events, at)
        };
        if let Some(change) = self.store.append(change, origin).await? {
            game.set_rated(change);
        }
        for event in &events {
            let game = game.rules().info().id;
            self.store.metrics.event(game, event.written().kind);
        }
        Ok(())
    }

    /// A game that starts now, not stored yet.
    pub(super) async fn beginning(
        &self,
        (mut game, events): (Game, Vec<Event>),
        at: Timestamp,
    ) -> Result<Beginning, store::Error> {
        let alarm = self.wishes(&mut game, at).await?;
        // Not even the player who accepted knows who takes the first turn.
        let called = game.called_apart(None);
        Ok(Beginning {
            game,
            events,
            alarm,
            called,
        })
    }

    /// The second game of a pair, of which this is the first.
    pub(super) async fn second(
        &self,
        first: &Game,
        at: Timestamp,
    ) -> Result<Beginning, store::Error> {
        let guild_rules = match first.tournament() {
            Some(_) => first.guild_rules(),
            None => self.store.guild_rules(first.venue().guild).await?,
        };
        self.beginning(first.second(guild_rules, at), at).await
    }

    /// The game to look at: the player's own here, or the only one here.
    pub async fn look(&self, by: PlayerId, venue: Venue, target: Target) -> Result<Game, Error> {
        let id = match target {
            Target::Here => self.game_here(by, venue).await?,
            Target::Game(id) | Target::At(id, _) => id,
        };
        Ok(self.load(id).await?.seen_from(venue, by)?)
    }

    /// A game that a player plays or has played, in any server: by default their only running game.
    pub async fn own_anywhere(&self, by: PlayerId, target: Target) -> Result<Game, Error> {
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
    pub async fn own(&self, by: PlayerId, venue: Venue, target: Target) -> Result<Game, Error> {
        let game = match target {
            Target::Here => self.load(self.own_game_here(by, venue).await?).await?,
            Target::Game(_) | Target::At(..) => self.look(by, venue, target).await?,
        };
        game.part(by)?;
        Ok(game)
    }

    /// A game for the replay, and its record: by default the one of this channel that ended last,
    /// else the one that is running there.
    pub async fn past(
        &self,
        by: PlayerId,
        venue: Venue,
        target: Target,
    ) -> Result<(Game, GameRecord), Error> {
        let id = match target {
            Target::Here => self.past_game_here(by, venue).await?,
            Target::Game(id) | Target::At(id, _) => id,
        };
        let stored = self.store.record(id).await?.ok_or(Denial::UnknownGame)?;
        let names = self.store.names(stored.players).await?;
        let game =
            Game::replay(stored.clone(), self.store.registry()).map_err(store::Error::from)?;
        let game = game.seen_from(venue, by)?;
        let record =
            GameRecord::of(&stored, names, self.store.registry()).map_err(store::Error::from)?;
        Ok((game, record))
    }

    async fn past_game_here(&self, by: PlayerId, venue: Venue) -> Result<GameId, Error> {
        if let Some(ended) = self.store.last_ended(venue.channel).await? {
            return Ok(ended);
        }
        match self.game_here(by, venue).await {
            Err(Error::Denial(Denial::NoGameHere)) => Err(Denial::NothingToReplay.into()),
            running => running,
        }
    }

    async fn own_game_here(&self, by: PlayerId, venue: Venue) -> Result<GameId, Error> {
        only(self.own_games_here(by, venue).await?)
    }

    /// The running game that the player plays in a channel, or the only one there.
    async fn game_here(&self, by: PlayerId, venue: Venue) -> Result<GameId, Error> {
        match self.own_game_here(by, venue).await {
            Err(Error::Denial(Denial::NoGameHere)) => {
                only(self.store.running_in(venue.channel).await?)
            }
            own => own,
        }
    }

    /// The games that a player plays in a channel, or anywhere if it is their conversation with the
    /// bot, soonest deadline first.
    pub async fn own_games_here(
        &self,
        by: PlayerId,
        venue: Venue,
    ) -> Result<Vec<GameSummary>, Error> {
        if venue.guild.is_direct() {
            return Ok(self.store.running_of(by, None).await?);
        }
        let mut games = self.store.running_of(by, Some(venue.guild)).await?;
        games.retain(|game| game.is_at(venue));
        Ok(games)
    }

    /// Saves whether a game has a thread, and returns the game.
    pub async fn set_thread(&self, game: &Game, thread: Thread) -> Result<Game, Error> {
        let (before, now) = (game.thread(), self.now());
        let mut after = self.load(game.id()).await?.with_thread(thread);
        let moves_clock = [before, thread].contains(&Thread::Nowhere);
        let alarm = if moves_clock {
            self.wishes(&mut after, now).await?
        } else {
            None
        };
        let is_set = self.store.set_thread(&after, before, alarm, now).await?;
        if is_set {
            return Ok(after);
        }
        self.load(game.id()).await
    }

    /// A game, replayed from its log.
    pub async fn load(&self, id: GameId) -> Result<Game, Error> {
        let stored = self.store.record(id).await?.ok_or(Denial::UnknownGame)?;
        Ok(Game::replay(stored, self.store.registry()).map_err(store::Error::from)?)
    }
}

/// The only game of a list.
fn only(mut games: Vec<GameSummary>) -> Result<GameId, Error> {
    match (games.pop(), games.is_empty()) {
        (None, _) => Err(Denial::NoGameHere.into()),
        (Some(game), true) => Ok(game.id),
        (Some(last), false) => {
            games.push(last);
            Err(Denial::SeveralGames(games).into())
        }
    }
}

fn decide(
    game: &mut Game,
    by: PlayerId,
    act: &Act,
    plies: Option<u32>,
    now: Timestamp,
) -> Result<Vec<Event>, Denial> {
    if plies.is_some_and(|plies| plies != game.changes()) {
        return Err(if game.ending().is_some() {
            Denial::GameOver(game.id())
        } else {
            Denial::MovedOn(game.id())
        });
    }
    match act {
        Act::Play(text, stage) => game.play(by, text, *stage, now),
        Act::PlaceRest(moves) => game.place_rest(by, moves, now),
        Act::Resign => game.resign(by, now),
        Act::Offer => game.offer(by, now),
        Act::Answer(accept) => game.answer(by, *accept, now),
        Act::TakeBack => game.take_back(by, now),
        Act::Give => game.give(by, now),
        Act::ClaimTime => game.claim_time(by, now),
    }
}
