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
        emoji.obeys("emoji");
        let (name, image) = (emoji.at("name"), emoji.at("image"));
        let plain = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let plain = name.text().chars().all(plain);
        name.ensure(plain, "STRING_TYPE_REGEX");
        let fresh = state.emojis.iter().all(|known| known.name != name.text());
        name.ensure(fresh, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN");
        let mut known = ["png", "jpeg", "gif", "webp", "avif"].into_iter();
        let begins = |kind| format!("data:image/{kind};base64,");
        let right = known.any(|kind| image.text().starts_with(&begins(kind)));
        image.ensure(right, "IMAGE_INVALID");
        let emojis = emoji.at("emojis");
        emojis.between(state.emojis.len() + 1, 0, MAX_EMOJIS);
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
