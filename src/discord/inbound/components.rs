//! Pressed buttons and choices from menus.

use super::{Answer, Failure, Reply, Request, moves, plans, turn, view};
use crate::app::{Act, Rematch, Target};
use crate::discord::custom_id::{ChallengeAction, Command, CustomId, GameAction, MoveTarget, Seen};
use crate::discord::inbound::commands::{
    self, board, happened, in_game, leaderboard, notify, play, privacy, profile, puzzle, replay,
    settings, setup,
};
use crate::game::{
    Challenge, ChallengeId, Denial, GameId, Ladder, MessageId, Openable, Post, State, Step,
    card_state,
};
use siwa_games::text::Localize as _;

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
pub(super) async fn run(request: Request<'_>, press: Component) -> Result<Answer, Failure> {
    let chosen = press.chosen.as_deref();
    match press.id {
        CustomId::Move(target, ref action) => {
            let private = press.private;
            let moved = moves::step(request, target, action, chosen, private).await;
            match target {
                MoveTarget::Turn(game, _) | MoveTarget::Plan(game, _) => {
                    or_stale(request, &press, game, moved).await
                }
                MoveTarget::Puzzle(..) => moved,
            }
        }
        CustomId::Game(game, changes, ref act) => {
            let done = of_game(request, &press, game, changes, act).await;
            or_stale(request, &press, game, done).await
        }
        CustomId::Plans(game, changes, act) => {
            let listed = plans::step(request, (game, changes), act, chosen).await;
            or_stale(request, &press, game, listed).await
        }
        CustomId::View(game, turn, act) => replay::step(request, game, turn, act, chosen).await,
        CustomId::Challenge(challenge, act) => {
            let answered = of_challenge(request, &press, challenge, act).await;
            if let Err(Failure::Denial(denial)) = &answered
                && denial.is_settled_challenge()
            {
                return outdated(request, &press, challenge, answered).await;
            }
            answered
        }
        CustomId::Rules(variant, page) => {
            let (rules, variant) = request.variant(&variant)?;
            let opened = page.is_empty();
            let page = chosen.or((!opened).then_some(page.as_str()));
            let shown = view::rules(request.l10n, rules, variant, page);
            Ok(match opened {
                true => Answer::new(shown),
                false => Answer::update(shown),
            })
        }
        CustomId::Leaderboard(ladder, page, seen) => {
            let page = leaderboard::page(request, Ladder::read(&ladder), page, seen).await?;
            Ok(seen_by(seen, page))
        }
        CustomId::Profile(player, kind, seen) => {
            let profile = profile::profile(request, player, Some(&kind), seen).await?;
            Ok(seen_by(seen, profile))
        }
        CustomId::Engine(ref variant, level, act) => {
            play::step(request, (variant, level), act, chosen, press.message).await
        }
        CustomId::Puzzle(puzzle, day, act) => puzzle::step(request, puzzle, day, act).await,
        CustomId::Next => turn::next(request).await,
        CustomId::Notify(act) => notify::step(request, act, chosen).await,
        CustomId::Privacy(act) => privacy::step(request, act).await,
        CustomId::Setup(act) => setup::step(request, act, chosen).await,
        CustomId::Settings(act) => settings::step(request, act, chosen).await,
        CustomId::Which(ref command) => {
            let game = chosen.and_then(|game| game.parse().ok());
            in_game::chosen(request, command, game.ok_or(Denial::UnknownGame)?).await
        }
    }
}

/// A page in place of the one before, or for everybody.
fn seen_by(seen: Seen, page: Reply) -> Answer {
    match seen {
        Seen::Alone => Answer::update(page),
        Seen::Shared => Answer::new(page),
    }
}

/// The answer, or the present board if the button was outdated.
async fn or_stale(
    request: Request<'_>,
    press: &Component,
    game: GameId,
    answer: Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    match answer {
        Err(Failure::Denial(
            denial @ (Denial::MovedOn(_) | Denial::GameOver(_) | Denial::TimeIsUp(_)),
        )) => stale(request, press, game, &denial).await,
        Err(Failure::Denial(Denial::NoOffer)) if !press.board => {
            strip(request, press, game).await?;
            Err(Denial::NoOffer.into())
        }
        answer => answer,
    }
}

/// Has the outdated buttons of a public message removed.
async fn strip(request: Request<'_>, press: &Component, game: GameId) -> Result<(), Failure> {
    let Request { bot, context, .. } = request;
    if context.is_user_install() {
        // There only the answer to a press can change its message.
        return Ok(());
    }
    if !press.private {
        let (channel, now) = (context.venue.channel, bot.app.now());
        let work = bot.app.work();
        work.note_outdated(game, channel, press.message, now)
            .await?;
        bot.wake();
    }
    Ok(())
}

/// The present board, for a person who pressed an outdated button.
async fn stale(
    request: Request<'_>,
    press: &Component,
    game: GameId,
    denial: &Denial,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, target) = (context.player, Target::Game(game));
    let game = bot.app.look(by, context.venue, target).await?;
    strip(request, press, game.id()).await?;
    let board = match context.is_user_install() {
        // The public board may not have been sent.
        true => view::board_in_hand(l10n, &game, by),
        false => view::board(l10n, &game, by),
    };
    Ok(Answer::update(board.below(&l10n.tr(&denial.message()))))
}

