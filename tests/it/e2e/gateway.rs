//! The gateway: one that accepts the connection and then sends nothing, and one with several
//! shards.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{CreateAllowedMentions, CreateButton, CreateMessage, UserId};
use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::gateway::Sharding;
use siwa::discord::run::{Settings, Source};
use siwa::store::Store;
use siwa::time::Clock;
use siwa_games::registry::Registry;
use siwa_playground::{Options, Playground};
use tokio::net::TcpListener;

use super::backend::Database;
use super::harness::{Harness, L10N, PAINTER, Running, TIMEOUT, settings};
use super::person::{Person, Says};
use super::play::said;
use super::scratch::Scratch;

/// Starts a bot with short timeouts on its own file, in this directory.
async fn hasty(scratch: &Scratch, api: String, token: &str) -> Running {
    sharing(&scratch.url(), Sharding::Auto, api, token).await
}

async fn sharing(database: &str, sharding: Sharding, api: String, token: &str) -> Running {
    let store = Store::open(database, Registry::standard()).await.unwrap();
    let app = App::new(store, Clock::default());
    let settings = Settings {
        start_timeout: Duration::from_secs(1),
        ..settings(token, api, Duration::from_secs(60))
    };
    let bot = Bot::new(app, Arc::clone(&L10N), Arc::clone(&PAINTER), settings);
    Running::start(bot, Source::Gateway(sharding))
}

#[tokio::test]
async fn a_discord_that_accepts_and_never_answers_is_tried_again() {
    let mute = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
        .await
        .unwrap();
    let api = format!("http://{}", mute.local_addr().unwrap());
    let scratch = Scratch::new();
    let bot = hasty(&scratch, api, "a.b.c").await;
    let (_first, _) = mute.accept().await.unwrap();
    let second = tokio::time::timeout(TIMEOUT, mute.accept()).await;
    assert!(second.is_ok(), "the bot waits for ever");
    bot.stop().await;
}

#[tokio::test]
async fn a_gateway_that_accepts_and_never_greets_is_tried_again() {
    let playground = Playground::start(Options::default()).await.unwrap();
    playground.world().mute_gateway();
    let scratch = Scratch::new();
    let bot = hasty(&scratch, playground.api_url(), playground.token()).await;
    playground.world().ready().await.unwrap();
    bot.stop().await;
}

#[tokio::test]
async fn without_sessions_left_none_is_started_until_there_are_more() {
    let playground = Playground::start(Options::default()).await.unwrap();
    let world = playground.world();
    world.limit_sessions(0, Duration::from_millis(700));
    let scratch = Scratch::new();
    let bot = hasty(&scratch, playground.api_url(), playground.token()).await;
    world.ready().await.unwrap();
    let violations = world.take_violations();
    assert!(violations.is_empty(), "{violations:?}");
    bot.stop().await;
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
    let api = playground.api_url();
    let token = playground.token();
    let mut bots = Vec::new();
    for own in [0..=0, 1..=1] {
        let sharding = Sharding::Fixed { total: 2, own };
        bots.push(sharing(database.url(), sharding, api.clone(), token).await);
    }
    let world = playground.world();
    world.wait_for_shards(&[(0, 2), (1, 2)]).await.unwrap();
    // The server is on shard 1, direct messages are on shard 0.
    world.open_conversation("ana");
    let [ana, bob] = ["ana", "bob"].map(|key| Person(world.person(key)));
    let card = said(&ana, "/challenge opponent:@bob").await;
    bob.presses(&card, "accept").await;
    said(&ana.in_channel("dm:ana"), "/games").await.says("#1");
    for bot in bots {
        bot.stop().await;
    }
    let violations = world.take_violations();
    assert!(violations.is_empty(), "{violations:?}");
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
    bob.types("/games").await;
    let hand = harness.hand();
    let private = UserId::new(bob.id());
    let private = private.create_dm_channel(&hand).await.unwrap();
    let button = CreateButton::new("game:1:0:panel:").label("Old");
    let message = CreateMessage::new().content("from before").button(button);
    let message = message.allowed_mentions(CreateAllowedMentions::new());
    let message = private.id.send_message(&hand, message).await.unwrap();
    let bob = bob.in_channel("dm:bob");
    bob.presses(message.id.get(), "panel").await;
}
