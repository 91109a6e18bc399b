//! Compares our limits with Discord's own description of its API.
//!
//! `crates/playground/tests/data/discord.json` is a reduced copy of it, made by
//! `DISCORD_API=openapi.json cargo test -p siwa-playground --test it -- drift`; the file with the same
//! name in Discord's repository discord-api-spec is given as `openapi.json`.

use std::collections::BTreeMap;
use std::{env, fs};

use serde_json::{Value, json};

const LIMITS: &str = include_str!("../../assets/limits.json");
const REDUCED: &str = "tests/data/discord.json";

/// Places in the rules of our limits, and the properties that Discord describes.
const SAME: &str = "
message/fields/content/length MessageCreateRequest.content
message/fields/attachments/size MessageCreateRequest.attachments
message/fields/attachments/each/fields/description/length MessageAttachmentRequest.description
message/fields/embeds/size MessageCreateRequest.embeds
message/fields/embeds/each/fields/description/length RichEmbed.description
message/fields/allowed_mentions/fields/users/size MessageAllowedMentionsRequest.users
message/fields/allowed_mentions/fields/roles/size MessageAllowedMentionsRequest.roles
components/size MessageCreateRequest.components
text/fields/content/length TextDisplayComponentForMessageRequest.content
gallery/fields/items/size MediaGalleryComponentForMessageRequest.items
gallery/fields/items/each/fields/description/length MediaGalleryItemRequest.description
file/fields/file/fields/url/length UnfurledMediaRequest.url
button/fields/label/length ButtonComponentForMessageRequest.label
custom_id/length ButtonComponentForMessageRequest.custom_id
menu/fields/placeholder/length StringSelectComponentForMessageRequest.placeholder
menu/fields/options/size StringSelectComponentForMessageRequest.options
menu/fields/options/each/fields/label/length StringSelectOptionForRequest.label
menu/fields/options/each/fields/description/length StringSelectOptionForRequest.description
form/fields/title/length ModalInteractionCallbackRequestData.title
input/fields/label/length TextInputComponentForModalRequest.label
input/fields/placeholder/length TextInputComponentForModalRequest.placeholder
suggestions/size InteractionApplicationCommandAutocompleteCallbackStringData.choices
thread/fields/name/length CreateTextThreadWithMessageRequest.name
command_name/length ApplicationCommandCreateRequest.name
command_description/length ApplicationCommandStringOption.description
options/size ApplicationCommandCreateRequest.options
";

/// The place in our limits and Discord's property of each row.
fn same() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = SAME.trim().lines();
    rows.map(|row| row.split_once(' ').unwrap())
}

/// The lengths and numbers that Discord's description allows, of the compared properties.
fn reduced(description: &Value) -> BTreeMap<&'static str, Value> {
    let bounds = |(_, property): (&str, &'static str)| {
        let (schema, field) = property.split_once('.').unwrap();
        let found = &description["components"]["schemas"][schema]["properties"][field];
        let bound = |names: [&str; 2]| names.into_iter().find_map(|name| found[name].as_u64());
        let least = bound(["minLength", "minItems"]).unwrap_or(0);
        let most = bound(["maxLength", "maxItems"]);
        let most = most.unwrap_or_else(|| panic!("{property} is not described"));
        (property, json!([least, most]))
    };
    same().map(bounds).collect()
}

#[test]
fn no_limit_is_wider_than_discords_own() {
    if let Ok(file) = env::var("DISCORD_API") {
        let description = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let written = serde_json::to_string_pretty(&reduced(&description)).unwrap();
        fs::write(REDUCED, written + "\n").unwrap();
    }
    let theirs: Value = serde_json::from_str(&fs::read_to_string(REDUCED).unwrap()).unwrap();
    let ours: Value = serde_json::from_str(LIMITS).unwrap();
    for (place, property) in same() {
        let bounds = |of: &Value| (of[0].as_u64().unwrap(), of[1].as_u64().unwrap());
        let known = ours
            .pointer(&format!("/rules/{place}"))
            .unwrap_or_else(|| panic!("no limit {place}"));
        let ((least, most), (own_least, own_most)) = (bounds(&theirs[property]), bounds(known));
        assert!(
            own_least >= least && own_most <= most,
            "{place}: {known}, {property}: {least} to {most}"
        );
    }
}
