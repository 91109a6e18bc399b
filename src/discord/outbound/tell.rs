//! Tells of a game, in the channel where its boards are.

use super::failed::Failed;
use super::find::Shows;
use super::pay::Paid;
use super::send::{self, nonce};
use crate::app::{Debt, Lease, Owed};
use crate::discord::Bot;
use crate::discord::context::Audience;
use crate::discord::http::Http;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::{Game, Notify, PlayerId};
use crate::l10n::Locale;

/// Seconds until a board that is still to be posted is looked for again.
const LATER: i64 = 2;

impl Bot {
    /// Tells an event of a game, in the channel where its boards are.
    pub(super) async fn tell(
        &self,
        http: &Http,
        (lease, owed): (Lease, &Owed),
        (game, seq): (&Game, u32),
        actor: Option<PlayerId>,
    ) -> Result<Paid, Failed> {
        let locale = Locale::from_tag(&owed.locale);
        let l10n = self.localizer(locale);
        match owed.debt {
            Debt::Board(..) if game.board_seq() <= seq => {
                let board = view::turn(l10n, game, actor);
                let shows = Shows::Board(game);
                self.post(http, owed, game, shows, board).await
            }
            Debt::Offer(..) if game.board_seq() <= seq => match view::offer(l10n, game) {
                Some(offer) => {
                    let shows = Shows::Offer(game);
                    self.post(http, owed, game, shows, offer).await
                }
                None => self.overtaken(http, owed, game).await,
            },
            // Nobody has pressed anything that would show it.
            Debt::Decline(..)
                if game.venue().guild.is_user_install()
                    && game.engine().is_some()
                    && game.declined_offer().is_some() =>
            {
                let declined = view::declined(l10n, game);
                let shows = Shows::Offer(game);
                self.post(http, owed, game, shows, declined).await
            }
            // There nothing is told unasked, and nothing changed.
            _ if game.venue().guild.is_user_install() => Ok(Paid::BY_NOTHING),
            Debt::Decline(..) if game.board_seq() > seq || game.declined_offer().is_none() => {
                Ok(Paid::BY_NOTHING)
            }
            Debt::Decline(..) => self.decline(http, owed, game, locale).await,
            // The board that follows tells it.
            Debt::Refresh(..) | Debt::Remind(..) | Debt::Late(..) if game.board_seq() > seq => {
                Ok(Paid::BY_NOTHING)
            }
            Debt::Refresh(..) => self.refresh(http, owed, game).await,
            Debt::Remind(..) => self.remind(http, (lease, owed), game).await,
            // Time was given meanwhile.
            Debt::Late(..) if game.deadline().is_none_or(|until| until > self.app.now()) => {
                Ok(Paid::BY_NOTHING)
            }
            Debt::Late(..) => self.late(http, owed, game).await,
            _ => self.overtaken(http, owed, game).await,
        }
    }

    /// Changes the present board's message to what the game is now.
    async fn refresh(&self, http: &Http, owed: &Owed, game: &Game) -> Result<Paid, Failed> {
        let l10n = self.localizer(Locale::from_tag(&owed.locale));
        // The message that is known may be that of an earlier board.
        if self.app.read().owes_board(game.id()).await? {
            return Err(Failed::Later(LATER));
        }
        let [Some(board), _] = self.app.read().standing(game.id()).await? else {
            return Ok(Paid::BY_NOTHING);
        };
        let reply = view::turn(l10n, game, None);
        match send::edit(http, owed.channel, board, &reply, None).await {
            Err(gone) if gone.is_unknown_message() => Ok(Paid::BY_NOTHING),
            edited => {
                edited?;
                Ok(Paid::by(board))
            }
        }
    }

