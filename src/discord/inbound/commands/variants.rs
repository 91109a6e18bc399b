//! The options for game, board and ruleset. The choices of one option fit the values of the others.

use super::{Choice, Options, Request, Result, Text};
use crate::discord::view::Localizer;
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;

/// The variants that fit the options, besides the option that is being typed.
pub fn variants(
    request: Request<'_>,
    options: &Options<'_>,
) -> impl Iterator<Item = (&'static dyn Rules, &'static Variant)> {
    let game = options.text("game");
    let board = options.text("board").map(plain);
    let ruleset = options.text("rules").map(plain);
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
        game.is_none_or(|game| game == rules.info().id)
            && board.as_ref().is_none_or(is_board)
            && ruleset.as_ref().is_none_or(named)
    })
}

/// The first of these variants, so that a ruleset alone is enough.
pub fn chosen_variant(
    request: Request<'_>,
    options: &Options<'_>,
) -> Result<(&'static dyn Rules, &'static Variant)> {
    let first = variants(request, options).next();
    first.ok_or_else(|| Text::new("denied-no-variant").into())
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
    l10n.tr(&Text::term("ruleset", ruleset))
}

/// The boards that fit the other options.
pub fn boards(request: Request<'_>, options: &Options<'_>, typed: &str) -> Vec<Choice> {
    offered(request, options, typed, |rules, variant| {
        let game = request.l10n.word(rules.info().name);
        (format!("{} · {game}", variant.board), variant.board)
    })
}

/// The rulesets that fit the other options.
pub fn rulesets(request: Request<'_>, options: &Options<'_>, typed: &str) -> Vec<Choice> {
    let name = |ruleset| (ruleset_name(request.l10n, ruleset), ruleset);
    offered(request, options, typed, |_, variant| name(variant.ruleset))
}

/// The boards or rulesets of the fitting variants, without duplicates, that match the typed text.
fn offered(
    request: Request<'_>,
    options: &Options<'_>,
    typed: &str,
    named: impl Fn(&'static dyn Rules, &Variant) -> (String, &'static str),
) -> Vec<Choice> {
    let typed = plain(typed);
    let mut choices: Vec<Choice> = Vec::new();
    for (rules, variant) in variants(request, options) {
        let (label, value) = named(rules, variant);
        let known = choices.iter().any(|choice| choice.value == value);
        if !known && plain(&label).contains(&typed) {
            choices.push(Choice::new(label, value));
        }
    }
    choices
}
