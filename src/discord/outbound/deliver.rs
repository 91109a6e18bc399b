//! Answers interactions, and posts the messages about their changes.

use super::failed::{ANSWERED, Failed};
use super::refusal::Refusal;
use super::request::{Trouble, whole};
use super::{Answer, First, PanelPlace, interaction_webhook, payload};
use crate::app::{Item, Posted, Upkeep};
use crate::discord::context::InteractionToken;
use crate::discord::view::reply::{Attachment, Choice, How, Reply};
use crate::discord::{Bot, Context, Http, chain};
use crate::game::{Game, PlayerId, Post, Step, Thread};
use siwa_games::text::Text;

impl Bot {
    /// Sends the answer to an interaction and, at the same time, the other message: a board does
    /// not wait until the answer is acknowledged. The sweeper retries failures.
    pub(in crate::discord) async fn deliver(
        &self,
        http: &Http,
        context: &Context,
        mut answer: Answer,
    ) {
        if let Some(form) = &answer.form {
            let form = payload::form(form);
            log(interaction_webhook::respond(http, &context.interaction, &form).await);
            return;
        }
        if answer.reply.animation.is_some() || answer.first.is_some() {
            self.respond_deferred(http, context, answer).await;
            return;
        }
        let lease = context.lease();
        let work = async {
            let has_changed = answer.has_changed();
            let (then, mut game) = (answer.then.take(), answer.game.take());
            let before = game.as_ref().map(Game::thread);
            let muted = game.as_ref().and_then(Game::muted).map(<[_]>::to_vec);
            let posting = async {
                match then {
                    Some(post) => self.post_besides(http, context, post, &mut game).await,
                    None => Ok(None),
                }
            };
            let ((done, noted), posted) = if context.is_user_install() {
                // Discord accepts follow-ups only after the answer.
                let answered = self.answer(http, context, answer, muted.as_deref()).await;
                (answered, posting.await)
            } else {
                tokio::join!(
                    self.answer(http, context, answer, muted.as_deref()),
                    posting
                )
            };
            self.sent(game.as_ref());
            let closed = match &posted {
                Err(Failed::Trouble(trouble)) => closed(context, trouble),
                _ if before != Some(Thread::Nowhere)
                    && game.as_ref().map(Game::thread) == Some(Thread::Nowhere) =>
                {
                    Some(Text::new("channel-nowhere"))
                }
                _ => None,
            };
            if has_changed {
                let upkeep = posted.ok().flatten().or(noted);
                self.keep_up_after(http, context, upkeep, (game, done))
                    .await;
            }
            closed
        };
        if let Some(closed) = self.renewing(lease, work).await {
            let told = Reply::private(self.localizer(context.locale).tr(&closed));
            log(interaction_webhook::follow_up(http, &context.interaction, &told, None).await);
        }
    }

