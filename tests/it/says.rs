//! Checks of texts; a failure shows the whole text.

/// Something with words.
pub(crate) trait Says {
    /// All its words.
    fn words(&self) -> String;

    /// Fails unless this text is in it.
    #[track_caller]
    fn says(&self, wanted: &str) {
        let words = self.words();
        assert!(words.contains(wanted), "no {wanted:?} in: {words}");
    }

    /// Fails unless it begins with this text.
    #[track_caller]
    fn begins(&self, wanted: &str) {
        let words = self.words();
        assert!(words.starts_with(wanted), "not {wanted:?}, but: {words}");
    }

    /// Fails unless it ends with this text.
    #[track_caller]
    fn ends(&self, wanted: &str) {
        let words = self.words();
        assert!(
            words.ends_with(wanted),
            "not {wanted:?} at the end: {words}"
        );
    }

    /// Fails if this text is in it.
    #[track_caller]
    fn omits(&self, unwanted: &str) {
        let words = self.words();
        assert!(!words.contains(unwanted), "{unwanted:?} in: {words}");
    }
}

impl Says for str {
    fn words(&self) -> String {
        self.to_owned()
    }
}
