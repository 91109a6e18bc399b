//! Choosing from menus.

use serde_json::{Map, Value, json};

use super::interaction::COMPONENT;
use super::json::list;
use super::model::{Answer, Channel, Refused};
use super::objects;
use super::person::{Person, Which};

impl Person {
    /// Chooses from a menu, by the values or the labels of its options.
    ///
    /// # Errors
    /// As for [`presses`](Self::presses), and if these may not be chosen.
    pub async fn selects(
        &self,
        message: impl Which,
        custom: &str,
        wanted: &[&str],
    ) -> Result<Answer, Refused> {
        let id = message.id();
        if let Ok((part, place)) = self.usable(id, custom, 8) {
            return self.selects_channels(id, &part, &place, wanted).await;
        }
        let (part, place) = self.usable(id, custom, 3)?;
        let mut values = Vec::new();
        for want in wanted {
            let fits = |it: &&Value| it["value"] == *want || it["label"] == *want;
            let option = list(&part["options"]).iter().find(fits);
            let Some(value) = option.and_then(|it| it["value"].as_str()) else {
                return Err(Refused::NotOffered(format!("{custom:?} has no {want:?}")));
            };
            values.push(value);
        }
        let count = values.len() as u64;
        let min = part["min_values"].as_u64().unwrap_or(1);
        let max = part["max_values"].as_u64().unwrap_or(1);
        if !(min..=max).contains(&count) {
            return Err(Refused::NotOffered(format!(
                "{custom:?} takes {min} to {max} choices"
            )));
        }
        let data = json!({
            "custom_id": custom, "component_type": 3, "id": part["id"], "values": values,
        });
        self.act(&place, COMPONENT, custom.to_owned(), data, Some(id))
            .await
            .map(|(answer, _)| answer)
    }

    /// Chooses from a menu of channels, by their keys, names or ids.
    async fn selects_channels(
        &self,
        message: u64,
        part: &Value,
        place: &Channel,
        wanted: &[&str],
    ) -> Result<Answer, Refused> {
        let custom = part["custom_id"].as_str().unwrap_or_default();
        let (mut values, mut resolved) = (Vec::new(), Map::new());
        for want in wanted {
            let found = self.world.channel(want);
            let open = |it: &Channel| it.at_home() && it.parent.is_none();
            let Some(channel) = found.filter(open) else {
                return Err(Refused::NotOffered(format!("there is no channel {want:?}")));
            };
            let key = channel.id.to_string();
            let object = self
                .world
                .look(|state| objects::channel(&self.world, state, &channel));
            resolved.insert(key.clone(), object);
            values.push(key);
        }
        if values.is_empty() || values.len() as u64 > part["max_values"].as_u64().unwrap_or(1) {
            return Err(Refused::NotOffered(format!("{custom:?} takes fewer")));
        }
        let data = json!({
            "custom_id": custom, "component_type": 8, "id": part["id"], "values": values,
            "resolved": { "channels": resolved },
        });
        self.act(place, COMPONENT, custom.to_owned(), data, Some(message))
            .await
            .map(|(answer, _)| answer)
    }
}
