//! What an interaction is answered with, and what follows.

use crate::discord::view::reply::{How, Reply};
use crate::game::{ChallengeId, GameId, MessageId, PlayerId, State};

/// What an interaction is answered with.
#[derive(Debug)]
pub struct Answer {
    /// With a new message, or by changing the one that was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// What is said by it, so that it is not said again.
    pub says: Says,
    /// What is to be said besides, in the channel.
    pub then: Vec<Then>,
}

/// What an answer makes known.
#[derive(Clone, Copy, Debug)]
pub enum Says {
    /// Nothing that was saved.
    Nothing,
    /// A game up to this event; the message is its board.
    Board(GameId, u32),
    /// A game up to this event, which is an offer; the message is that offer.
    Offer(GameId, u32),
    /// A game up to this event, which declines an offer; that offer's message, which now says so.
    Declined(GameId, u32, MessageId),
    /// What has become of a challenge; the message is its card.
    Card(ChallengeId, State),
}

/// What follows an answer.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// The board of a game is posted; it pings everybody it is news for but this person.
    Say(GameId, Option<PlayerId>),
    /// The card of a challenge is brought up to date.
    Show(ChallengeId),
}

impl Answer {
    /// A new message.
    #[must_use]
    pub fn new(reply: Reply) -> Self {
        Self {
            how: How::New,
            reply,
            says: Says::Nothing,
            then: Vec::new(),
        }
    }

    /// A change of the message that was pressed.
    #[must_use]
    pub fn update(reply: Reply) -> Self {
        Self {
            how: How::Update,
            reply,
            says: Says::Nothing,
            then: Vec::new(),
        }
    }

    /// The same, saying something that was saved.
    #[must_use]
    pub fn saying(mut self, says: Says) -> Self {
        self.says = says;
        self
    }

    /// The same, followed by something.
    #[must_use]
    pub fn then(mut self, then: Then) -> Self {
        self.then.push(then);
        self
    }
}
