//! Checks the fields of a body against Discord's limits.
//!
//! A [`Field`] walks down the JSON and knows its path, so that a check names only what is wrong. All that is wrong goes
//! into one [`Refusal`].

use std::cell::RefCell;
use std::ops::Deref;

use serde_json::{Value, json};

use super::json::list;
use super::violation::{Kind, Refusal};

/// One error: the path of the field, Discord's code, and a sentence.
type Error = (String, &'static str, String);

/// A field of a body; as a [`Value`], its value.
pub(super) struct Field<'a> {
    /// Its value, which outlives the field.
    pub(super) value: &'a Value,
    /// `components.0.components.1.label`.
    path: String,
    errors: &'a RefCell<Vec<Error>>,
}

impl Deref for Field<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.value
    }
}

/// Refuses a value with everything that `check` finds wrong; `path` is where the value is in the body.
pub(super) fn check(
    value: &Value,
    path: &str,
    check: impl FnOnce(&Field<'_>),
) -> Result<(), Refusal> {
    let errors = RefCell::new(Vec::new());
    check(&Field {
        value,
        path: path.to_owned(),
        errors: &errors,
    });
    match errors.into_inner() {
        errors if errors.is_empty() => Ok(()),
        errors => Err(refusal(errors)),
    }
}

impl Refusal {
    /// One wrong field.
    pub(super) fn field(path: &str, code: &'static str, message: &str) -> Self {
        refusal(vec![(path.to_owned(), code, message.to_owned())])
    }
}

fn refusal(errors: Vec<Error>) -> Refusal {
    let mut tree = json!({});
    let mut first = None;
    for (path, code, message) in errors {
        first.get_or_insert_with(|| format!("Invalid Form Body ({path}: {message})"));
        let mut node = &mut tree;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            node = &mut node[step];
        }
        let error = json!({ "code": code, "message": message });
        match node["_errors"].as_array_mut() {
            Some(list) => list.push(error),
            None => node["_errors"] = json!([error]),
        }
    }
    Refusal {
        errors: Some(tree),
        ..Refusal::new(400, Kind::Invalid, 50035, &first.unwrap_or_default())
    }
}

impl<'a> Field<'a> {
    fn below(&self, step: &str, value: &'a Value) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self {
            value,
            path: format!("{}{dot}{step}", self.path),
            errors: self.errors,
        }
    }

    /// The field of this name, null if there is none.
    pub(super) fn at(&self, name: &str) -> Self {
        self.below(name, &self.value[name])
    }

    /// Its elements; none if it is no list.
    pub(super) fn each(&self) -> impl Iterator<Item = Self> {
        let all = list(self.value).iter().enumerate();
        all.map(|(n, value)| self.below(&n.to_string(), value))
    }

    /// Its members with their names; none if it is no object.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'a str, Self)> {
        let all = self.value.as_object().into_iter().flatten();
        all.map(|(name, value)| (name.as_str(), self.below(name, value)))
    }

    /// Its text, empty if it is none.
    pub(super) fn text(&self) -> &'a str {
        self.value.as_str().unwrap_or_default()
    }

    /// Its number, or this if it is none.
    pub(super) fn number(&self, default: u64) -> u64 {
        self.value.as_u64().unwrap_or(default)
    }

    /// Notes that it is wrong.
    pub(super) fn wrong(&self, code: &'static str, message: impl Into<String>) {
        let error = (self.path.clone(), code, message.into());
        self.errors.borrow_mut().push(error);
    }

    /// Notes that it is wrong, unless it is `right`.
    pub(super) fn ensure(&self, right: bool, code: &'static str, message: impl Into<String>) {
        if !right {
            self.wrong(code, message);
        }
    }

    /// Notes a length or a number of elements that is out of bounds.
    pub(super) fn between(&self, length: usize, min: usize, max: usize) {
        let message = format!("Must be between {min} and {max} in length.");
        let right = (min..=max).contains(&length);
        self.ensure(right, "BASE_TYPE_BAD_LENGTH", message);
    }

    /// Notes more than `max` elements.
    pub(super) fn most(&self, length: usize, max: usize) {
        let message = format!("Must be {max} or fewer in length.");
        self.ensure(length <= max, "BASE_TYPE_MAX_LENGTH", message);
    }

    /// Notes a text that is missing or has a wrong number of characters; returns whether it is there.
    pub(super) fn required(&self, min: usize, max: usize) -> bool {
        match self.value.as_str() {
            Some(text) => self.between(text.chars().count(), min, max),
            None => self.wrong("BASE_TYPE_REQUIRED", "This field is required"),
        }
        self.value.is_string()
    }

    /// Notes a text that is there and is too long; returns how long it is.
    pub(super) fn optional(&self, max: usize) -> usize {
        let length = self.text().chars().count();
        self.between(length, 0, max);
        length
    }

    /// Notes a text that is too short or too long; one that is missing is empty.
    pub(super) fn length(&self, min: usize, max: usize) {
        self.between(self.text().chars().count(), min, max);
    }

    /// Notes a list that is too short or too long.
    pub(super) fn size(&self, min: usize, max: usize) {
        self.between(list(self.value).len(), min, max);
    }
}
