//! How many turns a second the program takes, if 99 of 100 are to be answered within 100 ms:
//! in one process on a file, or in several on a PostgreSQL server, all on this machine, with
//! the simulated Discord and the server beside it.
//!
//! Not one of criterion's benchmarks: the rate rises until it is too much. `cargo bench --bench
//! load` plays on a file; `-- 4` in four processes on the server at `SIWA_TEST_POSTGRES`, or
//! else on this machine.
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails may stop there"
)]

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/it/backend.rs"]
mod backend;
mod people;

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_playground::{Options, Playground};

use backend::Database;
use people::Bot;

const PAIRS: u64 = 60;
/// Turns a second at first, and how many more at each step.
const STEP: u64 = 25;
/// How long each rate is held, in seconds.
const HELD: u64 = 10;
/// What 99 of 100 turns may take, in milliseconds.
const BOUND: f64 = 100.0;
/// Of so many ticks is a second of the processor's time, for Linux.
const TICKS: f64 = 100.0;

#[tokio::main]
async fn main() {
    let processes: Option<usize> = std::env::args().find_map(|argument| argument.parse().ok());
    let directory = std::env::temp_dir().join(format!("siwa-load-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let (database, processes) = match processes {
        None => (Database::in_file(&directory.join("games.db")), 1),
        Some(processes) => (Database::on_server().await.unwrap(), processes),
    };
    let play = Playground::start(Options {
        people: people::members(PAIRS),
        ..Options::default()
    })
    .await
    .unwrap();
    let mut bots = Vec::new();
    for _ in 0..processes {
        bots.push(serve(&play, &database, &directory).await);
    }
    let pairs = people::pairs(play.world(), PAIRS).await;
    let own = || vec![std::process::id()];
    let bot = || bots.iter().map(|Bot(process)| process.id()).collect();
    println!("| turns/s | median | 99 of 100 | simulator | bot | database |");
    println!("|---|---|---|---|---|---|");
    for rate in (1..).map(|step| step * STEP) {
        let groups: [&dyn Fn() -> Vec<u32>; 3] = [&own, &bot, &servers];
        let before = groups.map(|group| spent(&group()));
        let watch = Stopwatch::start();
        let took = people::play(&pairs, rate * HELD, rate).await;
        let seconds = watch.elapsed().as_secs_f64();
        let [simulator, bot, database] = [0, 1, 2].map(|of: usize| {
            let cores = (spent(&groups[of]()) - before[of]) / seconds;
            format!("{cores:.2}")
        });
        let (median, most) = (took.at(0.5), took.at(0.99));
        println!(
            "| {rate} | {median:.1} ms | {most:.1} ms | {simulator} cores | {bot} | {database} |"
        );
        if most > BOUND {
            break;
        }
    }
    drop(bots);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Starts a process that is asked over HTTP.
async fn serve(play: &Playground, database: &Database, directory: &std::path::Path) -> Bot {
    // Free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let bot = Command::new(env!("CARGO_BIN_EXE_siwa"))
        .args(["serve", "--listen", &address])
        .current_dir(directory)
        .env("DISCORD_TOKEN", play.token())
        .env("DISCORD_API_URL", play.api_url())
        .env("DISCORD_PUBLIC_KEY", play.world().public_key())
        .env("DATABASE_URL", database.url())
        // Discord's limit is not what is measured.
        .env("REQUESTS_PER_SECOND", "100000")
        .env("RUST_LOG", "warn")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let bot = Bot(bot);
    let url = format!("http://{address}/interactions");
    while play.world().add_endpoint(&url).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    bot
}

/// The processes of PostgreSQL on this machine.
fn servers() -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|it| it.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| {
        let name = std::fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
        name.starts_with("postgres")
    })
    .collect()
}

/// How many seconds these processes have kept a processor busy; those that have ended none.
fn spent(processes: &[u32]) -> f64 {
    let ticks = processes.iter().filter_map(|id| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name, in brackets, may have anything in it.
        let (_, fields) = stat.rsplit_once(") ")?;
        let mut fields = fields.split(' ').skip(11);
        let own: f64 = fields.next()?.parse().ok()?;
        let system: f64 = fields.next()?.parse().ok()?;
        Some(own + system)
    });
    ticks.sum::<f64>() / TICKS
}
