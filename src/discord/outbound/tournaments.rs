//! Posts and edits the cards of tournaments and of their groups.

use std::sync::Arc;

use super::find::Shows;
use super::interaction_webhook::Way;
use super::post::{in_channel, posted_at};
use super::request::{Failed, Result};
use crate::app::{Item, Posted};
use crate::discord::context::Audience;
use crate::discord::refusal::Refusal;
use crate::discord::view::reply::Reply;
use crate::discord::{Bot, ok_or_log, view};
use crate::game::{
    Group, MessageId, Notify, PlayerId, Post, Thread, Tournament, TournamentId, Venue,
};
use crate::l10n::Locale;

/// A failed edit waits as after this many failures, because the next edit includes it.
const TRIES: u32 = 4;

impl Bot {
    /// Takes the due steps of the due tournaments, and edits their cards.
    pub(super) async fn tend_tournaments(self: Arc<Self>) {
        let due = self.app.store().take_tournaments(self.app.now()).await;
        let due = ok_or_log(due, "due tournaments cannot be read");
        let mut changed = Vec::new();
        for id in due.unwrap_or_default() {
            match self.advance(id).await {
                Ok(advanced) => changed.extend(advanced),
                Err(failed) => failed.log("tournament", 1, "a tournament did not continue yet"),
            }
        }
        // Edits may wait for the rate limit, which must not hold up other tournaments.
        for tournament in changed {
            let shown = self.edit_cards(&tournament).await;
            let now = self.app.now();
            let (shown, next) = match shown {
                Ok(()) => (tournament.version, tournament.due()),
                Err(failed) => {
                    failed.log("tournament", 1, "a card was not edited yet");
                    (tournament.shown, Some(now.plus(failed.pause(TRIES))))
                }
            };
            let tended = self.app.store().tended(&tournament, shown, next, now).await;
            // After a failure, another process takes it later.
            ok_or_log(tended, "edited cards cannot be saved");
        }
    }

    /// Takes the due steps of a tournament. Before, players who have left the server are removed.
    async fn advance(&self, id: TournamentId) -> Result<Option<Tournament>> {
        let Some(before) = self.app.store().tournament(id).await? else {
            return Ok(None);
        };
        for player in before.to_ask_after(self.app.now()) {
            let there = match self.http.is_member(before.venue.guild, player).await {
                // The server has removed the bot, so nobody there can play.
                Err(trouble) if trouble.is(Refusal::Outside) => false,
                asked => asked?,
            };
            if !there {
                self.app.remove_from(id, player).await?;
            }
        }
        let after = self.app.advance_tournament(id).await?;
        let version = after.as_ref().map(|after| after.version);
        if version.is_some_and(|version| version != before.version) {
            // Games have begun.
            self.wake();
        }
        Ok(after)
    }

    /// Edits the cards that are out of date. A failure does not keep the others from being edited.
    async fn edit_cards(&self, tournament: &Tournament) -> Result<()> {
        let l10n = self.localizer(Locale::from_tag(&tournament.locale));
        let mut failed = Ok(());
        for group in tournament.groups() {
            let state = group.state(tournament.canceller.is_some());
            if let Some(card) = group.card()
                && group.shown() != state
            {
                let shown = view::group(l10n, tournament, &group);
                let store = self.app.store();
                let id = tournament.id;
                match self.edit(tournament, card, shown).await {
                    Ok(()) => store.group_shown(id, group.number, card, state).await?,
                    Err(error) => failed = Err(error),
                }
            }
        }
        if let Some(card) = tournament.message
            && tournament.shown != tournament.version
        {
            let shown = view::tournament(l10n, tournament);
            self.edit(tournament, card, shown).await?;
        }
        failed
    }

    async fn edit(&self, tournament: &Tournament, card: MessageId, reply: Reply) -> Result<()> {
        let l10n = self.localizer(Locale::from_tag(&tournament.locale));
        let guild = Some(tournament.venue.guild);
        let http = self.http.at_low_priority();
        let reply = self.draw_for(reply, l10n, None, guild).await?;
        let edit = Way::Edit(&http, tournament.venue.channel, card);
        match self.send_reply(edit, &reply).await {
            // An administrator has deleted it.
            Err(gone) if gone.is(Refusal::NoMessage) || gone.is(Refusal::NoChannel) => Ok(()),
            // Otherwise it would be tried forever.
            Err(refused) if refused.is_refusal() && tournament.is_closed() => Ok(()),
            edited => edited.map(drop),
        }
    }

