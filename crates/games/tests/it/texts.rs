//! Checks of arbitrary text, for every game.

use proptest::prelude::*;
use siwa_games::registry::{Completion, Registry};
use siwa_games::rules::{Notation, Show};

/// Checks any typed text in a position: no panic, only moves that are legal, and the same result for
/// its normal form. Returns the completions, and whether each is a move.
pub fn survive<P: Show>(
    id: &str,
    start: &str,
    text: &str,
    is_legal: impl Fn(&P, P::Move) -> bool,
) -> Vec<(Completion, bool)> {
    let (rules, variant) = Registry::standard().variant(id).unwrap();
    let position = P::parse(variant, start).unwrap();
    match position.read(text) {
        Ok(read) => assert!(is_legal(&position, read), "{text:?} is {read}"),
        Err(refusal) => {
            let own = format!("{}-refused-", P::INFO.id);
            match position.outcome() {
                Some(_) => assert_eq!(refusal.why.id, "refused-over"),
                None => assert!(refusal.why.id.starts_with(&own)),
            }
            assert!(refusal.legal.len() <= 6);
            for example in &refusal.legal {
                assert!(position.read(example).is_ok(), "{example}");
            }
        }
    }
    let normal = position.normalise(text);
    assert_eq!(position.normalise(&normal), normal, "{text:?}");
    let line = rules.parse(variant, start).unwrap();
    let _ = line.preview(text);
    let _ = rules.parse(variant, text);
    let completions = line.complete(text, 25).into_iter();
    completions
        .map(|completion| {
            let is_move = line.read(&completion.text).is_ok();
            (completion, is_move)
        })
        .collect()
}

/// Checks a text like a position: what can be read is written as it is read.
pub fn survive_as_position<P: Notation>(text: &str) -> Result<(), TestCaseError> {
    for variant in P::INFO.variants {
        if let Ok(position) = P::parse(variant, text) {
            let again = P::parse(variant, &position.to_string());
            prop_assert!(again.as_ref() == Ok(&position), "{}", text);
            prop_assert_eq!(
                position.legal_moves().is_empty(),
                position.outcome().is_some()
            );
        }
    }
    Ok(())
}
