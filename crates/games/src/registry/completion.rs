//! Completion among the texts of the legal moves.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Completion, Step, To};
use crate::rules::grammar::Grammar;
use crate::rules::{Show, Square};

/// Every matching move in its first matching spelling, if there are at most `limit`.
pub(super) fn whole_moves<P: Show>(
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

/// The places that the next word of some moves may name, each with the most it takes.
pub(super) fn steps<P: Show>(
    position: &P,
    matching: &[(String, &P::Move)],
    typed: &str,
) -> Vec<Step> {
    let grammar = &P::GRAMMAR;
    let mut steps: BTreeMap<&str, Step> = BTreeMap::new();
    for (text, legal) in matching.iter().filter(|(text, _)| text.len() > typed.len()) {
        let end = end_of_word(text, typed.len(), grammar);
        // A way into a goal is offered at once.
        let goal = typed.is_empty() && place(text, grammar) == Some(To::Goal);
        let parts = [Some(end), goal.then_some(text.len())];
        for part in parts
            .into_iter()
            .flatten()
            .filter_map(|end| text.get(..end))
        {
            let Some(to) = place(part, grammar) else {
                continue;
            };
            let step = steps.entry(part).or_insert_with(|| Step {
                text: part.to_owned(),
                to,
                whole: false,
                takes: 0,
            });
            step.takes = step.takes.max(position.captures(legal).len());
            step.whole |= part.len() == text.len();
        }
    }
    let mut steps: Vec<Step> = steps.into_values().collect();
    // The sort is stable: steps that are equal here stay in the order of their texts.
    steps.sort_by_key(|step| (step.to != To::Goal, Reverse(step.takes)));
    steps
}

/// The place that the last word of a text names.
fn place(text: &str, grammar: &Grammar) -> Option<To> {
    let (words, open) = match grammar.opener.and_then(|opener| text.strip_suffix(opener)) {
        Some(words) => (words, true),
        None => (text, false),
    };
    let ends = |char: char| grammar.joints.contains(&char) || grammar.opener == Some(char);
    let word = words.rsplit(ends).next()?;
    if grammar.goals.iter().any(|(goal, _)| *goal == word) {
        return Some(To::Goal);
    }
    let square = Square::named(word)?;
    Some(match open {
        true => To::Displacing(square),
        false => To::Square(square),
    })
}

/// The distinct beginnings of texts that begin with `typed`: up to the end of the
/// next word if they are few enough, else up to the next letter.
pub(super) fn parts<'a>(
    texts: impl Iterator<Item = &'a str> + Clone,
    typed: &str,
    limit: usize,
    grammar: &Grammar,
) -> Option<Vec<String>> {
    let from = typed.len();
    cut(texts.clone(), limit, |text| {
        end_of_word(text, from, grammar)
    })
    .or_else(|| {
        // What all have in common is no choice.
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
pub(super) fn cut<'a>(
    texts: impl Iterator<Item = &'a str>,
    limit: usize,
    end: impl Fn(&str) -> usize,
) -> Option<Vec<String>> {
    let mut beginnings: BTreeSet<&str> = BTreeSet::new();
    for text in texts {
        beginnings.insert(text.get(..end(text))?);
        if beginnings.len() > limit {
            return None;
        }
    }
    Some(beginnings.into_iter().map(str::to_owned).collect())
}

/// Where the word after `from` bytes ends: before a joint, or after the opener, which
/// must be followed by more.
fn end_of_word(text: &str, from: usize, grammar: &Grammar) -> usize {
    // After a whole word the next one is wanted, with the joint before it.
    let rest = text.get(from..).unwrap_or_default();
    let word = rest.trim_start_matches(grammar.joints);
    let ends = |char: char| grammar.joints.contains(&char) || grammar.opener == Some(char);
    let end = word.find(ends).map_or(word.len(), |end| {
        let opener = word[end..]
            .chars()
            .next()
            .filter(|char| grammar.opener == Some(*char));
        end + opener.map_or(0, char::len_utf8)
    });
    from + (rest.len() - word.len()) + end
}
