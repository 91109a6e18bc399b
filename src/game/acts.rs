//! Acts of players, decided by the rules of the game and of the application.

use super::{Denial, Event, FirstBy, Game, PlayerId, Proposal, RESIGNATION, TIME, Venue};
use crate::time::{DAY, Seconds, Timestamp};
use siwa_games::rules::{Outcome, Side, Stage};

/// The time that a player gives the opponent with one press.
const GIFT: Seconds = DAY;
/// The longest time that a turn may have left when more is given.
const MAX_TIME_LEFT: Seconds = Seconds::days(30);

/// Acts. Each changes the game and returns the events that did so, or changes nothing
/// and says why. `at` is the present.
impl Game {
    /// The first event of a game.
    pub fn opening(first: PlayerId, by: FirstBy, deal: Option<String>) -> Event {
        Event::Started { first, by, deal }
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
    ) -> Result<Vec<Event>, Denial> {
        let side = self.to_move(by)?;
        if stage.is_some_and(|stage| stage != self.state.stage()) {
            return Err(Denial::UseMove);
        }
        self.move_as(side, text, false, at)
    }

    /// The moves that [`rest_placed`](Self::rest_placed) found, for both sides.
    ///
    /// # Errors
    /// As [`play`](Self::play), or if the rest cannot be placed for that player now.
    pub fn place_rest(
        &mut self,
        by: PlayerId,
        moves: &[String],
        at: Timestamp,
    ) -> Result<Vec<Event>, Denial> {
        self.part(by)?;
        if !self.may_place_rest() {
            return Err(Denial::MovedOn(self.id));
        }
        let mut events = Vec::new();
        for (number, text) in moves.iter().enumerate() {
            events.extend(self.move_as(self.state.turn(), text, number > 0, at)?);
        }
        Ok(events)
    }

    /// A move of the side to move.
    pub(super) fn move_as(
        &mut self,
        side: Side,
        text: &str,
        planned: bool,
        at: Timestamp,
    ) -> Result<Vec<Event>, Denial> {
        let played = self.state.play(text).map_err(Denial::Refused)?;
        let moved = Event::Moved {
            side,
            text: played.text,
            planned,
        };
        let outcome = self.state.outcome();
        let ended = outcome.map(Event::Finished);
        Ok(self.happened(std::iter::once(moved).chain(ended), at))
    }

    /// Resignation.
    pub fn resign(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        let ending = Outcome::won(side.other(), &RESIGNATION);
        Ok(self.happened([Event::Finished(ending)], at))
    }

    /// An offer to end the game by agreement; accepts the opponent's offer, if there is one. If the
    /// player may claim the end, no agreement is needed.
    ///
    /// # Errors
    /// If the player's own offer is open, or was declined since the last move.
    pub fn offer(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        if let Some(outcome) = self.claimable(by) {
            return Ok(self.happened([Event::Finished(outcome)], at));
        }
        self.offer_as(by, Proposal::Stop, at)
    }

    /// The end of the game that a player may claim now, if any.
    pub fn claimable(&self, by: PlayerId) -> Option<Outcome> {
        self.state.declarations(self.part(by).ok()?).alone
    }

    /// A request to take back the last turn, which the opponent may accept; the engine does.
    ///
    /// # Errors
    /// As [`offer`](Self::offer); in rated games, unless their server allows it; or if the last turn was not the player's.
    pub fn take_back(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        if !self.lets_take_back() {
            return Err(match self.engine {
                Some(_) => Denial::TakebackFromEngine(self.id),
                None => Denial::TakebackInRated(self.id),
            });
        }
        let plies = self.undone_by(side).ok_or(Denial::NothingToTakeBack)?;
        if self.engine.is_none() {
            return self.offer_as(by, Proposal::Takeback, at);
        }
        if self.open_offer.is_some() {
            return Err(Denial::AlreadyOffered);
        }
        let what = Proposal::Takeback;
        let events = [
            Event::Offered { side, what },
            Event::TakenBack { side, plies },
        ];
        Ok(self.happened(events, at))
    }

    /// Returns whether a player may ask to take back the last turn.
    pub fn may_take_back(&self, by: PlayerId) -> bool {
        let side = self.part(by).ok().filter(|_| self.lets_take_back());
        side.and_then(|side| self.undone_by(side)).is_some()
    }

    /// Returns whether turns may be taken back by consent.
    pub(super) fn lets_take_back(&self) -> bool {
        // The engine would accept every takeback.
        !self.rated || (self.takebacks && self.engine.is_none())
    }

    /// How many turns a takeback by a side undoes. The opponent must not have moved since, unless
    /// it is the engine.
    pub(super) fn undone_by(&self, side: Side) -> Option<u32> {
        let of_side = |(mover, _): &(Side, String)| *mover == side;
        let back = self.moves.iter().rev().position(of_side)?;
        (back == 0 || self.engine.is_some()).then(|| u32::try_from(back + 1).unwrap_or(u32::MAX))
    }

