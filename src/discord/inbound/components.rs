//! Pressed buttons and choices from menus.

use crate::app::{Act, Debt, Rematch, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::{Command, CustomId, InGame, OfChallenge};
use crate::discord::failure::Failure;
use crate::discord::inbound::commands::acts::act_of;
use crate::discord::inbound::commands::{
    self, board, export, happened, leaderboard, notify, play, privacy, profile, puzzle, replay,
    resign, settings, setup,
};
use crate::discord::inbound::{plan, turn};
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{ChallengeId, Denial, GameId, Ladder, MessageId, Openable, State};
use siwa_games::text::{Localize as _, Text};

/// A press on a component.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// What the component carries.
    pub(super) id: CustomId,
    /// What was chosen from a menu, or typed into a form.
    pub(super) chosen: Option<String>,
    /// The message it belongs to.
    pub(super) message: MessageId,
    /// Whether only the person who pressed sees that message.
    pub(super) private: bool,
    /// Whether that message shows the board of a running game.
    pub(super) board: bool,
}

/// Does what a press asks for.
pub(super) async fn run(bot: &Bot, context: &Context, press: Component) -> Result<Answer, Failure> {
    match press.id {
        CustomId::Game(game, plies, ref act) => {
            match in_game(bot, context, &press, game, plies, act).await {
                Err(Failure::Denial(
                    denial @ (Denial::MovedOn(_) | Denial::GameOver(_) | Denial::TimeIsUp(_)),
                )) => stale(bot, context, &press, game, &denial).await,
                Err(Failure::Denial(Denial::NoOffer)) if !press.board => {
                    strip(bot, context, &press, game).await?;
                    Err(Denial::NoOffer.into())
                }
                other => other,
            }
        }
        CustomId::View(game, turn, act) => {
            replay::step(bot, context, game, turn, act, press.chosen.as_deref()).await
        }
        CustomId::Challenge(challenge, act) => {
            let answered = of_challenge(bot, context, &press, challenge, act).await;
            if let Err(Failure::Denial(denial)) = &answered
                && denial.is_settled_challenge()
            {
                // Its card still had buttons.
                if context.is_user_install() {
                    let card = settled(bot, context, challenge).await?;
                    return Ok(Answer::update(card));
                }
                let channel = context.venue.channel;
                bot.app
                    .work()
                    .owe_card(challenge, channel, press.message, bot.app.now())
                    .await?;
                bot.wake();
            }
            answered
        }
        CustomId::Rules(variant, page) => {
            let (rules, variant) = bot
                .app
                .read()
                .registry()
                .variant(&variant)
                .ok_or_else(|| Text::new("denied-no-variant"))?;
            let to = press.chosen.as_deref().or(page.as_deref());
            let shown = view::rules(bot.localizer(context.locale), rules, variant, to);
            Ok(match page {
                Some(_) => Answer::update(shown),
                None => Answer::new(shown),
            })
        }
        CustomId::Leaderboard(ladder, page) => {
            let ladder = Ladder::read(ladder.as_deref().unwrap_or_default());
            let page = leaderboard::page(bot, context, ladder, page, false).await?;
            Ok(Answer::update(page))
        }
        CustomId::ShareLeaderboard(ladder, page) => {
            let ladder = Ladder::read(ladder.as_deref().unwrap_or_default());
            let page = leaderboard::page(bot, context, ladder, page, true).await?;
            Ok(Answer::new(page))
        }
        CustomId::Profile(player, kind) => {
            let shown = profile::of(bot, context, player, Some(&kind), false).await?;
            Ok(Answer::update(shown))
        }
        CustomId::ShareProfile(player, kind) => {
            let shown = profile::of(bot, context, player, Some(&kind), true).await?;
            Ok(Answer::new(shown))
        }
        CustomId::Engine(ref variant, level, act) => {
            let (chosen, at) = (press.chosen.as_deref(), (variant.as_str(), level));
            play::step(bot, context, at, act, chosen, press.message).await
        }
        CustomId::Puzzle(puzzle, day, ref act) => {
            let chosen = press.chosen.as_deref();
            puzzle::step(bot, context, (puzzle, day), act, chosen).await
        }
        CustomId::Plan(game, at, ref act) => {
            let given = (press.chosen.as_deref(), press.private);
            match plan::step(bot, context, (game, at), act, given).await {
                Err(Failure::Denial(denial @ (Denial::MovedOn(_) | Denial::GameOver(_)))) => {
                    stale(bot, context, &press, game, &denial).await
                }
                other => other,
            }
        }
        CustomId::Next => turn::next(bot, context).await,
        CustomId::Notify(act) => notify::step(bot, context, act, press.chosen.as_deref()).await,
        CustomId::Privacy(act) => privacy::step(bot, context, act).await,
        CustomId::Setup(act) => setup::step(bot, context, act, press.chosen.as_deref()).await,
        CustomId::Settings(act) => settings::step(bot, context, act, press.chosen.as_deref()).await,
        CustomId::Which(command) => {
            let chosen = press.chosen.and_then(|game| game.parse().ok()).map(GameId);
            which(bot, context, command, chosen.ok_or(Denial::UnknownGame)?).await
        }
    }
}

