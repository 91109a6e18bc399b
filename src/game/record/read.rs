//! Reads records; an error names the reason and the line or turn.

use std::collections::BTreeMap;

use super::{Course, DATE, GameRecord, MAX_RECORD_BYTES, MAX_TURNS, result};
use crate::game::denial::ensure;
use crate::game::name::DIRECTIONS;
use crate::game::{cut, event};
use crate::time::Date;
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{BySide, GameInfo, Outcome};
use siwa_games::text::Text;

/// The known tags, each at most once.
const TAGS: &str = "Event Site Date First Second Variant Position Result Termination";
/// The possible results.
const RESULTS: [&str; 4] = ["first", "second", "draw", "*"];
/// How many characters of an invalid text an error quotes.
const REPEATED: usize = 40;

/// The parts of a record.
#[derive(Default)]
struct Parts {
    /// The tags' texts, by name.
    tags: BTreeMap<&'static str, String>,
    turns: Vec<WrittenTurn>,
    /// The result after the last turn.
    closing: Option<&'static str>,
}

/// A turn as text.
struct WrittenTurn {
    number: Option<String>,
    text: String,
}

impl GameRecord {
    /// Reads a record.
    ///
    /// # Errors
    /// What is wrong with it, and in which line or turn. It never panics.
    pub fn read(record: impl AsRef<[u8]>, registry: Registry) -> Result<Self, Text> {
        let bytes = record.as_ref();
        let too_long = Text::new("record-too-long").with("limit", MAX_RECORD_BYTES / 1024);
        ensure(bytes.len() <= MAX_RECORD_BYTES, too_long)?;
        let text = std::str::from_utf8(bytes).map_err(|_| Text::new("record-not-text"))?;
        let parts = Parts::read(text)?;
        let variant = parts.tag("Variant");
        let variant = variant.ok_or_else(|| Text::new("record-no-variant"))?;
        let (rules, variant) = registry
            .variant(variant.trim())
            .ok_or_else(|| Text::new("record-unknown-variant").with("variant", short(variant)))?;
        let start = rules.start(variant);
        let state = match parts.tag("Position") {
            Some(position) => rules
                .parse(variant, position.trim())
                .map_err(|problem| Text::new("record-position").with("problem", problem))?,
            None => start.fork(),
        };
        let began = state.position();
        let mut course = Course::from(state);
        for (number, turn) in (1..).zip(&parts.turns) {
            turn.play(number, &mut course)?;
        }
        let ending = parts.ending(rules.info(), course.state.as_ref())?;
        course.end(ending);
        let own = |name| parts.tag(name).map(str::to_owned);
        Ok(Self {
            event: own("Event"),
            site: own("Site"),
            date: parts.date()?,
            names: BySide::new(own("First"), own("Second")),
            info: rules.info(),
            variant,
            position: (began != start.position()).then_some(began),
            ending,
            turns: course.turns,
            boards: course.boards,
        })
    }
}

impl WrittenTurn {
    fn play(&self, number: usize, course: &mut Course) -> Result<(), Text> {
        let number = number.to_string();
        let about = |id| Text::new(id).with("turn", number.as_str());
        if let Some(given) = &self.number
            && given.trim_start_matches('0') != number
        {
            return Err(about("record-number").with("number", short(given)));
        }
        ensure(!self.text.is_empty(), about("record-no-move"))?;
        let refused = |problem: Text| {
            let refused = about("record-turn").with("move", short(&self.text));
            refused.with("problem", problem)
        };
        if course.state.outcome().is_some() {
            return Err(refused(Text::new("record-over")));
        }
        course.play(&self.text).map_err(refused)
    }
}

