//! Sends outbox items: posts boards, offers, cards, reminders and calls, if they are still wanted.

use std::time::Duration;

use super::find::Shows;
use super::request::{Failed, Result};
use crate::app::{Item, Lease, Posted, Upkeep};
use crate::discord::refusal::Refusal;
use crate::discord::{Bot, ok_or_log, view};
use crate::game::{
    ChallengeId, ChannelId, Game, GameId, MessageId, PlayerId, Post, State, Thread, ensure,
};
use crate::l10n::Locale;
use crate::time::{DAY, Seconds};

/// The interval at which a lease is renewed during work.
const RENEWED: Duration = Duration::from_secs(1);

/// How long a board waits for an earlier one that is being posted.
const EARLIER_FIRST: Seconds = Seconds(1);

/// The upkeep that results from a sent item, under the same lease, and its game.
pub(super) type Sent = (Option<Upkeep>, Option<Game>);

/// The messages of an item, and its game.
type Messages = (Vec<Posted>, Option<Game>);

impl Bot {
    /// Sends an item and saves the outcome; `known` is its game, if the caller has it.
    pub(super) async fn send(
        &self,
        item: &Item,
        known: Option<Game>,
        actor: Option<PlayerId>,
    ) -> Result<Sent> {
        let mut sent = self.try_to_send(item, known, actor).await;
        if matches!(sent, Err(Failed::Moved)) {
            sent = self.try_to_send(item, None, actor).await;
        }
        let saved = self.save(item, sent).await;
        match &saved {
            Ok((_, game)) => {
                self.sent(game.as_ref());
                if matches!(item.post, Post::Card(_)) {
                    // The first board may follow its card.
                    self.wake();
                }
            }
            Err(failed) => self.put_off(item, failed).await,
        }
        saved
    }

    /// Saves what has become of an item, unless it has to be tried again.
    async fn save(&self, item: &Item, sent: Result<Messages>) -> Result<Sent> {
        let (posted, game) = match sent {
            Ok(sent) => sent,
            Err(Failed::Nowhere) => return self.call_instead(item).await,
            Err(trouble) if trouble.is_of_person() && matches!(item.post, Post::Digest(_)) => {
                tracing::info!(error = %trouble, "a player cannot get direct messages");
                let now = self.app.now();
                self.app.store().remind_instead(item, now).await?;
                return Ok((None, None));
            }
            Err(trouble) if trouble.is(Refusal::NoChannel) => {
                let role = item.post.role();
                tracing::info!(role = role.as_ref(), "the channel of a message is gone");
                (Vec::new(), None)
            }
            Err(trouble) if trouble.is_refusal() && self.app.now() >= item.created.plus(DAY) => {
                tracing::error!(error = %trouble, "a message is given up");
                let is_call = matches!(item.post, Post::Call(..));
                if item.post.event().is_some() && !is_call {
                    return self.call_instead(item).await;
                }
                (Vec::new(), None)
            }
            Err(failed) => return Err(failed),
        };
        let upkeep = self.app.store().acknowledge(item, &posted, self.app.now());
        Ok((upkeep.await?, game))
    }

    /// Tells the players of a game directly, because nothing can be posted where it is played.
    async fn call_instead(&self, item: &Item) -> Result<Sent> {
        let Some((id, seq)) = item.post.event() else {
            return Ok((None, None));
        };
        let game = self.app.load(id).await?;
        let called = match game.setup.engine {
            Some(engine) => vec![game.player(engine.side.other())],
            None => game.called(None),
        };
        let store = self.app.store();
        let now = self.app.now();
        store.call_instead(item, id, seq, &called, now).await?;
        self.wake();
        Ok((None, Some(game)))
    }

    /// Renews a lease during work.
    pub(super) async fn renewing<T>(&self, lease: Lease, work: impl Future<Output = T>) -> T {
        let renew = || {
            let app = self.app.clone();
            async move {
                let renewed = app.store().renew(lease, app.now()).await;
                ok_or_log(renewed, "a lease cannot be renewed");
            }
        };
        repeat(RENEWED, renew, work).await
    }

    /// Wakes the engine, whose turn may have waited for a message about this game.
    pub(super) fn sent(&self, game: Option<&Game>) {
        if game.is_some_and(|game| game.setup.engine.is_some()) {
            self.thinking.notify_one();
        }
    }

    async fn put_off(&self, item: &Item, failed: &Failed) {
        if let Failed::Held(wait) = failed {
            let then = self.app.now().plus(*wait);
            let returned = self.app.store().put_back(item, then).await;
            ok_or_log(returned, "an outbox item cannot be released");
            return;
        }
        let role = item.post.role();
        failed.log(role.as_ref(), item.attempts, "a message was not posted yet");
        // If Discord did nothing, the next try need not look for a message.
        let is_undone = matches!(
            failed,
            Failed::Refused(..) | Failed::Limited(_) | Failed::Unseen
        );
        let keep = item.attempts > 1 || item.token.is_some() || !is_undone;
        self.release(item, failed.pause(item.attempts), keep).await;
    }

    /// Releases an item, for the sweeper to retry later.
    pub(super) async fn release(&self, item: &Item, wait: Seconds, keep: bool) {
        let store = self.app.store();
        let now = self.app.now();
        let released = store.release(item, now.plus(wait), keep, now);
        // The sweeper leases it after this lease expires.
        ok_or_log(released.await, "an outbox item cannot be released");
        self.thinking.notify_one();
        self.wake();
    }

