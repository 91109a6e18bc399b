//! Denials: why the application does not allow an act.

use super::{ChallengeId, GameId, GameSummary, MAX_PLAN_MOVES, MAX_PLANS, Name, PlayerId};
use crate::time::Timestamp;
use siwa_games::text::{Arg, Text};

/// Why an act is not allowed. Nothing was changed. The names are part of the ids of the messages.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
#[strum(prefix = "denied-", serialize_all = "kebab-case")]
pub enum Denial {
    /// The move is illegal.
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
    /// Pieces are being moved, and the command was for placing.
    UseMove,
    /// The button belongs to an earlier turn.
    MovedOn(GameId),
    /// The person's own offer is still open.
    AlreadyOffered,
    /// The opponent has declined an offer since the last move.
    OfferedBefore,
    /// There is no offer to answer.
    NoOffer,
    /// The offer is the person's own.
    OwnOffer,
    /// The time for this turn was over.
    TimeIsUp(GameId),
    /// The absence would last too long.
    AwayWhen {
        /// How many more days it may last, today included.
        left: i64,
        /// How many days in a row a person may be away.
        most: i64,
    },
    /// Only this many days of absence are left this year.
    AwayUsedUp(i64),
    /// The person is not away.
    NotAway,
    /// The opponent's offer must be answered first.
    AnswerFirst,
    /// The server did not allow takebacks in rated games.
    TakebackInRated(GameId),
    /// The engine would accept every takeback.
    TakebackFromEngine(GameId),
    /// The last turn is not that player's.
    NothingToTakeBack,
    /// It is the person's own turn.
    OwnTurn,
    /// That turn has no time limit.
    NoLimit,
    /// The opponent has enough time left.
    TimeEnough,
    /// In a tournament nobody gets more time.
    HardClock(GameId),
    /// The opponent's time is not over before then.
    NotLate(Timestamp),
    /// The game is still running: no rematch yet.
    NotOver(GameId),
    /// Other changes were saved first, several times in a row.
    Busy,
    /// This player would have more games than this limit allows.
    TooManyGames(PlayerId, u32),
    /// This player may have one more game, but with two they would be above this limit.
    RoomForOne(PlayerId, u32),
    /// A player would have more open challenges than this limit allows.
    TooManyChallenges(u32),
    /// The same challenge to this person is already open.
    ChallengeOpen(PlayerId),
    /// The person challenged themself.
    ChallengeSelf,
    /// The challenge is the person's own.
    OwnChallenge,
    /// The opponent is a bot.
    ChallengeBot,
    /// A player would have more plans in a game than this limit allows.
    TooManyPlans,
    /// A plan has more moves than this limit allows.
    PlanTooLong,
    /// Hints are not allowed in rated games.
    HintInRated(GameId),
    /// Only finished games can be reviewed.
    ReviewRunning(GameId),
    /// In a user install, games have no clock, no rating and no pairs.
    TermsOutside,
    /// The pieces of such games cannot be dealt.
    NoDeal,
    /// In a single rated game, nobody chooses a side.
    SideInRated,
    /// A rated game has a time limit: otherwise an opponent who has left could only be resigned to.
    RatedWithoutLimit,
    /// There are no puzzles yet.
    NoPuzzles,
    /// The puzzle of the day is not solved, or was already shared.
    NothingToShare,
    /// There is no such puzzle.
    UnknownPuzzle,
    /// There is no such challenge.
    UnknownChallenge,
    /// The challenge is for this other person.
    NotForYou(PlayerId),
    /// Only this person, the challenger, can do that.
    NotYourChallenge(PlayerId),
    /// An open challenge cannot be declined.
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
    /// The rematch has already started.
    RematchBegun(GameId),
    /// The opponent's data in that game was deleted.
    OpponentGone(GameId),
    /// There is no such tournament in this server.
    UnknownTournament,
    /// There is no tournament in this server now.
    NoTournament,
    /// Only members who manage the server may open a tournament.
    TournamentByManagers,
    /// Another tournament of this name is not over yet.
    TournamentOpen(Name),
    /// The server has had a tournament of this name.
    TournamentName(Name),
    /// Players can no longer join or leave.
    SignUpClosed,
    /// The person has already joined.
    AlreadyJoined,
    /// The person does not play in the tournament.
    NotJoined,
    /// Only this person, who opened the tournament, and members who manage the server can do that.
    NotOrganizer(PlayerId),
    /// A tournament needs at least this many players.
    TooFewPlayers(usize),
}

/// Returns what is wrong, unless a condition holds.
pub fn ensure<E>(holds: bool, wrong: E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(wrong) }
}

impl Denial {
    /// Returns whether the reason is that a challenge is no longer open.
    pub fn is_closed_challenge(&self) -> bool {
        matches!(
            self,
            Self::ChallengeExpired(_)
                | Self::ChallengeTaken(_)
                | Self::ChallengeDeclined(_)
                | Self::ChallengeCancelled(_)
        )
    }

    /// The message that tells this person.
    pub fn message_for(&self, reader: PlayerId) -> Text {
        match self {
            Self::TooManyGames(player, limit) | Self::RoomForOne(player, limit)
                if *player == reader =>
            {
                Text::new("denied-own-games").with("limit", *limit)
            }
            _ => self.message(),
        }
    }

    /// The message that tells a player.
    pub fn message(&self) -> Text {
        let text = Text::new(self.into());
        match self {
            Self::Refused(message) => message.clone(),
            Self::SeveralGames(games) => text.with("count", games.len()),
            // As text, so that no language adds separators to the number.
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
            | Self::HardClock(game)
            | Self::OpponentGone(game) => text.with("game", game.to_string()),
            Self::NotYourTurn(player)
            | Self::ChallengeOpen(player)
            | Self::NotForYou(player)
            | Self::NotYourChallenge(player)
            | Self::NotOrganizer(player) => text.with("player", *player),
            Self::TooManyGames(player, limit) | Self::RoomForOne(player, limit) => {
                text.with("player", *player).with("limit", *limit)
            }
            Self::TournamentOpen(name) | Self::TournamentName(name) => {
                text.with("name", name.marked_up())
            }
            Self::TooFewPlayers(limit) => text.with("limit", *limit),
            Self::TooManyChallenges(limit) => text.with("limit", *limit),
            Self::TooManyPlans => text.with("limit", MAX_PLANS),
            Self::PlanTooLong => text.with("limit", MAX_PLAN_MOVES),
            Self::AwayUsedUp(days) => text.with("days", *days),
            Self::AwayWhen { left, most } => text.with("days", *left).with("most", *most),
            Self::NotLate(until) => text.with("until", Arg::Moment(until.0)),
            _ => text,
        }
    }
}
