//! Events change a game; its log is replayed into the game.

use super::event::{RESIGNATION, TIME};
use super::{
    Clock, Engine, Event, FirstBy, Game, GameId, Offer, Proposal, StoredGame, TimeControl,
};
use crate::time::{DAY, Seconds, Timestamp};
use siwa_games::registry::{GameState, Registry, Rules};
use siwa_games::rules::{Outcome, Side, Variant};

/// A stored game that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Corrupt {
    /// The variant is not known to this version.
    #[error("game {0}: unknown variant {1}")]
    Variant(GameId, String),
    /// An event cannot be read.
    #[error("game {0}: event {1} cannot be read")]
    Event(GameId, u32),
    /// An event was not possible when it happened.
    #[error("game {0}: event {1} is not possible: {2}")]
    Impossible(GameId, u32, String),
    /// The log has a gap, or its length differs from the row's.
    #[error("game {0}: its log holds {1} events of {2}")]
    Incomplete(GameId, u32, u32),
}

impl Game {
    /// Makes a game from its log. Checks every event, but computes the outcome only at the end:
    /// that is slow, and was done after every move when the log was written.
    pub fn replay(stored: StoredGame, registry: Registry) -> Result<Self, Corrupt> {
        Self::from_log(stored, registry, false)
    }

    /// Like [`replay`](Self::replay), but for a log that may have been tampered with: computes the
    /// outcome before every event.
    pub fn audit(stored: StoredGame, registry: Registry) -> Result<Self, Corrupt> {
        Self::from_log(stored, registry, true)
    }

    /// Makes a game from its log; `audits` if the outcome is computed before every event.
    fn from_log(stored: StoredGame, registry: Registry, audits: bool) -> Result<Self, Corrupt> {
        let id = stored.id;
        let (rules, variant) = registry
            .variant(&stored.variant)
            .ok_or_else(|| Corrupt::Variant(id, stored.variant.clone()))?;
        let mut game = Self::empty(&stored, rules, variant);
        for (at, written) in &stored.log {
            let number = game.seq + 1;
            let event = Event::read(rules.info(), written).ok_or(Corrupt::Event(id, number))?;
            game.replay_event(&event, *at, audits)
                .map_err(|why| Corrupt::Impossible(id, number, why))?;
        }
        // Events of an act are stored together, so a log cannot be empty or lack the end after its last move.
        let whole = game.seq > 0 && (game.ending.is_some() || game.state.outcome().is_none());
        if !whole {
            let why = "the log breaks off".to_owned();
            return Err(Corrupt::Impossible(id, game.seq + 1, why));
        }
        Ok(game)
    }

    /// A stored game, before the first event of its log is applied.
    pub(super) fn empty(
        stored: &StoredGame,
        rules: &'static dyn Rules,
        variant: &'static Variant,
    ) -> Self {
        let weekends = stored.guild_rules.weekends.clone();
        Self {
            id: stored.id,
            venue: stored.venue,
            thread: stored.thread,
            rules,
            players: stored.players,
            clock: Clock::start(stored.time, weekends, Timestamp(0)),
            takebacks: stored.guild_rules.takebacks,
            rated: stored.rated,
            engine: stored.engine,
            pair: stored.pair,
            tournament: stored.tournament,
            seq: 0,
            plies: 0,
            changes: 0,
            board_seq: 0,
            state: rules.start(variant),
            moves: Vec::new(),
            lately: Vec::new(),
            undone: 0,
            first_by: FirstBy::Lots,
            deal: None,
            open_offer: None,
            declined_offer: None,
            offered_seq: 0,
            declined_seq: 0,
            timed_seq: 0,
            giver: None,
            taker: None,
            ending: None,
            ratings: stored.ratings,
            plans: stored.plans.clone(),
            muted: None,
        }
    }

    fn replay_event(&mut self, event: &Event, at: Timestamp, audits: bool) -> Result<(), String> {
        self.may_happen(event, at, audits)
            .map_err(ToOwned::to_owned)?;
        if let Event::Moved { text, .. } = event {
            self.state
                .play(text)
                .map_err(|message| message.id.to_owned())?;
        }
        self.note(event, at);
        Ok(())
    }

