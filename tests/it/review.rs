//! Games reviewed by the engine.

use siwa::game::{GameRecord, TurningPoint};
use siwa_boards::{Curve, Painter, theme};
use siwa_games::registry::{Reason, Registry};

use super::table::whole;

fn played(variant: &str, seed: u64) -> GameRecord {
    let (moves, _) = whole(variant, seed);
    let text = format!("[Variant \"{variant}\"]\n\n{}\n", moves.join("\n"));
    GameRecord::read(&text, Registry::standard()).unwrap()
}

#[test]
fn a_review_has_chances_for_every_turn_that_moves_and_points_at_better_moves() {
    let registry = Registry::standard();
    let mut points: Vec<(GameRecord, TurningPoint)> = Vec::new();
    for (variant, seed) in [
        ("gyges-gates", 1),
        ("gyges-leroy", 2),
        ("seega-5-classic", 3),
    ] {
        let game = played(variant, seed);
        let review = game.review(registry).unwrap();
        assert_eq!(review.chances.len(), game.turns.len() + 1);
        let placed = review.chances.iter().take_while(|it| it.is_none()).count();
        assert_eq!(placed > 0, variant != "gyges-gates");
        let after = &review.chances[placed..];
        assert!(after.len() > 1);
        assert!(after.iter().all(|it| (0.0..=1.0).contains(&it.unwrap())));
        let all = review.turning_points.iter();
        points.extend(all.map(|point| (game.clone(), point.clone())));
    }
    // Players who move at random miss wins.
    assert!(points.len() > 3, "{points:?}");
    for (game, point) in points {
        let [before, after] = point.chances;
        assert!(before - after >= 0.15, "{point:?}");
        let better = game.better(registry, point.turn).unwrap();
        assert_eq!(better.played.text, point.better);
        assert!(better.diagram.proposed);
        let played = &game.turns[point.turn as usize - 1];
        assert_ne!(better.played.text, played.text);
        assert!(
            better.reason != Some(Reason::Wins) || before > 0.99,
            "{point:?}"
        );
    }
}

#[test]
fn a_curve_is_drawn_with_the_first_side_below_and_the_second_above() {
    let painter = Painter::new().unwrap();
    let curve = |values: &[Option<f64>]| {
        let curve = Curve {
            values: values.to_vec(),
            marked: vec![],
            scale: None,
        };
        let png = painter.curve(&curve, theme("classic").unwrap()).unwrap();
        image::load_from_memory(&png).unwrap().into_rgb8()
    };
    let half = curve(&[Some(0.5); 9]);
    let x = half.width() / 2;
    let y = half.height() / 2;
    let first = *half.get_pixel(x, y + 60);
    let second = *half.get_pixel(x, y - 80);
    assert!(
        first.0[0] > second.0[0],
        "{first:?} below, {second:?} above"
    );
    let won = curve(&[Some(1.0); 9]);
    assert_eq!(*won.get_pixel(x, y - 80), first);
    let unknown = curve(&[None; 9]);
    let ground = *unknown.get_pixel(x, y + 60);
    assert!(ground != first && ground != second);
}
