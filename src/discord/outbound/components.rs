//! Rows, buttons and menus as Discord's JSON, built with serenity.

use serenity::builder::{
    CreateActionRow, CreateAllowedMentions, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};
use serenity::model::application::ButtonStyle;
use serenity::model::channel::{ChannelType, ReactionType};

use crate::discord::view::reply::{Button, Choice, Emoji, MAX_CHOICES, Reply, Row, Style, cut};

/// The longest label of a menu's placeholder, in characters.
const MAX_PLACEHOLDER: usize = 150;
/// The longest value, label or description of a choice, in characters.
pub(super) const MAX_CHOICE: usize = 100;
/// The longest label of a button, in characters.
const MAX_LABEL: usize = 80;

/// The people whom a message may ping.
pub(super) fn mentions(reply: &Reply) -> CreateAllowedMentions {
    let pings = reply.pings.iter().filter(|player| !player.is_gone());
    CreateAllowedMentions::new().users(pings.map(|player| player.0))
}

/// A row of buttons, or of one menu.
pub(super) fn row(row: &Row) -> CreateActionRow {
    match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        Row::Section { button: one, .. } => {
            CreateActionRow::Buttons(one.iter().map(button).collect())
        }
        Row::Menu {
            id,
            most,
            placeholder,
            options,
        } => {
            let options = options.iter().map(option).collect();
            let kind = CreateSelectMenuKind::String { options };
            let menu = CreateSelectMenu::new(id.to_string(), kind)
                .placeholder(cut(placeholder, MAX_PLACEHOLDER))
                .min_values(1)
                .max_values(*most);
            CreateActionRow::SelectMenu(menu)
        }
        Row::Channels {
            id,
            placeholder,
            chosen,
        } => {
            let chosen: Vec<_> = chosen.iter().map(|channel| channel.0.into()).collect();
            let kind = CreateSelectMenuKind::Channel {
                channel_types: Some(vec![ChannelType::Text, ChannelType::News]),
                default_channels: (!chosen.is_empty()).then_some(chosen),
            };
            let menu = CreateSelectMenu::new(id.to_string(), kind)
                .placeholder(cut(placeholder, MAX_PLACEHOLDER))
                .min_values(1)
                .max_values(u8::try_from(MAX_CHOICES).unwrap_or(u8::MAX));
            CreateActionRow::SelectMenu(menu)
        }
    }
}

pub(super) fn button(button: &Button) -> CreateButton {
    let style = match button.style {
        Style::Primary => ButtonStyle::Primary,
        Style::Secondary => ButtonStyle::Secondary,
        Style::Success => ButtonStyle::Success,
        Style::Danger => ButtonStyle::Danger,
    };
    let made = CreateButton::new(button.id.to_string())
        .style(style)
        .disabled(!button.enabled);
    let made = match button.label.as_str() {
        "" => made,
        label => made.label(cut(label, MAX_LABEL)),
    };
    match &button.emoji {
        Some(emoji) => made.emoji(picture(emoji)),
        None => made,
    }
}

fn picture(emoji: &Emoji) -> ReactionType {
    match emoji {
        Emoji::Own(id, name, _) => ReactionType::Custom {
            animated: false,
            id: (*id).into(),
            name: Some(name.clone()),
        },
        Emoji::Character(character) => ReactionType::Unicode((*character).to_owned()),
    }
}

fn option(choice: &Choice) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut(&choice.label, MAX_CHOICE), choice.value.clone())
        .default_selection(choice.chosen);
    let option = match &choice.description {
        Some(description) => option.description(cut(description, MAX_CHOICE)),
        None => option,
    };
    match &choice.emoji {
        Some(emoji) => option.emoji(picture(emoji)),
        None => option,
    }
}
