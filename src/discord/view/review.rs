//! The engine's review of a finished game.

use super::Localizer;
use super::game::{header, seen_by, to_replay};
use super::hint::why;
use super::viewer::players;
use crate::discord::custom_id::{CustomId, ReplayAction};
use crate::discord::view::reply::{Button, Chart, Reply, Style};
use crate::game::{Game, GameRecord, Hint, PlayerId, Review, TurningPoint};
use siwa_boards::Curve;
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// The most chances in the alternative text of a curve.
const TOLD: usize = 20;

/// A chance as a percentage.
fn percent(chance: f64) -> String {
    format!("{:.0}", 100.0 * chance)
}

/// The curve of a game's chances, with a button for each turning point.
pub fn review(l10n: Localizer<'_>, game: &Game, record: &GameRecord, review: &Review) -> Reply {
    let mut lines = vec![header(game), players(game)];
    lines.push(
        Text::new("review-curve")
            .with("first", record.info().side(Side::First))
            .with("second", record.info().side(Side::Second)),
    );
    if review.chances.contains(&None) {
        lines.push(Text::new("review-placements"));
    }
    if review.turning_points.is_empty() {
        lines.push(Text::new("review-no-turning-points"));
    }
    let points = review.turning_points.iter();
    lines.extend(points.clone().filter_map(|point| told(record, point)));
    let button = |point: &TurningPoint| {
        let id = CustomId::View(game.id(), point.turn - 1, ReplayAction::Better);
        let label = Text::new("button-turning-point").with("turn", point.turn.to_string());
        Button::new(id, l10n.tr(&label), Style::Primary)
    };
    let buttons: Vec<_> = points.clone().map(button).collect();
    let curve = Curve {
        values: review.chances.clone(),
        marked: points.map(|point| point.turn as usize).collect(),
        scale: None,
    };
    let reply = Reply {
        chart: Some((Chart::Curve(curve), alt(l10n, record, review))),
        ..Reply::private(l10n.lines(lines))
    };
    let boards = to_replay(l10n, game, 0)(ReplayAction::Last, "button-boards");
    reply.with_buttons(buttons).with_buttons([boards])
}

/// The text about a turning point.
fn told(record: &GameRecord, point: &TurningPoint) -> Option<Text> {
    let played = &record.turns().get(point.turn as usize - 1)?.played;
    Some(
        Text::new("review-turning-point")
            .with("turn", point.turn.to_string())
            .with("side", record.info().side(played.side))
            .with("move", played.display.as_str())
            .with("before", percent(point.chances[0]))
            .with("after", percent(point.chances[1])),
    )
}

/// The curve as text: some of its chances, evenly spread.
fn alt(l10n: Localizer<'_>, record: &GameRecord, review: &Review) -> String {
    let step = review.chances.len().div_ceil(TOLD).max(1);
    let chances = review.chances.iter().enumerate().step_by(step);
    let told: Vec<String> = chances
        .filter_map(|(turn, chance)| Some(format!("{turn}: {}", percent((*chance)?))))
        .collect();
    let alt = Text::new("review-alt")
        .with("side", record.info().side(Side::First))
        .with("chances", told.join("; "));
    l10n.tr(&alt)
}

/// The board after `turn` turns, with a better move than the one played.
pub fn better(
    l10n: Localizer<'_>,
    game: &Game,
    record: &GameRecord,
    turn: u32,
    better: Hint,
    by: PlayerId,
) -> Reply {
    let mut lines = vec![header(game)];
    if let Some(followed) = record.turns().get(turn as usize) {
        lines.push(
            Text::new("review-better")
                .with("turn", turn.saturating_add(1).to_string())
                .with("side", record.info().side(followed.played.side))
                .with("move", followed.played.display.as_str())
                .with("better", better.played.display.as_str()),
        );
    }
    lines.push(why(&better));
    let replay = to_replay(l10n, game, turn);
    Reply::private(l10n.lines(lines))
        .with_board(better.diagram)
        .seen(seen_by(game, by))
        .with_buttons([
            replay(ReplayAction::Review, "button-review-back"),
            replay(ReplayAction::Later, "button-played"),
        ])
}
