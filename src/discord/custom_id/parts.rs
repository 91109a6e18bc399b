//! The parts of a custom id, between its colons.

use std::str::FromStr;

/// A text that ends a custom id, with any content.
pub(super) type Typed = String;

/// Declares enums whose variants are a word in a custom id, followed by their parts. A variant
/// without a word is known by its parts.
macro_rules! ids {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$of:meta])*
                $variant:ident $(($($part:ident: $type:ident),+))? $(= $word:literal)?,
            )*
        }
    )*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of])* $variant $(($($type),+))?,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let parts: Vec<String> = match self {
                    $(Self::$variant $(($($part),+))? => {
                        vec![$($word.to_owned(),)? $($($part.to_string()),+)?]
                    })*
                };
                f.write_str(&parts.join(":"))
            }
        }

        impl Part for $name {
            fn read(left: &mut Parts<'_>) -> Option<Self> {
                let all = *left;
                None$(.or_else(|| {
                    *left = all;
                    $((left.next()? == $word).then_some(())?;)?
                    Some(Self::$variant $(($(read!(left, $type)?),+))?)
                }))*
            }
        }

        #[cfg(test)]
        impl $name {
            pub(super) const WORDS: &[&str] = &[$($($word,)?)*];
        }
    )*};
}
pub(super) use ids;

/// Reads a part by its type: typed text is all that is left.
macro_rules! read {
    ($left:ident, Typed) => {
        Some($left.rest().to_owned())
    };
    ($left:ident, $type:ident) => {
        <$type>::read($left)
    };
}
pub(super) use read;

/// The unread rest of a custom id.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a>(pub(super) Option<&'a str>);

impl<'a> Parts<'a> {
    /// The next part, if there is one.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let left = self.0?;
        let split = left.split_once(':');
        self.0 = split.map(|(_, rest)| rest);
        Some(split.map_or(left, |(part, _)| part))
    }

    /// The whole rest, with any content.
    pub(super) fn rest(&mut self) -> &'a str {
        self.0.take().unwrap_or_default()
    }
}

/// The meaning of parts of a custom id. It is written by `Display`, and a single part is read by
/// `FromStr`.
pub(super) trait Part: Sized {
    /// Reads it from the next part.
    fn read(left: &mut Parts<'_>) -> Option<Self>;
}

impl<T: FromStr> Part for T {
    fn read(left: &mut Parts<'_>) -> Option<Self> {
        left.next()?.parse().ok()
    }
}
