//! `/play`: a game with the engine, chosen from menus.

use super::variants::Asked;
use super::{Answer, Failure, Options, Reply, Request, Text, setup, view};
use crate::app::Origin;
use crate::discord::custom_id::EngineAction;
use crate::game::{Cause, GameTerms, GamesIn, MessageId, Pairing, TimeControl};
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;

/// The engine's name in menus.
const NAME: &str = "Siwa";

/// Shows the menus; a challenge of the engine leads here as well.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let asked = Asked::by(options).variant(request)?;
    Ok(Answer::new(menu(request, asked, Level::DEFAULT)))
}

fn menu(
    request: Request<'_>,
    (rules, variant): (&'static dyn Rules, &'static Variant),
    level: Level,
) -> Reply {
    let (registry, chosen) = (request.registry(), (rules.info(), variant));
    let outside = request.context.is_user_install();
    view::engine(request.l10n, registry, chosen, level, outside)
}

/// Handles a press while a game with the engine is set up, in `message`.
pub async fn step(
    request: Request<'_>,
    (variant, level): (&str, u8),
    act: EngineAction,
    chosen: Option<&str>,
    message: MessageId,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (variant, level) = match (act, chosen) {
        (EngineAction::Variant, Some(variant)) => (variant, level),
        (EngineAction::Level, Some(level)) => (variant, level.parse().unwrap_or_default()),
        _ => (variant, level),
    };
    let (rules, variant) = request.variant(variant)?;
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
                // A rated game must not stay open forever.
                time: match act {
                    EngineAction::BeginRated => TimeControl::DEFAULT,
                    _ => TimeControl::Unlimited,
                },
                rated: act == EngineAction::BeginRated,
                level: Some(level),
                games_in: GamesIn::Channel,
                games: Pairing::Single,
            };
            // One menu starts one game, however often it is pressed.
            let origin = Origin {
                cause: Cause(message.0),
                ..context.posting()
            };
            let venue = setup::place(request).await?;
            let (by, us, locale) = (context.player, context.us(), context.public.tag());
            let begun = bot
                .app
                .play_engine(by, us, (terms, level), venue, locale, &origin);
            let (game, is_new) = begun.await?;
            bot.app.meet(by, &context.name).await;
            bot.app.meet(us, NAME).await;
            let begun = Text::new("engine-begun").with("game", game.id().to_string());
            let answer = Answer::update(Reply::private(l10n.tr(&begun)));
            Ok(match is_new {
                true => answer.telling(game),
                // Its board was posted, or is being posted for the first press.
                false => answer,
            })
        }
    }
}
