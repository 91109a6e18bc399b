//! Choosing from menus.

use serde_json::{Value, json};

use super::interaction::COMPONENT;
use super::json::list;
use super::model::{Answer, Channel, Refused, refuse};
use super::objects;
use super::person::Person;
use super::world::State;

impl Person {
    /// Chooses from a menu, by the values or the labels of its options; from a menu of channels, by their keys, names
    /// or ids.
    ///
    /// # Errors
    /// Those of [`presses`](Self::presses); and if an option is missing, or too few or too many are chosen.
    pub async fn selects(
        &self,
        message: impl Into<u64>,
        custom: &str,
        wanted: &[&str],
    ) -> Result<Answer, Refused> {
        let id = message.into();
        let of_channels = self.usable(id, custom, 8);
        let (part, place) = of_channels.or_else(|_| self.usable(id, custom, 3))?;
        let kind = &part["type"];
        let mut data = json!({ "custom_id": custom, "component_type": kind, "id": part["id"] });
        let mut values = Vec::new();
        for want in wanted {
            let value = match *kind == 8 {
                true => self.channel(want, &mut data["resolved"]["channels"]),
                false => option(&part, want),
            };
            match value {
                Some(value) => values.push(value),
                None => return refuse(format!("{custom:?} has no {want:?}")),
            }
        }
        let count = values.len() as u64;
        let min = part["min_values"].as_u64().unwrap_or(1);
        let max = part["max_values"].as_u64().unwrap_or(1);
        if !(min..=max).contains(&count) {
            return refuse(format!("{custom:?} takes {min} to {max} choices"));
        }
        data["values"] = json!(values);
        self.act(&place, COMPONENT, custom.to_owned(), data, Some(id))
            .await
    }

    /// The id of a channel of the server, which is described in `resolved`.
    fn channel(&self, which: &str, resolved: &mut Value) -> Option<String> {
        let open = |it: &Channel| it.at_home() && it.parent.is_none();
        let channel = self.world.channel(which).filter(open)?;
        let describe = |state: &State| objects::channel(&self.world, state, &channel);
        let id = channel.id.to_string();
        resolved[&id] = self.world.look(describe);
        Some(id)
    }
}

/// The value of an option, by its value or its label.
fn option(part: &Value, wanted: &str) -> Option<String> {
    let fits = |it: &&Value| it["value"] == *wanted || it["label"] == *wanted;
    let option = list(&part["options"]).iter().find(fits)?;
    option["value"].as_str().map(str::to_owned)
}
