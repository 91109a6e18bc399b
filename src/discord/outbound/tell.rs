//! Tells people about a game: in the channel of its boards, or each in a direct message.

use super::find::Shows;
use super::interaction_webhook::Way;
use super::post::{in_channel, posted_at};
use super::request::{Failed, Result};
use crate::app::{Item, Posted, Receiver};
use crate::discord::context::Audience;
use crate::discord::view::Calls;
use crate::discord::view::reply::Reply;
use crate::discord::{Bot, view};
use crate::game::{
    ChannelId, Game, GameId, MessageId, Notify, PlayerId, Post, Ready, Thread, Venue, ensure,
};
use crate::l10n::Locale;
use crate::time::Seconds;

impl Bot {
    /// Posts the message about an event of a game, if it is still wanted and was not posted.
    pub(super) async fn tell(
        &self,
        item: &Item,
        game: &Game,
        actor: Option<PlayerId>,
    ) -> Result<Vec<Posted>> {
        let now = self.app.now();
        let receiver = match item.post.receiver(game) {
            Some(player) => self.app.store().receiver(player).await?,
            None => Receiver::default(),
        };
        match item.post.ready(game, &receiver.notices, now) {
            Ready::Post => {}
            Ready::Skip => return self.superseded(item, game).await,
            Ready::Later(then) => return Err(Failed::Later(then.since(now))),
        }
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        match item.post {
            Post::Board(..) => {
                let mut board = view::turn(l10n, game, actor);
                if game.setup.thread == Thread::Refused
                    && game.seq > 1
                    && !self.app.store().has_board(game.id(), item.channel).await?
                {
                    board = view::moved_here(l10n, game, board);
                }
                self.post(item, game, board).await
            }
            Post::Offer(..) => match view::offer(l10n, game) {
                Some(offer) => self.post(item, game, offer).await,
                None => Ok(Vec::new()),
            },
            Post::Declined(..) => self.post(item, game, view::declined(l10n, game)).await,
            Post::Remind(..) => self.call(item, game, &receiver, Calls::Reminder(now)).await,
            Post::Call(_, seq, _) if seq == game.offered_seq => {
                self.call(item, game, &receiver, Calls::Offer).await
            }
            // An offer made since then has a call of its own.
            Post::Call(..) => self.call(item, game, &receiver, Calls::Turn).await,
            Post::Late(..) => self.late(item, game, &receiver).await,
            _ => Ok(Vec::new()),
        }
    }

    /// Posts what the opponent of a player whose time is over can do.
    async fn late(&self, item: &Item, game: &Game, receiver: &Receiver) -> Result<Vec<Posted>> {
        let Some(late) = view::late(self.localizer(Locale::from_tag(&item.locale)), game) else {
            return Ok(Vec::new());
        };
        let late = match item.post.receiver(game) {
            Some(player) if receiver.notices.how != Notify::Never => late.pinging([player]),
            _ => late,
        };
        let posted = self.post_words(item, &late.text, &late).await?;
        Ok(vec![posted_at(item, posted, game.seq)])
    }

    /// Posts a board or an offer, unless it was posted.
    async fn post(&self, item: &Item, game: &Game, reply: Reply) -> Result<Vec<Posted>> {
        let venue = game.setup.venue;
        let outside = venue.guild.is_user_install();
        let interaction = self.interaction_of(item);
        if outside && interaction.is_none() {
            return Ok(Vec::new());
        }
        let audience = Audience::of_item(item);
        let reply = self.draw(pinging(item, game, reply), audience).await?;
        let shows = match item.post {
            Post::Board(..) => Shows::Board(game),
            _ => Shows::Offer(game),
        };
        if let Some(found) = self.find(item, venue, shows, Some(&reply)).await? {
            return Ok(vec![posted_at(item, found, item.post.seq())]);
        }
        let message = match interaction {
            // The bot can do nothing else. After an attempt with an unknown outcome there may be two,
            // which is better than none.
            Some(interaction) if outside => {
                let webhook = self.http.webhook(&interaction);
                match self.send_reply(Way::FollowUp(&webhook), &reply).await {
                    // The token has expired, or the interaction has no answer to follow up: `/board`
                    // shows the board.
                    Err(trouble @ Failed::Refused(..)) => {
                        let channel = item.channel.0;
                        tracing::info!(channel, error = %trouble, "a board is dropped");
                        None
                    }
                    posted => posted?,
                }
            }
            _ => Some(self.post_picture(item, venue, reply).await?),
        };
        // The message shows the present game, even if the item was for an earlier event.
        let posted = message.map(|message| posted_at(item, message, game.seq));
        Ok(Vec::from_iter(posted))
    }

    /// Posts a message; in words if pictures are not allowed.
    pub(super) async fn post_picture(
        &self,
        item: &Item,
        venue: Venue,
        reply: Reply,
    ) -> Result<MessageId> {
        let mut message = self.post_reply(item, &reply).await;
        if reply.picture.is_some()
            && let Err(trouble) = &message
        {
            // The permissions were checked for the interaction's channel, which may be another.
            if self.takes_words(venue, trouble).await {
                message = self.post_reply(item, &reply.in_words()).await;
            } else {
                self.http.refuse(item.channel, trouble);
            }
        }
        message
    }

