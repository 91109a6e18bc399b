//! Discord's limits on forms and suggestions.

use std::collections::HashSet;

use serde_json::Value;

use super::field::{self, Field};
use super::json::list;
use super::violation::Refusal;

/// A form: its title, and rows of one text input each.
pub(super) fn modal(data: &Value) -> Result<(), Refusal> {
    field::check(data, "data", |form| {
        form.at("custom_id").required(1, 100);
        form.at("title").length(1, 45);
        let rows = form.at("components");
        rows.size(1, 5);
        let mut seen = HashSet::new();
        for row in rows.each() {
            let inputs = row.at("components");
            let fits = |input: &Field<'_>| {
                row["type"] == 1 && list(&inputs).len() == 1 && input["type"] == 4
            };
            let Some(input) = inputs.each().next().filter(fits) else {
                let message = "The playground knows forms of rows with one text input each.";
                row.wrong("PLAYGROUND_LIMIT", message);
                continue;
            };
            input.at("custom_id").required(1, 100);
            if !seen.insert(input.at("custom_id").text()) {
                input.wrong("COMPONENT_CUSTOM_ID_DUPLICATED", "Duplicated");
            }
            input.at("label").length(1, 45);
            input.at("placeholder").optional(100);
            if !matches!(input["style"].as_u64(), Some(1 | 2)) {
                input.at("style").wrong("BASE_TYPE_CHOICES", "1 or 2.");
            }
        }
    })
}

/// Checks the choices of an autocomplete answer.
pub(super) fn choices(choices: &Value) -> Result<(), Refusal> {
    field::check(choices, "data.choices", |choices| {
        if !choices.is_array() {
            choices.wrong("BASE_TYPE_REQUIRED", "This field is required");
        }
        choices.most(list(choices).len(), 25);
        for choice in choices.each() {
            choice.at("name").length(1, 100);
            let value = choice.at("value");
            if !value.is_number() {
                value.required(1, 100);
            }
        }
    })
}
