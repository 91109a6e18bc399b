//! Fluent's bundles, read from the compiled-in files.

use fluent_bundle::FluentResource;
use intl_memoizer::concurrent::IntlLangMemoizer;
use unic_langid::LanguageIdentifier;

/// The words of one language, shared by threads.
pub(super) type Bundle = fluent_bundle::bundle::FluentBundle<FluentResource, IntlLangMemoizer>;

/// Reads the file of one language. An error in it is a bug, which tests find.
pub(super) fn read(tag: &str, source: &str) -> Bundle {
    let language: LanguageIdentifier = tag.parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks are for mixed directions of writing; ours are all left to right.
    bundle.set_use_isolating(false);
    add(&mut bundle, tag, source);
    bundle
}

/// Adds the words of a file.
pub(super) fn add(bundle: &mut Bundle, tag: &str, source: &str) {
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
pub(super) fn ids(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (id, _) = line.split_once(" =")?;
        id.starts_with(|first: char| first.is_ascii_lowercase())
            .then_some(id)
    })
}
