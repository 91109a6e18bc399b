//! The answer to an interaction, and the debts it pays.

use crate::app::Debt;
use crate::discord::view::reply::{Form, How, Reply};
use crate::game::{Game, GameRecord, MessageId};

/// What is done before an answer is made.
#[derive(Debug)]
pub enum First {
    /// The engine looks a game over.
    Review(Box<(Game, GameRecord)>),
    /// It is asked what the bot may do in the server.
    Setup,
    /// All that is kept of the person is read out.
    Export,
    /// All that is kept of the person is deleted.
    Forget,
}

/// The answer to an interaction.
#[derive(Debug)]
pub struct Answer {
    /// As a new message, or as a change of the one whose component was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// What has to be done first and takes a while: the answer is deferred, and the message
    /// is made when it is done.
    pub first: Option<First>,
    /// The form that is shown instead of a message.
    pub form: Option<Form>,
    /// The debt that it pays, and the message that it changes by that.
    pub pays: Option<(Debt, Option<MessageId>)>,
    /// Debts that are paid by other messages, with the game that one tells, as it is now.
    pub then: Vec<(Debt, Option<Game>)>,
}

impl Answer {
    /// A new message.
    #[must_use]
    pub fn new(reply: Reply) -> Self {
        Self {
            how: How::New,
            reply,
            first: None,
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

    /// A private answer for which something has to be done first.
    #[must_use]
    pub fn after(how: How, first: First) -> Self {
        Self {
            how,
            first: Some(first),
            ..Self::new(Reply::private(String::new()))
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
        self.then.push((debt, None));
        self
    }

    /// The same, telling the last change of this game by another message.
    #[must_use]
    pub fn telling(mut self, game: Game) -> Self {
        self.then.push((Debt::of(&game), Some(game)));
        self
    }
}
