//! Messages of a game: the board of a turn, an offer, the end.

pub(super) use super::buttons::{afterwards, answers, button_of, to_replay};
use super::{Localizer, level, pair};
use crate::discord::custom_id::{GameAction, MoveTarget};
use crate::discord::view::reply::{Reply, Style};
use crate::game::{FirstBy, Game, Offer, PlayerId, Proposal, Start};
use siwa_games::rules::{Grade, Outcome, Side, Stage};
use siwa_games::text::{Arg, Text};

/// So many turns before the game ends because nobody captures, a board says so.
const LAST_TURNS: u32 = 10;

/// How many moves of the engine a board lists at most, if its opponent cannot move between them.
const MAX_RUN: usize = 20;

pub(super) fn header(game: &Game) -> Text {
    let header = match game.engine() {
        Some(engine) => Text::new("turn-header-engine").with("level", level(engine.level)),
        None => Text::new("turn-header"),
    };
    let rated = if game.rated() {
        "challenge-rated"
    } else {
        "challenge-unrated"
    };
    header
        .with("rated", Text::new(rated))
        .with("variant", game.rules().info().title(game.variant()))
        .with("game", game.id().0.to_string())
}

/// The header, with the game's number in its pair.
fn heading(game: &Game) -> Vec<Text> {
    std::iter::once(header(game))
        .chain(pair::place(game))
        .collect()
}

/// The name of a side.
pub(super) fn side(game: &Game, side: Side) -> Arg {
    game.rules().info().side(side)
}

/// A text about the player of a side.
pub(super) fn of_side(game: &Game, id: &'static str, of: Side) -> Text {
    Text::new(id)
        .with("player", game.player(of))
        .with("opponent", game.player(of.other()))
        .with("side", side(game, of))
}

/// How the player with the first turn was chosen.
pub(super) fn first_by(game: &Game) -> &'static str {
    match game.first_by() {
        FirstBy::Lots => "lots-drawn",
        FirstBy::Turns | FirstBy::Choice => "challenge-first",
    }
}

/// The last move that was not planned, and the planned moves that answered it; or the moves of the
/// engine since its opponent moved.
pub(super) fn played(game: &Game) -> impl Iterator<Item = Text> {
    moves(game, "turn-played", "turn-captured")
}

/// The same moves, worded for the player who made the first one.
pub(super) fn done(game: &Game) -> impl Iterator<Item = Text> {
    moves(game, "done-played", "done-played")
}

fn moves(game: &Game, quiet: &'static str, capture: &'static str) -> impl Iterator<Item = Text> {
    // In a game with the engine nothing is planned: many moves are one press, or its own.
    let several = game.engine().filter(|_| game.lately().len() > 1);
    let together = several.map(|engine| {
        if game.engine_moved_last() {
            run(game, engine.side, [quiet, capture])
        } else {
            of_side(game, "turn-rest-placed", engine.side.other())
        }
    });
    let each = game.lately().iter().filter(move |_| several.is_none());
    let told = (0..).zip(each).map(move |(at, played)| {
        let id = match (at, played.captured.is_empty()) {
            (0, true) => quiet,
            (0, false) => capture,
            _ => "turn-planned",
        };
        of_side(game, id, played.side)
            .with("move", played.display.as_str())
            .with("count", played.captured.len())
    });
    together.into_iter().chain(told)
}

