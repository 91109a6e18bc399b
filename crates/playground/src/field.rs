//! Checks the fields of a body against Discord's limits.
//!
//! A [`Field`] walks down the JSON and knows its path, so that a check names only the error. All errors go into one
//! [`ApiError`]. The rules for fields, and for which components fit where, are in `limits.json`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Deref;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::json::{characters, list};
use super::violation::{ApiError, Kind};

/// Discord's limits.
static LIMITS: LazyLock<Limits> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../assets/limits.json")).expect("the file is JSON")
});

#[derive(Deserialize)]
struct Limits {
    /// The rules, by kind of value.
    rules: BTreeMap<String, Rule>,
    /// The languages that Discord knows.
    locales: Vec<String>,
    /// Discord's messages about fields, by error code.
    words: BTreeMap<String, String>,
    /// Discord's errors by code: status, kind of violation, and message.
    errors: BTreeMap<u32, (u16, Kind, String)>,
}

/// Returns whether Discord knows a language.
pub(super) fn is_locale(name: &str) -> bool {
    LIMITS.locales.iter().any(|known| known == name)
}

/// A rule for a value. Unless it is `required`, the value may be missing.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Rule {
    required: bool,
    /// A text with a minimal and a maximal length, in characters.
    length: Option<(usize, usize)>,
    /// A list with a minimal and a maximal number of elements.
    size: Option<(usize, usize)>,
    /// One of these.
    among: Vec<Value>,
    /// A text that begins with one of these; else an error with this code and message.
    begins: Option<(Vec<String>, String, String)>,
    /// The rule for the elements of a list.
    each: Option<Box<Rule>>,
    /// The rules for the fields of an object.
    fields: BTreeMap<String, Rule>,
    /// The kinds of components whose rules apply, by type; else an error with this code and message.
    types: Option<(BTreeMap<u64, String>, String, String)>,
}

/// One error: the path of the field, Discord's code, and a sentence.
type Error = (String, &'static str, String);

/// A field of a body; dereferences to its value.
pub(super) struct Field<'a> {
    /// Its value, which outlives the field.
    pub(super) value: &'a Value,
    /// The path: `components.0.components.1.label`.
    path: String,
    errors: &'a RefCell<Vec<Error>>,
}

impl Deref for Field<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.value
    }
}

/// Nothing, or why a request is refused.
pub(super) type Checked = Result<(), ApiError>;

/// Refuses a value with all errors that `check` finds; `path` is the value's place in the body.
pub(super) fn check(value: &Value, path: &str, check: impl FnOnce(&Field<'_>)) -> Checked {
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

impl ApiError {
    /// Discord's error with this code.
    pub(super) fn from_code(code: u32) -> Self {
        let (status, kind, message) = &LIMITS.errors[&code];
        Self::new(*status, *kind, code, message)
    }

    /// One wrong field, with Discord's message.
    pub(super) fn known(path: &str, code: &'static str) -> Self {
        Self::field(path, code, &LIMITS.words[code])
    }

    /// One wrong field, with another message.
    pub(super) fn field(path: &str, code: &'static str, message: &str) -> Self {
        refusal(vec![(path.to_owned(), code, message.to_owned())])
    }
}

/// Refuses a request with Discord's error of this code, if it is `wrong`.
pub(super) fn refuse_if(wrong: bool, code: u32) -> Checked {
    if wrong {
        return Err(ApiError::from_code(code));
    }
    Ok(())
}

fn refusal(errors: Vec<Error>) -> ApiError {
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
    ApiError {
        errors: Some(tree),
        message: first.unwrap_or_default(),
        ..ApiError::from_code(50035)
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

    /// The field with this name, null if there is none.
    pub(super) fn at(&self, name: &str) -> Self {
        self.below(name, &self.value[name])
    }

    /// Its elements; empty if it is not a list.
    pub(super) fn each(&self) -> impl Iterator<Item = Self> {
        let all = list(self.value).iter().enumerate();
        all.map(|(n, value)| self.below(&n.to_string(), value))
    }

    /// The text with this name, and its translations by language.
    pub(super) fn localised(&self, name: &str) -> impl Iterator<Item = (&'a str, Self)> {
        let others = self.at(&format!("{name}_localizations"));
        let all = others.value.as_object().into_iter().flatten();
        let translations = all.map(move |(locale, text)| (&**locale, others.below(locale, text)));
        iter::once(("", self.at(name))).chain(translations)
    }

    /// Its text; empty if it is not a text.
    pub(super) fn text(&self) -> &'a str {
        self.value.as_str().unwrap_or_default()
    }

    /// Adds an error, with Discord's message or the playground's.
    pub(super) fn wrong(&self, code: &'static str, message: impl Into<String>) {
        let error = (self.path.clone(), code, message.into());
        self.errors.borrow_mut().push(error);
    }

    /// Adds an error, unless it is `right`.
    pub(super) fn ensure(&self, right: bool, code: &'static str) {
        if !right {
            self.wrong(code, &LIMITS.words[code]);
        }
    }

    /// Adds an error if a length or a number of elements is out of bounds.
    pub(super) fn between(&self, length: usize, min: usize, max: usize) {
        if length > max && min == 0 {
            let message = format!("Must be {max} or fewer in length.");
            self.wrong("BASE_TYPE_MAX_LENGTH", message);
        } else if !(min..=max).contains(&length) {
            let message = format!("Must be between {min} and {max} in length.");
            self.wrong("BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// Adds all violations of the rules for this kind of value, in it and in its parts.
    pub(super) fn obeys(&self, kind: &str) {
        self.follow(&LIMITS.rules[kind]);
    }

    fn follow(&self, rule: &'static Rule) {
        if self.is_null() {
            return self.ensure(!rule.required, "BASE_TYPE_REQUIRED");
        }
        if let Some((min, max)) = rule.length {
            self.ensure(self.is_string(), "STRING_TYPE_CONVERT");
            self.between(characters(self), min, max);
        }
        if let Some((min, max)) = rule.size {
            self.ensure(self.is_array(), "LIST_TYPE_CONVERT");
            self.between(list(self).len(), min, max);
        }
        if !rule.among.is_empty() && !rule.among.contains(self) {
            let known: Vec<String> = rule.among.iter().map(Value::to_string).collect();
            let message = format!("Value must be one of {{{}}}.", known.join(", "));
            self.wrong("BASE_TYPE_CHOICES", message);
        }
        if let Some((starts, code, message)) = &rule.begins
            && !starts.iter().any(|start| self.text().starts_with(start))
        {
            self.wrong(code, message);
        }
        if let Some(rule) = &rule.each {
            for element in self.each() {
                element.ensure(!element.is_null(), "BASE_TYPE_REQUIRED");
                element.follow(rule);
            }
        }
        let object = rule.fields.is_empty() || self.is_object();
        self.ensure(object, "DICT_TYPE_CONVERT");
        for (name, rule) in &rule.fields {
            self.at(name).follow(rule);
        }
        if let Some((rules, code, message)) = &rule.types {
            let kind = self.at("type");
            match kind.as_u64().and_then(|number| rules.get(&number)) {
                Some(rule) => self.obeys(rule),
                None => kind.wrong(code, message),
            }
        }
    }
}
