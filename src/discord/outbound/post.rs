//! Sends outbox items: posts boards, offers, cards, reminders and calls, if they are still wanted.

use std::time::Duration;

use tokio::task::JoinHandle;

use super::failed::Failed;
use super::find::Shows;
use super::refusal::Refusal;
use super::request::{Trouble, whole};
use super::send;
use crate::app::{Item, ItemId, Lease, Posted, REFUSED_PAUSE, Upkeep};
use crate::discord::view;
use crate::discord::{Bot, Http, chain};
use crate::game::{ChallengeId, ChannelId, Game, MessageId, PlayerId, Post, Ready, State, Thread};
use crate::l10n::Locale;
use crate::time::DAY;

/// The interval at which a lease is renewed during work.
const RENEWED: Duration = Duration::from_secs(1);

/// How long a board waits for an earlier one that is being posted.
const EARLIER_FIRST: Duration = Duration::from_secs(1);

impl Bot {
    /// Sends an item and saves the outcome. Reads its game into `known`, unless it is there.
    /// Returns the resulting upkeep, under the same lease.
    pub(super) async fn send(
        &self,
        http: &Http,
        lease: Lease,
        item: &Item,
        known: &mut Option<Game>,
        actor: Option<PlayerId>,
    ) -> Result<Option<Upkeep>, Failed> {
        let mut sent = self.try_to_send(http, item, known, actor).await;
        if matches!(sent, Err(Failed::Moved)) {
            *known = None;
            sent = self.try_to_send(http, item, known, actor).await;
        }
        let noted = match (sent, item.post) {
            (Ok(posted), post) => {
                let (it, now) = ((item.id, post), self.app.now());
                let noted = self.app.work().acknowledge(lease, it, &posted, now);
                noted.await.map_err(Failed::from)
            }
            (Err(Failed::Trouble(trouble)), Post::Digest(_)) if trouble.is_of_person() => {
                tracing::info!(error = %trouble, "a player cannot get direct messages");
                let (work, now) = (self.app.work(), self.app.now());
                let reminded = work.remind_instead(lease, item.id, now).await;
                reminded.map(|()| None).map_err(Failed::from)
            }
            (Err(Failed::Nowhere), post) => self.call_instead(lease, item, post, known).await,
            (Err(Failed::Trouble(trouble)), post)
                if trouble.is_refusal() && self.app.now() >= item.created.plus(DAY) =>
            {
                tracing::error!(error = %trouble, "a message is given up");
                let (refused, now) = ((item.id, post), self.app.now());
                let given_up = self.app.work().acknowledge(lease, refused, &[], now);
                given_up.await.map_err(Failed::from)
            }
            (Err(failed), _) => Err(failed),
        };
        match noted {
            Ok(upkeep) => {
                self.sent(known.as_ref());
                if matches!(item.post, Post::Card(_)) {
                    // The first board may follow its card.
                    self.wake();
                }
                Ok(upkeep)
            }
            Err(failed) => {
                self.put_off(lease, item, &failed).await;
                Err(failed)
            }
        }
    }

    /// Returns whether a channel is to be left: it has refused an item for an hour, or although an
    /// interaction has just shown that the bot may post there.
    fn is_hopeless(&self, http: &Http, item: &Item, trouble: &Trouble) -> bool {
        let has_waited = self.app.now() >= item.created.plus(REFUSED_PAUSE);
        let is_vouched = http.channel_limits.is_vouched(item.channel, item.cause);
        trouble.is_of_channel() && has_waited || trouble.is(Refusal::Forbidden) && is_vouched
    }

    /// Tells the players of a game directly, because nothing can be posted where it is played.
    async fn call_instead(
        &self,
        lease: Lease,
        item: &Item,
        post: Post,
        known: &mut Option<Game>,
    ) -> Result<Option<Upkeep>, Failed> {
        if let Some((id, seq)) = post.event() {
            let game = self.app.load(id).await?;
            let (work, now) = (self.app.work(), self.app.now());
            let called = match game.engine() {
                Some(engine) => vec![game.player(engine.side.other())],
                None => game.called(None),
            };
            work.call_instead(lease, item.id, (id, seq), &called, now)
                .await?;
            *known = Some(game);
            self.wake();
        }
        Ok(None)
    }

