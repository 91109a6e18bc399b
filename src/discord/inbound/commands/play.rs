//! `/play`: a game with the engine, chosen from menus.

use super::variants::Asked;
use super::{Options, challenge};
use crate::app::Origin;
use crate::discord::custom_id::EngineAction;
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{Cause, GameTerms, GamesIn, MessageId, Pairing, TimeControl};
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;
use siwa_games::text::Text;

pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    let registry = request.bot.app.read().registry();
    let usual = Asked::default().variant(request.l10n, registry)?;
    Ok(Answer::new(menu(request, usual, Level::DEFAULT)))
}

fn menu(
    request: Request<'_>,
    (rules, variant): (&'static dyn Rules, &'static Variant),
    level: Level,
) -> Reply {
    let Request { bot, context, l10n } = request;
    let (registry, chosen) = (bot.app.read().registry(), (rules.info(), variant));
    view::engine(l10n, registry, chosen, level, context.is_user_install())
}

/// A press on the way to a game with the engine, on a menu in `message`.
pub(in crate::discord::inbound) async fn step(
    request: Request<'_>,
    (variant, level): (&str, u8),
    act: EngineAction,
    chosen: Option<&str>,
    message: MessageId,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let variant = chosen
        .filter(|_| act == EngineAction::Variant)
        .unwrap_or(variant);
    let level = match (act, chosen) {
        (EngineAction::Level, Some(level)) => level.parse().unwrap_or_default(),
        _ => level,
    };
    let found = bot.app.read().registry().variant(variant);
    let (rules, variant) = found.ok_or_else(|| Text::new("denied-no-variant"))?;
    let level = Level::new(level).unwrap_or(Level::DEFAULT);
    match act {
        EngineAction::Open => Ok(Answer::new(menu(request, (rules, variant), level))),
        EngineAction::Variant | EngineAction::Level => {
            Ok(Answer::update(menu(request, (rules, variant), level)))
        }
        EngineAction::Begin | EngineAction::BeginRated => {
            let terms = GameTerms {
                rules,
                variant,
                // Nobody is to leave a rated game open for ever.
                time: match act {
                    EngineAction::BeginRated => TimeControl::DEFAULT,
                    _ => TimeControl::Unlimited,
                },
                rated: act == EngineAction::BeginRated,
                level: Some(level),
                games_in: GamesIn::Channel,
                games: Pairing::Single,
            };
            // However often it is pressed, one menu begins one game.
            let origin = Origin {
                cause: Cause(message.0),
                ..context.posting()
            };
            let begun = challenge::begin(request, terms, level, &origin);
            let (game, anew) = begun.await?;
            let begun = Text::new("engine-begun").with("game", game.id().0.to_string());
            let reply = Reply::private(l10n.tr(&begun));
            let answer = Answer::update(reply);
            Ok(match anew {
                true => answer.telling(game),
                // Its board is there, or is posted for the first press.
                false => answer,
            })
        }
    }
}
