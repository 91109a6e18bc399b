//! Texts about the start of a game: how the pieces come on the board, and who takes the first turn.

use crate::game::{Order, Start, turns_to_place};
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;
use siwa_games::text::Text;

/// How the pieces come on the board, where a deal is possible.
pub(super) fn started(rules: &dyn Rules, variant: &'static Variant, start: Start) -> Option<Text> {
    let turns = turns_to_place(rules, variant)?;
    Some(match start {
        Start::Placed => Text::new("start-placed").with("turns", turns),
        Start::Dealt => Text::new("start-dealt"),
    })
}

/// A start, to choose it.
pub fn start(start: Start) -> Text {
    Text::new(match start {
        Start::Placed => "choice-placed",
        Start::Dealt => "choice-dealt",
    })
}

/// Which turn the challenger takes, to choose it.
pub fn order(order: Order) -> Text {
    Text::new("choice-order").with("order", order.as_ref())
}