impl Parts {
    fn read(text: &str) -> Result<Self, Text> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let mut parts = Self::default();
        // The line in which an unclosed comment starts.
        let mut comment: Option<usize> = None;
        for (number, line) in (1_usize..).zip(text.split(['\n', '\r'])) {
            if comment.is_none() && line.trim_start().starts_with('[') {
                parts.read_tag(number, line.trim())?;
                continue;
            }
            let plain = uncommented(number, line, &mut comment);
            parts.read_turns(number, &plain)?;
        }
        match comment {
            Some(line) => Err(about_line("record-comment", line)),
            None => Ok(parts),
        }
    }

    fn read_tag(&mut self, number: usize, line: &str) -> Result<(), Text> {
        let is_head = self.turns.is_empty() && self.closing.is_none();
        ensure(is_head, about_line("record-second-game", number))?;
        let (name, value) = tag(line).ok_or_else(|| about_line("record-tag", number))?;
        let known = TAGS.split(' ').find(|known| *known == name);
        if let Some(known) = known
            && self.tags.insert(known, value).is_some()
        {
            return Err(about_line("record-tag-twice", number).with("tag", known));
        }
        Ok(())
    }

    fn read_turns(&mut self, number: usize, line: &str) -> Result<(), Text> {
        let mut begins = true;
        for word in line.split_whitespace() {
            if self.closing.is_some() {
                return Err(about_line("record-after-end", number));
            }
            if let Some(closing) = RESULTS.into_iter().find(|result| *result == word) {
                self.closing = Some(closing);
                continue;
            }
            let (counted, word) = match numbered(word) {
                Some((counted, rest)) => (Some(counted.to_owned()), rest),
                None => (None, word),
            };
            // A number may be alone on its line, with its move on the next.
            let waits = self.turns.last().is_some_and(|turn| turn.text.is_empty());
            if counted.is_some() || (begins && !waits) {
                if self.turns.len() == MAX_TURNS {
                    return Err(Text::new("record-too-many").with("limit", MAX_TURNS));
                }
                self.turns.push(WrittenTurn {
                    number: counted,
                    text: String::new(),
                });
            }
            begins = false;
            if let Some(turn) = self.turns.last_mut() {
                if !turn.text.is_empty() && !word.is_empty() {
                    turn.text.push(' ');
                }
                turn.text.push_str(word);
            }
        }
        Ok(())
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str)
    }

    /// The text of a tag, if it is not empty.
    fn filled(&self, name: &str) -> Option<&str> {
        let text = self.tag(name).map(str::trim);
        text.filter(|text| !text.is_empty())
    }

    fn date(&self) -> Result<Option<Date>, Text> {
        let known = self.filled("Date").filter(|text| !text.contains('?'));
        let date = known.map(|text| {
            let date = Date::strptime(DATE, text).ok();
            let date =
                date.filter(|date| date.year() >= 0 && date.strftime(DATE).to_string() == text);
            date.ok_or_else(|| Text::new("record-date").with("date", short(text)))
        });
        date.transpose()
    }

    /// The outcome, by the moves and by the tags.
    fn ending(&self, info: &GameInfo, state: &dyn GameState) -> Result<Option<Outcome>, Text> {
        let told = self.stated_result()?;
        let by = self.filled("Termination").map(|text| {
            let unknown = || Text::new("record-termination").with("termination", short(text));
            event::termination(info, text).ok_or_else(unknown)
        });
        let by = by.transpose()?;
        if let Some(ending) = state.outcome() {
            let right = told.is_none_or(|told| told == result(Some(ending)))
                && by.is_none_or(|(by, grade)| {
                    by == ending.by && (grade.is_none() || grade == ending.grade)
                });
            let otherwise = Text::new("record-result-otherwise")
                .with("result", result(Some(ending)))
                .with("termination", ending.termination());
            ensure(right, otherwise)?;
            return Ok(Some(ending));
        }
        let told = told.unwrap_or("*");
        let Some((by, grade)) = by else {
            return match told {
                "*" => Ok(None),
                _ => Err(Text::new("record-result-open").with("result", told)),
            };
        };
        let ending = Outcome {
            winner: told.parse().ok(),
            by,
            grade,
        };
        match event::possible_end(state, ending, true) {
            Some(ending) if told != "*" => Ok(Some(ending)),
            _ => Err(Text::new("record-result-impossible")
                .with("result", told)
                .with("termination", ending.termination())),
        }
    }

    /// The result by the tag and after the turns.
    fn stated_result(&self) -> Result<Option<&'static str>, Text> {
        let tag = self.filled("Result").map(|text| {
            let known = RESULTS.into_iter().find(|result| *result == text);
            known.ok_or_else(|| Text::new("record-result").with("result", short(text)))
        });
        let tag = tag.transpose()?;
        match (tag, self.closing) {
            (Some(tag), Some(closing)) if tag != closing => Err(Text::new("record-results")
                .with("result", tag)
                .with("closing", closing)),
            _ => Ok(tag.or(self.closing)),
        }
    }
}

/// Name and text of a tag: `[First "ana"]`. A comment to the end of the line may follow.
fn tag(line: &str) -> Option<(&str, String)> {
    let inside = line.strip_prefix('[')?.trim();
    let (name, rest) = inside.split_once(char::is_whitespace)?;
    let quoted = rest.trim().strip_prefix('"')?;
    let mut text = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => text.push(chars.next()?),
            char if char.is_control() => text.push(' '),
            char => text.push(char),
        }
    }
    let behind = chars.as_str().trim_start().strip_prefix(']')?.trim_start();
    (behind.is_empty() || behind.starts_with(';')).then_some((name, text))
}

/// The number of a turn, and the text after its full stop: `17.c2-c3`.
fn numbered(word: &str) -> Option<(&str, &str)> {
    let (number, rest) = word.split_once('.')?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| (number, rest.trim_start_matches('.')))
}

/// A line without its comments. An unclosed one continues on the next line.
fn uncommented(number: usize, line: &str, comment: &mut Option<usize>) -> String {
    let mut plain = String::new();
    for char in line.chars() {
        match (char, comment.is_some()) {
            ('}', true) => {
                *comment = None;
                plain.push(' ');
            }
            (_, true) => {}
            ('{', false) => *comment = Some(number),
            (';', false) => break,
            (char, false) => plain.push(char),
        }
    }
    plain
}

fn about_line(id: &'static str, line: usize) -> Text {
    Text::new(id).with("line", line.to_string())
}

/// The start of a text, without control characters.
fn short(text: &str) -> String {
    let start = cut(text, REPEATED);
    start.replace(|c: char| c.is_control() || DIRECTIONS.contains(&c), " ")
}
