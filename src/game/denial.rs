//! Denials: what the house forbids, and why.

use super::{ChallengeId, GameId, GameSummary, PlayerId};
use crate::time::Timestamp;
use siwa_games::text::{Arg, Localize, Text};

/// Why an act is not possible. Nothing was changed. The names are those of the words that say so.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
#[strum(prefix = "denied-", serialize_all = "kebab-case")]
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
    ReviewRunning(GameId),
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
        let text = Text::new(self.into());
        match self {
            Self::Refused(message) => message.clone(),
            Self::SeveralGames(games) => text.with("count", games.len()),
            // Text, so that no language puts separators into a number.
            Self::NotYourGame(game)
            | Self::GameOver(game)
            | Self::MovedOn(game)
            | Self::TimeIsUp(game)
            | Self::TakebackInRated(game)
            | Self::NotOver(game)
            | Self::HintInRated(game)
            | Self::ReviewRunning(game)
            | Self::RematchBegun(game)
            | Self::OpponentGone(game) => text.with("game", game.to_string()),
            Self::NotYourTurn { turn: player }
            | Self::ChallengeStands { opponent: player }
            | Self::NotForYou { opponent: player }
            | Self::NotYourChallenge { challenger: player } => {
                text.with("player", Arg::Player(player.0))
            }
            Self::TooManyGames { who, limit } | Self::RoomForOne { who, limit } => text
                .with("player", Arg::Player(who.0))
                .with("limit", *limit),
            Self::TooManyChallenges { limit } => text.with("limit", *limit),
            Self::TooManyPlans { limit } | Self::PlanTooLong { limit } => {
                text.with("limit", *limit)
            }
            Self::AwayWhen { limit: days } | Self::AwayUsedUp { left: days } => {
                text.with("days", *days)
            }
            Self::NotLate(until) => text.with("until", Arg::Moment(until.0)),
            _ => text,
        }
    }
}
