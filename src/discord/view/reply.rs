//! Messages for Discord as plain data.

use crate::discord::custom_id::CustomId;
use crate::game::{ChannelId, GameId, PlayerId};
use siwa_boards::{CrosstableRow, Curve, Theme};
use siwa_games::rules::{Diagram, Side};

/// The most choices in a menu or an autocompletion.
pub const MAX_CHOICES: usize = 25;

/// A message to send.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Reply {
    /// The text.
    pub text: String,
    /// The board below the text.
    pub board: Option<Diagram>,
    /// The animation below the text, instead of a board. Drawing it may be slow, so the answer is
    /// deferred.
    pub animation: Option<Animation>,
    /// The chart below the text, instead of a board, and its alternative text.
    pub chart: Option<(Chart, String)>,
    /// Whether the board is small.
    pub small: bool,
    /// The side at the bottom of boards; in public messages always the first.
    pub orientation: Side,
    /// The theme of boards; `None`: the audience's.
    pub theme: Option<&'static Theme>,
    /// The text file to attach.
    pub file: Option<Attachment>,
    /// The board, the animation or the chart, once it is drawn.
    pub picture: Option<Attachment>,
    /// The rows of buttons and menus.
    pub rows: Vec<Row>,
    /// Whether only the person who asked sees it.
    pub private: bool,
    /// The people it pings; mentions do not notify others.
    pub pings: Vec<PlayerId>,
    /// Whether it notifies nobody: the people concerned get a message elsewhere.
    pub silent: bool,
    /// Whether it is in words because its picture was refused: an edit must not keep an older one.
    pub is_in_words: bool,
}

/// A picture that is not a board.
#[derive(Clone, Debug)]
pub enum Chart {
    /// A curve.
    Curve(Curve),
    /// The crosstable of a group.
    Crosstable(Vec<CrosstableRow>),
}

/// An animation of boards.
#[derive(Clone, Debug)]
pub struct Animation {
    /// The game.
    pub game: GameId,
    /// The boards, in order.
    pub boards: Vec<Diagram>,
    /// The alternative text, without the last board.
    pub alt: String,
    /// The text to send if it is too large.
    pub sorry: String,
}

/// A row below a message.
#[derive(Clone, Debug)]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Button>),
    /// A text with a button beside it. Only messages of components have such rows.
    Section {
        /// The text.
        text: String,
        /// The button, if there is one.
        button: Option<Button>,
    },
    /// A menu with up to [`MAX_CHOICES`] choices.
    Menu {
        /// Its custom id.
        id: CustomId,
        /// The most choices that can be selected together.
        most: u8,
        /// The label while nothing is chosen.
        placeholder: String,
        /// The choices.
        options: Vec<Choice>,
    },
    /// A menu of the server's channels, for several choices.
    Channels {
        /// Its custom id.
        id: CustomId,
        /// The label while nothing is chosen.
        placeholder: String,
        /// The chosen channels.
        chosen: Vec<ChannelId>,
    },
}

/// A button.
#[derive(Clone, Debug)]
#[must_use]
pub struct Button {
    /// Its custom id.
    pub id: CustomId,
    /// Its picture.
    pub emoji: Option<Emoji>,
    /// Its label; may be empty if there is a picture.
    pub label: String,
    /// Its style.
    pub style: Style,
    /// Whether it is enabled.
    pub enabled: bool,
}

/// A picture on a button or a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emoji {
    /// An emoji of the application, by id and name, and the character that replaces it.
    Own(u64, String, &'static str),
    /// A Unicode character.
    Character(&'static str),
}

/// A form with one text field.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its custom id.
    pub id: CustomId,
    /// Its title.
    pub title: String,
    /// The label of the field.
    pub label: String,
    /// An example, shown while the field is empty.
    pub example: String,
}

/// The style of a button, with Discord's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The default next step.
    Primary = 1,
    /// Any other action.
    Secondary,
    /// An action that agrees.
    Success,
    /// An action that cannot be undone.
    Danger,
}

/// A choice in a menu or an autocompletion.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The picture before it; in menus only.
    pub emoji: Option<Emoji>,
    /// Its label.
    pub label: String,
    /// Its value.
    pub value: String,
    /// A second line in small print.
    pub description: Option<String>,
    /// Whether a menu shows it while nothing else is chosen.
    pub chosen: bool,
}

