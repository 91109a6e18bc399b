//! Pressed buttons and choices from menus.

use super::{Answer, Failure, Reply, Request, moves, plans, turn, view};
use crate::app::{Act, Rematch, Target};
use crate::discord::custom_id::{ChallengeAction, Command, CustomId, GameAction, MoveTarget, Seen};
use crate::discord::inbound::commands::{
    self, board, happened, in_game, invite, leaderboard, notify, play, privacy, profile, puzzle,
    replay, settings, setup, tournament,
};
use crate::discord::view::EngineGame;
use crate::game::{
    Challenge, ChallengeId, Denial, GameId, Ladder, MessageId, Openable, Post, State, Step,
    card_state,
};
use siwa_games::engine::Level;

/// A press on a component.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// Its custom id.
    pub(super) id: CustomId,
    /// The choice from a menu, or the text of a form.
    pub(super) chosen: Option<String>,
    /// The message of the component.
    pub(super) message: MessageId,
    /// Whether only the person who pressed sees that message.
    pub(super) private: bool,
    /// Whether that message shows the board of a running game.
    pub(super) board: bool,
}

/// Handles a press. If the button is outdated, the answer shows the present state.
pub(super) async fn run(request: Request<'_>, press: Component) -> Result<Answer, Failure> {
    match (done(request, &press).await, &press.id) {
        (Err(Failure::Denial(denial)), CustomId::Challenge(challenge, _))
            if denial.is_closed_challenge() =>
        {
            outdated(request, &press, *challenge, denial).await
        }
        (
            Err(Failure::Denial(denial)),
            CustomId::Move(MoveTarget::Turn(game, _) | MoveTarget::Plan(game, _), _)
            | CustomId::Game(game, ..)
            | CustomId::Plans(game, ..),
        ) => or_stale(request, &press, *game, denial).await,
        (done, _) => done,
    }
}

async fn done(request: Request<'_>, press: &Component) -> Result<Answer, Failure> {
    let chosen = press.chosen.as_deref();
    match press.id {
        CustomId::Move(target, ref action) => {
            moves::step(request, target, action, chosen, press.private).await
        }
        CustomId::Game(game, changes, ref act) => of_game(request, press, game, changes, act).await,
        CustomId::Plans(game, changes, act) => {
            plans::step(request, (game, changes), act, chosen).await
        }
        CustomId::View(game, turn, act) => replay::step(request, game, turn, act, chosen).await,
        CustomId::Tournament(id, act) => tournament::step(request, id, act, press.private).await,
        CustomId::Challenge(challenge, act) => of_challenge(request, press, challenge, act).await,
        CustomId::Rules(ref variant, ref page) => {
            let (rules, variant) = request.variant(variant)?;
            let opened = page.is_empty();
            let page = chosen.or((!opened).then_some(page.as_str()));
            let shown = view::rules(request.l10n, rules, variant, page);
            Ok(match opened {
                true => Answer::new(shown),
                false => Answer::update(shown),
            })
        }
        CustomId::Leaderboard(ref ladder, page, seen) => {
            let page = leaderboard::page(request, Ladder::read(ladder), page, seen).await?;
            Ok(seen_by(seen, page))
        }
        CustomId::Profile(player, ref kind, seen) => {
            let profile = profile::profile(request, player, Some(kind), seen).await?;
            Ok(seen_by(seen, profile))
        }
        CustomId::Engine(ref variant, level, start, order, act) => {
            let (rules, variant) = request.variant(variant)?;
            let game = EngineGame {
                rules,
                variant,
                level: Level::new(level),
                start,
                order,
            };
            play::step(request, game, act, chosen, press.message).await
        }
        CustomId::Invite(opponent, ref variant, ref time, act) => {
            invite::step(request, opponent, variant, time, act, chosen).await
        }
        CustomId::Puzzle(puzzle, day, ref act) => puzzle::step(request, puzzle, day, act).await,
        CustomId::Open(game) => open(request, game).await,
        CustomId::Next => turn::next(request).await,
        CustomId::Notify(ref act) => notify::step(request, act, chosen).await,
        CustomId::Privacy(act) => privacy::step(request, act).await,
        CustomId::Setup(act) => setup::step(request, act, chosen).await,
        CustomId::Settings(ref act) => settings::step(request, act, chosen).await,
        CustomId::Which(ref command) => {
            let game = chosen.and_then(|game| game.parse().ok());
            in_game::chosen(request, command, game.ok_or(Denial::UnknownGame)?).await
        }
    }
}

/// The panel of the player's turn in a game, or its board.
async fn open(request: Request<'_>, game: GameId) -> Result<Answer, Failure> {
    let target = Target::Game(game);
    Ok(Answer::update(match turn::open(request, target).await {
        Err(Failure::Denial(Denial::NotYourTurn(_) | Denial::GameOver(_))) => {
            board::shown(request, target, false).await?
        }
        panel => panel?,
    }))
}

/// A page that replaces the previous one, or a public one.
fn seen_by(seen: Seen, page: Reply) -> Answer {
    match seen {
        Seen::Alone => Answer::update(page),
        Seen::Shared => Answer::new(page),
    }
}

