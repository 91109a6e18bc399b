//! The list of games, and the one place where typed moves become text.
//!
//! Above this line a move is text: in a command, in the log of a game, in a
//! completion. Below it, it is a value of the game's own type.

use crate::message::{Localize, Message};
use crate::rules::{
    Diagram, Info, Outcome, Position, Repetition, Side, Square, Stage, Variant, gyges, perft, seega,
};

/// Every kind of game, the default first. A new game is a line here.
pub static RULES: [&dyn Rules; 2] = [
    &Entry::<seega::Position>::NEW,
    &Entry::<gyges::Position>::NEW,
];

/// A kind of game, its positions and moves as text.
pub trait Rules: Send + Sync {
    /// The static facts.
    fn info(&self) -> &'static Info;

    /// A new line of play from the starting position.
    fn start(&self, variant: &'static Variant) -> Box<dyn Play>;

    /// A new line of play from a position given as text.
    ///
    /// # Errors
    /// If the text is not a position of that variant.
    fn parse(&self, variant: &'static Variant, position: &str) -> Result<Box<dyn Play>, Message>;
}

/// A line of play: a position and the positions before it, its moves as text.
pub trait Play: Send + Sync {
    /// The variant played.
    fn variant(&self) -> &'static Variant;
    /// The position, as text.
    fn position(&self) -> String;
    /// Who is to move. Means nothing once there is an outcome.
    fn turn(&self) -> Side;
    /// Whether pieces are being placed or moved.
    fn stage(&self) -> Stage;
    /// Whether the side to move moves again because the opponent had to pass.
    fn passed(&self) -> bool;
    /// How the line ended: the position's outcome, or repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// The outcome if both players stop here.
    fn agreed(&self) -> Outcome;
    /// The outcome if `side` may end the game now by right.
    fn claim(&self, side: Side) -> Option<Outcome>;
    /// What there is to draw.
    fn diagram(&self) -> Diagram;
    /// What there is to draw while a move is being entered, of which `typed` is
    /// chosen: its marks and where nothing may be put, in place of the last
    /// move's. The same as [`diagram`](Self::diagram) where the game has nothing
    /// more to show, or the text is nothing to look at.
    fn sketch(&self, typed: &str) -> Diagram;
    /// The last move, if any was played in this line.
    fn last(&self) -> Option<&Played>;
    /// Every legal move in its notation, in no particular order.
    fn legal_moves(&self) -> Vec<String>;
    /// What may follow `typed`, at most `limit` answers, sorted.
    ///
    /// Whole moves when they fit, else the next word, else the next letter.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Completion>;
    /// The move a text means, without playing it.
    ///
    /// # Errors
    /// Says why the text is not a legal move here.
    fn read(&self, text: &str) -> Result<Played, Message>;
    /// Plays the move a text means.
    ///
    /// # Errors
    /// Says why the text is not a legal move here; nothing was played then.
    fn play(&mut self, text: &str) -> Result<Played, Message>;
    /// The same line, to try something on.
    fn fork(&self) -> Box<dyn Play>;
    /// Leaves at exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
}

/// A move that was played, or could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub side: Side,
    /// The notation: `c2-c3`.
    pub text: String,
    /// The notation with what it takes, for display: `c2-c3xb3`.
    pub display: String,
    /// What it takes, sorted by name.
    pub captured: Vec<Square>,
}

/// One answer of [`Play::complete`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completion {
    /// The text with the completion taken.
    pub text: String,
    /// What to show: the same, or a whole move with what it takes.
    pub display: String,
    /// Whether the text is a whole legal move.
    pub whole: bool,
}

/// The kind of game of that id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Rules> {
    RULES.into_iter().find(|rules| rules.info().id == id)
}

/// The variant of that id, and its kind of game.
#[must_use]
pub fn variant(id: &str) -> Option<(&'static dyn Rules, &'static Variant)> {
    RULES.into_iter().find_map(|rules| {
        let variant = rules
            .info()
            .variants
            .iter()
            .find(|variant| variant.id == id)?;
        Some((rules, variant))
    })
}

/// Makes a [`Position`] into [`Rules`].
#[derive(Debug)]
pub struct Entry<P>(std::marker::PhantomData<fn() -> P>);

impl<P> Entry<P> {
    /// The entry.
    pub const NEW: Self = Self(std::marker::PhantomData);
}

