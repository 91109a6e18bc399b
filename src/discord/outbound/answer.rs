//! The answer to an interaction, and the debts it pays.

use crate::app::Debt;
use crate::discord::view::reply::{Form, How, Reply};
use crate::game::{Game, GameRecord, MessageId};

/// The answer to an interaction.
#[derive(Debug)]
pub struct Answer {
    /// As a new message, or as a change of the one whose component was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// The game to be looked over first, which takes a while: the answer is deferred, and
    /// the message is made when the review is there.
    pub review: Option<Box<(Game, GameRecord)>>,
    /// The form that is shown instead of a message.
    pub form: Option<Form>,
    /// The debt that it pays, and the message that it changes by that.
    pub pays: Option<(Debt, Option<MessageId>)>,
    /// Debts that are paid by other messages.
    pub then: Vec<Debt>,
}

impl Answer {
    /// A new message.
    #[must_use]
    pub fn new(reply: Reply) -> Self {
        Self {
            how: How::New,
            reply,
            review: None,
            form: None,
            pays: None,
            then: Vec::new(),
        }
    }

    /// A change of the message whose component was pressed.
    #[must_use]
    pub fn update(reply: Reply) -> Self {
        Self {
            how: How::Update,
            ..Self::new(reply)
        }
    }

    /// A private review of a game, which is still to be made.
    #[must_use]
    pub fn review(game: Game, record: GameRecord) -> Self {
        Self {
            review: Some(Box::new((game, record))),
            ..Self::update(Reply::private(String::new()))
        }
    }

    /// A form.
    #[must_use]
    pub fn form(form: Form) -> Self {
        Self {
            form: Some(form),
            ..Self::new(Reply::private(String::new()))
        }
    }

    /// The same, paying a debt as a new message.
    #[must_use]
    pub fn paying(mut self, debt: Debt) -> Self {
        self.pays = Some((debt, None));
        self
    }

    /// The same, paying a debt as a change of this message.
    #[must_use]
    pub fn changing(mut self, message: MessageId, debt: Debt) -> Self {
        self.pays = Some((debt, Some(message)));
        self
    }

    /// The same, with a debt that is paid by another message.
    #[must_use]
    pub fn then(mut self, debt: Debt) -> Self {
        self.then.push(debt);
        self
    }
}
