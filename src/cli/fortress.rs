//! `siwa rules fortress`: a query for positions of Seega only.

use std::fmt::Write as _;

use siwa_games::registry::Rules;
use siwa_games::rules::{Notation as _, Position as _, Side, Variant, seega};
use siwa_games::text::Text;

/// Returns whether each side has a fortress, and whether it can claim: one line a side.
pub(super) fn answer(
    rules: &dyn Rules,
    variant: &'static Variant,
    position: &str,
) -> Result<String, Text> {
    let info = seega::Position::INFO;
    if rules.info() != info {
        return Err(Text::new("cli-rules-no-fortress").with("variant", variant.id));
    }
    let position = seega::Position::parse(variant, position)?;
    let mut answer = String::new();
    for side in Side::BOTH {
        let (has_fortress, may) = (position.fortress(side), position.may_claim(side));
        let has_fortress = if has_fortress { "yes" } else { "no" };
        let claim = if may { "claim" } else { "-" };
        // Writing to a string cannot fail.
        let _ = writeln!(answer, "{} {has_fortress} {claim}", info.letters.get(side));
    }
    Ok(answer)
}
