//! The gateway: one that accepts the connection and then says nothing, and one of several shards.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{CreateAllowedMentions, CreateButton, CreateMessage, UserId};
use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::gateway::Sharding;
use siwa::discord::run::{self, Settings, Source, StartError};
use siwa::l10n::L10n;
use siwa::playground::{Options, Playground};
use siwa::registry::Registry;
use siwa::store::Store;
use siwa::time::Clock;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::house::{House, PAINTER};

/// A bot that does not wait long, and how to stop it.
struct Hasty {
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), StartError>>,
    directory: std::path::PathBuf,
}

impl Hasty {
    async fn start(name: &str, api: String, token: &str) -> Self {
        let directory = std::env::temp_dir().join(format!("siwa-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = format!("sqlite://{}", directory.join("games.db").display());
        let app = App::new(
            Store::open(&file, Registry::standard()).await.unwrap(),
            Clock::default(),
        );
        let bot = Arc::new(Bot::new(app, L10n::new(), Arc::clone(&PAINTER)));
        let settings = Settings {
            token: token.to_owned(),
            api: Some(api),
            guild: None,
            pace: Duration::from_secs(60),
            patience: Duration::from_millis(300),
            requests: 50,
        };
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            run::run(bot, &settings, &Source::Gateway(Sharding::Auto), stopped).await
        });
        Self {
            stop,
            running,
            directory,
        }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
        // What is left behind is the operating system's to clean.
        let _ = std::fs::remove_dir_all(self.directory);
    }
}

#[tokio::test]
async fn a_discord_that_accepts_and_never_answers_is_tried_again() {
    let mute = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
        .await
        .unwrap();
    let api = format!("http://{}", mute.local_addr().unwrap());
    let bot = Hasty::start("mute", api, "a.b.c").await;
    let (_first, _) = mute.accept().await.unwrap();
    let second = tokio::time::timeout(Duration::from_secs(10), mute.accept()).await;
    assert!(second.is_ok(), "the bot waits for ever");
    bot.stop().await;
}

#[tokio::test]
async fn a_gateway_that_accepts_and_never_greets_is_tried_again() {
    let playground = Playground::start(Options::default()).await.unwrap();
    playground.world().mute_gateway();
    let bot = Hasty::start("silent", playground.api_url(), playground.token()).await;
    playground.world().ready().await.unwrap();
    bot.stop().await;
    playground.stop().await;
}

#[tokio::test]
async fn all_shards_that_discord_proposes_are_run_and_answered() {
    let house = House::open_with(Options {
        shards: 2,
        ..Options::default()
    })
    .await;
    let world = house.world();
    world.wait_for_shards(&[(0, 2), (1, 2)]).await.unwrap();
    // The server is on shard 1, direct messages are on shard 0.
    let bob = house.person("bob");
    bob.types("/games").await.unwrap();
    let hand = house.hand();
    let private = UserId::new(bob.id());
    let private = private.create_dm_channel(&hand).await.unwrap();
    let button = CreateButton::new("game:1:0:panel:").label("Old");
    let message = CreateMessage::new().content("from before").button(button);
    let message = message.allowed_mentions(CreateAllowedMentions::new());
    let message = private.id.send_message(&hand, message).await.unwrap();
    let bob = bob.in_channel("dm:bob");
    bob.presses(message.id.get(), "Old").await.unwrap();
}
