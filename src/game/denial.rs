//! Denials: what the house forbids, and why.

use super::{ChallengeId, GameId, GameSummary, PlayerId};
use crate::time::Timestamp;
use siwa_games::text::{Arg, Localize, Text};

/// Why an act is not possible. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The rules of the game forbid it.
    Refused(Text),
    /// It is the other player's turn.
    NotYourTurn {
        /// Who is to move.
        turn: PlayerId,
    },
    /// The person does not play in that game.
    NotYourGame(GameId),
    /// There is no such game in this server.
    UnknownGame,
    /// The person plays no game in this channel.
    NoGameHere,
    /// The person plays several games in this channel.
    SeveralGames(Vec<GameSummary>),
    /// No game was played in this channel yet.
    NothingToReplay,
    /// The game is over.
    GameOver(GameId),
    /// Pieces are being placed, and the command was for moving.
    UsePlace,
    /// Pieces are being moved, and the command was for placing.
    UseMove,
    /// The button is of an earlier turn.
    MovedOn(GameId),
    /// The person's own offer still stands.
    AlreadyOffered,
    /// The opponent has declined since the last move.
    OfferedBefore,
    /// There is no offer to answer.
    NoOffer,
    /// The offer is the person's own.
    OwnOffer,
    /// The time for this turn was over.
    TimeIsUp(GameId),
    /// That is not a day in the near future.
    AwayWhen {
        /// How many days are the most.
        limit: i64,
    },
    /// So many days of this year are left for being away.
    AwayUsedUp {
        /// How many.
        left: i64,
    },
    /// The person is not away.
    NotAway,
    /// Another offer is to be answered first.
    AnswerFirst,
    /// What counts is not taken back.
    TakebackInRated(GameId),
    /// The last turn is not that player's.
    NothingToTakeBack,
    /// Somebody's own turn gives them no such right.
    OwnTurn,
    /// There is no limit to the time of that turn.
    NoLimit,
    /// There is more than enough time left.
    TimeEnough,
    /// The time of the opponent is not over before then.
    NotLate(Timestamp),
    /// The game still runs: no rematch yet.
    NotOver(GameId),
    /// Other changes were saved first, again and again.
    Busy,
    /// A player has too many games.
    TooManyGames {
        /// Who.
        who: PlayerId,
        /// How many are allowed.
        limit: u32,
    },
    /// A player may have one more game, but not two.
    RoomForOne {
        /// Who.
        who: PlayerId,
        /// How many are allowed.
        limit: u32,
    },
    /// A player has too many open challenges.
    TooManyChallenges {
        /// How many are allowed.
        limit: u32,
    },
    /// The same challenge to the same person stands already.
    ChallengeStands {
        /// For whom.
        opponent: PlayerId,
    },
    /// Nobody plays against themself.
    ChallengeSelf,
    /// Nobody accepts their own challenge.
    OwnChallenge,
    /// Bots do not play.
    ChallengeBot,
    /// A player has planned too much in a game.
    TooManyPlans {
        /// How many lines of play are allowed.
        limit: usize,
    },
    /// A plan is too long.
    PlanTooLong {
        /// How many moves are allowed.
        limit: usize,
    },
    /// Ratings are earned without help.
    HintInRated(GameId),
    /// Reviews are for games that are over.
    ReviewOfRunning(GameId),
    /// People have no level to be chosen.
    LevelOfPerson,
    /// Where the bot is not, games have no clock, no rating and no second one.
    TermsOutside,
    /// With the engine each game counts by itself.
    PairWithEngine,
    /// There are no puzzles yet.
    NoPuzzles,
    /// The puzzle of the day is not solved, or was shared.
    NothingToShare,
    /// There is no such puzzle.
    UnknownPuzzle,
    /// There is no such challenge.
    UnknownChallenge,
    /// The challenge is for somebody else.
    NotForYou {
        /// For whom.
        opponent: PlayerId,
    },
    /// Only the challenger may do that.
    NotYourChallenge {
        /// Who that is.
        challenger: PlayerId,
    },
    /// A challenge to everybody cannot be declined.
    NothingToDecline,
    /// The challenge has expired.
    ChallengeExpired(ChallengeId),
    /// The challenge was accepted.
    ChallengeTaken(ChallengeId),
    /// The challenge was declined.
    ChallengeDeclined(ChallengeId),
    /// The challenge was cancelled.
    ChallengeCancelled(ChallengeId),
    /// The rematch has already begun.
    RematchBegun(GameId),
    /// Nothing is kept any more of the opponent in that game.
    OpponentGone(GameId),
}

impl Denial {
    /// Whether it is because a challenge is no longer open.
    #[must_use]
    pub fn is_settled_challenge(&self) -> bool {
        matches!(
            self,
            Self::ChallengeExpired(_)
                | Self::ChallengeTaken(_)
                | Self::ChallengeDeclined(_)
                | Self::ChallengeCancelled(_)
        )
    }
}

