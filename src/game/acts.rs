//! Acts of players, decided by the rules of the game and of the application.

use super::denial::ensure;
use super::{
    ABSENCE, Denial, Event, FirstBy, Game, Offer, PlayerId, Proposal, RESIGNATION, TIME, Thread,
    Turn, Venue,
};
use crate::time::{DAY, Seconds, Timestamp};
use siwa_games::rules::{Outcome, Side, Stage};

/// The time that a player gives the opponent with one press.
const GIFT: Seconds = DAY;
/// The longest time that a turn may have left when more is given.
const MAX_TIME_LEFT: Seconds = Seconds::days(30);
/// After which time without a move a game without a channel can be ended.
const SILENCE: Seconds = Seconds::days(30);

/// A player's act in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays a move; the stage is given if the command is for one stage only.
    Play(String, Option<Stage>),
    /// Places the rest of both sides' pieces by these moves.
    PlaceRest(Vec<String>),
    /// Resigns.
    Resign,
    /// Offers to end the game by agreement, or claims its end.
    Offer,
    /// Accepts or declines the opponent's offer.
    Answer(bool),
    /// Asks to take back the last turn.
    TakeBack,
    /// Gives the opponent more time.
    Give,
    /// Claims the game, because the opponent's time is over.
    ClaimTime,
}

/// The events of an act, or why it is not allowed.
pub type Decided = Result<Vec<Event>, Denial>;

/// Acts, and who may act. Each act changes the game and returns the events that did so, or changes nothing
/// and says why. `at` is the present.
impl Game {
    /// The first event of a game.
    pub fn opening(first: PlayerId, by: FirstBy, deal: Option<String>) -> Event {
        Event::Started { first, by, deal }
    }

    /// Does an act.
    pub fn act(&mut self, by: PlayerId, act: &Act, at: Timestamp) -> Decided {
        match act {
            Act::Play(text, stage) => self.play(by, text, *stage, at),
            Act::PlaceRest(moves) => self.place_rest(by, moves, at),
            Act::Resign => self.resign(by, at),
            Act::Offer => self.offer(by, at),
            Act::Answer(accept) => self.answer(by, *accept, at),
            Act::TakeBack => self.take_back(by, at),
            Act::Give => self.give(by, at),
            Act::ClaimTime => self.claim_time(by, at),
        }
    }

    /// A move. `stage` is the only stage that the command is for, if any.
    ///
    /// # Errors
    /// If it is not that player's turn, or the move is illegal.
    pub fn play(
        &mut self,
        by: PlayerId,
        text: &str,
        stage: Option<Stage>,
        at: Timestamp,
    ) -> Decided {
        self.to_move(by)?;
        let fits_stage = stage.is_none_or(|stage| stage == self.state.stage());
        ensure(fits_stage, Denial::UseMove)?;
        self.make_move(text, false, at)
    }

    /// The moves that [`rest_placed`](Self::rest_placed) found, for both sides.
    ///
    /// # Errors
    /// As [`play`](Self::play), or if the rest cannot be placed for that player now.
    pub fn place_rest(&mut self, by: PlayerId, moves: &[String], at: Timestamp) -> Decided {
        self.part(by)?;
        ensure(self.may_place_rest(), Denial::MovedOn(self.setup.id))?;
        let mut events = Vec::new();
        for (number, text) in moves.iter().enumerate() {
            events.extend(self.make_move(text, number > 0, at)?);
        }
        Ok(events)
    }

    /// A move of the side to move.
    pub(super) fn make_move(&mut self, text: &str, planned: bool, at: Timestamp) -> Decided {
        let played = self.state.play(text);
        let played = played.map_err(|refusal| Denial::Refused(refusal.into()))?;
        let mut events = vec![Event::Moved(Turn {
            side: played.side,
            text: played.text,
            planned,
        })];
        events.extend(self.state.outcome().map(Event::Finished));
        Ok(self.happened(events, at))
    }

    /// Resignation.
    pub fn resign(&mut self, by: PlayerId, at: Timestamp) -> Decided {
        let side = self.part(by)?;
        let ending = Outcome::won(side.other(), &RESIGNATION);
        Ok(self.happened(vec![Event::Finished(ending)], at))
    }

    /// An offer to end the game by agreement; accepts the opponent's offer, if there is one. If the
    /// player may claim the end, or the opponent is silent, no agreement is needed.
    ///
    /// # Errors
    /// If the player's own offer is open, or was declined since the last move.
    pub fn offer(&mut self, by: PlayerId, at: Timestamp) -> Decided {
        if let Some(outcome) = self.claimable(by).or_else(|| self.abandoned(by, at)) {
            return Ok(self.happened(vec![Event::Finished(outcome)], at));
        }
        self.offer_as(by, Proposal::Stop, at)
    }

    /// Returns whether pieces are counted when both sides agree to stop.
    pub fn counts_pieces(&self) -> bool {
        self.state.declarations(Side::First).together.by.counts
    }

