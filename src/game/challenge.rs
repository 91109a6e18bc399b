//! An invitation to play, until it becomes a game.

use super::{ChallengeId, Denied, GameId, PlayerId, TimeControl, Venue};
use crate::registry::Rules;
use crate::rules::Variant;
use crate::time::{Seconds, Timestamp};

/// How long a challenge stands.
pub const STANDS: Seconds = Seconds::days(3);

/// Running games a player may have in one server, and open challenges likewise.
pub const MOST_GAMES: u32 = 10;

/// What is going to be played.
#[derive(Clone, Copy)]
pub struct Terms {
    /// The kind of game.
    pub rules: &'static dyn Rules,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// How long the players may think.
    pub time: TimeControl,
    /// Whether the result changes ratings.
    pub rated: bool,
}

impl std::fmt::Debug for Terms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terms")
            .field("variant", &self.variant.id)
            .field("time", &self.time)
            .field("rated", &self.rated)
            .finish()
    }
}

/// An invitation to play.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// Where it was made, and the game will be.
    pub venue: Venue,
    /// Who made it.
    pub challenger: PlayerId,
    /// For whom; none: for whoever accepts first.
    pub opponent: Option<PlayerId>,
    /// What is going to be played.
    pub terms: Terms,
    /// Who takes the first turn, if that is settled: in a rematch.
    pub first: Option<PlayerId>,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// Until when it stands.
    pub expires: Timestamp,
    /// What has become of it.
    pub state: State,
}

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It stands.
    Open,
    /// It has become this game.
    Accepted(GameId),
    /// The opponent declined.
    Declined,
    /// The challenger withdrew it.
    Cancelled,
    /// It stood too long.
    Expired,
}

impl State {
    /// What the database and Fluent's cases call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted(_) => "accepted",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }
}

impl Challenge {
    /// Checks that a challenge may be made: `is_bot` and `is_us` are facts about the opponent.
    ///
    /// # Errors
    /// Nobody may challenge themself or a bot.
    pub fn may_be_made(
        by: PlayerId,
        opponent: PlayerId,
        is_bot: bool,
        is_us: bool,
    ) -> Result<(), Denied> {
        match () {
            () if is_us => Err(Denied::ChallengeEngine),
            () if by == opponent => Err(Denied::ChallengeSelf),
            () if is_bot => Err(Denied::ChallengeBot),
            () => Ok(()),
        }
    }

    /// Whether `by` may accept now.
    ///
    /// # Errors
    /// Says why not.
    pub fn accept(&self, by: PlayerId, now: Timestamp) -> Result<(), Denied> {
        self.stands(now)?;
        if by == self.challenger {
            return Err(Denied::ChallengeSelf);
        }
        match self.opponent {
            Some(opponent) if opponent != by => Err(Denied::NotForYou { opponent }),
            _ => Ok(()),
        }
    }

    /// Whether `by` may decline now.
    ///
    /// # Errors
    /// Says why not.
    pub fn decline(&self, by: PlayerId, now: Timestamp) -> Result<(), Denied> {
        self.stands(now)?;
        match self.opponent {
            Some(opponent) if opponent == by => Ok(()),
            Some(opponent) => Err(Denied::NotForYou { opponent }),
            None => Err(Denied::NothingToDecline),
        }
    }

    /// Whether `by` may withdraw it now.
    ///
    /// # Errors
    /// Says why not.
    pub fn cancel(&self, by: PlayerId, now: Timestamp) -> Result<(), Denied> {
        self.stands(now)?;
        if by == self.challenger {
            Ok(())
        } else {
            Err(Denied::NotYourChallenge {
                challenger: self.challenger,
            })
        }
    }

    fn stands(&self, now: Timestamp) -> Result<(), Denied> {
        match self.state {
            State::Open if now >= self.expires => Err(Denied::ChallengeExpired(self.id)),
            State::Open => Ok(()),
            State::Accepted(_) => Err(Denied::ChallengeTaken(self.id)),
            State::Declined => Err(Denied::ChallengeDeclined(self.id)),
            State::Cancelled => Err(Denied::ChallengeCancelled(self.id)),
            State::Expired => Err(Denied::ChallengeExpired(self.id)),
        }
    }
}