    /// Tells the opponent of whom the time is over what can be done.
    async fn late(&self, http: &Http, owed: &Owed, game: &Game) -> Result<Paid, Failed> {
        let l10n = self.localizer(Locale::from_tag(&owed.locale));
        let (Some(told), Some(turn)) = (view::late(l10n, game), game.turn()) else {
            return Ok(Paid::BY_NOTHING);
        };
        let opponent = game.player(turn.other());
        let (receiver, now) = (self.app.read().receiver(opponent).await?, self.app.now());
        if let Some(until) = receiver.notices.quiet_until(now) {
            return Err(Failed::Later(until.0 - now.0));
        }
        let called = Some(opponent).filter(|_| receiver.notices.how != Notify::Never);
        let told = told.pinging(called);
        let posted = self.post_words(http, owed, &told, None).await?;
        Ok(Paid::by(posted))
    }

    /// Posts a board or an offer, unless it is there already.
    async fn post(
        &self,
        http: &Http,
        owed: &Owed,
        game: &Game,
        shows: Shows<'_>,
        reply: Reply,
    ) -> Result<Paid, Failed> {
        let locale = Locale::from_tag(&owed.locale);
        let audience = Audience::all(locale, game.venue().guild);
        let outside = game.venue().guild.is_user_install();
        let interaction = self.interaction_of(http, owed);
        if outside && interaction.is_none() {
            // Nothing can be said there any more: `/board` shows it.
            return Ok(Paid::BY_NOTHING);
        }
        let reply = self.hushed(owed.debt, reply).await;
        let picture = self.picture(&reply, audience).await?;
        if let Some(interaction) = interaction.filter(|_| outside) {
            let (of, board) = ((game, shows), (&reply, picture.as_ref()));
            return self
                .post_user_install(http, owed, interaction, of, board)
                .await;
        }
        if owed.tries > 1
            && let Some(found) = self
                .find(http, owed, shows, Some((&reply, picture.as_ref())))
                .await?
        {
            return Ok(Paid::by(found));
        }
        let (channel, nonce) = (owed.channel, nonce(owed));
        let posted = match send::post(http, channel, &reply, picture.as_ref(), nonce.clone()).await
        {
            // The permissions were checked for the interaction's channel, and this may be another.
            Err(trouble) if trouble.is_forbidden() && reply.board.is_some() => {
                let told = view::told(self.localizer(locale), game, reply);
                send::post(http, channel, &told, None, nonce).await
            }
            posted => posted,
        };
        // The message shows the game as it is now, whatever event it was owed for.
        Ok(Paid(Some(posted?), game.seq()))
    }

    /// Removes the buttons of a board or an offer that was posted too late, if it was.
    async fn overtaken(&self, http: &Http, owed: &Owed, game: &Game) -> Result<Paid, Failed> {
        if owed.tries <= 1 || game.venue().guild.is_user_install() {
            return Ok(Paid::BY_NOTHING);
        }
        let past = Shows::Past(game);
        let mut found = self.look_for(http, owed, past).await?;
        // The answer can be asked for even where the bot may not read the channel.
        if found.is_empty() && owed.token.is_some() {
            found.extend(self.find(http, owed, past, None).await?);
        }
        // A board posted since then is not past.
        if !found.is_empty() && self.app.load(game.id()).await?.seq() != game.seq() {
            return Err(Failed::Later(1));
        }
        for message in &found {
            send::strip(http, owed.channel, *message).await?;
        }
        Ok(Paid::BY_NOTHING)
    }

    /// Changes the message of an offer into that of a declined one.
    async fn decline(
        &self,
        http: &Http,
        owed: &Owed,
        game: &Game,
        locale: Locale,
    ) -> Result<Paid, Failed> {
        let l10n = self.localizer(locale);
        let [board, offer] = self.app.read().standing(game.id()).await?;
        let message = owed.message.or(offer);
        let reply = if message.is_some() && message == board {
            view::turn(l10n, game, None)
        } else {
            view::declined(l10n, game)
        };
        let changed = match message {
            Some(message) => send::edit(http, owed.channel, message, &reply, None)
                .await
                .map(|()| message),
            None => send::post(http, owed.channel, &reply, None, nonce(owed)).await,
        };
        match changed {
            Err(gone) if gone.is_unknown_message() => Ok(Paid::BY_NOTHING),
            changed => Ok(Paid::by(changed?)),
        }
    }
}
