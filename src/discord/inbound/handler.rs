//! Receives interactions.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serenity::async_trait;
use serenity::client::{self, EventHandler, RawEventHandler};
use serenity::model::application::{
    ActionRowComponent, Button, ButtonKind, CommandInteraction, ComponentInteractionDataKind,
    Interaction,
};
use serenity::model::channel::{self, MessageFlags};
use serenity::model::event::Event;
use serenity::model::gateway::Ready;
use tokio::sync::watch;
use tracing::Instrument as _;

use crate::app::Target;
use crate::discord::custom_id::{CustomId, MoveAction, MoveTarget};
use crate::discord::failure::within;
use crate::discord::inbound::Request;
use crate::discord::inbound::commands::{self, Options};
use crate::discord::inbound::completion;
use crate::discord::inbound::components::{self, Component};
use crate::discord::inbound::{read, turn};
use crate::discord::outbound::{Answer, NextPanel, PanelPlace};
use crate::discord::view;
use crate::discord::view::reply::How;
use crate::discord::{Bot, Context, Failure, Http, chain};
use crate::game::{Denial, MessageId};
use crate::l10n::Locale;
use crate::time::Stopwatch;
use siwa_games::text::Text;

/// The age of an interaction at which its handling is cancelled, or not even started. The answer
/// must reach Discord within three seconds.
const ACT_TIMEOUT: Duration = Duration::from_millis(2_200);

/// How long the panel of a next turn waits for the engine's turn.
const NEXT_PANEL_TIMEOUT: Duration = Duration::from_secs(60);

/// How long reading the settings for messages may take.
const SETTINGS_TIMEOUT: Duration = Duration::from_millis(300);

/// Passes events of the gateway to the bot.
#[derive(Clone)]
pub(in crate::discord) struct Handler {
    pub(in crate::discord) bot: Arc<Bot>,
    /// Sends all answers; the gateway's own client has a separate rate limiter.
    pub(in crate::discord) http: Arc<Http>,
    /// The shards to which the gateway has sent READY.
    pub(in crate::discord) greeted: watch::Sender<BTreeSet<u32>>,
}

impl Handler {
    fn greet(&self, shard: u32) {
        tracing::info!(shard, "connected to Discord");
        // Something may have become due while the bot was disconnected.
        self.bot.wake();
        self.greeted.send_modify(|greeted| {
            greeted.insert(shard);
        });
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: client::Context, ready: Ready) {
        self.greet(ready.shard.map_or(0, |shard| shard.id.0));
    }

    async fn interaction_create(&self, _: client::Context, interaction: Interaction) {
        self.bot.handle(&self.http, interaction).await;
    }
}

/// Handles events that serenity cannot read, which it drops without an error.
#[async_trait]
impl RawEventHandler for Handler {
    async fn raw_event(&self, _: client::Context, event: Event) {
        let Event::Unknown(unknown) = event else {
            return;
        };
        match unknown.kind.as_str() {
            "INTERACTION_CREATE" => {
                if let Some(interaction) = read::interaction(&self.bot, unknown.value) {
                    self.bot.handle(&self.http, interaction).await;
                }
            }
            // The session works, but cannot be resumed.
            "READY" => {
                let shard = unknown.value["shard"][0].as_u64();
                self.greet(shard.and_then(|shard| shard.try_into().ok()).unwrap_or(0));
            }
            _ => {}
        }
    }
}

impl Bot {
    /// Answers one interaction.
    pub async fn handle(self: &Arc<Self>, http: &Arc<Http>, interaction: Interaction) {
        let working = self.working.read().await;
        if self.stopping.is_cancelled() || !self.first_time(interaction.id().get()) {
            return;
        }
        // The span has the level of errors, so that errors are logged with it at every level.
        // Messages sent later for this interaction are logged with the same id, by any process.
        let trace = interaction.id().get();
        let (span, context) = match &interaction {
            Interaction::Command(command) => (
                tracing::error_span!("command", trace, name = command.data.name),
                Context::of_command(command),
            ),
            Interaction::Component(component) => (
                tracing::error_span!("press", trace),
                Context::of_component(component),
            ),
            Interaction::Modal(form) => {
                (tracing::error_span!("form", trace), Context::of_form(form))
            }
            Interaction::Autocomplete(command) => (
                tracing::error_span!("complete", trace, name = command.data.name),
                Context::of_command(command),
            ),
            _ => return,
        };
        let mut context = context.aged(self.arrivals.age(trace));
        // Boxed, here and below: the future of a whole turn is too large for one frame of a stack.
        let work = Box::pin(self.respond(http, &mut context, &interaction));
        let next_panel = work.instrument(span.clone()).await;
        drop(working);
        if let Some(next) = next_panel {
            // A task of its own: the shard stays open while its handlers run.
            let (bot, http) = (Arc::clone(self), Arc::clone(http));
            let opened = async move { bot.open_next_panel(&http, &context, next).await };
            tokio::spawn(opened.instrument(span));
        }
    }

    /// Returns the panel that is to open after the answer.
    async fn respond(
        &self,
        http: &Http,
        context: &mut Context,
        interaction: &Interaction,
    ) -> Option<NextPanel> {
        let watch = Stopwatch::start();
        let log = |outcome: &str| {
            let duration_ms = u64::try_from(watch.elapsed().as_millis()).unwrap_or(u64::MAX);
            tracing::debug!(duration_ms, "{outcome}");
        };
        if let Interaction::Autocomplete(command) = interaction {
            self.complete(http, context, command).await;
            log("completed");
            return None;
        }
        if let Err(error) = within(SETTINGS_TIMEOUT, self.read_presentation(context)).await {
            // The request will fail as well, and be reported.
            tracing::warn!(error = chain(&error), "settings cannot be read");
        }
        self.hasten_posts(http, context).await;
        let answer = Box::pin(answer(Request::new(self, context), interaction));
        let (answer, outcome) = match within(context.left(ACT_TIMEOUT), answer).await {
            Ok(answer) => (answer, "answered"),
            Err(failure) => (Answer::new(self.explain(&failure, context)), "denied"),
        };
        let next_panel = answer.next_panel;
        Box::pin(self.deliver(http, context, answer)).await;
        log(outcome);
        next_panel
    }

