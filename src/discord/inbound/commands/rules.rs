//! `/rules`: the rules of a game in plain words, with pictures.

use serenity::builder::CreateCommand;

use super::variants::Asked;
use super::{Definition, Options};
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Choice;
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;
use siwa_games::text::Text;

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.anywhere()
        .add_option(of.kinds())
        .add_option(of.open("rules"))
        .add_option(of.open("clause"))
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, l10n, .. } = request;
    let registry = bot.app.read().registry();
    let (rules, variant) = Asked::by(options).variant(l10n, registry)?;
    let (rules, variant, clause) = match options.text("clause") {
        None => (rules, variant, None),
        Some(typed) => meant(request, options)
            .into_iter()
            .find_map(|(rules, variant)| {
                let mut clauses = rules.clauses(variant).into_iter();
                let clause = clauses.find(|it| it.id.eq_ignore_ascii_case(typed.trim()))?;
                Some((rules, variant, Some(clause.id)))
            })
            .ok_or_else(|| Text::new("denied-no-clause"))?,
    };
    Ok(Answer::new(view::rules(l10n, rules, variant, clause)))
}

/// The variants whose rules may be meant: one of each kind of game that fits the options.
fn meant(
    request: Request<'_>,
    options: &Options<'_>,
) -> Vec<(&'static dyn Rules, &'static Variant)> {
    let mut meant: Vec<(&dyn Rules, &Variant)> = Vec::new();
    let registry = request.bot.app.read().registry();
    for (rules, variant) in Asked::by(options).variants(request.l10n, registry) {
        let kind = |(known, _): &(&dyn Rules, _)| known.info().id == rules.info().id;
        if !meant.iter().any(kind) {
            meant.push((rules, variant));
        }
    }
    meant
}

/// The clauses whose id or title contains `typed`.
pub(in crate::discord::inbound) fn complete(
    request: Request<'_>,
    options: &Options<'_>,
    typed: &str,
) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    meant(request, options)
        .into_iter()
        .flat_map(|(rules, variant)| rules.clauses(variant))
        .map(|clause| Choice::new(view::clause_name(request.l10n, &clause), clause.id))
        .filter(|choice| choice.label.to_lowercase().contains(&typed))
        .collect()
}
