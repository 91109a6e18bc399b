//! What is sent to Discord, as plain data.

use crate::discord::custom_id::CustomId;
use crate::game::{GameId, PlayerId};
use crate::render::{Orientation, Theme};
use crate::rules::Diagram;

/// A message to be sent.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// What it says.
    pub text: String,
    /// The board to show below.
    pub board: Option<Diagram>,
    /// The boards to show below one after the other, in place of one board. That
    /// may take a while, so such a reply is announced before it is made.
    pub film: Option<Film>,
    /// From which side boards are seen: what all see, always from the first.
    pub orientation: Orientation,
    /// The colours of boards; none: those that whoever sees them has chosen.
    pub theme: Option<&'static Theme>,
    /// The text to attach.
    pub file: Option<File>,
    /// Its rows of buttons and menus.
    pub rows: Vec<Row>,
    /// Whether only the person asked may see it.
    pub private: bool,
    /// Whom it pings; everybody else is only named.
    pub pings: Vec<PlayerId>,
}

/// Boards as an animation.
#[derive(Clone, Debug)]
pub struct Film {
    /// Of which game.
    pub game: GameId,
    /// The boards, in their order.
    pub boards: Vec<Diagram>,
    /// What it shows, in words, but for the last board.
    pub alt: String,
    /// What is said if it is too large to be sent.
    pub sorry: String,
}

/// A text to attach.
#[derive(Clone, Debug)]
pub struct File {
    /// What the file is called.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// What it is.
    pub alt: String,
}

/// A row below a message.
#[derive(Clone, Debug)]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Button>),
    /// A menu to choose one of up to 25 from.
    Menu {
        /// What it carries.
        id: CustomId,
        /// What it says while nothing is chosen.
        placeholder: String,
        /// The choices.
        options: Vec<Choice>,
    },
}

/// A button.
#[derive(Clone, Debug)]
pub struct Button {
    /// What it carries.
    pub id: CustomId,
    /// What it says.
    pub label: String,
    /// How it looks.
    pub style: Style,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// What most will want.
    Primary,
    /// Anything else.
    Secondary,
    /// Agreement.
    Success,
    /// What cannot be undone.
    Danger,
}

/// A line in a menu.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it says.
    pub label: String,
    /// What it means.
    pub value: String,
    /// What it says besides.
    pub description: Option<String>,
}

impl Reply {
    /// A public message.
    #[must_use]
    pub fn public(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// A message for the person alone.
    #[must_use]
    pub fn private(text: String) -> Self {
        Self {
            text,
            private: true,
            ..Self::default()
        }
    }

    /// The same with a board.
    #[must_use]
    pub fn with_board(mut self, board: Diagram) -> Self {
        self.board = Some(board);
        self
    }

    /// The same, its boards seen from a side.
    #[must_use]
    pub fn seen(mut self, from: Orientation) -> Self {
        self.orientation = from;
        self
    }

    /// The same, its boards in these colours, whatever was chosen.
    #[must_use]
    pub fn drawn_in(mut self, theme: &'static Theme) -> Self {
        self.theme = Some(theme);
        self
    }

    /// The same with one more row.
    #[must_use]
    pub fn with_row(mut self, row: Row) -> Self {
        self.rows.push(row);
        self
    }

    /// The same, pinging somebody.
    #[must_use]
    pub fn pinging(mut self, player: Option<PlayerId>) -> Self {
        self.pings.extend(player);
        self
    }
}

impl Button {
    /// A button.
    #[must_use]
    pub fn new(id: CustomId, label: String, style: Style) -> Self {
        Self {
            id,
            label,
            style,
            enabled: true,
        }
    }
}

/// A picture or a text on its way to Discord, with its words.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// What the file is called; its ending says what is in it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What it shows.
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
