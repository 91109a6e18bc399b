//! Acts of players, decided by the rules of the house and of the game.

use super::{Denial, Ending, Event, Game, PlayerId, RESIGNATION, RatingChange, Settled, TIME};
use crate::rules::{Side, Stage};
use crate::time::Timestamp;

/// Acts. Each changes the game and returns the events that did so, or changes nothing
/// and says why. `at` is the present.
impl Game {
    /// The first event of a game.
    #[must_use]
    pub fn opening(first: PlayerId, by: Settled) -> Event {
        Event::Started { first, by }
    }

    /// A move. `stage` is the one that the command is for, if any.
    ///
    /// # Errors
    /// If it is not that player's turn, or the rules forbid the move.
    pub fn play(
        &mut self,
        by: PlayerId,
        text: &str,
        stage: Option<Stage>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        let turn = self.line.turn();
        if side != turn {
            return Err(Denial::NotYourTurn {
                turn: self.player(turn),
            });
        }
        match (stage, self.line.stage()) {
            (Some(Stage::Movement), Stage::Placement) => return Err(Denial::UsePlace),
            (Some(Stage::Placement), Stage::Movement) => return Err(Denial::UseMove),
            _ => {}
        }
        let played = self.line.play(text).map_err(Denial::Refused)?;
        let moved = Event::Moved {
            side,
            text: played.text,
        };
        let outcome = self.line.outcome();
        let ended = outcome.map(|outcome| Event::Finished(outcome.into()));
        Ok(self.happened(std::iter::once(moved).chain(ended), at))
    }

    /// Resignation.
    pub fn resign(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        let ending = Ending {
            winner: Some(side.other()),
            by: &RESIGNATION,
            grade: None,
        };
        Ok(self.happened([Event::Finished(ending)], at))
    }

    /// An offer to stop here and count; accepts the opponent's offer, if there is one.
    ///
    /// # Errors
    /// If the player's own offer stands, or was declined since the last move.
    pub fn offer(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        self.offer_as(by, false, at)
    }

    /// A claim: ends the game if the rules grant it, else becomes an offer.
    ///
    /// # Errors
    /// As [`offer`](Self::offer), if the claim is not valid.
    pub fn claim(&mut self, by: PlayerId, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        match self.line.claim(side) {
            Some(outcome) => Ok(self.happened([Event::Finished(outcome.into())], at)),
            None => self.offer_as(by, true, at),
        }
    }

    fn offer_as(&mut self, by: PlayerId, claim: bool, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let side = self.part(by)?;
        match self.offer {
            Some(offer) if offer.side == side => Err(Denial::AlreadyOffered),
            Some(_) => self.answer(by, true, at),
            None if self.declined == Some(side) => Err(Denial::OfferedBefore),
            None => Ok(self.happened([Event::Offered { side, claim }], at)),
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
        let answer = match self.offer {
            None => return Err(Denial::NoOffer),
            Some(offer) if offer.side == side => return Err(Denial::OwnOffer),
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

    /// Applies events whose moves are already on the board.
    fn happened(&mut self, events: impl IntoIterator<Item = Event>, at: Timestamp) -> Vec<Event> {
        let events: Vec<Event> = events.into_iter().collect();
        for event in &events {
            self.note(event, at);
        }
        // Ratings are decided here only; a replay reads the stored change.
        if let Some(ending) = self.ending
            && let Some(before) = self.standings.take()
        {
            let after = before.after(ending.winner, self.engine.map(|engine| engine.side));
            self.rating_change = Some(RatingChange { before, after });
        }
        events
    }

    fn part(&self, by: PlayerId) -> Result<Side, Denial> {
        let side = self.side_of(by).ok_or(Denial::NotYourGame(self.id))?;
        if self.ending.is_some() {
            Err(Denial::GameOver(self.id))
        } else {
            Ok(side)
        }
    }
}
