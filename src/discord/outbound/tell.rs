//! Posts messages about a game, in the channel of its boards.

use super::failed::Failed;
use super::find::Shows;
use super::post::posted_at;
use super::refusal::Refusal;
use super::send;
use crate::app::{Item, Posted, Receiver};
use crate::discord::context::Audience;
use crate::discord::view;
use crate::discord::view::Calls;
use crate::discord::view::reply::Reply;
use crate::discord::{Bot, Http};
use crate::game::{Game, Notify, PlayerId, Post, Thread};
use crate::l10n::Locale;

impl Bot {
    /// Posts the message about an event of a game, unless it was posted.
    pub(super) async fn tell_now(
        &self,
        http: &Http,
        item: &Item,
        game: &Game,
        (actor, receiver): (Option<PlayerId>, &Receiver),
    ) -> Result<Vec<Posted>, Failed> {
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        match item.post {
            Post::Board(..) => {
                let mut board = view::turn(l10n, game, actor);
                if game.thread() == Thread::Refused
                    && game.seq() > 1
                    && !self.app.read().has_board(game.id(), item.channel).await?
                {
                    board = view::moved_here(l10n, game, board);
                }
                self.post(http, item, game, Shows::Board(game), board).await
            }
            Post::Offer(..) => match view::offer(l10n, game) {
                Some(offer) => self.post(http, item, game, Shows::Offer(game), offer).await,
                None => Ok(Vec::new()),
            },
            Post::Declined(..) => {
                let declined = view::declined(l10n, game);
                self.post(http, item, game, Shows::Offer(game), declined)
                    .await
            }
            Post::Remind(..) => {
                let calls = Calls::Reminder(self.app.now());
                self.call(http, item, game, receiver, calls).await
            }
            Post::Call(..) => self.call(http, item, game, receiver, Calls::Turn).await,
            Post::Late(..) => self.late(http, item, game, receiver).await,
            _ => Ok(Vec::new()),
        }
    }

    /// Posts what the opponent of a player whose time is over can do.
    async fn late(
        &self,
        http: &Http,
        item: &Item,
        game: &Game,
        receiver: &Receiver,
    ) -> Result<Vec<Posted>, Failed> {
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let Some(told) = view::late(l10n, game) else {
            return Ok(Vec::new());
        };
        let called = item.post.receiver(game);
        let told = told.pinging(called.filter(|_| receiver.notices.how != Notify::Never));
        let posted = self.post_words(http, item, &told.text, &told, None).await?;
        Ok(vec![posted_at(item, posted, game.seq())])
    }

    /// Posts a board or an offer, unless it was posted.
    async fn post(
        &self,
        http: &Http,
        item: &Item,
        game: &Game,
        shows: Shows<'_>,
        reply: Reply,
    ) -> Result<Vec<Posted>, Failed> {
        let audience = Audience::of(item);
        let outside = game.venue().guild.is_user_install();
        let interaction = self.interaction_of(http, item);
        if outside && interaction.is_none() {
            // Nothing can be posted there: `/board` shows it.
            return Ok(Vec::new());
        }
        let reply = self.without_muted(item.post, game.muted(), reply).await;
        let picture = self.picture(&reply, audience).await?;
        if let Some(interaction) = interaction.filter(|_| outside) {
            let (of, board) = ((game, shows), (&reply, picture.as_ref()));
            return self
                .post_user_install(http, item, &interaction, of, board)
                .await;
        }
        if item.attempts > 1
            && let Some(found) = self
                .find(http, item, shows, Some((&reply, picture.as_ref())))
                .await?
        {
            let seq = item.post.event().map_or(0, |(_, seq)| seq);
            return Ok(vec![posted_at(item, found, seq)]);
        }
        let mut posted = send::post(http, item, &reply, picture.as_ref()).await;
        if reply.board.is_some()
            && let Err(trouble) = &posted
        {
            // The permissions were checked for the interaction's channel, which may be another.
            if trouble.is(Refusal::File) || self.takes_words(http, game.venue(), trouble).await? {
                let told = view::told(self.localizer(audience.locale), game, reply);
                posted = send::post(http, item, &told, None).await;
            } else {
                send::refuse(http, item.channel, trouble);
            }
        }
        // The message shows the present game, even if the item was for an earlier event.
        Ok(vec![posted_at(item, posted?, game.seq())])
    }

    /// Looks for a message that is out of date: if an earlier try posted it, its buttons must be
    /// removed.
    pub(super) async fn superseded(
        &self,
        http: &Http,
        item: &Item,
        game: &Game,
    ) -> Result<Vec<Posted>, Failed> {
        let has_no_buttons = matches!(item.post, Post::Remind(..) | Post::Call(..));
        if has_no_buttons || item.attempts <= 1 || game.venue().guild.is_user_install() {
            return Ok(Vec::new());
        }
        let past = Shows::Past(game, self.app.now());
        let mut found = self.look_for(http, item, past).await?;
        // The answer can be asked for even if the bot cannot read the channel.
        if found.is_empty() && item.token.is_some() {
            found.extend(self.find(http, item, past, None).await?);
        }
        // A board posted since then is not outdated.
        if !found.is_empty() && self.app.load(game.id()).await?.seq() != game.seq() {
            return Err(Failed::Later(1));
        }
        let seq = item.post.event().map_or(0, |(_, seq)| seq);
        let found = found.into_iter();
        Ok(found.map(|message| posted_at(item, message, seq)).collect())
    }
}
