//! Notifies people of their games by other messages than boards: directly, later, once a day.

use super::failed::Failed;
use super::post::{in_channel, posted_at};
use super::send;
use crate::app::{Item, Posted, Receiver};
use crate::discord::view;
use crate::discord::view::Calls;
use crate::discord::view::reply::Reply;
use crate::discord::{Bot, Http, chain};
use crate::game::{ChannelId, Game, GameId, Notify, PlayerId, Post, Thread};
use crate::l10n::Locale;

/// Seconds until an item checks again whether the board before it was posted.
const SOON: i64 = 1;
/// How many seconds an item waits for the board before it.
const BOARD_FIRST: i64 = 60;

impl Bot {
    /// The message of an item, without pings of people who are notified differently: these are
    /// `muted`, or else read from the store.
    pub(super) async fn without_muted(
        &self,
        post: Post,
        muted: Option<&[PlayerId]>,
        mut reply: Reply,
    ) -> Reply {
        let pinged = !reply.pings.is_empty();
        if let Some(muted) = muted {
            reply.pings.retain(|player| !muted.contains(player));
        } else if let Post::Board(game, seq) | Post::Offer(game, seq) = post
            && !reply.pings.is_empty()
        {
            match self.app.read().told_otherwise(game, seq).await {
                Ok(told) => reply.pings.retain(|player| !told.contains(player)),
                // A duplicate ping is better than none.
                Err(error) => tracing::error!(error = chain(&error), "notices cannot be read"),
            }
        }
        reply.silent = pinged && reply.pings.is_empty();
        reply
    }

    /// Makes an item wait for the game's board before it. That board may open the game's thread, so
    /// a game read before may have the wrong channel.
    pub(super) async fn after_board(&self, item: &Item, game: GameId) -> Result<(), Failed> {
        let waits = self.app.now() < item.created.plus(BOARD_FIRST);
        match waits && self.app.read().awaits_board(game).await? {
            true => Err(Failed::Later(SOON)),
            false => Ok(()),
        }
    }

    /// Notifies the [receiver](Post::receiver) of an item: by a direct message, if they want that
    /// and it is possible, else in the channel of the board, but not in a user install.
    pub(super) async fn call(
        &self,
        http: &Http,
        item: &Item,
        game: &Game,
        receiver: &Receiver,
        calls: Calls,
    ) -> Result<Vec<Posted>, Failed> {
        let Some(player) = item.post.receiver(game) else {
            return Ok(Vec::new());
        };
        let board = self.app.read().board(game.id()).await?;
        // The board may become known between two tries.
        let begins = |l10n| view::called(l10n, game, player, None, calls).text;
        let posted = |item: &Item, message| Posted {
            player: Some(player),
            ..posted_at(item, message, item.post.event().map_or(0, |(_, seq)| seq))
        };
        let mut closed = false;
        let nowhere = game.thread() == Thread::Nowhere;
        if nowhere || matches!(receiver.notices.how, Notify::Direct | Notify::Digest) {
            let l10n = self.localizer(Locale::from_tag(&receiver.locale));
            let told = view::called(l10n, game, player, board, calls);
            let picture = self.picture_of(&told, l10n, Some(player), None).await?;
            let sent = async {
                let channel = self.direct(http, player, receiver).await?;
                let item = &in_channel(item, channel);
                let (begins, picture) = (begins(l10n), picture.as_ref());
                let sent = self.post_words(http, item, &begins, &told, picture);
                Ok(posted(item, sent.await?))
            };
            match sent.await {
                Ok(posted) => return Ok(vec![posted]),
                Err(Failed::Trouble(trouble)) if trouble.is_of_person() => {
                    tracing::info!(error = %trouble, "a player cannot get direct messages");
                    closed = true;
                    // The channel of direct messages may have to be opened again.
                    self.app.work().know_direct(player, None).await?;
                }
                Err(failed) => return Err(failed),
            }
        }
        let guild = game.venue().guild;
        // A player who has left the server cannot get direct messages, nor be pinged there.
        if nowhere || !guild.is_server() || closed && !send::is_member(http, guild, player).await? {
            return Ok(Vec::new());
        }
        let l10n = self.localizer(Locale::from_tag(&item.locale));
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
        let begins = begins(l10n);
        let sent = self.post_words(http, item, &begins, &told, None);
        Ok(vec![posted(item, sent.await?)])
    }

    /// The channel of direct messages to a player.
    pub(super) async fn direct(
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

    /// Sends a player a digest of all games in which it is their turn.
    pub(super) async fn digest(
        &self,
        http: &Http,
        item: &Item,
        player: PlayerId,
    ) -> Result<Vec<Posted>, Failed> {
        let receiver = self.app.read().receiver(player).await?;
        let turns = self.app.turns(player, None).await?;
        if turns.is_empty() || receiver.notices.how != Notify::Digest {
            return Ok(Vec::new());
        }
        let l10n = self.localizer(Locale::from_tag(&receiver.locale));
        let told = view::digest(l10n, &turns, player);
        let item = &in_channel(item, self.direct(http, player, &receiver).await?);
        // The number of games comes after these words, and may have changed.
        let begins: String = told.text.split_inclusive(' ').take(3).collect();
        self.post_words(http, item, &begins, &told, None).await?;
        Ok(Vec::new())
    }
}
