//! Reads JSON of any shape.

use serde_json::Value;

/// The elements of a list, empty if it is something else.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A snowflake, which libraries send as a string or as a number.
pub(super) fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// A text, empty if it is something else.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The number of characters of a text, 0 if it is something else.
pub(super) fn characters(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

/// A text as it is, anything else as JSON.
pub(super) fn written(value: &Value) -> String {
    let text = value.as_str().map(str::to_owned);
    text.unwrap_or_else(|| value.to_string())
}