    /// The end of the game that a player may claim now, if any.
    pub fn claimable(&self, by: PlayerId) -> Option<Outcome> {
        self.state.declarations(self.part(by).ok()?).alone
    }

    /// The end, which does not count, of a game without a channel in which the opponent is silent:
    /// they may not know that it is their turn.
    fn abandoned(&self, by: PlayerId, at: Timestamp) -> Option<Outcome> {
        let waiter = self.part(by).ok()?;
        let is_nowhere = self.setup.thread == Thread::Nowhere;
        let may_end = is_nowhere && self.state.turn() != waiter && self.is_silent(at);
        may_end.then(|| Outcome::won(waiter, &ABSENCE))
    }

    /// Returns whether nobody has moved for long.
    pub(super) fn is_silent(&self, at: Timestamp) -> bool {
        at >= self.clock.began.plus(SILENCE)
    }

    /// A request to take back the last turn, which the opponent may accept; the engine does.
    ///
    /// # Errors
    /// As [`offer`](Self::offer); in rated games, unless their server allows it; or if the last turn
    /// was not the player's.
    pub fn take_back(&mut self, by: PlayerId, at: Timestamp) -> Decided {
        let side = self.part(by)?;
        if !self.lets_take_back() {
            return Err(match self.setup.engine {
                Some(_) => Denial::TakebackFromEngine(self.setup.id),
                None => Denial::TakebackInRated(self.setup.id),
            });
        }
        let plies = self.undone_by(side).ok_or(Denial::NothingToTakeBack)?;
        if self.setup.engine.is_none() {
            return self.offer_as(by, Proposal::Takeback, at);
        }
        ensure(self.open_offer.is_none(), Denial::AlreadyOffered)?;
        let what = Proposal::Takeback;
        let events = vec![
            Event::Offered(Offer { side, what }),
            Event::TakenBack { side, plies },
        ];
        Ok(self.happened(events, at))
    }

    /// Returns whether a player may ask to take back the last turn.
    pub fn may_take_back(&self, by: PlayerId) -> bool {
        let undone = |side| self.undone_by(side).is_some();
        self.lets_take_back() && self.part(by).is_ok_and(undone)
    }

    /// Returns whether turns may be taken back by consent.
    pub(super) fn lets_take_back(&self) -> bool {
        // The engine would accept every takeback.
        !self.setup.rated || (self.setup.guild_rules.takebacks && self.setup.engine.is_none())
    }

    /// How many turns a takeback by a side undoes. The opponent must not have moved since, unless
    /// it is the engine: then all that the side's last press played is undone.
    pub(super) fn undone_by(&self, side: Side) -> Option<u32> {
        let with_engine = self.setup.engine.is_some();
        let last = self.moves.iter().rposition(|turn| turn.side == side)?;
        let pressed = |turn: &Turn| !(with_engine && turn.planned);
        let undone = self.moves.len() - self.moves[..=last].iter().rposition(pressed)?;
        (with_engine || undone == 1).then(|| u32::try_from(undone).unwrap_or(u32::MAX))
    }

    fn offer_as(&mut self, by: PlayerId, what: Proposal, at: Timestamp) -> Decided {
        let side = self.part(by)?;
        let other = |offer: Proposal| (offer == Proposal::Takeback) != (what == Proposal::Takeback);
        let declined = self.since_move.declined;
        match self.open_offer {
            Some(offer) if offer.side == side => Err(Denial::AlreadyOffered),
            // The other offer would be accepted instead.
            Some(offer) if other(offer.what) => Err(Denial::AnswerFirst),
            Some(_) => self.answer(by, true, at),
            None if declined.is_some_and(|offer| offer.side == side) => Err(Denial::OfferedBefore),
            None => Ok(self.happened(vec![Event::Offered(Offer { side, what })], at)),
        }
    }

    /// The answer to the opponent's offer.
    ///
    /// # Errors
    /// If there is no offer, or it is the player's own.
    pub fn answer(&mut self, by: PlayerId, accept: bool, at: Timestamp) -> Decided {
        let side = self.part(by)?;
        let answer = match self.open_offer {
            None => return Err(Denial::NoOffer),
            Some(offer) if offer.side == side => return Err(Denial::OwnOffer),
            Some(offer) if accept && offer.what == Proposal::Takeback => {
                let side = offer.side;
                let plies = self.undone_by(side).ok_or(Denial::NothingToTakeBack)?;
                Event::TakenBack { side, plies }
            }
            Some(_) if accept => Event::Finished(self.state.declarations(side).together),
            Some(_) => Event::Declined { side },
        };
        Ok(self.happened(vec![answer], at))
    }

