//! `/rules`: the rules of a game in plain words, with pictures.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, challenge, define};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Choice;
use crate::l10n::L10n;
use crate::message::Message;
use crate::registry::{Registry, Rules};
use crate::rules::Variant;

const ID: &str = "command-rules";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let clause = define::option(l10n, CommandOptionType::String, "clause", ID)
        .set_autocomplete(true)
        .max_length(100);
    define::command(l10n, "rules", ID)
        .add_option(define::kinds(l10n, registry, ID))
        .add_option(define::rulesets(l10n, registry, ID))
        .add_option(clause)
}

pub(super) fn run(bot: &Bot, context: &Context, options: &Options<'_>) -> Result<Answer, Failure> {
    let voice = bot.voice(context.locale);
    let registry = bot.app.registry();
    let (rules, variant) =
        challenge::variant(registry, options.text("game"), None, options.text("rules"))?;
    let (rules, variant, clause) = match options.text("clause") {
        None => (rules, variant, None),
        Some(typed) => meant(registry, options)
            .find_map(|(rules, variant)| {
                let mut clauses = rules.clauses(variant).into_iter();
                let clause = clauses.find(|it| it.id.eq_ignore_ascii_case(typed.trim()))?;
                Some((rules, variant, Some(clause.id)))
            })
            .ok_or_else(|| Message::new("denied-no-clause"))?,
    };
    Ok(Answer::new(view::rules(voice, rules, variant, clause)))
}

/// The variants whose rules may be meant: one of each kind of game that fits the options.
fn meant(
    registry: Registry,
    options: &Options<'_>,
) -> impl Iterator<Item = (&'static dyn Rules, &'static Variant)> {
    let (game, ruleset) = (options.text("game"), options.text("rules"));
    let kinds = registry.games().map(|rules| rules.info().id);
    kinds
        .filter(move |id| game.is_none_or(|game| game == *id))
        .filter_map(move |id| challenge::variant(registry, Some(id), None, ruleset).ok())
}

/// The clauses whose id or title contains `typed`.
pub(in crate::discord) fn complete(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
    typed: &str,
) -> Vec<Choice> {
    let voice = bot.voice(context.locale);
    let typed = typed.trim().to_lowercase();
    meant(bot.app.registry(), options)
        .flat_map(|(rules, variant)| rules.clauses(variant))
        .map(|clause| Choice::new(view::clause_name(voice, &clause), clause.id))
        .filter(|choice| choice.label.to_lowercase().contains(&typed))
        .collect()
}
