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

/// Places in our limits, and the properties that Discord describes.
const SAME: [(&str, &str); 32] = [
    (
        "/rules/message/fields/content/length",
        "MessageCreateRequest.content",
    ),
    (
        "/rules/message/fields/attachments/size",
        "MessageCreateRequest.attachments",
    ),
    (
        "/rules/message/fields/attachments/each/fields/description/length",
        "MessageAttachmentRequest.description",
    ),
    (
        "/rules/message/fields/embeds/size",
        "MessageCreateRequest.embeds",
    ),
    (
        "/rules/message/fields/embeds/each/fields/title/length",
        "RichEmbed.title",
    ),
    (
        "/rules/message/fields/embeds/each/fields/description/length",
        "RichEmbed.description",
    ),
    (
        "/rules/message/fields/embeds/each/fields/footer/fields/text/length",
        "RichEmbedFooter.text",
    ),
    (
        "/rules/message/fields/embeds/each/fields/author/fields/name/length",
        "RichEmbedAuthor.name",
    ),
    (
        "/rules/message/fields/embeds/each/fields/fields/size",
        "RichEmbed.fields",
    ),
    (
        "/rules/message/fields/embeds/each/fields/fields/each/fields/name/length",
        "RichEmbedField.name",
    ),
    (
        "/rules/message/fields/embeds/each/fields/fields/each/fields/value/length",
        "RichEmbedField.value",
    ),
    (
        "/rules/message/fields/allowed_mentions/fields/users/size",
        "MessageAllowedMentionsRequest.users",
    ),
    (
        "/rules/message/fields/allowed_mentions/fields/roles/size",
        "MessageAllowedMentionsRequest.roles",
    ),
    ("/rules/components/size", "MessageCreateRequest.components"),
    (
        "/rules/text/fields/content/length",
        "TextDisplayComponentForMessageRequest.content",
    ),
    (
        "/rules/gallery/fields/items/size",
        "MediaGalleryComponentForMessageRequest.items",
    ),
    (
        "/rules/gallery/fields/items/each/fields/description/length",
        "MediaGalleryItemRequest.description",
    ),
    ("/rules/media/fields/url/length", "UnfurledMediaRequest.url"),
    (
        "/rules/button/fields/label/length",
        "ButtonComponentForMessageRequest.label",
    ),
    (
        "/rules/custom_id/length",
        "ButtonComponentForMessageRequest.custom_id",
    ),
    (
        "/rules/menu/fields/placeholder/length",
        "StringSelectComponentForMessageRequest.placeholder",
    ),
    (
        "/rules/menu_options/size",
        "StringSelectComponentForMessageRequest.options",
    ),
    (
        "/rules/menu_options/each/fields/label/length",
        "StringSelectOptionForRequest.label",
    ),
    (
        "/rules/menu_options/each/fields/description/length",
        "StringSelectOptionForRequest.description",
    ),
    (
        "/rules/form/fields/title/length",
        "ModalInteractionCallbackRequestData.title",
    ),
    (
        "/rules/input/fields/label/length",
        "TextInputComponentForModalRequest.label",
    ),
    (
        "/rules/input/fields/placeholder/length",
        "TextInputComponentForModalRequest.placeholder",
    ),
    (
        "/rules/suggestions/size",
        "InteractionApplicationCommandAutocompleteCallbackStringData.choices",
    ),
    (
        "/rules/thread/fields/name/length",
        "CreateTextThreadWithMessageRequest.name",
    ),
    (
        "/rules/command_name/length",
        "ApplicationCommandCreateRequest.name",
    ),
    (
        "/rules/command_description/length",
        "ApplicationCommandStringOption.description",
    ),
    (
        "/rules/options/size",
        "ApplicationCommandCreateRequest.options",
    ),
];

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
    SAME.into_iter().map(bounds).collect()
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
    for (place, property) in SAME {
        let bounds = |of: &Value| (of[0].as_u64().unwrap(), of[1].as_u64().unwrap());
        let known = ours
            .pointer(place)
            .unwrap_or_else(|| panic!("no limit {place}"));
        let ((least, most), (own_least, own_most)) = (bounds(&theirs[property]), bounds(known));
        assert!(
            own_least >= least && own_most <= most,
            "{place}: {known}, {property}: {least} to {most}"
        );
    }
}
