//! One played game, event-sourced.
//!
//! *Acts* (`play`, `resign`, `offer` …) decide: they change the game and return the
//! *events* that did so, or return a denial and change nothing. The log of events is
//! all that has to be stored: [`Game::replay`] makes the game from it.

mod acts;
mod begin;
mod challenge;
mod clock;
mod denial;
mod engine;
mod event;
mod guild_rules;
mod ids;
mod log;
mod notices;
mod pair;
mod place;
mod plan;
mod profile;
mod puzzle;
mod rating;
mod record;
mod summary;
mod time_control;

pub use begin::Opening;
pub use challenge::{Challenge, MOST_GAMES, OFFER_ENGINE_AFTER, STANDS, State, Terms};
pub use clock::Clock;
pub use denial::Denial;
pub use engine::{Choice, Engine, Hint};
pub use event::{Ending, Event, Proposal, RESIGNATION, Settled, StoredEvent, TIME};
pub use guild_rules::{Defaults, GuildRules, Preference, Setting};
pub use ids::{
    Cause, ChallengeId, ChannelId, GameId, GuildId, MessageId, PlanId, PlayerId, PuzzleId, Venue,
};
pub use log::Corrupt;
pub use notices::{Notices, Notify, Quiet};
pub use pair::{Other, Pair, Pairing, winner_of_both};
pub use place::{GamesIn, Openable, QUIET, Thread};
pub use plan::{LONGEST_PLAN, MOST_PLANS, Plan, PlanAt};
pub use profile::{MOST_RATINGS, MOST_RIVALS, Profile, Rival};
pub use puzzle::{HARDEST, Puzzle, StoredPuzzle, Tried};
pub use rating::{
    Ladder, Leaderboard, PlayerRating, Rating, RatingChange, Ratings, Standing, rate,
};
pub use record::{GameRecord, LONGEST, MOST_TURNS, Review, Turn, TurningPoint};
pub use summary::GameSummary;
pub use time_control::TimeControl;

use crate::time::Timestamp;
use siwa_games::registry::{Completion, GameState, MoveReport, Rules};
use siwa_games::rules::{BySide, Diagram, Side, Stage, Variant};

/// A game as it is stored: facts and its log.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: GameId,
    /// Where it began.
    pub venue: Venue,
    /// Whether it has a thread.
    pub thread: Thread,
    /// The variant's id.
    pub variant: String,
    /// The players.
    pub players: BySide<PlayerId>,
    /// How long the players may think.
    pub time: TimeControl,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// What its server has chosen.
    pub guild_rules: GuildRules,
    /// The engine, if it plays.
    pub engine: Option<Engine>,
    /// Its place in its pair, if it is one of a pair.
    pub pair: Option<Pair>,
    /// The log, oldest first, with the moment of each event.
    pub log: Vec<(Timestamp, StoredEvent)>,
    /// Both players' ratings before and after, once a rated game has ended.
    pub ratings: Option<BySide<(f64, f64)>>,
    /// Both players' present ratings, while a rated game runs.
    pub standings: Option<Ratings>,
}

/// An offer that the opponent may accept or decline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Whose.
    pub side: Side,
    /// What is proposed.
    pub what: Proposal,
}

/// One played instance of a game, between two people or with the engine, in a channel.
pub struct Game {
    id: GameId,
    venue: Venue,
    thread: Thread,
    rules: &'static dyn Rules,
    players: BySide<PlayerId>,
    clock: Clock,
    rated: bool,
    /// Whether turns may be taken back though it is rated.
    takebacks: bool,
    engine: Option<Engine>,
    pair: Option<Pair>,
    seq: u32,
    plies: u32,
    /// How often the board has changed.
    changes: u32,
    /// The last event that changed the board or ended the game.
    board_seq: u32,
    state: Box<dyn GameState>,
    /// The moves on the board, in their notation.
    moves: Vec<(Side, String)>,
    /// The last move that was not planned, and the planned ones after it.
    lately: Vec<MoveReport>,
    /// How often the board had changed when turns were last taken back.
    undone: u32,
    settled: Settled,
    offer: Option<Offer>,
    /// Whose offer was declined since the last move.
    declined: Option<Side>,
    /// Whether the last event was an offer.
    just_offered: bool,
    /// Whether the last event changed the clock alone.
    just_timed: bool,
    /// Who has given time since the last move.
    giver: Option<Side>,
    /// Who has taken a turn back since the last move.
    taker: Option<Side>,
    ending: Option<Ending>,
    /// The stored change of ratings, of a game that was over when it was read.
    ratings: Option<BySide<(f64, f64)>>,
    /// The ratings that the end of the game will change.
    standings: Option<Ratings>,
    rating_change: Option<RatingChange>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("id", &self.id)
            .field("variant", &self.variant().id)
            .field("seq", &self.seq)
            .field("position", &self.state.position())
            .field("ending", &self.ending)
            .finish_non_exhaustive()
    }
}

