//! Upkeep of posted messages: removes old buttons, edits boards, offers, calls and cards, opens
//! threads again. All of it has low priority.

use super::failed::Failed;
use super::refusal::Refusal;
use super::send;
use crate::app::{Lease, Unsent, Upkeep};
use crate::discord::view::reply::Reply;
use crate::discord::view::{self, Localizer};
use crate::discord::{Bot, Http, chain};
use crate::game::{
    Challenge, ChannelId, Facts, Game, GameId, MessageId, PlayerId, State, Step, Thread,
};
use crate::l10n::Locale;

/// Seconds until upkeep is tried again, if other requests need the rate limit.
const SPARE: i64 = 1;
/// How often a channel is asked for the same upkeep that it refuses, once an hour.
const MAX_REFUSED: u32 = 24;

impl Bot {
    /// Does the upkeep of a challenge and its games, and stores it; `known` is one of the games, if
    /// the caller has it, and `done` was done already. A failed step is retried later, and does not
    /// block the others.
    pub(super) async fn keep_up(
        &self,
        http: &Http,
        (lease, upkeep): (Lease, Upkeep),
        known: Option<Game>,
        done: Option<Step>,
    ) {
        let (mut done, mut wait) = (done.into_iter().collect::<Vec<_>>(), None);
        let next = match self.app.facts(upkeep.challenge, known).await {
            Ok(facts) => {
                let (steps, next) = facts.upkeep(self.app.now());
                for step in steps {
                    if done.contains(&step) {
                        continue;
                    }
                    match self.step(http, &facts, step, upkeep).await {
                        Ok(()) => done.push(step),
                        Err(failed) => {
                            failed.log(
                                "upkeep",
                                upkeep.attempts(),
                                "a message was not changed yet",
                            );
                            let pause = failed.unsent().pause(upkeep.attempts());
                            wait = Some(wait.map_or(pause, |wait: i64| wait.min(pause)));
                        }
                    }
                }
                next
            }
            Err(error) => {
                tracing::error!(error = chain(&error), "due upkeep cannot be read");
                wait = Some(Unsent::Trouble.pause(upkeep.attempts()));
                None
            }
        };
        let now = self.app.now();
        let next = wait.map(|wait| now.plus(wait)).or(next);
        let noted = self.app.work().upkept(lease, upkeep, &done, next, now);
        match noted.await {
            Ok(again) if again || wait.is_some() => self.wake(),
            Ok(_) => {}
            // It is done again after the lease expires.
            Err(error) => {
                tracing::error!(error = chain(&error), "finished upkeep cannot be saved")
            }
        }
    }

