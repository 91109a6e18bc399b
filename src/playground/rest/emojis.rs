//! The application's own emoji.

use serde_json::{Value, json};

use super::{Answered, Call, Reply, number};
use crate::playground::complaint::{Errors, Refusal};
use crate::playground::components::Emoji;
use crate::playground::objects;
use crate::playground::world::{BOT, World};

/// How many an application may have.
const MOST: usize = 2000;
/// The longest picture, in characters of its address: 256 KiB in base 64.
const LONGEST: usize = 350_000;

/// Everything below `/applications/{id}/emojis`.
pub(super) fn dispatch(call: &Call<'_>, rest: &[&str]) -> Answered {
    let world = call.world;
    match (call.method, rest) {
        ("GET", []) => Ok(Reply::Json(world.look(|state| {
            let items: Vec<Value> = state.emojis.iter().map(|it| object(world, it)).collect();
            json!({ "items": items })
        }))),
        ("POST", []) => create(call),
        ("DELETE", [id]) => {
            let id = number(id)?;
            world.change(|state| {
                let before = state.emojis.len();
                state.emojis.retain(|emoji| emoji.id != id);
                match state.emojis.len() < before {
                    true => Ok(Reply::Nothing),
                    false => Err(Refusal::unknown(10014, "Emoji")),
                }
            })
        }
        _ => Err(call.lost()),
    }
}

fn create(call: &Call<'_>) -> Answered {
    let (world, json) = (call.world, &call.body.json);
    let text = |field: &str| json[field].as_str().unwrap_or_default().to_owned();
    let (name, image) = (text("name"), text("image"));
    world.change(|state| {
        let mut errors = Errors::default();
        errors.length("name", &name, 2, 32);
        let plain = |char: char| char.is_ascii_alphanumeric() || char == '_';
        if !name.chars().all(plain) {
            errors.add("name", "STRING_TYPE_REGEX", "String value did not match.");
        }
        if state.emojis.iter().any(|emoji| emoji.name == name) {
            errors.add(
                "name",
                "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
                "An emoji with that name already exists.",
            );
        }
        let picture = ["png", "jpeg", "gif", "webp", "avif"]
            .iter()
            .any(|kind| image.starts_with(&format!("data:image/{kind};base64,")));
        if !picture {
            errors.add("image", "IMAGE_INVALID", "Invalid image data");
        }
        errors.most("image", image.len(), LONGEST);
        errors.most("emojis", state.emojis.len() + 1, MOST);
        errors.check()?;
        let emoji = Emoji {
            id: world.clock().id(),
            name,
            image,
        };
        let object = object(world, &emoji);
        state.emojis.push(emoji);
        Ok(Reply::Created(object))
    })
}

fn object(world: &World, emoji: &Emoji) -> Value {
    json!({
        "id": emoji.id.to_string(),
        "name": emoji.name,
        "roles": [],
        "require_colons": true,
        "managed": false,
        "animated": false,
        "available": true,
        "user": objects::user(world, BOT),
    })
}
