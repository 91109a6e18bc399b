//! Tells people of their games otherwise than by the boards: directly, later, once a day.

use super::failed::Failed;
use super::pay::{Paid, in_channel};
use super::send;
use crate::app::{Debt, Lease, Owed, Receiver};
use crate::discord::Bot;
use crate::discord::context::Audience;
use crate::discord::failure::chain;
use crate::discord::http::Http;
use crate::discord::view;
use crate::discord::view::Calls;
use crate::discord::view::reply::Reply;
use crate::game::{ChannelId, Game, GameId, MessageId, Notify, PlayerId};
use crate::l10n::Locale;

/// Seconds until a board that is still to be posted is looked for again.
const SOON: i64 = 2;
/// For how many seconds a notice waits for the board that it leads to.
const PATIENT: i64 = 60;

impl Bot {
    /// The message of a debt, without pinging those who are told otherwise.
    pub(super) async fn hushed(&self, debt: Debt, mut reply: Reply) -> Reply {
        if let Debt::Board(game, seq) | Debt::Offer(game, seq) = debt
            && !reply.pings.is_empty()
        {
            match self.app.read().told_otherwise(game, seq).await {
                Ok(told) => reply.pings.retain(|player| !told.contains(player)),
                // Better twice than never.
                Err(error) => tracing::error!(error = chain(&error), "notices cannot be read"),
            }
        }
        reply
    }

    /// Has a notice wait for the board that it leads to, which may open the game's thread: a game
    /// read before may say otherwise where that is.
    pub(super) async fn after_board(&self, owed: &Owed, game: GameId) -> Result<(), Failed> {
        let waits = self.app.now() < owed.born.plus(PATIENT);
        match waits && self.app.read().owes_board(game).await? {
            true => Err(Failed::Later(SOON)),
            false => Ok(()),
        }
    }

    /// Calls somebody to a game whose board has not pinged them.
    pub(super) async fn notice(
        &self,
        http: &Http,
        (lease, owed): (Lease, &Owed),
        (game, seq): (&Game, u32),
        player: PlayerId,
    ) -> Result<Paid, Failed> {
        // A later board calls them, or they have answered.
        if game.board_seq() > seq || !game.waits_for(player) {
            return Ok(Paid::BY_NOTHING);
        }
        let now = self.app.now();
        let receiver = self.app.read().receiver(player).await?;
        // Once a day turns are told; offers and ends cannot wait for that.
        let turn = game.turn().map(|turn| game.player(turn)) == Some(player);
        match receiver.notices.how {
            Notify::Never => return Ok(Paid::BY_NOTHING),
            Notify::Digest if turn => return Ok(Paid::BY_NOTHING),
            Notify::Here | Notify::Direct | Notify::Digest => {}
        }
        match receiver.notices.quiet_until(now) {
            Some(until) => Err(Failed::Later(until.0 - now.0)),
            None => {
                let calls = Calls::Turn;
                self.call(http, (lease, owed), game, (player, &receiver), calls)
                    .await
            }
        }
    }

    /// Reminds whoever is to move.
    pub(super) async fn remind(
        &self,
        http: &Http,
        held: (Lease, &Owed),
        game: &Game,
    ) -> Result<Paid, Failed> {
        let Some(turn) = game.turn() else {
            return Ok(Paid::BY_NOTHING);
        };
        let (player, now) = (game.player(turn), self.app.now());
        let receiver = self.app.read().receiver(player).await?;
        // To be woken is better than to lose.
        if let Some(until) = receiver.notices.quiet_until(now)
            && game.deadline().is_none_or(|deadline| until < deadline)
        {
            return Err(Failed::Later(until.0 - now.0));
        }
        let calls = Calls::Reminder(now);
        self.call(http, held, game, (player, &receiver), calls)
            .await
    }

