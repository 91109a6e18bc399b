//! Messages of a game: the board of a turn, an offer, the end.

use super::{Arg, Button, Localizer, Reply, Style, Text, either, level, pair};
use crate::discord::custom_id::{GameAction, MoveTarget, ReplayAction};
use crate::game::{ABSENCE, FirstBy, Game, Offer, PlayerId, Proposal, Start};
use siwa_games::rules::{Grade, Outcome, Side, Stage};

/// So many turns before the game ends because nobody captures, a board says so.
const LAST_TURNS: u32 = 10;

/// How many moves of the engine a board lists at most, if its opponent cannot move between them.
const MAX_RUN: usize = 20;

pub(super) fn header(game: &Game) -> Text {
    let header = match game.setup.engine {
        Some(engine) => Text::new("turn-header-engine").with("level", level(engine.level)),
        None => Text::new("turn-header"),
    };
    header
        .with("rated", is_rated(game.setup.rated && !game.is_unpaired()))
        .with("variant", game.rules.info().title(game.variant()))
        .with("game", game.id().0.to_string())
}

/// Whether a game is rated.
pub(super) fn is_rated(rated: bool) -> Text {
    Text::new(either(rated, ["challenge-rated", "challenge-unrated"]))
}

/// The header, with the game's number in its pair.
fn heading(game: &Game) -> impl Iterator<Item = Text> {
    std::iter::once(header(game)).chain(pair::place(game))
}

/// The name of a side.
fn side(game: &Game, side: Side) -> Text {
    game.rules.info().side(side)
}

/// A text about the player of a side.
pub(super) fn of_side(game: &Game, id: &'static str, of: Side) -> Text {
    Text::new(id)
        .with("player", game.player(of))
        .with("opponent", game.player(of.other()))
        .with("side", side(game, of))
}

/// The player with the first turn, and how they were chosen.
pub(super) fn first(game: &Game) -> Text {
    let id = match game.first_by {
        FirstBy::Lots => "lots-drawn",
        FirstBy::Turns | FirstBy::Choice => "challenge-first",
    };
    of_side(game, id, game.start().first_turn())
}

/// The moves since the last board, for everyone.
pub(super) fn played(game: &Game) -> impl Iterator<Item = Text> {
    moves(game, "turn-played")
}

/// The last move that was not planned, in a text with this id, and the planned moves that answered
/// it; or the moves of the engine since its opponent moved.
pub(super) fn moves(game: &Game, id: &'static str) -> impl Iterator<Item = Text> {
    // In a game with the engine nothing is planned: many moves are one press, or its own.
    if let Some(engine) = game.setup.engine
        && game.lately.len() > 1
    {
        let person = engine.side.other();
        let together = if game.engine_moved_last() {
            let passed = of_side(game, "turn-passed-between", person);
            vec![run(game, engine.side, id), passed]
        } else {
            vec![of_side(game, "turn-rest-placed", person)]
        };
        return together.into_iter();
    }
    let told = (0..).zip(&game.lately).map(|(at, played)| {
        let id = if at == 0 { id } else { "turn-planned" };
        of_side(game, id, played.side)
            .with("move", played.display.as_str())
            .with("count", played.captured.len())
    });
    told.collect::<Vec<_>>().into_iter()
}

/// The moves of the engine while its opponent is shut in, the last ones if they are many.
fn run(game: &Game, side: Side, id: &'static str) -> Text {
    let moves = &game.lately;
    let captured: usize = moves.iter().map(|played| played.captured.len()).sum();
    let left_out = moves.len().saturating_sub(MAX_RUN);
    let shown = moves.iter().skip(left_out);
    let shown = shown.map(|played| played.display.as_str());
    let dots = (left_out > 0).then_some("…");
    let shown: Vec<&str> = dots.into_iter().chain(shown).collect();
    let line = of_side(game, id, side).with("move", shown.join(", "));
    line.with("count", captured)
}

/// The deadline of a turn.
pub(super) fn deadline(game: &Game) -> Option<Text> {
    let deadline = Arg::Moment(game.deadline()?.0);
    Some(Text::new("turn-deadline").with("until", deadline))
}

/// The last events of a game.
pub(super) fn happened(game: &Game) -> Vec<Text> {
    let taken_back = |taker| of_side(game, "turn-taken-back", taker);
    let mut lines: Vec<Text> = game.since_move.taker.map(taken_back).into_iter().collect();
    lines.extend(played(game));
    if let Some(turn) = game.turn()
        && game.state().passed()
    {
        lines.push(of_side(game, "turn-passed", turn.other()));
    }
    lines
}

/// A board that a later one has replaced: what had happened.
pub fn past_board(l10n: Localizer<'_>, game: &Game) -> Reply {
    let mut lines = happened(game);
    // The challenge's card shows a choice.
    let is_chosen = game.first_by == FirstBy::Choice;
    if game.plies() == 0 && game.setup.pair.is_none() && !is_chosen {
        lines.push(first(game));
    }
    lines.extend(heading(game));
    Reply::public(l10n.lines(lines))
}

