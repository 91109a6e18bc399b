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
mod post;
mod profile;
mod puzzle;
mod rating;
mod record;
mod summary;
mod time_control;
mod upkeep;

pub use begin::Opening;
pub use challenge::{Challenge, GameTerms, MAX_GAMES, OFFER_ENGINE_AFTER, Pairing, STANDS, State};
pub use clock::Clock;
pub use denial::Denial;
pub use engine::{Choice, Engine, Hint};
pub use event::{Event, Proposal, RESIGNATION, Settled, StoredEvent, TIME};
pub use guild_rules::{Defaults, GuildRules, PanelSettings, Preference, Setting};
pub use ids::{
    Cause, ChallengeId, ChannelId, GameId, GuildId, MessageId, PlanId, PlayerId, PuzzleId, Venue,
};
pub use log::Corrupt;
pub use notices::{Notices, Notify, Quiet};
pub use pair::{Other, Pair, winner_of_both};
pub use place::{ARCHIVE_AFTER, GamesIn, Openable, Thread};
pub use plan::{MAX_PLAN_MOVES, MAX_PLANS, Plan, PlanAt, Plans};
pub use post::{Post, Ready, Role};
pub use profile::{MAX_RATINGS, MAX_RIVALS, Profile, Rival};
pub use puzzle::{HARDEST, Puzzle, StoredPuzzle, Tried};
pub use rating::{
    Ladder, Leaderboard, PlayerRating, Rating, RatingChange, Ratings, Standing, rate,
};
pub use record::{GameRecord, MAX_RECORD_BYTES, MAX_TURNS, Review, Turn, TurningPoint};
pub use summary::GameSummary;
pub use time_control::TimeControl;
pub use upkeep::{Facts, Sent, Step, card_state};

use getset::CopyGetters;

use crate::time::Timestamp;
use siwa_games::registry::{Completion, GameState, MoveReport, Rules};
use siwa_games::rules::{BySide, Diagram, Outcome, Side, Stage, Variant};

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
    /// The plans of both players.
    pub plans: Plans,
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
#[derive(CopyGetters)]
#[getset(get_copy = "pub")]
pub struct Game {
    /// Its number.
    id: GameId,
    /// Where it began: where its challenge was made.
    venue: Venue,
    /// Whether it has a thread.
    thread: Thread,
    /// The kind of game.
    rules: &'static dyn Rules,
    /// The players.
    players: BySide<PlayerId>,
    #[getset(skip)]
    clock: Clock,
    /// Whether the result changes ratings.
    rated: bool,
    /// Whether turns may be taken back though it is rated.
    #[getset(skip)]
    takebacks: bool,
    /// The engine, if it plays.
    engine: Option<Engine>,
    /// Its place in its pair, if it is one of a pair.
    pair: Option<Pair>,
    /// How many events have happened.
    seq: u32,
    /// How many turns stand.
    plies: u32,
    /// How often the board has changed: turns that were taken, and taken back. It never
    /// falls, so it tells what a component is about.
    changes: u32,
    /// The last event that changed the board or ended the game; offers do neither.
    board_seq: u32,
    #[getset(skip)]
    state: Box<dyn GameState>,
    /// The moves on the board, in their notation.
    #[getset(skip)]
    moves: Vec<(Side, String)>,
    /// The last move that was not planned, and the planned ones after it.
    #[getset(skip)]
    lately: Vec<MoveReport>,
    /// How often the board had changed when turns were last taken back.
    #[getset(skip)]
    undone: u32,
    /// How it was settled who began.
    settled: Settled,
    /// The offer that waits for an answer.
    standing_offer: Option<Offer>,
    /// The offer that was declined since the last move.
    declined_offer: Option<Offer>,
    /// The last event that was an offer.
    offered_seq: u32,
    /// The last event that declined an offer.
    declined_seq: u32,
    /// The last event that changed the clock alone.
    timed_seq: u32,
    /// Who has given time for this turn.
    giver: Option<Side>,
    /// Who has taken a turn back since the last move.
    taker: Option<Side>,
    /// How it ended.
    ending: Option<Outcome>,
    /// Both players' ratings before and after, in this kind of game, once a rated game has ended.
    ratings: Option<BySide<(f64, f64)>>,
    #[getset(skip)]
    plans: Plans,
    #[getset(skip)]
    muted: Option<Vec<PlayerId>>,
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
    /// Where its boards are.
    pub fn home(&self) -> Venue {
        self.thread.of(self.venue)
    }

    /// Whether it is played there: in the channel where it began as in its thread.
    pub fn is_at(&self, venue: Venue) -> bool {
        self.venue == venue || self.home() == venue
    }

    /// Board and ruleset.
    pub fn variant(&self) -> &'static Variant {
        self.state.variant()
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> PlayerId {
        *self.players.get(side)
    }

    /// Whom the message about the change that was just saved does not mention, because they are
    /// notified otherwise or not at all; none if the game was read.
    pub fn muted(&self) -> Option<&[PlayerId]> {
        self.muted.as_deref()
    }

    /// Notes whom the message about the change that was just saved does not mention.
    pub fn set_muted(&mut self, players: Vec<PlayerId>) {
        self.muted = Some(players);
    }

    /// The side of a player.
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.player(*side) == player)
    }

    /// How long the players may think.
    pub fn time(&self) -> TimeControl {
        self.clock.control()
    }

    /// Whether nobody loses by time unless the opponent claims it: in friendly games.
    pub fn is_soft(&self) -> bool {
        !self.rated && self.engine.is_none()
    }

    /// The side to move; none once the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.ending.is_none().then(|| self.state.turn())
    }

    /// Whether pieces are being placed or moved.
    pub fn stage(&self) -> Stage {
        self.state.stage()
    }

    /// Whether the side to move moves again, because the opponent had to pass.
    pub fn passed(&self) -> bool {
        self.state.passed()
    }

    /// Whether the last event was an offer.
    pub fn just_offered(&self) -> bool {
        self.offered_seq == self.seq
    }

    /// Until when a side is away, if that is not past when the turn begins.
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        self.clock.away(side)
    }

    /// What there is to draw.
    pub fn diagram(&self) -> Diagram {
        match self.ending {
            Some(_) => self.state.concluded(self.ending),
            None => self.state.diagram(),
        }
    }

    /// The position, as text.
    pub fn position(&self) -> String {
        self.state.position()
    }

    /// When the time for this turn is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.deadline(self.turn()?)
    }

    /// When this turn began.
    pub fn turn_began(&self) -> Timestamp {
        self.clock.began()
    }

    /// Completions of what a player has typed; none if it is not their turn.
    pub fn complete(&self, by: PlayerId, typed: &str, limit: usize) -> Vec<Completion> {
        match self.turn() {
            Some(turn) if self.player(turn) == by => self.state.complete(typed, limit),
            _ => Vec::new(),
        }
    }

    /// The line of play so far.
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
