//! `/play`: a game with the engine, chosen from menus.

use super::variants::chosen_variant;
use super::{Answer, How, Message, Options, Reply, Request, Result, Text, settings, turn, view};
use crate::discord::custom_id::EngineAction;
use crate::discord::view::EngineGame;
use crate::game::{
    Cause, GameTerms, MessageId, Pairing, Place, Start, TimeControl, suggested_level,
};
use siwa_games::engine::Level;
use siwa_games::rules::key_of;

/// The engine's name in menus.
const NAME: &str = "Siwa";

/// Shows the menus; a challenge of the engine leads here as well.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    let (rules, variant) = chosen_variant(request, options)?;
    let game = EngineGame {
        rules,
        variant,
        level: Level::DEFAULT,
        is_suggested: true,
        start: options.named("start").unwrap_or(Start::Dealt),
        order: options.named("side").unwrap_or_default(),
    };
    let mut menu = show_menu(request, game).await?;
    // A challenge offers more than is chosen here.
    let is_text_given = |name: &&str| options.text(name).is_some();
    if ["time", "games"].iter().any(is_text_given) || options.flag("rated").is_some() {
        menu = menu.above(&request.l10n.word("engine-options"));
    }
    Ok(Answer::new(menu))
}

/// Shows the menus; the engine chooses its level unless the person did.
async fn show_menu(request: Request<'_>, mut game: EngineGame) -> Result<Reply> {
    let info = game.rules.info();
    let faced = request.app.store().faced(request.by, info.id).await?;
    if game.is_suggested {
        let lot = key_of(&[request.context.cause.0]) as f64 / u64::MAX as f64;
        game.level = suggested_level(info, &faced, lot);
    }
    let Request { l10n, venue, .. } = request;
    let registry = request.registry();
    Ok(view::engine(l10n, registry, game, faced.len(), venue.guild))
}

/// Handles a press while a game with the engine is set up, in `message`.
pub async fn step(
    request: Request<'_>,
    mut game: EngineGame,
    act: EngineAction,
    message: MessageId,
) -> Result {
    match act {
        EngineAction::Open => return Ok(Answer::new(show_menu(request, game).await?)),
        EngineAction::Variant => {
            let chosen = request.context.chosen().unwrap_or(game.variant.id);
            (game.rules, game.variant) = request.variant(chosen)?;
        }
        EngineAction::Level => {
            game = game.with_level(request.context.chosen_as().unwrap_or_default());
        }
        EngineAction::Start => {
            game.start = match game.start {
                Start::Placed => Start::Dealt,
                Start::Dealt => Start::Placed,
            };
        }
        EngineAction::Begin => return begin(request, game, false, message).await,
        EngineAction::BeginRated => return begin(request, game, true, message).await,
    }
    Ok(Answer::update(show_menu(request, game).await?))
}

/// Begins a game with the engine, whose menu is this message.
async fn begin(request: Request<'_>, game: EngineGame, rated: bool, menu: MessageId) -> Result {
    let Request { app, context, .. } = request;
    let start = game.start.possible(game.rules, game.variant);
    let terms = GameTerms {
        rules: game.rules,
        variant: game.variant,
        // A rated game must not stay open forever.
        time: if rated {
            TimeControl::DEFAULT
        } else {
            TimeControl::Unlimited
        },
        rated,
        level: Some(game.level),
        games_in: request.settings().await?.defaults.games_in,
        games: Pairing::Single,
        start,
        side: game.order.side(start),
    };
    // One menu starts one game, however often it is pressed.
    let mut origin = context.origin_beside(None);
    origin.cause = Cause(menu.0);
    settings::check_place(request).await?;
    let place = Place::new(request.venue, context.openable());
    let us = context.us();
    let begun = app.play_engine(request.by, us, terms, place, context.public.tag(), &origin);
    let begun = begun.await?;
    request.meet().await;
    app.meet(us, NAME).await;
    let told = Text::new("engine-begun").with("game", begun.value.id().to_string());
    let told = Message::new(How::Update, Reply::private(request.l10n.tr(&told)));
    // For another press, its board was posted, or is being posted.
    Ok(if begun.item.is_some() {
        turn::begins(told, begun)
    } else {
        told.into()
    })
}