/// Has the outdated buttons of a public message removed.
async fn strip(
    bot: &Bot,
    context: &Context,
    press: &Component,
    game: GameId,
) -> Result<(), Failure> {
    if context.is_user_install() {
        // There only the answer to a press can change its message.
        return Ok(());
    }
    // The present board keeps its buttons, whatever the custom id says.
    let stands = bot.app.read().standing(game).await?;
    if !press.private && !stands.contains(&Some(press.message)) {
        let channel = context.venue.channel;
        bot.app
            .work()
            .owe_strip(channel, press.message, bot.app.now())
            .await?;
        bot.wake();
    }
    Ok(())
}

/// The present board, for a person who pressed an outdated button.
async fn stale(
    bot: &Bot,
    context: &Context,
    press: &Component,
    game: GameId,
    denial: &Denial,
) -> Result<Answer, Failure> {
    let game = bot
        .app
        .look(context.player, context.venue, Target::Game(game))
        .await?;
    strip(bot, context, press, game.id()).await?;
    let l10n = bot.localizer(context.locale);
    let board = match context.is_user_install() {
        // The board for all may not have got through.
        true => view::board_in_hand(l10n, &game, context.player),
        false => view::board(l10n, &game, context.player),
    };
    let reply = Reply {
        text: format!("{}\n{}", l10n.tr(&denial.message()), board.text),
        ..board
    };
    Ok(Answer::update(reply))
}

async fn in_game(
    bot: &Bot,
    context: &Context,
    press: &Component,
    id: GameId,
    plies: u32,
    act: &InGame,
) -> Result<Answer, Failure> {
    let l10n = bot.localizer(context.locale);
    let venue = context.venue;
    let target = Target::At(id, plies);
    match act {
        InGame::Panel(_) | InGame::Menu(_) | InGame::Type | InGame::Typed => {
            let given = (press.chosen.as_deref(), press.private);
            turn::enter(bot, context, (id, plies), act, given).await
        }
        InGame::Board => board::run(bot, context, target, false).await,
        InGame::Turned => {
            let game = bot
                .app
                .look(context.player, venue, Target::Game(id))
                .await?;
            Ok(Answer::new(view::turned(l10n, &game, context.player)))
        }
        InGame::More => {
            let game = bot.app.own(context.player, venue, target).await?;
            Ok(Answer::new(view::more(
                l10n,
                &game,
                context.player,
                bot.app.now(),
            )))
        }
        InGame::Hint(step) => {
            let game = bot.app.own(context.player, venue, target).await?;
            if game.changes() != plies {
                return Err(Denial::MovedOn(id).into());
            }
            if game.rated() {
                return Err(Denial::HintInRated(id).into());
            }
            if let Some(turn) = game.turn().map(|turn| game.player(turn))
                && turn != context.player
            {
                return Err(Denial::NotYourTurn { turn }.into());
            }
            let thought = tokio::task::spawn_blocking(move || (game.hint(), game)).await;
            let (hint, game) = thought.map_err(Failure::fault)?;
            let hint = hint.ok_or(Denial::GameOver(id))?;
            let reply = view::hint(l10n, &game, context.player, &hint, step)?;
            Ok(Answer::update(reply))
        }
        InGame::Resign => {
            let asked = resign::run(bot, context, Target::Game(id)).await?;
            Ok(Answer::update(asked.reply))
        }
        InGame::Stay => Ok(Answer::update(Reply::private(l10n.word("resign-not")))),
        InGame::Play(text) => {
            turn::quietly(bot, context, target, Act::Play(text.clone(), None)).await
        }
        InGame::ResignSurely => turn::quietly(bot, context, Target::Game(id), Act::Resign).await,
        InGame::Claim => turn::quietly(bot, context, Target::Game(id), Act::Claim).await,
        InGame::Offer => turn::quietly(bot, context, Target::Game(id), Act::Offer).await,
        InGame::Accept => {
            let (accept, origin) = (Act::Answer(true), context.answering());
            let game = commands::act(bot, context, target, &accept, &origin).await?;
            happened(bot, context, &game)
        }
        InGame::Decline => {
            let (decline, origin) = (Act::Answer(false), context.changing(press.message));
            let game = commands::act(bot, context, target, &decline, &origin).await?;
            // A board that shows the offer remains a board, without the answers.
            let l10n = bot.localizer(context.public);
            let reply = if press.board {
                view::turn(l10n, &game, None)
            } else {
                view::declined(l10n, &game)
            };
            Ok(Answer::update(reply).changing(press.message, Debt::of(&game)))
        }
        InGame::TakeBack => turn::quietly(bot, context, target, Act::TakeBack).await,
        InGame::Give => turn::quietly(bot, context, target, Act::Give).await,
        InGame::ClaimTime => {
            let (claim, origin) = (Act::ClaimTime, context.answering());
            let game = commands::act(bot, context, target, &claim, &origin).await?;
            happened(bot, context, &game)
        }
        InGame::Nudge | InGame::Wait => {
            let nudge = *act == InGame::Nudge;
            let waits = bot.app.wait(context.player, venue, (id, plies), nudge);
            let game = waits.await?;
            bot.wake();
            Ok(Answer::update(view::waiting(
                bot.localizer(context.public),
                &game,
            )))
        }
        InGame::Rematch => rematch(bot, context, id).await,
    }
}

