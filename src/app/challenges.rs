//! Challenges and rematches, and what the upkeep of their messages depends on.

use super::begin::{beginning, deal, draw, second_of};
use super::{App, Error, Result, unless_conflict};
use crate::game::{
    Challenge, ChallengeId, Denial, Facts, Game, GameId, GameTerms, Other, Pair, Pairing, Place,
    PlayerId, State, Thread, Venue, ensure,
};
use crate::store::{Asked, Done, Origin, Unchanged};
use crate::time::Timestamp;

/// What has become of an accepted challenge.
#[derive(Debug)]
pub struct Accepted {
    /// The challenge.
    pub challenge: Challenge,
    /// Its game, or the first one of its pair.
    pub game: Game,
    /// The second game of its pair, if that has started, too.
    pub other: Option<Game>,
}

/// The result of asking for a rematch.
#[derive(Debug)]
pub enum Rematch {
    /// The other player has to accept.
    Asked(Challenge),
    /// Both have asked: the game has started.
    Begun(Box<Game>),
}

impl Accepted {
    fn new(challenge: Challenge, game: Game, other: Option<Game>) -> Self {
        Self {
            challenge: Challenge {
                state: State::Accepted(game.id()),
                ..challenge
            },
            game,
            other,
        }
    }
}

impl App {
    /// Makes a challenge. If `origin` has already made one, returns that.
    pub async fn challenge(
        &self,
        by: PlayerId,
        opponent: Option<PlayerId>,
        terms: GameTerms,
        venue: Venue,
        locale: &str,
        origin: &Origin,
    ) -> Result<Done<Challenge>, Error> {
        Challenge::suits(&terms, venue)?;
        ensure(opponent != Some(by), Denial::ChallengeSelf)?;
        let new = Challenge::new(venue, locale, by, opponent, terms, self.now());
        let made = self.store.challenge(&new, self.now(), Some(origin)).await;
        // A second delivery of the interaction must not be denied what the first one did.
        if let Err(Unchanged::Denial(_) | Unchanged::Conflict) = made
            && let Some(made) = self.store.challenge_by_cause(origin.cause).await?
        {
            return Ok(self.store.done(made, Some(origin)).await);
        }
        Ok(made?)
    }

