//! How many positions a second the rules of Seega produce.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use siwa::registry;

/// Variant, position and depth. The open boards are from the middle of a game.
const CASES: [(&str, &str, &str, u32); 4] = [
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
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (name, variant, position, depth) in CASES {
        let (rules, variant) = registry::variant(variant).expect("a variant");
        let start = rules.parse(variant, position).expect("a position");
        group.throughput(Throughput::Elements(start.perft(depth)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&start).perft(depth));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