async fn of_challenge(
    bot: &Bot,
    context: &Context,
    press: &Component,
    id: ChallengeId,
    act: OfChallenge,
) -> Result<Answer, Failure> {
    let l10n = bot.localizer(context.public);
    let venue = context.venue;
    let origin = context.changing(press.message);
    let debt = Debt::Card(id);
    let challenge = match act {
        OfChallenge::Accept | OfChallenge::AcceptHere => {
            context.playable_venue()?;
            let openable = match act {
                OfChallenge::AcceptHere => Openable::Never,
                _ => context.openable(),
            };
            let place = (venue, openable);
            let accepted = bot.app.accept(id, context.player, place, &origin);
            let game = accepted.await?;
            bot.app.meet(context.player, &context.name).await;
            let challenge = bot.app.find_challenge(id).await?;
            let other = bot.app.other_of(&game).await?;
            let card = view::settled_card(l10n, &challenge, Some(&game), other.as_ref());
            if other.is_some() {
                // Its board is nobody's yet.
                bot.wake();
            }
            return Ok(Answer::update(card)
                .changing(press.message, debt)
                .then(Debt::of(&game)));
        }
        OfChallenge::Decline => bot.app.decline(id, context.player, venue, &origin).await?,
        OfChallenge::Cancel => bot.app.cancel(id, context.player, venue, &origin).await?,
    };
    let card = view::settled_card(l10n, &challenge, None, None);
    Ok(Answer::update(card).changing(press.message, debt))
}

/// The card of a challenge that is settled.
async fn settled(bot: &Bot, context: &Context, id: ChallengeId) -> Result<Reply, Failure> {
    let mut challenge = bot.app.find_challenge(id).await?;
    let game = match challenge.state {
        State::Accepted(game) => Some(bot.app.load(game).await?),
        _ => None,
    };
    if challenge.state == State::Open {
        // That its time is over is not saved yet.
        challenge.state = State::Expired;
    }
    let l10n = bot.localizer(context.public);
    Ok(view::settled_card(l10n, &challenge, game.as_ref(), None))
}

async fn rematch(bot: &Bot, context: &Context, game: GameId) -> Result<Answer, Failure> {
    let venue = setup::place(bot, context).await?;
    let l10n = bot.localizer(context.public);
    let asked = bot
        .app
        .rematch(
            game,
            context.player,
            (venue, context.openable()),
            context.public.tag(),
            &context.answering(),
        )
        .await?;
    Ok(match asked {
        Rematch::Asked(challenge) => Answer::new(view::card(l10n, &challenge, bot.app.now()))
            .paying(Debt::Card(challenge.id)),
        Rematch::Begun(game) => {
            let challenge = bot.app.read().challenge_of(game.id()).await?;
            let answer = happened(bot, context, &game)?;
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
        return turn::quietly(bot, context, target, act).await;
    }
    let answer = match command {
        Command::Board => board::run(bot, context, target, false).await?,
        Command::BoardInWords => board::run(bot, context, target, true).await?,
        Command::Resign => resign::run(bot, context, target).await?,
        Command::Replay => replay::run(bot, context, target).await?,
        Command::Export => export::run(bot, context, target).await?,
        Command::Place(_) | Command::Move(_) | Command::Claim | Command::Draw => {
            return Err(Text::new("denied-unknown-button").into());
        }
    };
    Ok(Answer::update(answer.reply))
}