    /// Sends the answer; returns the step that it did, if it succeeded, and the resulting upkeep.
    async fn answer(
        &self,
        http: &Http,
        context: &Context,
        answer: Answer,
        muted: Option<&[PlayerId]>,
    ) -> (Option<Step>, Option<Upkeep>) {
        let Answer {
            how,
            reply,
            item,
            step,
            ..
        } = answer;
        let lease = context.lease();
        let reply = match item {
            Some(post) => self.without_muted(post, muted, reply).await,
            None => reply,
        };
        let interaction = &context.interaction;
        let picture = match self.picture(&reply, context.audience(reply.private)).await {
            Ok(picture) => picture,
            Err(failure) => {
                if let Some(post) = item {
                    // In a user install, a retry needs the token.
                    let keep = context.is_user_install();
                    self.release(lease, (lease.into(), post), 0, keep).await;
                }
                let sorry = self.explain(&failure, context);
                let sent = interaction_webhook::answer(http, interaction, How::New, &sorry, None);
                log(sent.await.map(drop));
                return (None, None);
            }
        };
        let file = picture.as_ref();
        let mut sent = interaction_webhook::answer(http, interaction, how, &reply, file).await;
        if matches!(&sent, Err(trouble) if trouble.is(Refusal::Emoji)) {
            self.known.forget_emoji();
            let plain = reply.clone().with_characters();
            sent = interaction_webhook::answer(http, interaction, how, &plain, file).await;
        }
        if matches!(&sent, Err(trouble) if trouble.is(Refusal::File)) {
            // The board can be asked for in words.
            sent = interaction_webhook::answer(http, interaction, how, &reply, None).await;
        }
        let Some(post) = item else {
            let done = step.filter(|_| sent.is_ok());
            log(sent.map(drop));
            return (done, None);
        };
        let item = (lease.into(), post);
        match sent {
            Ok(Some(message)) => {
                let posted = Posted {
                    message,
                    channel: context.venue.channel,
                    told: post.event().map_or(0, |(_, seq)| seq),
                    player: None,
                };
                let (work, now) = (self.app.work(), self.app.now());
                match work.acknowledge(lease, item, &[posted], now).await {
                    Ok(upkeep) => return (None, upkeep),
                    Err(error) => {
                        tracing::error!(error = chain(&error), "a message cannot be saved");
                    }
                }
            }
            Ok(None) => self.release(lease, item, 0, true).await,
            // Another process handles the same interaction and posts the item; if it dies, the
            // lease expires.
            Err(trouble) if trouble.is(Refusal::Answered) => {}
            Err(trouble) => {
                tracing::warn!(error = %trouble, "an answer was not delivered");
                if trouble == Trouble::Unseen {
                    let told = self.localizer(context.locale).word("answer-unseen");
                    let told = Reply::private(told);
                    log(interaction_webhook::follow_up(http, interaction, &told, None).await);
                }
                let (seconds, keep) = match trouble {
                    Trouble::Refused { .. } | Trouble::Unseen => (0, false),
                    Trouble::Limited(wait) | Trouble::Held(wait) => (whole(wait), false),
                    // At that time Discord accepts no more answers, so asking for it is conclusive.
                    Trouble::Uncertain(_) => (ANSWERED, true),
                };
                self.release(lease, item, seconds, keep).await;
            }
        }
        (None, None)
    }

    /// Posts the message besides the answer; returns the resulting upkeep.
    async fn post_besides(
        &self,
        http: &Http,
        context: &Context,
        post: Post,
        game: &mut Option<Game>,
    ) -> Result<Option<Upkeep>, Failed> {
        let item = Item {
            id: context.lease().into(),
            post,
            channel: context.venue.channel,
            locale: context.public.tag().to_owned(),
            theme: context.themes.public.map(|theme| theme.id.to_owned()),
            cause: Some(context.cause),
            token: context.follow(),
            created: self.app.now(),
            attempts: 1,
        };
        // When a game starts, even the person who accepted does not know who moves first.
        let actor = (!matches!(post, Post::Board(_, 1))).then_some(context.player);
        self.send(http, context.lease(), &item, game, actor).await
    }

    /// Does the upkeep after the answer and the other message.
    async fn keep_up_after(
        &self,
        http: &Http,
        context: &Context,
        upkeep: Option<Upkeep>,
        (game, done): (Option<Game>, Option<Step>),
    ) {
        let lease = context.lease();
        let upkeep = match upkeep {
            Some(upkeep) => Ok(Some(upkeep)),
            None => self.app.work().upkeep_under(lease).await,
        };
        match upkeep {
            Ok(Some(upkeep)) => self.keep_up(http, (lease, upkeep), game, done).await,
            Ok(None) => {}
            // The sweeper does it after the lease expires.
            Err(error) => tracing::error!(error = chain(&error), "upkeep cannot be read"),
        }
    }

