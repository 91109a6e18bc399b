//! What has to change in messages that are there: which lose their buttons, which are edited, and
//! when a thread is archived. It follows from the games and the messages that Discord has
//! acknowledged, and nothing here posts anything: each step may be done twice.

use super::{
    ARCHIVE_AFTER, Challenge, ChannelId, Game, GameId, MessageId, PlayerId, Role, State, Thread,
};
use crate::time::Timestamp;

/// A message about a game that Discord has acknowledged, and that may have to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The message.
    pub id: MessageId,
    /// Where it is.
    pub channel: ChannelId,
    /// The game.
    pub game: GameId,
    /// What it is for: a board, an offer, a notice that time is over, or a call.
    pub role: Role,
    /// The last event that had happened when it was posted.
    pub seq: u32,
    /// The last event that it tells; later than `seq` if it was edited.
    pub told: u32,
    /// Whom a call is for.
    pub player: Option<PlayerId>,
}

/// What is known of a challenge, its games and their messages.
#[derive(Debug)]
pub struct Facts {
    /// The challenge.
    pub challenge: Challenge,
    /// The game that it has become, or both of a pair.
    pub games: Vec<Game>,
    /// Their messages.
    pub sent: Vec<Sent>,
    /// When the last of the games ended, if one did.
    pub ended: Option<Timestamp>,
}

/// A change of what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A message loses its buttons, and is forgotten.
    Strip(ChannelId, MessageId),
    /// The present board is changed to what the game is after this event.
    EditBoard(GameId, ChannelId, MessageId, u32),
    /// An offer is changed to say that it was declined, and is forgotten.
    EditOffer(GameId, ChannelId, MessageId),
    /// A direct message is changed to say that its call is past, and is forgotten.
    EditCall(GameId, ChannelId, MessageId, PlayerId),
    /// The card is changed to what is [to be seen](card_state) on it.
    EditCard(MessageId, i64),
    /// A thread is archived.
    Archive(ChannelId),
    /// A message that cannot be changed is forgotten.
    Forget(MessageId),
}

/// What is to be seen on the card of a challenge with these games, as a number: the card is edited
/// when that differs from what it shows.
pub fn card_state<'a>(
    challenge: &Challenge,
    games: impl IntoIterator<Item = &'a Game>,
    now: Timestamp,
) -> i64 {
    // In a thread the card also tells how far the game is.
    let shown = |game: &Game| match game.thread() {
        Thread::None => 1,
        Thread::Wanted => 2,
        Thread::Refused => 3,
        Thread::Open(_) => 4 + i64::from(game.seq()),
    };
    match challenge.state {
        State::Open => i64::from(challenge.offers_engine(now)),
        State::Accepted(_) => {
            let games = games.into_iter();
            3 + games.fold(0, |sum, game| (sum << 24) + shown(game))
        }
        State::Declined | State::Cancelled | State::Expired => 2,
    }
}

impl Facts {
    /// What has to be done now, and when to look again, if ever.
    pub fn upkeep(&self, now: Timestamp) -> (Vec<Step>, Option<Timestamp>) {
        let mut steps: Vec<Step> = self
            .games
            .iter()
            .flat_map(|game| self.of_game(game))
            .collect();
        let outside = self.challenge.venue.guild.is_user_install();
        let card = card_state(&self.challenge, &self.games, now);
        if let Some(message) = self.challenge.message
            && !outside
            && card != self.challenge.shown
        {
            steps.push(Step::EditCard(message, card));
        }
        let mut next = None;
        if let Some((thread, due)) = self.archived() {
            match due <= now {
                true => steps.push(Step::Archive(thread)),
                false => next = Some(due),
            }
        }
        (steps, next)
    }

    /// The thread that is to be archived, and when. What people have opened themselves is theirs
    /// to close.
    fn archived(&self) -> Option<(ChannelId, Timestamp)> {
        let over =
            !self.challenge.archived && self.games.iter().all(|game| game.ending().is_some());
        let Thread::Open(thread) = self.games.first().filter(|_| over)?.thread() else {
            return None;
        };
        // A thread has the id of the message it was opened from.
        let ours = self.challenge.message == Some(MessageId(thread.0));
        ours.then_some((thread, self.ended?.plus(ARCHIVE_AFTER)))
    }

    fn of_game(&self, game: &Game) -> Vec<Step> {
        let sent = || self.sent.iter().filter(|sent| sent.game == game.id());
        let home = game.home().channel;
        let at_home = |role| {
            let of = sent().filter(move |sent| sent.role == role && sent.channel == home);
            of.max_by_key(|sent| (sent.seq, sent.id.0))
        };
        let (board, late) = (at_home(Role::Board), at_home(Role::Late));
        let steps = sent().filter_map(|it| {
            if it.role != Role::Call && game.venue().guild.is_user_install() {
                // What was said there cannot be changed.
                return (Some(it) != board).then_some(Step::Forget(it.id));
            }
            let strip = Some(Step::Strip(it.channel, it.id));
            // Until the next board is known, this one is all there is.
            let older = board.is_some_and(|board| board.seq > it.seq);
            match it.role {
                Role::Board if Some(it) == board => stale(game, it),
                Role::Board => strip,
                Role::Offer if board.is_some_and(|board| board.seq >= it.seq) => strip,
                Role::Offer => offer(game, it),
                Role::Late if older || Some(it) != late || game.timed_seq() > it.seq => strip,
                Role::Call => call(game, it),
                _ => None,
            }
        });
        steps.collect()
    }
}

/// What the present board needs if it lacks what has happened since it was posted. A board that is
/// going to be replaced is left alone.
fn stale(game: &Game, board: &Sent) -> Option<Step> {
    let timed = game.timed_seq() > board.told;
    // It shows the offers that stood when it was posted.
    let declined = game.declined_seq() > board.told && game.offered_seq() <= board.told;
    let edit = Step::EditBoard(game.id(), board.channel, board.id, game.seq());
    (board.seq >= game.board_seq() && (timed || declined)).then_some(edit)
}

fn offer(game: &Game, offer: &Sent) -> Option<Step> {
    let stands = game.standing_offer().is_some() && game.offered_seq() == offer.seq;
    match stands || game.board_seq() > offer.seq {
        true => None,
        false if game.declined_offer().is_some() => {
            Some(Step::EditOffer(game.id(), offer.channel, offer.id))
        }
        false => Some(Step::Strip(offer.channel, offer.id)),
    }
}

fn call(game: &Game, call: &Sent) -> Option<Step> {
    let (board, declined) = (game.board_seq(), game.declined_seq());
    // A call to an offer is past when that was declined; one to the board is not.
    let past = call.seq < board || (call.seq > board && call.seq < declined);
    let edit = Step::EditCall(game.id(), call.channel, call.id, call.player?);
    past.then_some(edit)
}
