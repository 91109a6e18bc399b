//! A whole turn, from the gateway's event to the answered callback, through the
//! real program against the stand-in, at 50 turns a second; and what the program
//! costs: memory idle and after all those turns, and the time until it is ready.
//!
//! Not one of criterion's benchmarks: what is asked is the distribution over one
//! long run. `cargo bench --bench turn -- 500` takes another number of turns than
//! 10,000; with `engines`, the bot thinks meanwhile about as many games of its own as it
//! has cores, at its strongest level.
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails may stop there"
)]

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use siwa::playground::{Member, Message, Options, Person, Playground, World};
use siwa::registry::{Play, Registry};
use siwa::rules::{Side, Stage};
use siwa::time::Stopwatch;
use tokio::sync::Mutex;

const PAIRS: u64 = 25;
const A_SECOND: u64 = 50;
const TURNS: u64 = 10_000;
const ENGINES: usize = 250;
const VARIANTS: [(&str, &str, &str); 3] = [
    ("5×5", "classic", "seega-5-classic"),
    ("7×7", "modern", "seega-7-modern"),
    ("9×9", "classic", "seega-9-classic"),
];

/// Two people and the game they play at present.
struct Pair {
    world: World,
    one: Person,
    other: Person,
    variant: (&'static str, &'static str, &'static str),
    game: Option<Running>,
    dice: u64,
}

struct Running {
    number: String,
    first: Person,
    second: Person,
    line: Box<dyn Play>,
}

impl Pair {
    /// Begins a game; that is not measured.
    async fn begin(&mut self) {
        let (board, rules, id) = self.variant;
        let challenge = format!(
            "/challenge opponent:@{} board:{board} rules:{rules}",
            name(self.other.id())
        );
        let card = self.one.types(&challenge).await.unwrap();
        let card = card.message().unwrap().clone();
        let accepted = self.other.presses(&card, "Accept").await.unwrap();
        let text = accepted.text().to_owned();
        let (_, rest) = text.split_once("game #").unwrap();
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let title = format!("game #{number}");
        let begun = |it: &Message| it.image().is_some() && it.content.contains(&title);
        let board = self.world.wait_for("main", begun).await.unwrap();
        let one_begins = board.pinged().contains(&self.one.id());
        let (first, second) = if one_begins {
            (self.one.clone(), self.other.clone())
        } else {
            (self.other.clone(), self.one.clone())
        };
        let (rules, variant) = Registry::standard().variant(id).unwrap();
        let line = rules.start(variant);
        self.game = Some(Running {
            number,
            first,
            second,
            line,
        });
    }

    /// Takes a turn; answers how long the bot took to answer.
    async fn turn(&mut self) -> Duration {
        if self.game.is_none() {
            self.begin().await;
        }
        let game = self.game.as_mut().unwrap();
        let legal = game.line.legal_moves();
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let text = &legal[usize::try_from(self.dice >> 33).unwrap() % legal.len()];
        let person = match game.line.turn() {
            Side::First => &game.first,
            Side::Second => &game.second,
        };
        let command = match game.line.stage() {
            Stage::Placement => format!("/place squares:{text} game:{}", game.number),
            Stage::Movement => format!("/move move:{text} game:{}", game.number),
        };
        let watch = Stopwatch::start();
        let answer = person.types(&command).await.unwrap();
        let took = watch.elapsed();
        assert!(!answer.private(), "{command}: {}", answer.text());
        game.line.play(text).unwrap();
        if game.line.outcome().is_some() {
            self.game = None;
        }
        took
    }
}

fn name(id: u64) -> String {
    format!("p{id}")
}

/// The bot, which ends with the measurement, however that ends.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Resident memory of a process, in megabytes.
fn memory(Bot(process): &Bot) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    let kilobytes: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes / 1024.0
}

#[tokio::main]
async fn main() {
    let turns = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(TURNS);
    let id = |number| 1_100_000_000_000_001_000 + number;
    let member = |number| Member::new(id(number), &name(id(number)), &name(id(number)), "en-US");
    let people = (0..PAIRS * 2).map(member).collect();
    let play = Playground::start(Options {
        people,
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
    let pairs: Vec<Arc<Mutex<Pair>>> = (0..PAIRS)
        .zip(VARIANTS.into_iter().cycle())
        .map(|(number, variant)| {
            let person = |number| world.person(&name(id(number)));
            let (one, other) = (person(2 * number), person(2 * number + 1));
            Arc::new(Mutex::new(Pair {
                world: world.clone(),
                one,
                other,
                variant,
                game: None,
                dice: number,
            }))
        })
        .collect();
    for pair in &pairs {
        pair.lock().await.begin().await;
    }

    if std::env::args().any(|argument| argument == "engines") {
        // In half of these games the bot begins, and thinks for two seconds: enough for
        // some minutes.
        for number in (0..PAIRS * 2).cycle().take(ENGINES) {
            let person = world.person(&name(id(number)));
            person.types("/challenge level:5 board:9×9").await.unwrap();
        }
    }

    let mut ticks = tokio::time::interval(Duration::from_micros(1_000_000 / A_SECOND));
    let mut running = Vec::new();
    for (_, pair) in (0..turns).zip(pairs.iter().cycle()) {
        ticks.tick().await;
        let pair = Arc::clone(pair);
        running.push(tokio::spawn(async move { pair.lock().await.turn().await }));
    }
    let mut took = Vec::new();
    for turn in running {
        took.push(turn.await.unwrap());
    }
    took.sort();
    let at = |share: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place in a list of some thousands"
        )]
        let place = ((took.len() - 1) as f64 * share) as usize;
        took[place].as_secs_f64() * 1000.0
    };
    println!(
        "{turns} turns at {A_SECOND} a second: median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!("memory after {turns} turns: {:.1} MB", memory(&bot));
    drop(bot);
    std::fs::remove_dir_all(&directory).unwrap();
}