    fn offer_as(
        &mut self,
        by: PlayerId,
        what: Proposal,
        at: Timestamp,
    ) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        let other = |offer: Proposal| (offer == Proposal::Takeback) != (what == Proposal::Takeback);
        match self.open_offer {
            Some(offer) if offer.side == side => Err(Denial::AlreadyOffered),
            // The other offer would be accepted instead.
            Some(offer) if other(offer.what) => Err(Denial::AnswerFirst),
            Some(_) => self.answer(by, true, at),
            None if self.declined_offer.is_some_and(|offer| offer.side == side) => {
                Err(Denial::OfferedBefore)
            }
            None => Ok(self.happened([Event::Offered { side, what }], at)),
        }
    }

    /// The answer to the opponent's offer.
    ///
    /// # Errors
    /// If there is no offer, or it is the player's own.
    pub fn answer(
        &mut self,
        by: PlayerId,
        accept: bool,
        at: Timestamp,
    ) -> Result<Vec<Event>, Denial> {
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
        Ok(self.happened([answer], at))
    }

    /// More time for the opponent's turn.
    ///
    /// # Errors
    /// If it is the player's own turn, has no limit, or ends late enough; or in a tournament.
    pub fn give(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        if self.state.turn() == side {
            return Err(Denial::OwnTurn);
        }
        let deadline = self.deadline().ok_or(Denial::NoLimit)?;
        if self.tournament.is_some() {
            return Err(Denial::HardClock(self.id));
        }
        if deadline > at.plus(MAX_TIME_LEFT) {
            return Err(Denial::TimeEnough);
        }
        // Also if the time was over for long, a day is left.
        let time = GIFT + self.clock.running(Some(side.other()), deadline, at);
        Ok(self.happened([Event::Gave { side, time }], at))
    }

    /// Stops a player's clock until then, or restarts it if that is past; `None` if nothing
    /// changes.
    pub fn leave(&mut self, by: PlayerId, until: Timestamp, at: Timestamp) -> Option<Vec<Event>> {
        let side = self.part(by).ok()?;
        let current = self.clock.away(side).filter(|until| *until > at);
        // In a tournament nobody holds up the others.
        if self.tournament.is_some() {
            return None;
        }
        if self.deadline().is_none() || current == Some(until).filter(|until| *until > at) {
            return None;
        }
        Some(self.happened([Event::Away { side, until }], at))
    }

    /// The victory over an opponent whose time is over, in games that do not end by time.
    ///
    /// # Errors
    /// If it is the player's own turn, or there is time left.
    pub fn claim_time(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        self.may_press(side, at)?;
        Ok(self.happened([Event::Finished(Outcome::won(side, &TIME))], at))
    }

    /// Returns whether a side may claim the win, or remind the opponent, because the opponent's
    /// time is over.
    pub fn may_press(&self, side: Side, at: Timestamp) -> Result<(), Denial> {
        let deadline = self.deadline().ok_or(Denial::NoLimit)?;
        match () {
            () if self.state.turn() == side => Err(Denial::OwnTurn),
            () if at < deadline => Err(Denial::NotLate(deadline)),
            () => Ok(()),
        }
    }

    /// The end of the game, if the time for this turn is over and need not be claimed.
    pub fn flag(&mut self, at: Timestamp) -> Option<Vec<Event>> {
        let turn = self.turn().filter(|_| !self.is_soft())?;
        let end = Event::Finished(Outcome::won(turn.other(), &TIME));
        (at >= self.deadline()?).then(|| self.happened([end], at))
    }

    /// Applies events, whose moves were already played on the board.
    pub(super) fn happened(
        &mut self,
        events: impl IntoIterator<Item = Event>,
        at: Timestamp,
    ) -> Vec<Event> {
        let events: Vec<Event> = events.into_iter().collect();
        for event in &events {
            self.note(event, at);
        }
        events
    }
}

/// Who may act.
impl Game {
    /// This game, if a person can see it from a channel: its players from anywhere in its server;
    /// others only where it is played, because that channel may be private.
    ///
    /// # Errors
    /// If they cannot.
    pub fn seen_from(self, from: Venue, by: PlayerId) -> Result<Self, Denial> {
        let is_outside = self.venue.guild.is_user_install();
        let here = (self.venue.guild == from.guild || from.guild.is_direct()) && !is_outside;
        let own = self.side_of(by).is_some() && here;
        match own || self.is_at(from) {
            true => Ok(self),
            false => Err(Denial::UnknownGame),
        }
    }

    /// The side of a player whose turn it is.
    ///
    /// # Errors
    /// If it is not, or the player is not in the game, or it is over.
    pub fn to_move(&self, by: PlayerId) -> Result<Side, Denial> {
        let side = self.part(by)?;
        match self.state.turn() {
            turn if turn == side => Ok(side),
            turn => Err(Denial::NotYourTurn(self.player(turn))),
        }
    }

    /// The side of a player while the game is running.
    ///
    /// # Errors
    /// If it is over, or the player is not in it.
    pub fn part(&self, by: PlayerId) -> Result<Side, Denial> {
        let side = self.side_of(by).ok_or(Denial::NotYourGame(self.id))?;
        if self.ending.is_some() {
            Err(Denial::GameOver(self.id))
        } else {
            Ok(side)
        }
    }
}
