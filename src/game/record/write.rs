//! Writes records.

use std::fmt::{self, Write as _};

use super::GameRecord;
use siwa_games::rules::{Outcome, Side};

/// `first`, `second`, `draw`, or `*` while the game runs.
pub(super) fn result(ending: Option<Outcome>) -> &'static str {
    match ending {
        None => "*",
        Some(ending) => ending.winner.map_or("draw", Side::name),
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.date.map(|date| date.to_string());
        let ended = self.ending.map(Outcome::termination);
        let tags = [
            ("Event", self.event.as_deref()),
            ("Site", self.site.as_deref()),
            ("Date", date.as_deref()),
            ("First", self.names.first.as_deref()),
            ("Second", self.names.second.as_deref()),
            ("Variant", Some(self.variant.id)),
            ("Position", self.position.as_deref()),
            ("Result", Some(result(self.ending))),
            ("Termination", ended.as_deref()),
        ];
        for (name, value) in tags {
            if let Some(value) = value {
                write!(f, "[{name} \"")?;
                quoted(f, value)?;
                f.write_str("\"]\n")?;
            }
        }
        f.write_char('\n')?;
        for (number, turn) in (1..).zip(&self.turns) {
            writeln!(f, "{number}. {}", turn.played.text)?;
        }
        writeln!(f, "{}", result(self.ending))
    }
}

/// A tag's text, escaped; control characters become spaces.
fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for char in text.chars() {
        match char {
            '"' | '\\' => write!(f, "\\{char}")?,
            char if char.is_control() => f.write_char(' ')?,
            char => f.write_char(char)?,
        }
    }
    Ok(())
}
