//! The options for game, board and ruleset. The choices of one option fit the values of the others.

use super::{Failure, Options, Request, Text, view};
use crate::discord::view::Localizer;
use crate::discord::view::reply::Choice;
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;

/// The requested properties; `None`: any.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked<'a> {
    /// The id of the kind of game.
    pub(super) game: Option<&'a str>,
    /// The board, as a person may type it.
    pub(super) board: Option<&'a str>,
    /// The ruleset, by id or name.
    pub(super) ruleset: Option<&'a str>,
}

impl<'a> Asked<'a> {
    /// The properties that a command's options request.
    pub(super) fn by(options: &Options<'a>) -> Self {
        Self {
            game: options.text("game"),
            board: options.text("board"),
            ruleset: options.text("rules"),
        }
    }

    /// The variants with the requested properties.
    pub(super) fn variants(
        self,
        request: Request<'_>,
    ) -> impl Iterator<Item = (&'static dyn Rules, &'static Variant)> {
        let board = self.board.map(plain);
        let ruleset = self.ruleset.map(plain);
        let all = request.registry().games().flat_map(|rules| {
            let variants = rules.info().variants.iter();
            variants.map(move |variant| (rules, variant))
        });
        all.filter(move |(rules, variant)| {
            // A width alone is enough.
            let is_board = |wanted: &String| {
                *wanted == variant.board || variant.board.split('×').next() == Some(wanted)
            };
            let named = |wanted: &String| {
                let name = plain(&ruleset_name(request.l10n, variant.ruleset));
                *wanted == variant.ruleset || *wanted == name
            };
            self.game.is_none_or(|game| game == rules.info().id)
                && board.as_ref().is_none_or(is_board)
                && ruleset.as_ref().is_none_or(named)
        })
    }

    /// The first of these variants, so that a ruleset alone is enough.
    pub(super) fn variant(
        self,
        request: Request<'_>,
    ) -> Result<(&'static dyn Rules, &'static Variant), Failure> {
        let first = self.variants(request).next();
        first.ok_or_else(|| Text::new("denied-no-variant").into())
    }
}

/// A board or a ruleset, normalised for comparison.
fn plain(typed: &str) -> String {
    let typed = typed.trim().to_lowercase();
    // `5x5` is `5×5`; no name of a ruleset starts with a digit.
    if typed.starts_with(|first: char| first.is_ascii_digit()) {
        return typed.replace(['x', '*', ' '], "×").replace("×××", "×");
    }
    typed
}

fn ruleset_name(l10n: Localizer<'_>, ruleset: &'static str) -> String {
    l10n.tr(&view::choice(view::term("ruleset", ruleset)))
}

/// The boards that fit the other options.
pub fn boards(request: Request<'_>, options: &Options<'_>, typed: &str) -> Vec<Choice> {
    let asked = Asked {
        board: None,
        ..Asked::by(options)
    };
    offered(request, asked, typed, |rules, it| {
        let game = request.l10n.word(rules.info().name);
        (format!("{} · {game}", it.board), it.board)
    })
}

/// The rulesets that fit the other options.
pub fn rulesets(request: Request<'_>, options: &Options<'_>, typed: &str) -> Vec<Choice> {
    let asked = Asked {
        ruleset: None,
        ..Asked::by(options)
    };
    let name = |ruleset| (ruleset_name(request.l10n, ruleset), ruleset);
    offered(request, asked, typed, |_, it| name(it.ruleset))
}

/// The boards or rulesets of the requested variants, without duplicates, that match the typed text.
fn offered(
    request: Request<'_>,
    asked: Asked<'_>,
    typed: &str,
    named: impl Fn(&'static dyn Rules, &Variant) -> (String, &'static str),
) -> Vec<Choice> {
    let typed = plain(typed);
    let mut choices: Vec<Choice> = Vec::new();
    for (rules, variant) in asked.variants(request) {
        let (label, value) = named(rules, variant);
        let known = choices.iter().any(|choice| choice.value == value);
        if !known && plain(&label).contains(&typed) {
            choices.push(Choice::new(label, value));
        }
    }
    choices
}
