//! The history of a game: a position and those before it.

use super::completion::{cut, parts, steps, whole_moves};
use super::{Completion, GameState, MoveReport, Step};
use crate::engine::{self, Level, Limits, SearchResult, Tell};
use crate::rules::show::Last;
use crate::rules::{
    Declarations, Diagram, Evaluate, Mark, Outcome, Reason, Refusal, Repetition, Show, Side,
    Square, Stage, Variant, notation,
};
use crate::text::Text;

/// A position and those before it.
#[derive(Clone)]
pub(super) struct History<P: Show> {
    variant: &'static Variant,
    now: P,
    /// The positions before `now`, oldest first.
    before: Vec<P>,
    last: Option<(P::Move, MoveReport)>,
}

impl<P: Show> History<P> {
    /// A history that starts at a position.
    pub(super) fn from(variant: &'static Variant, now: P) -> Self {
        Self {
            variant,
            now,
            before: Vec::new(),
            last: None,
        }
    }

    /// The spellings of legal moves that start with `typed`.
    fn matching<'a>(&self, legal: &'a [P::Move], typed: &str) -> Vec<(String, &'a P::Move)> {
        let spelled = legal.iter().flat_map(|legal| {
            let spellings = self.now.spellings(legal).into_iter();
            let begun = spellings.filter(|text| text.starts_with(typed));
            begun.map(move |text| (text, legal))
        });
        spelled.collect()
    }

    /// Completions from the list of legal moves.
    fn listed(&self, typed: &str, limit: usize) -> Option<Vec<Completion>> {
        let legal = self.allowed();
        let matching = self.matching(&legal, typed);
        whole_moves(&self.now, &matching, limit).or_else(|| {
            let texts = matching.iter().map(|(text, _)| text.as_str());
            Some(self.to_completions(parts(texts, typed, limit)?, typed))
        })
    }

    /// Completions from a list of words.
    fn words(&self, texts: &[String], typed: &str, limit: usize) -> Option<Vec<Completion>> {
        let texts = texts.iter().map(String::as_str);
        let parts = cut(texts.clone(), limit, str::len).or_else(|| parts(texts, typed, limit));
        Some(self.to_completions(parts?, typed))
    }

    /// Parts of moves as completions; some may already be whole moves.
    fn to_completions(&self, parts: Vec<String>, typed: &str) -> Vec<Completion> {
        let legal = |part: &str| {
            let legal = self.now.meaning(part).ok();
            legal.filter(|legal| !notation::recurs(&self.now, *legal, self.forbidden()))
        };
        let told = |part: String| {
            let notation = legal(&part).map(|legal| legal.to_string());
            let whole = notation.is_some();
            let text = notation.filter(|text| text.starts_with(typed));
            let text = text.unwrap_or(part);
            Completion {
                display: text.clone(),
                text,
                whole,
            }
        };
        parts.into_iter().map(told).collect()
    }

    /// The legal move that a text means.
    fn meant(&self, text: &str) -> Result<P::Move, Refusal> {
        self.now.read_avoiding(text, self.forbidden())
    }

    /// The positions that must not be repeated, oldest first.
    fn forbidden(&self) -> &[P] {
        self.variant.repetition.forbidden(&self.before, &self.now)
    }

    /// How often the present position has occurred, if that may end the game.
    fn occurrences(&self) -> Option<usize> {
        let counts = self.variant.repetition == Repetition::Threefold && !self.now.in_run();
        let same = self.before.iter().filter(|earlier| **earlier == self.now);
        counts.then(|| 1 + same.count())
    }

    /// The legal moves, without those that repeat a forbidden position.
    fn allowed(&self) -> Vec<P::Move> {
        let mut legal = self.now.legal_moves();
        legal.retain(|legal| !notation::recurs(&self.now, *legal, self.forbidden()));
        legal
    }

    /// The position before the last move, and that move.
    fn latest(&self) -> Last<'_, P> {
        let last = self.last.as_ref().map(|(last, _)| *last);
        self.before.last().zip(last)
    }

    fn played(&self, legal: &P::Move) -> MoveReport {
        MoveReport {
            side: self.now.turn(),
            text: legal.to_string(),
            display: self.now.annotate(legal),
            captured: self.now.captures(legal),
        }
    }
}

impl<P: Show + Evaluate> History<P> {
    fn search(
        &self,
        level: Level,
        limits: Limits<'_>,
        without: Option<P::Move>,
        tell: &mut Tell<'_>,
    ) -> Option<SearchResult> {
        if self.outcome().is_some() {
            return None;
        }
        let line = (&*self.before, &self.now);
        let repetition = self.variant.repetition;
        engine::think(level, line, repetition, limits, without, tell)
    }
}

