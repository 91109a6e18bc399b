//! Challenges and rematches.

use super::{App, Error, random};
use crate::game::{
    Challenge, ChallengeId, Denial, Game, GameId, GameTerms, Openable, Opening, Pairing, PlayerId,
    State, Thread, Venue,
};
use crate::store::{Origin, Unchanged};
use crate::time::Timestamp;

/// The challenged person.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// Their id.
    pub player: PlayerId,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// Whether it is this bot, which cannot be challenged: see [`App::play_engine`].
    pub is_us: bool,
}

/// The result of asking for a rematch.
#[derive(Debug)]
pub enum Rematch {
    /// The other player has to accept.
    Asked(Box<Challenge>),
    /// Both have asked: the game has started.
    Begun(Box<Game>),
}

impl App {
    /// Makes a challenge. If `origin` has already made one, returns that.
    pub async fn challenge(
        &self,
        by: PlayerId,
        opponent: Option<Opponent>,
        terms: GameTerms,
        venue: Venue,
        locale: &str,
        origin: &Origin,
    ) -> Result<Challenge, Error> {
        Challenge::suits(&terms, venue)?;
        if let Some(opponent) = opponent {
            Challenge::may_be_made(by, opponent.player, opponent.is_bot)?;
        }
        let opponent = opponent.map(|opponent| opponent.player);
        let new = Challenge::new(venue, locale, by, opponent, terms, self.now());
        self.make(new, origin).await
    }

    /// Accepts a challenge, which becomes a game exactly once.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: PlayerId,
        (venue, openable): (Venue, Openable),
        origin: &Origin,
    ) -> Result<Game, Error> {
        let challenge = self.challenge_seen_from(id, venue).await?;
        if let State::Accepted(game) = challenge.state
            && self.store.caused(origin.cause).await? == Some(game)
        {
            return self.load(game).await;
        }
        let now = self.now();
        challenge.accept(by, now)?;
        let drawn = random::draw(challenge.challenger, by)?;
        let (players, first_by) = challenge.seats(by, drawn);
        let (venue, thread) = match challenge.venue == venue {
            true => Thread::of_new(challenge.terms.games_in, openable, venue),
            false => (challenge.venue, Thread::None),
        };
        let opening = Opening {
            venue,
            thread,
            terms: challenge.terms,
            players,
            first_by,
            deal: random::deal(&challenge.terms)?,
            engine: None,
            guild_rules: self.store.guild_rules(venue.guild).await?,
        };
        let first = self.beginning(Game::begin(opening, now), now).await?;
        let second = match challenge.terms.games {
            Pairing::AtOnce => Some(self.second(&first.game, now).await?),
            Pairing::Single | Pairing::InTurn => None,
        };
        match self
            .store
            .accept(&challenge, &first, second.as_ref(), now, Some(origin))
            .await
        {
            Ok(game) => self.load(game).await,
            Err(unchanged @ (Unchanged::Conflict | Unchanged::Repeated)) => {
                // A second delivery of the interaction must not start another game.
                if let Some(game) = self.caused(origin).await? {
                    return Ok(game);
                }
                // Another request changed it first: report its new state.
                let challenge = self.find_challenge(id).await?;
                challenge.accept(by, now)?;
                Err(unchanged.into())
            }
            Err(unchanged) => Err(unchanged.into()),
        }
    }

    /// Asks for another game with the first turn given to the other player.
    pub async fn rematch(
        &self,
        game: GameId,
        by: PlayerId,
        (venue, openable): (Venue, Openable),
        locale: &str,
        origin: &Origin,
    ) -> Result<Rematch, Error> {
        let game = self.look(by, venue, super::Target::Game(game)).await?;
        let game = self.second_if_over(game).await?;
        let side = game.side_of(by).ok_or(Denial::NotYourGame(game.id()))?;
        if game.ending().is_none() {
            return Err(Denial::NotOver(game.id()).into());
        }
        // Discord may deliver the interaction again.
        if let Some(begun) = self.caused(origin).await? {
            return Ok(Rematch::Begun(Box::new(begun)));
        }
        if let Some(engine) = game.engine() {
            let begun = self.rematch_engine(&game, by, engine, (venue, openable), locale, origin);
            return Ok(Rematch::Begun(Box::new(begun.await?)));
        }
        if let Some(asked) = self.store.challenge_by_cause(origin.cause).await? {
            return Ok(Rematch::Asked(Box::new(asked)));
        }
        let opponent = game.player(side.other());
        if opponent.is_gone() {
            return Err(Denial::OpponentGone(game.id()).into());
        }
        for _ in 0..2 {
            if let Some(asked) = self.store.rematch(game.id()).await? {
                match asked.state {
                    State::Open if self.now() >= asked.expires => {
                        self.store.expire_challenges(self.now()).await?
                    }
                    State::Open if asked.challenger == by => {
                        return Err(Denial::RematchAsked.into());
                    }
                    State::Open => {
                        let begun = self.accept(asked.id, by, (venue, openable), origin).await?;
                        return Ok(Rematch::Begun(Box::new(begun)));
                    }
                    State::Accepted(begun) => return Err(Denial::RematchBegun(begun).into()),
                    // It was declined or cancelled after it was read.
                    _ => {}
                }
            }
            let terms = GameTerms {
                side: Some(side.other()),
                ..game.terms()
            };
            let new = Challenge {
                rematch_of: Some(game.id()),
                ..Challenge::new(venue, locale, by, Some(opponent), terms, self.now())
            };
            match self.make(new, origin).await {
                // Both asked at the same time: read again.
                Err(Error::Denial(Denial::Busy)) => {}
                other => return Ok(Rematch::Asked(Box::new(other?))),
            }
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
        match game.pair().and_then(|pair| pair.other) {
            _ if game.ending().is_none() => Ok(game),
            None if self.awaits_second(&game).await? => Err(Denial::NotOver(game.id()).into()),
            Some(other) if !other.over => Err(Denial::NotOver(other.id).into()),
            Some(other) if game.number_in_pair() == Some(1) => self.load(other.id).await,
            _ => Ok(game),
        }
    }

    /// Returns whether the second game of a tournament's pair is about to begin.
    async fn awaits_second(&self, game: &Game) -> Result<bool, Error> {
        let Some(id) = game.tournament() else {
            return Ok(false);
        };
        let of = self.store.tournament(id).await?;
        Ok(of.is_some_and(|of| of.awaits_second(game.id())))
    }

    /// The other game of a game's pair, if there is one.
    pub async fn other_of(&self, game: &Game) -> Result<Option<Game>, Error> {
        match game.pair().and_then(|pair| pair.other) {
            Some(other) => Ok(Some(self.load(other.id).await?)),
            None => Ok(None),
        }
    }

    /// A challenge, if it was made in the server of `from`.
    async fn challenge_seen_from(&self, id: ChallengeId, from: Venue) -> Result<Challenge, Error> {
        let challenge = self.find_challenge(id).await?;
        if challenge.venue.guild == from.guild {
            Ok(challenge)
        } else {
            Err(Denial::UnknownChallenge.into())
        }
    }

    async fn make(&self, new: Challenge, origin: &Origin) -> Result<Challenge, Error> {
        match self.store.challenge(&new, self.now(), Some(origin)).await {
            Err(Unchanged::Repeated) => Ok(self
                .store
                .challenge_by_cause(origin.cause)
                .await?
                .ok_or(Denial::UnknownChallenge)?),
            made => Ok(made?),
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
            let challenge = self.challenge_seen_from(id, venue).await?;
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
}
