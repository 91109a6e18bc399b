//! A turn in the panel: opened, chosen square by square or typed, and played.

use crate::app::{Act, Debt, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{CustomId, InGame};
use crate::discord::failure::Failure;
use crate::discord::inbound::commands;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{Denial, Game, GameId};

/// A press in the panel of a game after `plies` turns, or on the button that opens it:
/// `chosen` is what was chosen from a menu or typed. Only in a `private` message something
/// may be left to confirm.
pub(super) async fn enter(
    bot: &Bot,
    context: &Context,
    (id, plies): (GameId, u32),
    act: &InGame,
    (chosen, private): (Option<&str>, bool),
) -> Result<Answer, Failure> {
    let target = Target::At(id, plies);
    let game = bot.app.look(context.player, context.venue, target).await?;
    if game.changes() != plies && game.ending().is_none() {
        return Err(Denial::MovedOn(id).into());
    }
    view::check_turn(&game, context.player)?;
    let l10n = bot.localizer(context.locale);
    let typed = match act {
        InGame::Type => {
            let typed = CustomId::Game(id, plies, InGame::Typed);
            return Ok(Answer::form(view::move_form(l10n, typed, game.state())));
        }
        InGame::Panel(typed) => chosen.unwrap_or(typed),
        _ => chosen.unwrap_or_default(),
    };
    let play = |text: String| quietly(bot, context, target, Act::Play(text, None));
    if *act == InGame::Typed {
        // What is no move yet is a part of one.
        return match view::panel(l10n, &game, context.player, typed, None) {
            Ok(panel) if game.propose(typed).is_err() => Ok(Answer::update(panel)),
            _ => play(typed.to_owned()).await,
        };
    }
    let decided = view::decided(game.state(), typed).filter(|_| private && !typed.is_empty());
    if let Some(text) = decided
        && !bot.app.read().confirms(context.player).await?
    {
        return play(text).await;
    }
    let usual = match typed {
        "" => usual(bot, context, &game).await?,
        _ => None,
    };
    let panel = view::panel(l10n, &game, context.player, typed, usual.as_deref())?;
    Ok(Answer::update(panel))
}

/// The panel of the game in which the time of a person’s turn is up first.
pub(super) async fn next(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let venue = context.venue;
    let l10n = bot.localizer(context.locale);
    let turns = bot.app.turns(context.player, Some(venue.guild)).await?;
    let Some(soonest) = turns.first() else {
        return Ok(Answer::update(Reply::private(l10n.word("next-none"))));
    };
    let target = Target::Game(soonest.id);
    let game = bot.app.own(context.player, venue, target).await?;
    let usual = usual(bot, context, &game).await?;
    let panel = view::panel(l10n, &game, context.player, "", usual.as_deref())?;
    Ok(Answer::update(view::of_game(l10n, &game, panel)))
}

/// How a person began before, where moves are chosen among patterns.
async fn usual(bot: &Bot, context: &Context, game: &Game) -> Result<Option<String>, Failure> {
    Ok(match game.state().patterns().is_empty() {
        true => None,
        false => {
            bot.app
                .read()
                .opening_of(context.player, game.variant().id, game.id())
                .await?
        }
    })
}

/// Does something in a game from a private message. The message confirms it, and the
/// channel gets a message of its own.
pub(super) async fn quietly(
    bot: &Bot,
    context: &Context,
    target: Target,
    act: Act,
) -> Result<Answer, Failure> {
    let game = commands::act(bot, context, target, &act, &context.posting()).await?;
    let l10n = bot.localizer(context.locale);
    let done = match act {
        Act::Play(..) => {
            // What was played is saved: nothing that follows may deny it.
            let turns = bot
                .app
                .turns(context.player, Some(context.venue.guild))
                .await;
            let waiting = turns.map_or(0, |turns| turns.len());
            let done = view::done(l10n, &game, context.player);
            let reply = view::with_next(l10n, done, waiting);
            return Ok(Answer::update(reply).then(Debt::of(&game)));
        }
        Act::Resign => "done-resigned",
        Act::TakeBack if !game.just_offered() => "done-taken-back",
        Act::Give => "done-gave",
        _ if game.ending().is_some() => "done-ended",
        _ => "done-offered",
    };
    let reply = Reply::private(l10n.word(done));
    Ok(Answer::update(reply).then(Debt::of(&game)))
}