async fn of_game(
    request: Request<'_>,
    press: &Component,
    id: GameId,
    changes: u32,
    act: &GameAction,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, venue) = (context.player, context.venue);
    let (now, whenever) = (Target::At(id, changes), Target::Game(id));
    match act {
        GameAction::Board => Ok(Answer::new(board::shown(request, now, false).await?)),
        GameAction::Turned => {
            let game = bot.app.look(by, venue, whenever).await?;
            Ok(Answer::new(view::turned(l10n, &game, by)))
        }
        GameAction::More => {
            let game = bot.app.own(by, venue, now).await?;
            Ok(Answer::new(view::more(l10n, &game, by, bot.app.now())))
        }
        GameAction::Hint(step) => {
            let game = bot.app.own(by, venue, now).await?;
            if game.changes() != changes {
                return Err(Denial::MovedOn(id).into());
            }
            if game.rated() {
                return Err(Denial::HintInRated(id).into());
            }
            view::check_turn(&game, by)?;
            let thought = tokio::task::spawn_blocking(move || (game.hint(), game)).await;
            let (hint, game) = thought.map_err(Failure::fault)?;
            let hint = hint.ok_or(Denial::GameOver(id))?;
            let reply = view::hint(l10n, &game, by, &hint, step)?;
            Ok(Answer::update(reply))
        }
        GameAction::Resign => {
            let asked = in_game::shown(request, &Command::Resign, whenever).await?;
            Ok(Answer::update(asked))
        }
        GameAction::Stay => Ok(Answer::update(Reply::private(l10n.word("resign-not")))),
        GameAction::ResignSurely => turn::quietly(request, whenever, Act::Resign).await,
        GameAction::Claim => turn::quietly(request, whenever, Act::Claim).await,
        GameAction::Offer => turn::quietly(request, whenever, Act::Offer).await,
        GameAction::TakeBack => turn::quietly(request, now, Act::TakeBack).await,
        GameAction::Give => turn::quietly(request, now, Act::Give).await,
        GameAction::Accept | GameAction::ClaimTime => {
            let act = match act {
                GameAction::Accept => Act::Answer(true),
                _ => Act::ClaimTime,
            };
            let game = commands::act(request, now, &act, &context.answering()).await?;
            happened(request, game)
        }
        GameAction::Decline => {
            let (decline, origin) = (Act::Answer(false), context.changing(press.message));
            let game = commands::act(request, now, &decline, &origin).await?;
            let (channel, message) = (venue.channel, press.message);
            // A board that shows the offer remains a board, without the answers.
            let (reply, step) = match press.board {
                true => (
                    view::turn(request.public(), &game, None),
                    Step::EditBoard(id, channel, message, game.seq()),
                ),
                false => (
                    view::declined(request.public(), &game),
                    Step::EditOffer(id, channel, message),
                ),
            };
            let mut answer = Answer::update(reply).doing(step);
            answer.game = Some(game);
            Ok(answer)
        }
        GameAction::Nudge | GameAction::Wait => {
            let nudge = *act == GameAction::Nudge;
            let game = bot.app.wait(by, venue, (id, changes), nudge).await?;
            bot.wake();
            Ok(Answer::update(view::waiting(request.public(), &game)))
        }
        GameAction::Rematch => rematch(request, id).await,
    }
}

async fn of_challenge(
    request: Request<'_>,
    press: &Component,
    id: ChallengeId,
    act: ChallengeAction,
) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    let (by, venue) = (context.player, context.venue);
    let origin = context.changing(press.message);
    let decide = match act {
        ChallengeAction::Accept | ChallengeAction::AcceptHere => {
            context.playable_venue()?;
            let openable = match act {
                ChallengeAction::AcceptHere => Openable::Never,
                _ => context.openable(),
            };
            let accepted = bot.app.accept(id, by, (venue, openable), &origin);
            let game = accepted.await?;
            bot.app.meet(by, &context.name).await;
            let challenge = bot.app.find_challenge(id).await?;
            let other = bot.app.other_of(&game).await?;
            let card =
                view::settled_card(request.public(), &challenge, Some(&game), other.as_ref());
            if other.is_some() {
                // Its board is nobody's yet.
                bot.wake();
            }
            let shown = card_state(&challenge, [&game].into_iter().chain(&other), bot.app.now());
            return Ok(Answer::update(card)
                .doing(Step::EditCard(press.message, shown))
                .telling(game));
        }
        ChallengeAction::Decline => Challenge::decline,
        ChallengeAction::Cancel => Challenge::cancel,
    };
    let challenge = bot.app.conclude(id, by, venue, decide, &origin);
    let challenge = challenge.await?;
    let card = view::settled_card(request.public(), &challenge, None, None);
    let shown = card_state(&challenge, [], bot.app.now());
    Ok(Answer::update(card).doing(Step::EditCard(press.message, shown)))
}

/// The answer to a press on the card of a challenge that is settled, and still had buttons.
async fn outdated(
    request: Request<'_>,
    press: &Component,
    id: ChallengeId,
    answered: Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    if !context.is_user_install() {
        let work = bot.app.work();
        work.note_outdated_card(id, press.message, bot.app.now())
            .await?;
        bot.wake();
        return answered;
    }
    let mut challenge = bot.app.find_challenge(id).await?;
    let game = match challenge.state {
        State::Accepted(game) => Some(bot.app.load(game).await?),
        _ => None,
    };
    if challenge.state == State::Open {
        // That its time is over is not saved yet.
        challenge.state = State::Expired;
    }
    let card = view::settled_card(request.public(), &challenge, game.as_ref(), None);
    Ok(Answer::update(card))
}

async fn rematch(request: Request<'_>, game: GameId) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    let place = (setup::place(request).await?, context.openable());
    let (by, locale, origin) = (context.player, context.public.tag(), context.answering());
    let asked = bot.app.rematch(game, by, place, locale, &origin).await?;
    Ok(match asked {
        Rematch::Asked(challenge) => {
            let card = view::card(request.public(), &challenge, bot.app.now());
            Answer::new(card).posting(Post::Card(challenge.id))
        }
        Rematch::Begun(game) => happened(request, *game)?,
    })
}
