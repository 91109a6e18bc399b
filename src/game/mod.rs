//! One played game, event-sourced.
//!
//! *Acts* (`play`, `resign`, `offer` …) decide: they change the game and return the *events* that
//! did so, or return a denial and change nothing. Only the event log has to be stored:
//! [`Game::replay`] makes the game from it.

mod acts;
mod begin;
mod challenge;
mod change;
mod clock;
mod denial;
mod engine;
mod event;
mod group;
mod guild_rules;
mod ids;
mod log;
mod name;
mod notices;
mod pair;
mod place;
mod plan;
mod post;
mod profile;
mod puzzle;
mod rating;
mod record;
mod standings;
mod suggestion;
mod summary;
mod time_control;
mod tournament;
mod upkeep;

pub use begin::Opening;
pub use challenge::{
    CHALLENGE_TTL, Challenge, GameTerms, MAX_GAMES, OFFER_ENGINE_AFTER, Order, Pairing, Start,
    State, turns_to_place,
};
pub use change::{Beginning, Change};
pub use clock::Clock;
pub use denial::Denial;
pub use engine::{Choice, Engine, Hint};
pub use event::{Event, FirstBy, Proposal, RESIGNATION, StoredEvent, TIME};
pub use group::{Entrant, Group, TournamentGame};
pub use guild_rules::{Defaults, GuildRules, PanelSettings, Preference, Setting};
pub use ids::{
    Cause, ChallengeId, ChannelId, GameId, GuildId, MessageId, PlanId, PlayerId, PuzzleId,
    TournamentId, Venue,
};
pub use log::Corrupt;
pub use name::{MAX_NAME, Name};
pub use notices::{Notices, Notify, Quiet};
pub use pair::{Other, Pair, winner_of_both};
pub use place::{GamesIn, Openable, REOPEN_AFTER, Thread};
pub use plan::{MAX_PLAN_MOVES, MAX_PLANS, Plan, PlanAt, Plans};
pub use post::{Post, Ready, Role};
pub use profile::{MAX_RATINGS, MAX_RIVALS, Profile, Rival};
pub use puzzle::{HARDEST, Puzzle, StoredPuzzle, Tried};
pub use rating::{
    Ladder, Leaderboard, PlayerRating, Rating, RatingChange, Ratings, Scope, Standing, rate,
};
pub use record::{GameRecord, MAX_RECORD_BYTES, MAX_TURNS, Review, Turn, TurningPoint};
pub use standings::{GroupStanding, Meeting, PairResult, deal, standings};
pub use suggestion::{Faced, MAX_FACED, suggested_level};
pub use summary::GameSummary;
pub use time_control::TimeControl;
pub use tournament::{MAX_PLAYERS, MIN_PLAYERS, NewGames, Phase, Tournament};
pub use upkeep::{Facts, Sent, Step, card_state};

use getset::CopyGetters;

use crate::time::Timestamp;
use siwa_games::registry::{Completion, GameState, MoveReport, Rules};
use siwa_games::rules::{BySide, Diagram, Outcome, Side, Stage, Variant};

/// The stored form of a game: its properties and its log.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// The venue of its challenge.
    pub venue: Venue,
    /// Whether it has a thread.
    pub thread: Thread,
    /// The id of the variant.
    pub variant: String,
    /// The players.
    pub players: BySide<PlayerId>,
    /// The time control.
    pub time: TimeControl,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Its server's rules.
    pub guild_rules: GuildRules,
    /// The engine, if it plays.
    pub engine: Option<Engine>,
    /// Its place in its pair, if it is one of a pair.
    pub pair: Option<Pair>,
    /// Its tournament, if it is part of one.
    pub tournament: Option<TournamentId>,
    /// Its pair, if it is part of one.
    pub log: Vec<(Timestamp, StoredEvent)>,
    /// Both players' ratings before and after, once a rated game has ended.
    pub ratings: Option<BySide<(f64, f64)>>,
    /// The plans of both players.
    pub plans: Plans,
}

/// An offer that the opponent may accept or decline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The side that made it.
    pub side: Side,
    /// What is proposed.
    pub what: Proposal,
}

