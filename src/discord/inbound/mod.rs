//! Inbound: turns interactions into answers.

pub mod commands;
mod completion;
mod components;
pub mod handler;
mod moves;
mod turn;

use crate::app::{App, Settings};
use crate::discord::custom_id::Seen;
use crate::discord::failure::run_blocking;
use crate::discord::outbound::{Answer, Message, PanelPlace, Slow};
use crate::discord::view::reply::{Choice, Form, How, MAX_CHOICES, Reply};
use crate::discord::view::{self, Localizer};
use crate::discord::{Bot, Context, Failure};
use crate::game::{GuildId, PanelSettings, PlayerId, Preference, Venue, ensure};
use crate::time::DAY;
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::Variant;
use siwa_games::text::Text;

/// What a handler returns: the answer by default, or why the interaction failed.
type Result<T = Answer, E = Failure> = std::result::Result<T, E>;

/// An interaction that is answered, and the bot that answers it.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    bot: &'a Bot,
    app: &'a App,
    context: &'a Context,
    /// Who asks.
    by: PlayerId,
    /// Where they ask.
    venue: Venue,
    /// The localizer for private messages.
    l10n: Localizer<'a>,
}

impl<'a> Request<'a> {
    fn new(bot: &'a Bot, context: &'a Context) -> Self {
        Self {
            bot,
            app: &bot.app,
            context,
            by: context.player,
            venue: context.venue,
            l10n: bot.localizer(context.locale),
        }
    }

    /// The localizer for public messages.
    fn public(self) -> Localizer<'a> {
        self.bot.localizer(self.context.public)
    }

    fn registry(self) -> Registry {
        self.app.store().registry
    }

    /// The variant with this id, and its kind of game.
    fn variant(self, id: &str) -> Result<(&'static dyn Rules, &'static Variant)> {
        let found = self.registry().variant(id);
        found.ok_or_else(|| Text::new("denied-no-variant").into())
    }

    /// The server of the interaction, if it comes from one with the bot.
    fn server(self) -> Result<GuildId> {
        let guild = self.venue.guild;
        ensure(guild.is_server(), Text::new("denied-outside"))?;
        Ok(guild)
    }

    /// What the person and the server have chosen.
    async fn settings(self) -> Result<Settings> {
        if let Some(settings) = &self.context.settings {
            return Ok(settings.clone());
        }
        let player = Some(self.by);
        let guild = Some(self.venue.guild);
        Ok(self.app.store().settings(player, guild).await?)
    }

    /// Remembers the person's name, unless that was done within a day.
    async fn meet(self) {
        let name = &self.context.name;
        let settings = self.context.settings.as_ref();
        let seen = settings.and_then(|settings| settings.seen.as_ref());
        let since = self.app.now().plus(-DAY.0);
        if seen.is_none_or(|(seen, at)| seen != name || *at < since) {
            self.app.meet(self.by, name).await;
        }
    }

    /// Saves a preference of the person.
    async fn prefer(self, preference: &Preference) -> Result<()> {
        let name = &self.context.name;
        let now = self.app.now();
        let saved = self.app.store().prefer(self.by, name, preference, now);
        Ok(saved.await?)
    }

    /// What the person has chosen about panels.
    async fn panel_settings(self) -> Result<PanelSettings> {
        Ok(self.app.store().panel_settings(self.by).await?)
    }

    /// A page in place of the previous one, or for everyone.
    fn page(self, seen: Seen, show: impl FnOnce(Localizer<'a>) -> Reply) -> Result {
        Ok(match seen {
            Seen::Alone => Answer::update(show(self.l10n)),
            Seen::Shared => Answer::new(self.share(show)?),
        })
    }

    /// A public reply, if the person can write in the interaction's channel.
    fn share(self, show: impl FnOnce(Localizer<'a>) -> Reply) -> Result<Reply> {
        self.context.check_shared()?;
        let public = self.public();
        Ok(view::shared(public, self.by, show(public)))
    }
}