    /// Posts the messages of an item, as far as they are still wanted; returns them, and its game.
    async fn try_to_send(
        &self,
        item: &Item,
        known: Option<Game>,
        actor: Option<PlayerId>,
    ) -> Result<Messages> {
        let posted = match item.post {
            Post::Card(challenge) => self.card(item, challenge).await?,
            Post::Digest(player) => self.digest(item, player).await?,
            post => match (post.event(), post.group()) {
                (Some((id, _)), _) => return self.send_event(item, id, known, actor).await,
                (_, Some((id, _))) => self.tournament(item, id).await?,
                _ => Vec::new(),
            },
        };
        Ok((posted, known))
    }

    /// Posts the message about an event of a game.
    async fn send_event(
        &self,
        item: &Item,
        id: GameId,
        known: Option<Game>,
        actor: Option<PlayerId>,
    ) -> Result<Messages> {
        let is_call = matches!(item.post, Post::Call(..));
        if is_call {
            self.after_board(item, id).await?;
        }
        let mut game = match known {
            Some(game) => game,
            None => self.app.load(id).await?,
        };
        let has_place = is_call || game.setup.thread != Thread::Nowhere;
        ensure(has_place, Failed::Nowhere)?;
        if let Post::Board(_, seq) = item.post {
            // The first board of a pair's second game comes after the message about the first game.
            if seq == 1
                && let Some(pair) = game.setup.pair
                && pair.first != id
            {
                self.after_board(item, pair.first).await?;
            }
            if game.keeps_board() {
                if self.app.store().has_board(id, game.home().channel).await? {
                    // Upkeep, which follows, edits it.
                    return Ok((Vec::new(), Some(game)));
                }
                // An earlier item may be posting it, or opening its thread.
                let is_behind = self.app.store().is_behind(item.id, id, seq).await?;
                ensure(!is_behind, Failed::Held(EARLIER_FIRST))?;
            }
        }
        if !is_call {
            game = self.at_home(item, game).await?;
        }
        let item = in_channel(item, game.home().channel);
        let mut told = self.tell(&item, &game, actor).await;
        if self.reopened(&game, &told).await? {
            told = self.tell(&item, &game, actor).await;
        }
        let posted = self.or_leave(&game, Some(&item), told).await?;
        Ok((posted, Some(game)))
    }

    /// Posts the card of a challenge.
    async fn card(&self, item: &Item, id: ChallengeId) -> Result<Vec<Posted>> {
        let challenge = self.app.find_challenge(id).await?;
        let item = &in_channel(item, challenge.venue.channel);
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        if let (None, State::Accepted(game), Some(_)) =
            (challenge.message, challenge.state, challenge.terms.level)
        {
            // A game with the engine begins with its card.
            let game = self.app.load(game).await?;
            let card = view::closed_card(l10n, &challenge, &[&game]);
            let posted = self.post_words(item, &card.text, &card).await?;
            return Ok(vec![posted_at(item, posted, 0)]);
        }
        let open =
            (challenge.state == State::Open).then(|| view::card(l10n, &challenge, self.app.now()));
        let outside = challenge.venue.guild.is_user_install();
        let found = match challenge.message {
            Some(message) => Some(message),
            None => {
                let found = self.find(item, challenge.venue, Shows::Card(id), open.as_ref());
                found.await?
            }
        };
        let message = match (found, open) {
            (Some(found), _) => found,
            (None, Some(card)) if !outside => self.post_reply(item, &card).await?,
            (None, _) => {
                if outside {
                    // It was not posted, and never will be: nobody could accept or withdraw the
                    // challenge.
                    let past = State::Expired;
                    let now = self.app.now();
                    let store = self.app.store();
                    store.close_challenge(&challenge, past, now, None).await?;
                }
                return Ok(Vec::new());
            }
        };
        Ok(vec![posted_at(item, message, 0)])
    }
}

/// Repeats an action at an interval during work. The action may have to wait for a transaction of
/// the work, so both are polled together; the end of the work does not interrupt the action.
async fn repeat<T, D>(pause: Duration, action: impl Fn() -> D, work: impl Future<Output = T>) -> T
where
    D: Future<Output = ()> + Send + 'static,
{
    let repeated = async {
        loop {
            tokio::time::sleep(pause).await;
            // It logs its own failure.
            let _ = tokio::spawn(action()).await;
        }
    };
    // Boxed: the future of a whole turn is too large for the stack.
    let work = Box::pin(work);
    tokio::select! {
        done = work => done,
        never = repeated => never,
    }
}

/// A copy of an item, for another channel.
pub(super) fn in_channel(item: &Item, channel: ChannelId) -> Item {
    Item {
        channel,
        ..item.clone()
    }
}

/// A message of an item, posted in its channel.
pub(super) fn posted_at(item: &Item, message: MessageId, told: u32) -> Posted {
    Posted {
        message,
        channel: item.channel,
        told,
        player: None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn a_regular_action_can_wait_for_the_running_work() {
        let [begun, done] = [(); 2].map(|()| Arc::new(Notify::new()));
        let again = || {
            let begun = Arc::clone(&begun);
            let done = Arc::clone(&done);
            async move {
                begun.notify_one();
                done.notified().await;
            }
        };
        let work = async {
            begun.notified().await;
            done.notify_one();
        };
        let both = repeat(Duration::from_millis(1), again, work);
        let bound = Duration::from_secs(20);
        assert!(tokio::time::timeout(bound, both).await.is_ok());
    }
}