    /// Accepts a challenge, which becomes a game exactly once.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: PlayerId,
        place: Place,
        origin: &Origin,
    ) -> Result<Done<Accepted>, Error> {
        let asked = self.store.asked(id, by).await?;
        let asked = asked.ok_or(Denial::UnknownChallenge)?;
        let challenge = asked.challenge.clone();
        let done = self.accept_once(asked, by, place, origin).await;
        // A second delivery of the interaction must not be denied what the first one did.
        if let Err(Error::Denial(_)) = done
            && let Some(Done { value, item }) = self.caused(origin).await?
        {
            let other = self.other_of(&value).await?;
            let value = Accepted::new(challenge, value, other);
            return Ok(Done { value, item });
        }
        done
    }

    async fn accept_once(
        &self,
        asked: Asked,
        by: PlayerId,
        place: Place,
        origin: &Origin,
    ) -> Result<Done<Accepted>, Error> {
        let challenge = asked.challenge;
        let settings = asked.settings;
        let is_here = challenge.venue.guild == place.venue.guild;
        ensure(is_here, Denial::UnknownChallenge)?;
        let now = self.now();
        challenge.accept(by, now)?;
        let drawn = draw(challenge.challenger, by)?;
        let (players, first_by) = challenge.seats(by, drawn);
        let (venue, thread) = if challenge.venue == place.venue {
            Thread::of_new(challenge.terms.games_in, place)
        } else {
            (challenge.venue, Thread::None)
        };
        let terms = challenge.terms;
        let setup = terms.setup(venue, thread, players, settings.guild_rules.clone());
        let begun = terms.begin(setup, first_by, deal(&terms)?, now);
        let first = beginning(begun, &settings, now);
        let second = match terms.games {
            Pairing::AtOnce => Some(second_of(&first.game, &settings, now)),
            Pairing::Single | Pairing::InTurn => None,
        };
        let store = &self.store;
        let accepted = store.accept(&challenge, &first, second.as_ref(), now, Some(origin));
        let Done { value, item } = match accepted.await {
            Err(Unchanged::Conflict) => {
                // Another request changed it first: report its new state.
                let challenge = self.find_challenge(challenge.id).await?;
                challenge.accept(by, now)?;
                return Err(Unchanged::Conflict.into());
            }
            accepted => accepted?,
        };
        let (first_id, second_id) = value;
        let pair = |other: Option<GameId>| {
            (terms.games != Pairing::Single).then(|| Pair {
                first: first_id,
                other: other.map(Other::begun),
                is_broken: false,
            })
        };
        let game = first.game.stored_as(first_id, pair(second_id));
        let second = second.zip(second_id);
        let second = second.map(|(begun, id)| begun.game.stored_as(id, pair(Some(first_id))));
        let value = Accepted::new(challenge, game, second);
        Ok(Done { value, item })
    }

    /// Asks for another game with the first turn given to the other player.
    pub async fn rematch(
        &self,
        game: GameId,
        by: PlayerId,
        place: Place,
        locale: &str,
        origin: &Origin,
    ) -> Result<Done<Rematch>, Error> {
        let done = self.rematch_once(game, by, place, locale, origin).await;
        // A second delivery of the interaction must not be denied what the first one did.
        if let Err(Error::Denial(_)) = done {
            if let Some(begun) = self.caused(origin).await? {
                return Ok(begun.map(|game| Rematch::Begun(Box::new(game))));
            }
            if let Some(asked) = self.store.challenge_by_cause(origin.cause).await? {
                let asked = Rematch::Asked(asked);
                return Ok(self.store.done(asked, Some(origin)).await);
            }
        }
        done
    }

    async fn rematch_once(
        &self,
        id: GameId,
        by: PlayerId,
        place: Place,
        locale: &str,
        origin: &Origin,
    ) -> Result<Done<Rematch>, Error> {
        let mut asked = self.store.rematch(id, by).await?;
        let may_accept = |asked: &mut Asked| {
            let challenge = &asked.challenge;
            challenge.venue.guild == place.venue.guild && challenge.accept(by, self.now()).is_ok()
        };
        if let Some(asked) = asked.take_if(may_accept) {
            // The game need not be read: both of its players want another one.
            let begun = self.accept_once(asked, by, place, origin).await?;
            return Ok(begun.map(|accepted| Rematch::Begun(Box::new(accepted.game))));
        }
        let game = self.look(by, place.venue, super::Target::Game(id)).await?;
        let game = self.second_if_over(game).await?;
        if game.id() != id {
            asked = self.store.rematch(game.id(), by).await?;
        }
        let side = game.side_of(by).ok_or(Denial::NotYourGame(game.id()))?;
        ensure(game.ending.is_some(), Denial::NotOver(game.id()))?;
        let opponent = game.player(side.other());
        let mut terms = game.terms();
        terms.side = Some(match game.number_in_pair() {
            // The sides of the first game are swapped already.
            Some(2) => side,
            _ => side.other(),
        });
        let new = |terms| Challenge {
            rematch_of: Some(game.id()),
            ..Challenge::new(place.venue, locale, by, Some(opponent), terms, self.now())
        };
        if game.setup.engine.is_some() {
            let begun = self.begin(new(terms), opponent, place, origin).await?;
            return Ok(begun.map(|game| Rematch::Begun(Box::new(game))));
        }
        ensure(!opponent.is_gone(), Denial::OpponentGone(game.id()))?;
        if let Some(pair) = game.setup.pair
            && let Some(made) = self.store.challenge_of(pair.first).await?
        {
            terms.games = made.terms.games;
        }
        for _ in 0..2 {
            if let Some(asked) = asked {
                match asked.challenge.state {
                    // One that has expired makes room.
                    State::Open if self.now() >= asked.challenge.expires => {}
                    State::Open if asked.challenge.challenger == by => {
                        return Err(Denial::RematchAsked.into());
                    }
                    State::Open => {
                        let begun = self.accept_once(asked, by, place, origin).await?;
                        return Ok(begun.map(|accepted| Rematch::Begun(Box::new(accepted.game))));
                    }
                    State::Accepted(begun) => return Err(Denial::RematchBegun(begun).into()),
                    // It was declined or cancelled after it was read.
                    _ => {}
                }
            }
            let new = new(terms);
            let made = self.store.challenge(&new, self.now(), Some(origin)).await;
            if let Some(made) = unless_conflict(made)? {
                return Ok(made.map(Rematch::Asked));
            }
            // Both asked at the same time.
            asked = self.store.rematch(game.id(), by).await?;
        }
        Err(Denial::Busy.into())
    }

    /// A challenge.
    pub async fn find_challenge(&self, id: ChallengeId) -> Result<Challenge, Error> {
        let found = self.store.find_challenge(id).await?;
        Ok(found.ok_or(Denial::UnknownChallenge)?)
    }

    /// The second game of the pair of a game that is over; a rematch of the pair is a rematch of
    /// it.
    ///
    /// # Errors
    /// If one of the two is still running.
    async fn second_if_over(&self, game: Game) -> Result<Game, Error> {
        if game.ending.is_none() {
            return Ok(game);
        }
        match game.setup.pair.and_then(|pair| pair.other) {
            None if self.awaits_second(&game).await? => Err(Denial::NotOver(game.id()).into()),
            Some(other) if !other.over => Err(Denial::NotOver(other.id).into()),
            Some(other) if game.number_in_pair() == Some(1) => self.load(other.id).await,
            _ => Ok(game),
        }
    }

    /// Returns whether the second game of a tournament's pair is about to begin.
    async fn awaits_second(&self, game: &Game) -> Result<bool, Error> {
        let Some(id) = game.setup.tournament else {
            return Ok(false);
        };
        let found = self.store.tournament(id).await?;
        Ok(found.is_some_and(|found| found.awaits_second(game.id())))
    }

    /// The other game of a game's pair, if there is one.
    pub async fn other_of(&self, game: &Game) -> Result<Option<Game>, Error> {
        match game.setup.pair.and_then(|pair| pair.other) {
            Some(other) => Ok(Some(self.load(other.id).await?)),
            None => Ok(None),
        }
    }

    /// Declines or cancels a challenge, as `decide` says.
    pub async fn conclude(
        &self,
        id: ChallengeId,
        by: PlayerId,
        venue: Venue,
        decide: fn(&Challenge, PlayerId, Timestamp) -> Result<State, Denial>,
        origin: &Origin,
    ) -> Result<Challenge, Error> {
        for _ in 0..2 {
            let challenge = self.find_challenge(id).await?;
            let is_here = challenge.venue.guild == venue.guild;
            ensure(is_here, Denial::UnknownChallenge)?;
            let now = self.now();
            let state = decide(&challenge, by, now)?;
            let closed = self
                .store
                .close_challenge(&challenge, state, now, Some(origin));
            // If another request changed it first, decide again.
            if closed.await? {
                return Ok(Challenge { state, ..challenge });
            }
        }
        Err(Denial::Busy.into())
    }

    /// A challenge, its games and their messages; `known` is one of the games, if the caller has
    /// it.
    pub async fn facts(&self, challenge: ChallengeId, mut known: Option<Game>) -> Result<Facts> {
        let found = self.store.messages_of(challenge).await?;
        let (challenge, games) = found.ok_or(Denial::UnknownChallenge)?;
        let mut facts = Facts {
            challenge,
            games: Vec::new(),
            sent: Vec::new(),
        };
        for messages in games {
            let same = |game: &mut Game| {
                (game.id(), game.seq, game.setup.thread)
                    == (messages.game, messages.seq, messages.thread)
            };
            facts.games.push(match known.take_if(same) {
                Some(game) => game,
                None => self.load(messages.game).await?,
            });
            facts.sent.extend(messages.sent);
        }
        Ok(facts)
    }
}
