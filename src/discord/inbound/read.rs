//! Reads interactions, also those of which serenity cannot read a part that Siwa does not need.

use serde_json::Value;
use serenity::model::application::Interaction;

use crate::discord::{Bot, chain};

/// The fields of people, servers and messages that only decorate them.
const COSMETIC: [&str; 8] = [
    "avatar",
    "avatar_decoration_data",
    "banner",
    "clan",
    "collectibles",
    "icon",
    "primary_guild",
    "public_flags",
];

/// The largest flags that serenity can read.
const FLAGS: u64 = u32::MAX as u64;

/// An interaction from its JSON; `None` if it is lost.
pub(in crate::discord) fn interaction(bot: &Bot, mut json: Value) -> Option<Interaction> {
    // Discord sends more in a profile than serenity knows: one such person must not lose an act.
    let read = serde_json::from_value(json.clone()).or_else(|error| {
        tracing::warn!(
            error = chain(&error),
            "an interaction is read without its decorations"
        );
        strip(&mut json);
        serde_json::from_value(json)
    });
    read.inspect_err(|error| {
        bot.app.work().metrics.fault();
        tracing::error!(
            error = chain(error),
            "an interaction could not be read and is lost"
        );
    })
    .ok()
}

/// Removes the decorations, and the flags that serenity does not know.
fn strip(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            fields.retain(|name, _| !COSMETIC.contains(&name.as_str()));
            for (name, field) in fields {
                if let ("flags", Some(flags)) = (name.as_str(), field.as_u64()) {
                    *field = (flags & FLAGS).into();
                }
                strip(field);
            }
        }
        Value::Array(fields) => fields.iter_mut().for_each(strip),
        _ => {}
    }
}