/// Enqueues the removal of the outdated buttons of a public message.
async fn clear_buttons(
    request: Request<'_>,
    press: &Component,
    game: GameId,
) -> Result<(), Failure> {
    let Request { bot, context, .. } = request;
    // In a user install, only the answer to a press can change its message.
    if press.private || context.is_user_install() {
        return Ok(());
    }
    let (work, now) = (bot.app.work(), bot.app.now());
    let noted = work.note_outdated(game, context.venue.channel, press.message, now);
    noted.await?;
    bot.wake();
    Ok(())
}

/// The present board if the button was outdated, or else why the press was denied.
async fn or_stale(
    request: Request<'_>,
    press: &Component,
    game: GameId,
    denial: Denial,
) -> Result<Answer, Failure> {
    match denial {
        Denial::MovedOn(_) | Denial::GameOver(_) | Denial::TimeIsUp(_) => {}
        Denial::NoOffer if !press.board => {
            clear_buttons(request, press, game).await?;
            return Err(denial.into());
        }
        _ => return Err(denial.into()),
    }
    let Request { bot, context, l10n } = request;
    let (by, target) = (context.player, Target::Game(game));
    let game = bot.app.look(by, context.venue, target).await?;
    clear_buttons(request, press, game.id()).await?;
    let board = match context.is_user_install() {
        // The public board might not have been posted.
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
            game.to_move(by)?;
            let thought = tokio::task::spawn_blocking(move || (game.hint(), game)).await;
            let (hint, game) = thought.map_err(Failure::fault)?;
            let hint = hint.ok_or(Denial::GameOver(id))?;
            Ok(Answer::update(view::hint(l10n, &game, by, hint, step)))
        }
        GameAction::PlaceRest => {
            let game = bot.app.own(by, venue, now).await?;
            let placed = tokio::task::spawn_blocking(move || game.rest_placed()).await;
            let rest = Act::PlaceRest(placed.map_err(Failure::fault)?);
            commands::openly(request, now, &rest).await
        }
        GameAction::Resign => {
            let asked = in_game::shown(request, &Command::Resign, whenever).await;
            asked.map(Answer::update)
        }
        GameAction::Stay => Ok(Answer::update(Reply::private(l10n.word("resign-not")))),
        GameAction::ResignSurely => turn::quietly(request, whenever, Act::Resign).await,
        GameAction::Claim => {
            let game = bot.app.own(by, venue, whenever).await?;
            if game.claimable(by).is_none() {
                return Ok(Answer::update(view::no_claim(l10n, &game)));
            }
            turn::quietly(request, whenever, Act::Offer).await
        }
        GameAction::Offer => turn::quietly(request, whenever, Act::Offer).await,
        GameAction::TakeBack => turn::quietly(request, now, Act::TakeBack).await,
        GameAction::Give => turn::quietly(request, now, Act::Give).await,
        GameAction::Accept => commands::openly(request, now, &Act::Answer(true)).await,
        GameAction::ClaimTime => commands::openly(request, now, &Act::ClaimTime).await,
        GameAction::Decline => {
            let (decline, origin) = (Act::Answer(false), context.changing(press.message));
            let game = turn::act(request, now, &decline, &origin).await?;
            let (l10n, channel, message) = (request.public(), venue.channel, press.message);
            let answer = if press.board {
                // A board that shows the offer stays a board, without the buttons to answer.
                let step = Step::EditBoard(id, channel, message, game.seq());
                Answer::update(view::turn(l10n, &game, None)).doing(step)
            } else {
                let step = Step::EditOffer(id, channel, message);
                Answer::update(view::declined(l10n, &game)).doing(step)
            };
            Ok(Answer {
                game: Some(game),
                ..answer
            })
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
            let game = bot.app.accept(id, by, (venue, openable), &origin).await?;
            bot.app.meet(by, &context.name).await;
            let challenge = bot.app.find_challenge(id).await?;
            let other = bot.app.other_of(&game).await?;
            let card = view::closed_card(request.public(), &challenge, Some(&game), other.as_ref());
            if other.is_some() {
                // No process posts its board yet.
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
    let challenge = bot.app.conclude(id, by, venue, decide, &origin).await?;
    let card = view::closed_card(request.public(), &challenge, None, None);
    let shown = card_state(&challenge, [], bot.app.now());
    Ok(Answer::update(card).doing(Step::EditCard(press.message, shown)))
}

/// The answer to a press on the card of a closed challenge that still had buttons.
async fn outdated(
    request: Request<'_>,
    press: &Component,
    id: ChallengeId,
    denial: Denial,
) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    if !context.is_user_install() {
        let (work, now) = (bot.app.work(), bot.app.now());
        work.note_outdated_card(id, press.message, now).await?;
        bot.wake();
        return Err(denial.into());
    }
    let mut challenge = bot.app.find_challenge(id).await?;
    let game = match challenge.state {
        State::Accepted(game) => Some(bot.app.load(game).await?),
        _ => None,
    };
    if challenge.state == State::Open {
        // The expiry is not saved yet.
        challenge.state = State::Expired;
    }
    let card = view::closed_card(request.public(), &challenge, game.as_ref(), None);
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
        Rematch::Begun(game) => happened(request, *game).await?,
    })
}
