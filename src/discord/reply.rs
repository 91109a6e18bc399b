//! What is sent to Discord, as plain data.

use super::custom_id::CustomId;
use crate::game::PlayerId;
use crate::rules::Diagram;

/// A message to be sent.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// What it says.
    pub text: String,
    /// The board to show below.
    pub board: Option<Diagram>,
    /// Its rows of buttons and menus.
    pub rows: Vec<Row>,
    /// Whether only the person asked may see it.
    pub private: bool,
    /// Whom it pings; everybody else is only named.
    pub pings: Vec<PlayerId>,
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

/// A picture, encoded, with its words.
#[derive(Clone, Debug)]
pub struct Picture {
    /// PNG.
    pub png: Vec<u8>,
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
