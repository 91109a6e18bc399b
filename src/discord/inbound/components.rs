//! What a pressed button or a choice from a menu does.

use crate::app::{Act, Debt, Rematch, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{Command, CustomId, InGame, OfChallenge};
use crate::discord::failure::Failure;
use crate::discord::inbound::commands::acts::act_of;
use crate::discord::inbound::commands::{board, export, happened, leaderboard, replay, resign};
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{ChallengeId, Denied, GameId, MessageId};
use crate::message::{Localize as _, Message};

/// A press: on what, and what was chosen.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// What the component carries.
    pub(super) id: CustomId,
    /// What was chosen, in a menu.
    pub(super) chosen: Option<String>,
    /// The message it belongs to.
    pub(super) message: MessageId,
    /// Whether only the person asking sees that message.
    pub(super) private: bool,
    /// Whether that message shows a picture.
    pub(super) board: bool,
}

/// Does what a press asks for.
pub(super) async fn run(bot: &Bot, context: &Context, press: Component) -> Result<Answer, Failure> {
    match press.id {
        CustomId::Game(game, plies, ref act) => {
            match in_game(bot, context, &press, game, plies, act).await {
                Err(Failure::Denied(
                    denied @ (Denied::MovedOn(_) | Denied::GameOver(_) | Denied::TimeIsUp(_)),
                )) => stale(bot, context, &press, game, &denied).await,
                Err(Failure::Denied(Denied::NoOffer)) if !press.board => {
                    strip(bot, context, &press, game).await?;
                    Err(Denied::NoOffer.into())
                }
                other => other,
            }
        }
        CustomId::View(game, turn, act) => {
            replay::step(bot, context, game, turn, act, press.chosen.as_deref()).await
        }
        CustomId::Challenge(challenge, act) => {
            let answered = of_challenge(bot, context, &press, challenge, act).await;
            if let Err(Failure::Denied(denied)) = &answered
                && denied.is_settled_challenge()
            {
                // Its card still has buttons.
                let channel = context.venue()?.channel;
                bot.app.owe_card(challenge, channel, press.message).await?;
                bot.wake();
            }
            answered
        }
        CustomId::Rules(variant, page) => {
            let (rules, variant) = bot
                .app
                .registry()
                .variant(&variant)
                .ok_or_else(|| Message::new("denied-no-variant"))?;
            let to = press.chosen.as_deref().or(page.as_deref());
            let shown = view::rules(bot.voice(context.locale), rules, variant, to);
            Ok(match page {
                Some(_) => Answer::update(shown),
                None => Answer::new(shown),
            })
        }
        CustomId::Leaderboard(rules, page) => Ok(Answer::update(
            leaderboard::page(bot, context, rules.as_deref(), page).await?,
        )),
        CustomId::Which(command) => {
            let chosen = press.chosen.and_then(|game| game.parse().ok()).map(GameId);
            which(bot, context, command, chosen.ok_or(Denied::UnknownGame)?).await
        }
    }
}

/// A public message whose buttons are of the past loses them, so that nobody presses them again.
async fn strip(
    bot: &Bot,
    context: &Context,
    press: &Component,
    game: GameId,
) -> Result<(), Failure> {
    // What a press carries is not to be trusted: the present board keeps its buttons.
    let stands = bot.app.standing(game).await?;
    if !press.private && !stands.contains(&Some(press.message)) {
        let channel = context.venue()?.channel;
        bot.app.owe_strip(channel, press.message).await?;
        bot.wake();
    }
    Ok(())
}

/// The present board, for whoever pressed a button of the past.
async fn stale(
    bot: &Bot,
    context: &Context,
    press: &Component,
    game: GameId,
    denied: &Denied,
) -> Result<Answer, Failure> {
    let game = bot
        .app
        .look(context.player, context.venue()?, Target::Game(game))
        .await?;
    strip(bot, context, press, game.id()).await?;
    let voice = bot.voice(context.locale);
    let board = view::board(voice, &game, context.player);
    let reply = Reply {
        text: format!("{}\n{}", voice.say(&denied.message()), board.text),
        ..board
    };
    // A panel of the past is of no use any more.
    Ok(if press.private {
        Answer::update(reply)
    } else {
        Answer::new(reply)
    })
}

