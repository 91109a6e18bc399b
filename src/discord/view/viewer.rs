//! The replay of a game: the board after any turn, an animation of all boards, the record.

use super::Localizer;
use super::game::{header, result, seen_by, side, to_replay};
use crate::discord::custom_id::{CustomId, ReplayAction};
use crate::discord::view::reply::{Animation, Choice, MAX_CHOICES, Reply};
use crate::game::{Game, GameRecord, PlayerId};
use siwa_games::registry::MoveReport;
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// The move after `turn` turns, if there is one.
fn last(record: &GameRecord, turn: u32) -> Option<&MoveReport> {
    let last = record.turns().get(turn.checked_sub(1)? as usize)?;
    Some(&last.played)
}

/// The number of turns in a game.
fn count(record: &GameRecord) -> u32 {
    u32::try_from(record.turns().len()).unwrap_or(u32::MAX)
}

pub(super) fn players(game: &Game) -> Text {
    Text::new("viewer-players")
        .with("first", game.player(Side::First))
        .with("first-side", side(game, Side::First))
        .with("second", game.player(Side::Second))
        .with("second-side", side(game, Side::Second))
}

/// The board of a game after `turn` turns.
pub fn viewer(
    l10n: Localizer<'_>,
    game: &Game,
    record: &GameRecord,
    turn: u32,
    by: PlayerId,
) -> Reply {
    let count = count(record);
    let turn = turn.min(count);
    let mut lines = vec![header(game), players(game)];
    lines.push(match last(record, turn) {
        Some(last) => Text::new("viewer-turn")
            .with("turn", turn)
            .with("count", count)
            .with("side", record.info().side(last.side))
            .with("move", last.display.as_str()),
        None => Text::new("viewer-start").with("count", count),
    });
    if turn == count {
        lines.extend(outcome(game));
    }
    let reply = Reply::private(l10n.lines(lines))
        .with_board(record.board(turn as usize).clone())
        .seen(seen_by(game, by));
    with_controls(reply, l10n, game, record, turn, true)
}

/// All boards of a game as an animation; its buttons continue from `turn`.
pub fn animation(
    l10n: Localizer<'_>,
    game: &Game,
    record: &GameRecord,
    turn: u32,
    by: PlayerId,
) -> Reply {
    let count = count(record);
    let turn = turn.min(count);
    let head = match game.ending() {
        Some(_) => "animation-head",
        None => "animation-so-far",
    };
    let mut lines = vec![header(game), players(game)];
    lines.push(Text::new(head).with("count", count));
    lines.extend(outcome(game));
    let alt = Text::new("animation-alt")
        .with("game", game.id().to_string())
        .with("variant", record.info().title(record.variant()))
        .with("count", count)
        .with("result", record.result());
    let animation = Animation {
        game: game.id(),
        boards: record.boards(),
        alt: l10n.tr(&alt),
        sorry: l10n.word("animation-too-big"),
    };
    let reply = Reply {
        animation: Some(animation),
        ..Reply::private(l10n.lines(lines))
    };
    let reply = reply.seen(seen_by(game, by));
    with_controls(reply, l10n, game, record, turn, false)
}

/// A private reply made public: without buttons, below the name of the person who shares it.
pub fn shared(l10n: Localizer<'_>, by: PlayerId, reply: Reply) -> Reply {
    let by = l10n.tr(&Text::new("shared").with("player", by));
    Reply {
        private: false,
        orientation: Side::First,
        rows: Vec::new(),
        ..reply.below(&by)
    }
}

/// The record of a game, as a file.
pub fn export(l10n: Localizer<'_>, game: &Game, record: &GameRecord) -> Reply {
    let about = |id| l10n.tr(&Text::new(id).with("game", game.id().to_string()));
    let told = match game.ending() {
        Some(_) => "export-done",
        None => "export-so-far",
    };
    let name = format!("siwa-{}.txt", game.id());
    Reply::private(about(told)).with_file(name, record.to_string(), about("export-alt"))
}

/// The outcome of a game, or that it is running.
fn outcome(game: &Game) -> Vec<Text> {
    match game.ending() {
        Some(ending) => result(game, ending),
        None => vec![Text::new("result-none")],
    }
}

/// The reply, with buttons for the neighbouring turns, a menu of turns, and buttons for the record
/// and the animation. An animation shows no `single` turn, so below it both ends are enabled.
fn with_controls(
    reply: Reply,
    l10n: Localizer<'_>,
    game: &Game,
    record: &GameRecord,
    turn: u32,
    single: bool,
) -> Reply {
    let count = count(record);
    let button = to_replay(l10n, game, turn);
    let (back, on) = (turn > 0, turn < count);
    let mut reply = reply.with_buttons([
        button(ReplayAction::First, "button-first").enabled(!single || back),
        button(ReplayAction::Earlier, "button-earlier").enabled(back),
        button(ReplayAction::Later, "button-later").enabled(on),
        button(ReplayAction::Last, "button-last").enabled(!single || on),
    ]);
    if count > 0 {
        let id = CustomId::View(game.id(), turn, ReplayAction::Jump);
        let turns = spread(count, turn).into_iter();
        let options = turns.map(|turn| option(l10n, record, turn)).collect();
        reply = reply.with_row(l10n.menu(id, "viewer-jump", options));
    }
    let mut rest = Vec::new();
    if single {
        rest.push(button(ReplayAction::Animation, "button-animation"));
    }
    rest.push(button(ReplayAction::Export, "button-export"));
    if game.ending().is_some() {
        rest.push(button(ReplayAction::Review, "button-review"));
    }
    let share = match single {
        true => ReplayAction::Share,
        false => ReplayAction::ShareAnimation,
    };
    rest.push(button(share, "button-share"));
    reply.with_buttons(rest)
}

fn option(l10n: Localizer<'_>, record: &GameRecord, turn: u32) -> Choice {
    let label = match last(record, turn) {
        Some(last) => Text::new("viewer-option")
            .with("turn", turn.to_string())
            .with("move", last.display.as_str()),
        None => Text::new("viewer-option-start"),
    };
    l10n.choice(&label, turn.to_string())
}

/// The turns in the menu: all, or as many as fit, evenly spread, always with both ends and the
/// present one.
fn spread(count: u32, present: u32) -> Vec<u32> {
    let steps = MAX_CHOICES as u64 - 1;
    if u64::from(count) <= steps {
        return (0..=count).collect();
    }
    let mut turns: Vec<u32> = (0..=steps)
        .filter_map(|step| u32::try_from(u64::from(count) * step / steps).ok())
        .collect();
    if !turns.contains(&present) {
        // The present turn replaces the nearest one that is not an end.
        let inner = 1..turns.len().saturating_sub(1);
        let nearest = inner.min_by_key(|at| turns.get(*at).map(|turn| turn.abs_diff(present)));
        if let Some(place) = nearest.and_then(|at| turns.get_mut(at)) {
            *place = present;
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_to_jump_to_are_in_order_and_include_the_ends_and_the_present() {
        for count in [0, 1, 24, 25, 26, 100, 399, 10_000, u32::MAX] {
            for present in [0, 1, 2, 13, count / 2, count.saturating_sub(1), count] {
                let present = present.min(count);
                let turns = spread(count, present);
                assert!(turns.is_sorted() && turns.len() <= 25, "{turns:?}");
                assert!(turns.windows(2).all(|pair| pair[0] < pair[1]), "{turns:?}");
                assert!(turns.contains(&present), "{present}: {turns:?}");
                assert_eq!((turns[0], *turns.last().unwrap()), (0, count));
            }
        }
    }
}