    /// Sends what a channel has refused, if the interaction shows that the bot may post there now.
    async fn hasten_posts(&self, http: &Http, context: &Context) {
        let (channel, limits) = (context.venue.channel, &http.channel_limits);
        if context.may_post() && limits.vouch(channel, context.cause) {
            if let Err(error) = self.app.work().hasten(channel, self.app.now()).await {
                tracing::error!(error = chain(&error), "messages wait longer than they must");
            }
            self.wake();
        }
    }

    /// Opens the panel of the person's next turn, when the engine has taken its own. If that ended
    /// the game, the answer tells how.
    async fn open_next_panel(&self, http: &Http, context: &Context, next: NextPanel) {
        let mut turns = self.engine_turns.subscribe();
        let opened = async {
            loop {
                match turn::open(Request::new(self, context), Target::Game(next.game)).await {
                    Ok(panel) => return self.open_panel(http, context, &panel, next.place).await,
                    Err(Failure::Denial(Denial::NotYourTurn(_))) => {}
                    Err(_) => break,
                }
                while turns.recv().await.is_ok_and(|played| played != next.game) {}
            }
            let target = Target::Game(next.game);
            if next.place == PanelPlace::Answer
                && let Ok(game) = self.app.look(context.player, context.venue, target).await
                && let Some(ending) = game.ending()
            {
                let over = view::over(self.localizer(context.locale), &game, ending);
                self.open_panel(http, context, &over, next.place).await;
            }
        };
        let bounded = tokio::time::timeout(NEXT_PANEL_TIMEOUT, opened);
        // If it is late, the person opens the panel from the board.
        let _ = self.stopping.run_until_cancelled(bounded).await;
    }

    /// Applies the language and the themes that the server and the user chose.
    async fn read_presentation(&self, context: &mut Context) -> Result<(), Failure> {
        let (player, guild) = (Some(context.player), Some(context.venue.guild));
        let chosen = self.app.read().presentation(player, guild).await?;
        if let Some(locale) = &chosen.locale {
            context.public = Locale::from_tag(locale);
        }
        context.themes = chosen.into();
        Ok(())
    }

    async fn complete(&self, http: &Http, context: &Context, command: &CommandInteraction) {
        let (request, options) = (Request::new(self, context), Options::of(command));
        let choices = completion::run(request, &command.data.name, &options);
        let choices = within(context.left(ACT_TIMEOUT), choices)
            .await
            .unwrap_or_else(|failure| {
                // A list of choices has no room for an explanation; this logs it.
                let _ = self.explain(&failure, context);
                Vec::new()
            });
        self.offer(http, context, &choices).await;
    }
}

/// The answer to a command, a press or a form.
async fn answer(request: Request<'_>, interaction: &Interaction) -> Result<Answer, Failure> {
    let (custom_id, chosen, message) = match interaction {
        Interaction::Component(component) => {
            let chosen = match &component.data.kind {
                // Several squares are typed one after the other.
                ComponentInteractionDataKind::StringSelect { values } => Some(values.join(" ")),
                ComponentInteractionDataKind::ChannelSelect { values } => {
                    let ids: Vec<String> = values.iter().map(ToString::to_string).collect();
                    Some(ids.join(" "))
                }
                _ => None,
            };
            let message = Some(component.message.as_ref());
            (&component.data.custom_id, chosen, message)
        }
        Interaction::Modal(form) => {
            let mut fields = form.data.components.iter().flat_map(|row| &row.components);
            let typed = fields.find_map(|field| match field {
                ActionRowComponent::InputText(field) => field.value.clone(),
                _ => None,
            });
            (&form.data.custom_id, typed, form.message.as_deref())
        }
        Interaction::Command(command) => {
            let options = Options::of(command);
            return commands::run(request, &command.data.name, &options).await;
        }
        _ => return Err(Text::new("denied-unknown-command").into()),
    };
    let unknown = || Text::new("denied-unknown-button");
    let message = message.ok_or_else(unknown)?;
    let flags = message.flags.unwrap_or_default();
    let press = Component {
        id: CustomId::read(custom_id).ok_or_else(unknown)?,
        chosen,
        message: MessageId(message.id.get()),
        private: flags.contains(MessageFlags::EPHEMERAL),
        board: bears_panel(message),
    };
    let private = press.private;
    let mut answer = components::run(request, press).await?;
    // A private answer never replaces a public message.
    if answer.reply.private && !private {
        answer.how = How::New;
    }
    Ok(answer)
}

/// Returns whether a message shows the board of a running game, with or without a picture, so that
/// its panel can open there.
fn bears_panel(message: &channel::Message) -> bool {
    let mut parts = message.components.iter().flat_map(|row| &row.components);
    parts.any(|part| match part {
        ActionRowComponent::Button(Button {
            data: ButtonKind::NonLink { custom_id, .. },
            ..
        }) => matches!(
            CustomId::read(custom_id),
            Some(CustomId::Move(MoveTarget::Turn(..), MoveAction::Panel(_)))
        ),
        _ => false,
    })
}
