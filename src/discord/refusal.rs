//! What Discord's error codes mean, as far as something follows from them. Only a code that is
//! listed here has a lasting consequence.

use crate::time::Seconds;

/// Why Discord refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The token is wrong, or has expired.
    Token,
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
    /// The person takes no direct messages from the bot.
    NoDirect,
    /// The attached file is too large, of the wrong kind, or blocked.
    File,
    /// An emoji of the application no longer exists.
    Emoji,
    /// Nothing follows from it: a fault of ours, or a code that Discord has added since.
    Other,
}

/// How long until a channel that refused a message is asked again.
pub(super) const REFUSED_PAUSE: Seconds = Seconds::hours(1);

/// Codes of limits and of outages, after which a request may be repeated later: slow mode, edits of
/// announcements, writes in a channel and in a server, edits of old messages, too many new direct
/// conversations, sending or another feature turned off for a time, a service that is overloaded or
/// not available yet.
pub(super) const WAITS: [i64; 11] = [
    20_016, 20_022, 20_028, 20_029, 30_046, 40_003, 40_004, 40_006, 40_062, 110_001, 130_000,
];

/// The code of Discord's firewall, which says nothing about the request.
pub(super) const FIREWALL: i64 = 40_333;

impl Refusal {
    /// What the status, the code and the message of an error mean.
    pub(super) fn new(status: u16, code: i64, message: &str) -> Self {
        match code {
            _ if status == 401 => Self::Token,
            _ if status == 413 => Self::File,
            _ if message.contains("COMPONENT_INVALID_EMOJI") => Self::Emoji,
            10_003 => Self::NoChannel,
            10_004 | 50_001 => Self::Outside,
            10_007 | 10_013 => Self::NoMember,
            10_008 => Self::NoMessage,
            10_015 | 10_062 => Self::TooLate,
            20_009 | 40_005 | 50_045 | 50_046 | 50_110 | 50_123 | 50_146 | 400_001 => Self::File,
            40_058 | 50_008 | 50_024 => Self::OnlyThreads,
            40_060 => Self::Answered,
            50_007 | 50_033 | 50_278 => Self::NoDirect,
            50_013 => Self::Forbidden,
            50_083 => Self::Archived,
            50_151 => Self::Emoji,
            160_004 => Self::HasThread,
            160_005 => Self::Locked,
            _ => Self::Other,
        }
    }

    /// Returns whether the channel or thread refuses every message, whatever is granted to the bot.
    pub(super) fn is_final(self) -> bool {
        matches!(
            self,
            Self::NoChannel | Self::OnlyThreads | Self::Archived | Self::Locked
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_or_a_text_may_mean_something() {
        assert_eq!(Refusal::new(413, 0, ""), Refusal::File);
        // Discord writes it so for buttons and for menus.
        let emoji = "errors: BUTTON_COMPONENT_INVALID_EMOJI";
        assert_eq!(Refusal::new(400, 50_035, emoji), Refusal::Emoji);
    }

    #[test]
    fn an_unknown_code_has_no_consequence() {
        for (status, code) in [(403, 0), (404, 0), (403, 12_345), (400, 50_035)] {
            assert_eq!(Refusal::new(status, code, ""), Refusal::Other, "{code}");
        }
    }
}
