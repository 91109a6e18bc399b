//! Pays debts: posts boards, offers and cards, updates cards, removes old buttons.

use std::time::Duration;

use tokio::task::JoinHandle;

use super::failed::Failed;
use super::find::Shows;
use super::request::{Trouble, whole};
use super::send::{self, nonce};
use crate::app::{Debt, Lease, Owed, Settled, Unpaid};
use crate::discord::Bot;
use crate::discord::context::Audience;
use crate::discord::failure::chain;
use crate::discord::http::Http;
use crate::discord::view;
use crate::game::{ChallengeId, ChannelId, Game, MessageId, PlayerId, State, Thread};
use crate::l10n::Locale;

/// How often a lease is renewed while its debts are being paid.
const RENEWED: Duration = Duration::from_millis(1_500);

/// Until what can wait is tried again, if others need Discord's limit.
const SPARE: Duration = Duration::from_secs(1);

/// Seconds until something is tried again that was none of ours.
const LATER: i64 = 60;

/// The message by which a debt is paid, and up to which event of a game it tells it.
pub(super) struct Paid(pub(super) Option<MessageId>, pub(super) u32);

impl Paid {
    /// There is nothing to be told any more.
    pub(super) const BY_NOTHING: Self = Self(None, 0);

    pub(super) fn by(message: MessageId) -> Self {
        Self(Some(message), 0)
    }
}

impl Bot {
    /// Pays a debt, with the game that it tells if that is at hand, and those that follow from it,
    /// and saves the outcome.
    pub(super) async fn pay(
        &self,
        http: &Http,
        lease: Lease,
        (owed, game): (Owed, Option<Game>),
        actor: Option<PlayerId>,
    ) -> Result<(), Failed> {
        let mut result = Ok(());
        let mut due = vec![(owed, game)];
        while let Some((owed, game)) = due.pop() {
            let patient = owed.debt.can_wait().then(|| http.patiently());
            let paid = match &patient {
                Some(http) if http.budget().spare().await == 0 => Err(Trouble::Held(SPARE).into()),
                patient => {
                    let http = patient.as_ref().unwrap_or(http);
                    self.try_to_pay(http, (lease, &owed), (game, actor)).await
                }
            };
            let paid = match paid {
                Ok(paid) => self.note(lease, owed.debt, paid).await,
                Err(failed) => Err(failed),
            };
            match paid {
                Ok(old) => due.extend(old.into_iter().map(|(channel, old)| {
                    let strip = Owed {
                        debt: Debt::Strip(old),
                        channel,
                        tries: 1,
                        ..owed.clone()
                    };
                    (strip, None)
                })),
                Err(failed) => {
                    self.put_off(lease, &owed, &failed).await;
                    // Buttons that stay for now are no failure of the board that was posted.
                    if !matches!(owed.debt, Debt::Strip(_)) {
                        result = Err(failed);
                    }
                }
            }
        }
        result
    }

    /// Keeps a lease while work goes on.
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

    async fn note(
        &self,
        lease: Lease,
        debt: Debt,
        paid: Paid,
    ) -> Result<Vec<(ChannelId, MessageId)>, Failed> {
        if let Paid(Some(message), told) = paid {
            let now = self.app.now();
            let settled = self.app.work().settle(lease, debt, told, message, now);
            let Settled { old, engine } = settled.await?;
            if engine {
                self.thinking.notify_one();
            }
            return Ok(old);
        }
        self.app.work().write_off(lease, debt).await?;
        self.told(debt);
        Ok(Vec::new())
    }

    /// Has the engine look for turns, if it may have waited for this.
    fn told(&self, debt: Debt) {
        if matches!(debt, Debt::Board(..) | Debt::Offer(..) | Debt::Decline(..)) {
            self.thinking.notify_one();
        }
    }

