//! Discord's ids of the pieces' emoji and of the commands.

use std::collections::HashMap;

use parking_lot::RwLock;

use super::reply::Emoji;
use siwa_games::rules::{Piece, Side};
use siwa_games::text::Text;

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
    /// The lines of the help about the privacy policy and the terms in the application's settings.
    pages: Vec<Text>,
}

/// What a piece can do: a screen reader says it with the name of the piece's emoji, which ends with
/// what `Display` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumIter)]
pub enum Can {
    /// Nothing at present, or it is not said.
    #[strum(to_string = "")]
    Nothing,
    /// It can move.
    #[strum(to_string = "_can_move")]
    Move,
    /// It can capture.
    #[strum(to_string = "_can_capture")]
    Capture,
}

impl Known {
    /// Stores the emoji of a piece, by id and name.
    pub fn know_emoji(&self, piece: Piece, can: Can, id: u64, name: String) {
        self.0.write().emoji.insert((piece, can), (id, name));
    }

    /// Stores a command: its own name, its id, and its names in other languages.
    pub fn know_command(&self, name: &str, id: u64, also: impl IntoIterator<Item = String>) {
        let commands = &mut self.0.write().commands;
        for called in also.into_iter().chain([name.to_owned()]) {
            commands.insert(called, (name.to_owned(), id));
        }
    }

    /// Stores the addresses of the host's privacy policy and terms, if there are such pages.
    pub fn know_pages(&self, privacy: Option<&str>, terms: Option<&str>) {
        let page = |id, address: Option<&str>| Some(Text::new(id).with("address", address?));
        let pages = [page("help-page", privacy), page("help-terms", terms)];
        self.0.write().pages = pages.into_iter().flatten().collect();
    }

    /// The lines of the help about these pages.
    pub(super) fn pages(&self) -> Vec<Text> {
        self.0.read().pages.clone()
    }

    /// The emoji of a piece; a Unicode character if there is no own one.
    pub fn emoji(&self, piece: Piece, can: Can) -> Emoji {
        // With outlines like those that the painter draws.
        let character = match piece {
            Piece::Stone(Some(Side::First)) => "⬜",
            Piece::Stone(Some(Side::Second)) => "⚫",
            Piece::Stone(None) => "🔶",
            Piece::Rings(1) => "1️⃣",
            Piece::Rings(2) => "2️⃣",
            Piece::Rings(_) => "3️⃣",
        };
        let known = &self.0.read().emoji;
        let own = known.get(&(piece, can));
        match own.or_else(|| known.get(&(piece, Can::Nothing))) {
            Some((id, name)) => Emoji::Own(*id, name.clone(), character),
            None => Emoji::Character(character),
        }
    }

    /// Forgets the application's emoji, which are listed again at the next start.
    pub fn forget_emoji(&self) {
        self.0.write().emoji.clear();
    }

    /// A text in which quoted commands, such as `` `/help` ``, become links.
    pub(super) fn mentioning(&self, text: String) -> String {
        let commands = &self.0.read().commands;
        if commands.is_empty() || !text.contains("`/") {
            return text;
        }
        let mut said = String::new();
        let mut rest = text.as_str();
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
