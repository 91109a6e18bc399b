//! `/rules`, the rules of a game in plain words with pictures, and `/help`, the commands and first steps.

use super::variants::{chosen_variant, variants};
use super::{Answer, Choice, Options, Request, Result, Text, view};
use siwa_games::registry::Rules;
use siwa_games::rules::{Clause, Variant};

pub(super) fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    let l10n = request.l10n;
    let (rules, variant) = chosen_variant(request, options)?;
    let shown = match options.text("clause") {
        None => view::rules(l10n, rules, variant, None),
        Some(typed) => {
            let mut all = clauses(request, options);
            let found = all.find(|(.., clause)| clause.id.eq_ignore_ascii_case(typed.trim()));
            let (rules, variant, clause) = found.ok_or_else(|| Text::new("denied-no-clause"))?;
            view::rules(l10n, rules, variant, Some(clause.id))
        }
    };
    Ok(Answer::new(shown))
}

/// The clauses that fit the options: those of one variant of each kind of game.
fn clauses(
    request: Request<'_>,
    options: &Options<'_>,
) -> impl Iterator<Item = (&'static dyn Rules, &'static Variant, Clause)> {
    let mut meant: Vec<_> = variants(request, options).collect();
    // Variants of one kind are adjacent.
    meant.dedup_by_key(|(rules, _)| rules.info().id);
    meant.into_iter().flat_map(|(rules, variant)| {
        let clauses = rules.clauses(variant).into_iter();
        clauses.map(move |clause| (rules, variant, clause))
    })
}

/// Those clauses as choices.
pub fn clause_choices(request: Request<'_>, options: &Options<'_>) -> Vec<Choice> {
    let fitting = clauses(request, options).map(|(.., clause)| clause);
    let name = |clause: &Clause| view::clause_name(request.l10n, clause);
    let choices = fitting.map(|clause| Choice::new(name(&clause), clause.id));
    choices.collect()
}

pub(super) fn help(request: Request<'_>, options: &Options<'_>) -> Result {
    let (_, usual) = chosen_variant(request, options)?;
    let guild = request.venue.guild;
    Ok(Answer::new(view::help(request.l10n, usual, guild)))
}
