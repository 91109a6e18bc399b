//! One played game: what is decided about it, and what has happened in it.
//!
//! *Acts* (`play`, `resign`, `offer` …) take `&Game`, decide and change
//! nothing: they answer the events that are to happen, or why it may not be.
//! *Events* change and decide nothing: [`Game::apply`]. Whoever holds the
//! events holds the game, so the log is all that has to be kept.

mod challenge;
mod denied;
mod event;
mod ids;
mod rating;

pub use challenge::{Challenge, MOST_GAMES, STANDS, State, Terms};
pub use denied::Denied;
pub use event::{By, Ending, Event, Settled, Written};
pub use ids::{Cause, ChallengeId, ChannelId, GameId, GuildId, MessageId, PlayerId, Venue};
pub use rating::{Leaderboard, Rating, Standing, rate};

use crate::registry::{self, Completion, Play, Played, Rules};
use crate::rules::{BySide, Diagram, Side, Stage, Variant};
use crate::time::Timestamp;

/// What is stored of a game: facts and its log, nothing computed.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number.
    pub id: GameId,
    /// Where it is played.
    pub venue: Venue,
    /// The variant's id.
    pub variant: String,
    /// The players.
    pub players: BySide<PlayerId>,
    /// Seconds a turn may take.
    pub per_turn: Option<i64>,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// The log, oldest first, with the moment of each event.
    pub log: Vec<(Timestamp, Written)>,
    /// Both players' ratings before and after, once a rated game has ended.
    pub ratings: Option<BySide<(f64, f64)>>,
}

/// A record that is no game by its rules: something is badly wrong.
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
}

/// An offer to stop here and count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Whose.
    pub side: Side,
    /// Whether it began as a claim.
    pub claim: bool,
}

/// One played instance of a game, between two people, in a channel.
pub struct Game {
    id: GameId,
    venue: Venue,
    rules: &'static dyn Rules,
    players: BySide<PlayerId>,
    per_turn: Option<i64>,
    rated: bool,
    seq: u32,
    plies: u32,
    /// The event that made the board, or the end, what it is.
    board_seq: u32,
    line: Box<dyn Play>,
    settled: Settled,
    turn_began: Timestamp,
    offer: Option<Offer>,
    /// Whose offer was declined since the last move.
    declined: Option<Side>,
    /// Whether the last event was an offer.
    just_offered: bool,
    ending: Option<Ending>,
    ratings: Option<BySide<(f64, f64)>>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("id", &self.id)
            .field("variant", &self.variant().id)
            .field("seq", &self.seq)
            .field("position", &self.line.position())
            .field("ending", &self.ending)
            .finish_non_exhaustive()
    }
}

/// Reading what a game is.
impl Game {
    /// Its number.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Where it is played.
    #[must_use]
    pub fn venue(&self) -> Venue {
        self.venue
    }

    /// The kind of game.
    #[must_use]
    pub fn rules(&self) -> &'static dyn Rules {
        self.rules
    }

    /// Board and ruleset.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.line.variant()
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> BySide<PlayerId> {
        self.players
    }

    /// The player of a side.
    #[must_use]
    pub fn player(&self, side: Side) -> PlayerId {
        *self.players.get(side)
    }

    /// The side of a player.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.player(*side) == player)
    }

    /// Seconds a turn may take; none: as long as it takes.
    #[must_use]
    pub fn per_turn(&self) -> Option<i64> {
        self.per_turn
    }

    /// Whether the result changes ratings.
    #[must_use]
    pub fn rated(&self) -> bool {
        self.rated
    }

    /// How many events have happened; it names the present state in a button.
    #[must_use]
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// How many turns were taken.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The event that made the board, or the end, what it is; what came after it were words.
    #[must_use]
    pub fn board_seq(&self) -> u32 {
        self.board_seq
    }

    /// How it was settled who began.
    #[must_use]
    pub fn settled(&self) -> Settled {
        self.settled
    }

    /// The side to move; none once the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        self.ending.is_none().then(|| self.line.turn())
    }

    /// Whether pieces are being placed or moved.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.line.stage()
    }

    /// Whether the side to move moves again, because the opponent had to pass.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.line.passed()
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Both players' ratings before and after, once a rated game has ended and was stored.
    #[must_use]
    pub fn ratings(&self) -> Option<BySide<(f64, f64)>> {
        self.ratings
    }

    /// The offer that waits for an answer.
    #[must_use]
    pub fn standing_offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Whose offer was declined since the last move.
    #[must_use]
    pub fn declined_offer(&self) -> Option<Side> {
        self.declined
    }

    /// Whether that offer is the last that has happened.
    #[must_use]
    pub fn just_offered(&self) -> bool {
        self.just_offered
    }

    /// The last move.
    #[must_use]
    pub fn last(&self) -> Option<&Played> {
        self.line.last()
    }

    /// What there is to draw.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        self.line.diagram()
    }

    /// The position, as text.
    #[must_use]
    pub fn position(&self) -> String {
        self.line.position()
    }

    /// When the time for this turn is over.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let per_turn = self.per_turn?;
        self.turn().map(|_| self.turn_began.plus(per_turn))
    }

    /// What may follow what a player has typed; nothing if it is not their turn.
    #[must_use]
    pub fn complete(&self, by: PlayerId, typed: &str, limit: usize) -> Vec<Completion> {
        match self.turn() {
            Some(turn) if self.player(turn) == by => self.line.complete(typed, limit),
            _ => Vec::new(),
        }
    }

    /// What the board would look like after a move, and the move.
    ///
    /// # Errors
    /// Says why the move is not legal.
    pub fn preview(&self, text: &str) -> Result<(Played, Diagram), Denied> {
        let mut line = self.line.fork();
        let played = line.play(text).map_err(Denied::Refused)?;
        Ok((played, line.diagram()))
    }
}

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
