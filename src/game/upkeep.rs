//! Upkeep: changes of posted messages, such as removed buttons and edits, and of threads. It is
//! computed from the games and the messages that Discord has acknowledged. It never posts, so each
//! step may be done twice.

use super::{
    Challenge, ChannelId, Game, GameId, MessageId, PlayerId, REOPEN_AFTER, Role, State, Thread,
};
use crate::time::Timestamp;

/// A message about a game that Discord has acknowledged, and that may have to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The message.
    pub id: MessageId,
    /// Its channel.
    pub channel: ChannelId,
    /// The game.
    pub game: GameId,
    /// Its role: a board, an offer, a notice that time is over, or a notification.
    pub role: Role,
    /// The seq of the last event when it was posted.
    pub seq: u32,
    /// The seq of the last event that it shows; later than `seq` if it was edited.
    pub told: u32,
    /// The receiver, if it is a notification.
    pub player: Option<PlayerId>,
}

/// The state from which upkeep follows: a challenge, its games and their messages.
#[derive(Debug)]
pub struct Facts {
    /// The challenge.
    pub challenge: Challenge,
    /// The game that it became, or both of a pair.
    pub games: Vec<Game>,
    /// Their messages.
    pub sent: Vec<Sent>,
}

/// A change of a message or a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Remove a message's buttons, and forget it.
    ClearButtons(ChannelId, MessageId),
    /// Edit a replaced board to tell what had happened until this event, and forget it.
    EditPast(GameId, ChannelId, MessageId, u32),
    /// Delete a message, and forget it.
    Delete(ChannelId, MessageId),
    /// Edit the present board to show the game after this event.
    EditBoard(GameId, ChannelId, MessageId, u32),
    /// Edit an offer to show that it was declined, and forget it.
    EditOffer(GameId, ChannelId, MessageId),
    /// Edit a direct message to show that it is out of date, and forget it.
    EditCall(GameId, ChannelId, MessageId, PlayerId),
    /// Edit the card to show its present [state](card_state).
    EditCard(MessageId, i64),
    /// Open a thread again, at this time.
    Reopen(ChannelId, Timestamp),
    /// Forget a message that cannot be changed.
    Forget(MessageId),
}

/// What the card of a challenge with these games must show, as a number: the card is edited when it
/// shows another.
pub fn card_state<'a>(
    challenge: &Challenge,
    games: impl IntoIterator<Item = &'a Game>,
    now: Timestamp,
) -> i64 {
    // If the game is in a thread, the card also shows how far it is.
    let shown = |game: &Game| match game.thread() {
        Thread::None => 1,
        Thread::Wanted => 2,
        Thread::Refused | Thread::Nowhere => 3,
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
    /// The steps to do now, and when to look again, if ever.
    pub fn upkeep(&self, now: Timestamp) -> (Vec<Step>, Option<Timestamp>) {
        let mut steps: Vec<Step> = self
            .games
            .iter()
            .flat_map(|game| self.of_game(game))
            .collect();
        let outside = self.challenge.venue.guild.is_user_install();
        let card = card_state(&self.challenge, &self.games, now);
        if let Some(message) = self.own_message()
            && !outside
            && card != self.challenge.shown
        {
            steps.push(Step::EditCard(message, card));
        }
        let silent = self.silent();
        let mut next = silent.map(|(_, due)| due);
        if let Some((thread, due)) = silent
            && due <= now
        {
            steps.push(Step::Reopen(thread, now));
            next = Some(now.plus(REOPEN_AFTER));
        }
        (steps, next)
    }

    /// The message of the challenge. That of a pair of a tournament is the card of its group, which
    /// it shares with others.
    fn own_message(&self) -> Option<MessageId> {
        let shared = self.games.iter().any(|game| game.tournament().is_some());
        self.challenge.message.filter(|_| !shared)
    }

    /// The thread of running games, and when to open it again.
    fn silent(&self) -> Option<(ChannelId, Timestamp)> {
        let running = || self.games.iter().filter(|game| game.ending().is_none());
        let Thread::Open(thread) = running().next()?.thread() else {
            return None;
        };
        let last = running()
            .map(Game::turn_began)
            .chain(self.challenge.reopened);
        Some((thread, last.max()?.plus(REOPEN_AFTER)))
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
                // Messages there cannot be changed.
                return (Some(it) != board).then_some(Step::Forget(it.id));
            }
            let clear = Some(match it.role {
                // Of the many games in the thread of a group, only the present boards are left.
                _ if game.tournament().is_some() => Step::Delete(it.channel, it.id),
                // Of a message on which an old button was pressed, nothing else is known.
                Role::Board if it.told > 0 => Step::EditPast(game.id(), it.channel, it.id, it.told),
                _ => Step::ClearButtons(it.channel, it.id),
            });
            // Until the next board is known, this one keeps its buttons.
            let older = board.is_some_and(|board| board.seq > it.seq);
            match it.role {
                Role::Board if Some(it) == board => stale(game, it),
                Role::Board => clear,
                Role::Offer if board.is_some_and(|board| board.seq >= it.seq) => clear,
                Role::Offer => offer(game, it),
                Role::Late if older || Some(it) != late || game.timed_seq() > it.seq => clear,
                Role::Call => call(game, it),
                _ => None,
            }
        });
        steps.collect()
    }
}

/// The step that updates the present board, if something has happened that it must show. A board
/// that will be replaced is left alone.
fn stale(game: &Game, board: &Sent) -> Option<Step> {
    let timed = game.timed_seq() > board.told;
    // It shows the offers that were open when it was posted.
    let declined = game.declined_seq() > board.told && game.offered_seq() <= board.told;
    let differs = if game.keeps_board() {
        board.told < game.seq()
    } else {
        board.seq >= game.board_seq() && (timed || declined)
    };
    let edit = Step::EditBoard(game.id(), board.channel, board.id, game.seq());
    differs.then_some(edit)
}

fn offer(game: &Game, offer: &Sent) -> Option<Step> {
    let is_open = game.open_offer().is_some() && game.offered_seq() == offer.seq;
    match is_open || game.board_seq() > offer.seq {
        true => None,
        false if game.declined_offer().is_some() => {
            Some(Step::EditOffer(game.id(), offer.channel, offer.id))
        }
        false => Some(Step::ClearButtons(offer.channel, offer.id)),
    }
}

fn call(game: &Game, call: &Sent) -> Option<Step> {
    let (board, declined) = (game.board_seq(), game.declined_seq());
    // A notification of an offer is out of date when the offer was declined; one of a board is not.
    let past = call.seq < board || (call.seq > board && call.seq < declined);
    let step = match call.channel == game.home().channel {
        // Only direct messages are changed.
        true => Step::Forget(call.id),
        false => Step::EditCall(game.id(), call.channel, call.id, call.player?),
    };
    past.then_some(step)
}
