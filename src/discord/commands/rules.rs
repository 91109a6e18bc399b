//! `/rules`: the rules of a game in plain words, with a picture.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, challenge, define};
use crate::discord::caller::Caller;
use crate::discord::failure::Failure;
use crate::discord::{Answer, Bot, view};
use crate::l10n::L10n;
use crate::message::{Arg, Message};
use crate::registry::RULES;

const ID: &str = "command-rules";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    let mut game = define::option(l10n, CommandOptionType::String, "game", ID);
    let mut rules = define::option(l10n, CommandOptionType::String, "rules", ID);
    let mut known: Vec<&str> = Vec::new();
    for kind in RULES {
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
    define::command(l10n, "rules", ID)
        .add_option(game)
        .add_option(rules)
}

pub(super) fn run(bot: &Bot, caller: &Caller, options: &Options<'_>) -> Result<Answer, Failure> {
    let (rules, variant) = challenge::variant(options.text("game"), None, options.text("rules"))?;
    Ok(Answer::new(view::rules(
        bot.voice(caller.locale),
        rules,
        variant,
    )))
}
