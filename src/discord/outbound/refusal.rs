//! What Discord's error codes mean, as far as something follows from them. Only a code that is
//! listed here has a lasting consequence.

/// Why Discord refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such channel or thread.
    NoChannel,
    /// The bot is not in the server, or cannot see the channel.
    Outside,
    /// There is no such member, or the account was deleted.
    NoMember,
    /// There is no such message.
    NoMessage,
    /// The interaction can no longer be answered.
    TooLate,
    /// The interaction was answered before.
    Answered,
    /// The bot lacks a permission.
    Forbidden,
    /// Messages are posted in threads of this channel only: a forum, or a channel for media.
    OnlyThreads,
    /// The thread is archived.
    Archived,
    /// The thread is locked.
    Locked,
    /// The message has a thread already.
    HasThread,
    /// There are too many open threads.
    NoThread,
    /// The person takes no direct messages from the bot.
    NoDirect,
    /// The attached file is too large, of the wrong kind, or blocked.
    File,
    /// An emoji of the application no longer exists.
    Emoji,
    /// Nothing follows from it: a fault of ours, or a code that Discord has added since.
    Other,
}

/// Error codes, and what they mean.
const CODES: [(i64, Refusal); 25] = [
    (10_003, Refusal::NoChannel),
    (10_004, Refusal::Outside),
    (10_007, Refusal::NoMember),
    (10_008, Refusal::NoMessage),
    (10_013, Refusal::NoMember),
    (10_015, Refusal::TooLate),
    (10_062, Refusal::TooLate),
    (20_009, Refusal::File),
    (40_005, Refusal::File),
    (40_058, Refusal::OnlyThreads),
    (40_060, Refusal::Answered),
    (50_001, Refusal::Outside),
    (50_007, Refusal::NoDirect),
    (50_008, Refusal::OnlyThreads),
    (50_013, Refusal::Forbidden),
    (50_024, Refusal::OnlyThreads),
    (50_027, Refusal::TooLate),
    (50_045, Refusal::File),
    (50_046, Refusal::File),
    (50_083, Refusal::Archived),
    (50_278, Refusal::NoDirect),
    (160_004, Refusal::HasThread),
    (160_005, Refusal::Locked),
    (160_006, Refusal::NoThread),
    (400_001, Refusal::File),
];

/// Codes of limits, after which a request may be repeated later: too many direct conversations were
/// opened, slow mode, writes in a channel, edits of old messages.
pub(super) const WAITS: [i64; 4] = [40_003, 20_016, 20_028, 30_046];

/// The code of Discord's firewall, which says nothing about the request.
pub(super) const FIREWALL: i64 = 40_333;

impl Refusal {
    /// What the status, the code and the message of an error mean.
    pub(super) fn new(status: u16, code: i64, message: &str) -> Self {
        if message.contains("COMPONENT_INVALID_EMOJI") {
            return Self::Emoji;
        }
        if status == 413 {
            return Self::File;
        }
        let known = CODES.iter().find(|(known, _)| *known == code);
        known.map_or(Self::Other, |(_, refusal)| *refusal)
    }

    /// Returns whether the channel or thread refuses every message.
    pub(super) fn is_of_channel(self) -> bool {
        matches!(
            self,
            Self::NoChannel
                | Self::Outside
                | Self::Forbidden
                | Self::OnlyThreads
                | Self::Archived
                | Self::Locked
        )
    }

    /// Returns whether nobody can mend it by granting a permission.
    pub(super) fn is_final(self) -> bool {
        matches!(
            self,
            Self::NoChannel | Self::OnlyThreads | Self::Archived | Self::Locked
        )
    }

    /// Returns whether a person cannot get direct messages.
    pub(super) fn is_of_person(self) -> bool {
        matches!(
            self,
            Self::NoDirect | Self::NoMember | Self::NoChannel | Self::Outside | Self::Forbidden
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_code_has_no_consequence() {
        for (status, code) in [(403, 0), (404, 0), (403, 12_345), (400, 50_035)] {
            assert_eq!(Refusal::new(status, code, ""), Refusal::Other, "{code}");
        }
        assert!(!Refusal::Other.is_of_channel() && !Refusal::Other.is_of_person());
    }
}
