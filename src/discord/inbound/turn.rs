//! A turn of a game: the act that is saved, and the answers about it.

use super::{Answer, Failure, How, Message, PanelPlace, Reply, Request, Result, Text, view};
use crate::app::{Act, Acted, Done, Item, Origin, Reach, Target};
use crate::discord::ok_or_log;
use crate::game::{Denial, Game, Thread};

/// Decides and saves an act in a game.
pub async fn carry_out(
    request: Request<'_>,
    target: Target,
    act: &Act,
    origin: &Origin,
) -> Result<Done<Game>> {
    let Request { app, by, venue, .. } = request;
    request.context.check_playable()?;
    let mut done = match app.act(by, venue, target, act, Some(origin)).await? {
        Acted::Done(done) => done,
        Acted::TimeIsUp(game) => {
            // Its channel is notified now.
            request.bot.wake();
            return Err(Denial::TimeIsUp(game.id()).into());
        }
        Acted::Refused(game, why) => {
            let Act::Play(text, _) = act else {
                return Err(Denial::Refused(why).into());
            };
            let refused = view::refused(request.l10n, &game, by, text, &why);
            return Err(Failure::Refused(why, Box::new(refused)));
        }
    };
    let game = &done.value;
    if game.ending.is_some() && (game.setup.pair.is_some() || game.setup.tournament.is_some()) {
        // The second game of the pair, or the next stage of the tournament, may have started.
        request.bot.wake();
    }
    let is_home = game.home().channel == venue.channel;
    if game.setup.thread == Thread::Nowhere && is_home && request.context.may_post() {
        // The channel accepts messages again. The act is saved: a failure here must not report
        // otherwise.
        let moved = app.set_thread(game, Thread::Refused).await;
        if let Some(game) = ok_or_log(moved, "a game stays out of its channel") {
            done.value = game;
        }
    }
    Ok(done)
}

/// The panel of a turn, after `typed` was chosen: below the goal until the player's first capture, in
/// their first game of a kind. One that opens names its game.
pub async fn panel(request: Request<'_>, game: &Game, typed: &str, menus: bool) -> Result<Reply> {
    let Request { app, by, l10n, .. } = request;
    let store = app.store();
    // The player's opening in an earlier game, if moves are chosen from patterns.
    let usual = if typed.is_empty() && !game.state().patterns().is_empty() {
        store.opening_of(by, game.variant().id, game.id()).await?
    } else {
        None
    };
    let mut panel = view::panel(l10n, game, by, typed, usual.as_deref(), menus)?;
    if typed.is_empty() {
        panel = view::of_game(l10n, game, panel);
    }
    let info = game.rules.info();
    let side = game.side_of(by);
    let may_be_new = side.is_some_and(|side| !game.has_captured(side));
    if may_be_new && !store.has_finished(by, info.id).await? {
        panel = panel.below(&l10n.word(info.goal));
    }
    Ok(panel)
}

/// The panel of a game in which it is the person's turn.
pub async fn open(request: Request<'_>, target: Target) -> Result<Reply> {
    let Request { app, by, venue, .. } = request;
    let game = app.own(by, venue, target).await?;
    game.to_move(by)?;
    panel(request, &game, "", request.panel_settings().await?.menus).await
}

/// The panel of the person's game with the soonest deadline.
pub async fn next(request: Request<'_>) -> Result {
    let Request { app, by, l10n, .. } = request;
    let turns = app.turns(by, request.context.scope()).await?;
    Ok(Answer::update(match turns.first() {
        Some(soonest) => open(request, Target::Game(soonest.id)).await?,
        None => Reply::private(l10n.word("next-none")),
    }))
}

/// An act in a game. A new message is the one about it if it can be; otherwise the answer confirms
/// the act in private, and the channel gets a separate message.
pub async fn answer(request: Request<'_>, target: Target, act: Act, how: How) -> Result {
    let origin = match how {
        How::New => request.context.origin(),
        How::Update => request.context.origin_beside(None),
    };
    let done = carry_out(request, target, &act, &origin).await?;
    if how == How::New && !done.value.keeps_board() {
        return Ok(happened(request, &origin.reach, done));
    }
    let mut answer = Message::new(how, confirmed(request, &done.value, &act).await);
    if matches!(act, Act::Play(..) | Act::PlaceRest(_) | Act::TakeBack) {
        answer = answer.with_panel(&done.value, PanelPlace::Answer);
    }
    Ok(answer.beside(done))
}

/// The private message that confirms an act.
async fn confirmed(request: Request<'_>, game: &Game, act: &Act) -> Reply {
    let Request { app, by, l10n, .. } = request;
    let done = match act {
        Act::Play(..) | Act::PlaceRest(_) => {
            // The move is saved: a failure here must not report otherwise.
            let turns = app.turns(by, request.context.scope());
            let waiting = turns.await.map_or(0, |turns| turns.len());
            return view::done(l10n, game, by, waiting);
        }
        Act::Resign => "done-resigned",
        Act::TakeBack if !game.just_offered() => "done-taken-back",
        Act::Give => "done-gave",
        _ if game.ending.is_some() => "done-ended",
        _ if game.setup.engine.is_some() => "done-asked",
        _ => "done-offered",
    };
    Reply::private(l10n.word(done))
}

/// The answer besides the first message of a game, or the one about its last change.
pub fn begins(answer: Message, done: Done<Game>) -> Answer {
    let answer = answer.with_panel(&done.value, PanelPlace::BelowBoard);
    answer.beside(done)
}

/// The answer after a change of a game, which is the message about it if it can be. If not, it is
/// private and says where that message is.
pub fn happened(request: Request<'_>, reach: &Reach, done: Done<Game>) -> Answer {
    let game = &done.value;
    let is_answer = |item: &Item| reach.is_answer(item.channel, Some(game));
    if done.item.as_ref().is_some_and(is_answer) {
        let reply = match view::offer(request.public(), game) {
            Some(offer) if game.just_offered() => offer,
            _ => view::turn(request.public(), game, Some(request.by)),
        };
        let answer = Message::new(How::New, reply).with_panel(game, PanelPlace::BelowBoard);
        return answer.being(done.item, Some(done.value));
    }
    let elsewhere = match game.setup.thread {
        Thread::Wanted => Text::new("place-opens"),
        Thread::Nowhere if game.ending.is_some() => Text::new("done-ended"),
        Thread::Nowhere => Text::new("channel-nowhere"),
        _ => Text::new("done-elsewhere").with("channel", format!("<#{}>", game.home().channel)),
    };
    let answer = Message::new(How::New, Reply::private(request.l10n.tr(&elsewhere)));
    begins(answer, done)
}
