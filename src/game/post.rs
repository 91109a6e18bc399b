//! Messages to post. A new message pings people and cannot be undone, so each is stored until
//! Discord has acknowledged it, and posted only if it is still wanted.

use strum::{AsRefStr, EnumDiscriminants, EnumString};

use super::{ChallengeId, Game, GameId, Notices, Notify, PlayerId, Thread, TournamentId};
use crate::time::Timestamp;

/// A message to post, with the event of the game that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumDiscriminants)]
#[strum_discriminants(
    doc = "The role of a message; the database and the log use these names.",
    name(Role),
    derive(AsRefStr, EnumString),
    strum(serialize_all = "kebab-case")
)]
pub enum Post {
    /// The board after this event.
    Board(GameId, u32),
    /// The offer made by this event, as a message besides the board.
    Offer(GameId, u32),
    /// The engine has declined the offer of this event; used where no message can be edited.
    Declined(GameId, u32),
    /// The card of a challenge.
    Card(ChallengeId),
    /// A reminder during the turn that followed this event: its time will soon be over, or the
    /// opponent is waiting.
    Remind(GameId, u32),
    /// The time of this turn is over; shows what the opponent can do.
    Late(GameId, u32),
    /// A notification of a player whom the board of this event does not ping.
    Call(GameId, u32, PlayerId),
    /// A digest: all games in which it is a player's turn.
    Digest(PlayerId),
    /// The card of a tournament.
    Tournament(TournamentId),
    /// The card of a group of a tournament.
    Group(TournamentId, u32),
    /// The games of a group have begun: links to them; for everyone, or for a player whom that
    /// message does not ping.
    Begun(TournamentId, u32, Option<PlayerId>),
    /// A tournament is over: its winner.
    Won(TournamentId),
}

/// Whether a message is still wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// Post it now.
    Post,
    /// Drop it: it is out of date, or the receiver does not want it.
    Skip,
    /// Post it at this moment or later.
    Later(Timestamp),
}

impl Game {
    /// Returns whether the message about the last change can be the answer to an interaction: not
    /// the first one of a thread that is not open yet, nor the next one of a board that is edited.
    pub fn is_answerable(&self) -> bool {
        let is_edited = self.keeps_board() && self.seq > 1;
        !is_edited && self.setup.thread != Thread::Wanted
    }
}

impl Post {
    /// The message about the last change of a game; `None` if an existing message is edited
    /// instead.
    pub fn about(game: &Game) -> Option<Self> {
        let id = game.id();
        let seq = game.seq;
        if game.just_offered() && !game.keeps_board() {
            Some(Self::Offer(id, seq))
        } else if game.just_offered() || seq == game.board_seq {
            Some(Self::Board(id, seq))
        } else {
            let alone = game.setup.venue.guild.is_user_install() && game.setup.engine.is_some();
            (alone && seq == game.declined_seq).then_some(Self::Declined(id, seq))
        }
    }

    /// Its role.
    pub fn role(self) -> Role {
        self.into()
    }

    /// The game and the event that it is about.
    pub fn event(self) -> Option<(GameId, u32)> {
        match self {
            Self::Board(game, seq)
            | Self::Offer(game, seq)
            | Self::Declined(game, seq)
            | Self::Remind(game, seq)
            | Self::Late(game, seq)
            | Self::Call(game, seq, _) => Some((game, seq)),
            _ => None,
        }
    }

    /// The seq of the event that it is about; 0: none.
    pub fn seq(self) -> u32 {
        self.event().map_or(0, |(_, seq)| seq)
    }

    /// The tournament and the group that it is about; 0: all groups.
    pub fn group(self) -> Option<(TournamentId, u32)> {
        match self {
            Self::Tournament(tournament) | Self::Won(tournament) => Some((tournament, 0)),
            Self::Group(tournament, group) | Self::Begun(tournament, group, _) => {
                Some((tournament, group))
            }
            _ => None,
        }
    }

    /// The person that it is for, if it is for one person.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Self::Call(.., player) | Self::Digest(player) => Some(player),
            Self::Begun(.., player) => player,
            _ => None,
        }
    }

    /// The player whose notification settings decide whether a message about a game is posted now.
    pub fn receiver(self, game: &Game) -> Option<PlayerId> {
        let turn = game.turn();
        match self {
            Self::Remind(..) => turn.map(|turn| game.player(turn)),
            Self::Late(..) => turn.map(|turn| game.player(turn.other())),
            Self::Call(.., player) => Some(player),
            _ => None,
        }
    }

    /// Returns whether a message about a game is still wanted; `wishes` are the notification
    /// settings of its [receiver](Self::receiver).
    pub fn ready(self, game: &Game, wishes: &Notices, now: Timestamp) -> Ready {
        let Some((_, seq)) = self.event() else {
            return Ready::Post;
        };
        let outside = game.setup.venue.guild.is_user_install();
        let deadline = game.deadline();
        // A later board includes it, or makes it out of date. A board that is edited shows the
        // present game in any case.
        let edited = matches!(self, Self::Board(..)) && game.keeps_board();
        let wanted = (edited || game.board_seq <= seq)
            && match self {
                Self::Board(..) => true,
                Self::Offer(..) => game.open_offer.is_some() && game.offered_seq == seq,
                Self::Declined(..) => {
                    outside && game.setup.engine.is_some() && game.since_move.declined.is_some()
                }
                // In a user install the bot can only answer interactions.
                Self::Remind(..) => {
                    !outside && game.turn().is_some() && wishes.how != Notify::Never
                }
                // The opponent may have given time since then.
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
                _ => true,
            };
        if !wanted {
            return Ready::Skip;
        }
        // Waking the player is better than letting them lose.
        let is_in_time = |until: &Timestamp| deadline.is_none_or(|deadline| *until < deadline);
        let quiet = match self {
            Self::Remind(..) => wishes.quiet_until(now).filter(is_in_time),
            Self::Late(..) | Self::Call(..) => wishes.quiet_until(now),
            _ => None,
        };
        quiet.map_or(Ready::Post, Ready::Later)
    }
}