    /// Looks for a message that is out of date: if an earlier try posted it, its buttons must be
    /// removed.
    async fn superseded(&self, item: &Item, game: &Game) -> Result<Vec<Posted>> {
        let venue = game.setup.venue;
        let has_no_buttons = matches!(item.post, Post::Remind(..) | Post::Call(..));
        if has_no_buttons || item.attempts <= 1 || venue.guild.is_user_install() {
            return Ok(Vec::new());
        }
        let past = Shows::Past(game, self.app.now());
        let mut found = self.look_for(item, past).await?;
        // The answer can be asked for even if the bot cannot read the channel.
        if found.is_empty() && item.token.is_some() {
            found.extend(self.find(item, venue, past, None).await?);
        }
        // A board posted since then is not outdated.
        if !found.is_empty() && self.app.load(game.id()).await?.seq != game.seq {
            return Err(Failed::Later(Seconds(1)));
        }
        let posted = |message| posted_at(item, message, item.post.seq());
        Ok(found.into_iter().map(posted).collect())
    }

    /// Makes an item wait for the game's board before it. That board may open the game's thread, so
    /// a game read before may have the wrong channel.
    pub(super) async fn after_board(&self, item: &Item, game: GameId) -> Result<()> {
        let waits = self.app.now() < item.created.plus(BOARD_FIRST);
        let waits = waits && self.app.store().awaits_board(game).await?;
        ensure(!waits, Failed::Held(SOON))
    }

    /// Notifies the receiver of an item: by a direct message, if they want that
    /// and it is possible, else in the channel of the board, but not in a user install.
    pub(super) async fn call(
        &self,
        item: &Item,
        game: &Game,
        receiver: &Receiver,
        calls: Calls,
    ) -> Result<Vec<Posted>> {
        let Some(player) = item.post.receiver(game) else {
            return Ok(Vec::new());
        };
        let board = self.app.store().board(game.id()).await?;
        // The board may become known between two tries.
        let begins = |l10n| view::called(l10n, game, player, None, calls).text;
        let posted = |item: &Item, message| Posted {
            player: Some(player),
            ..posted_at(item, message, item.post.seq())
        };
        let mut closed = false;
        let nowhere = game.setup.thread == Thread::Nowhere;
        if nowhere || matches!(receiver.notices.how, Notify::Direct | Notify::Digest) {
            let l10n = self.localizer(Locale::from_tag(&receiver.locale));
            if self.app.now() >= game.touched.plus(ARCHIVED_AFTER) {
                self.open_again(game.setup.thread).await;
            }
            let told = view::called(l10n, game, player, board, calls);
            let told = self.draw_for(told, l10n, Some(player), None).await?;
            let sent: Result<Posted> = async {
                let item = in_channel(item, self.direct(player, receiver).await?);
                let sent = self.post_words(&item, &begins(l10n), &told).await?;
                Ok(posted(&item, sent))
            }
            .await;
            match sent {
                Ok(posted) => return Ok(vec![posted]),
                Err(trouble) if trouble.is_of_person() => {
                    tracing::info!(error = %trouble, "a player cannot get direct messages");
                    closed = true;
                    // The channel of direct messages may have to be opened again.
                    self.app.store().know_direct(player, None).await?;
                }
                Err(failed) => return Err(failed),
            }
        }
        let guild = game.setup.venue.guild;
        // A player who has left the server cannot get direct messages, nor be pinged there.
        if nowhere || !guild.is_server() || closed && !self.http.is_member(guild, player).await? {
            return Ok(Vec::new());
        }
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let mut told = view::called(l10n, game, player, board, calls).pinging(Some(player));
        told.board = None;
        told.private = false;
        if closed {
            told = told.above(&l10n.word("notice-closed"));
        }
        let sent = self.post_words(item, &begins(l10n), &told).await?;
        Ok(vec![posted(item, sent)])
    }

    /// The channel of direct messages to a player.
    pub(super) async fn direct(&self, player: PlayerId, receiver: &Receiver) -> Result<ChannelId> {
        if let Some(known) = receiver.direct {
            return Ok(known);
        }
        let channel = self.http.open_direct(player).await?;
        self.app.store().know_direct(player, Some(channel)).await?;
        Ok(channel)
    }

    /// Sends a player a digest of all games in which it is their turn.
    pub(super) async fn digest(&self, item: &Item, player: PlayerId) -> Result<Vec<Posted>> {
        let receiver = self.app.store().receiver(player).await?;
        let turns = self.app.turns(player, None).await?;
        if turns.is_empty() || receiver.notices.how != Notify::Digest {
            return Ok(Vec::new());
        }
        for game in &turns {
            self.open_again(game.thread).await;
        }
        let l10n = self.localizer(Locale::from_tag(&receiver.locale));
        let mut told = view::games(l10n, &turns, player, None);
        told.private = false;
        let item = &in_channel(item, self.direct(player, &receiver).await?);
        // The number of games comes after these words, and may have changed.
        let begins: String = told.text.split_inclusive(' ').take(3).collect();
        self.post_words(item, &begins, &told).await?;
        Ok(Vec::new())
    }
}

/// How long until an item checks again whether the board before it was posted.
const SOON: Seconds = Seconds(1);
/// How long an item waits for the board before it.
const BOARD_FIRST: Seconds = Seconds(60);
/// The shortest silence after which the thread of a person may be archived.
const ARCHIVED_AFTER: Seconds = Seconds::hours(1);

/// The message of an item about a game, which pings only whom the item may ping.
pub(super) fn pinging(item: &Item, game: &Game, mut reply: Reply) -> Reply {
    let pinged = !reply.pings.is_empty();
    let may_ping = |player: &PlayerId| game.may_ping(*player, item.pings);
    reply.pings.retain(may_ping);
    reply.silent = pinged && reply.pings.is_empty();
    reply
}
