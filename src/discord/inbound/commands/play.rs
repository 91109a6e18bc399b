//! `/play`: a game with the engine, chosen from menus.

use serenity::builder::CreateCommand;

use super::variants::Asked;
use super::{
    Answer, Definition, Failure, Options, Reply, Request, Text, setup, telling_start, view,
};
use crate::app::Origin;
use crate::discord::custom_id::EngineAction;
use crate::discord::view::EngineGame;
use crate::game::{Cause, GameTerms, MessageId, Pairing, Start, TimeControl, suggested_level};
use siwa_games::engine::Level;
use siwa_games::rules::GameInfo;

/// The engine's name in menus.
const NAME: &str = "Siwa";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.starts(of.anywhere())
}

/// Shows the menus; a challenge of the engine leads here as well.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let (rules, variant) = Asked::by(options).variant(request)?;
    let game = EngineGame {
        rules,
        variant,
        level: None,
        start: options.named("start").unwrap_or(Start::Dealt),
        order: options.named("side").unwrap_or_default(),
    };
    Ok(Answer::new(menu(request, game).await?))
}

async fn menu(request: Request<'_>, game: EngineGame) -> Result<Reply, Failure> {
    let suggested = suggest(request, game.rules.info()).await?;
    let outside = request.context.is_user_install();
    let registry = request.registry();
    Ok(view::engine(
        request.l10n,
        registry,
        game,
        suggested,
        outside,
    ))
}

/// The level that the engine chooses for this person.
async fn suggest(request: Request<'_>, info: &'static GameInfo) -> Result<Level, Failure> {
    let faced = request
        .bot
        .app
        .read()
        .faced(request.context.player, info.id);
    Ok(suggested_level(info, &faced.await?))
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
        EngineAction::Open => Ok(Answer::new(menu(request, game).await?)),
        EngineAction::Variant => {
            let (rules, variant) = request.variant(chosen.unwrap_or(game.variant.id))?;
            let game = EngineGame {
                rules,
                variant,
                ..game
            };
            Ok(Answer::update(menu(request, game).await?))
        }
        EngineAction::Level => {
            let level = chosen.and_then(|level| Level::new(level.parse().ok()?));
            let game = EngineGame { level, ..game };
            Ok(Answer::update(menu(request, game).await?))
        }
        EngineAction::Start => {
            let start = match game.start {
                Start::Placed => Start::Dealt,
                Start::Dealt => Start::Placed,
            };
            let game = EngineGame { start, ..game };
            Ok(Answer::update(menu(request, game).await?))
        }
        EngineAction::Begin | EngineAction::BeginRated => {
            let level = match game.level {
                Some(level) => level,
                None => suggest(request, game.rules.info()).await?,
            };
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
                level: Some(level),
                games_in: bot.app.read().defaults(context.venue.guild).await?.games_in,
                games: Pairing::Single,
                start,
                side: game.order.side(start),
            };
            // One menu starts one game, however often it is pressed.
            let origin = Origin {
                cause: Cause(message.0),
                ..context.posting()
            };
            let place = (setup::place(request).await?, context.openable());
            let (by, us, locale) = (context.player, context.us(), context.public.tag());
            let begun = bot
                .app
                .play_engine(by, us, (terms, level), place, locale, &origin);
            let (game, is_new) = begun.await?;
            bot.app.meet(by, &context.name).await;
            bot.app.meet(us, NAME).await;
            let begun = Text::new("engine-begun").with("game", game.id().to_string());
            let answer = Answer::update(Reply::private(l10n.tr(&begun)));
            Ok(match is_new {
                true => telling_start(request, answer, game, origin.cause).await?,
                // Its board was posted, or is being posted for the first press.
                false => answer,
            })
        }
    }
}
