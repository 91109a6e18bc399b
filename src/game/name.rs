//! Names of people and tournaments: data that somebody typed, made fit for each place.

/// The longest name, in characters: of a tournament. Those of people have at most 32.
pub const MAX_NAME: usize = 50;

/// Joins two characters, so that they are no markup together.
const JOINER: char = '\u{2060}';

/// Marks that change the direction of what follows.
pub(super) const DIRECTIONS: [char; 12] = [
    '\u{200e}', '\u{200f}', '\u{61c}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// What a person or a tournament is called. It is shown only by the functions below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// A name as it was typed.
    pub fn new(typed: &str) -> Self {
        Self(typed.to_owned())
    }

    /// As it was typed, for the database and for comparisons.
    pub fn typed(&self) -> &str {
        &self.0
    }

    /// For places without markup: titles of threads, menus, pictures, alternative texts and
    /// records; at most `longest` characters.
    pub fn plain(&self, longest: usize) -> String {
        let mut spaced = self.0.replace(char::is_control, " ");
        spaced.retain(|c| !DIRECTIONS.contains(&c));
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let shown = cut(&words.join(" "), longest);
        if shown.chars().all(is_unseen) {
            return "?".to_owned();
        }
        if shown.contains(is_from_right) {
            // Isolated, so that the words around it keep their order.
            return format!("\u{2068}{shown}\u{2069}");
        }
        shown
    }

    /// For the text of a message: markup, mentions and links in it stay text. Commands do in every
    /// text that is translated.
    pub fn marked_up(&self) -> String {
        let mut text = String::new();
        for c in self.plain(MAX_NAME).chars() {
            if "\\*_~`|>#[]()<".contains(c) {
                text.push('\\');
            }
            text.push(c);
            if "@:".contains(c) {
                text.push(JOINER);
            }
        }
        text
    }
}

/// Returns whether it belongs to a script that is written from right to left.
fn is_from_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
}

/// Returns whether nothing is seen of it: a filler, a blank, a joiner, or what only changes others.
fn is_unseen(c: char) -> bool {
    matches!(c, ' ' | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text, cut to `longest` characters with an ellipsis.
pub fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept = text.chars().take(longest.saturating_sub(1));
    kept.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_text_in_a_message() {
        for (typed, shown) in [
            ("Ana", "Ana"),
            ("**Ana**", "\\*\\*Ana\\*\\*"),
            ("_x_ | ~y~", "\\_x\\_ \\| \\~y\\~"),
            ("[a](https://b.c)", "\\[a\\]\\(https:\u{2060}//b.c\\)"),
            ("<@1> @everyone", "\\<@\u{2060}1\\> @\u{2060}everyone"),
            ("a\nb\u{202e}c", "a bc"),
            (" ", "?"),
            ("\u{200e} a \u{200f} b ", "a b"),
            ("\u{3164}\u{feff}", "?"),
            ("\u{2800} \u{200d}\u{fe0f}", "?"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
        ] {
            assert_eq!(Name::new(typed).marked_up(), shown, "{typed:?}");
        }
    }

    #[test]
    fn a_name_has_a_length_and_keeps_its_direction() {
        assert_eq!(Name::new("abcdef").plain(4), "abc…");
        assert_eq!(Name::new("אבג").plain(9), "\u{2068}אבג\u{2069}");
    }
}
