//! Completion among the texts of the legal moves.

use super::Completion;
use crate::rules::Show;
use crate::rules::grammar::Grammar;

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
    let mut beginnings: std::collections::BTreeSet<&str> = std::collections::BTreeSet::new();
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
