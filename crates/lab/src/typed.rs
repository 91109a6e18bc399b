//! Games by their types: access to positions that only the laboratory needs.

use siwa_games::engine::Limits;
use siwa_games::rules::evaluate::score;
use siwa_games::rules::{
    Evaluate, Evaluation, GameInfo, Measures, Notation, Stage, Variant, gyges, seega,
};

use crate::baselines;

/// The input of a position's evaluation, to be fitted to the results of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Judged {
    /// The measures.
    pub(super) measures: Measures,
    /// The value of the measures, in hundredths of a piece.
    pub(super) points: i32,
    /// The active inputs of the net.
    pub(super) inputs: Vec<usize>,
    /// The active inputs of the mirrored board.
    pub(super) mirrored: Vec<usize>,
}

/// A baseline player, to measure the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Baseline {
    /// Alpha-beta on material.
    Material,
    /// Random moves, except for wins and losses in one.
    Careful,
}

/// A game with an evaluation that can be fitted.
trait Tunable: Notation + Evaluate {
    /// The present weights of the measures.
    const WEIGHTS: &'static Measures;

    /// The number of inputs of the net; 0 if there is none.
    const INPUTS: usize = 0;

    /// The measures of a position.
    fn measures(&self) -> Measures;

    /// The active inputs of the net.
    fn active_inputs(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The input that replaces another on the mirrored board, which has the same value.
    fn mirrored(input: usize) -> usize {
        input
    }
}

impl Tunable for seega::Seega {
    const WEIGHTS: &'static Measures = &seega::evaluation::WEIGHTS;

    fn measures(&self) -> Measures {
        seega::evaluation::measures(self)
    }
}

impl Tunable for gyges::Gyges {
    const WEIGHTS: &'static Measures = &gyges::evaluation::WEIGHTS;
    const INPUTS: usize = gyges::evaluation::INPUTS;

    fn measures(&self) -> Measures {
        gyges::evaluation::measures(self)
    }

    fn active_inputs(&self) -> Vec<usize> {
        gyges::evaluation::inputs(self)
    }

    /// All inputs but the last belong to a square, in rows of six.
    fn mirrored(input: usize) -> usize {
        let states = gyges::evaluation::INPUTS / 36;
        let square = input / states;
        match square {
            0..36 => states * (square / 6 * 6 + 5 - square % 6) + input % states,
            _ => input,
        }
    }
}

/// Access to a game whose type is known.
pub(super) struct Typed {
    info: &'static GameInfo,
    /// The number of inputs of its net; 0 if there is none.
    pub(super) inputs: usize,
    /// The input of a position's evaluation; `None` if a side has won or can win, or pieces are
    /// being placed.
    pub(super) judge: fn(&'static Variant, &str) -> Option<Judged>,
    /// The move of a baseline player after these moves.
    pub(super) choose: fn(Baseline, &'static Variant, &[String], Limits<'_>) -> Option<String>,
}

static GAMES: [Typed; 2] = [Typed::new::<seega::Seega>(), Typed::new::<gyges::Gyges>()];

impl Typed {
    const fn new<P: Tunable>() -> Self {
        Self {
            info: P::INFO,
            inputs: P::INPUTS,
            judge: judge::<P>,
            choose: choose::<P>,
        }
    }