impl<P: Position> Rules for Entry<P> {
    fn info(&self) -> &'static Info {
        P::INFO
    }

    fn start(&self, variant: &'static Variant) -> Box<dyn Play> {
        Box::new(Line::from(variant, P::new(variant)))
    }

    fn parse(&self, variant: &'static Variant, position: &str) -> Result<Box<dyn Play>, Message> {
        let position = P::parse(variant, position).map_err(|invalid| invalid.message())?;
        Ok(Box::new(Line::from(variant, position)))
    }
}

/// A position and those before it.
#[derive(Clone)]
struct Line<P: Position> {
    variant: &'static Variant,
    now: P,
    /// The positions before `now`, oldest first.
    before: Vec<P>,
    last: Option<(P::Move, Played)>,
}

impl<P: Position> Line<P> {
    fn from(variant: &'static Variant, now: P) -> Self {
        Self {
            variant,
            now,
            before: Vec::new(),
            last: None,
        }
    }

    /// Completions by the list of the legal moves.
    fn listed(&self, typed: &str, limit: usize) -> Option<Vec<Completion>> {
        let legal = self.allowed();
        let matching: Vec<(String, &P::Move)> = legal
            .iter()
            .flat_map(|legal| {
                self.now
                    .spellings(legal)
                    .into_iter()
                    .map(move |text| (text, legal))
            })
            .filter(|(text, _)| text.starts_with(typed))
            .collect();
        whole_moves(&self.now, &matching, limit).or_else(|| {
            let texts = matching.iter().map(|(text, _)| text.as_str());
            Some(self.told(parts(texts, typed, limit)?, typed))
        })
    }

    /// Completions that go on by one of these words.
    fn words(&self, texts: &[String], typed: &str, limit: usize) -> Option<Vec<Completion>> {
        let texts = texts.iter().map(String::as_str);
        let parts = cut(texts.clone(), limit, str::len).or_else(|| parts(texts, typed, limit));
        Some(self.told(parts?, typed))
    }

    /// Parts of moves as completions: some of them are a whole move already, or
    /// read as one.
    fn told(&self, parts: Vec<String>, typed: &str) -> Vec<Completion> {
        let told = |part: String| match self.now.read_after(&part, &self.before) {
            Ok(legal) => {
                let notation = Some(legal.to_string()).filter(|text| text.starts_with(typed));
                let text = notation.unwrap_or(part);
                Completion {
                    display: text.clone(),
                    text,
                    whole: true,
                }
            }
            Err(_) => Completion {
                display: part.clone(),
                text: part,
                whole: false,
            },
        };
        parts.into_iter().map(told).collect()
    }

    /// The legal moves that the positions before do not forbid.
    fn allowed(&self) -> Vec<P::Move> {
        let mut legal = self.now.legal_moves();
        if self.variant.repetition == Repetition::Forbidden {
            legal.retain(|legal| !self.now.forbids(legal, &self.before));
        }
        legal
    }

    fn played(&self, legal: &P::Move) -> Played {
        Played {
            side: self.now.turn(),
            text: legal.to_string(),
            display: self.now.annotate(legal),
            captured: self.now.captures(legal),
        }
    }
}

