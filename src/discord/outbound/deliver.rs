//! Answers interactions, and posts the messages about their changes.

use serde_json::Value;

use super::interaction_webhook::{Way, Webhook};
use super::post::posted_at;
use super::request::{ANSWERED, Failed, Result, whole};
use super::tell::pinging;
use super::{Announces, Answer, PanelPlace, Slow, payload};
use crate::app::{Done, Item, Upkeep};
use crate::discord::refusal::Refusal;
use crate::discord::view::reply::{Choice, How, Reply};
use crate::discord::{Bot, Context, ok_or_log};
use crate::game::{Game, MessageId, Post, Step, Thread};
use crate::time::Seconds;
use siwa_games::text::Text;

impl Bot {
    /// Sends the answer to an interaction, and the message that it does not announce itself. The
    /// sweeper retries failures.
    pub(in crate::discord) async fn deliver(&self, context: &Context, answer: Answer) {
        let message = match answer {
            Answer::Form(form) => {
                return self.respond_plainly(context, &payload::form(&form)).await;
            }
            Answer::Slow(how, slow) => return self.respond_deferred(context, how, slow).await,
            Answer::Message(message) => *message,
        };
        match message.announces {
            Announces::Nothing => log(self.answer(context, message.how, message.reply).await),
            Announces::This(item, game) => {
                let work = async {
                    let answered = self.answer_with(context, message.reply, &item, game.as_ref());
                    let upkeep = answered.await;
                    self.keep_up_after(context, upkeep, game, None).await;
                };
                self.renewing(context.lease(), work).await;
            }
            Announces::Also(done, step) => {
                let work = self.answer_and_post(context, message.how, message.reply, done, step);
                if let Some(closed) = self.renewing(context.lease(), work).await {
                    let closed = self.localizer(context.locale).tr(&closed);
                    self.tell_privately(context, closed).await;
                }
            }
        }
    }

    /// Sends the answer and, at the same time, the message about a change: a board does not wait
    /// until the answer is acknowledged. Returns what to tell the person if the channel refuses it.
    async fn answer_and_post(
        &self,
        context: &Context,
        how: How,
        reply: Reply,
        done: Option<Done<Game>>,
        step: Option<Step>,
    ) -> Option<Text> {
        let (game, item) = done.map(|done| (done.value, done.item)).unzip();
        let before = game.as_ref().map(|game| game.setup.thread);
        let answering = self.answer(context, how, reply);
        let posting = async {
            let Some(item) = item.flatten() else {
                return Ok((None, game));
            };
            let is_here = |game: &Game| game.setup.venue.guild == context.venue.guild;
            let mut item = item;
            if game.as_ref().is_some_and(is_here) {
                // The server may have another language now than when the game began.
                item.locale = context.public.tag().to_owned();
            }
            // When a game starts, even the person who accepted does not know who moves first.
            let actor = (!matches!(item.post, Post::Board(_, 1))).then_some(context.player);
            self.send(&item, game, actor).await
        };
        let (answered, posted) = if context.is_user_install() {
            // Discord accepts follow-ups only after the answer.
            (answering.await, posting.await)
        } else {
            tokio::join!(answering, posting)
        };
        let done = if answered.is_ok() { step } else { None };
        log(answered);
        let closed = match &posted {
            Err(trouble) => closed(context, trouble),
            Ok((_, Some(game))) => {
                let thread = game.setup.thread;
                let is_left = before != Some(thread) && thread == Thread::Nowhere;
                is_left.then(|| Text::new("channel-nowhere"))
            }
            _ => None,
        };
        let (upkeep, game) = posted.unwrap_or_default();
        self.keep_up_after(context, upkeep, game, done).await;
        closed
    }

    /// Sends an answer. If its picture cannot be drawn, another answer explains that.
    async fn answer(&self, context: &Context, how: How, reply: Reply) -> Result<Option<MessageId>> {
        let webhook = self.http.webhook(&context.interaction);
        let audience = context.audience(reply.private);
        match self.draw(reply, audience).await {
            Ok(reply) => self.send_reply(Way::Answer(&webhook, how), &reply).await,
            Err(failure) => {
                let sorry = self.explain(&failure, context);
                log(webhook.answer(How::New, &sorry).await);
                Err(failure.into())
            }
        }
    }

    /// Sends an answer that is the message of an item; returns the resulting upkeep.
    async fn answer_with(
        &self,
        context: &Context,
        reply: Reply,
        item: &Item,
        game: Option<&Game>,
    ) -> Option<Upkeep> {
        let reply = match game {
            Some(game) => pinging(item, game, reply),
            None => reply,
        };
        let (wait, keep) = match self.answer(context, How::New, reply).await {
            Ok(Some(message)) => {
                let posted = [posted_at(item, message, item.post.seq())];
                let noted = self.app.store().acknowledge(item, &posted, self.app.now());
                return ok_or_log(noted.await, "a message cannot be saved").flatten();
            }
            Ok(None) => (Seconds(0), true),
            // Another process handles the same interaction and posts the item; if it dies, the
            // lease expires.
            Err(trouble) if trouble.is(Refusal::Answered) => return None,
            // In a user install, a retry needs the token.
            Err(Failed::Fault(_)) => (Seconds(0), context.is_user_install()),
            Err(trouble) => {
                tracing::warn!(error = %trouble, "an answer was not delivered");
                if matches!(trouble, Failed::Unseen) {
                    let unseen = self.localizer(context.locale).word("answer-unseen");
                    self.tell_privately(context, unseen).await;
                }
                match trouble {
                    Failed::Refused(..) | Failed::Unseen => (Seconds(0), false),
                    Failed::Limited(wait) => (whole(wait), false),
                    // At that time Discord accepts no more answers, so asking for it is conclusive.
                    _ => (ANSWERED, true),
                }
            }
        };
        self.release(item, wait, keep).await;
        None
    }