/// The moves of the engine while its opponent is shut in, the last ones if they are many.
fn run(game: &Game, side: Side, [quiet, capture]: [&'static str; 2]) -> Text {
    let moves = game.lately();
    let captured: usize = moves.iter().map(|played| played.captured.len()).sum();
    let left_out = moves.len().saturating_sub(MAX_RUN);
    let shown = moves.iter().skip(left_out);
    let shown = shown.map(|played| played.display.as_str());
    let dots = (left_out > 0).then_some("…");
    let shown: Vec<&str> = dots.into_iter().chain(shown).collect();
    let id = if captured == 0 { quiet } else { capture };
    of_side(game, id, side)
        .with("move", shown.join(", "))
        .with("count", captured)
}

/// The deadline of a turn.
pub(super) fn deadline(game: &Game) -> Option<Text> {
    let deadline = Arg::Moment(game.deadline()?.0);
    Some(Text::new("turn-deadline").with("until", deadline))
}

/// What has just happened, and who is next: these lines come first, because a lock screen shows only
/// the beginning of a message.
fn news(game: &Game, by: &'static str) -> Vec<Text> {
    let mut lines = happened(game);
    if let Some(turn) = game.turn() {
        let id = match game.stage() {
            _ if game.engine().is_some_and(|engine| engine.side == turn) => "turn-thinking",
            Stage::Placement => game.rules().info().to_place,
            Stage::Movement => "turn-to-move",
        };
        lines.push(of_side(game, id, turn).with("by", by));
    }
    let result = |ending| result(game, ending);
    lines.extend(game.ending().into_iter().flat_map(result));
    lines
}

/// The last events of a game.
fn happened(game: &Game) -> Vec<Text> {
    let taken_back = |taker| of_side(game, "turn-taken-back", taker);
    let mut lines: Vec<Text> = game.taker().map(taken_back).into_iter().collect();
    lines.extend(played(game));
    if let Some(turn) = game.turn().filter(|_| game.passed()) {
        lines.push(of_side(game, "turn-passed", turn.other()));
    }
    lines
}

/// A board that a later one has replaced: what had happened.
pub fn past_board(l10n: Localizer<'_>, game: &Game) -> Reply {
    let mut lines = happened(game);
    // The challenge's card shows a choice.
    let is_chosen = game.first_by() == FirstBy::Choice;
    if game.last().is_none() && game.pair().is_none() && !is_chosen {
        lines.push(of_side(game, first_by(game), game.start().first_turn()));
    }
    lines.extend(heading(game));
    Reply::public(l10n.lines(lines))
}

/// The lines above a board: the last events, the next step, and the rest; `by` is how a move is
/// entered there, "button" or "command".
pub(super) fn story(game: &Game, by: &'static str) -> Vec<Text> {
    let mut lines = news(game, by);
    lines.extend(heading(game));
    // On the first board of each player.
    if game.changes() < 2 && game.ending().is_none() {
        lines.push(Text::new(game.rules().info().goal));
    }
    // The challenge's card shows a random choice, and a pair's heading the first player.
    if game.last().is_none() && game.pair().is_none() && game.first_by() == FirstBy::Turns {
        lines.push(of_side(game, first_by(game), game.start().first_turn()));
    }
    if game.last().is_none() && game.start() == Start::Dealt {
        lines.push(Text::new("start-dealt"));
    }
    lines.extend(standing(game));
    lines.extend(proposal(game).or_else(|| refusal(game)));
    let given = |giver| of_side(game, "turn-given", giver);
    lines.extend(game.giver().map(given));
    for side in Side::BOTH {
        if let Some(until) = game.away(side).filter(|_| game.ending().is_none()) {
            let away = of_side(game, "turn-away", side);
            lines.push(away.with("until", Arg::Moment(until.0)));
        }
    }
    lines.extend(deadline(game));
    if game.deadline().is_some() && game.rests() {
        lines.push(Text::new("turn-weekends"));
    }
    lines
}

/// How close a running game is to an end by counting or repetition: the pieces of each side where
/// they are counted, and what will soon end it.
fn standing(game: &Game) -> Vec<Text> {
    let state = game.state();
    if game.ending().is_some() || game.stage() == Stage::Placement {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let by_count = if counts(game) { "yes" } else { "no" };
    if counts(game) {
        let pieces = |side| game.diagram().pieces_of(side).len();
        lines.push(
            Text::new("turn-pieces")
                .with("first", pieces(Side::First))
                .with("second", pieces(Side::Second))
                .with("first-side", side(game, Side::First))
                .with("second-side", side(game, Side::Second)),
        );
    }
    if state.is_last_but_one() {
        lines.push(Text::new("turn-repeated").with("counted", by_count));
    }
    let left = state.turns_left().filter(|left| *left <= LAST_TURNS);
    lines.extend(left.map(|left| Text::new("turn-idle").with("turns", left)));
    lines
}

/// The state of a game, in lines.
pub(super) fn summary(game: &Game) -> Vec<Text> {
    let turn = |turn| of_side(game, "place-turn", turn);
    let mut lines: Vec<Text> = pair::place(game).into_iter().collect();
    lines.extend(played(game));
    lines.extend(game.turn().map(turn));
    lines.extend(deadline(game));
    let ended = |ending| outcome(game, ending);
    lines.extend(game.ending().into_iter().flat_map(ended));
    lines
}

/// The public message of a turn, or of the end. It pings the player to move, or both at the end,
/// but never the `actor`, who has just acted.
pub fn turn(l10n: Localizer<'_>, game: &Game, actor: Option<PlayerId>) -> Reply {
    if let Some(ending) = game.ending() {
        return ended(l10n, game, ending, actor);
    }
    let label = match game.stage() {
        Stage::Placement => "button-place",
        Stage::Movement => "button-move",
    };
    let mut buttons = Vec::new();
    let engine = game.engine().map(|engine| engine.side);
    if engine.is_none() || game.turn() != engine {
        let panel = MoveTarget::Turn(game.id(), game.changes()).panel();
        buttons.push(l10n.button(panel, label, Style::Primary));
    }
    let button = button_of(l10n, game);
    if game.may_place_rest() {
        buttons.push(button(
            GameAction::PlaceRest,
            "button-place-rest",
            Style::Secondary,
        ));
    }
    buttons.push(button(GameAction::Board, "button-board", Style::Secondary));
    buttons.push(button(GameAction::More, "button-more", Style::Secondary));
    let asked = game.open_offer().filter(|_| game.engine().is_none());
    Reply::public(l10n.lines(story(game, "button")))
        .with_board(game.diagram())
        .with_buttons(buttons)
        .with_buttons(asked.into_iter().flat_map(|_| answers(l10n, game)))
        .pinging(game.called(actor))
}

/// A board of a game that has left its thread: it tells both players where the game goes on.
pub fn moved_here(l10n: Localizer<'_>, game: &Game, board: Reply) -> Reply {
    let mut board = board.above(&l10n.word("place-moved"));
    board.pings = Side::BOTH.map(|side| game.player(side)).to_vec();
    board
}

/// The side from which a person sees the boards of a game.
pub(super) fn seen_by(game: &Game, viewer: PlayerId) -> Side {
    let side = game.side_of(viewer).unwrap_or(Side::First);
    game.rules().info().seen_by(side)
}

/// The board as one person sees it.
pub fn board(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    Reply::private(l10n.lines(story(game, "command")))
        .with_board(game.diagram())
        .seen(seen_by(game, by))
}

/// The board as one person sees it, with the buttons of the public one, except those that answer an
/// offer.
pub fn board_in_hand(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    let rows = turn(l10n, game, None).rows.into_iter().take(1).collect();
    Reply {
        rows,
        text: l10n.lines(story(game, "button")),
        ..board(l10n, game, by)
    }
}

/// The reply, with its board as text instead of a picture.
pub fn told(l10n: Localizer<'_>, game: &Game, reply: Reply) -> Reply {
    let facts = l10n.lines(siwa_boards::alt(&game.diagram(), reply.orientation));
    Reply {
        board: None,
        ..reply.above(&facts)
    }
}

fn ended(l10n: Localizer<'_>, game: &Game, ending: Outcome, actor: Option<PlayerId>) -> Reply {
    let lines = played(game).chain(result(game, ending));
    Reply::public(l10n.lines(lines.chain(heading(game))))
        .with_board(game.diagram())
        .with_buttons(afterwards(l10n, game))
        .pinging(game.called(actor))
}

/// The private answer to a player whose game is over.
pub fn over(l10n: Localizer<'_>, game: &Game, ending: Outcome) -> Reply {
    Reply::private(l10n.lines(played(game).chain(result(game, ending))))
}

/// The outcome of a game, and the changes of the ratings.
pub(super) fn result(game: &Game, ending: Outcome) -> Vec<Text> {
    let mut lines = outcome(game, ending);
    lines.extend(rated(game));
    lines
}

/// The outcome of a game.
pub(super) fn outcome(game: &Game, ending: Outcome) -> Vec<Text> {
    let diagram = game.diagram();
    let counts = |message: Text| ending.counted(message.with("by", ending.by.id), &diagram);
    let [won, drawn] = game.rules().info().ended;
    let mut lines = vec![match ending.winner {
        Some(winner) => counts(Text::new(won))
            .with("winner", game.player(winner))
            .with("loser", game.player(winner.other()))
            .with("side", side(game, winner)),
        None => counts(Text::new(drawn)),
    }];
    lines.extend(ending.grade.map(|grade| match grade {
        Grade::Great => Text::new("ended-great"),
        Grade::Small => Text::new("ended-small"),
    }));
    lines
}

/// The changes of the ratings by the end of a game, and the result of its pair.
pub(super) fn rated(game: &Game) -> Vec<Text> {
    let mut lines: Vec<Text> = pair::sum(game).into_iter().collect();
    if let Some(ratings) = game.ratings() {
        let engine = game.engine().map(|engine| engine.side);
        for side in Side::BOTH.into_iter().filter(|side| engine != Some(*side)) {
            let (before, after) = ratings.get(side);
            let rating = of_side(game, "ended-rating", side).with("before", pair::whole(*before));
            lines.push(rating.with("after", pair::whole(*after)));
        }
    } else if !game.rated() {
        lines.push(Text::new("ended-unrated"));
    } else if !game.counts() {
        lines.push(Text::new("ended-void"));
    }
    lines
}

/// Returns whether pieces are counted when both sides agree to stop.
pub(super) fn counts(game: &Game) -> bool {
    let declarations = game.state().declarations(Side::First);
    declarations.together.by.counts
}

/// The text of an offer.
fn proposing(game: &Game, offer: Offer) -> &'static str {
    match offer.what {
        Proposal::Takeback => "offer-takeback",
        Proposal::Stop if counts(game) => "offer-count",
        Proposal::Stop => "offer-agree",
    }
}

/// The open offer.
pub(super) fn proposal(game: &Game) -> Option<Text> {
    let offer = game.open_offer()?;
    let diagram = game.diagram();
    Some(
        of_side(game, proposing(game, offer), offer.side)
            .with("first", diagram.pieces_of(Side::First).len())
            .with("second", diagram.pieces_of(Side::Second).len())
            .with("first-side", side(game, Side::First))
            .with("second-side", side(game, Side::Second)),
    )
}

/// The public message of an offer. It pings the player who must answer.
pub fn offer(l10n: Localizer<'_>, game: &Game) -> Option<Reply> {
    let offer = game.open_offer()?;
    let lines = proposal(game).into_iter().chain([header(game)]);
    let asked = Reply::public(l10n.lines(lines));
    Some(match game.engine() {
        Some(_) => asked,
        None => asked
            .with_buttons(answers(l10n, game))
            .pinging(Some(game.player(offer.side.other()))),
    })
}

/// The line that an offer was declined since the last move, if one was.
fn refusal(game: &Game) -> Option<Text> {
    let offer = game.declined_offer()?;
    let declined = of_side(game, "offer-declined", offer.side.other());
    let declined = declined.with("offer", proposing(game, offer));
    Some(declined.with("game", game.id().0.to_string()))
}

/// The message of an offer after it was declined.
pub fn declined(l10n: Localizer<'_>, game: &Game) -> Reply {
    Reply::public(l10n.lines(refusal(game)))
}