    /// Renews a lease during work.
    pub(super) async fn renewing<T>(&self, lease: Lease, work: impl Future<Output = T>) -> T {
        let renew = || {
            let app = self.app.clone();
            async move {
                if let Err(error) = app.work().renew(lease, app.now()).await {
                    tracing::error!(error = chain(&error), "a lease cannot be renewed");
                }
            }
        };
        regularly(RENEWED, renew, work).await
    }

    /// Wakes the engine, whose turn may have waited for a message about this game.
    pub(super) fn sent(&self, game: Option<&Game>) {
        if game.is_some_and(|game| game.engine().is_some()) {
            self.thinking.notify_one();
        }
    }

    async fn put_off(&self, lease: Lease, item: &Item, failed: &Failed) {
        let role = item.post.role().as_ref().to_owned();
        if let Failed::Trouble(Trouble::Held(wait)) = failed {
            let then = self.app.now().plus(whole(*wait));
            if let Err(error) = self.app.work().put_back(lease, item.id, then).await {
                tracing::error!(error = chain(&error), "an outbox item cannot be released");
            }
            return;
        }
        failed.log(&role, item.attempts, "a message was not posted yet");
        // If Discord did nothing, the next try need not look for a message.
        let unsure = match failed {
            Failed::Trouble(trouble) => matches!(trouble, Trouble::Uncertain(_)),
            Failed::Later(_) | Failed::Moved | Failed::Nowhere | Failed::Fault(_) => true,
        };
        let keep = item.attempts > 1 || item.token.is_some() || unsure;
        let pause = failed.unsent().pause(item.attempts);
        self.release(lease, (item.id, item.post), pause, keep).await;
    }

    /// Releases an item, for the sweeper to retry later.
    pub(super) async fn release(
        &self,
        lease: Lease,
        item: (ItemId, Post),
        seconds: i64,
        keep: bool,
    ) {
        let now = self.app.now();
        let work = self.app.work();
        let released = work.release(lease, item, now.plus(seconds), keep, now);
        if let Err(error) = released.await {
            // The sweeper leases it after this lease expires.
            tracing::error!(error = chain(&error), "an outbox item cannot be released");
        }
        self.thinking.notify_one();
        self.wake();
    }

    async fn try_to_send(
        &self,
        http: &Http,
        item: &Item,
        known: &mut Option<Game>,
        actor: Option<PlayerId>,
    ) -> Result<Vec<Posted>, Failed> {
        let posted = match item.post {
            Post::Card(challenge) => self.card(http, item, challenge).await,
            Post::Digest(player) => self.digest(http, item, player).await,
            Post::Tournament(id) | Post::Group(id, _) | Post::Begun(id, ..) | Post::Won(id) => {
                self.tournament(http, item, id).await
            }
            post => match post.event() {
                Some((id, _)) => {
                    if matches!(post, Post::Call(..)) {
                        self.after_board(item, id).await?;
                    }
                    let game = match known.take() {
                        Some(game) => game,
                        None => self.app.load(id).await?,
                    };
                    if game.thread() == Thread::Nowhere && !matches!(post, Post::Call(..)) {
                        return Err(Failed::Nowhere);
                    }
                    // The first board of a pair's second game comes after the message about the
                    // first game.
                    if let (Post::Board(_, 1), Some(pair)) = (post, game.pair())
                        && pair.first != id
                    {
                        self.after_board(item, pair.first).await?;
                    }
                    if let Post::Board(_, seq) = post
                        && game.keeps_board()
                    {
                        let (read, home) = (self.app.read(), game.home().channel);
                        if read.has_board(id, home).await? {
                            // Upkeep, which follows, edits it.
                            *known = Some(game);
                            return Ok(Vec::new());
                        }
                        // An earlier item may be posting it, or opening its thread.
                        if read.is_behind(item.id, id, seq).await? {
                            return Err(Trouble::Held(EARLIER_FIRST).into());
                        }
                    }
                    let game = known.insert(match post {
                        Post::Call(..) => game,
                        _ => self.at_home(http, item, game).await?,
                    });
                    let item = in_channel(item, game.home().channel);
                    let mut told = self.tell(http, &item, game, actor).await;
                    if self.reopened(http, game, &told).await? {
                        told = self.tell(http, &item, game, actor).await;
                    }
                    match self.or_leave(http, game, told).await {
                        Err(Failed::Trouble(trouble))
                            if self.is_hopeless(http, &item, &trouble) =>
                        {
                            Err(self.leave_channel(game, &trouble).await)
                        }
                        told => told,
                    }
                }
                None => Ok(Vec::new()),
            },
        };
        match posted {
            Err(Failed::Trouble(gone))
                if gone.is(Refusal::NoChannel) && !matches!(item.post, Post::Digest(_)) =>
            {
                let role = item.post.role().as_ref().to_owned();
                tracing::info!(role, "the channel of a message is gone");
                Ok(Vec::new())
            }
            posted => posted,
        }
    }

