//! Pairs of people who play one game after the other, and the program under test.

use std::process::Child;
use std::sync::Arc;
use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Stage};
use siwa_playground::{Member, Message, Person, World};
use tokio::sync::Mutex;

const VARIANTS: [(&str, &str, &str); 3] = [
    ("5×5", "classic", "seega-5-classic"),
    ("7×7", "modern", "seega-7-modern"),
    ("9×9", "classic", "seega-9-classic"),
];

/// Two people and their present game.
pub(crate) struct Pair {
    world: World,
    /// Their thread, with all their games.
    place: String,
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
    line: Box<dyn GameState>,
}

impl Pair {
    /// Starts a game, without measurement.
    pub(crate) async fn begin(&mut self) {
        let (board, rules, id) = self.variant;
        let challenge = format!(
            "/challenge opponent:@{} board:{board} rules:{rules}",
            name(self.other.id())
        );
        let card = self.one.types(&challenge).await.unwrap();
        let card = card.message().unwrap().clone();
        let accepted = self.other.presses(&card, "accept").await.unwrap();
        let text = accepted.text().to_owned();
        let (_, rest) = text.split_once("game #").unwrap();
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let title = format!("game #{number}");
        let begun = |it: &Message| it.id > card.id && it.content.contains(&title);
        let board = self.world.wait_for(&self.place, begun).await.unwrap();
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

    /// Asks for the animation of the running game.
    pub(crate) async fn animate(&self) {
        let Some(game) = &self.game else { return };
        let replay = format!("/replay game:{}", game.number);
        let viewer = self.one.types(&replay).await.unwrap();
        // A game without turns has no animation.
        let _ = self
            .one
            .presses(viewer.message().unwrap(), "animation")
            .await;
    }

    /// Takes a turn; returns the time until the bot's answer.
    pub(crate) async fn turn(&mut self) -> Duration {
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

/// The members of a server with that many pairs.
pub(crate) fn members(pairs: u64) -> Vec<Member> {
    let member = |number| Member::new(id(number), &name(id(number)), &name(id(number)), "en-US");
    (0..pairs * 2).map(member).collect()
}

/// Starts the first games of that many pairs.
pub(crate) async fn pairs(world: &World, pairs: u64) -> Vec<Arc<Mutex<Pair>>> {
    let mut all = Vec::new();
    for (number, variant) in (0..pairs).zip(VARIANTS.into_iter().cycle()) {
        let thread = world.open_thread("main", &format!("pair {number}"));
        let place = thread.unwrap().id.to_string();
        let mut pair = Pair {
            world: world.clone(),
            one: person(world, 2 * number).in_channel(&place),
            other: person(world, 2 * number + 1).in_channel(&place),
            place,
            variant,
            game: None,
            dice: number,
        };
        pair.begin().await;
        all.push(Arc::new(Mutex::new(pair)));
    }
    all
}

/// One of the members.
pub(crate) fn person(world: &World, number: u64) -> Person {
    world.person(&name(id(number)))
}

/// Makes these pairs take turns, at a rate per second; returns the times until the bot's answers,
/// the shortest first.
pub(crate) async fn play(pairs: &[Arc<Mutex<Pair>>], turns: u64, a_second: u64) -> Times {
    let mut ticks = tokio::time::interval(Duration::from_micros(1_000_000 / a_second));
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
    Times(took)
}

/// The durations of turns, the shortest first.
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// The quantile of the durations for this share, in milliseconds.
    pub(crate) fn at(&self, share: f64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place in a list of some thousands"
        )]
        let place = ((self.0.len() - 1) as f64 * share) as usize;
        self.0[place].as_secs_f64() * 1000.0
    }
}

fn id(number: u64) -> u64 {
    1_100_000_000_000_001_000 + number
}

fn name(id: u64) -> String {
    format!("p{id}")
}

/// Resident memory of a process, in megabytes.
pub(crate) fn memory(Bot(process): &Bot) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    let kilobytes: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes / 1024.0
}

/// The bot, which is killed on drop.
pub(crate) struct Bot(pub(crate) Child);

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
