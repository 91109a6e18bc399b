//! Messages that are to be posted. A new message pings people and cannot be undone, so each is
//! stored until Discord has acknowledged it, and posted only if it is still wanted then.

use strum::{AsRefStr, EnumString};

use super::{ChallengeId, Game, GameId, Notices, Notify, PlayerId};
use crate::time::Timestamp;

/// What a message is for; its name is that in the database and in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Role {
    /// The board of a game.
    Board,
    /// An offer beside the board.
    Offer,
    /// That the engine has declined an offer, where no message can be edited.
    Declined,
    /// The card of a challenge.
    Card,
    /// That the time of a turn will soon be over, or that the opponent waits.
    Remind,
    /// That the time is over, and what the opponent can do.
    Late,
    /// A call to somebody whom the board does not ping.
    Call,
    /// All games in which it is somebody's turn.
    Digest,
}

/// A message that is to be posted, with the event of the game that it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Post {
    /// The board after this event.
    Board(GameId, u32),
    /// The offer that this event is.
    Offer(GameId, u32),
    /// That this event declined an offer.
    Declined(GameId, u32),
    /// The card of a challenge.
    Card(ChallengeId),
    /// A reminder in the turn that followed this event.
    Remind(GameId, u32),
    /// That the time of this turn is over.
    Late(GameId, u32),
    /// A call by this event to somebody.
    Call(GameId, u32, PlayerId),
    /// All games of somebody.
    Digest(PlayerId),
}

/// Whether a message is still to be posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// It is, now.
    Post,
    /// It is not: what it would tell is past, or nobody wants to be told.
    Skip,
    /// Not before this moment.
    Later(Timestamp),
}

impl Post {
    /// What tells the last change of a game; none if a message that is there is edited for it.
    pub fn of(game: &Game) -> Option<Self> {
        let (id, seq) = (game.id(), game.seq());
        if game.just_offered() {
            Some(Self::Offer(id, seq))
        } else if seq == game.board_seq() {
            Some(Self::Board(id, seq))
        } else {
            let alone = game.venue().guild.is_user_install() && game.engine().is_some();
            (alone && seq == game.declined_seq()).then_some(Self::Declined(id, seq))
        }
    }

    /// What it is for.
    pub fn role(self) -> Role {
        match self {
            Self::Board(..) => Role::Board,
            Self::Offer(..) => Role::Offer,
            Self::Declined(..) => Role::Declined,
            Self::Card(_) => Role::Card,
            Self::Remind(..) => Role::Remind,
            Self::Late(..) => Role::Late,
            Self::Call(..) => Role::Call,
            Self::Digest(_) => Role::Digest,
        }
    }

    /// The game and its event that it tells.
    pub fn event(self) -> Option<(GameId, u32)> {
        match self {
            Self::Board(game, seq)
            | Self::Offer(game, seq)
            | Self::Declined(game, seq)
            | Self::Remind(game, seq)
            | Self::Late(game, seq)
            | Self::Call(game, seq, _) => Some((game, seq)),
            Self::Card(_) | Self::Digest(_) => None,
        }
    }

    /// The only person whom it is for, if it is not for everybody.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Self::Call(.., player) | Self::Digest(player) => Some(player),
            _ => None,
        }
    }

    /// Whose wishes decide whether a message about a game is posted now.
    pub fn receiver(self, game: &Game) -> Option<PlayerId> {
        let turn = game.turn();
        match self {
            Self::Remind(..) => turn.map(|turn| game.player(turn)),
            Self::Late(..) => turn.map(|turn| game.player(turn.other())),
            Self::Call(.., player) => Some(player),
            _ => None,
        }
    }

    /// Whether a message about a game is still to be posted; `wishes` are those of its
    /// [receiver](Self::receiver).
    pub fn ready(self, game: &Game, wishes: &Notices, now: Timestamp) -> Ready {
        let Some((_, seq)) = self.event() else {
            return Ready::Post;
        };
        let (outside, deadline) = (game.venue().guild.is_user_install(), game.deadline());
        // A later board tells it, or says that it is past.
        let wanted = game.board_seq() <= seq
            && match self {
                Self::Board(..) => true,
                Self::Offer(..) => game.standing_offer().is_some() && game.offered_seq() == seq,
                Self::Declined(..) => {
                    outside && game.engine().is_some() && game.declined_offer().is_some()
                }
                // Where the bot is not installed, it only answers.
                Self::Remind(..) => {
                    !outside && game.turn().is_some() && wishes.how != Notify::Never
                }
                // Time may have been given meanwhile.
                Self::Late(..) => !outside && deadline.is_some_and(|until| until <= now),
                Self::Call(.., player) => {
                    let turn = game.turn().map(|turn| game.player(turn)) == Some(player);
                    game.waits_for(player)
                        && match wishes.how {
                            Notify::Never => false,
                            // The daily digest lists turns; offers and results cannot wait for it.
                            Notify::Digest => !turn,
                            Notify::Here | Notify::Direct => true,
                        }
                }
                Self::Card(_) | Self::Digest(_) => true,
            };
        let quiet = match self {
            Self::Remind(..) | Self::Late(..) | Self::Call(..) => wishes.quiet_until(now),
            _ => None,
        };
        match quiet {
            _ if !wanted => Ready::Skip,
            // To be woken is better than to lose.
            Some(until)
                if matches!(self, Self::Remind(..))
                    && deadline.is_some_and(|deadline| deadline <= until) =>
            {
                Ready::Post
            }
            Some(until) => Ready::Later(until),
            None => Ready::Post,
        }
    }
}
