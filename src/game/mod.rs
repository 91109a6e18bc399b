//! One played game, event-sourced.
//!
//! *Acts* (`play`, `resign`, `offer` …) decide: they change the game and return the *events* that
//! did so, or return a denial and change nothing. Only the event log has to be stored:
//! [`Game::replay`] makes the game from it.

mod acts;
mod challenge;
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
mod plan;
mod post;
mod puzzle;
mod rating;
mod record;
mod summary;
mod tournament;
mod upkeep;

pub use acts::{Act, Decided};
pub use challenge::{
    CHALLENGE_TTL, Challenge, GameTerms, MAX_GAMES, Order, Pairing, Start, State, turns_to_place,
};
pub use clock::{Away, Clock, MAX_AWAY_DAYS, TimeControl};
pub use denial::{Denial, ensure};
pub use engine::{Engine, Faced, Hint, MAX_FACED, suggested_level};
pub use event::{ABSENCE, Event, FirstBy, Proposal, RESIGNATION, StoredEvent, TIME, is_by_time};
pub use group::{
    Entrant, Group, GroupStanding, Meeting, PairResult, TournamentGame, deal, standings,
};
pub use guild_rules::{Defaults, GuildRules, PanelSettings, Preference, Setting};
pub use ids::{
    Cause, ChallengeId, ChannelId, GameId, GamesIn, GuildId, KEEP_OPEN_AFTER, MessageId, Openable,
    Place, PlanId, PlayerId, PuzzleId, Thread, TournamentId, Venue,
};
pub use log::{Beginning, Change, Corrupt};
pub use name::{MAX_NAME, Name, cut};
pub use notices::{Notices, Notify, Pings, Quiet, Wishes};
pub use pair::{Other, Pair, winner_of_both};
pub use plan::{MAX_PLAN_MOVES, MAX_PLANS, Plan, PlanAt, Plans};
pub use post::{Post, Ready, Role};
pub use puzzle::{HARDEST, Puzzle, StoredPuzzle, Tried};
pub use rating::{
    Ladder, Leaderboard, MAX_RATINGS, MAX_RIVALS, PlayerRating, Profile, Rating, RatingChange,
    Ratings, Rival, Scope, Standing, rate, rate_player,
};
pub use record::{GameRecord, MAX_RECORD_BYTES, MAX_TURNS, Review, TurningPoint};
pub use summary::GameSummary;
pub use tournament::{MAX_PLAYERS, MIN_PLAYERS, NewGames, Phase, Tournament};
pub use upkeep::{Facts, Sent, Step, card_state};

use crate::time::Timestamp;
use siwa_games::registry::{Completion, GameState, MoveReport, Rules};
use siwa_games::rules::{BySide, Diagram, Outcome, Side, Variant};

/// What stays as it is from the first event of a game to its last, except for its thread.
#[derive(Clone, Debug)]
pub struct GameSetup {
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
    /// Its server's rules when it started.
    pub guild_rules: GuildRules,
    /// The engine, if it plays.
    pub engine: Option<Engine>,
    /// Its place in its pair, if it is one of a pair.
    pub pair: Option<Pair>,
    /// Its tournament, if it is part of one.
    pub tournament: Option<TournamentId>,
}

/// The stored form of a game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// What does not follow from the log.
    pub setup: GameSetup,
    /// The events, each with its moment, oldest first.
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

/// What players have done since the last move, besides an open offer.
#[derive(Clone, Copy, Debug, Default)]
pub struct SinceMove {
    /// The offer that was declined.
    pub declined: Option<Offer>,
    /// The side that gave time during this turn.
    pub giver: Option<Side>,
    /// The side that took back a turn.
    pub taker: Option<Side>,
}

/// A move on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The side that moved.
    pub side: Side,
    /// The move in the notation of its game.
    pub text: String,
    /// Whether it followed from an earlier act: it was planned, or one press placed several pieces.
    pub planned: bool,
}

