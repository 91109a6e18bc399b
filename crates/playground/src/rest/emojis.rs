//! The application's own emoji.

use serde_json::{Value, json};

use super::{Answered, Call, Reply, number};
use crate::components::Emoji;
use crate::field;
use crate::json::text;
use crate::objects;
use crate::violation::Refusal;
use crate::world::{BOT, State};

/// How many an application may have.
const MAX_EMOJIS: usize = 2000;
/// The longest picture, in characters of its address: 256 KiB in base 64.
const MAX_IMAGE: usize = 350_000;

/// Everything below `/applications/{id}/emojis`.
pub(super) fn dispatch(call: &Call<'_>, state: &mut State, rest: &[&str]) -> Answered {
    match (call.method, rest) {
        ("GET", []) => {
            let items: Vec<Value> = state.emojis.iter().map(|it| shown(state, it)).collect();
            Ok(Reply::Json(json!({ "items": items })))
        }
        ("POST", []) => create(call, state),
        ("DELETE", [id]) => {
            let id = number(id)?;
            let before = state.emojis.len();
            state.emojis.retain(|emoji| emoji.id != id);
            match state.emojis.len() < before {
                true => Ok(Reply::Nothing),
                false => Err(Refusal::unknown(10014, "Emoji")),
            }
        }
        _ => Err(call.lost()),
    }
}

fn create(call: &Call<'_>, state: &mut State) -> Answered {
    field::check(&call.body.json, "", |emoji| {
        let (name, image) = (emoji.at("name"), emoji.at("image"));
        name.length(2, 32);
        let plain = |char: char| char.is_ascii_alphanumeric() || char == '_';
        if !name.text().chars().all(plain) {
            name.wrong("STRING_TYPE_REGEX", "String value did not match.");
        }
        if state.emojis.iter().any(|known| known.name == name.text()) {
            let message = "An emoji with that name already exists.";
            name.wrong("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message);
        }
        let data = |kind| {
            image
                .text()
                .starts_with(&format!("data:image/{kind};base64,"))
        };
        if !["png", "jpeg", "gif", "webp", "avif"].into_iter().any(data) {
            image.wrong("IMAGE_INVALID", "Invalid image data");
        }
        image.most(image.text().len(), MAX_IMAGE);
        emoji.at("emojis").most(state.emojis.len() + 1, MAX_EMOJIS);
    })?;
    let emoji = Emoji {
        id: state.setup.clock.id(),
        name: text(&call.body.json["name"]),
        image: text(&call.body.json["image"]),
    };
    let object = shown(state, &emoji);
    state.emojis.push(emoji);
    Ok(Reply::Created(object))
}

fn shown(state: &State, emoji: &Emoji) -> Value {
    let user = objects::user(state, BOT);
    let fields = json!({ "id": emoji.id.to_string(), "name": emoji.name, "user": user });
    objects::object("emoji", fields)
}