    async fn put_off(&self, lease: Lease, owed: &Owed, failed: &Failed) {
        let (kind, tries) = (owed.debt.kind(), owed.tries);
        let mut keep = true;
        let unpaid = match failed {
            Failed::Later(seconds) => Unpaid::For(*seconds),
            Failed::Fault(failure) => {
                tracing::error!(kind, error = chain(failure), "a debt cannot be paid");
                Unpaid::Trouble
            }
            Failed::Trouble(Trouble::Held(wait)) => {
                let back =
                    self.app
                        .work()
                        .put_back(lease, owed.debt, self.app.now().plus(whole(*wait)));
                if let Err(error) = back.await {
                    tracing::error!(error = chain(&error), "a debt cannot be given back");
                }
                return;
            }
            Failed::Trouble(trouble) => {
                tracing::warn!(kind, tries, error = %trouble, "a debt was not paid yet");
                // Discord did nothing, so there is nothing to look for the next time.
                keep = owed.tries > 1
                    || owed.token.is_some()
                    || matches!(trouble, Trouble::Uncertain(_));
                match trouble {
                    Trouble::Limited(wait) | Trouble::Held(wait) => Unpaid::For(whole(*wait)),
                    Trouble::Refused { status: 401, .. } | Trouble::Uncertain(_) => Unpaid::Trouble,
                    Trouble::Refused { .. } => Unpaid::Forbidden,
                }
            }
        };
        self.give_back(lease, owed.debt, unpaid.pause(tries), keep)
            .await;
    }

    /// Gives a debt back to the sweeper, for later.
    pub(super) async fn give_back(&self, lease: Lease, debt: Debt, seconds: i64, keep: bool) {
        if let Err(error) = self
            .app
            .work()
            .release(lease, debt, self.app.now().plus(seconds), keep)
            .await
        {
            // The sweeper takes it when its lease expires.
            tracing::error!(error = chain(&error), "a debt cannot be given back");
        }
        self.told(debt);
        self.wake();
    }

    async fn try_to_pay(
        &self,
        http: &Http,
        (lease, owed): (Lease, &Owed),
        (known, actor): (Option<Game>, Option<PlayerId>),
    ) -> Result<Paid, Failed> {
        let locale = Locale::from_tag(&owed.locale);
        let paid = match owed.debt {
            Debt::Board(game, seq)
            | Debt::Offer(game, seq)
            | Debt::Decline(game, seq)
            | Debt::Refresh(game, seq)
            | Debt::Remind(game, seq)
            | Debt::Late(game, seq)
            | Debt::Overtaken(game, seq) => {
                let game = match known {
                    Some(known) => known,
                    None => self.app.load(game).await?,
                };
                let (game, owed) = self.at_home(http, owed, game).await?;
                let held = (lease, &owed);
                let told = self.tell(http, held, (&game, seq), actor).await;
                self.or_leave_thread(http, &game, told).await
            }
            Debt::Notice(game, seq, player) => {
                self.after_board(owed, game).await?;
                let game = self.app.load(game).await?;
                let owed = in_channel(owed, game.home().channel);
                let event = (&game, seq);
                let told = self.notice(http, (lease, &owed), event, player).await;
                self.or_leave_thread(http, &game, told).await
            }
            Debt::Hush(game, _, player, message) => {
                let past = (game, player, message);
                self.hush(http, owed.channel, past).await
            }
            Debt::Digest(player) => self.digest(http, owed, player).await,
            Debt::Archive(game, _) => {
                let archived = self.archive(http, game).await;
                archived.map(|()| Paid::BY_NOTHING)
            }
            // The engine's turns are not messages, and have workers of their own.
            Debt::Think(..) => return Err(Failed::Later(LATER)),
            Debt::Card(challenge) => self.card(http, owed, challenge, locale).await,
            Debt::Strip(message) => send::strip(http, owed.channel, message)
                .await
                .map(|()| Paid::BY_NOTHING)
                .map_err(Failed::from),
        };
        match paid {
            Err(Failed::Trouble(gone))
                if gone.is_unknown_channel()
                    || (matches!(owed.debt, Debt::Strip(_)) && gone.is_unknown_message())
                    // There nothing can be pressed.
                    || (matches!(owed.debt, Debt::Strip(_) | Debt::Card(_)) && gone.is_archived()) =>
            {
                tracing::info!(
                    kind = owed.debt.kind(),
                    "what is owed has nowhere to go any more"
                );
                Ok(Paid::BY_NOTHING)
            }
            paid => paid,
        }
    }

