//! How long a board takes, from diagram to PNG.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use siwa::render::{Painter, alt};
use siwa::rules::{Diagram, Mark, Piece, Shape, Side, Square};

/// A board in the middle of a game.
fn midgame(edge: u8) -> Diagram {
    let squares: Vec<Square> = (0..edge)
        .flat_map(|file| (0..edge).filter_map(move |rank| Square::new(file, rank)))
        .collect();
    let piece = |place: usize| Piece {
        shape: Shape::Stone,
        owner: Some(Side::BOTH[place * 7 % 5 % 2]),
    };
    let centre = squares[squares.len() / 2];
    let vacant = |place: usize| place % 5 == 3 || squares[place] == centre;
    Diagram {
        files: edge,
        ranks: edge,
        side_term: "seega-side",
        letters: ["x", "o"],
        pieces: (0..squares.len())
            .filter(|place| !vacant(*place))
            .map(|place| (squares[place], piece(place)))
            .collect(),
        marks: vec![
            (squares[3], Mark::From),
            (squares[4], Mark::To),
            (squares[8], Mark::Captured(Side::First)),
            (centre, Mark::Special),
        ],
        goals: Vec::new(),
        route: Vec::new(),
        flight: None,
    }
}

fn boards(c: &mut Criterion) {
    let painter = Painter::new().expect("the font is in the program");
    for edge in [5, 7, 9] {
        let diagram = midgame(edge);
        c.bench_function(&format!("png {edge}×{edge}"), |b| {
            b.iter(|| painter.png(black_box(&diagram)));
        });
    }
    let full = midgame(9);
    c.bench_function("alt 9×9", |b| b.iter(|| alt(black_box(&full))));
    c.bench_function("new painter", |b| b.iter(Painter::new));
}

criterion_group!(benches, boards);
criterion_main!(benches);