/// One played instance of a game, between two people or with the engine, in a channel.
#[derive(CopyGetters)]
#[getset(get_copy = "pub")]
pub struct Game {
    /// Its id.
    id: GameId,
    /// The venue of its challenge.
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
    /// Whether takebacks are allowed though it is rated.
    #[getset(skip)]
    takebacks: bool,
    /// The engine, if it plays.
    engine: Option<Engine>,
    /// Its pair, if it is part of one.
    pair: Option<Pair>,
    /// Its tournament, if it is part of one.
    tournament: Option<TournamentId>,
    /// The number of events.
    seq: u32,
    /// The number of turns, without those taken back.
    plies: u32,
    /// The version of the board: counts turns and takebacks. It never falls, so that it identifies
    /// the board that a component belongs to.
    changes: u32,
    /// The seq of the last event that changed the board or ended the game.
    board_seq: u32,
    #[getset(skip)]
    state: Box<dyn GameState>,
    /// The moves on the board, in their notation.
    #[getset(skip)]
    moves: Vec<(Side, String)>,
    /// The last move that was not planned, and the planned moves after it; or the moves of the
    /// engine since its opponent moved.
    #[getset(skip)]
    lately: Vec<MoveReport>,
    /// The version of the board at the last takeback.
    #[getset(skip)]
    undone: u32,
    /// How the first player was chosen.
    first_by: FirstBy,
    /// The position in which it started, if the pieces were dealt.
    #[getset(skip)]
    deal: Option<String>,
    /// The open offer.
    open_offer: Option<Offer>,
    /// The offer that was declined since the last move.
    declined_offer: Option<Offer>,
    /// The seq of the last event that was an offer.
    offered_seq: u32,
    /// The seq of the last event that declined an offer.
    declined_seq: u32,
    /// The seq of the last event that changed only the clock.
    timed_seq: u32,
    /// The side that gave time during this turn.
    giver: Option<Side>,
    /// The side that took back a turn since the last move.
    taker: Option<Side>,
    /// The outcome, if it is over.
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
    /// The venue of its boards.
    pub fn home(&self) -> Venue {
        self.thread.of(self.venue)
    }

    /// This game, with this thread.
    pub fn with_thread(self, thread: Thread) -> Self {
        Self { thread, ..self }
    }

    /// Returns whether a venue is the channel where it started, or its thread.
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

    /// Players whom the message about the change just saved must not mention, because they are
    /// notified differently or not at all; `None` if the game was read from the store.
    pub fn muted(&self) -> Option<&[PlayerId]> {
        self.muted.as_deref()
    }

    /// Sets the players whom the message about the change just saved must not mention.
    pub fn set_muted(&mut self, players: Vec<PlayerId>) {
        self.muted = Some(players);
    }

    /// The side of a player.
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        self.players.side_of(&player)
    }

    /// The time control.
    pub fn time(&self) -> TimeControl {
        self.clock.control()
    }

    /// Returns whether running out of time loses only if the opponent claims the win: in unrated
    /// games between people.
    pub fn is_soft(&self) -> bool {
        !self.rated && self.engine.is_none()
    }

    /// How its pieces came on the board.
    pub fn start(&self) -> Start {
        match self.deal {
            None => Start::Placed,
            Some(_) => Start::Dealt,
        }
    }

    /// The player with the first turn.
    pub fn starter(&self) -> PlayerId {
        self.player(self.start().first_turn())
    }

    /// The side to move; `None` once the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.ending.is_none().then(|| self.state.turn())
    }

    /// The stage: placing or moving.
    pub fn stage(&self) -> Stage {
        self.state.stage()
    }

    /// Returns whether the side to move moves again, because the opponent had to pass.
    pub fn passed(&self) -> bool {
        self.state.passed()
    }

    /// Returns whether its one board is edited after each event: nobody needs a ping in a game
    /// with the engine. In a user install no message can be edited later.
    pub fn keeps_board(&self) -> bool {
        self.engine.is_some() && !self.venue.guild.is_user_install()
    }

    /// Returns whether the last event was an offer.
    pub fn just_offered(&self) -> bool {
        self.offered_seq == self.seq
    }

    /// The end of a side's absence, if it is after the start of the turn.
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        self.clock.away(side)
    }

    /// The diagram to draw. It marks the last move; several of the engine, if its opponent could
    /// not move between them.
    pub fn diagram(&self) -> Diagram {
        let mut diagram = match self.ending {
            Some(_) => self.state.concluded(self.ending),
            None => self.state.diagram(),
        };
        if self.engine_moved_last() && self.lately.len() > 1 {
            let (mut line, run) = (self.rules.start(self.variant()), self.lately.len());
            for (left, (_, text)) in (0..self.moves.len()).rev().zip(&self.moves) {
                // The move was legal before.
                let _ = line.play(text);
                if left < run {
                    diagram.mark_earlier(&line.diagram());
                }
            }
            diagram = diagram.sorted();
        }
        diagram
    }

    /// The deadline of this turn.
    pub fn deadline(&self) -> Option<Timestamp> {
        match self.thread {
            Thread::Nowhere => None,
            _ => self.time_limit(),
        }
    }

    /// The deadline of this turn, unless the clock stands still because of its channel.
    fn time_limit(&self) -> Option<Timestamp> {
        self.clock.deadline(self.turn()?)
    }

    /// When this turn started.
    pub fn turn_began(&self) -> Timestamp {
        self.clock.began()
    }

    /// Returns whether a side has captured anything.
    pub fn has_captured(&self, side: Side) -> bool {
        let mut state = self.rules.start(self.variant());
        let mut played = self.moves.iter().map(|(_, text)| state.play(text));
        played.any(|played| played.is_ok_and(|it| it.side == side && !it.captured.is_empty()))
    }

    /// Completions of what a player has typed; empty if it is not their turn.
    pub fn complete(&self, by: PlayerId, typed: &str, limit: usize) -> Vec<Completion> {
        match self.turn() {
            Some(turn) if self.player(turn) == by => self.state.complete(typed, limit),
            _ => Vec::new(),
        }
    }

    /// The state of the game.
    pub fn state(&self) -> &dyn GameState {
        self.state.as_ref()
    }
}