/// The lines above a board: the last events, the next step, and the rest; `by` is how a move is
/// entered there, "button" or "command".
pub(super) fn story(game: &Game, by: &'static str) -> Vec<Text> {
    // A lock screen shows only the beginning of a message.
    let mut lines = happened(game);
    if let Some(turn) = game.turn() {
        let id = if (game.setup.engine).is_some_and(|engine| engine.side == turn) {
            "turn-thinking"
        } else if game.state().stage() == Stage::Placement {
            game.rules.info().to_place
        } else {
            "turn-to-move"
        };
        lines.push(of_side(game, id, turn).with("by", by));
    }
    let result = |ending| result(game, ending);
    lines.extend(game.ending.into_iter().flat_map(result));
    lines.extend(heading(game));
    let unpaired = game.is_unpaired() && game.ending.is_none();
    lines.extend(unpaired.then(|| Text::new("pair-broken")));
    // On the first board of each player.
    if game.turn().is_some_and(|turn| game.turns_of(turn) == 0) {
        lines.push(Text::new(game.rules.info().goal));
    }
    // The challenge's card shows a random choice, and a pair's heading the first player.
    if game.plies() == 0 && game.setup.pair.is_none() && game.first_by == FirstBy::Turns {
        lines.push(first(game));
    }
    if game.plies() == 0 && game.start() == Start::Dealt {
        lines.push(Text::new("start-dealt"));
    }
    lines.extend(end_in_sight(game));
    lines.extend(proposal(game).or_else(|| refusal(game)));
    let given = |giver| of_side(game, "turn-given", giver);
    lines.extend(game.since_move.giver.map(given));
    for side in Side::BOTH {
        if let Some(until) = game.clock.away(side)
            && game.ending.is_none()
        {
            lines.push(of_side(game, "turn-away", side).with("until", Arg::Moment(until.0)));
        }
    }
    lines.extend(deadline(game));
    if game.deadline().is_some() && game.rests() {
        lines.push(Text::new("turn-weekends"));
    }
    lines
}

/// How close a game is to an end by counting or repetition.
pub(super) fn end_in_sight(game: &Game) -> Vec<Text> {
    let state = game.state();
    let mut lines = Vec::new();
    if game.ending.is_some() || state.stage() != Stage::Movement {
        return lines;
    }
    if game.counts_pieces() {
        lines.push(with_pieces(game, Text::new("turn-pieces")));
    }
    if state.is_last_but_one() {
        let by_count = either(game.counts_pieces(), ["yes", "no"]);
        lines.push(Text::new("turn-repeated").with("counted", by_count));
    }
    let left = state.turns_left().filter(|left| *left <= LAST_TURNS);
    lines.extend(left.map(|left| Text::new("turn-idle").with("turns", left)));
    lines
}

/// A text that counts the pieces of both sides.
fn with_pieces(game: &Game, text: Text) -> Text {
    let pieces = |side| game.diagram().pieces_of(side).len();
    text.with("first", pieces(Side::First))
        .with("second", pieces(Side::Second))
        .with("first-side", side(game, Side::First))
        .with("second-side", side(game, Side::Second))
}

/// The state of a game, in lines.
pub(super) fn summary(game: &Game) -> Vec<Text> {
    let turn = |turn| of_side(game, "place-turn", turn);
    let mut lines: Vec<Text> = pair::place(game).into_iter().collect();
    lines.extend(played(game));
    lines.extend(game.turn().map(turn));
    lines.extend(deadline(game));
    let ended = |ending| outcome(game, ending);
    lines.extend(game.ending.into_iter().flat_map(ended));
    lines
}

/// The public message of a turn, or of the end. It pings the player to move, or both at the end,
/// but never the `actor`, who has just acted.
pub fn turn(l10n: Localizer<'_>, game: &Game, actor: Option<PlayerId>) -> Reply {
    if let Some(ending) = game.ending {
        let lines = played(game).chain(result(game, ending));
        return Reply::public(l10n.lines(lines.chain(heading(game))))
            .with_board(game.diagram())
            .with_buttons(afterwards(l10n, game))
            .pinging(game.called(actor));
    }
    let places = game.state().stage() == Stage::Placement;
    let label = either(places, ["button-place", "button-move"]);
    let mut buttons = Vec::new();
    let engine = game.setup.engine.map(|engine| engine.side);
    if game.turn() != engine {
        let panel = MoveTarget::Turn(game.id(), game.changes).panel();
        buttons.push(l10n.button(panel, label).styled(Style::Primary));
    }
    let button = |act, label| l10n.game_button(game, act, label);
    if game.may_place_rest() {
        buttons.push(button(GameAction::PlaceRest, "button-place-rest"));
    }
    buttons.push(button(GameAction::Board, "button-board"));
    buttons.push(button(GameAction::More, "button-more"));
    Reply::public(l10n.lines(story(game, "button")))
        .with_board(game.diagram())
        .with_buttons(buttons)
        .with_buttons(answers(l10n, game))
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
    game.rules.info().seen_by(side)
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
    let mut ended = ending.describe(game.rules.info().ended, &game.diagram());
    if let Some(winner) = ending.winner {
        ended = ended.with("winner", game.player(winner));
        ended = ended.with("loser", game.player(winner.other()));
    }
    let mut lines = vec![ended];
    let graded = |grade: Grade| Text::new("ended-grade").with("grade", grade.to_string());
    lines.extend(ending.grade.map(graded));
    lines
}