async fn in_game(
    bot: &Bot,
    context: &Context,
    press: &Component,
    id: GameId,
    plies: u32,
    act: &InGame,
) -> Result<Answer, Failure> {
    let voice = bot.voice(context.locale);
    let venue = context.venue()?;
    let target = Target::At(id, plies);
    match act {
        InGame::Panel(typed) => {
            let game = bot.app.look(context.player, venue, target).await?;
            if game.plies() != plies && game.ending().is_none() {
                return Err(Denied::MovedOn(id).into());
            }
            let typed = press.chosen.as_deref().unwrap_or(typed);
            let panel = view::panel(voice, &game, context.player, typed)?;
            Ok(if press.private {
                Answer::update(panel)
            } else {
                Answer::new(panel)
            })
        }
        InGame::Board => board::look(bot, context, target, false).await,
        InGame::More => {
            let game = bot.app.own(context.player, venue, target).await?;
            Ok(Answer::new(view::more(voice, &game)))
        }
        InGame::Resign => {
            let asked = resign::ask(bot, context, Target::Game(id)).await?;
            Ok(if press.private {
                Answer {
                    how: crate::discord::view::reply::How::Update,
                    ..asked
                }
            } else {
                asked
            })
        }
        InGame::Stay => Ok(Answer::update(Reply::private(voice.word("resign-not")))),
        InGame::Play(text) => quietly(bot, context, target, Act::Play(text.clone(), None)).await,
        InGame::ResignSurely => quietly(bot, context, Target::Game(id), Act::Resign).await,
        InGame::Claim => quietly(bot, context, Target::Game(id), Act::Claim).await,
        InGame::Offer => quietly(bot, context, Target::Game(id), Act::Offer).await,
        InGame::Accept => {
            let venue = context.playable_venue()?;
            let game = bot
                .app
                .act(
                    context.player,
                    venue,
                    target,
                    &Act::Answer(true),
                    Some(&context.answering()),
                )
                .await?;
            Ok(happened(bot, context, &game, false))
        }
        InGame::Decline => {
            let venue = context.playable_venue()?;
            let game = bot
                .app
                .act(
                    context.player,
                    venue,
                    target,
                    &Act::Answer(false),
                    Some(&context.changing(press.message)),
                )
                .await?;
            // A board that told of the offer stays a board, without the answers.
            let reply = if press.board {
                view::turn(bot.voice(context.public), &game, None)
            } else {
                view::declined(bot.voice(context.public), &game)
            };
            Ok(Answer::update(reply).changing(press.message, Debt::of(&game)))
        }
        InGame::Rematch => rematch(bot, context, id).await,
    }
}

/// Does something that was asked for on a private message: that says so, and
/// the channel is told besides.
async fn quietly(
    bot: &Bot,
    context: &Context,
    target: Target,
    act: Act,
) -> Result<Answer, Failure> {
    let venue = context.playable_venue()?;
    let tried = bot
        .app
        .act(
            context.player,
            venue,
            target,
            &act,
            Some(&context.posting()),
        )
        .await;
    if matches!(tried, Err(crate::app::Error::Denied(Denied::TimeIsUp(_)))) {
        bot.wake();
    }
    let game = tried?;
    let done = match (&act, game.last()) {
        (Act::Play(..), Some(last)) => {
            Message::new("done-played").with("move", last.display.as_str())
        }
        (Act::Resign, _) => Message::new("done-resigned"),
        _ if game.ending().is_some() => Message::new("done-ended"),
        _ => Message::new("done-offered"),
    };
    let reply = Reply::private(bot.voice(context.locale).say(&done));
    Ok(Answer::update(reply).then(Debt::of(&game)))
}

async fn of_challenge(
    bot: &Bot,
    context: &Context,
    press: &Component,
    id: ChallengeId,
    act: OfChallenge,
) -> Result<Answer, Failure> {
    let voice = bot.voice(context.public);
    let venue = context.venue()?;
    let origin = context.changing(press.message);
    let debt = Debt::Card(id);
    let challenge = match act {
        OfChallenge::Accept => {
            context.playable_venue()?;
            let accepted = bot.app.accept(id, context.player, venue, &origin);
            let game = accepted.await?;
            bot.app.meet(context.player, &context.name).await;
            let challenge = bot.app.find_challenge(id).await?;
            let card = view::settled_card(voice, &challenge, Some(&game));
            return Ok(Answer::update(card)
                .changing(press.message, debt)
                .then(Debt::of(&game)));
        }
        OfChallenge::Decline => bot.app.decline(id, context.player, venue, &origin).await?,
        OfChallenge::Cancel => bot.app.cancel(id, context.player, venue, &origin).await?,
    };
    let card = view::settled_card(voice, &challenge, None);
    Ok(Answer::update(card).changing(press.message, debt))
}

async fn rematch(bot: &Bot, context: &Context, game: GameId) -> Result<Answer, Failure> {
    let venue = context.playable_venue()?;
    let voice = bot.voice(context.public);
    let asked = bot
        .app
        .rematch(
            game,
            context.player,
            venue,
            context.public.tag(),
            &context.answering(),
        )
        .await?;
    Ok(match asked {
        Rematch::Asked(challenge) => {
            Answer::new(view::card(voice, &challenge)).paying(Debt::Card(challenge.id))
        }
        Rematch::Begun(game) => {
            let challenge = bot.app.store().challenge_of(game.id()).await?;
            let answer = happened(bot, context, &game, game.venue().channel != venue.channel);
            match challenge {
                Some(challenge) => answer.then(Debt::Card(challenge)),
                None => answer,
            }
        }
    })
}

async fn which(
    bot: &Bot,
    context: &Context,
    command: Command,
    game: GameId,
) -> Result<Answer, Failure> {
    let target = Target::Game(game);
    if let Some(act) = act_of(&command) {
        return quietly(bot, context, target, act).await;
    }
    let answer = match command {
        Command::Board(words) => board::look(bot, context, target, words).await?,
        Command::Resign => resign::ask(bot, context, target).await?,
        Command::Replay => replay::show(bot, context, target).await?,
        Command::Export => export::give(bot, context, target).await?,
        Command::Place(_) | Command::Move(_) | Command::Claim | Command::Draw => {
            return Err(Message::new("denied-unknown-button").into());
        }
    };
    Ok(Answer {
        how: crate::discord::view::reply::How::Update,
        ..answer
    })
}
