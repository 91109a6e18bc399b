//! Discord's limits on forms and suggestions.

use std::collections::HashSet;

use serde_json::Value;

use super::complaint::{Errors, Refusal};
use super::components::custom_id;
use super::json::list;

/// A form: its title, and rows of one text input each (or labels around one).
pub(super) fn modal(data: &Value) -> Result<(), Refusal> {
    let mut errors = Errors::default();
    custom_id(data, "data", &mut errors);
    errors.length(
        "data.title",
        data["title"].as_str().unwrap_or_default(),
        1,
        45,
    );
    let rows = list(&data["components"]);
    errors.between("data.components", rows.len(), 1, 5);
    let mut seen = HashSet::new();
    for (n, row) in rows.iter().enumerate() {
        let path = format!("data.components.{n}.components.0");
        let inputs = list(&row["components"]);
        let input = &row["components"][0];
        if row["type"] != 1 || inputs.len() != 1 || input["type"] != 4 {
            errors.add(
                &format!("data.components.{n}"),
                "PLAYGROUND_LIMIT",
                "The playground knows forms of rows with one text input each.",
            );
            continue;
        }
        custom_id(input, &path, &mut errors);
        if !seen.insert(input["custom_id"].as_str().unwrap_or_default()) {
            errors.add(&path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Duplicated");
        }
        let label = input["label"].as_str().unwrap_or_default();
        errors.length(&format!("{path}.label"), label, 1, 45);
        let placeholder = input["placeholder"].as_str().unwrap_or_default();
        errors.length(&format!("{path}.placeholder"), placeholder, 0, 100);
        if !matches!(input["style"].as_u64(), Some(1 | 2)) {
            errors.add(&format!("{path}.style"), "BASE_TYPE_CHOICES", "1 or 2.");
        }
    }
    errors.check()
}

/// Checks the choices of an autocomplete answer.
pub(super) fn choices(choices: &Value) -> Result<(), Refusal> {
    let mut errors = Errors::default();
    if !choices.is_array() {
        errors.missing("data.choices");
    }
    errors.most("data.choices", list(choices).len(), 25);
    for (n, choice) in list(choices).iter().enumerate() {
        let path = format!("data.choices.{n}");
        let name = choice["name"].as_str().unwrap_or_default();
        errors.length(&format!("{path}.name"), name, 1, 100);
        match &choice["value"] {
            Value::String(text) => errors.length(&format!("{path}.value"), text, 1, 100),
            Value::Number(_) => {}
            _ => errors.missing(&path),
        }
    }
    errors.check()
}
