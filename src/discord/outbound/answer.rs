//! The answer to an interaction, and what it does.

use crate::discord::view::reply::{Form, How, Reply};
use crate::game::{Game, GameRecord, Post, Step};

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
    /// The outbox item that it is itself.
    pub item: Option<Post>,
    /// The outbox item that another message is.
    pub then: Option<Post>,
    /// The game that was changed, as it is now.
    pub game: Option<Game>,
    /// The upkeep that it does itself, by changing the message whose component was pressed.
    pub step: Option<Step>,
}

impl Answer {
    /// A new message.
    pub fn new(reply: Reply) -> Self {
        Self {
            how: How::New,
            reply,
            first: None,
            form: None,
            item: None,
            then: None,
            game: None,
            step: None,
        }
    }

    /// A change of the message whose component was pressed.
    pub fn update(reply: Reply) -> Self {
        Self {
            how: How::Update,
            ..Self::new(reply)
        }
    }

    /// A private answer for which something has to be done first.
    pub fn after(how: How, first: First) -> Self {
        Self {
            how,
            first: Some(first),
            ..Self::new(Reply::private(String::new()))
        }
    }

    /// A form.
    pub fn form(form: Form) -> Self {
        Self {
            form: Some(form),
            ..Self::new(Reply::private(String::new()))
        }
    }

    /// The same, which is this outbox item.
    #[must_use]
    pub fn posting(mut self, post: Post) -> Self {
        self.item = Some(post);
        self
    }

    /// The same, which tells the last change of this game.
    #[must_use]
    pub fn showing(mut self, game: Game) -> Self {
        self.item = Post::of(&game);
        self.game = Some(game);
        self
    }

    /// The same, with another message that tells the last change of this game.
    #[must_use]
    pub fn telling(mut self, game: Game) -> Self {
        self.then = Post::of(&game);
        self.game = Some(game);
        self
    }

    /// The same, of which changing the message is this step.
    #[must_use]
    pub fn doing(mut self, step: Step) -> Self {
        self.step = Some(step);
        self
    }

    /// Whether something was changed, so that messages may have to change.
    pub(super) fn has_changed(&self) -> bool {
        self.item.is_some() || self.then.is_some() || self.game.is_some() || self.step.is_some()
    }
}
