//! Events change a game; its log is replayed into the game.

use super::denial::ensure;
use super::event::{is_by_time, possible_end};
use super::{
    ABSENCE, Clock, Engine, Event, FirstBy, Game, GameId, GameSetup, Offer, PlanId, Plans,
    PlayerId, Post, Proposal, SinceMove, StoredGame, TimeControl, Wishes,
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
        let setup = stored.setup;
        let id = setup.id;
        let (rules, variant) = registry
            .variant(&setup.variant)
            .ok_or_else(|| Corrupt::Variant(id, setup.variant.clone()))?;
        let mut game = Self::empty(setup, rules, variant);
        game.ratings = stored.ratings;
        game.plans = stored.plans;
        for (at, written) in &stored.log {
            let number = game.seq + 1;
            let event = Event::read(rules.info(), written).ok_or(Corrupt::Event(id, number))?;
            let impossible = |why: &str| Corrupt::Impossible(id, number, why.to_owned());
            game.may_happen(&event, *at, audits).map_err(impossible)?;
            if let Event::Moved(turn) = &event {
                let played = game.state.play(&turn.text);
                played.map_err(|refusal| impossible(refusal.why.id))?;
            }
            game.note(&event, *at);
        }
        // Events of an act are stored together, so a log cannot be empty or lack the end after its last move.
        let whole = game.seq > 0 && (game.ending.is_some() || game.state.outcome().is_none());
        if !whole {
            let why = "the log breaks off".to_owned();
            return Err(Corrupt::Impossible(id, game.seq + 1, why));
        }
        Ok(game)
    }

    /// A game before its first event.
    pub(super) fn empty(
        setup: GameSetup,
        rules: &'static dyn Rules,
        variant: &'static Variant,
    ) -> Self {
        Self {
            clock: Clock::start(setup.time, None, Timestamp(0)),
            setup,
            rules,
            seq: 0,
            changes: 0,
            board_seq: 0,
            state: rules.start(variant),
            moves: Vec::new(),
            lately: Vec::new(),
            undone: 0,
            first_by: FirstBy::Lots,
            deal: None,
            open_offer: None,
            since_move: SinceMove::default(),
            offered_seq: 0,
            declined_seq: 0,
            timed_seq: 0,
            started: Timestamp(0),
            touched: Timestamp(0),
            ending: None,
            ratings: None,
            plans: Plans::default(),
        }
    }

    /// Applies an event, without playing its move on the board.
    pub(super) fn note(&mut self, event: &Event, at: Timestamp) {
        match event {
            Event::Started { by, deal, .. } => {
                self.first_by = *by;
                self.deal.clone_from(deal);
                self.state = self.before_play();
                let weekends = self.setup.guild_rules.weekends.clone();
                self.clock = Clock::start(self.setup.time, weekends, at);
                self.started = at;
            }
            Event::Moved(turn) => {
                // The turns of the engine while its opponent is shut in are shown together.
                let runs = |engine: Engine| engine.side == turn.side && self.engine_moved_last();
                if !turn.planned && !self.setup.engine.is_some_and(runs) {
                    self.lately.clear();
                }
                self.lately.extend(self.state.last().cloned());
                self.moves.push(turn.clone());
                self.changes += 1;
                self.clock.moved(turn.side, at);
                self.since_move = SinceMove::default();
                // Moving ends the opponent's offer.
                self.open_offer = self.open_offer.filter(|offer| offer.side == turn.side);
            }
            Event::Offered(offer) => self.open_offer = Some(*offer),
            Event::Away { side, until } => {
                self.clock.leave(*side, self.state.turn(), at, *until);
            }
            Event::TakenBack { side, plies } => {
                self.undo(*plies);
                self.changes += 1;
                self.undone = self.changes;
                self.clock.taken_back(*side, at);
                self.open_offer = None;
                self.since_move = SinceMove::default();
                self.since_move.taker = Some(*side);
            }
            Event::Declined { .. } => self.since_move.declined = self.open_offer.take(),
            Event::Extended { time } => self.clock.give(*time),
            Event::Gave { side, time } => {
                self.clock.give(*time);
                self.since_move.giver = Some(*side);
            }
            Event::Finished(ending) => {
                self.open_offer = None;
                self.ending = Some(*ending);
            }
        }
        self.seq += 1;
        self.touched = at;
        let last = match event {
            Event::Offered(_) => &mut self.offered_seq,
            Event::Declined { .. } => &mut self.declined_seq,
            Event::Extended { .. } | Event::Gave { .. } | Event::Away { .. } => &mut self.timed_seq,
            Event::Started { .. }
            | Event::Moved(_)
            | Event::TakenBack { .. }
            | Event::Finished(_) => &mut self.board_seq,
        };
        *last = self.seq;
    }

    /// The state before the first turn.
    pub(super) fn before_play(&self) -> Box<dyn GameState> {
        let variant = self.variant();
        let dealt = self.deal.as_deref();
        // A deal was readable when the game started.
        let dealt = dealt.and_then(|deal| self.rules.parse(variant, deal).ok());
        dealt.unwrap_or_else(|| self.rules.start(variant))
    }

    /// Undoes the last turns on the board.
    fn undo(&mut self, plies: u32) {
        let left = self.moves.len().saturating_sub(plies as usize);
        self.moves.truncate(left);
        self.state = self.before_play();
        for turn in &self.moves {
            // The move was legal before.
            let _ = self.state.play(&turn.text);
        }
        self.lately = self.state.last().cloned().into_iter().collect();
    }

    /// Checks that an event is possible now; the rules check the text of a move later.
    fn may_happen(&self, event: &Event, at: Timestamp, audits: bool) -> Result<(), &'static str> {
        ensure(self.ending.is_none(), "the game is over")?;
        let begins = matches!(event, Event::Started { .. });
        ensure(begins == (self.seq == 0), "a game begins first, and once")?;
        let is_given = |time: Seconds| {
            let may_extend = time.0 > 0 && self.left(0).is_some();
            ensure(may_extend, "no time is given")
        };
        match event {
            Event::Started { first, deal, .. } => {
                let is_first = *first == self.setup.players.first;
                ensure(is_first, "another player begins")?;
                let reads = |deal: &String| self.rules.parse(self.variant(), deal).is_ok();
                ensure(deal.as_ref().is_none_or(reads), "its deal cannot be read")
            }
            Event::Finished(ending) => self.may_end(*ending, at),
            _ if audits && self.state.outcome().is_some() => Err("it ended by its rules"),
            Event::Moved(turn) => ensure(self.state.turn() == turn.side, "not that side's turn"),
            Event::Offered(Offer { side, what }) => {
                let is_free = self.open_offer.is_none();
                ensure(is_free, "there is an open offer already")?;
                let undoes = self.lets_take_back() && self.undone_by(*side).is_some();
                ensure(*what == Proposal::Stop || undoes, "nothing is taken back")
            }
            Event::Declined { side } => {
                let asked = self.open_offer.map(|offer| offer.side.other());
                ensure(asked == Some(*side), "there is no offer to decline")
            }
            Event::TakenBack { side, plies } => {
                let request = Offer {
                    side: *side,
                    what: Proposal::Takeback,
                };
                let is_right = self.undone_by(*side) == Some(*plies);
                let is_agreed = self.open_offer == Some(request);
                ensure(is_agreed && is_right, "nothing is taken back")
            }
            Event::Gave { side, time } => {
                let waits = self.state.turn() != *side;
                ensure(waits, "nobody gives time to themself")?;
                is_given(*time)
            }
            Event::Extended { time } => is_given(*time),
            Event::Away { .. } => {
                let has_clock = self.setup.time != TimeControl::Unlimited;
                ensure(has_clock, "there is no clock to stop")
            }
        }
    }

    fn may_end(&self, ending: Outcome, at: Timestamp) -> Result<(), &'static str> {
        if let Some(outcome) = self.state.outcome() {
            return ensure(outcome == ending, "it ended otherwise by its rules");
        }
        let offers_end = |offer: Offer| offer.what != Proposal::Takeback;
        let may_agree = self.open_offer.is_some_and(offers_end);
        let possible = possible_end(self.state(), ending, may_agree) == Some(ending);
        // A newer time zone database may move a weekend.
        let spare = Seconds(if self.rests() { DAY.0 } else { 0 });
        let late = |deadline| at.plus(spare) >= deadline;
        let is_absent = *ending.by == ABSENCE && self.is_silent(at);
        // The game may have lost its channel since.
        let in_time = !is_by_time(ending) || is_absent || self.left(0).is_some_and(late);
        ensure(possible && in_time, "it cannot end like that")
    }
}

