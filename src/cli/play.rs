//! `siwa play`: a game against the engine in the terminal.

use std::io::{self, BufRead as _, Write as _};
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::contest::{ended, within};
use super::engine::say;
use super::rules::find;
use super::{Failure, unwritten, words};
use crate::engine::{Level, Limits, Mind};
use crate::game::Ending;
use crate::message::Message;
use crate::registry::{Play, Registry};
use crate::render::{Orientation, text};
use crate::rules::{Info, Side};

/// How many moves are listed at once.
const LISTED: usize = 60;

/// Arguments of `siwa play`.
#[derive(Debug, clap::Args)]
pub(super) struct PlayArguments {
    /// Such as seega-5-classic or gyges-gates
    variant: String,
    /// How strong Siwa plays, from 1 to 5
    #[arg(long, default_value_t = Level::USUAL.number())]
    level: u8,
    /// The side that you play
    #[arg(long, default_value = "first", value_parser = ["first", "second"])]
    side: String,
    /// What is left to chance; without it no two games are the same
    #[arg(long)]
    seed: Option<u64>,
}

/// Plays a game with whoever sits at the terminal.
pub(super) fn run(arguments: &PlayArguments, registry: Registry) -> Result<(), Failure> {
    let (rules, variant) = find(registry, &arguments.variant)?;
    let level = Level::new(arguments.level).ok_or_else(|| Message::new("cli-level"))?;
    let own = match arguments.side.as_str() {
        "second" => Side::Second,
        _ => Side::First,
    };
    let mut random = arguments.seed.map_or_else(Rng::new, Rng::with_seed);
    let info = rules.info();
    let line = rules.start(variant);
    let told = |message: &Message| say(&words(message));
    let played = told(&Message::new("cli-play-begin").with("side", info.side(own)))
        .and_then(|()| game(line, info, own, level, &mut random, told));
    match played {
        // Nobody watches any more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        played => played.map_err(unwritten),
    }
}

fn game(
    mut line: Box<dyn Play>,
    info: &'static Info,
    own: Side,
    level: Level,
    random: &mut Rng,
    told: impl Fn(&Message) -> io::Result<()>,
) -> io::Result<()> {
    let from = match own {
        Side::First => Orientation::First,
        Side::Second => Orientation::Second,
    };
    say(&format!("\n{}", text(&line.diagram(), from)))?;
    loop {
        if let Some(outcome) = ended(line.as_ref()) {
            return told(&Ending::from(outcome).result(info, &line.diagram()));
        }
        let text = match line.turn() == own {
            true => match asked(line.as_ref(), &told)? {
                Some(text) => text,
                None => return told(&Message::new("cli-play-left")),
            },
            false => match thought(line.as_ref(), level, random) {
                Some(text) => text,
                None => return Ok(()),
            },
        };
        let side = line.turn();
        match line.play(&text) {
            Ok(played) => {
                let id = match side == own {
                    true => "cli-play-you",
                    false => "cli-play-siwa",
                };
                say(&format!("\n{}", self::text(&line.diagram(), from)))?;
                told(&Message::new(id).with("move", played.display.as_str()))?;
            }
            Err(refusal) => told(&refusal)?,
        }
    }
}

/// What the player types for a move; none if they stop.
fn asked(
    line: &dyn Play,
    told: &impl Fn(&Message) -> io::Result<()>,
) -> io::Result<Option<String>> {
    loop {
        print!("> ");
        io::stdout().flush()?;
        let mut typed = String::new();
        if io::stdin().lock().read_line(&mut typed)? == 0 {
            say("")?;
            return Ok(None);
        }
        match typed.trim() {
            "" => {}
            "q" | "quit" => return Ok(None),
            part if part.ends_with('?') => {
                let begun = part.trim_end_matches('?').trim();
                let next = line.complete(begun, LISTED).into_iter();
                let next: Vec<String> = next.map(|it| it.display).collect();
                match next.is_empty() {
                    true => told(&Message::new("cli-play-nothing"))?,
                    false => say(&next.join(" · "))?,
                }
            }
            text => return Ok(Some(text.to_owned())),
        }
    }
}

fn thought(line: &dyn Play, level: Level, random: &mut Rng) -> Option<String> {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: u64::MAX,
        depth: u32::MAX,
        stop: &stop,
        seed: random.u64(..),
    };
    let mind = Mind::Level(level);
    let think = || line.think(mind, level.table(), limits, &mut |_| {});
    within(Some(level.time()), &stop, think)?
        .line
        .into_iter()
        .next()
}
