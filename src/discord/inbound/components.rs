//! Pressed buttons and choices from menus.

use super::{
    Answer, Failure, How, Message, Reply, Request, Result, moves, run_blocking, turn, view,
};
use crate::app::{Act, Done, Rematch, Target};
use crate::discord::custom_id::{ChallengeAction, Command, CustomId, GameAction, MoveTarget};
use crate::discord::inbound::commands::{
    challenge, in_game, play, privacy, puzzle, settings, standings, tournament,
};
use crate::discord::view::EngineGame;
use crate::game::{
    Challenge, ChallengeId, Denial, Game, GameId, Ladder, MessageId, Openable, Place, State, Step,
    card_state, ensure,
};
use siwa_games::engine::Level;

/// A press on a component.
#[derive(Clone, Copy)]
pub(super) struct Press<'a> {
    pub(super) request: Request<'a>,
    /// The message of the component.
    pub(super) message: MessageId,
    /// Whether that message shows the board of a running game.
    pub(super) board: bool,
}

/// Handles a press on the component with this id. If it is outdated, the answer shows the present
/// state.
pub(super) async fn run(press: Press<'_>, id: &CustomId) -> Result {
    let denial = match done(press, id).await {
        Err(Failure::Denial(denial)) => denial,
        done => return done,
    };
    match *id {
        CustomId::Challenge(challenge, _) if denial.is_closed_challenge() => {
            outdated(press, challenge, denial).await
        }
        CustomId::Move(MoveTarget::Turn(game, _) | MoveTarget::Plan(game, _), _)
        | CustomId::Game(game, ..)
        | CustomId::Plans(game, ..) => or_stale(press, game, denial).await,
        _ => Err(denial.into()),
    }
}

async fn done(press: Press<'_>, id: &CustomId) -> Result {
    let request = press.request;
    let chosen = request.context.chosen();
    match *id {
        CustomId::Move(target, ref action) => moves::step(request, target, action).await,
        CustomId::Game(game, changes, ref act) => of_game(press, game, changes, act).await,
        CustomId::Plans(game, changes, act) => moves::plans(request, game, changes, act).await,
        CustomId::View(game, turn, act) => in_game::replay(request, game, turn, act).await,
        CustomId::Tournament(id, act) => tournament::step(request, id, act).await,
        CustomId::Challenge(challenge, act) => of_challenge(press, challenge, act).await,
        CustomId::Rules(ref variant, ref page) => {
            let (rules, variant) = request.variant(variant)?;
            let shown = view::rules(request.l10n, rules, variant, Some(chosen.unwrap_or(page)));
            Ok(if page.is_empty() {
                Answer::new(shown)
            } else {
                Answer::update(shown)
            })
        }
        CustomId::Leaderboard(ref ladder, page, seen) => {
            standings::page(request, Ladder::read(ladder), page, seen).await
        }
        CustomId::Profile(player, ref kind, seen) => {
            standings::profile(request, player, Some(kind), seen).await
        }
        CustomId::Engine(ref variant, level, start, order, act) => {
            let (rules, variant) = request.variant(variant)?;
            let game = EngineGame {
                rules,
                variant,
                level: Level::DEFAULT,
                is_suggested: false,
                start,
                order,
            };
            play::step(request, game.with_level(level), act, press.message).await
        }
        CustomId::Invite(opponent, ref variant, ref time, act) => {
            challenge::step(request, opponent, variant, time, act).await
        }
        CustomId::Puzzle(puzzle, day, ref act) => puzzle::step(request, puzzle, day, act).await,
        CustomId::Open(game) => open(request, game).await,
        CustomId::Next => turn::next(request).await,
        CustomId::Notify(ref act) => settings::notify(request, act).await,
        CustomId::Privacy(act) => privacy::step(request, act).await,
        CustomId::Setup(act) => settings::setup(request, act).await,
        CustomId::Settings(ref act) => settings::step(request, act).await,
        CustomId::Which(ref command) => {
            let target = Target::Game(request.context.chosen_as().ok_or(Denial::UnknownGame)?);
            in_game::answer(request, command, target, How::Update).await
        }
    }
}