    /// The game with this variant.
    pub(super) fn find(variant: &'static Variant) -> Option<&'static Self> {
        let has = |typed: &&Self| typed.info.variants.contains(variant);
        GAMES.iter().find(has)
    }
}

fn judge<P: Tunable>(variant: &'static Variant, position: &str) -> Option<Judged> {
    let now = P::parse(variant, position).ok()?;
    if now.stage() != Stage::Movement || matches!(now.evaluate(u8::MAX), Evaluation::Won(_)) {
        return None;
    }
    let measures = now.measures();
    let inputs = now.active_inputs();
    Some(Judged {
        measures,
        points: score(&measures, P::WEIGHTS),
        mirrored: inputs.iter().map(|input| P::mirrored(*input)).collect(),
        inputs,
    })
}

fn choose<P: Tunable>(
    baseline: Baseline,
    variant: &'static Variant,
    moves: &[String],
    limits: Limits<'_>,
) -> Option<String> {
    // Earlier positions forbid some moves, if they must not be repeated.
    let mut before = Vec::new();
    let mut now = P::new(variant);
    for text in moves {
        let legal = now.read(text).ok()?;
        before.push(now.clone());
        now.play(legal);
    }
    let player = match baseline {
        Baseline::Material => baselines::material,
        Baseline::Careful => baselines::careful,
    };
    player(&before, &now, variant.repetition, limits).map(|legal| legal.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use fastrand::Rng;
    use siwa_games::registry::Registry;
    use siwa_games::rules::Position as _;

    use super::gyges::evaluation;
    use super::*;

    fn limits(stop: &AtomicBool, depth: u32) -> Limits<'_> {
        Limits {
            nodes: 2_000,
            depth,
            table: 0,
            stop,
            seed: 7,
        }
    }

    #[test]
    fn the_baselines_win_in_one() {
        let stop = AtomicBool::new(false);
        let gyges = gyges::Gyges::INFO.variants.iter();
        let leroy = gyges
            .clone()
            .find(|variant| variant.id == "gyges-leroy")
            .unwrap();
        let text = "..1.../.3..../....../....../....../...... S -";
        let now = gyges::Gyges::parse(leroy, text).unwrap();
        let best = baselines::careful(&[], &now, leroy.repetition, limits(&stop, 2)).unwrap();
        assert_eq!(best.to_string(), "b5-goal");
        let classic = &seega::Seega::INFO.variants[0];
        let text = "...../...../.ox../x..../..... x m 0";
        let now = seega::Seega::parse(classic, text).unwrap();
        let best = baselines::material(&[], &now, classic.repetition, limits(&stop, 2)).unwrap();
        assert_eq!(best.to_string(), "a2-a3");
    }

    #[test]
    fn a_baseline_continues_a_game_from_its_moves() {
        let stop = AtomicBool::new(false);
        for id in ["seega-5-classic", "gyges-leroy"] {
            let (rules, variant) = Registry::standard().variant(id).unwrap();
            let mut state = rules.start(variant);
            let mut texts = Vec::new();
            for _ in 0..20 {
                for baseline in [Baseline::Material, Baseline::Careful] {
                    let few = Limits {
                        nodes: 50,
                        ..limits(&stop, 1)
                    };
                    let typed = Typed::find(variant).unwrap();
                    let Some(text) = (typed.choose)(baseline, variant, &texts, few) else {
                        assert!(state.outcome().is_some());
                        break;
                    };
                    state.play(&text).unwrap();
                    texts.push(text);
                }
            }
        }
    }

    /// The board with every rank reversed.
    fn mirrored(board: &str) -> String {
        let ranks = board.split('/').map(|rank| rank.chars().rev().collect());
        ranks.collect::<Vec<String>>().join("/")
    }

    #[test]
    fn a_mirror_and_the_other_side_of_the_board_change_nothing() {
        let mut random = Rng::with_seed(1);
        for variant in gyges::Gyges::INFO.variants {
            let read = |text: &str| gyges::Gyges::parse(variant, text).unwrap();
            let mut judged = 0;
            for _ in 0..20 {
                let mut position = gyges::Gyges::new(variant);
                for _ in 0..20 {
                    let Some(legal) = random.choice(position.legal_moves()) else {
                        break;
                    };
                    position.play(legal);
                    if position.stage() == Stage::Placement || position.outcome().is_some() {
                        continue;
                    }
                    let text = position.to_string();
                    let (board, rest) = text.split_once(' ').unwrap();
                    let mirror = read(&format!("{} {rest}", mirrored(board)));
                    let inputs = evaluation::inputs(&position).into_iter();
                    let mut expected: Vec<usize> =
                        inputs.map(<gyges::Gyges as Tunable>::mirrored).collect();
                    expected.sort_unstable();
                    assert_eq!(evaluation::inputs(&mirror), expected, "{text}");
                    let turned: String = board.chars().rev().collect();
                    let other = gyges::Gyges::INFO.letters;
                    let other = *other.get(position.turn().other());
                    let turned = read(&format!("{turned} {other} -"));
                    assert_eq!(
                        evaluation::inputs(&turned),
                        evaluation::inputs(&position),
                        "{text}"
                    );
                    assert_eq!(
                        evaluation::measures(&turned),
                        evaluation::measures(&position),
                        "{text}"
                    );
                    judged += 1;
                }
            }
            assert!(judged > 50, "{judged}");
        }
    }
}
