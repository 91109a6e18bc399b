//! The gateway: one that accepts the connection and then sends nothing, and one with several
//! shards.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{CreateAllowedMentions, CreateButton, CreateMessage, UserId};
use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::gateway::Sharding;
use siwa::discord::run::{self, Settings, Source, StartError};
use siwa::store::Store;
use siwa::time::Clock;
use siwa_games::registry::Registry;
use siwa_playground::{Options, Playground};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::backend::Database;
use super::harness::{Harness, L10N, PAINTER};
use super::play::said;

/// A bot with short timeouts, and how to stop it.
struct Hasty {
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), StartError>>,
    /// The directory of its files.
    directory: Option<std::path::PathBuf>,
}

impl Hasty {
    /// Starts a bot on its own file.
    async fn start(name: &str, api: String, token: &str) -> Self {
        let directory = std::env::temp_dir().join(format!("siwa-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = format!("sqlite://{}", directory.join("games.db").display());
        let bot = Self::sharing(&file, Sharding::Auto, api, token).await;
        Self {
            directory: Some(directory),
            ..bot
        }
    }

    async fn sharing(database: &str, sharding: Sharding, api: String, token: &str) -> Self {
        let store = Store::open(database, Registry::standard()).await.unwrap();
        let app = App::new(store, Clock::default());
        let bot = Arc::new(Bot::new(app, Arc::clone(&L10N), Arc::clone(&PAINTER)));
        let settings = Settings {
            token: token.to_owned(),
            api: Some(api),
            guild: None,
            sweep_interval: Duration::from_secs(60),
            start_timeout: Duration::from_millis(300),
            requests: 50,
        };
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            run::run(bot, &settings, &Source::Gateway(sharding), stopped).await
        });
        Self {
            stop,
            running,
            directory: None,
        }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
        if let Some(directory) = self.directory {
            // The operating system cleans up leftovers.
            let _ = std::fs::remove_dir_all(directory);
        }
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
async fn without_sessions_left_none_is_started_until_there_are_more() {
    let playground = Playground::start(Options::default()).await.unwrap();
    let world = playground.world();
    world.limit_sessions(0, Duration::from_millis(700));
    let bot = Hasty::start("spent", playground.api_url(), playground.token()).await;
    world.ready().await.unwrap();
    let violations = world.take_violations();
    assert!(violations.is_empty(), "{violations:?}");
    bot.stop().await;
    playground.stop().await;
}

#[tokio::test]
async fn two_processes_with_shards_of_their_own_are_one_bot() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let playground = Playground::start(Options {
        shards: 2,
        ..Options::default()
    })
    .await
    .unwrap();
    let (api, token) = (playground.api_url(), playground.token());
    let mut bots = Vec::new();
    for own in [0..=0, 1..=1] {
        let sharding = Sharding::Fixed { total: 2, own };
        bots.push(Hasty::sharing(database.url(), sharding, api.clone(), token).await);
    }
    let world = playground.world();
    world.wait_for_shards(&[(0, 2), (1, 2)]).await.unwrap();
    // The server is on shard 1, direct messages are on shard 0.
    world.open_conversation("ana");
    let [ana, bob] = ["ana", "bob"].map(|key| world.person(key));
    let card = said(&ana, "/challenge opponent:@bob").await;
    bob.presses(&card, "Accept").await.unwrap();
    let games = said(&ana.in_channel("dm:ana"), "/games").await;
    assert!(games.text().contains("#1"), "{}", games.text());
    for bot in bots {
        bot.stop().await;
    }
    let violations = world.take_violations();
    assert!(violations.is_empty(), "{violations:?}");
    playground.stop().await;
}

#[tokio::test]
async fn all_shards_that_discord_proposes_are_run_and_answered() {
    let harness = Harness::open_with(Options {
        shards: 2,
        ..Options::default()
    })
    .await;
    let world = harness.world();
    world.wait_for_shards(&[(0, 2), (1, 2)]).await.unwrap();
    // The server is on shard 1, direct messages are on shard 0.
    let bob = harness.person("bob");
    bob.types("/games").await.unwrap();
    let hand = harness.hand();
    let private = UserId::new(bob.id());
    let private = private.create_dm_channel(&hand).await.unwrap();
    let button = CreateButton::new("game:1:0:panel:").label("Old");
    let message = CreateMessage::new().content("from before").button(button);
    let message = message.allowed_mentions(CreateAllowedMentions::new());
    let message = private.id.send_message(&hand, message).await.unwrap();
    let bob = bob.in_channel("dm:bob");
    bob.presses(message.id.get(), "Old").await.unwrap();
}
