//! Helpers for the tests of every game.

use super::{Notation, Position, Refusal, Variant};
use crate::text::{Arg, Text};

/// The variant with this id.
pub(super) fn variant<P: Position>(id: &str) -> &'static Variant {
    let mut variants = P::INFO.variants.iter();
    variants.find(|variant| variant.id == id).unwrap()
}

/// A position of the variant with this id.
pub(super) fn position<P: Notation>(id: &str, text: &str) -> P {
    P::parse(variant::<P>(id), text).unwrap_or_else(|invalid| panic!("{text}: {invalid:?}"))
}

/// The position after these legal moves.
pub(super) fn after<P: Notation>(start: &P, moves: &[&str]) -> P {
    let mut position = start.clone();
    for text in moves {
        let legal = position
            .read(text)
            .unwrap_or_else(|refusal| panic!("{position}: {text}: {refusal:?}"));
        position.play(legal);
    }
    position
}

/// The notation of every legal move, sorted.
pub(super) fn legal<P: Notation>(position: &P) -> Vec<String> {
    let legal = position.legal_moves();
    let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
    legal.sort();
    legal
}

/// A refusal: its clause, its message and the arguments.
pub(super) fn told_refusal(refusal: &Refusal) -> String {
    format!("{} {}", refusal.clause, told_message(&refusal.why))
}

/// A message without the common prefix of its id, and its arguments.
pub(super) fn told_message(message: &Text) -> String {
    let said = |(name, arg): &(&str, Arg)| match arg {
        Arg::Str(text) => format!(" {name}={text}"),
        Arg::Number(number) => format!(" {name}={number}"),
        Arg::Term { case, .. } => format!(" {name}={case}"),
        _ => panic!("{arg:?}"),
    };
    let args: Vec<String> = message.args.iter().map(said).collect();
    let (_, id) = message.id.split_once('-').unwrap();
    let id = id
        .trim_start_matches("refused-")
        .trim_start_matches("invalid-");
    format!("{id}{}", args.concat())
}
