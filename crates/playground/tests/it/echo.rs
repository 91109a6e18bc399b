//! A tiny bot with the real library, to try the playground with.

use std::ops::Deref;
use std::sync::Arc;

use serde_json::Value;
use serenity::all::{
    ActionRowComponent, ButtonStyle, ClientBuilder, CommandInteraction, CommandOptionType,
    ComponentInteraction, Context, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateCommand, CreateCommandOption, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    CreateThread, EditInteractionResponse, EditMessage, EventHandler, GatewayIntents, HttpBuilder,
    InputTextStyle, Interaction, Ready, ResolvedOption, ResolvedValue,
};
use serenity::async_trait;
use siwa_playground::{Message, Options, Playground, World};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::http::{Reply, request};

/// The smallest possible picture.
pub const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\
    \0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\
    \0\0\0\rIDATx\x9cc\xf8\xff\xff?\0\x05\xfe\x02\xfe\xa75\x81\x84\0\0\0\0IEND\xaeB`\x82";

/// A bot that echoes; it waits for this before a slow answer.
#[derive(Default)]
pub struct Echo {
    pub go: Arc<Notify>,
}

fn commands() -> Vec<CreateCommand> {
    let option = CreateCommandOption::new;
    vec![
        CreateCommand::new("show")
            .name_localized("pt-BR", "mostrar")
            .description("Shows a picture")
            .add_option(
                option(CommandOptionType::String, "size", "How large")
                    .name_localized("pt-BR", "tamanho")
                    .required(true)
                    .add_string_choice_localized("Small", "s", [("pt-BR", "Pequeno")])
                    .add_string_choice("Large", "l"),
            )
            .add_option(option(CommandOptionType::User, "whom", "Whom to call"))
            .add_option(option(CommandOptionType::String, "note", "A note").max_length(20))
            .add_option(
                option(CommandOptionType::Integer, "times", "How often")
                    .min_int_value(1)
                    .max_int_value(3),
            )
            .add_option(option(CommandOptionType::Boolean, "quiet", "Privately")),
        CreateCommand::new("pick")
            .description("Picks a word")
            .add_option(
                option(CommandOptionType::String, "word", "The word")
                    .required(true)
                    .set_autocomplete(true),
            ),
        CreateCommand::new("set")
            .description("Settings")
            .add_option(
                option(CommandOptionType::SubCommand, "theme", "The theme").add_sub_option(
                    option(CommandOptionType::String, "name", "Its name").required(true),
                ),
            )
            .add_option(option(
                CommandOptionType::SubCommand,
                "reset",
                "From the beginning",
            )),
        CreateCommand::new("try")
            .description("Tries something")
            .add_option(option(CommandOptionType::String, "what", "What").required(true)),
    ]
}

fn text(content: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
        .content(content)
        .allowed_mentions(CreateAllowedMentions::new())
}

fn say(content: impl Into<String>) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(text(content))
}

fn row() -> CreateActionRow {
    CreateActionRow::Buttons(vec![
        CreateButton::new("more")
            .label("More")
            .style(ButtonStyle::Success),
        CreateButton::new("dead").label("Dead").disabled(true),
        CreateButton::new("ask").label("Ask"),
        CreateButton::new_link("https://example.org").label("Away"),
    ])
}

fn menu() -> CreateActionRow {
    let options = ["a", "b", "c"].map(|it| CreateSelectMenuOption::new(it.to_uppercase(), it));
    let kind = CreateSelectMenuKind::String {
        options: options.to_vec(),
    };
    CreateActionRow::SelectMenu(CreateSelectMenu::new("menu", kind).max_values(2))
}

impl Echo {
    async fn show(&self, ctx: &Context, it: &CommandInteraction) -> serenity::Result<()> {
        let mut line = format!("{} in {}:", it.user.name, it.locale);
        let mut message = text("");
        for ResolvedOption { name, value, .. } in it.data.options() {
            match value {
                ResolvedValue::String(value) => line += &format!(" {name}={value}"),
                ResolvedValue::Integer(value) => line += &format!(" {name}={value}"),
                ResolvedValue::Boolean(quiet) => message = message.ephemeral(quiet),
                ResolvedValue::User(user, _) => {
                    line += &format!(" <@{}>", user.id);
                    message =
                        message.allowed_mentions(CreateAllowedMentions::new().users(vec![user.id]));
                }
                other => panic!("{other:?}"),
            }
        }
        let file = CreateAttachment::bytes(PIXEL, "pixel.png").description("One pixel");
        let message = message
            .content(line)
            .add_file(file)
            .components(vec![row(), menu()]);
        it.create_response(ctx, CreateInteractionResponse::Message(message))
            .await
    }

    async fn attempt(&self, ctx: &Context, it: &CommandInteraction) -> serenity::Result<()> {
        let ResolvedValue::String(what) = it.data.options()[0].value else {
            panic!("a text");
        };
        let mention = format!("<@{}>", it.user.id);
        match what {
            "twice" => {
                it.create_response(ctx, say("once")).await?;
                assert!(it.create_response(ctx, say("twice")).await.is_err());
                Ok(())
            }
            "late" => {
                self.go.notified().await;
                assert!(it.create_response(ctx, say("late")).await.is_err());
                Ok(())
            }
            "long" => {
                let http = &ctx.http;
                let long =
                    serde_json::json!({ "type": 4, "data": { "content": "x".repeat(2001) } });
                let refused = http
                    .create_interaction_response(it.id, &it.token, &long, vec![])
                    .await;
                assert!(refused.is_err());
                it.create_response(ctx, say("too long")).await
            }
            "defer" => {
                it.defer(ctx).await?;
                self.go.notified().await;
                let edit = EditInteractionResponse::new().content(format!("done {mention}"));
                it.edit_response(ctx, edit).await.map(drop)
            }
            "follow" => {
                it.create_response(ctx, say("first")).await?;
                let further = CreateInteractionResponseFollowup::new().content("second");
                it.create_followup(ctx, further.ephemeral(true)).await?;
                let original = it.get_response(ctx).await?;
                assert_eq!(original.content, "first");
                Ok(())
            }
            "post" => {
                it.create_response(ctx, say("posting")).await?;
                let post = CreateMessage::new().content(format!("post for {mention}"));
                let mut sent = it.channel_id.send_message(ctx, post).await?;
                let edit = EditMessage::new().content(format!("edited for {mention}"));
                sent.edit(ctx, edit).await?;
                Ok(())
            }
            "once" => {
                it.create_response(ctx, say("marking")).await?;
                let post = serde_json::json!({
                    "content": "marked", "nonce": "n1", "enforce_nonce": true,
                });
                let one = ctx.http.send_message(it.channel_id, vec![], &post).await?;
                let two = ctx.http.send_message(it.channel_id, vec![], &post).await?;
                assert_eq!(one.id, two.id);
                Ok(())
            }
            "thread" => {
                it.create_response(ctx, say("opening")).await?;
                let original = it.get_response(ctx).await?;
                let thread = CreateThread::new("A thread");
                let thread = it
                    .channel_id
                    .create_thread_from_message(ctx, original.id, thread)
                    .await?;
                thread.say(ctx, "inside").await.map(drop)
            }
            "private" => {
                it.create_response(ctx, say("writing")).await?;
                let post = CreateMessage::new().content("just for you");
                it.user.direct_message(ctx, post).await.map(drop)
            }
            other => it.create_response(ctx, say(format!("tried {other}"))).await,
        }
    }

    async fn pressed(&self, ctx: &Context, it: &ComponentInteraction) -> serenity::Result<()> {
        let kinds = it.message.components.iter().flat_map(|row| &row.components);
        let buttons = kinds.filter(|part| matches!(part, ActionRowComponent::Button(_)));
        let response = match it.data.custom_id.as_str() {
            "more" => CreateInteractionResponse::UpdateMessage(
                text(format!("{} of {}", it.user.name, buttons.count())).components(vec![row()]),
            ),
            "menu" => match &it.data.kind {
                serenity::all::ComponentInteractionDataKind::StringSelect { values } => {
                    CreateInteractionResponse::Message(text(values.join("+")).ephemeral(true))
                }
                other => panic!("{other:?}"),
            },
            "ask" => CreateInteractionResponse::Modal(
                CreateModal::new("form", "A form").components(vec![CreateActionRow::InputText(
                    CreateInputText::new(InputTextStyle::Short, "Six digits", "digits")
                        .min_length(6)
                        .max_length(6),
                )]),
            ),
            other => panic!("{other}"),
        };
        it.create_response(ctx, response).await
    }
}

#[async_trait]
impl EventHandler for Echo {
    async fn ready(&self, ctx: Context, _: Ready) {
        serenity::all::Command::set_global_commands(&ctx, commands())
            .await
            .unwrap();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let done = match &interaction {
            Interaction::Command(it) => match it.data.name.as_str() {
                "show" => self.show(&ctx, it).await,
                "try" => self.attempt(&ctx, it).await,
                name => {
                    let options = it.data.options();
                    let options: Vec<String> = options
                        .iter()
                        .map(|option| format!("{} {:?}", option.name, option.value))
                        .collect();
                    let line = format!("{name}: {}", options.join(", "));
                    it.create_response(&ctx, say(line)).await
                }
            },
            Interaction::Autocomplete(it) => {
                let typed = it.data.autocomplete().map_or("", |option| option.value);
                let words = ["one", "two", "three"].map(|word| format!("{typed}{word}"));
                let mut offer = CreateAutocompleteResponse::new();
                for word in words {
                    offer = offer.add_string_choice(word.to_uppercase(), word);
                }
                let response = CreateInteractionResponse::Autocomplete(offer);
                it.create_response(&ctx, response).await
            }
            Interaction::Component(it) => self.pressed(&ctx, it).await,
            Interaction::Modal(it) => {
                let ActionRowComponent::InputText(input) = &it.data.components[0].components[0]
                else {
                    panic!("a text input");
                };
                let line = format!("got {}", input.value.as_deref().unwrap_or_default());
                it.create_response(&ctx, say(line)).await
            }
            other => panic!("{other:?}"),
        };
        done.unwrap();
    }
}

/// The playground with the bot connected and ready.
pub struct Stage {
    // The bot comes first: it must be dropped before the playground checks for violations.
    bot: Bot,
    pub play: Playground,
    pub go: Arc<Notify>,
}

struct Bot(JoinHandle<()>);

impl Drop for Bot {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Deref for Stage {
    type Target = World;

    fn deref(&self) -> &World {
        self.play.world()
    }
}

impl Stage {
    /// Waits until a message of a channel starts with these words; returns it.
    pub async fn finds(&self, channel: &str, words: &str) -> Message {
        let found = self.wait_for(channel, |message| message.text().starts_with(words));
        found.await.unwrap()
    }

    /// Stops both, and waits until they have stopped.
    pub async fn end(self) {
        drop(self.bot);
        self.play.stop().await;
    }
}

/// A client of the real library, pointed at the playground.
pub fn client(play: &Playground, token: &str, intents: GatewayIntents) -> ClientBuilder {
    let http = HttpBuilder::new(token).proxy(play.api_url());
    let http = http.ratelimiter_disabled(true).build();
    ClientBuilder::new_with_http(http, intents)
}

/// Makes a request of the API as the bot.
pub async fn request_as_bot(play: &Playground, method: &str, path: &str, body: &Value) -> Reply {
    let token = format!("Bot {}", play.token());
    let headers = [("authorization", token.as_str())];
    let path = format!("/api/v10{path}");
    request(&play.api_url(), method, &path, &headers, body).await
}

pub async fn stage() -> Stage {
    stage_with(Options {
        strict: true,
        ..Options::default()
    })
    .await
}

pub async fn stage_with(options: Options) -> Stage {
    let play = Playground::start(options).await.unwrap();
    let bot = Echo::default();
    let go = Arc::clone(&bot.go);
    let client = client(&play, play.token(), GatewayIntents::GUILDS);
    let mut client = client.event_handler(bot).await.unwrap();
    let bot = Bot(tokio::spawn(async move { client.start().await.unwrap() }));
    play.world().ready().await.unwrap();
    Stage { play, go, bot }
}
