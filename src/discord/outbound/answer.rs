//! What an interaction is answered with, and what is owed besides.

use crate::app::Debt;
use crate::discord::view::reply::{How, Reply};
use crate::game::MessageId;

/// What an interaction is answered with.
#[derive(Debug)]
pub struct Answer {
    /// With a new message, or by changing the one that was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// The debt that is paid by it, and the message that it changes for that.
    pub pays: Option<(Debt, Option<MessageId>)>,
    /// What is paid besides, in the channel.
    pub then: Vec<Debt>,
}

impl Answer {
    /// A new message.
    #[must_use]
    pub fn new(reply: Reply) -> Self {
        Self {
            how: How::New,
            reply,
            pays: None,
            then: Vec::new(),
        }
    }

    /// A change of the message that was pressed.
    #[must_use]
    pub fn update(reply: Reply) -> Self {
        Self {
            how: How::Update,
            ..Self::new(reply)
        }
    }

    /// The same, a new message that pays a debt.
    #[must_use]
    pub fn paying(mut self, debt: Debt) -> Self {
        self.pays = Some((debt, None));
        self
    }

    /// The same, a change of this message that pays a debt.
    #[must_use]
    pub fn changing(mut self, message: MessageId, debt: Debt) -> Self {
        self.pays = Some((debt, Some(message)));
        self
    }

    /// The same, with a debt to be paid beside it.
    #[must_use]
    pub fn then(mut self, debt: Debt) -> Self {
        self.then.push(debt);
        self
    }
}
