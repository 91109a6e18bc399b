//! What players do: decided here, by the rules of the house and of the game.

use super::{Denied, Ending, Event, Game, PlayerId, RESIGNATION, RatingChange, Settled, TIME};
use crate::rules::{Side, Stage};
use crate::time::Timestamp;

/// Acts. Each answers the events that happened by it, which have led the game to
/// what it is then; or says why it is not possible, and has changed nothing. `at` is
/// the moment it happens.
impl Game {
    /// The first event of a game.
    #[must_use]
    pub fn opening(first: PlayerId, by: Settled) -> Event {
        Event::Started { first, by }
    }

    /// A move. `stage` is what the command is for, if it says.
    ///
    /// # Errors
    /// If it is not that player's turn, or the rules forbid the move.
    pub fn play(
        &mut self,
        by: PlayerId,
        text: &str,
        stage: Option<Stage>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        let turn = self.line.turn();
        if side != turn {
            return Err(Denied::NotYourTurn {
                turn: self.player(turn),
            });
        }
        match (stage, self.line.stage()) {
            (Some(Stage::Movement), Stage::Placement) => return Err(Denied::UsePlace),
            (Some(Stage::Placement), Stage::Movement) => return Err(Denied::UseMove),
            _ => {}
        }
        let played = self.line.play(text).map_err(Denied::Refused)?;
        let moved = Event::Moved {
            side,
            text: played.text,
        };
        let outcome = self.line.outcome();
        let ended = outcome.map(|outcome| Event::Finished(outcome.into()));
        Ok(self.happened(std::iter::once(moved).chain(ended), at))
    }

    /// Giving up.
    ///
    /// # Errors
    /// If the person plays no part in the game, or it is over.
    pub fn resign(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        let ending = Ending {
            winner: Some(side.other()),
            by: &RESIGNATION,
            grade: None,
        };
        Ok(self.happened([Event::Finished(ending)], at))
    }

    /// An offer to stop here and count; accepts the other's, if there is one.
    ///
    /// # Errors
    /// If one's own offer waits for an answer, or was declined since the last move.
    pub fn offer(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denied> {
        self.offer_as(by, false, at)
    }

    /// A claim: ends the game if the rules grant it, else becomes an offer.
    ///
    /// # Errors
    /// As [`offer`](Self::offer), if the claim is not valid.
    pub fn claim(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        match self.line.claim(side) {
            Some(outcome) => Ok(self.happened([Event::Finished(outcome.into())], at)),
            None => self.offer_as(by, true, at),
        }
    }

    fn offer_as(&mut self, by: PlayerId, claim: bool, at: Timestamp) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        match self.offer {
            Some(offer) if offer.side == side => Err(Denied::AlreadyOffered),
            Some(_) => self.answer(by, true, at),
            None if self.declined == Some(side) => Err(Denied::OfferedBefore),
            None => Ok(self.happened([Event::Offered { side, claim }], at)),
        }
    }

    /// The answer to the other's offer.
    ///
    /// # Errors
    /// If there is no offer, or it is one's own.
    pub fn answer(
        &mut self,
        by: PlayerId,
        accept: bool,
        at: Timestamp,
    ) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        let answer = match self.offer {
            None => return Err(Denied::NoOffer),
            Some(offer) if offer.side == side => return Err(Denied::OwnOffer),
            Some(_) if accept => Event::Finished(self.line.agreed().into()),
            Some(_) => Event::Declined { side },
        };
        Ok(self.happened([answer], at))
    }

    /// The end of the game, if the time for this turn is over.
    pub fn flag(&mut self, at: Timestamp) -> Option<Vec<Event>> {
        let turn = self.turn()?;
        let ending = Ending {
            winner: Some(turn.other()),
            by: &TIME,
            grade: None,
        };
        (at >= self.deadline()?).then(|| self.happened([Event::Finished(ending)], at))
    }

    /// Writes down what has happened, whose moves are on the board already.
    fn happened(&mut self, events: impl IntoIterator<Item = Event>, at: Timestamp) -> Vec<Event> {
        let events: Vec<Event> = events.into_iter().collect();
        for event in &events {
            self.note(event, at);
        }
        // What it means for the ratings is decided once, when it happens.
        if let Some(ending) = self.ending
            && let Some(before) = self.standings.take()
        {
            let after = before.after(ending.winner);
            self.rating_change = Some(RatingChange { before, after });
        }
        events
    }

    fn part(&self, by: PlayerId) -> Result<Side, Denied> {
        let side = self.side_of(by).ok_or(Denied::NotYourGame(self.id))?;
        if self.ending.is_some() {
            Err(Denied::GameOver(self.id))
        } else {
            Ok(side)
        }
    }
}
