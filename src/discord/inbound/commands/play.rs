//! `/play`: a game with the engine, chosen from menus.

use serenity::builder::CreateCommand;

use super::variants::Asked;
use super::{Answer, Definition, Failure, Options, Reply, Request, Text, challenge, setup, view};
use crate::app::Origin;
use crate::discord::custom_id::EngineAction;
use crate::discord::view::EngineGame;
use crate::game::{Cause, GameTerms, GamesIn, MessageId, Pairing, Start, TimeControl};
use siwa_games::engine::Level;

/// The engine's name in menus.
const NAME: &str = "Siwa";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    challenge::starts(of, of.anywhere())
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let (rules, variant) = Asked::by(options).variant(request)?;
    let game = EngineGame {
        rules,
        variant,
        level: Level::DEFAULT,
        start: options.named("start").unwrap_or(Start::Dealt),
        order: options.named("side").unwrap_or_default(),
    };
    Ok(Answer::new(menu(request, game)))
}

fn menu(request: Request<'_>, game: EngineGame) -> Reply {
    let outside = request.context.is_user_install();
    view::engine(request.l10n, request.registry(), game, outside)
}

/// Handles a press while a game with the engine is set up, in `message`.
pub async fn step(
    request: Request<'_>,
    game: EngineGame,
    act: EngineAction,
    chosen: Option<&str>,
    message: MessageId,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    match act {
        EngineAction::Open => Ok(Answer::new(menu(request, game))),
        EngineAction::Variant => {
            let (rules, variant) = request.variant(chosen.unwrap_or(game.variant.id))?;
            let game = EngineGame {
                rules,
                variant,
                ..game
            };
            Ok(Answer::update(menu(request, game)))
        }
        EngineAction::Level => {
            let level = chosen.and_then(|level| Level::new(level.parse().ok()?));
            let level = level.unwrap_or(game.level);
            Ok(Answer::update(menu(request, EngineGame { level, ..game })))
        }
        EngineAction::Start => {
            let start = match game.start {
                Start::Placed => Start::Dealt,
                Start::Dealt => Start::Placed,
            };
            Ok(Answer::update(menu(request, EngineGame { start, ..game })))
        }
        EngineAction::Begin | EngineAction::BeginRated => {
            let start = game.start.possible(game.rules, game.variant);
            let terms = GameTerms {
                rules: game.rules,
                variant: game.variant,
                // A rated game must not stay open forever.
                time: match act {
                    EngineAction::BeginRated => TimeControl::DEFAULT,
                    _ => TimeControl::Unlimited,
                },
                rated: act == EngineAction::BeginRated,
                level: Some(game.level),
                games_in: GamesIn::Channel,
                games: Pairing::Single,
                start,
                side: game.order.side(start),
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
                .play_engine(by, us, (terms, game.level), venue, locale, &origin);
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
