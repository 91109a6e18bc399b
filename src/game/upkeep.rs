//! Upkeep: changes of posted messages, such as removed buttons and edits, and of threads. It is
//! computed from the games and the messages that Discord has acknowledged. It never posts, so each
//! step may be done twice.

use super::challenge::OFFER_ENGINE_AFTER;
use super::{
    Challenge, ChannelId, Game, GameId, KEEP_OPEN_AFTER, MessageId, PlayerId, Role, State, Thread,
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
    /// Edit the offer of this event to tell what became of it, and forget it.
    EditOffer(GameId, ChannelId, MessageId, u32),
    /// Edit a direct message to show that it is out of date, and forget it.
    EditCall(GameId, ChannelId, MessageId, PlayerId),
    /// Edit the card to show its present [state](card_state).
    EditCard(MessageId, i64),
    /// Keep a thread open, from this time on.
    KeepOpen(ChannelId, Timestamp),
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
    let shown = |game: &Game| match game.setup.thread {
        Thread::None => 1,
        Thread::Wanted => 2,
        Thread::Refused | Thread::Nowhere => 3,
        Thread::Open(_) => 4 + i64::from(game.seq),
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
        let steps = self.games.iter().flat_map(|game| self.of_game(game));
        let mut steps: Vec<Step> = steps.collect();
        let mut games = self.games.iter();
        // The card of a group shows more than one pair, and is edited with the tournament's.
        let is_shared = games.any(|game| game.setup.tournament.is_some());
        let outside = self.challenge.venue.guild.is_user_install();
        let card = card_state(&self.challenge, &self.games, now);
        if let Some(message) = self.challenge.message
            && !(is_shared || outside)
            && card != self.challenge.shown
        {
            steps.push(Step::EditCard(message, card));
        }
        let mut silent = self.silent(self.challenge.kept_open);
        if let Some((thread, due)) = silent
            && due <= now
        {
            steps.push(Step::KeepOpen(thread, now));
            silent = self.silent(Some(now));
        }
        let offer = self.challenge.offers_engine_from();
        // A card that is not known yet may turn out to lack the offer.
        let is_unknown = self.challenge.message.is_none();
        let again = is_unknown.then(|| now.plus(OFFER_ENGINE_AFTER));
        let offer = offer.and_then(|from| if from > now { Some(from) } else { again });
        let next = silent.map(|(_, due)| due).or(offer);
        (steps, next)
    }

    /// The thread of the games, and when to keep it open, if that was last done at `kept_open`: after
    /// some silence while a game is running, and at the end of one whose board is only edited.
    fn silent(&self, kept_open: Option<Timestamp>) -> Option<(ChannelId, Timestamp)> {
        let mut running = self.games.iter().filter(|game| game.ending.is_none());
        let running = running.next();
        let Thread::Open(thread) = running.or(self.games.first())?.setup.thread else {
            return None;
        };
        let posted = self.games.iter().map(|game| {
            if game.keeps_board() {
                game.started
            } else {
                game.touched
            }
        });
        let last = posted.chain(kept_open).max()?;
        if running.is_some() {
            return Some((thread, last.plus(KEEP_OPEN_AFTER)));
        }
        let ended = self.games.iter().map(|game| game.touched).max()?;
        (last < ended).then_some((thread, ended))
    }

    /// The game with this id.
    pub fn game(&self, id: GameId) -> Option<&Game> {
        self.games.iter().find(|game| game.id() == id)
    }

    fn of_game(&self, game: &Game) -> Vec<Step> {
        let all = || self.sent.iter().filter(|sent| sent.game == game.id());
        let home = game.home().channel;
        let newest = |role| {
            let at_home = all().filter(move |sent| sent.role == role && sent.channel == home);
            at_home.max_by_key(|sent| (sent.seq, sent.id.0))
        };
        let board = newest(Role::Board);
        let late = newest(Role::Late);
        let steps = all().filter_map(|sent| {
            if sent.role != Role::Call && game.setup.venue.guild.is_user_install() {
                // Messages there cannot be changed.
                return (Some(sent) != board).then_some(Step::Forget(sent.id));
            }
            let clear = Some(match sent.role {
                // Of the many games in the thread of a group, only the present boards are left.
                _ if game.setup.tournament.is_some() => Step::Delete(sent.channel, sent.id),
                // Of a message on which an old button was pressed, nothing else is known.
                Role::Board if sent.told > 0 => {
                    Step::EditPast(game.id(), sent.channel, sent.id, sent.told)
                }
                Role::Offer => Step::EditOffer(game.id(), sent.channel, sent.id, sent.seq),
                _ => Step::ClearButtons(sent.channel, sent.id),
            });
            // Until the next board is known, this one keeps its buttons.
            let older = board.is_some_and(|board| board.seq > sent.seq);
            match sent.role {
                Role::Board if Some(sent) == board => stale(game, sent),
                Role::Board => clear,
                Role::Offer if board.is_some_and(|board| board.seq >= sent.seq) => clear,
                Role::Offer => offer(game, sent),
                Role::Late if older || Some(sent) != late || game.timed_seq > sent.seq => clear,
                Role::Call => call(game, sent),
                _ => None,
            }
        });
        steps.collect()
    }
}

/// The step that updates the present board, if something has happened that it must show. A board
/// that will be replaced is left alone.
fn stale(game: &Game, board: &Sent) -> Option<Step> {
    let timed = game.timed_seq > board.told;
    // It shows the offers that were open when it was posted.
    let declined = game.declined_seq > board.told && game.offered_seq <= board.told;
    let differs = if game.keeps_board() {
        board.told < game.seq
    } else {
        board.seq >= game.board_seq && (timed || declined)
    };
    let edit = Step::EditBoard(game.id(), board.channel, board.id, game.seq);
    differs.then_some(edit)
}

fn offer(game: &Game, offer: &Sent) -> Option<Step> {
    let is_open = game.open_offer.is_some() && game.offered_seq == offer.seq;
    let edit = Step::EditOffer(game.id(), offer.channel, offer.id, offer.seq);
    (!is_open && game.board_seq <= offer.seq).then_some(edit)
}

fn call(game: &Game, call: &Sent) -> Option<Step> {
    // A notification of an offer is out of date when the offer was declined; one of a board is not.
    let board = game.board_seq;
    let past = call.seq < board || (call.seq > board && call.seq < game.declined_seq);
    let step = if call.channel == game.home().channel {
        Step::Forget(call.id)
    } else {
        Step::EditCall(game.id(), call.channel, call.id, call.player?)
    };
    past.then_some(step)
}