    /// Defers the answer, does the slow work, then edits the answer. Such an answer announces no
    /// change.
    async fn respond_deferred(&self, http: &Http, context: &Context, mut answer: Answer) {
        let interaction = &context.interaction;
        let private = answer.reply.private;
        let later = payload::defer(answer.how, private);
        if let Err(trouble) = interaction_webhook::respond(http, interaction, &later).await {
            let refused = !matches!(trouble, Trouble::Uncertain(_));
            log(Err(trouble));
            if refused {
                return;
            }
        }
        let mut more = None;
        let made = match (answer.first, answer.reply.animation.take()) {
            (Some(First::Review(asked)), _) => self.review(context, *asked).await,
            (Some(First::Setup), _) => self.setup(http, context).await,
            (Some(First::Export), _) => self.export(context).await.map(|(data, records)| {
                more = records;
                data
            }),
            (Some(First::Forget), _) => self.forget(context).await,
            (None, Some(animation)) => self.animation(context, answer.reply, animation).await,
            (None, None) => Ok((answer.reply, None)),
        };
        let sent = match made {
            Ok((reply, file)) => {
                let sent = self
                    .finish_deferred(http, interaction, answer.how, reply, file.as_ref())
                    .await;
                if let Some((reply, file)) = more {
                    log(
                        interaction_webhook::follow_up(http, interaction, &reply, file.as_ref())
                            .await,
                    );
                }
                sent
            }
            Err(failure) => {
                let sorry = self.explain(&failure, context);
                if answer.how == How::New && private {
                    interaction_webhook::edit_original(http, interaction, &sorry, None).await
                } else {
                    // Delete the deferred public response; show the error privately. A message
                    // whose component was pressed is left unchanged.
                    if answer.how == How::New {
                        log(interaction_webhook::withdraw(http, interaction).await);
                    }
                    interaction_webhook::follow_up(http, interaction, &sorry, None).await
                }
            }
        };
        log(sent);
    }

    /// Sends a deferred answer. If the edit is refused, it comes as a private follow-up, or else in
    /// words: nobody waits for it forever.
    async fn finish_deferred(
        &self,
        http: &Http,
        interaction: &InteractionToken,
        how: How,
        reply: Reply,
        file: Option<&Attachment>,
    ) -> Result<(), Trouble> {
        let sent = interaction_webhook::edit_original(http, interaction, &reply, file).await;
        match sent {
            Err(trouble) if trouble.is_refusal() && !trouble.is_nothing() && file.is_some() => {
                log(Err(trouble));
                if how == How::New {
                    log(interaction_webhook::withdraw(http, interaction).await);
                }
                let private = true;
                let reply = Reply { private, ..reply };
                match interaction_webhook::follow_up(http, interaction, &reply, file).await {
                    Err(trouble) if trouble.is_refusal() => {
                        interaction_webhook::follow_up(http, interaction, &reply, None).await
                    }
                    sent => sent,
                }
            }
            sent => sent,
        }
    }

    /// Opens a panel after the answer to an interaction.
    pub(in crate::discord) async fn open_panel(
        &self,
        http: &Http,
        context: &Context,
        panel: &Reply,
        place: PanelPlace,
    ) {
        let picture = match self.picture(panel, context.audience(true)).await {
            Ok(picture) => picture,
            // This logs why; the board has a button that opens the panel.
            Err(failure) => return drop(self.explain(&failure, context)),
        };
        let (token, file) = (&context.interaction, picture.as_ref());
        let send = async |panel: &Reply| match place {
            PanelPlace::Answer => {
                interaction_webhook::edit_original(http, token, panel, file).await
            }
            PanelPlace::BelowBoard => {
                interaction_webhook::follow_up(http, token, panel, file).await
            }
        };
        let mut sent = send(panel).await;
        if matches!(&sent, Err(trouble) if trouble.is(Refusal::Emoji)) {
            self.known.forget_emoji();
            sent = send(&panel.clone().with_characters()).await;
        }
        log(sent);
    }

    /// Answers with autocompletions.
    pub(in crate::discord) async fn offer(
        &self,
        http: &Http,
        context: &Context,
        choices: &[Choice],
    ) {
        let choices = payload::completions(choices);
        log(interaction_webhook::respond(http, &context.interaction, &choices).await);
    }
}

/// Tells a player why the board of their turn is not posted yet, if the channel refuses it.
fn closed(context: &Context, trouble: &Trouble) -> Option<Text> {
    match trouble.refusal()? {
        Refusal::Outside if context.is_private_thread() => {
            Some(Text::new("channel-private").with("bot", format!("<@{}>", context.us())))
        }
        refusal if refusal.is_of_channel() => Some(Text::new("channel-closed")),
        _ => None,
    }
}

/// Logs a failure without consequences.
fn log(tried: Result<(), Trouble>) {
    if let Err(trouble) = tried {
        tracing::warn!(error = %trouble, "a request to Discord failed");
    }
}