    /// Posts the message about an event of a game, if it is still wanted.
    async fn tell(
        &self,
        http: &Http,
        item: &Item,
        game: &Game,
        actor: Option<PlayerId>,
    ) -> Result<Vec<Posted>, Failed> {
        let now = self.app.now();
        let receiver = match item.post.receiver(game) {
            Some(player) => self.app.read().receiver(player).await?,
            None => Default::default(),
        };
        match item.post.ready(game, &receiver.notices, now) {
            Ready::Post => self.tell_now(http, item, game, (actor, &receiver)).await,
            Ready::Skip => self.superseded(http, item, game).await,
            Ready::Later(then) => Err(Failed::Later(then.0 - now.0)),
        }
    }

    /// Posts the card of a challenge.
    async fn card(&self, http: &Http, item: &Item, id: ChallengeId) -> Result<Vec<Posted>, Failed> {
        let challenge = self.app.find_challenge(id).await?;
        let item = &in_channel(item, challenge.venue.channel);
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        if let (None, State::Accepted(game), Some(_)) =
            (challenge.message, challenge.state, challenge.terms.level)
        {
            // A game with the engine begins with its card.
            let game = self.app.load(game).await?;
            let card = view::closed_card(l10n, &challenge, Some(&game), None);
            let posted = self.post_words(http, item, &card.text, &card, None).await?;
            return Ok(vec![posted_at(item, posted, 0)]);
        }
        let open =
            (challenge.state == State::Open).then(|| view::card(l10n, &challenge, self.app.now()));
        let outside = challenge.venue.guild.is_user_install();
        let found = match challenge.message {
            Some(message) => Some(message),
            None if item.attempts > 1 => {
                let (card, answer) = (Shows::Card(id), open.as_ref().map(|card| (card, None)));
                match outside {
                    true => self.find_answer(http, item, card, answer).await?,
                    false => self.find(http, item, card, answer).await?,
                }
            }
            None => None,
        };
        let message = match (found, open) {
            (Some(found), _) => found,
            (None, Some(card)) if !outside => send::post(http, item, &card, None).await?,
            (None, _) => {
                if outside {
                    // It was not posted, and never will be: nobody could accept or withdraw the
                    // challenge.
                    let (past, now, work) = (State::Expired, self.app.now(), self.app.work());
                    work.close_challenge(&challenge, past, now, None).await?;
                }
                return Ok(Vec::new());
            }
        };
        Ok(vec![posted_at(item, message, 0)])
    }
}

/// Repeats an action at an interval during work. The action may have to wait for a transaction of
/// the work, so both are polled together.
async fn regularly<T, D>(
    pause: Duration,
    mut again: impl FnMut() -> D,
    work: impl Future<Output = T>,
) -> T
where
    D: Future<Output = ()> + Send + 'static,
{
    let mut work = std::pin::pin!(work);
    let mut last: Option<JoinHandle<()>> = None;
    loop {
        match tokio::time::timeout(pause, &mut work).await {
            Ok(done) => return done,
            Err(_) if last.as_ref().is_some_and(|last| !last.is_finished()) => {}
            Err(_) => last = Some(tokio::spawn(again())),
        }
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
            let (begun, done) = (Arc::clone(&begun), Arc::clone(&done));
            async move {
                begun.notify_one();
                done.notified().await;
            }
        };
        let work = async {
            begun.notified().await;
            done.notify_one();
        };
        let both = regularly(Duration::from_millis(1), again, work);
        let bound = Duration::from_secs(20);
        assert!(tokio::time::timeout(bound, both).await.is_ok());
    }
}
