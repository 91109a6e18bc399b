//! From a challenge to a game, and to the next one.

use super::{App, Error, lots};
use crate::game::{
    Challenge, ChallengeId, Denied, Game, GameId, PlayerId, STANDS, Settled, State, Terms, Venue,
};
use crate::rules::BySide;
use crate::store::{NewChallenge, Origin, Unchanged};

/// Whom somebody wants to challenge.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// Who it is.
    pub player: PlayerId,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// Whether it is this bot.
    pub is_us: bool,
}

/// What asking for a rematch leads to.
#[derive(Debug)]
pub enum Rematch {
    /// The other player has to accept.
    Asked(Challenge),
    /// Both have asked: it begins.
    Begun(Box<Game>),
}

impl App {
    /// Makes a challenge; one that its cause has made before is answered as it is.
    ///
    /// # Errors
    /// Says why it may not be made.
    pub async fn challenge(
        &self,
        by: PlayerId,
        opponent: Option<Opponent>,
        terms: Terms,
        venue: Venue,
        locale: &str,
        origin: &Origin,
    ) -> Result<Challenge, Error> {
        if let Some(Opponent {
            player,
            is_bot,
            is_us,
        }) = opponent
        {
            Challenge::may_be_made(by, player, is_bot, is_us)?;
        }
        self.make(
            NewChallenge {
                venue,
                locale: locale.to_owned(),
                challenger: by,
                opponent: opponent.map(|opponent| opponent.player),
                terms,
                first: None,
                rematch_of: None,
                expires: self.now().plus(STANDS),
            },
            origin,
        )
        .await
    }

    /// Accepts a challenge: it becomes a game, once.
    ///
    /// # Errors
    /// Says why it cannot be accepted.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: PlayerId,
        venue: Venue,
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
        let (players, settled) = match challenge.first {
            Some(first) if first == by => (
                BySide {
                    first,
                    second: challenge.challenger,
                },
                Settled::Turns,
            ),
            Some(first) => (BySide { first, second: by }, Settled::Turns),
            None => (lots::draw(challenge.challenger, by)?, Settled::Lots),
        };
        match self
            .store
            .accept(&challenge, players, settled, now, Some(origin))
            .await
        {
            Ok(game) => self.load(game).await,
            Err(Unchanged::Denied(denied)) => Err(denied.into()),
            Err(Unchanged::Fault(fault)) => Err(fault.into()),
            Err(Unchanged::Conflict | Unchanged::Repeated) => {
                // Somebody was faster: say what has become of it.
                let challenge = self.find_challenge(id).await?;
                challenge.accept(by, now)?;
                Err(Denied::Busy.into())
            }
        }
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// Says why not.
    pub async fn decline(
        &self,
        id: ChallengeId,
        by: PlayerId,
        venue: Venue,
        origin: &Origin,
    ) -> Result<Challenge, Error> {
        self.conclude(id, venue, State::Declined, origin, |challenge, now| {
            challenge.decline(by, now)
        })
        .await
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    /// Says why not.
    pub async fn cancel(
        &self,
        id: ChallengeId,
        by: PlayerId,
        venue: Venue,
        origin: &Origin,
    ) -> Result<Challenge, Error> {
        self.conclude(id, venue, State::Cancelled, origin, |challenge, now| {
            challenge.cancel(by, now)
        })
        .await
    }

    /// Asks for another game with the first turn given to the other player.
    ///
    /// # Errors
    /// Says why not.
    pub async fn rematch(
        &self,
        game: GameId,
        by: PlayerId,
        venue: Venue,
        locale: &str,
        origin: &Origin,
    ) -> Result<Rematch, Error> {
        let game = self.look(by, venue, super::Target::Game(game)).await?;
        let side = game.side_of(by).ok_or(Denied::NotYourGame(game.id()))?;
        if game.ending().is_none() {
            return Err(Denied::NotOver(game.id()).into());
        }
        // What this cause has done before is answered as it is.
        if let Some(begun) = self.store.caused(origin.cause).await? {
            return Ok(Rematch::Begun(Box::new(self.load(begun).await?)));
        }
        if let Some(asked) = self.store.challenge_by_cause(origin.cause).await? {
            return Ok(Rematch::Asked(asked));
        }
        for _ in 0..2 {
            if let Some(asked) = self.store.rematch(game.id()).await? {
                match asked.state {
                    State::Open if self.now() >= asked.expires => {
                        self.store.expire_challenges(self.now()).await?
                    }
                    State::Open if asked.challenger == by => {
                        return Err(Denied::AlreadyOffered.into());
                    }
                    State::Open => {
                        let begun = self.accept(asked.id, by, venue, origin).await?;
                        return Ok(Rematch::Begun(Box::new(begun)));
                    }
                    State::Accepted(begun) => return Err(Denied::RematchBegun(begun).into()),
                    // Declined or withdrawn since it was looked up.
                    _ => {}
                }
            }
            let terms = Terms {
                rules: game.rules(),
                variant: game.variant(),
                time: game.time(),
                rated: game.rated(),
            };
            let new = NewChallenge {
                venue,
                locale: locale.to_owned(),
                challenger: by,
                opponent: Some(game.player(side.other())),
                terms,
                first: Some(game.players().second),
                rematch_of: Some(game.id()),
                expires: self.now().plus(STANDS),
            };
            match self.make(new, origin).await {
                // Both have asked at the same moment: look again.
                Err(Error::Denied(Denied::Busy)) => {}
                other => return Ok(Rematch::Asked(other?)),
            }
        }
        Err(Denied::Busy.into())
    }

    /// A challenge.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn find_challenge(&self, id: ChallengeId) -> Result<Challenge, Error> {
        Ok(self
            .store
            .find_challenge(id)
            .await?
            .ok_or(Denied::UnknownChallenge)?)
    }

    /// A challenge, for whoever asks from somewhere.
    async fn challenge_seen_from(&self, id: ChallengeId, from: Venue) -> Result<Challenge, Error> {
        let challenge = self.find_challenge(id).await?;
        if challenge.venue.guild == from.guild {
            Ok(challenge)
        } else {
            Err(Denied::UnknownChallenge.into())
        }
    }

    async fn make(&self, new: NewChallenge, origin: &Origin) -> Result<Challenge, Error> {
        match self.store.challenge(&new, self.now(), Some(origin)).await {
            Ok(challenge) => Ok(challenge),
            Err(Unchanged::Repeated) => Ok(self
                .store
                .challenge_by_cause(origin.cause)
                .await?
                .ok_or(Denied::UnknownChallenge)?),
            Err(Unchanged::Denied(denied)) => Err(denied.into()),
            Err(Unchanged::Conflict) => Err(Denied::Busy.into()),
            Err(Unchanged::Fault(fault)) => Err(fault.into()),
        }
    }

    async fn conclude(
        &self,
        id: ChallengeId,
        venue: Venue,
        state: State,
        origin: &Origin,
        decide: impl Fn(&Challenge, crate::time::Timestamp) -> Result<(), Denied>,
    ) -> Result<Challenge, Error> {
        for _ in 0..2 {
            let challenge = self.challenge_seen_from(id, venue).await?;
            let now = self.now();
            decide(&challenge, now)?;
            let settled = self
                .store
                .settle_challenge(&challenge, state, now, Some(origin));
            match settled.await {
                Ok(()) => return Ok(Challenge { state, ..challenge }),
                Err(Unchanged::Fault(fault)) => return Err(fault.into()),
                Err(_) => {}
            }
        }
        Err(Denied::Busy.into())
    }
}