/// The panel of the player's turn in a game, or its board.
async fn open(request: Request<'_>, game: GameId) -> Result {
    let target = Target::Game(game);
    Ok(Answer::update(match turn::open(request, target).await {
        Err(Failure::Denial(Denial::NotYourTurn(_) | Denial::GameOver(_))) => {
            in_game::board(request, target, false).await?
        }
        panel => panel?,
    }))
}

/// Enqueues the removal of the outdated buttons of a public message.
async fn clear_buttons(press: Press<'_>, game: GameId) -> Result<()> {
    let Request { app, context, .. } = press.request;
    // In a user install, only the answer to a press can change its message.
    if context.private || context.is_user_install() {
        return Ok(());
    }
    let channel = context.venue.channel;
    let store = app.store();
    let noted = store.note_outdated(game, channel, press.message, app.now());
    noted.await?;
    press.request.bot.wake();
    Ok(())
}

/// The present board if the button was outdated, or else why the press was denied.
async fn or_stale(press: Press<'_>, game: GameId, denial: Denial) -> Result {
    match denial {
        Denial::MovedOn(_) | Denial::GameOver(_) | Denial::TimeIsUp(_) => {}
        Denial::NoOffer if !press.board => {
            clear_buttons(press, game).await?;
            return Err(denial.into());
        }
        _ => return Err(denial.into()),
    }
    let Request { app, by, l10n, .. } = press.request;
    let venue = press.request.venue;
    let game = app.look(by, venue, Target::Game(game)).await?;
    clear_buttons(press, game.id()).await?;
    let is_next = game.turn().is_some_and(|turn| game.player(turn) == by);
    let board = if is_next || venue.guild.is_user_install() {
        view::board_in_hand(l10n, &game, by)
    } else {
        view::board(l10n, &game, by)
    };
    Ok(Answer::update(board.below(&l10n.tr(&denial.message()))))
}

async fn of_game(press: Press<'_>, id: GameId, changes: u32, act: &GameAction) -> Result {
    let request = press.request;
    let Request { app, by, l10n, .. } = request;
    let now = Target::At(id, changes);
    let whenever = Target::Game(id);
    let quietly = async |target, act| turn::answer(request, target, act, How::Update).await;
    let asks = async |command| in_game::answer(request, &command, whenever, How::Update).await;
    match act {
        GameAction::Board => Ok(Answer::new(in_game::board(request, now, false).await?)),
        GameAction::Turned => {
            let game = app.look(by, request.venue, whenever).await?;
            Ok(Answer::new(view::turned(l10n, &game, by)))
        }
        GameAction::More => {
            let game = app.own(by, request.venue, now).await?;
            Ok(Answer::new(view::more(l10n, &game, by, app.now())))
        }
        GameAction::Hint(step) => {
            let game = app.own(by, request.venue, now).await?;
            ensure(game.changes == changes, Denial::MovedOn(id))?;
            ensure(!game.setup.rated, Denial::HintInRated(id))?;
            game.to_move(by)?;
            let (hint, game) = run_blocking(move || (game.hint(), game)).await?;
            let hint = hint.ok_or(Denial::GameOver(id))?;
            Ok(Answer::update(view::hint(l10n, &game, by, hint, step)))
        }
        GameAction::PlaceRest => {
            let game = app.own(by, request.venue, now).await?;
            let rest = run_blocking(move || game.rest_placed()).await?;
            quietly(now, Act::PlaceRest(rest)).await
        }
        GameAction::Resign => asks(Command::Resign).await,
        GameAction::Stay => Ok(Answer::update(Reply::private(l10n.word("resign-not")))),
        GameAction::ResignSurely => quietly(whenever, Act::Resign).await,
        GameAction::Claim => {
            let game = app.own(by, request.venue, whenever).await?;
            if game.claimable(by).is_none() {
                return Ok(Answer::update(view::no_claim(l10n, &game)));
            }
            quietly(whenever, Act::Offer).await
        }
        GameAction::Offer => asks(Command::Draw).await,
        GameAction::OfferSurely => quietly(whenever, Act::Offer).await,
        GameAction::TakeBack => quietly(now, Act::TakeBack).await,
        GameAction::Give => quietly(now, Act::Give).await,
        GameAction::Accept => turn::answer(request, now, Act::Answer(true), How::New).await,
        GameAction::ClaimTime => turn::answer(request, now, Act::ClaimTime, How::New).await,
        GameAction::Decline => {
            let origin = request.context.origin_beside(Some(press.message));
            let done = turn::carry_out(request, now, &Act::Answer(false), &origin).await?;
            let l10n = request.public();
            let channel = request.venue.channel;
            let message = press.message;
            let game = &done.value;
            let (edited, step) = if press.board {
                // A board that shows the offer stays a board, without the buttons to answer.
                let step = Step::EditBoard(id, channel, message, game.seq);
                (view::turn(l10n, game, None), step)
            } else {
                let step = Step::EditOffer(id, channel, message, game.offered_seq);
                (view::declined(l10n, game), step)
            };
            Ok(Message::new(How::Update, edited).editing(step, Some(done)))
        }
        GameAction::Nudge | GameAction::Wait => {
            let nudge = *act == GameAction::Nudge;
            let game = app.wait(by, request.venue, id, changes, nudge).await?;
            request.bot.wake();
            Ok(Answer::update(view::waiting(request.public(), &game)))
        }
        GameAction::Rematch => rematch(request, id).await,
    }
}

