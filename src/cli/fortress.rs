//! `siwa rules fortress`: a query for positions of Seega only.

use crate::game::ensure;
use siwa_games::registry::Rules;
use siwa_games::rules::{Notation as _, Position as _, Side, Variant, seega};
use siwa_games::text::Text;

/// Returns whether each side has a fortress, and whether it can claim: one line a side.
pub(super) fn answer(
    rules: &dyn Rules,
    variant: &'static Variant,
    position: &str,
) -> Result<String, Text> {
    let info = seega::Seega::INFO;
    let denial = Text::new("cli-rules-no-fortress").with("variant", variant.id);
    ensure(rules.info() == info, denial)?;
    let position = seega::Seega::parse(variant, position)?;
    let lines = Side::BOTH.map(|side| {
        let has_fortress = if position.fortress(side) { "yes" } else { "no" };
        let may_claim = position.may_claim(side);
        let claim = if may_claim { "claim" } else { "-" };
        format!("{} {has_fortress} {claim}\n", info.letters.get(side))
    });
    Ok(lines.concat())
}
