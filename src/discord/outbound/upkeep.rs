//! Upkeep of posted messages: removes old buttons, edits boards, offers, calls and cards, opens
//! threads again. It has low priority, except edits in place of a post, and what follows when a thread
//! or a channel has refused a message.

use super::interaction_webhook::Way;
use super::request::{Failed, Result, pause};
use crate::app::Upkeep;
use crate::discord::refusal::Refusal;
use crate::discord::{Bot, Http, ok_or_log, view};
use crate::game::{Facts, Game, State, Step, Thread, Venue, ensure};
use crate::l10n::Locale;
use crate::time::Seconds;

/// How long until upkeep is tried again, if other requests need the rate limit.
const SPARE: Seconds = Seconds(1);
/// How often Discord is asked for the same upkeep that it refuses, at last once an hour.
const MAX_REFUSED: u32 = 24;

impl Bot {
    /// Does the upkeep of a challenge and its games, and stores it; `known` is one of the games, if
    /// the caller has it, and `done` was done already. A failed step is retried later, and does not
    /// block the others.
    pub(super) async fn keep_up(&self, upkeep: Upkeep, known: Option<Game>, done: Option<Step>) {
        let attempts = upkeep.attempts;
        let mut done = Vec::from_iter(done);
        let mut pauses = Vec::new();
        let mut next = None;
        let facts = self.app.facts(upkeep.challenge, known).await;
        match ok_or_log(facts, "due upkeep cannot be read") {
            Some(facts) => {
                let (mut steps, later) = facts.upkeep(self.app.now());
                steps.retain(|step| !done.contains(step));
                for step in steps {
                    match self.step(&facts, step, upkeep).await {
                        Ok(()) => done.push(step),
                        Err(failed) => {
                            failed.log("upkeep", attempts, "a message was not changed yet");
                            pauses.push(failed.pause(attempts));
                        }
                    }
                }
                next = later;
            }
            None => pauses.push(pause(attempts)),
        }
        let now = self.app.now();
        let wait = pauses.into_iter().min();
        let next = wait.map(|wait| now.plus(wait)).or(next);
        let noted = self.app.store().upkept(upkeep, &done, next, now);
        // After a failure, it is done again when the lease expires.
        let noted = ok_or_log(noted.await, "finished upkeep cannot be saved");
        if noted.is_some_and(|again| again || wait.is_some()) {
            self.wake();
        }
    }

    /// Does a step. Nothing is left to do about a message that is gone or cannot be changed.
    async fn step(&self, facts: &Facts, step: Step, upkeep: Upkeep) -> Result<()> {
        let low = &self.http.at_low_priority();
        // An edit in place of a post has the priority of a post.
        let kept = |id| facts.game(id).is_some_and(Game::keeps_board);
        let high = matches!(step, Step::EditBoard(id, ..) if kept(id));
        let has_room = high || low.global_limit.spare().await > 0;
        ensure(has_room, Failed::Later(SPARE))?;
        let http = if high { &self.http } else { low };
        match self.change(http, facts, step).await {
            // Its players get direct messages.
            Err(Failed::Nowhere) => Ok(()),
            Err(gone)
                if gone.is(Refusal::NoMessage)
                    || gone.is_refusal() && upkeep.attempts > MAX_REFUSED
                    // The person may have left, or closed their direct messages.
                    || matches!(step, Step::EditCall(..)) && gone.is_of_person()
                    // Buttons in an archived or locked thread cannot be pressed.
                    || gone.refusal().is_some_and(Refusal::is_final)
                        && !matches!(step, Step::EditBoard(..)) =>
            {
                tracing::info!(error = %gone, "a message stays as it is");
                Ok(())
            }
            done => done,
        }
    }

    /// Makes the requests of a step.
    async fn change(&self, http: &Http, facts: &Facts, step: Step) -> Result<()> {
        let l10n = self.localizer(Locale::from_tag(&facts.challenge.locale));
        let at = |channel, message| Way::Edit(http, channel, message);
        match step {
            Step::ClearButtons(channel, message) => http.clear_buttons(channel, message).await?,
            Step::Delete(channel, message) => http.delete(channel, message).await?,
            Step::EditPast(id, channel, message, seq) => {
                if let Some(past) = self.app.store().game_at(id, seq).await? {
                    let past = view::past_board(l10n, &past);
                    self.send_reply(at(channel, message), &past).await?;
                }
            }
            Step::EditOffer(id, channel, message, seq) => {
                if let Some(offer) = self.app.store().past_offer(id, seq).await? {
                    let past = view::past_offer(l10n, &offer.asked, offer.closed.as_ref());
                    self.send_reply(at(channel, message), &past).await?;
                }
            }
            Step::EditBoard(id, channel, message, _) => {
                let game = facts.game(id);
                let Some(game) = game.filter(|game| game.setup.thread != Thread::Nowhere) else {
                    return Ok(());
                };
                let mut reply = view::turn(l10n, game, None);
                if game.keeps_board() {
                    let guild = Some(game.setup.venue.guild);
                    reply = self.draw_for(reply, l10n, None, guild).await?;
                }
                let edit = async || match self.send_reply(at(channel, message), &reply).await {
                    // Somebody has deleted a board that is kept: it is posted again.
                    Err(gone) if game.keeps_board() && gone.is(Refusal::NoMessage) => {
                        self.app.replace_board(game, message).await?;
                        self.wake();
                        Ok(())
                    }
                    edited => edited.map(drop),
                };
                let mut edited = edit().await;
                if self.reopened(game, &edited).await? {
                    edited = edit().await;
                }
                self.or_leave(game, None, edited).await?;
            }
            Step::EditCall(id, channel, message, player) => {
                if let Some(game) = facts.game(id) {
                    let receiver = self.app.store().receiver(player).await?;
                    let l10n = self.localizer(Locale::from_tag(&receiver.locale));
                    let told = view::past(l10n, game, player);
                    let told = self.draw_for(told, l10n, Some(player), None).await?;
                    self.send_reply(at(channel, message), &told).await?;
                }
            }
            Step::EditCard(message, _) => {
                let challenge = &facts.challenge;
                let Venue { guild, channel } = challenge.venue;
                let games: Vec<&Game> = facts.games.iter().collect();
                let card = match challenge.state {
                    State::Open => view::card(l10n, challenge, self.app.now()),
                    _ => view::closed_card(l10n, challenge, &games),
                };
                let card = self.draw_for(card, l10n, None, Some(guild)).await?;
                self.send_reply(at(channel, message), &card).await?;
            }
            Step::KeepOpen(thread, _) => match http.keep_open(thread).await {
                Err(trouble) if trouble.is_refusal() => {
                    tracing::info!(error = %trouble, "a thread stays as it is");
                }
                reopened => reopened?,
            },
            Step::Forget(_) => {}
        }
        Ok(())
    }
}
