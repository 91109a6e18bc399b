//! Posts and edits the cards of tournaments and of their groups.

use super::failed::Failed;
use super::find::Shows;
use super::post::posted_at;
use super::request::Trouble;
use super::send::{self, nonce};
use crate::app::{Item, Posted};
use crate::discord::context::Audience;
use crate::discord::view;
use crate::discord::view::reply::{Reply, cut};
use crate::discord::{Bot, Http, chain};
use crate::game::{ChannelId, Group, MessageId, Post, Thread, Tournament, TournamentId};
use crate::l10n::Locale;

/// Seconds until a message about the games of a group checks again whether their boards were posted.
const SOON: i64 = 1;
/// How many seconds it waits for them.
const BOARDS_FIRST: i64 = 300;
/// The longest name of a thread, in characters.
const MAX_NAME: usize = 100;

impl Bot {
    /// Takes the due steps of the due tournaments, and edits their cards.
    pub(super) async fn tend_tournaments(&self, http: &Http) {
        let due = match self.app.work().take_tournaments(self.app.now()).await {
            Ok(due) => due,
            Err(error) => {
                tracing::error!(error = chain(&error), "due tournaments cannot be read");
                return;
            }
        };
        for id in due {
            if let Err(failed) = self.tend(http, id).await {
                // Another process takes it later.
                failed.log("tournament", 1, "a tournament was not updated yet");
            }
        }
    }

    async fn tend(&self, http: &Http, id: TournamentId) -> Result<(), Failed> {
        let Some(before) = self.app.read().tournament(id).await? else {
            return Ok(());
        };
        self.withdraw_former_members(http, &before).await?;
        let Some(of) = self.app.advance_tournament(id).await? else {
            return Ok(());
        };
        if of.version != before.version {
            // Games have begun.
            self.wake();
        }
        let edited = self.edit_cards(&http.at_low_priority(), &of).await;
        let now = self.app.now();
        let (shown, next) = match &edited {
            Ok(()) => (of.version, of.due()),
            Err(failed) => (of.shown, Some(now.plus(failed.unsent().pause(1)))),
        };
        self.app.work().tended(&of, shown, next, now).await?;
        edited
    }

    /// Withdraws players who have left the server: those who have lost a game on time are asked
    /// after, and everyone before the tournament starts.
    async fn withdraw_former_members(&self, http: &Http, of: &Tournament) -> Result<(), Failed> {
        for player in of.to_ask_after(self.app.now()) {
            if !send::is_member(http, of.venue.guild, player).await? {
                let remove = |of: &mut Tournament, _| {
                    of.remove(player);
                    Ok(())
                };
                self.app.change_tournament(of.id, remove).await?;
            }
        }
        Ok(())
    }

    async fn edit_cards(&self, http: &Http, of: &Tournament) -> Result<(), Failed> {
        let l10n = self.localizer(Locale::from_tag(&of.locale));
        for group in of.groups() {
            let state = group.state();
            let Some(card) = group.card().filter(|_| group.shown() != state) else {
                continue;
            };
            self.edit(http, of, card, &view::group(l10n, of, &group))
                .await?;
            let (work, number) = (self.app.work(), group.number);
            work.group_shown((of.id, number), card, state).await?;
        }
        match of.message.filter(|_| of.shown != of.version) {
            Some(card) => self.edit(http, of, card, &view::tournament(l10n, of)).await,
            None => Ok(()),
        }
    }

    async fn edit(
        &self,
        http: &Http,
        of: &Tournament,
        card: MessageId,
        reply: &Reply,
    ) -> Result<(), Failed> {
        let audience = Audience::all(Locale::from_tag(&of.locale), of.venue.guild);
        let picture = self.picture(reply, audience).await?;
        match send::edit(http, of.venue.channel, card, reply, picture.as_ref()).await {
            // An administrator has deleted it.
            Err(gone)
                if gone.has(Trouble::UNKNOWN_MESSAGE) || gone.has(Trouble::UNKNOWN_CHANNEL) =>
            {
                Ok(())
            }
            edited => Ok(edited?),
        }
    }

    /// Posts a message about a tournament: its card, that of a group, or that its games have begun.
    pub(super) async fn tournament(
        &self,
        http: &Http,
        item: &Item,
        id: TournamentId,
    ) -> Result<Vec<Posted>, Failed> {
        let Some(of) = self.app.read().tournament(id).await? else {
            return Ok(Vec::new());
        };
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let group = item.post.group().and_then(|(_, number)| of.group(number));
        match (item.post, group) {
            (Post::Tournament(_), _) => {
                let (shows, card) = (Shows::Tournament(id), view::tournament(l10n, &of));
                let posted = self.post_card(http, item, shows, (&of, &card)).await?;
                return Ok(vec![posted_at(item, posted, 0)]);
            }
            (Post::Group(..), Some(group)) => self.group_card(http, item, &of, &group).await?,
            (Post::Begun(..), Some(group)) => {
                let waits = self.app.now() < item.born.plus(BOARDS_FIRST);
                if waits && group.posted() < group.meetings.len() {
                    return Err(Failed::Later(SOON));
                }
                let told = view::begun(l10n, &of, &group);
                self.post_words(http, item, &told, None).await?;
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Posts the card of a group, and opens its thread.
    async fn group_card(
        &self,
        http: &Http,
        item: &Item,
        of: &Tournament,
        group: &Group<'_>,
    ) -> Result<(), Failed> {
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let (shows, card) = (
            Shows::Group(of.id, group.number),
            view::group(l10n, of, group),
        );
        let posted = self.post_card(http, item, shows, (of, &card)).await?;
        let name = cut(&view::group_name(l10n, of, group), MAX_NAME);
        let thread = match send::open_thread(http, item.channel, posted, &name).await {
            Err(trouble) if trouble.has(Trouble::THREADED) => Thread::Open(ChannelId(posted.0)),
            Err(trouble) if trouble.is_refusal() => {
                tracing::info!(tournament = of.id.0, error = %trouble, "no thread can be opened");
                Thread::Refused
            }
            Err(trouble) => return Err(trouble.into()),
            // A thread has the id of the message it was opened from.
            Ok(()) => Thread::Open(ChannelId(posted.0)),
        };
        let (part, shown) = ((of.id, group.number), (posted, group.state()));
        let (work, now) = (self.app.work(), self.app.now());
        work.open_group(part, of.venue, shown, thread, now).await?;
        self.wake();
        Ok(())
    }

    async fn post_card(
        &self,
        http: &Http,
        item: &Item,
        shows: Shows<'_>,
        (of, card): (&Tournament, &Reply),
    ) -> Result<MessageId, Failed> {
        let audience = Audience::all(Locale::from_tag(&of.locale), of.venue.guild);
        let picture = self.picture(card, audience).await?;
        let answer = Some((card, picture.as_ref()));
        if item.tries > 1
            && let Some(found) = self.find(http, item, shows, answer).await?
        {
            return Ok(found);
        }
        Ok(send::post(http, item.channel, card, picture.as_ref(), nonce(item)).await?)
    }
}