    /// Posts the card of a challenge, or updates it.
    async fn card(
        &self,
        http: &Http,
        owed: &Owed,
        id: ChallengeId,
        locale: Locale,
    ) -> Result<Paid, Failed> {
        let challenge = self.app.find_challenge(id).await?;
        let owed = &in_channel(owed, challenge.venue.channel);
        let l10n = self.localizer(locale);
        let open =
            (challenge.state == State::Open).then(|| view::card(l10n, &challenge, self.app.now()));
        let message = match owed.message.or(challenge.message) {
            Some(message) => Some(message),
            None if owed.tries > 1 => {
                let (card, answer) = (Shows::Card(id), open.as_ref().map(|card| (card, None)));
                match challenge.venue.guild.is_user_install() {
                    true => self.find_answer(http, owed, card, answer).await?,
                    false => self.find(http, owed, card, answer).await?,
                }
            }
            None => None,
        };
        if challenge.venue.guild.is_user_install() {
            let Some(message) = message else {
                // It did not get through, and never will: nobody can accept it or take it back.
                self.app.lose(&challenge).await?;
                return Ok(Paid::BY_NOTHING);
            };
            return Ok(Paid::by(message));
        }
        // What is known already need not be noted.
        let paid = |message| match challenge.message == Some(message) {
            true => Paid::BY_NOTHING,
            false => Paid::by(message),
        };
        match (open, message) {
            // It may have come to offer something more.
            (Some(card), Some(message)) => {
                match send::edit(http, owed.channel, message, &card, None).await {
                    Err(gone) if gone.is_unknown_message() => Ok(Paid::BY_NOTHING),
                    edited => {
                        edited?;
                        // It may have been accepted while the edit was on its way.
                        match self.app.find_challenge(id).await?.state {
                            State::Open => Ok(paid(message)),
                            _ => Err(Failed::Later(1)),
                        }
                    }
                }
            }
            (Some(card), None) => {
                let posted = send::post(http, owed.channel, &card, None, nonce(owed)).await?;
                Ok(Paid::by(posted))
            }
            // The card was never posted, and is not needed any more.
            (None, None) => Ok(Paid::BY_NOTHING),
            (None, Some(message)) => {
                let game = match challenge.state {
                    State::Accepted(game) => Some(self.app.load(game).await?),
                    _ => None,
                };
                let other = match &game {
                    Some(game) => self.app.other_of(game).await?,
                    None => None,
                };
                let card = view::settled_card(l10n, &challenge, game.as_ref(), other.as_ref());
                let all = Audience::all(locale, challenge.venue.guild);
                let picture = self.picture(&card, all).await?;
                match send::edit(http, owed.channel, message, &card, picture.as_ref()).await {
                    Err(gone) if gone.is_unknown_message() => Ok(Paid::BY_NOTHING),
                    edited => {
                        edited?;
                        // They may have gone on while the edit was on its way.
                        for game in game.iter().chain(&other) {
                            let now = self.app.read().progress(game.id()).await?;
                            let is_open = matches!(game.thread(), Thread::Open(_));
                            if now.thread != game.thread() || is_open && now.seq != game.seq() {
                                return Err(Failed::Later(1));
                            }
                        }
                        Ok(paid(message))
                    }
                }
            }
        }
    }
}

/// Does something every so often while work goes on. The work may be in the middle of a
/// transaction that this has to wait for, so it goes on meanwhile.
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

pub(super) fn in_channel(owed: &Owed, channel: ChannelId) -> Owed {
    Owed {
        channel,
        ..owed.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn what_is_done_regularly_may_wait_for_the_work_that_goes_on() {
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
