//! `/rules`: the rules of a game in plain words, with pictures.

use serenity::builder::CreateCommand;

use super::variants::Asked;
use super::{Options, define};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view::reply::Choice;
use crate::discord::view::{self, Localizer};
use crate::l10n::L10n;
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::Variant;
use siwa_games::text::Text;

const ID: &str = "command-rules";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    define::anywhere(l10n, "rules", ID)
        .add_option(define::kinds(l10n, registry, ID))
        .add_option(define::open(l10n, "rules", ID))
        .add_option(define::open(l10n, "clause", ID))
}

pub(super) fn run(bot: &Bot, context: &Context, options: &Options<'_>) -> Result<Answer, Failure> {
    let l10n = bot.localizer(context.locale);
    let registry = bot.app.read().registry();
    let (rules, variant) = Asked::by(options).variant(l10n, registry)?;
    let (rules, variant, clause) = match options.text("clause") {
        None => (rules, variant, None),
        Some(typed) => meant(l10n, registry, options)
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
    l10n: Localizer<'_>,
    registry: Registry,
    options: &Options<'_>,
) -> Vec<(&'static dyn Rules, &'static Variant)> {
    let mut meant: Vec<(&dyn Rules, &Variant)> = Vec::new();
    for (rules, variant) in Asked::by(options).variants(l10n, registry) {
        let kind = |(known, _): &(&dyn Rules, _)| known.info().id == rules.info().id;
        if !meant.iter().any(kind) {
            meant.push((rules, variant));
        }
    }
    meant
}

/// The clauses whose id or title contains `typed`.
pub(in crate::discord) fn complete(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
    typed: &str,
) -> Vec<Choice> {
    let l10n = bot.localizer(context.locale);
    let typed = typed.trim().to_lowercase();
    meant(l10n, bot.app.read().registry(), options)
        .into_iter()
        .flat_map(|(rules, variant)| rules.clauses(variant))
        .map(|clause| Choice::new(view::clause_name(l10n, &clause), clause.id))
        .filter(|choice| choice.label.to_lowercase().contains(&typed))
        .collect()
}
