//! Whom an event of a game concerns, and how they want to be notified.

use strum::{AsRefStr, EnumString, IntoStaticStr, VariantArray};

use super::{Game, Offer, PlayerId, RESIGNATION};
use crate::time::{Timestamp, Zone};
use siwa_games::rules::{BySide, Side};

/// Where a player is notified. The database, options, custom ids and Fluent's cases use these
/// names.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Notify {
    /// In the game's channel or thread: the board pings them.
    #[default]
    Here,
    /// By a direct message.
    Direct,
    /// By one direct message a day about all games.
    Digest,
    /// Nowhere.
    Never,
}

/// Hours of the day, in a person's time zone, without notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The first hour.
    pub from: u8,
    /// The hour after the last.
    pub to: u8,
}

/// The players of a game whom a message may ping: the others are notified differently. The database
/// uses these names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Pings {
    /// Both.
    #[default]
    Both,
    /// The first.
    First,
    /// The second.
    Second,
    /// Neither.
    Nobody,
}

/// What the settings of a game's players decide about a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// When to check its time.
    pub alarm: Option<Timestamp>,
    /// The players whom the message about it may ping.
    pub pings: Pings,
}

impl Pings {
    /// The sides of these players.
    pub fn new(sides: BySide<bool>) -> Self {
        match (sides.first, sides.second) {
            (true, true) => Self::Both,
            (true, false) => Self::First,
            (false, true) => Self::Second,
            (false, false) => Self::Nobody,
        }
    }

    /// Returns whether it may ping the player of a side.
    pub fn includes(self, side: Side) -> bool {
        match side {
            Side::First => matches!(self, Self::Both | Self::First),
            Side::Second => matches!(self, Self::Both | Self::Second),
        }
    }
}

/// A person's notification settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notices {
    /// Where they are notified.
    pub how: Notify,
    /// Their quiet hours, if any.
    pub quiet: Option<Quiet>,
    /// The hour of the daily digest, in their time zone.
    pub digest: u8,
    /// Their time zone.
    pub zone: Zone,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            how: Notify::default(),
            quiet: None,
            digest: 9,
            zone: Zone::default(),
        }
    }
}

impl Notices {
    /// The end of the quiet hours; `None` if the person can be notified now.
    pub fn quiet_until(&self, now: Timestamp) -> Option<Timestamp> {
        let Quiet { from, to } = self.quiet?;
        let hour = self.zone.hour(now);
        let quiet = if from <= to {
            (from..to).contains(&hour)
        } else {
            hour >= from || hour < to
        };
        quiet.then(|| self.zone.next(now, to)).flatten()
    }

    /// When the next digest of all games is due, if there is one.
    pub fn next_digest(&self, now: Timestamp) -> Option<Timestamp> {
        (self.how == Notify::Digest)
            .then(|| self.zone.next(now, self.digest))
            .flatten()
    }

    /// Returns whether the board of a turn that starts now must not ping them, because they are
    /// notified differently, later, or not at all.
    pub fn muted(&self, now: Timestamp) -> bool {
        self.how != Notify::Here || self.quiet_until(now).is_some()
    }
}

impl Game {
    /// The players that the last event concerns: the player to move, the player who must answer an
    /// offer, or both at the end; without `actor`, who has just acted, without a player who
    /// resigned; nobody in games with the engine.
    pub fn called(&self, actor: Option<PlayerId>) -> Vec<PlayerId> {
        if self.setup.engine.is_some() {
            return Vec::new();
        }
        let resigned = self.ending.filter(|ending| *ending.by == RESIGNATION);
        let sides = match (self.turn(), self.open_offer) {
            (None, _) => match resigned.and_then(|ending| ending.winner) {
                Some(winner) => vec![winner],
                None => Side::BOTH.to_vec(),
            },
            (Some(_), Some(offer)) if self.just_offered() => vec![offer.side.other()],
            (Some(turn), _) => vec![turn],
        };
        let called = sides.into_iter().map(|side| self.player(side));
        called.filter(|player| Some(*player) != actor).collect()
    }

    /// The [called](Self::called) players whom the message in the channel must not ping.
    pub fn called_apart(&self, actor: Option<PlayerId>, pings: Pings) -> Vec<PlayerId> {
        let mut called = self.called(actor);
        called.retain(|player| !self.may_ping(*player, pings));
        called
    }

    /// Returns whether a message that may ping these players may ping that person.
    pub fn may_ping(&self, player: PlayerId, pings: Pings) -> bool {
        self.side_of(player).is_none_or(|side| pings.includes(side))
    }

    /// Returns whether a player still has to act, or to hear how it ended.
    pub fn waits_for(&self, player: PlayerId) -> bool {
        let answers = |offer: Offer| self.player(offer.side.other()) == player;
        match self.turn() {
            None => true,
            Some(turn) => self.player(turn) == player || self.open_offer.is_some_and(answers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_end_in_the_morning_of_their_zone() {
        let notices = Notices {
            quiet: Some(Quiet { from: 22, to: 8 }),
            zone: Zone::read("Europe/Paris").unwrap(),
            ..Notices::default()
        };
        // 2026-11-22 19:00 UTC, 20:00 there.
        let evening = Timestamp(1_795_374_000);
        let morning = evening.plus(12 * 3_600);
        assert_eq!(notices.quiet_until(evening), None);
        for hours in [2, 5, 11] {
            let night = evening.plus(hours * 3_600);
            assert_eq!(notices.quiet_until(night), Some(morning), "{hours}");
        }
        assert_eq!(notices.quiet_until(morning), None);
        assert!(notices.muted(evening.plus(7_200)) && !notices.muted(evening));
    }

    #[test]
    fn a_digest_is_due_at_an_hour_of_the_zone_and_only_for_those_who_want_it() {
        let evening = Timestamp(1_795_374_000);
        let mut notices = Notices::default();
        assert_eq!(notices.next_digest(evening), None);
        notices.how = Notify::Digest;
        let nine = Some(evening.plus(14 * 3_600));
        assert_eq!(notices.next_digest(evening), nine);
        assert!(notices.muted(evening));
    }
}
