//! The replay of a game: the board after any turn, an animation of all boards, the record, and the
//! engine's review.

use std::collections::BTreeSet;

use super::aside::why;
use super::game::{header, result, seen_by};
use super::pair::players;
use super::{
    Animation, Button, Chart, CustomId, Localizer, MAX_CHOICES, Reply, Style, Text, either,
};
use crate::app::Replay;
use crate::discord::custom_id::ReplayAction;
use crate::game::{Game, GameRecord, Hint, PlayerId, Review, TurningPoint};
use siwa_boards::Curve;
use siwa_games::rules::Side;

/// The most chances in the alternative text of a curve.
const MAX_CHANCES: usize = 20;

/// A text about the move of a turn, counted from 1, if there is one.
fn of_turn(record: &GameRecord, id: &'static str, turn: u32) -> Option<Text> {
    let played = record.turns.get(turn.checked_sub(1)? as usize)?;
    let text = Text::new(id).with("turn", turn.to_string());
    let text = text.with("side", record.info.side(played.side));
    Some(text.with("move", played.display.as_str()))
}

/// The number of turns in a game.
fn turn_count(record: &GameRecord) -> u32 {
    u32::try_from(record.turns.len()).unwrap_or(u32::MAX)
}

/// The board of a game after `turn` turns.
pub fn viewer(l10n: Localizer<'_>, replay: &Replay, turn: u32) -> Reply {
    let Replay { game, record, by } = replay;
    let count = turn_count(record);
    let turn = turn.min(count);
    let shown = of_turn(record, "viewer-turn", turn).unwrap_or_else(|| Text::new("viewer-start"));
    let mut lines = vec![header(game), players(game), shown.with("count", count)];
    if turn == count {
        lines.extend(outcome(game));
    }
    let reply = Reply::private(l10n.lines(lines))
        .with_board(record.board(turn as usize).clone())
        .seen(seen_by(game, *by));
    with_controls(l10n, replay, turn, reply)
}

