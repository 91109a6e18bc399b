//! Whole games as animations.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, DynamicImage, Frame};
use siwa_boards::{Error, Size, THEMES, View};
use siwa_games::registry::Registry;
use siwa_games::rules::Diagram;

use super::{PAINTER, board, capture, decode};

/// A game of that many random plies.
fn game(variant: &str, plies: usize) -> Vec<Diagram> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut play = rules.start(variant);
    let mut diagrams = vec![play.diagram()];
    let mut seed = 7_u64;
    for _ in 0..plies {
        let moves = play.legal_moves();
        if moves.is_empty() {
            break;
        }
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        play.play(&moves[(seed >> 33) as usize % moves.len()])
            .unwrap();
        diagrams.push(play.diagram());
    }
    diagrams
}

fn frames(gif: &[u8]) -> Vec<Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).unwrap();
    decoder.into_frames().collect_frames().unwrap()
}

#[test]
fn each_frame_of_a_game_is_the_picture_of_its_diagram() {
    for (variant, theme) in [("seega-5-classic", &THEMES[1]), ("gyges-leroy", &THEMES[0])] {
        let diagrams = game(variant, 12);
        let view = View {
            theme,
            size: Size::Width(320),
            ..View::default()
        };
        let frames = frames(&PAINTER.gif(Vec::new(), &diagrams, view).unwrap());
        assert_eq!(frames.len(), diagrams.len());
        for (turn, (frame, diagram)) in frames.into_iter().zip(&diagrams).enumerate() {
            let moving = DynamicImage::ImageRgba8(frame.into_buffer()).to_rgb8();
            let still = decode(&PAINTER.png(diagram, view).unwrap());
            assert!(moving == still, "{variant}: turn {turn}");
        }
    }
}

#[test]
fn all_boards_are_drawn_on_the_first() {
    let boards = [5, 7].map(|size| board(&vec![[". "; 7][..size].concat().trim_end(); size], &[]));
    let frames = frames(&PAINTER.gif(Vec::new(), &boards, View::default()).unwrap());
    assert_eq!(frames.len(), 2);
    assert_eq!(frames[0].buffer(), frames[1].buffer());
}

#[test]
fn the_first_picture_stays_a_little_longer_and_the_last_long() {
    let diagrams = game("seega-5-classic", 5);
    let gif = PAINTER.gif(Vec::new(), &diagrams, View::default()).unwrap();
    let delays: Vec<u32> = frames(&gif)
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .collect();
    assert_eq!(delays, [1200, 1000, 1000, 1000, 1000, 4000]);
    let repeats = b"NETSCAPE2.0";
    assert!(gif.windows(repeats.len()).any(|part| part == repeats));
}

#[test]
fn turns_that_change_nothing_are_shown_too() {
    let gif = PAINTER.gif(Vec::new(), &[capture(), capture()], View::default());
    assert_eq!(frames(&gif.unwrap()).len(), 2);
}

#[test]
fn no_diagrams_are_no_game() {
    let refused = PAINTER.gif(Vec::new(), &[], View::default());
    assert!(matches!(refused, Err(Error::Nothing)));
}

#[test]
fn four_hundred_turns_fit_into_a_message() {
    // A game without arrows is tested with its record.
    let mut diagrams = game("gyges-leroy", 400);
    // A game that ended sooner is played again.
    while diagrams.len() < 401 {
        diagrams.extend_from_within(..diagrams.len().min(401 - diagrams.len()));
    }
    let gif = PAINTER.gif(Vec::new(), &diagrams, View::default()).unwrap();
    assert!(gif.len() < 10 << 20, "{} bytes", gif.len());
}
