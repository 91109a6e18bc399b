//! What a pressed button or a choice from a menu does.

use crate::app::{Act, Rematch, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{Command, CustomId, InGame, OfChallenge};
use crate::discord::failure::Failure;
use crate::discord::inbound::commands::acts::act_of;
use crate::discord::inbound::commands::{board, export, happened, leaderboard, replay, resign};
use crate::discord::outbound::{Answer, Says, Then};
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
                other => other,
            }
        }
        CustomId::View(game, turn, act) => {
            replay::step(bot, context, game, turn, act, press.chosen.as_deref()).await
        }
        CustomId::Challenge(challenge, act) => of_challenge(bot, context, challenge, act).await,
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
                    Some(context.cause),
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
                    Some(context.cause),
                )
                .await?;
            let says = Says::Declined(id, game.seq(), press.message);
            // A board that told of the offer stays a board, without the answers.
            let reply = if press.board {
                view::turn(bot.voice(context.public), &game, None)
            } else {
                view::declined(bot.voice(context.public), &game)
            };
            Ok(Answer::update(reply).saying(says))
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
        .act(context.player, venue, target, &act, Some(context.cause))
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
    Ok(Answer::update(reply).then(Then::Say(game.id(), Some(context.player))))
}

async fn of_challenge(
    bot: &Bot,
    context: &Context,
    id: ChallengeId,
    act: OfChallenge,
) -> Result<Answer, Failure> {
    let voice = bot.voice(context.public);
    let venue = context.venue()?;
    let challenge = match act {
        OfChallenge::Accept => {
            context.playable_venue()?;
            let game = bot
                .app
                .accept(id, context.player, venue, context.cause)
                .await?;
            bot.app.meet(context.player, &context.name).await;
            let challenge = bot.app.find_challenge(id).await?;
            let card = view::settled_card(voice, &challenge, Some(&game));
            let says = Says::Card(id, challenge.state);
            return Ok(Answer::update(card)
                .saying(says)
                .then(Then::Say(game.id(), None)));
        }
        OfChallenge::Decline => bot.app.decline(id, context.player, venue).await?,
        OfChallenge::Cancel => bot.app.cancel(id, context.player, venue).await?,
    };
    let card = view::settled_card(voice, &challenge, None);
    Ok(Answer::update(card).saying(Says::Card(id, challenge.state)))
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
            context.cause,
        )
        .await?;
    Ok(match asked {
        Rematch::Asked(challenge) => {
            let says = Says::Card(challenge.id, challenge.state);
            Answer::new(view::card(voice, &challenge)).saying(says)
        }
        Rematch::Begun(game) => {
            let challenge = bot.app.store().challenge_of(game.id()).await?;
            let answer = happened(bot, context, &game, game.venue().channel != venue.channel);
            match challenge {
                Some(challenge) => answer.then(Then::Show(challenge)),
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
