//! Kills the bot while people play, and looks at what they see when it is back.
//!
//! The real program, on a real file, is killed at random instants, while people challenge
//! each other, accept, play by typing here and elsewhere and by pressing, offer, resign and
//! ask for a rematch. Each sits at two tables, which are threads of their own. After every
//! recovery each thread is counted: no board twice, no board missing, no live button on
//! anything old; at the end `siwa doctor` has to be content.
//!
//! `cargo test` kills a few times. `cargo test --test kill -- 300` kills 300 times, which
//! takes some minutes; a second number is the seed of the people's choices.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod people;
mod threads;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use siwa::playground::{Kind, Member, Options, Playground, World};
use siwa::time::Stopwatch;
use tokio::sync::{Notify, RwLock};

use people::{Random, Table};

/// How often the bot is killed unless another number is given.
const KILLS: u32 = 5;
/// How many people play, and at how many tables: each sits at two.
const PEOPLE: u64 = 6;
/// For at most so long, in microseconds, nobody disturbs them.
const UNDISTURBED: u64 = 700_000;
/// For at most so long, in microseconds, the bot is about something that it was asked for.
const ABOUT: u64 = 120_000;

/// The program, its file, and the world it plays in.
struct House {
    play: Playground,
    directory: PathBuf,
    bot: Option<Child>,
}

impl House {
    async fn open() -> Self {
        let member = |number: u64| {
            let key = format!("p{number}");
            Member::new(1_100_000_000_000_000_101 + number, &key, &key, "en-US")
        };
        let options = Options {
            people: (0..PEOPLE).map(member).collect(),
            ..Options::default()
        };
        let directory = std::env::temp_dir().join(format!("siwa-kill-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        Self {
            play: Playground::start(options).await.unwrap(),
            directory,
            bot: None,
        }
    }

    fn world(&self) -> &World {
        self.play.world()
    }

    fn siwa(&self, command: &str) -> Command {
        let mut siwa = Command::new(env!("CARGO_BIN_EXE_siwa"));
        siwa.arg(command)
            .current_dir(&self.directory)
            .env_clear()
            .env("DISCORD_TOKEN", self.play.token())
            .env("DISCORD_API_URL", self.play.api_url())
            .env("DATABASE_URL", address(&self.directory))
            .stdin(Stdio::null());
        siwa
    }

    fn start(&mut self) {
        let log = self.directory.join("log");
        let log = File::options().create(true).append(true).open(log).unwrap();
        let mut siwa = self.siwa("run");
        self.bot = Some(siwa.stdout(Stdio::null()).stderr(log).spawn().unwrap());
    }

    /// SIGKILL: nothing is finished.
    fn kill(&mut self) {
        let mut bot = self.bot.take().unwrap();
        bot.kill().unwrap();
        bot.wait().unwrap();
        // Whoever asks whether the bot is there must not be told of the one that was.
        self.world().forget_sessions();
    }

    fn log(&self) -> String {
        let log = std::fs::read_to_string(self.directory.join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(60)..].join("\n")
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            let _ = bot.kill();
            let _ = bot.wait();
        }
        if !std::thread::panicking() {
            // What is left behind is the operating system's to clean.
            let _ = std::fs::remove_dir_all(&self.directory);
        }
    }
}

fn address(directory: &Path) -> String {
    format!("sqlite://{}", directory.join("games.db").display())
}

#[tokio::main]
async fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<u64>().ok());
    let kills = numbers
        .next()
        .map_or(KILLS, |kills| u32::try_from(kills).unwrap());
    let seed = numbers
        .next()
        .unwrap_or_else(|| u64::from(std::process::id()));
    println!("killing the bot {kills} times, seed {seed}");
    let watch = Stopwatch::start();
    let mut house = House::open().await;
    house.start();
    house.world().ready().await.unwrap();

    // While the killer holds this, nobody acts.
    let pause = Arc::new(RwLock::new(()));
    let doing = Arc::new(Notify::new());
    let mut random = Random::seeded(seed);
    let mut playing = Vec::new();
    // Turns may be typed elsewhere, but nothing is said there.
    let mut places = vec![house.world().channel("other").unwrap().id];
    for number in 0..PEOPLE {
        let thread = house
            .world()
            .open_thread("main", &format!("table {number}"));
        let place = thread.unwrap().id;
        places.push(place);
        let people = [number, (number + 1) % PEOPLE].map(|number| format!("p{number}"));
        let [one, other] = &people;
        let table = Table::new(
            house.world(),
            [one, other],
            place,
            random.below(u64::MAX),
            &doing,
        );
        playing.push(tokio::spawn(table.play(Arc::clone(&pause))));
    }
    let mut owing = 0;
    for kill in 1..=kills {
        // Any instant; often one at which the bot is about something.
        tokio::time::sleep(Duration::from_micros(random.below(UNDISTURBED))).await;
        if !random.in_hundred(15) {
            let soon = Duration::from_secs(1);
            let _ = tokio::time::timeout(soon, doing.notified()).await;
            tokio::time::sleep(Duration::from_micros(random.below(ABOUT))).await;
        }
        house.kill();
        owing += u32::from(threads::owing(&house.directory).await);
        // Nobody begins anything more until all is well again.
        let still = tokio::spawn(Arc::clone(&pause).write_owned());
        // The acts at hand fail at once, or may still be answered after the start.
        let at_once = random.in_hundred(50);
        if at_once {
            house.world().skip(4);
        }
        house.start();
        if house.world().ready().await.is_err() {
            panic!("the bot does not come back:\n{}", house.log());
        }
        if !at_once {
            house.world().skip(4);
        }
        let _still = still.await.unwrap();
        if let Err(wrong) = threads::sound(house.world(), &house.directory, &places).await {
            panic!("after kill {kill}, seed {seed}:\n{wrong}\n{}", house.log());
        }
    }
    for table in playing {
        assert!(!table.is_finished(), "somebody has left the table");
        table.abort();
    }
    house.kill();
    let odd = |kind: Kind| {
        // Acts that fell into the time when the bot was away, and answers sent once more.
        !matches!(
            kind,
            Kind::Unanswered | Kind::Late | Kind::AnsweredTwice | Kind::Gateway
        )
    };
    let complaints = house.world().take_complaints();
    let complaint = complaints.iter().find(|it| odd(it.kind));
    assert!(complaint.is_none(), "{complaint:?}\n{}", house.log());
    let doctor = house.siwa("doctor").output().unwrap();
    assert!(doctor.status.success(), "{doctor:?}");
    let sum = threads::sum(&house.directory).await;
    let seconds = watch.elapsed().as_secs();
    println!("{kills} kills in {seconds} s, {owing} before everything was said: {sum}");
}