impl<P: Position> Play for Line<P> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn position(&self) -> String {
        self.now.to_string()
    }

    fn turn(&self) -> Side {
        self.now.turn()
    }

    fn stage(&self) -> Stage {
        self.now.stage()
    }

    fn passed(&self) -> bool {
        self.now.passed()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome().or_else(|| {
            let over = match self.variant.repetition {
                Repetition::Ends(most) => {
                    let same = |before: &&P| **before == self.now;
                    1 + self.before.iter().filter(same).count() >= most
                }
                Repetition::Forbidden => {
                    let legal = self.now.legal_moves();
                    legal
                        .iter()
                        .all(|legal| self.now.forbids(legal, &self.before))
                }
            };
            over.then(|| self.now.repeated())
        })
    }

    fn agreed(&self) -> Outcome {
        self.now.agreed()
    }

    fn claim(&self, side: Side) -> Option<Outcome> {
        self.now.claim(side)
    }

    fn diagram(&self) -> Diagram {
        self.now.diagram(
            self.before
                .last()
                .zip(self.last.as_ref().map(|(last, _)| last)),
        )
    }

    fn sketch(&self, typed: &str) -> Diagram {
        let sketch = self.now.sketch(&self.now.normalise(typed));
        sketch.unwrap_or_else(|| self.diagram())
    }

    fn last(&self) -> Option<&Played> {
        self.last.as_ref().map(|(_, played)| played)
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.allowed().iter().map(ToString::to_string).collect()
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Completion> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let typed = self.now.normalise(typed);
        let answers = match self.now.next_words(&typed) {
            Some(texts) => self.words(&texts, &typed, limit),
            None => self.listed(&typed, limit),
        };
        let mut answers = answers.unwrap_or_default();
        answers.sort();
        answers
    }

    fn read(&self, text: &str) -> Result<Played, Message> {
        self.now
            .read_after(text, &self.before)
            .map(|legal| self.played(&legal))
            .map_err(|refusal| refusal.message())
    }

    fn play(&mut self, text: &str) -> Result<Played, Message> {
        let legal = self
            .now
            .read_after(text, &self.before)
            .map_err(|refusal| refusal.message())?;
        let played = self.played(&legal);
        self.before.push(self.now.clone());
        self.now.play(&legal);
        self.last = Some((legal, played.clone()));
        Ok(played)
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.now, depth)
    }
}

/// Every matching move in its first matching spelling, if they are few enough.
fn whole_moves<P: Position>(
    position: &P,
    matching: &[(String, &P::Move)],
    limit: usize,
) -> Option<Vec<Completion>> {
    let mut seen: Vec<&P::Move> = Vec::new();
    let mut answers = Vec::new();
    for (text, legal) in matching {
        if seen.contains(legal) {
            continue;
        }
        if seen.len() == limit {
            return None;
        }
        seen.push(legal);
        let canonical = *text == legal.to_string();
        let display = if canonical {
            position.annotate(legal)
        } else {
            text.clone()
        };
        answers.push(Completion {
            text: text.clone(),
            display,
            whole: true,
        });
    }
    Some(answers)
}

/// The distinct beginnings of texts that begin with `typed`: up to the end of the
/// next word if they are few enough, else up to the next letter.
fn parts<'a>(
    texts: impl Iterator<Item = &'a str> + Clone,
    typed: &str,
    limit: usize,
) -> Option<Vec<String>> {
    let from = typed.len();
    cut(texts.clone(), limit, |text| end_of_word(text, from)).or_else(|| {
        // Whatever all have in common is no choice.
        let common = common(texts.clone()).max(from);
        cut(texts, limit, |text| text.len().min(common + 1))
    })
}

/// How many bytes all texts begin with alike.
fn common<'a>(mut texts: impl Iterator<Item = &'a str>) -> usize {
    let Some(first) = texts.next() else {
        return 0;
    };
    let alike = |other: &str| {
        let pairs = first.bytes().zip(other.bytes());
        pairs.take_while(|(one, other)| one == other).count()
    };
    texts.map(alike).min().unwrap_or(first.len())
}

/// The distinct beginnings of texts, cut where `end` says, if they are few enough.
fn cut<'a>(
    texts: impl Iterator<Item = &'a str>,
    limit: usize,
    end: impl Fn(&str) -> usize,
) -> Option<Vec<String>> {
    let mut beginnings: std::collections::BTreeSet<&str> = std::collections::BTreeSet::new();
    for text in texts {
        beginnings.insert(text.get(..end(text))?);
        if beginnings.len() > limit {
            return None;
        }
    }
    Some(beginnings.into_iter().map(str::to_owned).collect())
}

/// What ends a word, and what joins it to the next.
const JOINTS: [char; 2] = [' ', '-'];

/// Where the word ends that goes on after `from` bytes: before a space or a
/// hyphen, or after an equals sign, which says that more must follow.
fn end_of_word(text: &str, from: usize) -> usize {
    // What is typed may end just after a whole word: then the next one is wanted, with what joins them.
    let rest = text.get(from..).unwrap_or_default();
    let word = rest.trim_start_matches(JOINTS);
    let joint = rest.len() - word.len();
    let end = word.find(|char| JOINTS.contains(&char) || char == '=');
    let end = end.map_or(word.len(), |end| {
        end + usize::from(word[end..].starts_with('='))
    });
    from + joint + end
}
