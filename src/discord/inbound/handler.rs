//! Receives interactions.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use serde_json::Value;
use serenity::async_trait;
use serenity::client::{self, RawEventHandler};
use serenity::model::application::{
    ActionRowComponent, Button, ButtonKind, CommandInteraction, Interaction,
};
use serenity::model::channel;
use serenity::model::event::Event;
use tokio::sync::watch;
use tracing::Instrument as _;

use crate::app::Target;
use crate::discord::custom_id::{CustomId, MoveAction, MoveTarget};
use crate::discord::failure::within;
use crate::discord::inbound::commands::{self, Options};
use crate::discord::inbound::components::{self, Press};
use crate::discord::inbound::{Request, Result, completion, turn};
use crate::discord::outbound::{Answer, NextPanel, PanelPlace};
use crate::discord::{Bot, Context, Failure, chain, ok_or_log, view};
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
pub(in crate::discord) struct Handler {
    pub(in crate::discord) bot: Arc<Bot>,
    /// The shards to which the gateway has sent READY, and where each resumes its session, if it can.
    pub(in crate::discord) greeted: watch::Sender<BTreeMap<u32, Option<String>>>,
}

impl Handler {
    fn greet(&self, shard: u32, resume_at: Option<String>) {
        tracing::info!(shard, "connected to Discord");
        // Something may have become due while the bot was disconnected.
        self.bot.wake();
        self.greeted.send_modify(|greeted| {
            greeted.insert(shard, resume_at);
        });
    }
}

/// All events arrive here. Those that serenity cannot read would reach no other handler.
#[async_trait]
impl RawEventHandler for Handler {
    async fn raw_event(&self, _: client::Context, event: Event) {
        match event {
            Event::InteractionCreate(event) => self.bot.handle(event.interaction).await,
            Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => {
                if let Some(interaction) = read_interaction(&self.bot, event.value) {
                    self.bot.handle(interaction).await;
                }
            }
            Event::Ready(event) => {
                let shard = event.ready.shard.map_or(0, |shard| shard.id.0);
                self.greet(shard, Some(event.ready.resume_gateway_url));
            }
            // The session works, but cannot be resumed.
            Event::Unknown(event) if event.kind == "READY" => {
                let shard = event.value["shard"][0].as_u64().unwrap_or(0);
                self.greet(shard.try_into().unwrap_or(0), None);
            }
            _ => {}
        }
    }
}

impl Bot {
    /// Answers one interaction.
    pub async fn handle(self: &Arc<Self>, interaction: Interaction) {
        let working = self.working.read().await;
        if self.stopping.is_cancelled() || !self.first_time(interaction.id().get()) {
            return;
        }
        // The span has the level of errors, so that errors are logged with it at every level.
        // Messages sent later for this interaction are logged with the same id, by any process.
        let trace = interaction.id().get();
        let span = match &interaction {
            Interaction::Command(command) => {
                tracing::error_span!("command", trace, name = command.data.name)
            }
            Interaction::Autocomplete(command) => {
                tracing::error_span!("complete", trace, name = command.data.name)
            }
            Interaction::Modal(_) => tracing::error_span!("form", trace),
            _ => tracing::error_span!("press", trace),
        };
        self.http.last_answer.hear(trace);
        let Some(mut context) = Context::new(&interaction, self.arrivals.age(trace)) else {
            return;
        };
        // Boxed, here and below: the future of a whole turn is too large for one frame of a stack.
        let work = Box::pin(self.respond(&mut context, &interaction));
        let next_panel = work.instrument(span.clone()).await;
        drop(working);
        if let Some(next) = next_panel {
            // A task of its own: the shard stays open while its handlers run.
            let bot = Arc::clone(self);
            let opened = async move { bot.open_next_panel(&context, next).await };
            tokio::spawn(opened.instrument(span));
        }
    }

    /// Returns the panel that is to open after the answer.
    async fn respond(&self, context: &mut Context, interaction: &Interaction) -> Option<NextPanel> {
        let watch = Stopwatch::start();
        let log = |outcome: &str| {
            let duration_ms = u64::try_from(watch.elapsed().as_millis()).unwrap_or(u64::MAX);
            tracing::debug!(duration_ms, "{outcome}");
        };
        if let Interaction::Autocomplete(command) = interaction {
            self.complete(context, command).await;
            log("completed");
            return None;
        }
        if let Err(error) = within(SETTINGS_TIMEOUT, self.read_settings(context)).await {
            // The request will fail as well, and be reported.
            tracing::warn!(error = chain(&error), "settings cannot be read");
        }
        self.hasten_posts(context).await;
        let answer = Box::pin(answer(Request::new(self, context), interaction));
        let (answer, outcome) = match within(context.left(ACT_TIMEOUT), answer).await {
            Ok(answer) => (answer, "answered"),
            Err(failure) => (Answer::new(self.explain(&failure, context)), "denied"),
        };
        let next_panel = answer.next_panel();
        Box::pin(self.deliver(context, answer)).await;
        log(outcome);
        next_panel
    }

    /// Sends what a channel has refused, if the interaction shows that the bot may post there now.
    async fn hasten_posts(&self, context: &Context) {
        let channel = context.venue.channel;
        if context.may_post() && self.http.channel_limits.vouch(channel, context.cause) {
            let hastened = self.app.store().hasten(channel, self.app.now()).await;
            ok_or_log(hastened, "messages wait longer than they must");
            self.wake();
        }
    }

