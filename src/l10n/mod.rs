//! Translates messages.
//!
//! The translations are Project Fluent files in `assets/locales`, compiled in. A missing message is
//! a bug: it panics in debug builds, and so in tests; release builds log it and show its id.

use std::collections::HashMap;

use fluent_bundle::{FluentArgs, FluentError, FluentResource};
use intl_memoizer::concurrent::IntlLangMemoizer;
use parking_lot::RwLock;
use unic_langid::LanguageIdentifier;

use siwa_games::text::{Arg, Text};

/// A language of the bot: its place in `LANGUAGES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Locale(usize);

/// One language.
struct Language {
    tag: &'static str,
    /// Its tags in Discord's localizations; empty for English, the default.
    discord_tags: &'static [&'static str],
    source: &'static str,
}

/// The language of a tag, with its tags in Discord's localizations.
macro_rules! language {
    ($tag:literal, $discord_tags:expr) => {
        Language {
            tag: $tag,
            discord_tags: &$discord_tags,
            source: include_str!(concat!("../../assets/locales/", $tag, ".ftl")),
        }
    };
}

/// Every language.
static LANGUAGES: &[Language] = &[
    language!("en", []),
    language!("pt-BR", ["pt-BR"]),
    language!("fr", ["fr"]),
    language!("es", ["es-ES", "es-419"]),
];

impl Locale {
    /// The language of people whose own is not there.
    pub const ENGLISH: Self = Self(0);

    /// Every language.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LANGUAGES.len()).map(Self)
    }

    /// The language that fits a tag such as `pt-BR` or `es_419.UTF-8` best.
    pub fn from_tag(tag: &str) -> Self {
        let found = Self::all().find(|locale| spoken(locale.tag()) == spoken(tag));
        found.unwrap_or(Self::ENGLISH)
    }

    /// The language's own tag.
    pub fn tag(self) -> &'static str {
        LANGUAGES[self.0].tag
    }

    /// The tags in Discord's localizations; empty for English, the default.
    pub fn discord_tags(self) -> &'static [&'static str] {
        LANGUAGES[self.0].discord_tags
    }

    /// The Fluent source of this language.
    pub fn source(self) -> &'static str {
        LANGUAGES[self.0].source
    }
}

/// `es` of `es_419.UTF-8`.
fn spoken(tag: &str) -> &str {
    tag.split(['-', '_', '.']).next().unwrap_or(tag)
}

/// The translations of all languages.
pub struct L10n {
    /// One for each of [`LANGUAGES`].
    languages: Vec<Messages>,
}

impl Default for L10n {
    fn default() -> Self {
        Self {
            languages: Locale::all().map(Messages::new).collect(),
        }
    }
}

impl L10n {
    /// Adds messages to every language, such as those of a test's own game.
    #[must_use]
    pub fn with(mut self, source: &'static str) -> Self {
        for messages in &mut self.languages {
            messages.sources.extend(sources(source));
        }
        self
    }

    /// Translates a message.
    pub fn text(&self, locale: Locale, message: &Text) -> String {
        let mut args = FluentArgs::new();
        for (name, arg) in &message.args {
            match arg {
                // A name may look like a quoted command, which becomes a link.
                Arg::Str(text) => args.set(*name, text.replace("`/", "`\u{2060}/")),
                Arg::Number(number) => args.set(*name, *number),
                Arg::Player(player) => args.set(*name, format!("<@{player}>")),
                Arg::Moment(seconds) => args.set(*name, format!("<t:{seconds}:R>")),
                Arg::Text(message) => args.set(*name, self.text(locale, message)),
            }
        }
        self.format(locale, message.id, None, &args)
    }

    /// Translates a message without arguments.
    pub fn word(&self, locale: Locale, id: &str) -> String {
        self.format(locale, id, None, &FluentArgs::new())
    }

    /// Translates an attribute of a message without arguments.
    pub fn attribute(&self, locale: Locale, id: &str, attribute: &str) -> String {
        self.format(locale, id, Some(attribute), &FluentArgs::new())
    }

