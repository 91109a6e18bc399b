//! Messages for Discord as plain data.

use crate::discord::custom_id::CustomId;
use crate::game::{ChannelId, GameId, PlayerId};
use siwa_boards::{Curve, Theme};
use siwa_games::rules::{Diagram, Side};

/// How many choices Discord takes in a menu or a completion.
pub const MAX_CHOICES: usize = 25;

/// A message to be sent.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Reply {
    /// What it says.
    pub text: String,
    /// The board below the text.
    pub board: Option<Diagram>,
    /// The animation below the text, instead of a board. Drawing it may take a while, so the
    /// answer is deferred.
    pub animation: Option<Animation>,
    /// The curve below the text, instead of a board, and its alternative text.
    pub curve: Option<(Curve, String)>,
    /// Whether the board is to be small.
    pub small: bool,
    /// From which side boards are seen; in public always from the first.
    pub orientation: Side,
    /// The colours of boards; none: as the audience has chosen.
    pub theme: Option<&'static Theme>,
    /// The text file to attach.
    pub file: Option<File>,
    /// Its rows of buttons and menus.
    pub rows: Vec<Row>,
    /// Whether only the person who asked sees it.
    pub private: bool,
    /// Whom it pings; mentions of others do not notify them.
    pub pings: Vec<PlayerId>,
}

/// An animation of boards.
#[derive(Clone, Debug)]
pub struct Animation {
    /// Of which game.
    pub game: GameId,
    /// The boards, in their order.
    pub boards: Vec<Diagram>,
    /// The alternative text, without the last board.
    pub alt: String,
    /// What to say if it is too large to be sent.
    pub sorry: String,
}

/// A text file to attach.
#[derive(Clone, Debug)]
pub struct File {
    /// What the file is called.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// The alternative text.
    pub alt: String,
}

/// A row below a message.
#[derive(Clone, Debug)]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Button>),
    /// A menu of up to [`MAX_CHOICES`] to choose from.
    Menu {
        /// What it carries.
        id: CustomId,
        /// How many may be chosen at once.
        most: u8,
        /// The label while nothing is chosen.
        placeholder: String,
        /// The choices.
        options: Vec<Choice>,
    },
    /// A menu of the server's channels, of which several may be chosen.
    Channels {
        /// What it carries.
        id: CustomId,
        /// The label while nothing is chosen.
        placeholder: String,
        /// Those that are chosen.
        chosen: Vec<ChannelId>,
    },
}

/// A button.
#[derive(Clone, Debug)]
#[must_use]
pub struct Button {
    /// What it carries.
    pub id: CustomId,
    /// The picture on it.
    pub emoji: Option<Emoji>,
    /// What it says; may be empty if there is a picture.
    pub label: String,
    /// How it looks.
    pub style: Style,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// A picture on a button or a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emoji {
    /// One of the application's own, by its id and its name.
    Own(u64, String),
    /// A character of Unicode.
    Character(&'static str),
}

/// A form with a field for a text.
#[derive(Clone, Debug)]
pub struct Form {
    /// What it carries when it is sent.
    pub id: CustomId,
    /// What stands above it.
    pub title: String,
    /// What the field is called.
    pub label: String,
    /// An example, while the field is empty.
    pub example: String,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The usual next step.
    Primary,
    /// Anything else.
    Secondary,
    /// Agreement.
    Success,
    /// What cannot be undone.
    Danger,
}

/// A choice in a menu or a completion.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The picture before it; in menus only.
    pub emoji: Option<Emoji>,
    /// What it says.
    pub label: String,
    /// What it means.
    pub value: String,
    /// A second line in small print.
    pub description: Option<String>,
}

impl Reply {
    /// A public message.
    pub fn public(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// A message for the person alone.
    pub fn private(text: String) -> Self {
        Self {
            text,
            private: true,
            ..Self::default()
        }
    }

    /// The same with a board.
    pub fn with_board(mut self, board: impl Into<Option<Diagram>>) -> Self {
        self.board = board.into();
        self
    }

    /// The same, its boards seen from a side.
    pub fn seen(mut self, from: Side) -> Self {
        self.orientation = from;
        self
    }

    /// The same with a text file.
    pub fn with_file(mut self, name: impl Into<String>, text: String, alt: String) -> Self {
        let name = name.into();
        self.file = Some(File { name, text, alt });
        self
    }

    /// The same with one more row.
    pub fn with_row(mut self, row: Row) -> Self {
        self.rows.push(row);
        self
    }

    /// The same with a row of these buttons, if there are any.
    pub fn with_buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Self {
        let buttons: Vec<Button> = buttons.into_iter().collect();
        if !buttons.is_empty() {
            self.rows.push(Row::Buttons(buttons));
        }
        self
    }

    /// The same, its text below another.
    pub fn below(self, head: &str) -> Self {
        let text = format!("{head}\n{}", self.text);
        Self { text, ..self }
    }

    /// The same, its text above another.
    pub fn above(self, foot: &str) -> Self {
        let text = format!("{}\n{foot}", self.text);
        Self { text, ..self }
    }

    /// The same, pinging somebody.
    pub fn pinging(mut self, players: impl IntoIterator<Item = PlayerId>) -> Self {
        self.pings.extend(players);
        self
    }
}

impl Choice {
    /// A choice without a description.
    pub fn new(label: String, value: impl Into<String>) -> Self {
        Self {
            emoji: None,
            label,
            value: value.into(),
            description: None,
        }
    }
}

impl Button {
    /// A button.
    pub fn new(id: CustomId, label: String, style: Style) -> Self {
        Self {
            id,
            emoji: None,
            label,
            style,
            enabled: true,
        }
    }

    /// The same, which can be pressed only if it is `enabled`.
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// A file as it is sent, with its alternative text.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// What the file is called; its extension tells Discord the type.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// The alternative text.
    pub alt: String,
}

/// How an interaction is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// With a new message.
    New,
    /// By changing the message whose component was pressed.
    Update,
}

/// The text, cut to `longest` characters with an ellipsis.
pub fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept = text.chars().take(longest.saturating_sub(1));
    kept.chain(['…']).collect()
}