impl Reply {
    /// This reply, with Unicode characters instead of the application's emoji.
    pub fn with_characters(mut self) -> Self {
        for row in &mut self.rows {
            let replace = |emoji: &mut Option<Emoji>| {
                if let Some(Emoji::Own(_, _, character)) = *emoji {
                    *emoji = Some(Emoji::Character(character));
                }
            };
            match row {
                Row::Buttons(buttons) => buttons
                    .iter_mut()
                    .for_each(|button| replace(&mut button.emoji)),
                Row::Menu { options, .. } => options
                    .iter_mut()
                    .for_each(|option| replace(&mut option.emoji)),
                // The button of a section has none.
                Row::Section { .. } | Row::Channels { .. } => {}
            }
        }
        self
    }

    /// A public message.
    pub fn public(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// A private message.
    pub fn private(text: String) -> Self {
        Self {
            private: true,
            ..Self::public(text)
        }
    }

    /// The reply, with a board.
    pub fn with_board(mut self, board: impl Into<Option<Diagram>>) -> Self {
        self.board = board.into();
        self
    }

    /// The reply, with boards seen from this side.
    pub fn seen(mut self, from: Side) -> Self {
        self.orientation = from;
        self
    }

    /// The reply, with a text file.
    pub fn with_file(mut self, name: impl Into<String>, text: String, alt: String) -> Self {
        self.file = Some(Attachment {
            name: name.into(),
            bytes: text.into_bytes(),
            alt,
        });
        self
    }

    /// The file or the picture that is sent with it.
    pub fn attachment(&self) -> Option<&Attachment> {
        self.file.as_ref().or(self.picture.as_ref())
    }

    /// The reply in words: without its file, and with what its picture shows below its text.
    pub fn in_words(mut self) -> Self {
        self.file = None;
        self.is_in_words = true;
        match self.picture.take() {
            Some(picture) => self.above(&picture.alt),
            None => self,
        }
    }

    /// The reply, with one more row.
    pub fn with_row(mut self, row: Row) -> Self {
        self.rows.push(row);
        self
    }

    /// The reply, with a row of these buttons, if there are any.
    pub fn with_buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Self {
        let buttons: Vec<Button> = buttons.into_iter().collect();
        if !buttons.is_empty() {
            self.rows.push(Row::Buttons(buttons));
        }
        self
    }

    /// Returns whether it can only be a message of components.
    pub fn has_sections(&self) -> bool {
        let is_section = |row: &Row| matches!(row, Row::Section { .. });
        self.rows.iter().any(is_section)
    }

    /// The reply, with its text below another.
    pub fn below(self, head: &str) -> Self {
        let text = format!("{head}\n{}", self.text);
        Self { text, ..self }
    }

    /// The reply, with its text above another.
    pub fn above(self, foot: &str) -> Self {
        let text = format!("{}\n{foot}", self.text);
        Self { text, ..self }
    }

    /// The reply, which pings these players.
    pub fn pinging(mut self, players: impl IntoIterator<Item = PlayerId>) -> Self {
        self.pings.extend(players);
        self
    }
}

impl Choice {
    /// A choice without a description.
    pub fn new(label: String, value: impl Into<String>) -> Self {
        Self {
            label,
            value: value.into(),
            ..Self::default()
        }
    }
}

impl Row {
    /// This menu, which shows the choice with this value.
    pub fn showing(mut self, value: &str) -> Self {
        if let Self::Menu { options, .. } = &mut self {
            for option in options {
                option.chosen = option.value == value;
            }
        }
        self
    }
}

impl Button {
    /// A button for any action.
    pub fn new(id: CustomId, label: String) -> Self {
        Self {
            id,
            emoji: None,
            label,
            style: Style::Secondary,
            enabled: true,
        }
    }

    /// This button, in a style.
    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// This button, among those of which one is chosen.
    pub fn chosen(mut self, is_chosen: bool) -> Self {
        if is_chosen {
            self.style = Style::Primary;
        }
        self
    }

    /// This button, enabled or disabled.
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// A file to send, with its alternative text.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// The name of the file; its extension tells Discord the type.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The alternative text.
    pub alt: String,
}

/// The kind of answer to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A new message.
    New,
    /// An edit of the message whose component was pressed.
    Update,
}
