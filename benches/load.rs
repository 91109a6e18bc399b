//! The number of turns per second with 99 of 100 answered within 100 ms: in one process on a file,
//! or in several on a PostgreSQL server, all on this machine, together with the simulated Discord
//! and the server.
//!
//! This does not use criterion: the rate rises until it is too high. `cargo bench --bench
//! load` plays on a file; `-- 4` in four processes on the server at `SIWA_TEST_POSTGRES`, or
//! else on this machine. With `statements` it counts the SQL statements of a turn instead, and
//! those of an idle second, with a proxy before the server.
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails may stop there"
)]

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/it/backend.rs"]
mod backend;
#[expect(dead_code, reason = "another measurement uses the rest of it")]
mod people;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_playground::{Options, Playground};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

use backend::Database;
use people::{Bot, Pair, memory};

const PAIRS: u64 = 60;
/// The number of counted turns, and of idle seconds.
const COUNTED: u64 = 120;
const IDLE: u64 = 30;
/// The first rate in turns per second, and its increase per step.
const STEP: u64 = 25;
/// The duration of each rate, in seconds.
const HELD: u64 = 10;
/// The limit for 99 of 100 turns, in milliseconds.
const BOUND: f64 = 100.0;
/// Ticks per second of processor time, on Linux.
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
    let counts = std::env::args().any(|argument| argument == "statements");
    let mut url = database.url().to_owned();
    let statements = Arc::default();
    if counts {
        let address: url::Url = url.parse().unwrap();
        let server = format!(
            "{}:{}",
            address.host_str().unwrap(),
            address.port().unwrap_or(5432)
        );
        let port = proxy(server.clone(), Arc::clone(&statements)).await;
        url = url.replace(&server, &format!("127.0.0.1:{port}")) + "&sslmode=disable";
    }
    let mut bots = Vec::new();
    for _ in 0..processes {
        bots.push(serve(&play, &url, &directory).await);
    }
    let pairs = people::pairs(play.world(), PAIRS).await;
    if counts {
        count(&pairs, &statements).await;
        return;
    }
    let own = || vec![std::process::id()];
    let bot = || bots.iter().map(|Bot(process)| process.id()).collect();
    println!("| turns/s | median | 99 of 100 | simulator | bot | a turn | memory | database |");
    println!("|---|---|---|---|---|---|---|---|");
    for rate in (1..).map(|step| step * STEP) {
        let groups: [&dyn Fn() -> Vec<u32>; 3] = [&own, &bot, &servers];
        let before = groups.map(|group| spent(&group()));
        let watch = Stopwatch::start();
        let took = people::play(&pairs, rate * HELD, rate).await;
        let seconds = watch.elapsed().as_secs_f64();
        let busy = [0, 1, 2].map(|of: usize| spent(&groups[of]()) - before[of]);
        let [simulator, bot, database] = busy.map(|busy| busy / seconds);
        #[expect(clippy::cast_precision_loss, reason = "some thousand turns")]
        let turn = busy[1] * 1000.0 / (rate * HELD) as f64;
        let resident: f64 = bots.iter().map(memory).sum();
        let median = took.at(0.5);
        let most = took.at(0.99);
        println!(
            "| {rate} | {median:.1} ms | {most:.1} ms | {simulator:.2} cores | {bot:.2} | {turn:.1} ms \
             | {resident:.0} MB | {database:.2} |"
        );
        if most > BOUND {
            break;
        }
    }
    drop(bots);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Counts the statements of a turn, and of an idle second.
async fn count(pairs: &[Arc<Mutex<Pair>>], statements: &AtomicU64) {
    let settled = async || tokio::time::sleep(Duration::from_secs(10)).await;
    settled().await;
    let begun = statements.load(Ordering::Relaxed);
    people::play(pairs, COUNTED, STEP).await;
    settled().await;
    let played = statements.load(Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(IDLE)).await;
    let idle = statements.load(Ordering::Relaxed) - played;
    #[expect(clippy::cast_precision_loss, reason = "some thousand statements")]
    let second = idle as f64 / IDLE as f64;
    let turns = (played - begun) as f64;
    #[expect(clippy::cast_precision_loss, reason = "some hundred turns")]
    let turn = turns / COUNTED as f64;
    println!("{turn:.1} statements a turn, {second:.1} a second when nobody plays");
}

/// A proxy to the server at `address` that counts executed statements (messages `Query` and
/// `Execute` of PostgreSQL's protocol); returns its port.
async fn proxy(address: String, statements: Arc<AtomicU64>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(&address).await.unwrap();
            client.set_nodelay(true).unwrap();
            server.set_nodelay(true).unwrap();
            let (mut questions, mut answers) = client.into_split();
            let (mut back, mut forth) = server.into_split();
            tokio::spawn(async move { tokio::io::copy(&mut back, &mut answers).await });
            let statements = Arc::clone(&statements);
            tokio::spawn(async move {
                // The first message has no type byte.
                let mut kind = None;
                loop {
                    let length = questions.read_u32().await?;
                    let mut message: Vec<u8> =
                        kind.into_iter().chain(length.to_be_bytes()).collect();
                    let head = message.len();
                    message.resize(head + length as usize - 4, 0);
                    questions.read_exact(&mut message[head..]).await?;
                    if let Some(b'Q' | b'E') = kind {
                        statements.fetch_add(1, Ordering::Relaxed);
                    }
                    forth.write_all(&message).await?;
                    kind = Some(questions.read_u8().await?);
                }
                #[expect(unreachable_code, reason = "says what fails above")]
                Ok::<(), std::io::Error>(())
            });
        }
    });
    port
}

/// Starts a process that receives interactions over HTTP.
async fn serve(play: &Playground, url: &str, directory: &Path) -> Bot {
    // The port was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let bot = Command::new(env!("CARGO_BIN_EXE_siwa"))
        .args(["serve", "--listen", &address])
        .current_dir(directory)
        .env("DISCORD_TOKEN", play.token())
        .env("DISCORD_API_URL", play.api_url())
        .env("DISCORD_PUBLIC_KEY", play.world().public_key())
        .env("DATABASE_URL", url)
        // Discord's limit must not affect the measurement.
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

/// The processor time of these processes in seconds, without ended ones.
fn spent(processes: &[u32]) -> f64 {
    let ticks = processes.iter().filter_map(|id| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name, in brackets, may contain any characters.
        let (_, fields) = stat.rsplit_once(") ")?;
        let mut fields = fields.split(' ').skip(11);
        let own: f64 = fields.next()?.parse().ok()?;
        let system: f64 = fields.next()?.parse().ok()?;
        Some(own + system)
    });
    ticks.sum::<f64>() / TICKS
}
