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
use crate::message::{Arg, Message};
use crate::registry::{Registry, Rules};
use crate::rules::Variant;

const ID: &str = "command-rules";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let mut game = define::option(l10n, CommandOptionType::String, "game", ID);
    let mut rules = define::option(l10n, CommandOptionType::String, "rules", ID);
    let mut known: Vec<&str> = Vec::new();
    for kind in registry.games() {
        game = define::choice(game, kind.info().id, |locale| {
            l10n.word(locale, kind.info().name)
        });
        for variant in kind.info().variants {
            if !known.contains(&variant.ruleset) {
                known.push(variant.ruleset);
                let ruleset = Arg::Term {
                    id: "ruleset",
                    case: variant.ruleset,
                };
                let name = Message::new("ruleset-choice").with("ruleset", ruleset);
                rules = define::choice(rules, variant.ruleset, |locale| l10n.text(locale, &name));
            }
        }
    }
    let clause = define::option(l10n, CommandOptionType::String, "clause", ID)
        .set_autocomplete(true)
        .max_length(100);
    define::command(l10n, "rules", ID)
        .add_option(game)
        .add_option(rules)
        .add_option(clause)
}

pub(super) fn run(bot: &Bot, context: &Context, options: &Options<'_>) -> Result<Answer, Failure> {
    let voice = bot.voice(context.locale);
    let registry = bot.app.registry();
    let (rules, variant, clause) = match options.text("clause") {
        None => {
            let (rules, variant) =
                challenge::variant(registry, options.text("game"), None, options.text("rules"))?;
            (rules, variant, None)
        }
        Some(typed) => {
            let found =
                books(bot.app.registry(), options)
                    .into_iter()
                    .find_map(|(rules, variant)| {
                        let lessons = rules.clauses(variant);
                        let lesson = lessons
                            .into_iter()
                            .find(|lesson| lesson.id.eq_ignore_ascii_case(typed.trim()))?;
                        Some((rules, variant, Some(lesson.id)))
                    });
            match found {
                Some(found) => found,
                None => {
                    // Rules that do not go with the game are told first.
                    if let Some(game) = options.text("game") {
                        challenge::variant(registry, Some(game), None, options.text("rules"))?;
                    }
                    return Err(Message::new("denied-no-clause").into());
                }
            }
        }
    };
    Ok(Answer::new(view::rules(voice, rules, variant, clause)))
}

/// The rules that may be meant: of each kind of game those that are as was said.
fn books(registry: Registry, options: &Options<'_>) -> Vec<(&'static dyn Rules, &'static Variant)> {
    let ruleset = options.text("rules");
    let book = |rules: &'static dyn Rules| {
        challenge::variant(registry, Some(rules.info().id), None, ruleset).ok()
    };
    registry
        .games()
        .filter(|rules| {
            options
                .text("game")
                .is_none_or(|game| game == rules.info().id)
        })
        .filter_map(book)
        .collect()
}

/// The clauses that may be meant by what is typed: by their name or what they are about.
pub(in crate::discord) fn complete(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
    typed: &str,
) -> Vec<Choice> {
    let voice = bot.voice(context.locale);
    let typed = typed.trim().to_lowercase();
    books(bot.app.registry(), options)
        .into_iter()
        .flat_map(|(rules, variant)| rules.clauses(variant))
        .map(|lesson| Choice {
            label: view::clause(voice, &lesson),
            value: lesson.id.to_owned(),
            description: None,
        })
        .filter(|choice| choice.label.to_lowercase().contains(&typed))
        .collect()
}
