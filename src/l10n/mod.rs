//! Translates messages.
//!
//! The translations are Project Fluent files in `assets/locales`, compiled in. A missing message is
//! a bug: it panics in debug builds, and so in tests; release builds log it and show its id.

use std::borrow::Cow;

use fluent_bundle::{FluentArgs, FluentResource};
use intl_memoizer::concurrent::IntlLangMemoizer;
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

/// Every language; the first is the fallback.
static LANGUAGES: &[Language] = &[
    language!("en", []),
    language!("pt-BR", ["pt-BR"]),
    language!("fr", ["fr"]),
    language!("es", ["es-ES", "es-419"]),
];

impl Locale {
    /// English, which has every message.
    pub const ENGLISH: Self = Self(0);

    /// Every language; the first is the fallback.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LANGUAGES.len()).map(Self)
    }

    /// The language that fits a tag such as `pt-BR` or `es_419.UTF-8` best.
    pub fn from_tag(tag: &str) -> Self {
        let mut all = Self::all();
        let found = all.find(|locale| spoken(locale.tag()) == spoken(tag));
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
    bundles: Vec<Bundle>,
}

impl Default for L10n {
    fn default() -> Self {
        Self::new()
    }
}

impl L10n {
    /// Reads the translations.
    pub fn new() -> Self {
        Self {
            bundles: LANGUAGES
                .iter()
                .map(|language| read(language.tag, language.source))
                .collect(),
        }
    }

    /// Adds messages in the fallback language, such as those of a test's own game.
    #[must_use]
    pub fn with(mut self, source: &str) -> Self {
        add(&mut self.bundles[0], Locale::ENGLISH.tag(), source);
        self
    }

    /// Translates a message.
    pub fn text(&self, locale: Locale, message: &Text) -> String {
        let args = self.args(locale, message);
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
        let known = self
            .chain(locale)
            .any(|bundle| bundle.get_message(id).is_some());
        known.then(|| self.format(locale, id, None, &FluentArgs::new()))
    }

    /// Every message whose id starts with `prefix`, for the playground's page, with its
    /// placeholders left as `{$name}`.
    pub fn all_with_prefix(&self, locale: Locale, prefix: &str) -> Vec<(String, String)> {
        let said = |id| {
            self.chain(locale).find_map(|bundle| {
                let pattern = bundle.get_message(id)?.value()?;
                // Fluent writes a variable that it does not know as its placeholder.
                Some(
                    bundle
                        .format_pattern(pattern, None, &mut Vec::new())
                        .into_owned(),
                )
            })
        };
        let ids = ids(Locale::ENGLISH.source()).filter(|id| id.starts_with(prefix));
        ids.filter_map(|id| Some((id.to_owned(), said(id)?)))
            .collect()
    }

    fn chain(&self, locale: Locale) -> impl Iterator<Item = &Bundle> {
        let fallback = (locale != Locale::ENGLISH).then_some(Locale::ENGLISH);
        let chain = [Some(locale), fallback].into_iter().flatten();
        chain.map(|locale| &self.bundles[locale.0])
    }

    fn args<'a>(&self, locale: Locale, message: &'a Text) -> FluentArgs<'a> {
        let mut args = FluentArgs::new();
        for (name, arg) in &message.args {
            match arg {
                Arg::Str(text) => args.set(*name, text.as_str()),
                Arg::Number(number) => args.set(*name, *number),
                Arg::Player(player) => args.set(*name, format!("<@{player}>")),
                Arg::Gone => args.set(*name, self.word(locale, "player-gone")),
                Arg::Moment(seconds) => args.set(*name, format!("<t:{seconds}:R>")),
                Arg::Text(message) => args.set(*name, self.text(locale, message)),
                Arg::Term { id, case } => {
                    let mut inner = FluentArgs::new();
                    inner.set("case", *case);
                    args.set(*name, self.format(locale, id, None, &inner));
                }
            }
        }
        args
    }

    fn format(
        &self,
        locale: Locale,
        id: &str,
        attribute: Option<&str>,
        args: &FluentArgs<'_>,
    ) -> String {
        let mut errors = Vec::new();
        let text = self.chain(locale).find_map(|bundle| {
            let message = bundle.get_message(id)?;
            let pattern = match attribute {
                Some(attribute) => message.get_attribute(attribute)?.value(),
                None => message.value()?,
            };
            Some(bundle.format_pattern(pattern, Some(args), &mut errors))
        });
        match text {
            Some(text) if errors.is_empty() => text.into_owned(),
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
                other.map_or_else(|| id.to_owned(), Cow::into_owned)
            }
        }
    }
}

/// The translations of one language, shared by threads.
type Bundle = fluent_bundle::bundle::FluentBundle<FluentResource, IntlLangMemoizer>;

/// Reads the file of one language. An error in it is a bug, which tests find.
fn read(tag: &str, source: &str) -> Bundle {
    let language: LanguageIdentifier = tag.parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks are for mixed writing directions; all our languages run left to right.
    bundle.set_use_isolating(false);
    add(&mut bundle, tag, source);
    bundle
}

/// Adds the messages of a file.
fn add(bundle: &mut Bundle, tag: &str, source: &str) {
    let resource = match FluentResource::try_new(source.to_owned()) {
        Ok(resource) => resource,
        Err((resource, errors)) => {
            debug_assert!(false, "{tag}: {errors:?}");
            tracing::error!(
                locale = tag,
                problems = errors.len(),
                "a locale cannot be read whole"
            );
            resource
        }
    };
    if let Err(errors) = bundle.add_resource(resource) {
        debug_assert!(false, "{tag}: {errors:?}");
        tracing::error!(
            locale = tag,
            problems = errors.len(),
            "a locale has messages twice"
        );
    }
}

/// The ids of the messages in a file.
fn ids(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (id, _) = line.split_once(" =")?;
        id.starts_with(|first: char| first.is_ascii_lowercase())
            .then_some(id)
    })
}