async fn of_challenge(press: Press<'_>, id: ChallengeId, act: ChallengeAction) -> Result {
    let request = press.request;
    let Request { app, by, venue, .. } = request;
    let origin = request.context.origin_beside(Some(press.message));
    let decide = match act {
        ChallengeAction::Accept | ChallengeAction::AcceptHere => {
            request.context.check_playable()?;
            let openable = match act {
                ChallengeAction::AcceptHere => Openable::Never,
                _ => request.context.openable(),
            };
            let place = Place::new(venue, openable);
            let done = app.accept(id, by, place, &origin).await?;
            request.meet().await;
            let begun = &done.value;
            let games: Vec<&Game> = [&begun.game].into_iter().chain(&begun.other).collect();
            let card = view::closed_card(request.public(), &begun.challenge, &games);
            if begun.other.is_some() {
                // No process posts its board yet.
                request.bot.wake();
            }
            let shown = card_state(&begun.challenge, games, app.now());
            let step = Step::EditCard(press.message, shown);
            let done = done.map(|accepted| accepted.game);
            return Ok(Message::new(How::Update, card).editing(step, Some(done)));
        }
        ChallengeAction::Decline => Challenge::decline,
        ChallengeAction::Cancel => Challenge::cancel,
    };
    let challenge = app.conclude(id, by, venue, decide, &origin).await?;
    let card = view::closed_card(request.public(), &challenge, &[]);
    let step = Step::EditCard(press.message, card_state(&challenge, [], app.now()));
    Ok(Message::new(How::Update, card).editing(step, None))
}

/// The answer to a press on the card of a closed challenge that still had buttons.
async fn outdated(press: Press<'_>, id: ChallengeId, denial: Denial) -> Result {
    let Request { bot, app, .. } = press.request;
    if !press.request.context.is_user_install() {
        let noted = app.store().note_outdated_card(id, press.message, app.now());
        noted.await?;
        bot.wake();
        return Err(denial.into());
    }
    let mut challenge = app.find_challenge(id).await?;
    let mut game = None;
    match challenge.state {
        State::Accepted(accepted) => game = Some(app.load(accepted).await?),
        // The expiry is not saved yet.
        State::Open => challenge.state = State::Expired,
        _ => {}
    }
    let card = view::closed_card(press.request.public(), &challenge, game.as_ref().as_slice());
    Ok(Answer::update(card))
}

async fn rematch(request: Request<'_>, game: GameId) -> Result {
    let Request { app, context, .. } = request;
    settings::check_place(request).await?;
    let place = Place::new(request.venue, context.openable());
    let by = request.by;
    let locale = context.public.tag();
    let origin = context.origin();
    let Done { value, item } = app.rematch(game, by, place, locale, &origin).await?;
    Ok(match value {
        Rematch::Asked(challenge) => {
            let card = view::card(request.public(), &challenge, app.now());
            Message::new(How::New, card).being(item, None)
        }
        Rematch::Begun(game) => turn::happened(request, &origin.reach, Done { value: *game, item }),
    })
}