/// The changes of the ratings by the end of a game, and the result of its pair.
pub(super) fn rated(game: &Game) -> Vec<Text> {
    let mut lines: Vec<Text> = pair::sum(game).into_iter().collect();
    let is_open = game.setup.pair.is_some() && game.half_points().is_none();
    if let Some(ratings) = game.ratings {
        let engine = game.setup.engine.map(|engine| engine.side);
        for side in Side::BOTH.into_iter().filter(|side| engine != Some(*side)) {
            let (before, after) = ratings.get(side);
            let rating = of_side(game, "ended-rating", side).with("before", pair::whole(*before));
            lines.push(rating.with("after", pair::whole(*after)));
        }
    } else if game.counts_in_pair() || is_open {
        // The ratings change with the other game of its pair, or are not known.
    } else if game.ending.is_some_and(|ending| *ending.by == ABSENCE) {
        lines.push(Text::new("ended-absence"));
    } else if game.setup.tournament.is_some() {
        lines.push(Text::new("ended-void-tournament"));
    } else {
        let rated = either(game.setup.rated, ["yes", "no"]);
        lines.push(Text::new("ended-void").with("rated", rated));
    }
    lines
}

/// The text of an offer.
pub(super) fn proposing(game: &Game, offer: Offer) -> &'static str {
    match offer.what {
        Proposal::Takeback => "offer-takeback",
        Proposal::Stop if game.counts_pieces() => "offer-count",
        Proposal::Stop => "offer-agree",
    }
}

/// The open offer.
pub(super) fn proposal(game: &Game) -> Option<Text> {
    let offer = game.open_offer?;
    let proposal = of_side(game, proposing(game, offer), offer.side);
    Some(with_pieces(game, proposal))
}

/// The public message of an offer. It pings the player who must answer.
pub fn offer(l10n: Localizer<'_>, game: &Game) -> Option<Reply> {
    let offer = game.open_offer?;
    let lines = proposal(game).into_iter().chain([header(game)]);
    let opponent = game.player(offer.side.other());
    let asked = game.setup.engine.is_none().then_some(opponent);
    let reply = Reply::public(l10n.lines(lines)).pinging(asked);
    Some(reply.with_buttons(answers(l10n, game)))
}

/// The line that an offer was declined since the last move, if one was.
pub(super) fn refusal(game: &Game) -> Option<Text> {
    let offer = game.since_move.declined?;
    let declined = of_side(game, "offer-declined", offer.side.other());
    let declined = declined.with("offer", proposing(game, offer));
    Some(declined.with("game", game.id().0.to_string()))
}

/// The message of an offer after it was declined.
pub fn declined(l10n: Localizer<'_>, game: &Game) -> Reply {
    Reply::public(l10n.lines(refusal(game)))
}

/// The buttons after the end.
pub(super) fn afterwards(l10n: Localizer<'_>, game: &Game) -> Vec<Button> {
    let mut buttons = Vec::new();
    // Deleted people cannot accept a rematch.
    if !Side::BOTH.iter().any(|side| game.player(*side).is_gone()) {
        let rematch = l10n.game_button(game, GameAction::Rematch, "button-rematch");
        buttons.push(rematch.styled(Style::Primary));
    }
    if game.plies() > 0 {
        let replay = |act, label| l10n.view_button(game, 0, act, label);
        buttons.push(replay(ReplayAction::Review, "button-review"));
        buttons.push(replay(ReplayAction::Animation, "button-replay"));
        buttons.push(replay(ReplayAction::Export, "button-export"));
    }
    buttons
}

/// The buttons that answer the open offer, if a person can.
fn answers(l10n: Localizer<'_>, game: &Game) -> Vec<Button> {
    if game.open_offer.is_none() || game.setup.engine.is_some() {
        return Vec::new();
    }
    let answer = |act, label| l10n.game_button(game, act, label);
    vec![
        answer(GameAction::Accept, "button-accept").styled(Style::Success),
        answer(GameAction::Decline, "button-decline"),
    ]
}
