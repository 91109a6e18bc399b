//! What players do: decided here, as events that are to happen.

use super::{By, Denied, Ending, Event, Game, PlayerId, Settled};
use crate::rules::{Side, Stage};
use crate::time::Timestamp;

/// Acts: they decide and change nothing.
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
        &self,
        by: PlayerId,
        text: &str,
        stage: Option<Stage>,
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
        let mut line = self.line.fork();
        let played = line.play(text).map_err(Denied::Refused)?;
        let mut events = vec![Event::Moved {
            side,
            text: played.text,
        }];
        events.extend(
            line.outcome()
                .map(|outcome| Event::Finished(outcome.into())),
        );
        Ok(events)
    }

    /// Giving up.
    ///
    /// # Errors
    /// If the person plays no part in the game, or it is over.
    pub fn resign(&self, by: PlayerId) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        Ok(vec![Event::Finished(Ending {
            winner: Some(side.other()),
            by: By::Resignation,
            grade: None,
        })])
    }

    /// An offer to stop here and count; accepts the other's, if there is one.
    ///
    /// # Errors
    /// If one's own offer waits for an answer, or was declined since the last move.
    pub fn offer(&self, by: PlayerId) -> Result<Vec<Event>, Denied> {
        self.offer_as(by, false)
    }

    /// A claim: ends the game if the rules grant it, else becomes an offer.
    ///
    /// # Errors
    /// As [`offer`](Self::offer), if the claim is not valid.
    pub fn claim(&self, by: PlayerId) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        match self.line.claim(side) {
            Some(outcome) => Ok(vec![Event::Finished(outcome.into())]),
            None => self.offer_as(by, true),
        }
    }

    fn offer_as(&self, by: PlayerId, claim: bool) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        match self.offer {
            Some(offer) if offer.side == side => Err(Denied::AlreadyOffered),
            Some(_) => self.answer(by, true),
            None if self.declined == Some(side) => Err(Denied::OfferedBefore),
            None => Ok(vec![Event::Offered { side, claim }]),
        }
    }

    /// The answer to the other's offer.
    ///
    /// # Errors
    /// If there is no offer, or it is one's own.
    pub fn answer(&self, by: PlayerId, accept: bool) -> Result<Vec<Event>, Denied> {
        let side = self.part(by)?;
        match self.offer {
            None => Err(Denied::NoOffer),
            Some(offer) if offer.side == side => Err(Denied::OwnOffer),
            Some(_) if accept => Ok(vec![Event::Finished(self.line.agreed().into())]),
            Some(_) => Ok(vec![Event::Declined { side }]),
        }
    }

    /// The end of the game, if the time for this turn is over.
    #[must_use]
    pub fn flag(&self, now: Timestamp) -> Option<Vec<Event>> {
        let turn = self.turn()?;
        (now >= self.deadline()?).then(|| {
            vec![Event::Finished(Ending {
                winner: Some(turn.other()),
                by: By::Time,
                grade: None,
            })]
        })
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
