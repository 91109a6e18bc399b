//! The clock of a game: a fold over its log.

use getset::CopyGetters;

use super::{Game, GuildRules, TimeControl};
use crate::time::{Seconds, Timestamp, Zone};
use siwa_games::rules::{BySide, Side};

/// How much time the players of a game have left.
#[derive(Clone, CopyGetters, Debug, PartialEq, Eq)]
pub struct Clock {
    /// How the time is limited.
    #[getset(get_copy = "pub")]
    control: TimeControl,
    /// Where the weekends are that stand still.
    weekends: Option<Zone>,
    /// What is left of each bank, at the beginning of the turn.
    banks: BySide<Seconds>,
    /// When the turn began.
    #[getset(get_copy = "pub")]
    began: Timestamp,
    /// What was added to this turn: given by the opponent, or spent away.
    added: Seconds,
    /// From when and until when each side is, or was, away.
    away: BySide<Option<(Timestamp, Timestamp)>>,
}

impl Clock {
    /// The clock of a game that begins then; `weekends` is where the weekends are that stand
    /// still, if they do.
    pub fn start(control: TimeControl, weekends: Option<Zone>, began: Timestamp) -> Self {
        let bank = match control {
            TimeControl::Bank { initial, .. } => initial,
            TimeControl::Unlimited | TimeControl::PerTurn(_) => Seconds(0),
        };
        Self {
            control,
            weekends,
            banks: BySide::new(bank, bank),
            began,
            added: Seconds(0),
            away: BySide::default(),
        }
    }

    /// The same clock, at the beginning of a game that begins then.
    pub fn anew(&self, began: Timestamp) -> Self {
        Self::start(self.control, self.weekends.clone(), began)
    }

    /// Where the weekends are that stand still, if they do.
    pub fn weekends(&self) -> Option<&Zone> {
        self.weekends.as_ref()
    }

    /// Until when a side is away, if that is not past when the turn begins.
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        let (_, until) = (*self.away.get(side))?;
        (until > self.began).then_some(until)
    }

    /// When the time of a side whose turn it is will be over.
    pub fn deadline(&self, turn: Side) -> Option<Timestamp> {
        Some(self.after(turn, self.limit(turn)?))
    }

    /// When so many per cent of this turn's time will be left to a side whose turn it is.
    pub fn left(&self, turn: Side, share: u8) -> Option<Timestamp> {
        let limit = self.limit(turn)?;
        let part = Seconds(limit.0 / 100 * i64::from(share));
        Some(self.after(turn, limit + -part))
    }

    /// How long this turn of a side may last.
    fn limit(&self, turn: Side) -> Option<Seconds> {
        let limit = match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::PerTurn(limit) => limit,
            TimeControl::Bank { .. } => *self.banks.get(turn),
        };
        Some(limit + self.added)
    }

    /// The moment at which this turn of a side has lasted so long, without the rests.
    fn after(&self, turn: Side, span: Seconds) -> Timestamp {
        let (mut at, mut left) = (self.began, span.0);
        while let Some((from, until)) = self.rest(Some(turn), at) {
            let running = (from.0 - at.0).max(0);
            if running >= left && from > at {
                break;
            }
            left -= running;
            at = until;
        }
        at.plus(left)
    }

    /// How long a clock runs between two moments: that of a side, or that of nobody, which
    /// stands still on weekends only.
    pub(super) fn running(&self, side: Option<Side>, mut at: Timestamp, to: Timestamp) -> Seconds {
        let mut ran = 0;
        while at < to {
            let (from, until) = self.rest(side, at).unwrap_or((to, to));
            ran += (from.min(to).0 - at.0).max(0);
            at = until.max(at);
        }
        Seconds(ran)
    }

    /// When a clock stands still, at this moment or else next.
    fn rest(&self, side: Option<Side>, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let away = side.and_then(|side| *self.away.get(side));
        let away = away.filter(|(from, until)| from < until && at < *until);
        let weekend = self.weekends.as_ref().and_then(|zone| zone.weekend(at));
        away.into_iter().chain(weekend).min()
    }

    /// Ends the turn of a side.
    pub fn moved(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let used = self.running(Some(side), self.began, at);
            let bank = self.banks.get_mut(side);
            let left = (*bank + self.added).0.saturating_sub(used.0).max(0);
            *bank = Seconds(left) + increment;
        }
        self.began = at;
        self.added = Seconds(0);
    }

    /// Gives a side its last turn back, which begins again.
    pub fn taken_back(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let bank = self.banks.get_mut(side);
            *bank = Seconds((bank.0 - increment.0).max(0));
        }
        self.began = at;
        self.added = Seconds(0);
    }

    /// Gives more time for this turn.
    pub fn give(&mut self, more: Seconds) {
        self.added = self.added + more;
    }

    /// Lets a side be away from now until then; of a past moment, be back. `turn` is whose
    /// turn it is.
    pub fn leave(&mut self, side: Side, turn: Side, at: Timestamp, until: Timestamp) {
        // What of this turn was spent away before stays added.
        if side == turn
            && let Some((from, before)) = *self.away.get(side)
        {
            let spent = self.running(None, from.max(self.began), before.min(at));
            self.added = self.added + spent;
        }
        *self.away.get_mut(side) = Some((at, until));
    }
}

impl Game {
    /// When so many per cent of the time for this turn will be left.
    pub fn left(&self, share: u8) -> Option<Timestamp> {
        self.clock.left(self.turn()?, share)
    }

    /// Whether weekends stand still.
    pub fn rests(&self) -> bool {
        self.clock.weekends().is_some()
    }

    /// What its server had chosen when it began.
    pub fn guild_rules(&self) -> GuildRules {
        GuildRules {
            weekends: self.clock.weekends().cloned(),
            takebacks: self.takebacks,
        }
    }

    /// When the time of this turn, which begins now, is looked at: for a reminder at so many per cent
    /// of it (0: none), or at its end.
    pub fn alarm(&self, share: u8, now: Timestamp) -> Option<Timestamp> {
        // Time was given when less was left: the gift is reminder enough.
        let reminds = |at: &Timestamp| share > 0 && *at > now && !self.waits_for_engine();
        self.left(share).filter(reminds).or(self.deadline())
    }
}
