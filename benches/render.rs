//! The time from a diagram to a PNG, and from a game to a GIF, and the sizes of the files.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use siwa_boards::{Painter, THEMES, View, alt};
use siwa_games::registry::Registry;
use siwa_games::rules::{Diagram, GameInfo, Goal, Mark, Piece, Place, Side, Square};

fn info(id: &str) -> &'static GameInfo {
    Registry::standard().find(id).expect("a game").info()
}

/// A board in the middle of a game.
fn midgame(edge: u8) -> Diagram {
    let squares: Vec<Square> = (0..edge)
        .flat_map(|file| (0..edge).filter_map(move |rank| Square::new(file, rank)))
        .collect();
    let piece = |place: usize| Piece::Stone(Some(Side::BOTH[place * 7 % 5 % 2]));
    let centre = squares[squares.len() / 2];
    let vacant = |place: usize| place % 5 == 3 || squares[place] == centre;
    Diagram {
        info: info("seega"),
        size: edge,
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
        proposed: false,
    }
}

/// The largest picture: every square but the centre has a piece, in no order, and the last two are
/// only proposed.
fn crowded(edge: u8) -> Diagram {
    let mut diagram = midgame(edge);
    let squares = (0..edge).flat_map(|file| (0..edge).filter_map(move |r| Square::new(file, r)));
    let centre = Square::new(edge / 2, edge / 2);
    let mut dice = 1_u32;
    diagram.pieces = squares
        .filter(|square| Some(*square) != centre)
        .map(|square| {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let owner = Side::BOTH[(dice >> 31) as usize];
            (square, Piece::Stone(Some(owner)))
        })
        .collect();
    let last = diagram.pieces.iter().rev().take(2);
    diagram.marks = last.map(|(square, _)| (*square, Mark::To)).collect();
    diagram.marks.extend(centre.map(|c| (c, Mark::Special)));
    diagram.proposed = true;
    diagram
}

/// A long move into a goal, and a displaced piece.
fn bounced() -> Diagram {
    let at = |file, rank| Square::new(file, rank).expect("it is on the board");
    let way = [
        (0, 4),
        (0, 3),
        (1, 3),
        (2, 3),
        (2, 2),
        (1, 2),
        (0, 2),
        (0, 1),
        (0, 0),
        (1, 0),
    ];
    let route = way.map(|(file, rank)| Place::Square(at(file, rank)));
    let goal = |side, rank| Goal {
        side,
        gates: (0..6).map(|file| at(file, rank)).collect(),
        piece: None,
    };
    let ringed = (0..12).map(|i| {
        let piece = Piece::Rings(i % 3 + 1);
        (at(i % 6, 2 + i / 6 * 3), piece)
    });
    Diagram {
        info: info("gyges"),
        size: 6,
        pieces: ringed.collect(),
        marks: vec![(at(0, 4), Mark::From), (at(2, 2), Mark::Path)],
        goals: vec![goal(Side::First, 0), goal(Side::Second, 5)],
        route: [route.as_slice(), &[Place::Goal(Side::First)]].concat(),
        flight: Some([at(2, 2), at(4, 0)]),
        proposed: false,
    }
}

/// Prints the size of a picture once.
fn weigh(name: &str, picture: &[u8], frames: usize) {
    eprintln!("{name}: {} bytes", picture.len() / frames);
}

fn boards(c: &mut Criterion) {
    let painter = Painter::new().expect("the font is in the program");
    let png = |diagram: &Diagram, view| painter.png(diagram, view).expect("it can be drawn");
    let mut still = |name: &str, diagram: &Diagram, view: View| {
        weigh(name, &png(diagram, view), 1);
        c.bench_function(name, |b| b.iter(|| png(black_box(diagram), view)));
    };
    for theme in THEMES.iter() {
        let view = View {
            theme,
            ..View::default()
        };
        still(&format!("png 5×5 {}", theme.id), &midgame(5), view);
        let name = format!("png 5×5 {}, crowded", theme.id);
        still(&name, &crowded(5), view);
    }
    for edge in [7, 9] {
        let name = format!("png {edge}×{edge}");
        still(&name, &midgame(edge), View::default());
    }
    still("png 9×9, crowded", &crowded(9), View::default());
    still("png 6×6 with goals and arrows", &bounced(), View::default());
    for (name, mut diagram) in [
        ("9×9", midgame(9)),
        ("6×6 with goals and arrows", bounced()),
    ] {
        // One piece fewer each turn.
        let mut turns = vec![diagram.clone()];
        while diagram.pieces.pop().is_some() {
            turns.push(diagram.clone());
        }
        let gif = || painter.gif(Vec::new(), black_box(&turns), View::default());
        let name = format!("gif {name}, {} turns", turns.len());
        weigh(
            &format!("{name}, each"),
            &gif().expect("it can be drawn"),
            turns.len(),
        );
        c.bench_function(&name, |b| b.iter(gif));
    }
    let full = midgame(9);
    c.bench_function("alt 9×9", |b| {
        b.iter(|| alt(black_box(&full), Side::First))
    });
    c.bench_function("new painter, a board in each theme", |b| {
        b.iter(|| {
            let painter = Painter::new().expect("the font is in the program");
            THEMES.each_ref().map(|theme| {
                let view = View {
                    theme,
                    ..View::default()
                };
                painter.png(black_box(&full), view)
            })
        });
    });
}

criterion_group!(benches, boards);
criterion_main!(benches);
