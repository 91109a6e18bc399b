//! `/play`: a game with the engine, chosen from menus.

use serenity::builder::CreateCommand;

use super::variants::Asked;
use super::{challenge, define};
use crate::app::{Debt, Origin};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::InOffer;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{Cause, GamesIn, MessageId, Pairing, Terms, TimeControl};
use crate::l10n::L10n;
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;
use siwa_games::text::Text;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::anywhere(l10n, "play", "command-play")
}

pub(super) fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let (rules, usual) =
        Asked::default().variant(bot.localizer(context.locale), bot.app.read().registry())?;
    Ok(Answer::new(menu(
        bot,
        context,
        (rules, usual),
        Level::USUAL,
    )))
}

fn menu(
    bot: &Bot,
    context: &Context,
    (rules, variant): (&'static dyn Rules, &'static Variant),
    level: Level,
) -> Reply {
    let l10n = bot.localizer(context.locale);
    let chosen = (rules.info(), variant);
    view::engine(
        l10n,
        bot.app.read().registry(),
        chosen,
        level,
        context.is_user_install(),
    )
}

/// A press on the way to a game with the engine, on a menu in `message`.
pub(in crate::discord::inbound) async fn step(
    bot: &Bot,
    context: &Context,
    (variant, level): (&str, u8),
    act: InOffer,
    chosen: Option<&str>,
    message: MessageId,
) -> Result<Answer, Failure> {
    let variant = chosen
        .filter(|_| act == InOffer::Variant)
        .unwrap_or(variant);
    let level = match (act, chosen) {
        (InOffer::Level, Some(level)) => level.parse().unwrap_or_default(),
        _ => level,
    };
    let unknown = || Text::new("denied-no-variant");
    let (rules, variant) = bot
        .app
        .read()
        .registry()
        .variant(variant)
        .ok_or_else(unknown)?;
    let level = Level::new(level).unwrap_or(Level::USUAL);
    match act {
        InOffer::Open => Ok(Answer::new(menu(bot, context, (rules, variant), level))),
        InOffer::Variant | InOffer::Level => {
            let menu = menu(bot, context, (rules, variant), level);
            Ok(Answer::update(menu))
        }
        InOffer::Begin | InOffer::BeginRated => {
            let terms = Terms {
                rules,
                variant,
                // Nobody is to leave a rated game open for ever.
                time: match act {
                    InOffer::BeginRated => TimeControl::USUAL,
                    _ => TimeControl::Unlimited,
                },
                rated: act == InOffer::BeginRated,
                level: Some(level),
                games_in: GamesIn::Channel,
                games: Pairing::Single,
            };
            // However often it is pressed, one menu begins one game.
            let origin = Origin {
                cause: Cause(message.0),
                ..context.posting()
            };
            let begun = challenge::begin(bot, context, context.us(), (terms, level), &origin);
            let (game, anew) = begun.await?;
            let begun = Text::new("engine-begun").with("game", game.id().0.to_string());
            let reply = Reply::private(bot.localizer(context.locale).tr(&begun));
            let answer = Answer::update(reply);
            Ok(match anew {
                true => answer.then(Debt::of(&game)),
                // Its board is there, or owed for the first press.
                false => answer,
            })
        }
    }
}