/// One played instance of a game, between two people or with the engine, in a channel.
pub struct Game {
    /// What its log does not say.
    pub setup: GameSetup,
    /// The kind of game.
    pub rules: &'static dyn Rules,
    /// Its clock.
    pub clock: Clock,
    /// The number of its events.
    pub seq: u32,
    /// The version of the board: counts turns and takebacks. It never falls, so that it identifies
    /// the board that a component belongs to.
    pub changes: u32,
    /// The seq of the last event that changed the board or ended the game.
    pub board_seq: u32,
    state: Box<dyn GameState>,
    /// The moves on the board.
    moves: Vec<Turn>,
    /// The last move that was not planned, and the planned moves after it; or the moves of the
    /// engine since its opponent moved.
    pub lately: Vec<MoveReport>,
    /// The version of the board at the last takeback.
    undone: u32,
    /// How the first player was chosen.
    pub first_by: FirstBy,
    /// The position in which it started, if the pieces were dealt.
    deal: Option<String>,
    /// The open offer.
    pub open_offer: Option<Offer>,
    /// What players have done since the last move.
    pub since_move: SinceMove,
    /// The seq of the last offer.
    pub offered_seq: u32,
    declined_seq: u32,
    timed_seq: u32,
    /// The moment of its first event.
    pub started: Timestamp,
    /// The moment of its last event.
    pub touched: Timestamp,
    /// The outcome, if it is over.
    pub ending: Option<Outcome>,
    /// Both players' ratings before and after, in this kind of game, once a rated game has ended.
    pub ratings: Option<BySide<(f64, f64)>>,
    /// The plans of both players when the game was read.
    pub plans: Plans,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let position = self.state.position();
        write!(f, "game {} after event {}: {position}", self.id(), self.seq)
    }
}

impl Game {
    /// Its id.
    pub fn id(&self) -> GameId {
        self.setup.id
    }

    /// The venue of its boards.
    pub fn home(&self) -> Venue {
        self.setup.thread.board_venue(self.setup.venue)
    }

    /// Returns whether a venue is the channel where it started, or its thread.
    pub fn is_at(&self, venue: Venue) -> bool {
        self.setup.venue == venue || self.home() == venue
    }

    /// Board and ruleset.
    pub fn variant(&self) -> &'static Variant {
        self.state.variant()
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> PlayerId {
        *self.setup.players.get(side)
    }

    /// The number of turns, without those taken back.
    pub fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// The seq of the last event that changed the clock, alone or with the board.
    pub fn clock_seq(&self) -> u32 {
        self.board_seq.max(self.timed_seq)
    }

    /// The side of a player.
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        self.setup.players.side_of(&player)
    }

    /// Returns whether running out of time loses only if the opponent claims the win: in unrated
    /// games between people.
    pub fn is_soft(&self) -> bool {
        !self.setup.rated && self.setup.engine.is_none()
    }

    /// How its pieces came on the board.
    pub fn start(&self) -> Start {
        match self.deal {
            None => Start::Placed,
            Some(_) => Start::Dealt,
        }
    }

    /// The side to move; `None` once the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.ending.is_none().then(|| self.state.turn())
    }

    /// Returns whether its one board is edited after each event: nobody needs a ping in a game
    /// with the engine. In a user install no message can be edited later.
    pub fn keeps_board(&self) -> bool {
        self.setup.engine.is_some() && !self.setup.venue.guild.is_user_install()
    }

    /// Returns whether the last event was an offer.
    pub fn just_offered(&self) -> bool {
        self.offered_seq == self.seq
    }

    /// The diagram to draw, in which the [run](Self::with_run) is marked.
    pub fn diagram(&self) -> Diagram {
        self.with_run(match self.ending {
            Some(_) => self.state.concluded(self.ending),
            None => self.state.diagram(),
        })
    }

    /// A diagram, in which the moves of the engine are marked that its opponent could not move between.
    pub fn with_run(&self, mut diagram: Diagram) -> Diagram {
        if self.engine_moved_last() && self.lately.len() > 1 {
            let mut line = self.before_play();
            let run = self.lately.len();
            for (left, turn) in (0..self.moves.len()).rev().zip(&self.moves) {
                // The move was legal before.
                let _ = line.play(&turn.text);
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
        match self.setup.thread {
            Thread::Nowhere => None,
            _ => self.left(0),
        }
    }

    /// Returns whether a side has captured anything.
    pub fn has_captured(&self, side: Side) -> bool {
        let mut state = self.before_play();
        let mut played = self.moves.iter().map(|turn| state.play(&turn.text));
        let took = |played: MoveReport| played.side == side && !played.captured.is_empty();
        played.any(|played| played.is_ok_and(took))
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