impl<P: Show + Evaluate> GameState for History<P> {
    fn fork(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn variant(&self) -> &'static Variant {
        self.variant
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
            let over = match self.occurrences() {
                Some(times) => times >= 3,
                // One allowed move is enough to continue.
                None => {
                    let forbidden = self.forbidden();
                    let recurs = |next: &P| forbidden.iter().any(|earlier| next.recurs(earlier));
                    self.now.find_move(|_, next| !recurs(next)).is_none()
                }
            };
            over.then(|| self.now.repeated())
        })
    }

    fn is_last_but_one(&self) -> bool {
        self.occurrences() == Some(2)
    }

    fn turns_left(&self) -> Option<u32> {
        match self.now.stage() {
            Stage::Placement => None,
            Stage::Movement => self.now.turns_left(),
        }
    }

    fn declarations(&self, side: Side) -> Declarations {
        self.now.declarations(side)
    }

    fn perft(&self, depth: u32) -> u64 {
        self.now.perft(depth)
    }

    fn position(&self) -> String {
        self.now.to_string()
    }

    fn last(&self) -> Option<&MoveReport> {
        self.last.as_ref().map(|(_, played)| played)
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.allowed().iter().map(ToString::to_string).collect()
    }

    fn read(&self, text: &str) -> Result<MoveReport, Refusal> {
        Ok(self.played(&self.meant(text)?))
    }

    fn play(&mut self, text: &str) -> Result<MoveReport, Refusal> {
        let legal = self.meant(text)?;
        let played = self.played(&legal);
        self.before.push(self.now.clone());
        self.now.play(legal);
        self.last = Some((legal, played.clone()));
        Ok(played)
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Completion> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let typed = self.now.normalise(typed);
        let answers = match self.now.sample() {
            Some(_) => self.words(&self.now.next_words(&typed), &typed, limit),
            None => self.listed(&typed, limit),
        };
        let mut answers = answers.unwrap_or_default();
        answers.sort();
        answers
    }

    fn steps(&self, typed: &str) -> Vec<Step> {
        if self.outcome().is_some() || self.now.sample().is_some() {
            return Vec::new();
        }
        let typed = self.now.normalise(typed);
        let legal = self.allowed();
        steps(&self.now, &self.matching(&legal, &typed), &typed)
    }

    fn normalise(&self, typed: &str) -> String {
        self.now.normalise(typed)
    }

    fn label(&self, text: &str) -> Option<Text> {
        self.now.label(text)
    }

    fn patterns(&self) -> Vec<String> {
        self.now.patterns()
    }

    fn diagram(&self) -> Diagram {
        self.now.diagram(self.latest())
    }

    fn preview(&self, typed: &str) -> Diagram {
        let typed = self.now.normalise(typed);
        let preview = self.now.preview(&typed, self.latest());
        preview.unwrap_or_else(|| self.diagram())
    }

    fn concluded(&self, outcome: Option<Outcome>) -> Diagram {
        let mut diagram = self.diagram();
        let of_turn = |mark| matches!(mark, Mark::Ready | Mark::Closed);
        diagram.marks.retain(|(_, mark)| !of_turn(*mark));
        if let Some(outcome) = outcome {
            let decisive = self.now.decisive(self.latest(), outcome);
            diagram.marks.extend(decisive);
            diagram.marks.sort_unstable();
        }
        diagram
    }

    fn propose(&self, text: &str) -> Result<(MoveReport, Diagram), Refusal> {
        let legal = self.meant(text)?;
        let mut next = self.now.clone();
        next.play(legal);
        let mut diagram = next.diagram(Some((&self.now, legal)));
        diagram.proposed = true;
        // It is not the opponent's turn yet.
        let of_turn = |mark| matches!(mark, Mark::Ready | Mark::Closed);
        diagram.marks.retain(|(_, mark)| !of_turn(*mark));
        Ok((self.played(&legal), diagram))
    }

    fn named(&self, text: &str) -> Vec<Square> {
        notation::squares_in::<P>(text)
    }

    fn think(&self, level: Level, limits: Limits<'_>, tell: &mut Tell<'_>) -> Option<SearchResult> {
        self.search(level, limits, None, tell)
    }

    fn second(&self, text: &str, limits: Limits<'_>) -> Option<SearchResult> {
        let best = self.meant(text).ok()?;
        self.search(Level::STRONGEST, limits, Some(best), &mut |_| {})
    }

    fn reason(&self, text: &str) -> Option<Reason> {
        let legal = self.meant(text).ok()?;
        let side = self.now.turn();
        let mut next = self.now.clone();
        next.play(legal);
        let wins = |outcome: Outcome| outcome.winner == Some(side);
        let declared = next.outcome().or(next.declarations(side).alone);
        let other = side.other();
        let theirs = next.turn() == other;
        let could_win = |position: &P, side| position.could_win(side, u8::MAX);
        if declared.is_some_and(wins) {
            return Some(Reason::Wins);
        }
        Some(match self.now.captures(&legal).len() {
            taken @ 1.. => Reason::Captures(taken),
            _ if could_win(&self.now, other) && theirs && !could_win(&next, other) => {
                Reason::Parries
            }
            _ if theirs && could_win(&next, side) => Reason::ThreatensWin,
            _ if next.passed() && !theirs && !self.now.passed() => Reason::Blocks,
            _ => return self.now.purpose(&next),
        })
    }
}
