//! Discord's ids of the pieces' emoji and of the commands.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::reply::Emoji;
use siwa_games::rules::{Piece, Shape, Side};

/// The known ids. Without them, messages have Unicode characters for pieces, and commands without
/// links.
#[derive(Debug, Default)]
pub struct Known(RwLock<Ids>);

#[derive(Debug, Default)]
struct Ids {
    /// The id and the name of the emoji of a piece.
    emoji: HashMap<(Piece, Can), (u64, String)>,
    /// Maps a command's name in any language to its own name and id.
    commands: HashMap<String, (String, u64)>,
    /// The links to terms and privacy policy in the application's settings.
    pages: Pages,
}

/// What a piece can do: a screen reader says it with the name of the piece's emoji.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Can {
    /// Nothing at present, or it is not said.
    Nothing,
    /// It can move.
    Move,
    /// It can capture.
    Capture,
}

impl Can {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Move, Self::Capture];

    /// The end of an emoji's name.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Move => "_can_move",
            Self::Capture => "_can_capture",
        }
    }
}

/// The links to the host's terms and privacy policy.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    /// The address of the terms.
    pub terms: Option<String>,
    /// The address of the privacy policy.
    pub privacy: Option<String>,
}

impl Known {
    fn ids(&self) -> RwLockReadGuard<'_, Ids> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids_mut(&self) -> RwLockWriteGuard<'_, Ids> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the emoji of a piece, by id and name.
    pub fn know_emoji(&self, piece: Piece, can: Can, id: u64, name: String) {
        self.ids_mut().emoji.insert((piece, can), (id, name));
    }

    /// Stores a command: its own name, its id, and its names in other languages.
    pub fn know_command(&self, name: &str, id: u64, also: impl IntoIterator<Item = String>) {
        let commands = &mut self.ids_mut().commands;
        for called in also.into_iter().chain([name.to_owned()]) {
            commands.insert(called, (name.to_owned(), id));
        }
    }

    /// Stores the links to terms and privacy policy.
    pub fn know_pages(&self, pages: Pages) {
        self.ids_mut().pages = pages;
    }

    /// The links, if known.
    pub fn pages(&self) -> Pages {
        self.ids().pages.clone()
    }

    /// The emoji of a piece; a Unicode character if there is no own one.
    pub fn emoji(&self, piece: Piece, can: Can) -> Emoji {
        // With outlines like those that the painter draws.
        let character = match (piece.shape, piece.owner) {
            (Shape::Stone, Some(Side::First)) => "⬜",
            (Shape::Stone, Some(Side::Second)) => "⚫",
            (Shape::Stone, None) => "🔶",
            (Shape::Rings(1), _) => "1️⃣",
            (Shape::Rings(2), _) => "2️⃣",
            (Shape::Rings(_), _) => "3️⃣",
        };
        let known = &self.ids().emoji;
        let own = known.get(&(piece, can));
        match own.or_else(|| known.get(&(piece, Can::Nothing))) {
            Some((id, name)) => Emoji::Own(*id, name.clone(), character),
            None => Emoji::Character(character),
        }
    }

    /// Forgets the application's emoji, which are listed again at the next start.
    pub fn forget_emoji(&self) {
        self.ids_mut().emoji.clear();
    }

    /// A text in which quoted commands, such as `` `/help` ``, become links.
    pub(super) fn mentioning(&self, text: String) -> String {
        let commands = &self.ids().commands;
        if commands.is_empty() || !text.contains("`/") {
            return text;
        }
        let (mut said, mut rest) = (String::new(), text.as_str());
        while let Some((before, after)) = rest.split_once("`/") {
            said += before;
            let quoted = after.split_once('`');
            let command = quoted.and_then(|(name, more)| Some((commands.get(name)?, more)));
            if let Some(((name, id), more)) = command {
                said += &format!("</{name}:{id}>");
                rest = more;
            } else {
                said += "`/";
                rest = after;
            }
        }
        said + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_commands_can_be_pressed_in_every_language_and_nothing_else_changes() {
        let known = Known::default();
        let text = "Write `/déplacer`, `/move`, `/board text:true` or `a1-b2`; `/".to_owned();
        assert_eq!(known.mentioning(text.clone()), text);
        known.know_command("move", 7, ["déplacer".to_owned()]);
        let said = "Write </move:7>, </move:7>, `/board text:true` or `a1-b2`; `/";
        assert_eq!(known.mentioning(text), said);
    }
}
