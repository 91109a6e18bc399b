//! What happens: events change a game, and a game is made of its log.

use super::{Corrupt, Ending, Event, Game, Offer, Record, Settled};
use crate::registry;
use crate::rules::BySide;
use crate::time::Timestamp;

/// Events: they change and decide nothing.
impl Game {
    /// Makes a game from what is stored of it, checking every event.
    ///
    /// # Errors
    /// If the record is not a game by its rules.
    pub fn replay(record: Record) -> Result<Self, Corrupt> {
        let id = record.id;
        let (rules, variant) =
            registry::variant(&record.variant).ok_or(Corrupt::Variant(id, record.variant))?;
        let mut game = Self {
            id,
            venue: record.venue,
            rules,
            players: record.players,
            per_turn: record.per_turn,
            rated: record.rated,
            seq: 0,
            plies: 0,
            board_seq: 0,
            line: rules.start(variant),
            settled: Settled::Lots,
            turn_began: Timestamp(0),
            offer: None,
            declined: None,
            just_offered: false,
            ending: None,
            ratings: record.ratings,
        };
        for (at, written) in &record.log {
            let number = game.seq + 1;
            let event = Event::read(written).ok_or(Corrupt::Event(id, number))?;
            game.apply(&event, *at)
                .map_err(|why| Corrupt::Impossible(id, number, why))?;
        }
        Ok(game)
    }

    /// Lets an event happen that happened `at` that moment.
    ///
    /// # Errors
    /// If it is not possible, which an event made by an act never is; says why, for a log.
    pub fn apply(&mut self, event: &Event, at: Timestamp) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        self.just_offered = matches!(event, Event::Offered { .. });
        match event {
            Event::Started { first, by } => {
                if self.seq != 0 || self.players.first != *first {
                    return Err("another player begins".to_owned());
                }
                self.settled = *by;
                self.turn_began = at;
            }
            Event::Moved { side, text } => {
                if self.line.outcome().is_some() || self.line.turn() != *side {
                    return Err("not that side's turn".to_owned());
                }
                self.line
                    .play(text)
                    .map_err(|message| message.id.to_owned())?;
                self.plies += 1;
                self.turn_began = at;
                self.declined = None;
                // The other player has answered an offer by playing on.
                self.offer = self.offer.filter(|offer| offer.side == *side);
            }
            Event::Offered { side, claim } => {
                self.offer = Some(Offer {
                    side: *side,
                    claim: *claim,
                })
            }
            Event::Declined { side } => {
                self.offer = None;
                self.declined = Some(side.other());
            }
            Event::Finished(ending) => {
                if let Some(outcome) = self.line.outcome()
                    && Ending::from(outcome) != *ending
                {
                    return Err("it ended otherwise by its rules".to_owned());
                }
                self.offer = None;
                self.ending = Some(*ending);
            }
        }
        self.seq += 1;
        if !matches!(event, Event::Offered { .. } | Event::Declined { .. }) {
            self.board_seq = self.seq;
        }
        Ok(())
    }

    /// Adds what only the store knows: the ratings a finished game has led to.
    pub fn set_ratings(&mut self, ratings: Option<BySide<(f64, f64)>>) {
        self.ratings = ratings;
    }
}