    /// Opens the panel of the person's next turn, when the engine has taken its own. If that ended
    /// the game, the answer tells how.
    async fn open_next_panel(&self, context: &Context, next: NextPanel) {
        let mut turns = self.engine_turns.subscribe();
        let opened = async {
            loop {
                match turn::open(Request::new(self, context), Target::Game(next.game)).await {
                    Ok(panel) => return self.open_panel(context, panel, next.place).await,
                    Err(Failure::Denial(Denial::NotYourTurn(_))) => {}
                    Err(_) => break,
                }
                while turns.recv().await.is_ok_and(|played| played != next.game) {}
            }
            let target = Target::Game(next.game);
            if next.place == PanelPlace::Answer
                && let Ok(game) = self.app.look(context.player, context.venue, target).await
                && let Some(ending) = game.ending
            {
                let over = view::over(self.localizer(context.locale), &game, ending);
                self.open_panel(context, over, next.place).await;
            }
        };
        let bounded = tokio::time::timeout(NEXT_PANEL_TIMEOUT, opened);
        // If it is late, the person opens the panel from the board.
        let _ = self.stopping.run_until_cancelled(bounded).await;
    }

    /// Reads what the server and the user have chosen, and applies the language.
    async fn read_settings(&self, context: &mut Context) -> Result<()> {
        let chosen = Request::new(self, context).settings().await?;
        if let Some(locale) = &chosen.locale {
            context.public = Locale::from_tag(locale);
        }
        context.settings = Some(chosen);
        Ok(())
    }

    async fn complete(&self, context: &Context, command: &CommandInteraction) {
        let options = Options(command);
        let choices = completion::run(Request::new(self, context), &options);
        let choices = within(context.left(ACT_TIMEOUT), choices).await;
        let choices = choices.unwrap_or_else(|failure| {
            // A list of choices has no room for an explanation; this logs it.
            let _ = self.explain(&failure, context);
            Vec::new()
        });
        self.offer(context, &choices).await;
    }
}

/// The answer to a command, a press or a form.
async fn answer(request: Request<'_>, interaction: &Interaction) -> Result {
    let (custom_id, message) = match interaction {
        Interaction::Component(component) => {
            (&component.data.custom_id, Some(component.message.as_ref()))
        }
        Interaction::Modal(form) => (&form.data.custom_id, form.message.as_deref()),
        Interaction::Command(command) => {
            let answer = commands::run(request, &Options(command)).await?;
            return Ok(answer.beside_public());
        }
        _ => return Err(Text::new("denied-unknown-command").into()),
    };
    let unknown = || Text::new("denied-unknown-button");
    let message = message.ok_or_else(unknown)?;
    let id = CustomId::read(custom_id).ok_or_else(unknown)?;
    let press = Press {
        request,
        message: MessageId(message.id.get()),
        board: bears_panel(message),
    };
    let answer = components::run(press, &id).await?;
    // A private answer never replaces a public message.
    Ok(if request.context.private {
        answer
    } else {
        answer.beside_public()
    })
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

/// What the bot reads of an interaction, and what serenity must find there.
///
/// Null: the field as it is. A text, a number or a truth value: the field if it is of that kind, else
/// this. A list: the elements in the shape of its own, if it has one. An object: these fields; with
/// `"*"`, every field in that shape; with `"="`, always that.
static SHAPE: LazyLock<Value> = LazyLock::new(|| {
    let shape = include_str!("../../../assets/interaction.json");
    serde_json::from_str(shape).expect("the file is JSON")
});

/// An interaction from its JSON; `None` if it is lost.
pub(in crate::discord) fn read_interaction(bot: &Bot, json: Value) -> Option<Interaction> {
    // Discord says more than serenity knows: one such field must not lose an act.
    let read = serde_json::from_value(json.clone()).or_else(|error| {
        bot.app.store().metrics.stripped.inc();
        let error = chain(&error);
        tracing::warn!(error, "an interaction is read without its decorations");
        serde_json::from_value(shaped(&SHAPE, &json))
    });
    if read.is_err() {
        bot.app.store().metrics.faults.inc();
    }
    ok_or_log(read, "an interaction could not be read and is lost")
}

/// A value in a shape.
fn shaped(shape: &Value, json: &Value) -> Value {
    match shape {
        Value::Null => json.clone(),
        Value::Object(fields) if fields.contains_key("=") => fields["="].clone(),
        Value::Object(fields) if fields.contains_key("*") => {
            let given = json.as_object().into_iter().flatten();
            let given = given.map(|(name, field)| (name, shaped(&fields["*"], field)));
            given.collect()
        }
        Value::Object(fields) if json.is_object() => {
            let fields = fields.iter();
            let fields = fields.map(|(name, shape)| (name, shaped(shape, &json[name])));
            fields.filter(|(_, field)| !field.is_null()).collect()
        }
        Value::Object(_) => Value::Null,
        Value::Array(each) => {
            let given = json.as_array().into_iter().flatten();
            let given = given.filter_map(|element| Some(shaped(each.first()?, element)));
            given.collect()
        }
        Value::Bool(_) if json.is_boolean() => json.clone(),
        Value::Number(_) if json.is_u64() => json.clone(),
        Value::String(_) if json.is_string() => json.clone(),
        _ => shape.clone(),
    }
}