    /// Posts a message about a tournament: its card, that of a group, or that its games have begun or
    /// are over.
    pub(super) async fn tournament(&self, item: &Item, id: TournamentId) -> Result<Vec<Posted>> {
        let Some(tournament) = self.app.store().tournament(id).await? else {
            return Ok(Vec::new());
        };
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let number = item.post.group().map(|(_, number)| number);
        let group = number.and_then(|number| tournament.group(number));
        match (item.post, group) {
            (Post::Tournament(_), _) => {
                let card = view::tournament(l10n, &tournament);
                let shows = Shows::Tournament(id, 0);
                let posted = self.post_card(item, tournament.venue, shows, card).await?;
                return Ok(vec![posted_at(item, posted, 0)]);
            }
            (Post::Won(_), _) => {
                let told = view::tournament_won(l10n, &tournament);
                self.post_words(item, &told.text, &told).await?;
            }
            (Post::Group(_, number), Some(group)) => {
                let thread = match self.group_card(item, &tournament, &group).await {
                    // Clocks are running, so the boards are posted all the same.
                    Err(shut) if shut.is_of_channel() => Thread::Refused,
                    thread => thread?,
                };
                let players = group.players.iter().map(|entrant| entrant.player);
                let players: Vec<PlayerId> = players.collect();
                let store = self.app.store();
                let home = thread.board_venue(tournament.venue).channel;
                let opened = store.open_group(id, number, &players, home, thread, self.app.now());
                opened.await?;
                self.wake();
            }
            (Post::Begun(.., player), Some(group)) => {
                self.begun(item, &tournament, &group, player).await?;
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Tells the players of a group that their games have begun: in its thread, or `one` of them,
    /// whom that message does not ping.
    async fn begun(
        &self,
        item: &Item,
        tournament: &Tournament,
        group: &Group<'_>,
        one: Option<PlayerId>,
    ) -> Result<()> {
        let mut locale = item.locale.clone();
        let mut places = vec![item.channel, tournament.venue.channel];
        if let Some(player) = one {
            let receiver = self.app.store().receiver(player).await?;
            let notices = &receiver.notices;
            let now = self.app.now();
            // The digest lists the games.
            if !notices.muted(item.created) || matches!(notices.how, Notify::Never | Notify::Digest)
            {
                return Ok(());
            }
            if let Some(until) = notices.quiet_until(now) {
                return Err(Failed::Later(until.since(now)));
            }
            if notices.how == Notify::Direct {
                match self.direct(player, &receiver).await {
                    Ok(channel) => places.insert(0, channel),
                    Err(trouble) if trouble.is_of_person() => {}
                    Err(failed) => return Err(failed),
                }
                locale = receiver.locale;
            }
        }
        let l10n = self.localizer(Locale::from_tag(&locale));
        let mut told = view::begun(l10n, tournament, group, one);
        if one.is_none() {
            for player in std::mem::take(&mut told.pings) {
                let receiver = self.app.store().receiver(player).await?;
                let pinged = !receiver.notices.muted(item.created);
                told.pings.extend(pinged.then_some(player));
            }
        }
        let mut sent = Ok(MessageId(0));
        for channel in places {
            let item = in_channel(item, channel);
            sent = self.post_words(&item, &told.text, &told).await;
            if !sent.as_ref().is_err_and(Failed::is_refusal) {
                break;
            }
        }
        sent.map(drop)
    }

    /// Posts the card of a group, and opens its thread.
    async fn group_card(
        &self,
        item: &Item,
        tournament: &Tournament,
        group: &Group<'_>,
    ) -> Result<Thread> {
        let l10n = self.localizer(Locale::from_tag(&item.locale));
        let card = view::group(l10n, tournament, group);
        let shows = Shows::Tournament(tournament.id, group.number);
        let posted = self.post_card(item, tournament.venue, shows, card).await?;
        // A card that an earlier try posted may be out of date.
        let state = group.state(tournament.canceller.is_some());
        let shown = if item.attempts > 1 { 0 } else { state };
        let store = self.app.store();
        let noted = store.group_shown(tournament.id, group.number, posted, shown);
        noted.await?;
        let name = view::group_name(l10n, tournament, group);
        let players = group.players.iter().map(|entrant| entrant.player);
        let opened = self.open_thread_of(item.channel, posted, &name, players);
        opened.await
    }

    async fn post_card(
        &self,
        item: &Item,
        venue: Venue,
        shows: Shows<'_>,
        card: Reply,
    ) -> Result<MessageId> {
        let card = self.draw(card, Audience::of_item(item)).await?;
        match self.find(item, venue, shows, Some(&card)).await? {
            Some(found) => Ok(found),
            None => self.post_picture(item, venue, card).await,
        }
    }
}
