//! A turn of a game: the act that is saved, and private messages about it.

use super::{Answer, Failure, Reply, Request, view};
use crate::app::{self, Act, Origin, Target};
use crate::discord::outbound::PanelPlace;
use crate::game::{Denial, Game, Thread};

/// Decides and saves an act in a game.
pub(super) async fn act(
    request: Request<'_>,
    target: Target,
    act: &Act,
    origin: &Origin,
) -> Result<Game, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, venue) = (context.player, context.playable_venue()?);
    let done = bot.app.act(by, venue, target, act, Some(origin)).await;
    match (&done, act) {
        // The attempt has ended the game: its channel is notified now.
        (Err(app::Error::Denial(Denial::TimeIsUp(_))), _) => bot.wake(),
        // The second game of the pair, or the next stage of the tournament, may have started.
        (Ok(game), _)
            if game.ending().is_some()
                && (game.pair().is_some() || game.tournament().is_some()) =>
        {
            bot.wake();
        }
        (Err(app::Error::Refused(game, denial)), Act::Play(text, _)) => {
            let why = denial.message();
            let refused = view::refused(l10n, game, by, text, &why);
            return Err(Failure::Refused(why, Box::new(refused)));
        }
        _ => {}
    }
    let game = done?;
    let is_home = game.home().channel == context.venue.channel;
    if game.thread() == Thread::Nowhere && is_home && context.may_post() {
        // The channel accepts messages again.
        return Ok(bot.app.set_thread(&game, Thread::Refused).await?);
    }
    Ok(game)
}

/// The panel of a turn, after `typed` was chosen.
pub(super) async fn panel(
    request: Request<'_>,
    game: &Game,
    typed: &str,
    menus: bool,
) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let by = context.player;
    // The player's opening in an earlier game, if moves are chosen from patterns.
    let usual = match typed.is_empty() && !game.state().patterns().is_empty() {
        true => {
            let (variant, id) = (game.variant().id, game.id());
            bot.app.read().opening_of(by, variant, id).await?
        }
        false => None,
    };
    let panel = view::panel(l10n, game, by, typed, usual.as_deref(), menus)?;
    // The goal comes first until the player's first capture, in their first game of a kind.
    let info = game.rules().info();
    let side = game
        .side_of(by)
        .filter(|side| typed.is_empty() && !game.has_captured(*side));
    Ok(match side {
        Some(_) if !bot.app.read().has_finished(by, info.id).await? => {
            panel.below(&l10n.word(info.goal))
        }
        _ => panel,
    })
}

/// The panel of a game in which it is the person's turn, with a line about that game.
pub(super) async fn open(request: Request<'_>, target: Target) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let game = bot.app.own(context.player, context.venue, target).await?;
    game.to_move(context.player)?;
    let menus = request.panel_settings().await?.menus;
    let panel = panel(request, &game, "", menus).await?;
    Ok(view::of_game(l10n, &game, panel))
}

/// The panel of the person's game with the soonest deadline.
pub(super) async fn next(request: Request<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let by = context.player;
    let turns = bot.app.turns(by, context.scope()).await?;
    let Some(soonest) = turns.first() else {
        return Ok(Answer::update(Reply::private(l10n.word("next-none"))));
    };
    let panel = open(request, Target::Game(soonest.id)).await?;
    Ok(Answer::update(panel))
}

/// An act in a game from a private message. That message confirms it, and the channel gets a
/// separate message.
pub(super) async fn quietly(
    request: Request<'_>,
    target: Target,
    act: Act,
) -> Result<Answer, Failure> {
    let game = self::act(request, target, &act, &request.context.posting()).await?;
    let reply = confirmed(request, &game, &act).await;
    Ok(after(&act, Answer::update(reply), game))
}

/// The private answer after an act in a game, with another message about that.
pub(super) fn after(act: &Act, answer: Answer, game: Game) -> Answer {
    let answer = match act {
        Act::Play(..) | Act::PlaceRest(_) => answer.with_panel(&game, PanelPlace::Answer),
        _ => answer,
    };
    answer.telling(game)
}

/// The private message that confirms an act.
pub(super) async fn confirmed(request: Request<'_>, game: &Game, act: &Act) -> Reply {
    let Request { bot, context, l10n } = request;
    let done = match act {
        Act::Play(..) | Act::PlaceRest(_) => {
            // The move is saved: a failure here must not report otherwise.
            let turns = bot.app.turns(context.player, context.scope());
            let waiting = turns.await.map_or(0, |turns| turns.len());
            let done = view::done(l10n, game, context.player);
            return view::with_next(l10n, done, waiting);
        }
        Act::Resign => "done-resigned",
        Act::TakeBack if !game.just_offered() => "done-taken-back",
        Act::Give => "done-gave",
        _ if game.ending().is_some() => "done-ended",
        _ => "done-offered",
    };
    Reply::private(l10n.word(done))
}