impl Localize for Denial {
    fn message(&self) -> Text {
        match self {
            Self::Refused(message) => message.clone(),
            Self::NotYourTurn { turn } => {
                Text::new("denied-not-your-turn").with("player", Arg::Player(turn.0))
            }
            Self::NotYourGame(game) => {
                Text::new("denied-not-your-game").with("game", number(game.0))
            }
            Self::UnknownGame => Text::new("denied-unknown-game"),
            Self::NoGameHere => Text::new("denied-no-game-here"),
            Self::SeveralGames(games) => {
                Text::new("denied-several-games").with("count", games.len())
            }
            Self::NothingToReplay => Text::new("denied-nothing-to-replay"),
            Self::GameOver(game) => Text::new("denied-game-over").with("game", number(game.0)),
            Self::UsePlace => Text::new("denied-use-place"),
            Self::UseMove => Text::new("denied-use-move"),
            Self::MovedOn(game) => Text::new("denied-moved-on").with("game", number(game.0)),
            Self::AlreadyOffered => Text::new("denied-already-offered"),
            Self::OfferedBefore => Text::new("denied-offered-before"),
            Self::NoOffer => Text::new("denied-no-offer"),
            Self::OwnOffer => Text::new("denied-own-offer"),
            Self::TimeIsUp(game) => Text::new("denied-time-is-up").with("game", number(game.0)),
            Self::AwayWhen { limit } => Text::new("denied-away-when").with("days", *limit),
            Self::AwayUsedUp { left } => Text::new("denied-away-used-up").with("days", *left),
            Self::NotAway => Text::new("denied-not-away"),
            Self::AnswerFirst => Text::new("denied-answer-first"),
            Self::TakebackInRated(game) => {
                Text::new("denied-takeback-in-rated").with("game", number(game.0))
            }
            Self::NothingToTakeBack => Text::new("denied-nothing-to-take-back"),
            Self::OwnTurn => Text::new("denied-own-turn"),
            Self::NoLimit => Text::new("denied-no-limit"),
            Self::TimeEnough => Text::new("denied-time-enough"),
            Self::NotLate(until) => {
                Text::new("denied-not-late").with("until", Arg::Moment(until.0))
            }
            Self::NotOver(game) => Text::new("denied-not-over").with("game", number(game.0)),
            Self::Busy => Text::new("denied-busy"),
            Self::TooManyGames { who, limit } => Text::new("denied-too-many-games")
                .with("player", Arg::Player(who.0))
                .with("limit", *limit),
            Self::RoomForOne { who, limit } => Text::new("denied-room-for-one")
                .with("player", Arg::Player(who.0))
                .with("limit", *limit),
            Self::TooManyChallenges { limit } => {
                Text::new("denied-too-many-challenges").with("limit", *limit)
            }
            Self::ChallengeStands { opponent } => {
                Text::new("denied-challenge-stands").with("player", Arg::Player(opponent.0))
            }
            Self::ChallengeSelf => Text::new("denied-challenge-self"),
            Self::OwnChallenge => Text::new("denied-own-challenge"),
            Self::ChallengeBot => Text::new("denied-challenge-bot"),
            Self::TooManyPlans { limit } => {
                Text::new("denied-too-many-plans").with("limit", *limit)
            }
            Self::PlanTooLong { limit } => Text::new("denied-plan-too-long").with("limit", *limit),
            Self::HintInRated(game) => {
                Text::new("denied-hint-in-rated").with("game", number(game.0))
            }
            Self::NoPuzzles => Text::new("denied-no-puzzles"),
            Self::NothingToShare => Text::new("denied-nothing-to-share"),
            Self::UnknownPuzzle => Text::new("denied-unknown-puzzle"),
            Self::ReviewOfRunning(game) => {
                Text::new("denied-review-running").with("game", number(game.0))
            }
            Self::LevelOfPerson => Text::new("denied-level-of-person"),
            Self::TermsOutside => Text::new("denied-terms-outside"),
            Self::PairWithEngine => Text::new("denied-pair-with-engine"),
            Self::UnknownChallenge => Text::new("denied-unknown-challenge"),
            Self::NotForYou { opponent } => {
                Text::new("denied-not-for-you").with("player", Arg::Player(opponent.0))
            }
            Self::NotYourChallenge { challenger } => {
                Text::new("denied-not-your-challenge").with("player", Arg::Player(challenger.0))
            }
            Self::NothingToDecline => Text::new("denied-nothing-to-decline"),
            Self::ChallengeExpired(_) => Text::new("denied-challenge-expired"),
            Self::ChallengeTaken(_) => Text::new("denied-challenge-taken"),
            Self::ChallengeDeclined(_) => Text::new("denied-challenge-declined"),
            Self::ChallengeCancelled(_) => Text::new("denied-challenge-cancelled"),
            Self::RematchBegun(game) => {
                Text::new("denied-rematch-begun").with("game", number(game.0))
            }
            Self::OpponentGone(game) => {
                Text::new("denied-opponent-gone").with("game", number(game.0))
            }
        }
    }
}

/// A game's number; text, so that no language puts separators into it.
fn number(id: u64) -> String {
    id.to_string()
}
