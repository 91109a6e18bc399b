//! The answer to an interaction, and its effects.

use crate::app::{Done, Item, Replay};
use crate::discord::view::reply::{Form, How, Reply};
use crate::game::{Game, GameId, Step};

/// Slow work, whose result is private, except an animation.
#[derive(Debug)]
pub enum Slow {
    /// The animation of this reply is drawn.
    Animation(Box<Reply>),
    /// The engine reviews a game.
    Review(Box<Replay>),
    /// Discord is asked for the bot's permissions in the server.
    Setup,
    /// The personal data is exported.
    Export,
    /// The personal data is deleted.
    Forget,
}

impl Slow {
    /// Returns whether only the person sees the result.
    pub(super) fn is_private(&self) -> bool {
        match self {
            Self::Animation(reply) => reply.private,
            _ => true,
        }
    }
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
pub enum Answer {
    /// A form.
    Form(Form),
    /// A message that is created by slow work, for which the answer is deferred.
    Slow(How, Slow),
    /// A message.
    Message(Box<Message>),
}

/// A message that answers an interaction.
#[derive(Debug)]
#[must_use]
pub struct Message {
    /// A new message, or an edit of the message whose component was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// What it announces.
    pub announces: Announces,
    /// The panel of the person's next turn against the engine, to open in private.
    pub next_panel: Option<NextPanel>,
}

/// What an answer announces.
#[derive(Debug)]
pub enum Announces {
    /// Nothing: it tells of no change.
    Nothing,
    /// The answer is the message of this item, about this game after the change.
    This(Item, Option<Game>),
    /// The answer is another message than the one about this change, if there is one, and its edit
    /// is this step of upkeep.
    Also(Option<Done<Game>>, Option<Step>),
}

impl Answer {
    /// A new message.
    pub fn new(reply: Reply) -> Self {
        Message::new(How::New, reply).into()
    }

    /// An edit of the message whose component was pressed.
    pub fn update(reply: Reply) -> Self {
        Message::new(How::Update, reply).into()
    }

    /// This answer, but a new message instead of an edit if it is private.
    pub fn beside_public(mut self) -> Self {
        match &mut self {
            Self::Slow(how, slow) if slow.is_private() => *how = How::New,
            Self::Message(message) if message.reply.private => message.how = How::New,
            _ => {}
        }
        self
    }

    /// The panel to open after the answer.
    pub fn next_panel(&self) -> Option<NextPanel> {
        match self {
            Self::Message(message) => message.next_panel,
            _ => None,
        }
    }
}

impl From<Message> for Answer {
    fn from(message: Message) -> Self {
        if message.reply.animation.is_some() {
            Self::Slow(message.how, Slow::Animation(Box::new(message.reply)))
        } else {
            Self::Message(Box::new(message))
        }
    }
}

impl Message {
    /// A message that announces nothing.
    pub fn new(how: How, reply: Reply) -> Self {
        Self {
            how,
            reply,
            announces: Announces::Nothing,
            next_panel: None,
        }
    }

    /// This message, and then the panel of the person's next turn, if the board of the game is kept.
    pub fn with_panel(mut self, game: &Game, place: PanelPlace) -> Self {
        let next = NextPanel {
            game: game.id(),
            place,
        };
        self.next_panel = (game.keeps_board() && game.ending.is_none()).then_some(next);
        self
    }

    /// This message, which is that of an item, about a game after the change.
    pub fn being(mut self, item: Option<Item>, game: Option<Game>) -> Answer {
        if let Some(item) = item {
            self.announces = Announces::This(item, game);
        }
        self.into()
    }

    /// This message, besides the one about this change.
    pub fn beside(mut self, done: Done<Game>) -> Answer {
        self.announces = Announces::Also(Some(done), None);
        self.into()
    }

    /// This message, whose edit is a step of upkeep, besides the one about this change.
    pub fn editing(mut self, step: Step, done: Option<Done<Game>>) -> Answer {
        self.announces = Announces::Also(done, Some(step));
        self.into()
    }
}