    /// A translated message whose id is made at run time, such as the rules of a ruleset, if there
    /// is one.
    pub fn find(&self, locale: Locale, id: &str) -> Option<String> {
        let known = self.languages[locale.0].sources.contains_key(id);
        known.then(|| self.word(locale, id))
    }

    /// Every message whose id starts with `prefix`, for the playground's page, with its
    /// placeholders left as `{$name}`.
    pub fn all_with_prefix(&self, locale: Locale, prefix: &str) -> Vec<(String, String)> {
        let messages = &self.languages[locale.0];
        let ids = messages.sources.keys().filter(|id| id.starts_with(prefix));
        // Fluent writes a variable that it does not know as its placeholder.
        let text = |id| messages.format(id, None, None, &mut Vec::new());
        ids.filter_map(|id| Some(((*id).to_owned(), text(id)?)))
            .collect()
    }

    fn format(
        &self,
        locale: Locale,
        id: &str,
        attribute: Option<&str>,
        args: &FluentArgs<'_>,
    ) -> String {
        let mut errors = Vec::new();
        let text = self.languages[locale.0].format(id, attribute, Some(args), &mut errors);
        match text {
            Some(text) if errors.is_empty() => text,
            other => {
                let problem = errors.first().map(ToString::to_string);
                let problem = problem.as_deref().unwrap_or("no such message");
                debug_assert!(false, "{id} in {}: {problem}", locale.tag());
                tracing::error!(
                    message.id = id,
                    locale = locale.tag(),
                    %problem,
                    "a message has no translation"
                );
                other.unwrap_or_else(|| id.to_owned())
            }
        }
    }
}

/// Parsed messages of one language, shared by threads.
type Bundle = fluent_bundle::bundle::FluentBundle<FluentResource, IntlLangMemoizer>;

/// The messages of one language. Each is parsed when it is first used: a parsed message takes many
/// times the memory of its source, and few messages are used.
struct Messages {
    /// The source of each message, by its id.
    sources: HashMap<&'static str, &'static str>,
    parsed: RwLock<Bundle>,
}

impl Messages {
    fn new(locale: Locale) -> Self {
        let language: LanguageIdentifier = locale.tag().parse().unwrap_or_default();
        let mut parsed = Bundle::new_concurrent(vec![language]);
        // Isolation marks are for mixed writing directions; all our languages run left to right.
        parsed.set_use_isolating(false);
        Self {
            sources: sources(locale.source()).collect(),
            parsed: RwLock::new(parsed),
        }
    }

    /// Formats a message, or an attribute of it, if the language has it.
    fn format(
        &self,
        id: &str,
        attribute: Option<&str>,
        args: Option<&FluentArgs<'_>>,
        errors: &mut Vec<FluentError>,
    ) -> Option<String> {
        if !self.parsed.read().has_message(id) {
            self.parse(id, &mut self.parsed.write());
        }
        let parsed = self.parsed.read();
        let message = parsed.get_message(id)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        Some(parsed.format_pattern(pattern, args, errors).into_owned())
    }

    /// Parses a message and those that it refers to, if it is not parsed yet. An error in it is a
    /// bug, which tests find.
    fn parse(&self, id: &str, parsed: &mut Bundle) {
        if parsed.has_message(id) {
            return;
        }
        let Some(source) = self.sources.get(id) else {
            return;
        };
        let resource = FluentResource::try_new((*source).to_owned());
        parsed.add_resource_overriding(resource.unwrap_or_else(|(resource, errors)| {
            debug_assert!(false, "{id}: {errors:?}");
            resource
        }));
        for placeable in source.split('{').skip(1) {
            let name = placeable.trim_start();
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
            self.parse(&name[..end.unwrap_or(name.len())], parsed);
        }
    }
}

/// Each message of a file: its id and its source.
fn sources(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let later_lines = file.match_indices('\n').map(|(end, _)| end + 1);
    let begins = |line: &usize| file[*line..].starts_with(|c: char| c.is_ascii_lowercase());
    let starts = std::iter::once(0).chain(later_lines).filter(begins);
    let starts: Vec<usize> = starts.collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([file.len()]).collect();
    starts.into_iter().zip(ends).filter_map(|(start, end)| {
        let source = &file[start..end];
        Some((source.split_once(" =")?.0, source))
    })
}
