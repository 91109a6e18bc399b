//! Kills the bot while people play, and checks what they see after its recovery.
//!
//! The real program is killed at random times, while people challenge each other, accept, play with
//! commands here and elsewhere and with buttons, offer, resign and ask for a rematch. Each plays at
//! two tables, which are separate threads. After every recovery each thread is checked: no board
//! twice, no board missing, no live button on old messages; at the end `siwa doctor` must find
//! nothing. Some people get direct messages, reminders and digests, and in unrated games times run
//! out: none of the messages about these is sent twice. If a number of kills is given, all play a
//! tournament beside their tables, to its end.
//!
//! First one process on a file, then three on a PostgreSQL server, of which one or two are killed
//! while the others continue; there no item may stay unsent for much longer than two leases.
//!
//! `cargo test` kills a few times. `cargo test --test kill -- 300` kills the process on a file 300
//! times, which takes some minutes; `-- servers 150` some of the three every two seconds. A second
//! number is the seed of the people's choices. Another argument is a command that the shell runs
//! after every tenth of the latter kills, such as one that restarts the database.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

#[expect(dead_code, reason = "other tests use the rest of it")]
#[path = "../it/backend.rs"]
mod backend;
mod cup;
mod people;
#[path = "../../crates/games/tests/it/random.rs"]
mod random;
#[expect(dead_code, reason = "other tests use the rest of it")]
#[path = "../it/scratch.rs"]
mod scratch;
mod threads;

use std::fs::File;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use siwa::time::{Clock, Stopwatch};
use siwa_playground::{Kind, Member, Options, Playground, Refused, Violation, World};
use tokio::sync::{Notify, RwLock};
use tokio::task::JoinHandle;

use backend::Database;
use cup::Cup;
use people::Table;
use random::Random;
use scratch::Scratch;

/// The default number of kills of the process on a file.
const KILLS: u32 = 3;
/// The default number of kills of one or two of three processes.
const KILLS_OF_THREE: u32 = 2;
/// The number of processes on a server.
const PROCESSES: usize = 3;
/// How long they run between two kills.
const BETWEEN: Duration = Duration::from_secs(2);
/// The number of kills between two checks, before which all must recover.
const LOOK: u32 = 30;
/// The number of kills between two runs of the command.
const DISTURB: u32 = 10;
/// How long an item may stay unsent, in seconds: two leases, because the process that takes over
/// may die as well, and some more.
const LONGEST: i64 = 12;
/// The number of people, and of tables: each plays at two.
const PEOPLE: u64 = 6;
/// The id of the first person.
const FIRST: u64 = 1_100_000_000_000_000_101;
/// How many seconds the clock of Discord moves until an answer is no longer accepted, and until
/// Discord has forgotten the nonces of messages.
const ANSWERED: i64 = 4;
const FORGOTTEN: i64 = 400;
/// The longest time without a kill, in microseconds.
const UNDISTURBED: u64 = 700_000;
/// The roles of messages that no act of a person causes.
const NOTICES: [&str; 3] = ["remind", "late", "digest"];
/// The longest time into an act before a kill, in microseconds.
const ABOUT: u64 = 120_000;

/// The program, its database, and the simulated Discord.
struct Harness {
    play: Playground,
    directory: Scratch,
    database: Database,
    /// Whether there is time for a tournament.
    is_long: bool,
    bots: Vec<Bot>,
}

/// A process of the program, with its address, unless it uses the gateway.
struct Bot {
    process: Child,
    address: Option<String>,
}

impl Harness {
    async fn open(database: Option<Database>, is_long: bool) -> Self {
        let member = |number: u64| {
            let key = format!("p{number}");
            Member::new(FIRST + number, &key, &key, "en-US")
        };
        let options = Options {
            people: (0..PEOPLE).map(member).collect(),
            ..Options::default()
        };
        let directory = Scratch::new();
        let database = database.unwrap_or_else(|| Database::in_file(&directory.file("games.db")));
        Self {
            play: Playground::start(options).await.unwrap(),
            directory,
            database,
            is_long,
            bots: Vec::new(),
        }
    }

