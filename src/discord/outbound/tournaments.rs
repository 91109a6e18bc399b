//! Posts and edits the cards of tournaments and of their groups.

use super::failed::Failed;
use super::find::Shows;
use super::post::{in_channel, posted_at};
use super::refusal::Refusal;
use super::send;
use crate::app::{Item, Posted};
use crate::discord::context::Audience;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::discord::{Bot, Http, chain};
use crate::game::{
    Group, MessageId, Notify, PlayerId, Post, Thread, Tournament, TournamentId, Venue,
};
use crate::l10n::Locale;

/// A failed edit waits as after this many failures, because the next edit includes it.
const TRIES: u32 = 4;

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
        let mut changed = Vec::new();
        for id in due {
            match self.advance(http, id).await {
                Ok(of) => changed.extend(of),
                Err(failed) => failed.log("tournament", 1, "a tournament did not continue yet"),
            }
        }
        // Edits may wait for the rate limit, which must not hold up other tournaments.
        for of in changed {
            let shown = self.edit_cards(&http.at_low_priority(), &of).await;
            let now = self.app.now();
            let (shown, next) = match shown {
                Ok(()) => (of.version, of.due()),
                Err(failed) => {
                    failed.log("tournament", 1, "a card was not edited yet");
                    (of.shown, Some(now.plus(failed.unsent().pause(TRIES))))
                }
            };
            if let Err(error) = self.app.work().tended(&of, shown, next, now).await {
                // Another process takes it later.
                tracing::error!(error = chain(&error), "edited cards cannot be saved");
            }
        }
    }

    /// Takes the due steps of a tournament. Before, players who have left the server are removed.
    async fn advance(&self, http: &Http, id: TournamentId) -> Result<Option<Tournament>, Failed> {
        let Some(before) = self.app.read().tournament(id).await? else {
            return Ok(None);
        };
        for player in before.to_ask_after(self.app.now()) {
            let there = match send::is_member(http, before.venue.guild, player).await {
                // The server has removed the bot, so nobody there can play.
                Err(trouble) if trouble.is(Refusal::Outside) => false,
                asked => asked?,
            };
            if !there {
                self.app.remove_from(id, player).await?;
            }
        }
        let after = self.app.advance_tournament(id).await?;
        if after
            .as_ref()
            .is_some_and(|of| of.version != before.version)
        {
            // Games have begun.
            self.wake();
        }
        Ok(after)
    }

    /// Edits the cards that are out of date. A failure does not keep the others from being edited.
    async fn edit_cards(&self, http: &Http, of: &Tournament) -> Result<(), Failed> {
        let (l10n, mut failed) = (self.localizer(Locale::from_tag(&of.locale)), Ok(()));
        for group in of.groups() {
            let (part, state) = ((of.id, group.number), group.state());
            let Some(card) = group.card().filter(|_| group.shown() != state) else {
                continue;
            };
            match self
                .edit(http, of, card, &view::group(l10n, of, &group))
                .await
            {
                Ok(()) => self.app.work().group_shown(part, card, state).await?,
                Err(error) => failed = Err(error),
            }
        }
        if let Some(card) = of.message.filter(|_| of.shown != of.version) {
            self.edit(http, of, card, &view::tournament(l10n, of))
                .await?;
        }
        failed
    }

    async fn edit(
        &self,
        http: &Http,
        of: &Tournament,
        card: MessageId,
        reply: &Reply,
    ) -> Result<(), Failed> {
        let (l10n, guild) = (self.localizer(Locale::from_tag(&of.locale)), of.venue.guild);
        let picture = self.picture_of(reply, l10n, None, Some(guild)).await?;
        match send::edit(http, of.venue.channel, card, reply, picture.as_ref()).await {
            // An administrator has deleted it.
            Err(gone) if gone.is(Refusal::NoMessage) || gone.is(Refusal::NoChannel) => Ok(()),
            edited => Ok(edited?),
        }
    }

    /// Posts a message about a tournament: its card, that of a group, or that its games have begun or
    /// are over.
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
                let (shows, card) = (Shows::Tournament(id, 0), view::tournament(l10n, &of));
                let posted = self.post_card(http, item, of.venue, shows, &card).await?;
                return Ok(vec![posted_at(item, posted, 0)]);
            }
            (Post::Won(_), _) => {
                let told = view::tournament_won(l10n, &of);
                self.post_words(http, item, &told.text, &told, None).await?;
            }
            (Post::Group(_, number), Some(group)) => {
                let thread = match self.group_card(http, item, &of, &group).await {
                    // Clocks are running, so the boards are posted all the same.
                    Err(Failed::Trouble(shut)) if shut.is_of_channel() => Thread::Refused,
                    thread => thread?,
                };
                let players: Vec<PlayerId> = group.players.iter().map(|it| it.player).collect();
                let (work, home, now) = (self.app.work(), (of.venue, thread), self.app.now());
                work.open_group((id, number), &players, home, now).await?;
                self.wake();
            }
            (Post::Begun(.., player), Some(group)) => {
                self.begun(http, item, (&of, &group), player).await?;
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Tells the players of a group that their games have begun: in its thread, or `one` of them,
    /// whom that message does not ping.
    async fn begun(
        &self,
        http: &Http,
        item: &Item,
        (of, group): (&Tournament, &Group<'_>),
        one: Option<PlayerId>,
    ) -> Result<(), Failed> {
        let mut locale = item.locale.clone();
        let mut places = vec![item.channel, of.venue.channel];
        if let Some(player) = one {
            let receiver = self.app.read().receiver(player).await?;
            let (notices, now) = (&receiver.notices, self.app.now());
            // The digest lists the games.
            if !notices.muted(item.created) || matches!(notices.how, Notify::Never | Notify::Digest)
            {
                return Ok(());
            }
            if let Some(until) = notices.quiet_until(now) {
                return Err(Failed::Later(until.0 - now.0));
            }
            if notices.how == Notify::Direct {
                match self.direct(http, player, &receiver).await {
                    Ok(channel) => places.insert(0, channel),
                    Err(Failed::Trouble(trouble)) if trouble.is_of_person() => {}
                    Err(failed) => return Err(failed),
                }
                locale = receiver.locale;
            }
        }
        let l10n = self.localizer(Locale::from_tag(&locale));
        let mut told = view::begun(l10n, of, group, one);
        if one.is_none() {
            for player in std::mem::take(&mut told.pings) {
                let receiver = self.app.read().receiver(player).await?;
                let pinged = !receiver.notices.muted(item.created);
                told.pings.extend(pinged.then_some(player));
            }
        }
        let mut sent = Ok(MessageId(0));
        for channel in places {
            let item = in_channel(item, channel);
            sent = self.post_words(http, &item, &told.text, &told, None).await;
            if !matches!(&sent, Err(Failed::Trouble(trouble)) if trouble.is_refusal()) {
                break;
            }
        }
        sent.map(drop)
    }

    /// Posts the card of a group, and opens its thread.
    async fn group_card(
        &self,
        http: &Http,
        item: &Item,
        of: &Tournament,
        group: &Group<'_>,
    ) -> Result<Thread, Failed> {
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let card = view::group(l10n, of, group);
        let shows = Shows::Tournament(of.id, group.number);
        let posted = self.post_card(http, item, of.venue, shows, &card).await?;
        // A card that an earlier try posted may be out of date.
        let shown = if item.attempts > 1 { 0 } else { group.state() };
        let part = (of.id, group.number);
        self.app.work().group_shown(part, posted, shown).await?;
        let name = view::group_name(l10n, of, group);
        match send::open_thread(http, item.channel, posted, &name).await {
            Err(trouble) if trouble.is_refusal() => {
                tracing::info!(tournament = of.id.0, error = %trouble, "no thread can be opened");
                Ok(Thread::Refused)
            }
            opened => {
                let thread = opened?;
                let players = group.players.iter().map(|entrant| entrant.player);
                self.add_players(http, thread, players).await;
                Ok(Thread::Open(thread))
            }
        }
    }

    async fn post_card(
        &self,
        http: &Http,
        item: &Item,
        venue: Venue,
        shows: Shows<'_>,
        card: &Reply,
    ) -> Result<MessageId, Failed> {
        let picture = self.picture(card, Audience::of(item)).await?;
        let answer = Some((card, picture.as_ref()));
        if item.attempts > 1
            && let Some(found) = self.find(http, item, shows, answer).await?
        {
            return Ok(found);
        }
        let mut posted = send::post(http, item, card, picture.as_ref()).await;
        if picture.is_some()
            && let Err(trouble) = &posted
        {
            if self.takes_words(http, venue, trouble).await? {
                posted = send::post(http, item, card, None).await;
            } else {
                send::refuse(http, item.channel, trouble);
            }
        }
        Ok(posted?)
    }
}