    /// Applies an event, without playing its move on the board.
    pub(super) fn note(&mut self, event: &Event, at: Timestamp) {
        match event {
            Event::Started { by, deal, .. } => {
                self.first_by = *by;
                self.deal.clone_from(deal);
                self.state = self.before_play();
                self.clock = self.clock.anew(at);
            }
            Event::Moved {
                side,
                text,
                planned,
            } => {
                // The turns of the engine while its opponent is shut in are shown together.
                let runs = |engine: Engine| engine.side == *side && self.engine_moved_last();
                if !planned && !self.engine.is_some_and(runs) {
                    self.lately.clear();
                }
                self.lately.extend(self.state.last().cloned());
                self.moves.push((*side, text.clone()));
                self.plies += 1;
                self.changes += 1;
                self.clock.moved(*side, at);
                self.declined_offer = None;
                self.giver = None;
                self.taker = None;
                // Moving ends the opponent's offer.
                self.open_offer = self.open_offer.filter(|offer| offer.side == *side);
            }
            Event::Offered { side, what } => {
                self.open_offer = Some(Offer {
                    side: *side,
                    what: *what,
                });
            }
            Event::Away { side, until } => {
                self.clock.leave(*side, self.state.turn(), at, *until);
            }
            Event::TakenBack { side, plies } => {
                self.undo(*plies);
                self.changes += 1;
                self.undone = self.changes;
                self.clock.taken_back(*side, at);
                self.open_offer = None;
                self.declined_offer = None;
                self.giver = None;
                self.taker = Some(*side);
            }
            Event::Declined { .. } => self.declined_offer = self.open_offer.take(),
            Event::Gave { side, time } => {
                self.clock.give(*time);
                self.giver = Some(*side);
            }
            Event::Finished(ending) => {
                self.open_offer = None;
                self.ending = Some(*ending);
            }
        }
        self.seq += 1;
        let last = match event {
            Event::Offered { .. } => &mut self.offered_seq,
            Event::Declined { .. } => &mut self.declined_seq,
            Event::Gave { .. } | Event::Away { .. } => &mut self.timed_seq,
            Event::Started { .. }
            | Event::Moved { .. }
            | Event::TakenBack { .. }
            | Event::Finished(_) => &mut self.board_seq,
        };
        *last = self.seq;
    }

    /// The state before the first turn.
    fn before_play(&self) -> Box<dyn GameState> {
        let variant = self.variant();
        let dealt = self.deal.as_deref();
        // A deal was readable when the game started.
        let dealt = dealt.and_then(|deal| self.rules.parse(variant, deal).ok());
        dealt.unwrap_or_else(|| self.rules.start(variant))
    }

    /// Undoes the last turns on the board.
    fn undo(&mut self, plies: u32) {
        let left = self.plies.saturating_sub(plies);
        self.moves.truncate(left as usize);
        self.plies = left;
        self.state = self.before_play();
        for (_, text) in &self.moves {
            // The move was legal before.
            let _ = self.state.play(text);
        }
        self.lately = self.state.last().cloned().into_iter().collect();
    }

    /// Checks that an event is possible now; the rules check the text of a move later.
    fn may_happen(&self, event: &Event, at: Timestamp, audits: bool) -> Result<(), &'static str> {
        if self.ending.is_some() {
            return Err("the game is over");
        }
        if matches!(event, Event::Started { .. }) != (self.seq == 0) {
            return Err("a game begins first, and once");
        }
        match event {
            Event::Started { first, .. } if *first != self.players.first => {
                Err("another player begins")
            }
            Event::Started {
                deal: Some(deal), ..
            } if self.rules.parse(self.variant(), deal).is_err() => Err("its deal cannot be read"),
            Event::Started { .. } => Ok(()),
            Event::Finished(ending) => self.may_end(*ending, at),
            _ if audits && self.state.outcome().is_some() => Err("it ended by its rules"),
            Event::Moved { side, .. } if self.state.turn() != *side => Err("not that side's turn"),
            Event::Offered { .. } if self.open_offer.is_some() => {
                Err("there is an open offer already")
            }
            Event::Declined { side }
                if self.open_offer.map(|offer| offer.side) != Some(side.other()) =>
            {
                Err("there is no offer to decline")
            }
            Event::Offered {
                side,
                what: Proposal::Takeback,
            } if !self.lets_take_back() || self.undone_by(*side).is_none() => {
                Err("nothing is taken back")
            }
            Event::TakenBack { side, plies } => {
                let agreed = self
                    .open_offer
                    .is_some_and(|offer| offer.side == *side && offer.what == Proposal::Takeback);
                match agreed && self.undone_by(*side) == Some(*plies) {
                    true => Ok(()),
                    false => Err("nothing is taken back"),
                }
            }
            Event::Gave { side, .. } if self.state.turn() == *side => {
                Err("nobody gives time to themself")
            }
            Event::Gave { time, .. } if time.0 <= 0 || self.time_limit().is_none() => {
                Err("no time is given")
            }
            Event::Away { .. } if self.time() == TimeControl::Unlimited => {
                Err("there is no clock to stop")
            }
            Event::Moved { .. }
            | Event::Away { .. }
            | Event::Offered { .. }
            | Event::Declined { .. }
            | Event::Gave { .. } => Ok(()),
        }
    }

    fn may_end(&self, ending: Outcome, at: Timestamp) -> Result<(), &'static str> {
        if let Some(outcome) = self.state.outcome() {
            return if outcome == ending {
                Ok(())
            } else {
                Err("it ended otherwise by its rules")
            };
        }
        let plain = ending.grade.is_none();
        let right = if *ending.by == RESIGNATION {
            plain && ending.winner.is_some()
        } else if *ending.by == TIME {
            // A newer time zone database may move a weekend.
            let spare = Seconds(if self.rests() { DAY.0 } else { 0 });
            let late = self
                .deadline()
                .is_some_and(|deadline| at.plus(spare) >= deadline);
            plain && late && ending.winner == Some(self.state.turn().other())
        } else {
            let stops = |offer: Offer| offer.what != Proposal::Takeback;
            let offered = self.open_offer.is_some_and(stops);
            Side::BOTH.into_iter().any(|side| {
                let declarations = self.state.declarations(side);
                (offered && declarations.together == ending) || declarations.alone == Some(ending)
            })
        };
        if right {
            Ok(())
        } else {
            Err("it cannot end like that")
        }
    }
}
