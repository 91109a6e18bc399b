//! Texts to translate: the id of a sentence and its arguments.

/// A sentence, before its translation.
///
/// The translations are in `assets/locales/*.ftl` under [`id`](Self::id); only the edge of the
/// program translates it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Text {
    /// The Fluent id, kebab-case.
    pub id: &'static str,
    /// Named arguments, in no particular order.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Text that is the same in every language: a square, a move.
    Str(String),
    /// A whole number.
    Number(i64),
    /// A person, shown as a mention where mentions exist.
    Player(u64),
    /// A point in time, in seconds since the Unix epoch.
    Moment(i64),
    /// Another text.
    Text(Box<Text>),
}

impl Text {
    /// A text without arguments.
    pub fn new(id: &'static str) -> Self {
        Self {
            id,
            args: Vec::new(),
        }
    }

    /// A name that one of its texts has for each case, such as `first` of `seega-side`.
    pub fn term(id: &'static str, case: &str) -> Self {
        Self::new(id).with("case", case)
    }

    /// The text with one more argument.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// Several texts as one: “a, b and c”. `None` if there are none.
    pub fn list(mut items: Vec<Self>) -> Option<Self> {
        let last = items.pop();
        let more = |list: Self, item| list.joined("list-more", item);
        let before = items.into_iter().reduce(more);
        match (before, last) {
            (Some(list), Some(item)) => Some(list.joined("list-and", item)),
            (_, last) => last,
        }
    }

    fn joined(self, by: &'static str, item: Self) -> Self {
        Self::new(by).with("before", self).with("after", item)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Str(text)
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Str(text.to_owned())
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<Text> for Arg {
    fn from(message: Text) -> Self {
        Self::Text(Box::new(message))
    }
}