    async fn step(
        &self,
        http: &Http,
        facts: &Facts,
        step: Step,
        upkeep: Upkeep,
    ) -> Result<(), Failed> {
        let game = |id: GameId| facts.games.iter().find(|game| game.id() == id);
        // An edit in place of a post has the priority of a post.
        let kept = |id| game(id).is_some_and(Game::keeps_board);
        let high = matches!(step, Step::EditBoard(id, ..) if kept(id));
        let low = &http.at_low_priority();
        if !high && low.global_limit.spare().await == 0 {
            return Err(Failed::Later(SPARE));
        }
        let http = if high { http } else { low };
        let locale = Locale::from_tag(&facts.challenge.locale);
        let l10n = self.localizer(locale);
        let done = match step {
            Step::ClearButtons(channel, message) => {
                let cleared = send::clear_buttons(http, channel, message).await;
                cleared.map_err(Failed::from)
            }
            Step::Delete(channel, message) => {
                let deleted = send::delete(http, channel, message).await;
                deleted.map_err(Failed::from)
            }
            Step::EditPast(id, channel, message, seq) => {
                let Some(past) = self.app.read().game_at(id, seq).await? else {
                    return Ok(());
                };
                let past = view::past_board(l10n, &past);
                let edited = send::edit(http, channel, message, &past, None).await;
                edited.map_err(Failed::from)
            }
            Step::EditBoard(id, channel, message, _) | Step::EditOffer(id, channel, message) => {
                let Some(game) = game(id) else { return Ok(()) };
                if game.thread() == Thread::Nowhere {
                    return Ok(());
                }
                let reply = match step {
                    Step::EditOffer(..) => view::declined(l10n, game),
                    _ => view::turn(l10n, game, None),
                };
                let message = (channel, message);
                let mut edited = self.edit_board(http, game, message, (&reply, l10n)).await;
                if self.reopened(http, game, &edited).await? {
                    edited = self.edit_board(http, game, message, (&reply, l10n)).await;
                }
                self.or_leave(http, game, edited).await
            }
            Step::EditCall(id, channel, message, player) => {
                let Some(game) = game(id) else { return Ok(()) };
                let edited = self.edit_call(http, game, (channel, message, player));
                match edited.await {
                    // The person may have left, or closed their direct messages.
                    Err(Failed::Trouble(gone)) if gone.is_refusal() => Ok(()),
                    edited => edited,
                }
            }
            Step::EditCard(message, _) => self.edit_card(http, facts, message).await,
            Step::Reopen(thread, _) => match send::reopen(http, thread).await {
                Err(trouble) if trouble.is_refusal() => {
                    tracing::info!(error = %trouble, "a thread stays as it is");
                    Ok(())
                }
                reopened => reopened.map_err(Failed::from),
            },
            Step::Forget(_) => Ok(()),
        };
        match done {
            // Its players get direct messages.
            Err(Failed::Nowhere) => Ok(()),
            Err(Failed::Trouble(gone))
                if gone.is(Refusal::NoChannel)
                    || gone.is(Refusal::NoMessage)
                    || gone.is_of_channel() && upkeep.attempts() > MAX_REFUSED
                    // Buttons in an archived thread cannot be pressed.
                    || matches!(
                        step,
                        Step::ClearButtons(..)
                            | Step::EditPast(..)
                            | Step::Delete(..)
                            | Step::EditCard(..)
                    ) && gone.is(Refusal::Archived) =>
            {
                tracing::info!("a message to edit no longer exists");
                Ok(())
            }
            done => done,
        }
    }

    /// Edits a board or an offer. A board that is kept is drawn again, and posted again if somebody
    /// has deleted it.
    async fn edit_board(
        &self,
        http: &Http,
        game: &Game,
        (channel, message): (ChannelId, MessageId),
        reply: (&Reply, Localizer<'_>),
    ) -> Result<(), Failed> {
        let (reply, l10n) = reply;
        let picture = if game.keeps_board() {
            let guild = Some(game.venue().guild);
            self.picture_of(reply, l10n, None, guild).await?
        } else {
            None
        };
        match send::edit(http, channel, message, reply, picture.as_ref()).await {
            Err(gone) if game.keeps_board() && gone.is(Refusal::NoMessage) => {
                let (work, now) = (self.app.work(), self.app.now());
                work.replace_board(game.id(), message, now).await?;
                self.wake();
                Ok(())
            }
            edited => Ok(edited?),
        }
    }

    /// Edits a direct message whose call is outdated.
    async fn edit_call(
        &self,
        http: &Http,
        game: &Game,
        (channel, message, player): (ChannelId, MessageId, PlayerId),
    ) -> Result<(), Failed> {
        let receiver = self.app.read().receiver(player).await?;
        let l10n = self.localizer(Locale::from_tag(&receiver.locale));
        let told = view::past(l10n, game, player);
        let picture = self.picture_of(&told, l10n, Some(player), None).await?;
        Ok(send::edit(http, channel, message, &told, picture.as_ref()).await?)
    }

    /// Edits the card of a challenge to its present state.
    async fn edit_card(
        &self,
        http: &Http,
        Facts {
            challenge, games, ..
        }: &Facts,
        message: MessageId,
    ) -> Result<(), Failed> {
        let Challenge { venue, state, .. } = challenge;
        let l10n = self.localizer(Locale::from_tag(&challenge.locale));
        let card = match state {
            State::Open => view::card(l10n, challenge, self.app.now()),
            _ => view::closed_card(l10n, challenge, games.first(), games.get(1)),
        };
        let picture = self
            .picture_of(&card, l10n, None, Some(venue.guild))
            .await?;
        Ok(send::edit(http, venue.channel, message, &card, picture.as_ref()).await?)
    }
}
