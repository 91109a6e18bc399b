//! The rules in plain words, and help.

use super::{Voice, variant};
use crate::discord::reply::Reply;
use crate::message::Message;
use crate::registry::Rules;
use crate::rules::Variant;

/// The rules of a variant, with a picture of what they are about.
#[must_use]
pub fn rules(voice: Voice<'_>, rules: &'static dyn Rules, of: &'static Variant) -> Reply {
    let info = rules.info();
    let title = voice.say(&Message::new("rules-head").with("variant", variant(info, of)));
    let common = voice
        .l10n
        .find(voice.locale, &format!("rules-{}", info.id))
        .unwrap_or_default();
    let special = voice
        .l10n
        .find(voice.locale, &format!("rules-{}-{}", info.id, of.ruleset))
        .unwrap_or_default();
    let reply = Reply::private(format!("{title}\n{common}\n{special}"));
    let example = info.examples.iter().find(|example| example.size == of.size);
    let picture = example.and_then(|example| {
        let mut line = rules.parse(of, example.position).ok()?;
        line.play(example.text).ok()?;
        Some(line.diagram())
    });
    match picture {
        Some(diagram) => {
            let caption = voice
                .l10n
                .find(voice.locale, &format!("rules-{}-example", info.id))
                .unwrap_or_default();
            Reply {
                text: format!("{}\n{caption}", reply.text),
                ..reply
            }
            .with_board(diagram)
        }
        None => reply,
    }
}

/// What there is, and how to begin.
#[must_use]
pub fn help(voice: Voice<'_>) -> Reply {
    Reply::private(voice.word("help"))
}