    fn world(&self) -> &World {
        self.play.world()
    }

    fn siwa(&self, command: &str) -> Command {
        let mut siwa = Command::new(env!("CARGO_BIN_EXE_siwa"));
        siwa.arg(command)
            .current_dir(self.directory.path())
            .env_clear()
            .env("DISCORD_TOKEN", self.play.token())
            .env("DISCORD_API_URL", self.play.api_url())
            .env("DISCORD_PUBLIC_KEY", self.world().public_key())
            .env("DATABASE_URL", self.database.url())
            .stdin(Stdio::null());
        siwa
    }

    fn start(&mut self, address: Option<String>) {
        let log = self.directory.file("log");
        let log = File::options().create(true).append(true).open(log).unwrap();
        let mut siwa = match &address {
            None => self.siwa("run"),
            Some(address) => {
                let mut siwa = self.siwa("serve");
                siwa.args(["--listen", address]);
                siwa
            }
        };
        let process = siwa.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        self.bots.push(Bot { process, address });
    }

    /// Starts a process that receives interactions over HTTP, and waits until it is ready.
    async fn start_to_serve(&mut self) {
        // The port was free a moment ago.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        self.start(Some(address.clone()));
        let url = format!("http://{address}/interactions");
        let watch = Stopwatch::start();
        while let Err(why) = self.world().add_endpoint(&url).await {
            let waits = matches!(why, Refused::Away) && watch.elapsed() < threads::TIMEOUT;
            assert!(waits, "{why}:\n{}", self.log());
            tokio::time::sleep(threads::PACE).await;
        }
    }

    /// Sends SIGKILL: nothing is finished. Returns its address, unless it used the gateway.
    fn kill(&mut self, which: usize) -> Option<String> {
        let mut bot = self.bots.remove(which);
        bot.process.kill().unwrap();
        bot.process.wait().unwrap();
        // Otherwise a query for a connected bot would find the killed one.
        self.world().forget_sessions();
        bot.address
    }