    /// Calls somebody directly, if they want that and it can be done, else where the board is:
    /// unless the bot is not there itself.
    async fn call(
        &self,
        http: &Http,
        (lease, owed): (Lease, &Owed),
        game: &Game,
        (player, receiver): (PlayerId, &Receiver),
        calls: Calls,
    ) -> Result<Paid, Failed> {
        let [board, _] = self.app.read().standing(game.id()).await?;
        let mut closed = false;
        if matches!(receiver.notices.how, Notify::Direct | Notify::Digest) {
            let locale = Locale::from_tag(&receiver.locale);
            let told = view::called(self.localizer(locale), game, player, board, calls);
            let audience = Audience::one(locale, player);
            let picture = self.picture(&told, audience).await?;
            let sent = async {
                let channel = self.direct(http, player, receiver).await?;
                let owed = &in_channel(owed, channel);
                let posted = self.post_words(http, owed, &told, picture.as_ref()).await?;
                Ok::<_, Failed>((channel, posted))
            };
            match sent.await {
                Ok(by) => {
                    let debt = (lease, owed.debt);
                    self.app
                        .work()
                        .told_directly(debt, player, by, self.app.now())
                        .await?;
                    return Ok(Paid::BY_NOTHING);
                }
                Err(Failed::Trouble(trouble)) if trouble.is_refusal() => {
                    tracing::info!(error = %trouble, "somebody cannot be written to directly");
                    closed = true;
                    // The conversation may have to be opened anew.
                    self.app.work().know_direct(player, None).await?;
                }
                Err(failed) => return Err(failed),
            }
        }
        if game.venue().guild.is_user_install() {
            return Ok(Paid::BY_NOTHING);
        }
        let l10n = self.localizer(Locale::from_tag(&owed.locale));
        let told = view::called(l10n, game, player, board, calls);
        let told = Reply {
            board: None,
            private: false,
            ..told.pinging(Some(player))
        };
        let told = match closed {
            true => view::closed(l10n, told),
            false => told,
        };
        let posted = self.post_words(http, owed, &told, None).await?;
        Ok(Paid::by(posted))
    }

    /// The channel of direct messages to somebody.
    async fn direct(
        &self,
        http: &Http,
        player: PlayerId,
        receiver: &Receiver,
    ) -> Result<ChannelId, Failed> {
        if let Some(known) = receiver.direct {
            return Ok(known);
        }
        let channel = send::open_direct(http, player).await?;
        self.app.work().know_direct(player, Some(channel)).await?;
        Ok(channel)
    }

    /// Changes a direct message whose call is past.
    pub(super) async fn hush(
        &self,
        http: &Http,
        channel: ChannelId,
        (game, player, message): (GameId, PlayerId, MessageId),
    ) -> Result<Paid, Failed> {
        let game = self.app.load(game).await?;
        let receiver = self.app.read().receiver(player).await?;
        let l10n = self.localizer(Locale::from_tag(&receiver.locale));
        let told = view::past(l10n, &game, player);
        let audience = Audience::one(l10n.locale, player);
        let picture = self.picture(&told, audience).await?;
        match send::edit(http, channel, message, &told, picture.as_ref()).await {
            // The person may have left, or closed the conversation.
            Err(gone) if gone.is_refusal() => Ok(Paid::BY_NOTHING),
            edited => Ok(edited.map(|()| Paid::BY_NOTHING)?),
        }
    }

    /// Tells somebody of all the games in which it is their turn.
    pub(super) async fn digest(
        &self,
        http: &Http,
        owed: &Owed,
        player: PlayerId,
    ) -> Result<Paid, Failed> {
        let receiver = self.app.read().receiver(player).await?;
        let turns = self.app.turns(player, None).await?;
        if turns.is_empty() || receiver.notices.how != Notify::Digest {
            return Ok(Paid::BY_NOTHING);
        }
        let l10n = self.localizer(Locale::from_tag(&receiver.locale));
        let told = view::digest(l10n, &turns, player);
        let sent: Result<MessageId, Failed> = async {
            let channel = self.direct(http, player, &receiver).await?;
            let owed = &in_channel(owed, channel);
            self.post_words(http, owed, &told, None).await
        }
        .await;
        match sent {
            Err(Failed::Trouble(trouble)) if trouble.is_refusal() => {
                tracing::info!(error = %trouble, "somebody cannot be written to directly");
                for turn in turns {
                    let game = self.app.load(turn.id).await?;
                    // Nobody is called by the engine.
                    if game.engine().is_none() {
                        let now = self.app.now();
                        self.app.work().owe_reminder(&game, now).await?;
                    }
                }
                self.wake();
                Ok(Paid::BY_NOTHING)
            }
            sent => Ok(sent.map(|_| Paid::BY_NOTHING)?),
        }
    }
}