impl Game {
    /// Its number.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Where it began: where its challenge was made.
    #[must_use]
    pub fn venue(&self) -> Venue {
        self.venue
    }

    /// Whether it has a thread.
    #[must_use]
    pub fn thread(&self) -> Thread {
        self.thread
    }

    /// Where its boards are.
    #[must_use]
    pub fn home(&self) -> Venue {
        self.thread.of(self.venue)
    }

    /// Whether it is played there: in the channel where it began as in its thread.
    #[must_use]
    pub fn is_at(&self, venue: Venue) -> bool {
        self.venue == venue || self.home() == venue
    }

    /// The kind of game.
    #[must_use]
    pub fn rules(&self) -> &'static dyn Rules {
        self.rules
    }

    /// Board and ruleset.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.state.variant()
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

    /// How long the players may think.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        self.clock.control()
    }

    /// Whether nobody loses by time unless the opponent claims it: in friendly games.
    #[must_use]
    pub fn is_soft(&self) -> bool {
        !self.rated && self.engine.is_none()
    }

    /// Whether the result changes ratings.
    #[must_use]
    pub fn rated(&self) -> bool {
        self.rated
    }

    /// How many events have happened.
    #[must_use]
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// How many turns stand.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How often the board has changed: turns that were taken, and taken back. It never
    /// falls, so it tells what a component is about.
    #[must_use]
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// The last event that changed the board or ended the game; offers do neither.
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
        self.ending.is_none().then(|| self.state.turn())
    }

    /// Whether pieces are being placed or moved.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage()
    }

    /// Whether the side to move moves again, because the opponent had to pass.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.state.passed()
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Both players' ratings before and after, in this kind of game, once a rated game
    /// has ended.
    #[must_use]
    pub fn ratings(&self) -> Option<BySide<(f64, f64)>> {
        let shown = |change: RatingChange| change.shown();
        self.rating_change.map(shown).or(self.ratings)
    }

    /// The change of ratings, if the last act ended a rated game.
    #[must_use]
    pub fn rating_change(&self) -> Option<RatingChange> {
        self.rating_change
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

    /// Whether the last event was an offer.
    #[must_use]
    pub fn just_offered(&self) -> bool {
        self.just_offered
    }

    /// Whether the last event changed the clock alone.
    #[must_use]
    pub fn just_timed(&self) -> bool {
        self.just_timed
    }

    /// Until when a side is away, if that is not past when the turn begins.
    #[must_use]
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        self.clock.away(side)
    }

    /// Who has taken a turn back since the last move.
    #[must_use]
    pub fn taker(&self) -> Option<Side> {
        self.taker
    }

    /// Who has given time for this turn.
    #[must_use]
    pub fn giver(&self) -> Option<Side> {
        self.giver
    }

    /// What there is to draw.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        match self.ending {
            Some(ending) => self.state.concluded(ending.outcome()),
            None => self.state.diagram(),
        }
    }

    /// The position, as text.
    #[must_use]
    pub fn position(&self) -> String {
        self.state.position()
    }

    /// When the time for this turn is over.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.deadline(self.turn()?)
    }

    /// When this turn began.
    #[must_use]
    pub fn turn_began(&self) -> Timestamp {
        self.clock.began()
    }

    /// Completions of what a player has typed; none if it is not their turn.
    #[must_use]
    pub fn complete(&self, by: PlayerId, typed: &str, limit: usize) -> Vec<Completion> {
        match self.turn() {
            Some(turn) if self.player(turn) == by => self.state.complete(typed, limit),
            _ => Vec::new(),
        }
    }

    /// The line of play so far.
    #[must_use]
    pub fn state(&self) -> &dyn GameState {
        self.state.as_ref()
    }

    /// A move, and the board as it would be after it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn propose(&self, text: &str) -> Result<(MoveReport, Diagram), Denial> {
        self.state.propose(text).map_err(Denial::Refused)
    }
}