/// A change of a game, decided from the state that was read.
#[derive(Debug)]
pub struct Change<'a> {
    /// The game after the change.
    pub after: &'a Game,
    /// The events of the change.
    pub events: &'a [Event],
    /// The moment of the change.
    pub at: Timestamp,
    /// The message about it; `None` if an existing one is edited instead.
    pub post: Option<Post>,
    /// The result that counts, if this change ends the game or its pair; `Some(None)` is a draw.
    pub counted: Option<Option<Side>>,
    /// Plans that can no longer come true.
    pub void: Vec<PlanId>,
    /// What the players' settings decide about the turn.
    pub wishes: Wishes,
    /// Players whom the message concerns and must not ping: they are notified differently.
    pub called: Vec<PlayerId>,
    /// The second game of the pair, if it starts now.
    pub second: Option<Beginning>,
}

impl<'a> Change<'a> {
    /// A change of a game without plans and without further consequences.
    pub fn new(after: &'a Game, events: &'a [Event], at: Timestamp) -> Self {
        Self {
            after,
            events,
            at,
            post: Post::about(after),
            counted: after.counted(),
            void: Vec::new(),
            wishes: Wishes::default(),
            called: Vec::new(),
            second: None,
        }
    }
}

/// A game that starts.
#[derive(Debug)]
pub struct Beginning {
    /// The game, without an id.
    pub game: Game,
    /// Its first events.
    pub events: Vec<Event>,
    /// What the players' settings decide about the first turn.
    pub wishes: Wishes,
    /// Players whom the message about it concerns and must not ping: they are notified differently.
    pub called: Vec<PlayerId>,
}
