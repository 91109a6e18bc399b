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

/// Fails unless these texts are all read as the move with this notation.
#[track_caller]
pub(super) fn all_read<P: Notation>(position: &P, texts: &[&str], notation: &str) {
    for text in texts {
        let read = position.read(text).map(|legal| legal.to_string());
        assert_eq!(read.as_deref(), Ok(notation), "{text}");
    }
}

/// The refusal of a text, after checks that apply to all refusals: the clause, the message and its
/// arguments.
#[track_caller]
pub(super) fn why<P: Notation>(position: &P, text: &str) -> String {
    let refusal = position.read(text).err().expect(text);
    assert!((1..=6).contains(&refusal.legal.len()), "{refusal:?}");
    for example in &refusal.legal {
        assert!(position.read(example).is_ok(), "{example}");
    }
    told_refusal(&refusal)
}

/// A refusal: its clause, its message and the arguments.
pub(super) fn told_refusal(refusal: &Refusal) -> String {
    format!("{} {}", refusal.clause, told_message(&refusal.why))
}

/// A message without the common prefix of its id, and its arguments.
pub(super) fn told_message(message: &Text) -> String {
    fn said((name, arg): &(&str, Arg)) -> String {
        match arg {
            Arg::Str(text) => format!(" {name}={text}"),
            Arg::Number(number) => format!(" {name}={number}"),
            // The name of a side.
            Arg::Text(term) => said(&(name, term.args[0].1.clone())),
            _ => panic!("{arg:?}"),
        }
    }
    let args: Vec<String> = message.args.iter().map(said).collect();
    let (_, id) = message.id.split_once('-').unwrap();
    let id = id
        .trim_start_matches("refused-")
        .trim_start_matches("invalid-");
    format!("{id}{}", args.concat())
}
