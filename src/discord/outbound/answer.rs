//! The answer to an interaction, and its effects.

use crate::discord::view::reply::{Form, How, Reply};
use crate::game::{ChallengeId, Game, GameId, GameRecord, Post, Step};

/// Work to do before an answer is created.
#[derive(Debug)]
pub enum First {
    /// The engine reviews a game.
    Review(Box<(Game, GameRecord)>),
    /// Discord is asked for the bot's permissions in the server.
    Setup,
    /// The personal data is exported.
    Export,
    /// The personal data is deleted.
    Forget,
}

/// A panel to open once the engine has taken its turn.
#[derive(Clone, Copy, Debug)]
pub struct NextPanel {
    /// The game.
    pub game: GameId,
    /// Where it opens.
    pub place: PanelPlace,
}

/// Where a panel opens that nobody has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// Instead of the private answer.
    Answer,
    /// In a private message of its own, below a board that was just posted.
    BelowBoard,
}

/// The answer to an interaction.
#[derive(Debug)]
#[must_use]
pub struct Answer {
    /// A new message, or an edit of the message whose component was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// Slow work to do first: the answer is deferred, and the message is created after it.
    pub first: Option<First>,
    /// A form to show instead of a message.
    pub form: Option<Form>,
    /// The outbox item that the answer posts.
    pub item: Option<Post>,
    /// The outbox item that another message posts.
    pub then: Option<Post>,
    /// The changed game, after the change.
    pub game: Option<Game>,
    /// The step of upkeep that the answer does, by editing the message whose component was pressed.
    pub step: Option<Step>,
    /// The panel of the person's next turn against the engine, to open in private.
    pub next_panel: Option<NextPanel>,
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
            next_panel: None,
        }
    }

    /// An edit of the message whose component was pressed.
    pub fn update(reply: Reply) -> Self {
        Self {
            how: How::Update,
            ..Self::new(reply)
        }
    }

    /// A private answer after slow work.
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

    /// This answer, as the message of an outbox item.
    pub fn posting(mut self, post: Post) -> Self {
        self.item = Some(post);
        self
    }

    /// This answer, as the message about the last change of this game.
    pub fn showing(mut self, game: Game) -> Self {
        self.item = Post::of(&game);
        self.game = Some(game);
        self
    }

    /// This answer, with another message about the last change of this game.
    pub fn telling(mut self, game: Game) -> Self {
        self.then = Post::of(&game);
        self.game = Some(game);
        self
    }

    /// This answer, and then the panel of the person's next turn, if the board of the game is kept.
    pub fn with_panel(mut self, game: &Game, place: PanelPlace) -> Self {
        let next = NextPanel {
            game: game.id(),
            place,
        };
        self.next_panel = (game.keeps_board() && game.ending().is_none()).then_some(next);
        self
    }

    /// This answer of a game that begins with this card: the board follows in its thread.
    pub fn with_card(mut self, card: ChallengeId) -> Self {
        self.then = Some(Post::Card(card));
        self
    }

    /// This answer, whose edit is this step of upkeep.
    pub fn doing(mut self, step: Step) -> Self {
        self.step = Some(step);
        self
    }

    /// Returns whether it changed something, so that messages may need upkeep.
    pub(super) fn has_changed(&self) -> bool {
        self.item.is_some() || self.then.is_some() || self.game.is_some() || self.step.is_some()
    }
}