    /// More time for the opponent's turn.
    ///
    /// # Errors
    /// If it is the player's own turn, has no limit, or ends late enough; or in a tournament.
    pub fn give(&mut self, by: PlayerId, at: Timestamp) -> Decided {
        let side = self.part(by)?;
        ensure(self.state.turn() != side, Denial::OwnTurn)?;
        let deadline = self.deadline().ok_or(Denial::NoLimit)?;
        let is_alone = self.setup.tournament.is_none();
        ensure(is_alone, Denial::HardClock(self.setup.id))?;
        ensure(deadline <= at.plus(MAX_TIME_LEFT), Denial::TimeEnough)?;
        // Also if the time was over for long, a day is left.
        let time = GIFT + self.clock.running(Some(side.other()), deadline, at);
        Ok(self.happened(vec![Event::Gave { side, time }], at))
    }

    /// Moves a deadline that lies after `from` to `until`, after an outage; `None` if it is later
    /// than that, or was over before.
    pub fn extend(
        &mut self,
        from: Timestamp,
        until: Timestamp,
        at: Timestamp,
    ) -> Option<Vec<Event>> {
        let deadline = self.deadline().filter(|deadline| *deadline > from)?;
        let time = self.clock.running(self.turn(), deadline, until);
        (time > Seconds(0)).then(|| self.happened(vec![Event::Extended { time }], at))
    }

    /// Stops a player's clock until then, or restarts it if that is past; `None` if nothing
    /// changes.
    pub fn leave(&mut self, by: PlayerId, until: Timestamp, at: Timestamp) -> Option<Vec<Event>> {
        let side = self.part(by).ok()?;
        let current = self.clock.away(side).filter(|until| *until > at);
        let changes = current != Some(until).filter(|until| *until > at);
        // In a tournament nobody holds up the others.
        let stops = self.deadline().is_some() && self.setup.tournament.is_none();
        (changes && stops).then(|| self.happened(vec![Event::Away { side, until }], at))
    }

    /// The victory over an opponent whose time is over, in games that do not end by time.
    ///
    /// # Errors
    /// If it is the player's own turn, or there is time left.
    pub fn claim_time(&mut self, by: PlayerId, at: Timestamp) -> Decided {
        let side = self.part(by)?;
        self.may_press(side, at)?;
        Ok(self.happened(vec![Event::Finished(Outcome::won(side, &TIME))], at))
    }

    /// Returns whether a side may claim the win, or remind the opponent, because the opponent's
    /// time is over.
    pub fn may_press(&self, side: Side, at: Timestamp) -> Result<(), Denial> {
        let deadline = self.deadline().ok_or(Denial::NoLimit)?;
        ensure(self.state.turn() != side, Denial::OwnTurn)?;
        ensure(at >= deadline, Denial::NotLate(deadline))
    }

    /// The player whose time is over, in games that end by time.
    pub fn late(&self, at: Timestamp) -> Option<PlayerId> {
        let (turn, deadline) = self.turn().zip(self.deadline())?;
        (!self.is_soft() && at >= deadline).then(|| self.player(turn))
    }

    /// Ends the game if the time of a player is over. It does not count if they are `absent`: if they
    /// have not been back since they lost another game on time.
    pub fn flag(&mut self, at: Timestamp, absent: bool) -> Option<Vec<Event>> {
        let late = self.side_of(self.late(at)?)?;
        let reason = if absent { &ABSENCE } else { &TIME };
        let end = Event::Finished(Outcome::won(late.other(), reason));
        Some(self.happened(vec![end], at))
    }

    /// Applies events, whose moves were already played on the board.
    pub(super) fn happened(&mut self, events: Vec<Event>, at: Timestamp) -> Vec<Event> {
        for event in &events {
            self.note(event, at);
        }
        events
    }

    /// This game, if a person can see it from a channel: its players from anywhere in its server;
    /// others only where it is played, because that channel may be private.
    ///
    /// # Errors
    /// If they cannot.
    pub fn seen_from(self, from: Venue, by: PlayerId) -> Result<Self, Denial> {
        let is_outside = self.setup.venue.guild.is_user_install();
        let here = (self.setup.venue.guild == from.guild || from.guild.is_direct()) && !is_outside;
        let own = self.side_of(by).is_some() && here;
        ensure(own || self.is_at(from), Denial::UnknownGame)?;
        Ok(self)
    }

    /// The side of a player whose turn it is.
    ///
    /// # Errors
    /// If it is not, or the player is not in the game, or it is over.
    pub fn to_move(&self, by: PlayerId) -> Result<Side, Denial> {
        let side = self.part(by)?;
        let turn = self.state.turn();
        ensure(turn == side, Denial::NotYourTurn(self.player(turn)))?;
        Ok(side)
    }

    /// The side of a player while the game is running.
    ///
    /// # Errors
    /// If it is over, or the player is not in it.
    pub fn part(&self, by: PlayerId) -> Result<Side, Denial> {
        let side = self.side_of(by).ok_or(Denial::NotYourGame(self.setup.id))?;
        ensure(self.ending.is_none(), Denial::GameOver(self.setup.id))?;
        Ok(side)
    }
}