    /// Does the upkeep after the answer and the other message.
    async fn keep_up_after(
        &self,
        context: &Context,
        mut upkeep: Option<Upkeep>,
        game: Option<Game>,
        done: Option<Step>,
    ) {
        self.sent(game.as_ref());
        if upkeep.is_none() {
            let due = self.app.store().upkeep_under(context.lease()).await;
            // The sweeper does it after the lease expires.
            upkeep = ok_or_log(due, "upkeep cannot be read").flatten();
        }
        if let Some(upkeep) = upkeep {
            self.keep_up(upkeep, game, done).await;
        }
    }

    /// Defers the answer, does the slow work, then edits the answer. Such an answer announces no
    /// change.
    async fn respond_deferred(&self, context: &Context, how: How, slow: Slow) {
        let webhook = self.http.webhook(&context.interaction);
        let private = slow.is_private();
        if let Err(trouble) = webhook.callback(&payload::defer(how, private), None).await {
            let refused = !matches!(trouble, Failed::Uncertain(_));
            log::<()>(Err(trouble));
            if refused {
                return;
            }
        }
        let mut more = None;
        let made = match slow {
            Slow::Animation(reply) => self.animation(context, *reply).await,
            Slow::Review(replay) => self.review(context, *replay).await,
            Slow::Setup => self.setup(context).await,
            Slow::Export => self.export(context).await.map(|(data, records)| {
                more = records;
                data
            }),
            Slow::Forget => self.forget(context).await,
        };
        match made {
            Ok(reply) => {
                finish_deferred(&webhook, how, reply).await;
                if let Some(reply) = more {
                    log(webhook.follow_up(&reply).await);
                }
            }
            Err(failure) => {
                let sorry = self.explain(&failure, context);
                if how == How::New && private {
                    finish_deferred(&webhook, how, sorry).await;
                } else {
                    follow_up_instead(&webhook, how, sorry).await;
                }
            }
        }
    }

    /// Opens a panel after the answer to an interaction.
    pub(in crate::discord) async fn open_panel(
        &self,
        context: &Context,
        panel: Reply,
        place: PanelPlace,
    ) {
        let panel = match self.draw(panel, context.audience(true)).await {
            Ok(panel) => panel,
            // This logs why; the board has a button that opens the panel.
            Err(failure) => return drop(self.explain(&failure, context)),
        };
        let webhook = self.http.webhook(&context.interaction);
        let way = match place {
            PanelPlace::Answer => Way::Original(&webhook),
            PanelPlace::BelowBoard => Way::FollowUp(&webhook),
        };
        log(self.send_reply(way, &panel).await);
    }

    /// Answers with autocompletions.
    pub(in crate::discord) async fn offer(&self, context: &Context, choices: &[Choice]) {
        let completions = payload::completions(choices);
        self.respond_plainly(context, &completions).await;
    }

    /// Answers with what no message is.
    async fn respond_plainly(&self, context: &Context, answer: &Value) {
        let webhook = self.http.webhook(&context.interaction);
        log(webhook.callback(answer, None).await);
    }

    /// Tells the person something besides the answer.
    async fn tell_privately(&self, context: &Context, text: String) {
        let reply = Reply::private(text);
        let webhook = self.http.webhook(&context.interaction);
        log(webhook.follow_up(&reply).await);
    }
}

/// Sends a deferred answer. If the edit fails, nobody waits for it forever.
async fn finish_deferred(webhook: &Webhook<'_>, how: How, reply: Reply) {
    let edited = webhook.edit_original(&reply).await;
    let is_lost = edited.as_ref().is_err_and(|trouble| !trouble.is_nothing());
    log(edited);
    if is_lost {
        follow_up_instead(webhook, how, reply).await;
    }
}

/// Sends a private follow-up instead of a deferred answer, in words if it is refused. A message whose
/// component was pressed is left unchanged.
async fn follow_up_instead(webhook: &Webhook<'_>, how: How, mut reply: Reply) {
    if how == How::New {
        log(webhook.withdraw().await);
    }
    reply.private = true;
    let mut sent = webhook.follow_up(&reply).await;
    if sent.as_ref().is_err_and(Failed::is_refusal) {
        sent = webhook.follow_up(&reply.with_characters().in_words()).await;
    }
    log(sent);
}

/// Tells a player why the board of their turn is not posted yet, if the channel refuses it.
fn closed(context: &Context, trouble: &Failed) -> Option<Text> {
    match trouble.refusal()? {
        Refusal::Outside if context.is_private_thread() => {
            Some(Text::new("channel-private").with("bot", format!("<@{}>", context.us())))
        }
        _ if trouble.is_of_channel() => Some(Text::new("channel-closed")),
        _ => None,
    }
}

/// Logs a failed request without consequences; faults are logged where they are explained.
fn log<T>(tried: Result<T>) {
    if let Err(trouble) = tried
        && !matches!(trouble, Failed::Fault(_))
    {
        tracing::warn!(error = %trouble, "a request to Discord failed");
    }
}
