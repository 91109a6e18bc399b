//! Completion among the texts of the legal moves.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Completion, Step, To};
use crate::rules::grammar::{Grammar, JOINTS, OPENER};
use crate::rules::{Show, Square};

/// Every matching move in its first matching spelling, if there are at most `limit`.
pub(super) fn whole_moves<P: Show>(
    position: &P,
    matching: &[(String, &P::Move)],
    limit: usize,
) -> Option<Vec<Completion>> {
    let mut whole: Vec<_> = matching.iter().collect();
    // The spellings of a move follow each other.
    whole.dedup_by_key(|(_, legal)| *legal);
    let completion = |(text, legal): &(String, &P::Move)| Completion {
        display: if *text == legal.to_string() {
            position.annotate(legal)
        } else {
            text.clone()
        },
        text: text.clone(),
        whole: true,
    };
    (whole.len() <= limit).then(|| whole.into_iter().map(completion).collect())
}

/// The places that the next word of some moves may name, each with its largest number of captures.
pub(super) fn steps<P: Show>(
    position: &P,
    matching: &[(String, &P::Move)],
    typed: &str,
) -> Vec<Step> {
    let grammar = &P::GRAMMAR;
    let mut steps: BTreeMap<&str, Step> = BTreeMap::new();
    for (text, legal) in matching.iter().filter(|(text, _)| text.len() > typed.len()) {
        let end = end_of_word(text, typed.len());
        // A move into a goal is offered from the start.
        let goal = typed.is_empty() && place(text, grammar) == Some(To::Goal);
        let ends = std::iter::once(end).chain(goal.then_some(text.len()));
        let parts = ends.filter_map(|end| text.get(..end));
        for (part, to) in parts.filter_map(|part| Some((part, place(part, grammar)?))) {
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
    // The sort is stable, so equal steps stay in the order of their texts.
    steps.sort_by_key(|step| (step.to != To::Goal, Reverse(step.takes)));
    steps
}

/// The place that the last word of a text names.
fn place(text: &str, grammar: &Grammar) -> Option<To> {
    let open = text.strip_suffix(OPENER);
    let word = open.unwrap_or(text).rsplit(ends).next()?;
    if grammar.goals.iter().any(|(goal, _)| *goal == word) {
        return Some(To::Goal);
    }
    let square = Square::named(word)?;
    Some(match open {
        Some(_) => To::Displacing(square),
        None => To::Square(square),
    })
}

/// The distinct prefixes of texts that start with `typed`: up to the end of the next word if they
/// are few enough, else up to the next letter.
pub(super) fn parts<'a>(
    texts: impl Iterator<Item = &'a str> + Clone,
    typed: &str,
    limit: usize,
) -> Option<Vec<String>> {
    let from = typed.len();
    cut(texts.clone(), limit, |text| end_of_word(text, from)).or_else(|| {
        // A common prefix offers no choice.
        let common = common(texts.clone()).max(from);
        cut(texts, limit, |text| text.len().min(common + 1))
    })
}

/// The length in bytes of the common prefix of all texts.
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

/// The distinct prefixes of texts, cut at `end`, if they are few enough.
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

/// Where the word after `from` bytes ends: before a joint, or after the opener, after which more
/// must follow.
fn end_of_word(text: &str, from: usize) -> usize {
    // After a whole word comes the next one, with the joint before it.
    let rest = text.get(from..).unwrap_or_default();
    let word = rest.trim_start_matches(JOINTS);
    let end = word.find(ends).unwrap_or(word.len());
    let opener = word[end..].starts_with(OPENER);
    from + (rest.len() - word.len()) + end + usize::from(opener)
}

/// Returns whether a word ends here.
fn ends(char: char) -> bool {
    char == OPENER || JOINTS.contains(&char)
}
