//! Positions per second of the rules, and the durations of listing moves and of replaying a long
//! game.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use siwa::game::{
    ChannelId, Event, FirstBy, Game, GameId, GameSetup, GuildId, GuildRules, PlayerId, StoredGame,
    Thread, Turn, Venue,
};
use siwa::time::Timestamp;
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Notation as _, Position as _, gyges};

/// Variant, position and depth. The open boards are from the middle of a game.
const CASES: [(&str, &str, &str, u32); 7] = [
    (
        "opening 5×5",
        "seega-5-classic",
        "xoxox/oxoxo/ox.xo/oxoxo/xoxox o m 0",
        9,
    ),
    (
        "middle 5×5",
        "seega-5-classic",
        "x.o.x/.xo.o/x..xo/ox.x./.o.xo o m 0",
        5,
    ),
    (
        "middle 7×7",
        "seega-7-classic",
        "x.o.x.o/.xo.ox./x..xo.x/ox.x.o./.o.xo.x/x.oo.x./.o.x.ox o m 0",
        4,
    ),
    (
        "middle 9×9",
        "seega-9-classic",
        "x.o.x.o.x/.xo.ox.o./x..xo.x.o/ox.x.o.xo/.o.xo.x.x/x.oo.x.o./.o.x.ox.o/o.x.x.o.x/.ox.o.xo. o m 0",
        3,
    ),
    ("start gates", "gyges-gates", GYGES, 3),
    ("start leroy", "gyges-leroy", GYGES, 3),
    ("start cosmoludo", "gyges-cosmoludo", GYGES, 3),
];

/// Gygès with the pieces on their first rows: some 16 million leaves at depth 3.
const GYGES: &str = "321123/....../....../....../....../321123 S -";

/// Positions of random games with many moves: 1,464, 1,453 and 1,164, the last with long walks.
const BUSY: [(&str, &str, &str); 3] = [
    (
        "1464",
        "gyges-leroy",
        "....1./2...../1..3../...1../..23../312.23 S -",
    ),
    (
        "1453",
        "gyges-cosmoludo",
        "31.213/....../.2.1../..2.3./.31.../...2.. N -",
    ),
    (
        "1164",
        "gyges-leroy",
        "1..1../.2.3../2.2.2./..3.../.3113./...... S -",
    ),
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (name, variant, position, depth) in CASES {
        let (rules, variant) = Registry::standard().variant(variant).expect("a variant");
        let start = rules.parse(variant, position).expect("a position");
        group.throughput(Throughput::Elements(start.perft(depth)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&start).perft(depth));
        });
    }
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves");
    for (name, id, text) in BUSY {
        let variants = gyges::Gyges::INFO.variants.iter();
        let variant = variants.into_iter().find(|variant| variant.id == id);
        let position = gyges::Gyges::parse(variant.expect("a variant"), text);
        let position = position.expect("a position");
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&position).legal_moves());
        });
    }
    group.finish();
}

/// A stored game of 400 turns in which nobody takes a win.
fn long_game() -> StoredGame {
    let (rules, variant) = Registry::standard()
        .variant("gyges-leroy")
        .expect("a variant");
    let players = BySide {
        first: PlayerId(1),
        second: PlayerId(2),
    };
    let now = Timestamp(1_800_000_000);
    let mut log = vec![(
        now,
        Game::opening(players.first, FirstBy::Lots, None).written(),
    )];
    let mut line = rules.start(variant);
    let mut dice: u64 = 7;
    while log.len() <= 400 {
        let legal = line.legal_moves();
        let (side, text) = std::iter::repeat_with(|| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            &legal[usize::try_from(dice >> 33).expect("a place") % legal.len()]
        })
        .find_map(|text| {
            let mut tried = line.fork();
            let played = tried.play(text).expect("legal");
            let goes_on = tried.outcome().is_none();
            goes_on.then(|| {
                line = tried;
                (played.side, played.text)
            })
        })
        .expect("a move that does not end the game");
        let planned = false;
        let moved = Event::Moved(Turn {
            side,
            text,
            planned,
        });
        log.push((now, moved.written()));
    }
    StoredGame {
        setup: GameSetup {
            id: GameId(1),
            venue: Venue {
                guild: GuildId(1),
                channel: ChannelId(1),
            },
            thread: Thread::None,
            variant: variant.id.to_owned(),
            players,
            time: siwa::game::TimeControl::Unlimited,
            rated: false,
            guild_rules: GuildRules::default(),
            engine: None,
            pair: None,
            tournament: None,
        },
        log,
        ratings: None,
        plans: siwa::game::Plans::default(),
    }
}

fn replay(criterion: &mut Criterion) {
    let stored = long_game();
    criterion.bench_function("replay of 400 turns under superko", |bencher| {
        bencher.iter(|| Game::replay(black_box(stored.clone()), Registry::standard()));
    });
}

criterion_group!(benches, perft, moves, replay);
criterion_main!(benches);
