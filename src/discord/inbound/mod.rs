//! Inbound: turns interactions into answers.

pub mod commands;
mod completion;
mod components;
pub mod handler;
mod moves;
mod plans;
pub(super) mod read;
mod turn;

use crate::discord::outbound::Answer;
use crate::discord::view::reply::Reply;
use crate::discord::view::{self, Localizer};
use crate::discord::{Bot, Context, Failure};
use crate::game::{PanelSettings, Preference};
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::Variant;
use siwa_games::text::Text;

/// An interaction that is answered, and the bot that answers it.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    bot: &'a Bot,
    context: &'a Context,
    /// The localizer for private messages.
    l10n: Localizer<'a>,
}

impl<'a> Request<'a> {
    fn new(bot: &'a Bot, context: &'a Context) -> Self {
        Self {
            bot,
            context,
            l10n: bot.localizer(context.locale),
        }
    }

    /// The localizer for public messages.
    fn public(self) -> Localizer<'a> {
        self.bot.localizer(self.context.public)
    }

    fn registry(self) -> Registry {
        self.bot.app.read().registry()
    }

    /// The variant with this id, and its kind of game.
    fn variant(self, id: &str) -> Result<(&'static dyn Rules, &'static Variant), Failure> {
        let found = self.registry().variant(id);
        found.ok_or_else(|| Text::new("denied-no-variant").into())
    }

    /// Saves a preference of the person.
    async fn prefer(self, preference: &Preference) -> Result<(), Failure> {
        let Context { player, name, .. } = self.context;
        let app = &self.bot.app;
        let saved = app.work().prefer(*player, name, preference, app.now());
        Ok(saved.await?)
    }

    /// What the person has chosen about panels.
    async fn panel_settings(self) -> Result<PanelSettings, Failure> {
        let read = self.bot.app.read();
        Ok(read.panel_settings(self.context.player).await?)
    }

    /// A public reply, if the person can write in the interaction's channel.
    fn share(self, show: impl FnOnce(Localizer<'a>) -> Reply) -> Result<Reply, Failure> {
        self.context.shared_venue()?;
        let public = self.public();
        Ok(view::shared(public, self.context.player, show(public)))
    }
}
