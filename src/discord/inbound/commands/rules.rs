//! `/rules`: the rules of a game in plain words, with pictures.

use serenity::builder::CreateCommand;

use super::variants::Asked;
use super::{Answer, Definition, Failure, Options, Request, Text, view};
use crate::discord::view::reply::Choice;
use siwa_games::registry::Rules;
use siwa_games::rules::{Clause, Variant};

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.anywhere()
        .add_option(of.kinds())
        .add_option(of.open("rules"))
        .add_option(of.open("clause"))
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let l10n = request.l10n;
    let (rules, variant) = Asked::by(options).variant(request)?;
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
    let mut meant: Vec<_> = Asked::by(options).variants(request).collect();
    // Variants of one kind are adjacent.
    meant.dedup_by_key(|(rules, _)| rules.info().id);
    meant.into_iter().flat_map(|(rules, variant)| {
        let clauses = rules.clauses(variant).into_iter();
        clauses.map(move |clause| (rules, variant, clause))
    })
}

/// The clauses whose id or title contains `typed`.
pub fn complete(request: Request<'_>, options: &Options<'_>, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    clauses(request, options)
        .map(|(.., clause)| Choice::new(view::clause_name(request.l10n, &clause), clause.id))
        .filter(|choice| choice.label.to_lowercase().contains(&typed))
        .collect()
}
