//! Answers interactions, and pays the debts of what they have changed.

use super::failed::{ANSWERED, Failed};
use super::request::{Trouble, whole};
use super::{Answer, First, interaction_webhook};
use crate::app::{Debt, Owed, Settled};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::chain;
use crate::discord::http::Http;
use crate::discord::view::reply::{Choice, How, Reply};
use crate::game::{Game, MessageId};
use siwa_games::text::Text;

impl Bot {
    /// Sends the answer to an interaction, and at the same time pays its other debts: a
    /// board does not wait until the answer is acknowledged. What fails is left to the
    /// sweeper.
    pub(in crate::discord) async fn deliver(
        &self,
        http: &Http,
        context: &Context,
        mut answer: Answer,
    ) {
        if let Some(form) = &answer.form {
            log(interaction_webhook::ask(http, context.interaction(), form).await);
            return;
        }
        if answer.reply.animation.is_some() || answer.first.is_some() {
            self.screen(http, context, answer).await;
            return;
        }
        let then = std::mem::take(&mut answer.then);
        let work = async {
            if context.is_user_install() {
                // What follows an answer is accepted only behind it.
                let answered = self.answer(http, context, answer).await;
                return (answered, self.pay_besides(http, context, then).await);
            }
            tokio::join!(
                self.answer(http, context, answer),
                self.pay_besides(http, context, then)
            )
        };
        let ((), closed) = self.renewing(context.lease(), work).await;
        if closed {
            let saved = Text::new("channel-closed");
            let told = Reply::private(self.localizer(context.locale).tr(&saved));
            log(interaction_webhook::follow_up(http, context.interaction(), &told, None).await);
        }
    }

    async fn answer(&self, http: &Http, context: &Context, answer: Answer) {
        let Answer {
            how, reply, pays, ..
        } = answer;
        let lease = context.lease();
        let reply = match &pays {
            Some((debt, _)) => self.hushed(*debt, reply).await,
            None => reply,
        };
        let picture = match self.picture(&reply, context.audience(reply.private)).await {
            Ok(picture) => picture,
            Err(failure) => {
                if let Some((debt, _)) = pays {
                    // Where the bot is not, only the token can still show it.
                    let keep = context.is_user_install();
                    self.give_back(lease, debt, 0, keep).await;
                }
                let sorry = self.explain(&failure, context.locale);
                let sent = interaction_webhook::answer(
                    http,
                    context.interaction(),
                    How::New,
                    &sorry,
                    None,
                )
                .await;
                log(sent.map(drop));
                return;
            }
        };
        let interaction = context.interaction();
        let sent =
            interaction_webhook::answer(http, interaction, how, &reply, picture.as_ref()).await;
        let Some((debt, changed)) = pays else {
            log(sent.map(drop));
            return;
        };
        match sent {
            Ok(posted) => match posted.or(changed) {
                Some(message) => self.settle(http, context, debt, message).await,
                None => self.give_back(lease, debt, 0, true).await,
            },
            // Another process has been told of the same, and settles it; if it dies, the lease ends.
            Err(trouble) if trouble.is_answered() && changed.is_none() => {}
            Err(trouble) => {
                tracing::warn!(error = %trouble, "an answer did not get through");
                let (seconds, keep) = match trouble {
                    // Editing a second time does no harm.
                    _ if changed.is_some() => (1, false),
                    Trouble::Refused { .. } => (0, false),
                    Trouble::Limited(wait) | Trouble::Held(wait) => (whole(wait), false),
                    // By then Discord accepts no answer any more, so asking for it is conclusive.
                    Trouble::Uncertain(_) => (ANSWERED, true),
                };
                self.give_back(lease, debt, seconds, keep).await;
            }
        }
    }

    /// Pays debts that are leased to the interaction; returns whether a channel refused.
    async fn pay_besides(
        &self,
        http: &Http,
        context: &Context,
        then: Vec<(Debt, Option<Game>)>,
    ) -> bool {
        let mut closed = false;
        for (debt, game) in then {
            let owed = Owed {
                debt,
                channel: context.venue.channel,
                locale: context.public.tag().to_owned(),
                message: None,
                cause: Some(context.cause),
                token: context.follow(),
                nonce: context.lease().0,
                born: self.app.now(),
                tries: 1,
            };
            // When a game begins, even the person who accepted may not know who is to move.
            let actor = (!matches!(debt, Debt::Board(_, 1))).then_some(context.player);
            let paid = self.pay(http, context.lease(), (owed, game), actor).await;
            closed |= matches!(paid, Err(Failed::Trouble(trouble)) if trouble.is_forbidden());
        }
        closed
    }

    async fn settle(&self, http: &Http, context: &Context, debt: Debt, message: MessageId) {
        match self
            .app
            .work()
            .settle(context.lease(), debt, 0, message, self.app.now())
            .await
        {
            Ok(Settled { old, engine }) => {
                if engine {
                    // It waits until what came before is told.
                    self.thinking.notify_one();
                }
                let old = old
                    .into_iter()
                    .map(|(_, old)| (Debt::Strip(old), None))
                    .collect();
                self.pay_besides(http, context, old).await;
            }
            Err(error) => {
                tracing::error!(error = chain(&error), "a paid debt cannot be settled");
            }
        }
    }

    /// Answers with what takes a while, after a deferral. Such an answer pays no debts.
    async fn screen(&self, http: &Http, context: &Context, mut answer: Answer) {
        let interaction = context.interaction();
        let private = answer.reply.private;
        if let Err(trouble) =
            interaction_webhook::defer(http, interaction, answer.how, private).await
        {
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
                let sent =
                    interaction_webhook::edit_original(http, interaction, &reply, file.as_ref())
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
                let sorry = self.explain(&failure, context.locale);
                match answer.how {
                    // What everybody waits for goes; why, only one is told.
                    How::New if !private => {
                        log(interaction_webhook::withdraw(http, interaction).await);
                        interaction_webhook::follow_up(http, interaction, &sorry, None).await
                    }
                    How::New => {
                        interaction_webhook::edit_original(http, interaction, &sorry, None).await
                    }
                    // The message whose component was pressed stays as it is.
                    How::Update => {
                        interaction_webhook::follow_up(http, interaction, &sorry, None).await
                    }
                }
            }
        };
        log(sent);
    }

    /// Answers with completions.
    pub(in crate::discord) async fn offer(
        &self,
        http: &Http,
        context: &Context,
        choices: &[Choice],
    ) {
        log(interaction_webhook::complete(http, context.interaction(), choices).await);
    }
}

/// Logs a failure that does no harm.
fn log(tried: Result<(), Trouble>) {
    if let Err(trouble) = tried {
        tracing::warn!(error = %trouble, "a request to Discord failed");
    }
}