    fn log(&self) -> String {
        let log = std::fs::read_to_string(self.directory.file("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(60)..].join("\n")
    }

    /// Starts a tournament, if there is time, and each pair at its own table; also returns the
    /// tables' channels.
    async fn seat(
        &self,
        company: &Company,
        random: &mut Random,
    ) -> (Vec<JoinHandle<()>>, Vec<u64>) {
        // Turns may be typed in the other channel, but the bot posts nothing there.
        let mut places = vec![self.world().channel("other").unwrap().id];
        let mut playing = Vec::new();
        if self.is_long {
            let cup = Cup {
                world: self.world().clone(),
                url: self.database.url().to_owned(),
                random: Random::seeded(random.next()),
                doing: Arc::clone(&company.doing),
            };
            cup.open().await;
            playing.push(tokio::spawn(cup.play(Arc::clone(&company.pause))));
        }
        for number in 0..PEOPLE {
            let thread = self.world().open_thread("main", &format!("table {number}"));
            let place = thread.unwrap().id;
            places.push(place);
            let people = [number, (number + 1) % PEOPLE].map(|number| format!("p{number}"));
            let [one, other] = &people;
            let seed = random.next();
            let table = Table::new(self.world(), [one, other], place, seed, &company.doing);
            playing.push(tokio::spawn(table.play(Arc::clone(&company.pause))));
        }
        (playing, places)
    }

    /// The ages of the oldest unsent item and of the oldest unsent board, in seconds, as far as the
    /// database answers.
    async fn waits(&self) -> [i64; 2] {
        let oldest = threads::oldest(self.database.url()).await;
        let age = |created| Clock::default().now().0 - created;
        oldest.map_or([0, 0], |all| all.map(|created| created.map_or(0, age)))
    }

    /// Compares each thread with the database.
    async fn compare(&self, places: &[u64]) -> Result<(), String> {
        let several = self.bots.len() > 1;
        threads::sound(self.world(), &self.database, places, several).await
    }

    /// Fails unless each thread shows what is in the database after a kill.
    async fn is_sound(&self, places: &[u64], (kill, seed): (u32, u64)) {
        if let Err(wrong) = self.compare(places).await {
            let log = self.log();
            panic!("after kill {kill}, seed {seed}:\n{wrong}\n{log}");
        }
    }

    /// Ends the tournament while no process is killed.
    async fn finish(&self, places: &[u64]) -> Result<(), String> {
        cup::finish(self.world(), &self.database).await?;
        self.compare(places).await
    }

    /// Stops everything, after the end of the tournament, and checks the database.
    async fn close(&mut self, playing: Vec<JoinHandle<()>>, places: &[u64]) -> String {
        for table in playing {
            assert!(!table.is_finished(), "somebody has left the table");
            table.abort();
        }
        if self.is_long
            && let Err(wrong) = self.finish(places).await
        {
            panic!("in the end: {wrong}\n{}", self.log());
        }
        while !self.bots.is_empty() {
            self.kill(0);
        }
        let odd = |it: &&Violation| {
            // Acts while the bot was down, repeated answers and deletions.
            !matches!(
                it.kind,
                Kind::Unanswered
                    | Kind::Late
                    | Kind::AnsweredTwice
                    | Kind::Gateway
                    | Kind::Endpoint
            ) && !it.detail.starts_with("DELETE /channels/")
        };
        let violations = self.world().take_violations();
        let violation = violations.iter().find(odd);
        assert!(violation.is_none(), "{violation:?}\n{}", self.log());
        let doctor = self.siwa("doctor").output().unwrap();
        assert!(doctor.status.success(), "{doctor:?}");
        threads::sum(self.world(), &self.database, places).await
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        for bot in &mut self.bots {
            let _ = bot.process.kill();
            let _ = bot.process.wait();
        }
    }
}

/// The state that players share with the killer.
#[derive(Default)]
struct Company {
    /// While the killer has this lock, nobody acts.
    pause: Arc<RwLock<()>>,
    /// Notified just before an act that changes a game.
    doing: Arc<Notify>,
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = arguments.iter().filter_map(|it| it.parse::<u64>().ok());
    let kills = numbers.next().map(|kills| u32::try_from(kills).unwrap());
    let seed = numbers
        .next()
        .unwrap_or_else(|| u64::from(std::process::id()));
    let served = arguments.iter().any(|it| it == "servers");
    let command = arguments.iter().rfind(|it| {
        // The test runner may pass its own options.
        it.parse::<u64>().is_err() && *it != "servers" && !it.starts_with('-')
    });
    let on_a_file = async {
        if !served {
            one_on_a_file(kills, seed).await;
        }
    };
    let on_a_server = async {
        if served || kills.is_none() {
            three_on_a_server(kills, seed, command).await;
        }
    };
    tokio::join!(on_a_file, on_a_server);
}

async fn one_on_a_file(kills: Option<u32>, seed: u64) {
    let is_long = kills.is_some();
    let kills = kills.unwrap_or(KILLS);
    println!("killing the bot {kills} times, seed {seed}");
    let watch = Stopwatch::start();
    let mut harness = Harness::open(None, is_long).await;
    harness.start(None);
    harness.world().ready().await.unwrap();
    let company = Company::default();
    let mut random = Random::seeded(seed);
    threads::tell_differently(&harness.database, FIRST, PEOPLE).await;
    let (playing, places) = harness.seat(&company, &mut random).await;
    let mut interrupted = Vec::new();
    for kill in 1..=kills {
        // Any time; often during an act.
        tokio::time::sleep(Duration::from_micros(random.next() % UNDISTURBED)).await;
        if !random.chance(15) {
            let soon = Duration::from_secs(1);
            let _ = tokio::time::timeout(soon, company.doing.notified()).await;
            tokio::time::sleep(Duration::from_micros(random.next() % ABOUT)).await;
        }
        threads::remind(&harness.database, kill).await;
        harness.kill(0);
        interrupted.push(threads::pending(&harness.database).await);
        if random.chance(30) {
            // As soon as it starts, it posts reminders, notices and digests.
            harness.start(None);
            tokio::time::sleep(Duration::from_micros(random.next() % UNDISTURBED)).await;
            harness.kill(0);
            interrupted.push(threads::pending(&harness.database).await);
        }
        // Nobody starts another act until the recovery is checked.
        let still = tokio::spawn(Arc::clone(&company.pause).write_owned());
        // The present acts fail immediately, or may still be answered after the start.
        let at_once = random.chance(50);
        let away = if random.chance(10) {
            FORGOTTEN
        } else {
            ANSWERED
        };
        if at_once {
            harness.world().skip(away);
        }
        harness.start(None);
        if harness.world().ready().await.is_err() {
            panic!("the bot does not come back:\n{}", harness.log());
        }
        if !at_once {
            harness.world().skip(away);
        }
        let _still = still.await.unwrap();
        harness.is_sound(&places, (kill, seed)).await;
        threads::run_out(&harness.database).await;
    }
    let sum = harness.close(playing, &places).await;
    let seconds = watch.elapsed().as_secs();
    interrupted.retain(|unsent| !unsent.is_empty());
    let early = interrupted.len();
    let mut notices = interrupted.concat();
    notices.retain(|role| NOTICES.contains(&role.as_str()));
    let notices = notices.len();
    println!(
        "{kills} kills in {seconds} s, {early} before everything was sent, with {notices} notices: {sum}"
    );
}

/// While a shell command disturbs the database, nothing is checked until it answers.
async fn three_on_a_server(kills: Option<u32>, seed: u64, command: Option<&String>) {
    let is_long = kills.is_some();
    let kills = kills.unwrap_or(KILLS_OF_THREE);
    let Some(database) = Database::on_server().await else {
        return;
    };
    println!("killing one or two of {PROCESSES} processes {kills} times, seed {seed}");
    let watch = Stopwatch::start();
    let mut harness = Harness::open(Some(database), is_long).await;
    for _ in 0..PROCESSES {
        harness.start_to_serve().await;
    }
    let company = Company::default();
    let mut random = Random::seeded(seed);
    threads::tell_differently(&harness.database, FIRST, PEOPLE).await;
    let (playing, places) = harness.seat(&company, &mut random).await;
    let mut longest = 0;
    let mut longest_board = 0;
    for kill in 1..=kills {
        let still = company.pause.write().await;
        threads::run_out(&harness.database).await;
        drop(still);
        let undisturbed = Stopwatch::start();
        while undisturbed.elapsed() < BETWEEN {
            let [any, board] = harness.waits().await;
            (longest, longest_board) = (longest.max(any), longest_board.max(board));
            tokio::time::sleep(threads::PACE * 20).await;
        }
        threads::remind(&harness.database, kill).await;
        let killed = 1 + random.below(2);
        let addresses = (0..killed).map(|killed| {
            let which = random.below(PROCESSES - killed);
            harness.kill(which)
        });
        for address in addresses.collect::<Vec<_>>() {
            harness.start(address);
        }
        if kill % DISTURB == 0
            && let Some(command) = command
        {
            let run = Command::new("sh").args(["-c", command]).status().unwrap();
            assert!(run.success(), "{command}: {run}");
        }
        if kill % LOOK == 0 || kill == kills {
            let _still = company.pause.write().await;
            harness.is_sound(&places, (kill, seed)).await;
        }
    }
    let sum = harness.close(playing, &places).await;
    let seconds = watch.elapsed().as_secs();
    println!(
        "{kills} kills in {seconds} s, nothing pending for longer than {longest} s, no board for longer \
         than {longest_board} s: {sum}"
    );
    assert!(longest <= LONGEST, "something was pending for {longest} s");
}
