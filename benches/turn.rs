//! A whole turn, from the gateway's event to the answered callback, through the real program
//! against the simulator, at 50 turns a second; and the program's memory, idle and after all turns,
//! and its start time.
//!
//! This does not use criterion: it measures the distribution over one long run. `cargo bench
//! --bench turn -- 500` takes 500 turns instead of 10,000; with `engines`, the bot also searches in
//! as many games of its own as it has cores, at its strongest level. With `animations`, it then takes
//! as many turns four times more, faster, and asks for an animation with every twenty-fifth.
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails may stop there"
)]

mod people;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_playground::{Options, Playground};
use tokio::sync::Mutex;

use people::{Bot, Pair, memory};

const PAIRS: u64 = 25;
const A_SECOND: u64 = 50;
const TURNS: u64 = 10_000;
const ENGINES: usize = 250;

#[tokio::main]
async fn main() {
    let turns = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(TURNS);
    let play = Playground::start(Options {
        people: people::members(PAIRS),
        ..Options::default()
    })
    .await
    .unwrap();

    let directory = std::env::temp_dir().join(format!("siwa-turn-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let watch = Stopwatch::start();
    let bot = Command::new(env!("CARGO_BIN_EXE_siwa"))
        .arg("run")
        .current_dir(&directory)
        .env("DISCORD_TOKEN", play.token())
        .env("DISCORD_API_URL", play.api_url())
        .env("DATABASE_URL", "sqlite://games.db")
        // Discord's limit must not affect the measurement.
        .env("REQUESTS_PER_SECOND", "100000")
        .env("RUST_LOG", "warn")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let bot = Bot(bot);
    play.world().ready().await.unwrap();
    println!("from start to ready: {} ms", watch.elapsed().as_millis());
    tokio::time::sleep(Duration::from_secs(1)).await;
    println!("memory idle: {:.1} MB", memory(&bot));

    let world = play.world();
    let pairs = people::pairs(world, PAIRS).await;
    if std::env::args().any(|argument| argument == "engines") {
        // In half of these games the bot has the first turn, and searches for two seconds: enough
        // for some minutes.
        for number in (0..PAIRS * 2).cycle().take(ENGINES) {
            let person = people::person(world, number);
            let mut menu = person.types("/play").await.unwrap();
            for (name, value) in [("variant", "seega-9-classic"), ("level", "5")] {
                let shown = menu.message().unwrap();
                let menus = shown.selects();
                let ids = menus.iter().filter_map(|menu| menu["custom_id"].as_str());
                let id = ids.into_iter().find(|id| id.ends_with(name)).unwrap();
                menu = person.selects(shown, id, &[value]).await.unwrap();
            }
            let start = menu.message().unwrap();
            person.presses(start, "begin").await.unwrap();
        }
    }

    let took = people::play(&pairs, turns, A_SECOND).await;
    println!(
        "{turns} turns at {A_SECOND} a second: median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms",
        took.at(0.5),
        took.at(0.99),
        took.at(1.0)
    );
    println!("memory after {turns} turns: {:.1} MB", memory(&bot));
    if std::env::args().any(|argument| argument == "animations") {
        animate(&pairs, turns, &bot).await;
    }
    drop(bot);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Takes turns four times more, and asks for the animation of a game after one turn of each.
async fn animate(pairs: &[Arc<Mutex<Pair>>], turns: u64, bot: &Bot) {
    for round in 1..=4 {
        for (_, pair) in (0..turns / PAIRS).zip(pairs.iter().cycle()) {
            people::play(pairs, PAIRS, 4 * A_SECOND).await;
            pair.lock().await.animate().await;
        }
        let played = turns * round;
        println!(
            "memory after {played} turns with animations: {:.1} MB",
            memory(bot)
        );
    }
}