/// All boards of a game as an animation; its buttons continue from `turn`.
pub fn animation(l10n: Localizer<'_>, replay: &Replay, turn: u32) -> Reply {
    let Replay { game, record, by } = replay;
    let count = turn_count(record);
    let head = ["animation-head", "animation-so-far"];
    let head = Text::new(either(game.ending.is_some(), head));
    let mut lines = vec![header(game), players(game), head.with("count", count)];
    lines.extend(outcome(game));
    let alt = Text::new("animation-alt")
        .with("game", game.id().to_string())
        .with("variant", record.info.title(record.variant))
        .with("count", count)
        .with("result", record.result());
    let animation = Animation {
        game: game.id(),
        boards: record.boards.clone(),
        alt: l10n.tr(&alt),
        sorry: l10n.word("animation-too-big"),
    };
    let reply = Reply {
        animation: Some(animation),
        ..Reply::private(l10n.lines(lines)).seen(seen_by(game, *by))
    };
    with_controls(l10n, replay, turn.min(count), reply)
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
pub fn export(l10n: Localizer<'_>, replay: &Replay) -> Reply {
    let Replay { game, record, .. } = replay;
    let about = |id| l10n.tr(&Text::new(id).with("game", game.id().to_string()));
    let told = either(game.ending.is_some(), ["export-done", "export-so-far"]);
    let name = format!("siwa-{}.txt", game.id());
    Reply::private(about(told)).with_file(name, record.to_string(), about("export-alt"))
}

/// The outcome of a game, or that it is running.
fn outcome(game: &Game) -> Vec<Text> {
    match game.ending {
        Some(ending) => result(game, ending),
        None => vec![Text::new("result-none")],
    }
}

/// The reply, with buttons for the neighbouring turns, a menu of turns, and buttons for the record
/// and the animation. An animation shows no single turn, so below it both ends are enabled.
fn with_controls(l10n: Localizer<'_>, replay: &Replay, turn: u32, reply: Reply) -> Reply {
    let Replay { game, record, .. } = replay;
    let is_animation = reply.animation.is_some();
    let count = turn_count(record);
    let button = |act, label| l10n.view_button(game, turn, act, label);
    let back = turn > 0;
    let on = turn < count;
    let mut reply = reply.with_buttons([
        button(ReplayAction::First, "button-first").enabled(is_animation || back),
        button(ReplayAction::Earlier, "button-earlier").enabled(back),
        button(ReplayAction::Later, "button-later").enabled(on),
        button(ReplayAction::Last, "button-last").enabled(is_animation || on),
    ]);
    if count > 0 {
        let choice = |turn: u32| {
            let label = of_turn(record, "viewer-option", turn);
            let label = label.unwrap_or_else(|| Text::new("viewer-option-start"));
            l10n.choice(&label, turn.to_string())
        };
        let choices = spread(count, turn).into_iter().map(choice).collect();
        let id = CustomId::View(game.id(), turn, ReplayAction::Jump);
        reply = reply.with_row(l10n.menu(id, "viewer-jump", choices));
    }
    let mut rest = vec![button(ReplayAction::Export, "button-export")];
    if game.ending.is_some() {
        rest.push(button(ReplayAction::Review, "button-review"));
    }
    if is_animation {
        rest.push(button(ReplayAction::ShareAnimation, "button-share"));
    } else {
        rest.insert(0, button(ReplayAction::Animation, "button-animation"));
        rest.push(button(ReplayAction::Share, "button-share"));
    }
    reply.with_buttons(rest)
}

/// The turns in the menu: all, or as many as fit, evenly spread, always with both ends and the
/// present one.
fn spread(count: u32, present: u32) -> Vec<u32> {
    if (count as usize) < MAX_CHOICES {
        return (0..=count).collect();
    }
    // One place is left for the present turn.
    let steps = MAX_CHOICES as u64 - 2;
    let turn = |step| u32::try_from(u64::from(count) * step / steps).ok();
    let turns: BTreeSet<u32> = (0..=steps).filter_map(turn).chain([present]).collect();
    turns.into_iter().collect()
}

/// A chance as a percentage.
fn percent(chance: f64) -> String {
    format!("{:.0}", 100.0 * chance)
}

/// The curve of a game's chances, with a button for each turning point.
pub fn review(l10n: Localizer<'_>, replay: &Replay, review: &Review) -> Reply {
    let Replay { game, record, .. } = replay;
    let sides = Text::new("review-curve")
        .with("first", record.info.side(Side::First))
        .with("second", record.info.side(Side::Second));
    let mut lines = vec![header(game), players(game), sides];
    if review.chances.contains(&None) {
        lines.push(Text::new("review-placements"));
    }
    if review.turning_points.is_empty() {
        lines.push(Text::new("review-no-turning-points"));
    }
    let points = &review.turning_points;
    lines.extend(points.iter().flat_map(|point| {
        let [before, after] = point.chances.map(percent);
        let text = of_turn(record, "review-turning-point", point.turn);
        let text = text.map(|text| text.with("before", before).with("after", after));
        let allowed = point.reply.as_ref().map(|reply| {
            let allowed = Text::new("review-allowed").with("why", why(reply));
            allowed.with("reply", reply.played.display.as_str())
        });
        text.into_iter().chain(allowed)
    }));
    let button = |point: &TurningPoint| {
        let id = CustomId::View(game.id(), point.turn - 1, ReplayAction::Better);
        let label = Text::new("button-turning-point").with("turn", point.turn.to_string());
        Button::new(id, l10n.tr(&label)).styled(Style::Primary)
    };
    let curve = Curve {
        values: review.chances.clone(),
        marked: points.iter().map(|point| point.turn as usize).collect(),
        scale: None,
    };
    let reply = Reply {
        chart: Some((Chart::Curve(curve), alt(l10n, record, review))),
        ..Reply::private(l10n.lines(lines))
    };
    let boards = l10n.view_button(game, 0, ReplayAction::Last, "button-boards");
    reply
        .with_buttons(points.iter().map(button))
        .with_buttons([boards])
}

/// The curve as text: some of its chances, evenly spread.
fn alt(l10n: Localizer<'_>, record: &GameRecord, review: &Review) -> String {
    let step = review.chances.len().div_ceil(MAX_CHANCES).max(1);
    let chances = review.chances.iter().enumerate().step_by(step);
    let told: Vec<String> = chances
        .filter_map(|(turn, chance)| Some(format!("{turn}: {}", percent((*chance)?))))
        .collect();
    let alt = Text::new("review-alt")
        .with("side", record.info.side(Side::First))
        .with("chances", told.join("; "));
    l10n.tr(&alt)
}

/// The board after `turn` turns, with a better move than the one played.
pub fn better(l10n: Localizer<'_>, replay: &Replay, turn: u32, better: Hint) -> Reply {
    let Replay { game, record, by } = replay;
    let followed = of_turn(record, "review-better", turn.saturating_add(1));
    let followed = followed.map(|text| text.with("better", better.played.display.as_str()));
    let lines = [header(game)].into_iter().chain(followed);
    let lines = lines.chain([why(&better)]);
    let button = |act, label| l10n.view_button(game, turn, act, label);
    Reply::private(l10n.lines(lines))
        .with_board(better.diagram)
        .seen(seen_by(game, *by))
        .with_buttons([
            button(ReplayAction::Review, "button-review-back"),
            button(ReplayAction::Later, "button-played"),
        ])
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
