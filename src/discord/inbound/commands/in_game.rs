//! The commands about one game, which act in it or show it.

use super::{
    Answer, Failure, How, Message, Reply, Request, Result, Slow, Text, run_blocking, turn, view,
};
use crate::app::{self, Act, Target};
use crate::discord::custom_id::{Command, CustomId, ReplayAction};
use crate::game::{Denial, GameId, ensure};
use siwa_games::rules::Stage;

/// Runs a command on a game, or asks for the game if there are several.
pub(super) async fn run(request: Request<'_>, command: Command, target: Target) -> Result {
    let several = match answer(request, &command, target, How::New).await {
        Err(Failure::Denial(Denial::SeveralGames(several))) => several,
        done => return done,
    };
    let id = CustomId::Which(command);
    ensure(id.fits(), Text::new("denied-too-long"))?;
    let which = view::which(request.l10n, id, &several, request.context.player);
    Ok(Answer::new(which))
}

/// Runs a command on one game. The answer is for everyone if it can be, or replaces the message of
/// the pressed component.
pub async fn answer(request: Request<'_>, command: &Command, target: Target, how: How) -> Result {
    let Request { app, by, venue, .. } = request;
    let act = async |act| turn::answer(request, target, act, how).await;
    let shown = match command {
        Command::Place(text) => return act(Act::Play(text.clone(), Some(Stage::Placement))).await,
        Command::Move(text) => return act(Act::Play(text.clone(), None)).await,
        Command::Draw => {
            // Where no game is found, the act says why.
            let game = app.own(by, venue, target).await.ok();
            match game.and_then(|game| view::offer_to_count(request.l10n, &game, by)) {
                Some(question) => question,
                None => return act(Act::Offer).await,
            }
        }
        Command::Board => board(request, target, false).await?,
        Command::BoardInWords => board(request, target, true).await?,
        Command::Resign => {
            request.context.check_playable()?;
            view::resign(request.l10n, &app.own(by, venue, target).await?)
        }
        Command::Replay => view::animation(request.l10n, &app.past(by, venue, target).await?, 0),
    };
    Ok(Message::new(how, shown).into())
}

/// The board of a game, as a picture or as text.
pub async fn board(request: Request<'_>, target: Target, words: bool) -> Result<Reply> {
    let Request { app, by, venue, .. } = request;
    let game = match app.look(by, venue, target).await {
        Err(app::Error::Denial(Denial::NoGameHere | Denial::UnknownGame))
            if !venue.guild.is_server() =>
        {
            app.own_anywhere(by, target).await?
        }
        found => found?,
    };
    let may_act = venue.guild.is_direct() || venue.guild.is_user_install() && game.is_at(venue);
    Ok(if words {
        view::words(request.l10n, &game, by)
    } else if game.side_of(by).is_some() && may_act {
        // The public board might not have been posted.
        view::board_in_hand(request.l10n, &game, by)
    } else {
        // Elsewhere it has no buttons: moves are made in the game's channel.
        view::board(request.l10n, &game, by)
    })
}

/// Handles a press in the replay that shows the board after `turn` turns.
pub async fn replay(request: Request<'_>, game: GameId, turn: u32, act: ReplayAction) -> Result {
    let Request { context, l10n, .. } = request;
    let target = Target::Game(game);
    let replay = request.app.past(request.by, request.venue, target).await?;
    let game = &replay.game;
    let to = match act {
        ReplayAction::First => 0,
        ReplayAction::Earlier => turn.saturating_sub(1),
        ReplayAction::Later => turn.saturating_add(1),
        ReplayAction::Last => u32::MAX,
        // An unknown choice changes nothing.
        ReplayAction::Jump => context.chosen_as().unwrap_or(turn),
        ReplayAction::Animation => return Ok(Answer::update(view::animation(l10n, &replay, turn))),
        ReplayAction::Share | ReplayAction::ShareAnimation => {
            let shared = request.share(|l10n| match act {
                ReplayAction::ShareAnimation => view::animation(l10n, &replay, turn),
                _ => view::viewer(l10n, &replay, turn),
            })?;
            // A running game must not be shown elsewhere: its channel may be private.
            let is_known = game.is_at(request.venue) || game.ending.is_some();
            ensure(is_known, Text::new("denied-share-running"))?;
            return Ok(Answer::new(shared));
        }
        ReplayAction::Export => return Ok(Answer::new(view::export(l10n, &replay))),
        ReplayAction::Review | ReplayAction::Better if game.ending.is_none() => {
            return Err(Denial::ReviewRunning(game.id()).into());
        }
        ReplayAction::Review => {
            return Ok(Answer::Slow(How::Update, Slow::Review(Box::new(replay))));
        }
        ReplayAction::Better => {
            let registry = request.registry();
            let next = turn.saturating_add(1);
            let better = run_blocking(move || (replay.record.better(registry, next), replay));
            let (better, replay) = better.await?;
            let better = better.ok_or(Denial::UnknownGame)?;
            return Ok(Answer::update(view::better(l10n, &replay, turn, better)));
        }
    };
    Ok(Answer::update(view::viewer(l10n, &replay, to)))
}
