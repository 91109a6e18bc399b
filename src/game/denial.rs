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
    /// It is the turn of this player, the opponent.
    NotYourTurn(PlayerId),
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
    /// The day is not one of the next days, as many as this.
    AwayWhen(i64),
    /// Only so many days of this year are left for being away.
    AwayUsedUp(i64),
    /// The person is not away.
    NotAway,
    /// The opponent's offer is to be answered first.
    AnswerFirst,
    /// The server had not allowed to take turns of rated games back.
    TakebackInRated(GameId),
    /// The engine would consent to everything.
    TakebackFromEngine(GameId),
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
    /// This player would have more games than this limit allows.
    TooManyGames(PlayerId, u32),
    /// This player may have one more game, but with two they would be above this limit.
    RoomForOne(PlayerId, u32),
    /// A player would have more open challenges than this limit allows.
    TooManyChallenges(u32),
    /// The same challenge to this person stands already.
    ChallengeStands(PlayerId),
    /// Nobody plays against themself.
    ChallengeSelf,
    /// Nobody accepts their own challenge.
    OwnChallenge,
    /// Bots do not play.
    ChallengeBot,
    /// A player would have planned more lines of play in a game than this limit allows.
    TooManyPlans(usize),
    /// A plan has more moves than this limit allows.
    PlanTooLong(usize),
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
    /// The challenge is for this person, who is another.
    NotForYou(PlayerId),
    /// Only this person, the challenger, may do that.
    NotYourChallenge(PlayerId),
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
    /// The person has already asked for the rematch.
    RematchAsked,
    /// The rematch has already begun.
    RematchBegun(GameId),
    /// The opponent's data in that game was deleted.
    OpponentGone(GameId),
}

impl Denial {
    /// Whether it is because a challenge is no longer open.
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
            | Self::TakebackFromEngine(game)
            | Self::NotOver(game)
            | Self::HintInRated(game)
            | Self::ReviewRunning(game)
            | Self::RematchBegun(game)
            | Self::OpponentGone(game) => text.with("game", game.to_string()),
            Self::NotYourTurn(player)
            | Self::ChallengeStands(player)
            | Self::NotForYou(player)
            | Self::NotYourChallenge(player) => text.with("player", Arg::Player(player.0)),
            Self::TooManyGames(player, limit) | Self::RoomForOne(player, limit) => text
                .with("player", Arg::Player(player.0))
                .with("limit", *limit),
            Self::TooManyChallenges(limit) => text.with("limit", *limit),
            Self::TooManyPlans(limit) | Self::PlanTooLong(limit) => text.with("limit", *limit),
            Self::AwayWhen(days) | Self::AwayUsedUp(days) => text.with("days", *days),
            Self::NotLate(until) => text.with("until", Arg::Moment(until.0)),
            _ => text,
        }
    }
}
