//! The search: what it sees, and what it may cost.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use siwa::engine::{Level, Limits, Mind, Score, Table, Thought};
use siwa::registry::{Play, Registry};
use siwa::rules::{Outcome, Side, Stage};

use super::noughts_and_crosses::REGISTRY;
use super::random::Random;
use super::scratch::Scratch;

/// Bytes of the table.
const BYTES: usize = 1 << 20;

const STRONGEST: Mind = Mind::Level(Level::STRONGEST);

/// Games of the engine against itself, unless `SIWA_GAMES` says how many, the turns of each at most, and the positions that may
/// be looked at before each turn.
const GAMES: usize = 300;
const MOST_TURNS: usize = 60;
const FEW: u64 = 20;

static GO: AtomicBool = AtomicBool::new(false);

fn limits(nodes: u64) -> Limits<'static> {
    Limits {
        nodes,
        depth: u32::MAX,
        stop: &GO,
        seed: 7,
    }
}

fn think(line: &dyn Play, nodes: u64) -> Option<Thought<String>> {
    line.think(STRONGEST, BYTES, limits(nodes), &mut |_| {})
}

fn at(variant: &str, position: &str) -> Box<dyn Play> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    rules.parse(variant, position).unwrap()
}

fn begin(variant: &str) -> Box<dyn Play> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    rules.start(variant)
}

fn variants() -> impl Iterator<Item = &'static str> {
    let games = Registry::standard().games();
    games.flat_map(|rules| rules.info().variants.iter().map(|it| it.id))
}

#[test]
fn the_goal_is_entered_through_four_bounces() {
    let line = at(
        "gyges-leroy",
        "....../3...../..1.1./1.23.3/3.22.1/....2. N -",
    );
    let found = think(line.as_ref(), 10_000).unwrap();
    assert_eq!(found.line, ["a5-goal"]);
    assert_eq!(found.score, Score::Wins(1));
}

#[test]
fn what_can_be_taken_is_taken() {
    for (position, best) in [
        ("....o/.x.../.o.../x.ox./....o x m 0", "a2-b2"),
        ("...../...../...x./xoo../....o x m 0", "d3-d2"),
    ] {
        let line = at("seega-5-classic", position);
        let taken = |text: &str| line.read(text).unwrap().captured.len();
        let found = think(line.as_ref(), 20_000).unwrap();
        let most = line.legal_moves().iter().map(|it| taken(it)).max().unwrap();
        assert!(taken(&found.line[0]) == most, "{best}: {found:?}");
    }
}

/// Whether the side to move has a move after which it wins, or the opponent has none that
/// does not lose in as many plies less two.
fn wins_in(line: &dyn Play, side: Side, plies: u32) -> bool {
    line.legal_moves().iter().any(|text| {
        let mut next = line.fork();
        next.play(text).unwrap();
        if next.claim(side).and_then(Outcome::winner) == Some(side) {
            return true;
        }
        match next.outcome() {
            Some(outcome) => outcome.winner() == Some(side),
            None if plies < 3 => false,
            None => next.legal_moves().iter().all(|reply| {
                let mut after = next.fork();
                after.play(reply).unwrap();
                match after.outcome() {
                    Some(outcome) => outcome.winner() == Some(side),
                    None => wins_in(after.as_ref(), side, plies - 2),
                }
            }),
        }
    })
}

#[test]
fn a_win_that_is_announced_is_one() {
    let mut announced = 0;
    let mut random = Random::seeded(3);
    for _ in 0..40 {
        let mut line = begin("gyges-gates");
        for _ in 0..8 {
            let legal = line.legal_moves();
            if let Some(text) = (!legal.is_empty()).then(|| random.pick(&legal)) {
                line.play(text).unwrap();
            }
        }
        let Some(found) = think(line.as_ref(), 3_000) else {
            continue;
        };
        if let Score::Wins(plies @ 1..=3) = found.score {
            let side = line.turn();
            assert!(wins_in(line.as_ref(), side, plies), "{}", line.position());
            announced += 1;
        }
    }
    assert!(announced > 5, "{announced}");
}

#[test]
fn whoever_looks_through_all_of_a_small_game_never_loses_it() {
    let (rules, variant) = REGISTRY.variant("noughts-classic").unwrap();
    let mut random = Random::seeded(5);
    for number in 0..20 {
        let mut line = rules.start(variant);
        let own = Side::BOTH[number % 2];
        while line.outcome().is_none() {
            let text = match line.turn() == own {
                true => think(line.as_ref(), 200_000).unwrap().line.remove(0),
                false => random.pick(&line.legal_moves()).clone(),
            };
            line.play(&text).unwrap();
        }
        let winner = line.outcome().and_then(Outcome::winner);
        assert_ne!(winner, Some(own.other()), "{}", line.position());
    }
}

#[test]
fn every_move_of_games_against_itself_is_legal() {
    for variant in variants() {
        let mut line = begin(variant);
        for _ in 0..150 {
            let Some(found) = think(line.as_ref(), 200) else {
                break;
            };
            // The whole line that was looked at can be played.
            let mut ahead = line.fork();
            for text in &found.line {
                ahead.play(text).unwrap();
            }
            line.play(&found.line[0]).unwrap();
        }
    }
}

#[test]
fn many_games_of_every_level_against_itself_are_legal() {
    let asked = std::env::var("SIWA_GAMES").map(|games| games.parse().unwrap());
    let games = asked.unwrap_or(GAMES);
    let variants: Vec<&str> = variants().collect();
    let (next, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let play = |number: usize| {
        let mut line = begin(variants[number % variants.len()]);
        let level = Level::ALL[number / variants.len() % Level::ALL.len()];
        for _ in 0..MOST_TURNS {
            let limits = Limits {
                seed: number as u64,
                ..limits(FEW)
            };
            let Some(found) = line.think(Mind::Level(level), 1 << 12, limits, &mut |_| {}) else {
                break;
            };
            let text = &found.line[0];
            assert!(line.play(text).is_ok(), "{text} in {}", line.position());
            turns.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    play(number);
                }
            });
        }
    });
    assert!(turns.into_inner() > 20 * games);
}

#[test]
fn the_same_seed_thinks_the_same_and_another_may_place_otherwise() {
    for variant in variants() {
        let line = begin(variant);
        let [one, other] = [(); 2].map(|()| think(line.as_ref(), 3_000));
        assert_eq!(one, other, "{variant}");
    }
    let line = begin("seega-7-modern");
    let with = |seed| {
        let limits = Limits {
            seed,
            ..limits(3_000)
        };
        line.think(STRONGEST, BYTES, limits, &mut |_| {})
            .unwrap()
            .line
    };
    assert!((0..8).any(|seed| with(seed) != with(8)));
}

#[test]
fn the_weak_levels_overlook_many_bounces() {
    let line = at(
        "gyges-leroy",
        "....../3...../..1.1./1.23.3/3.22.1/....2. N -",
    );
    let best = |level| {
        let found = line.think(Mind::Level(level), BYTES, limits(5_000), &mut |_| {});
        found.unwrap().line.remove(0)
    };
    let best = Level::ALL.map(best);
    assert!(best[0] != "a5-goal" && best[4] == "a5-goal", "{best:?}");
}

#[test]
fn the_yardsticks_win_in_one() {
    for (mind, variant, position, best) in [
        (
            Mind::Tree,
            "gyges-leroy",
            "..1.../.3..../....../....../....../...... S -",
            "b5-goal",
        ),
        (
            Mind::Material,
            "seega-5-classic",
            "...../...../.ox../x..../..... x m 0",
            "a2-a3",
        ),
    ] {
        let line = at(variant, position);
        let limits = Limits {
            depth: 2,
            ..limits(2_000)
        };
        let found = line.think(mind, BYTES, limits, &mut |_| {}).unwrap();
        assert_eq!(found.line, [best], "{mind:?}");
    }
}

#[test]
fn limits_are_kept_and_a_search_that_is_stopped_at_once_has_a_move() {
    let stop = AtomicBool::new(true);
    for variant in variants() {
        let line = begin(variant);
        let found = think(line.as_ref(), 1_000).unwrap();
        assert!(found.nodes <= 1_001, "{variant}: {}", found.nodes);
        let stopped = Limits {
            stop: &stop,
            ..limits(u64::MAX)
        };
        let found = line.think(STRONGEST, BYTES, stopped, &mut |_| {}).unwrap();
        assert!(line.legal_moves().contains(&found.line[0]), "{variant}");
        let none = think(line.as_ref(), 0).unwrap();
        assert!(line.legal_moves().contains(&none.line[0]), "{variant}");
    }
    let line = at("seega-5-classic", "xoxxo/ooxox/oo.xx/oxoxx/xoxoo o m 0");
    assert_eq!(line.stage(), Stage::Movement);
    let shallow = Limits {
        depth: 3,
        ..limits(u64::MAX)
    };
    assert_eq!(
        line.think(STRONGEST, BYTES, shallow, &mut |_| {})
            .unwrap()
            .depth,
        3
    );
}

#[test]
fn a_table_is_as_large_as_it_may_be() {
    for most in [0, 1 << 10, 1_000_000, 64 << 20] {
        let bytes = Table::<[u8; 12]>::new(most).bytes();
        assert!(bytes <= most.max(64), "{bytes} of {most}");
        assert!(bytes * 2 + 64 > most, "{bytes} of {most}");
    }
}

/// What `siwa engine` answers.
fn conversation(lines: &str) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_siwa"))
        .arg("engine")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_protocol_thinks_and_tells_its_move() {
    let said = conversation(
        "uci\nisready\nsetoption name Hash value 1\nsetoption name Seed value 5\n\
         position gyges-leroy \"....../3...../..1.1./1.23.3/3.22.1/....2. N -\"\ngo nodes 1000\n",
    );
    assert!(said.contains(&"uciok".to_owned()) && said.contains(&"readyok".to_owned()));
    assert!(
        said.iter()
            .any(|it| it.starts_with("info depth 1 score mate 1 nodes "))
    );
    assert_eq!(said.last().map(String::as_str), Some("bestmove a5-goal"));

    let said = conversation("position seega-5-classic startpos moves \"a1 b2\"\ngo movetime 50\n");
    let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
    let mut line = begin("seega-5-classic");
    line.play("a1 b2").unwrap();
    line.play(best.trim_matches('"')).unwrap();
    assert!(best.starts_with('"'), "two words are quoted: {best}");

    let said = conversation("position gyges-gates startpos\ngo\nstop\nquit\n");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    let over =
        "position gyges-gates \"....../....../....../....../....../...... N S3\"\ngo depth 1\n";
    assert!(conversation(over).last().is_some());
}

#[test]
fn bad_input_is_an_error_line() {
    for line in [
        "nonsense",
        "position",
        "position chess startpos",
        "position gyges-gates nowhere",
        "position gyges-gates startpos moves z9-z8",
        "position gyges-gates startpos a1-b3",
        "go",
        "position gyges-gates startpos\ngo depth x",
        "position gyges-gates startpos\ngo nodes",
        "position gyges-gates startpos\ngo up",
        "setoption name Hash value much",
        "setoption Hash 3",
        "position gyges-gates \"unclosed",
        "\u{202e}\0\"",
    ] {
        let said = conversation(&format!("{line}\n"));
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("error "), "{line}: {said:?}");
    }
}

#[test]
fn a_game_is_played_in_the_terminal() {
    let play = |arguments: &[&str], typed: &str| {
        let mut siwa = Command::new(env!("CARGO_BIN_EXE_siwa"))
            .arg("play")
            .args(arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        siwa.stdin
            .take()
            .unwrap()
            .write_all(typed.as_bytes())
            .unwrap();
        let output = siwa.wait_with_output().unwrap();
        let all = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(all).unwrap())
    };
    let gates = ["gyges-gates", "--level", "1", "--seed", "3"];
    let (done, said) = play(&gates, "?\nx9\na1-a4\nq\n");
    assert!(done && said.contains("You play South."), "{said}");
    assert!(
        said.contains("a1-a4 · ") || said.contains("a1 · "),
        "{said}"
    );
    assert!(
        said.contains("You played a1-a4.") && said.contains("Siwa played "),
        "{said}"
    );
    assert!(said.contains("The game was left."), "{said}");
    let second = ["seega-5-classic", "--side", "second", "--level", "2"];
    let (done, said) = play(&second, "");
    assert!(
        done && said.contains("Siwa played ") && said.contains("was left"),
        "{said}"
    );
    for wrong in [&["chess"][..], &["gyges-gates", "--level", "6"]] {
        let (done, said) = play(wrong, "");
        assert!(!done && said.starts_with("siwa: "), "{said}");
    }
}

#[test]
fn weights_are_fitted_to_games_of_its_own() {
    for variant in ["gyges-gates", "seega-5-classic"] {
        let output = Command::new(env!("CARGO_BIN_EXE_siwa"))
            .args(["tune", variant, "--games", "4", "--nodes", "100"])
            .env_clear()
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert!(output.status.success() && lines.len() == 3, "{said}");
        let positions: u32 = lines[0]
            .strip_prefix("positions ")
            .unwrap()
            .parse()
            .unwrap();
        assert!(positions > 0 && lines[2].starts_with("weights ["), "{said}");
    }
}

/// What `siwa tune` says with these arguments and a net in that folder.
fn tuned(folder: &Scratch, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_siwa"))
        .args(["tune", "--net", "net", "--nodes", "50"])
        .args(arguments)
        .env_clear()
        .current_dir(folder.path())
        .output()
        .unwrap()
}

#[test]
fn a_net_is_fitted_to_games_of_its_own_and_the_same_one_to_the_same_games() {
    let folder = Scratch::new();
    let nets = [1, 2].map(|_| {
        let output = tuned(&folder, &["gyges-gates", "--games", "60"]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && said.contains("with it"),
            "{said}"
        );
        std::fs::read(folder.file("net")).unwrap()
    });
    let ours = include_bytes!("../../assets/gyges.net");
    assert!(nets[0] == nets[1] && nets[0].len() == ours.len());
}

#[test]
fn a_net_is_fitted_only_to_one_game_that_has_one_and_not_to_next_to_nothing() {
    let folder = Scratch::new();
    for (arguments, why) in [
        (&["seega-5-classic"][..], "has a net"),
        (&["gyges-gates", "seega-5-classic"], "has a net"),
        (&["gyges-gates", "--games", "1"], "too few positions"),
    ] {
        let output = tuned(&folder, arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && said.contains(why),
            "{said}"
        );
    }
}

/// What `siwa match` says last.
fn matched(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_siwa"))
        .arg("match")
        .args(arguments)
        .env_clear()
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().last().unwrap().to_owned()
}

#[test]
fn a_match_tells_who_is_stronger() {
    let siwa = format!("\"{}\" engine", env!("CARGO_BIN_EXE_siwa"));
    let four = ["--games", "4", "--time", "20"];
    let thinking = matched(&[&["nodes:2000", "random"], &four[..]].concat());
    assert!(
        thinking.starts_with("games 4 +4 =0 -0 score 100.0 % "),
        "{thinking}"
    );
    // In Gygès one ply is enough to beat chance, however little of its time a program gets.
    let gyges = ["--variant", "gyges-gates"];
    let program = matched(&[&["random", &siwa], &four[..], &gyges].concat());
    assert!(
        program.starts_with("games 4 +0 =0 -4 ") && program.contains("faults 0 0"),
        "{program}"
    );
    // What ends without an answer has lost every game.
    let mute = matched(
        &[
            &["random", "true"],
            &four[..],
            &["--variant", "gyges-leroy"],
        ]
        .concat(),
    );
    assert!(
        mute.starts_with("games 4 +4 ") && mute.contains("faults 0 4"),
        "{mute}"
    );
    let clear = matched(&["nodes:2000", "random", "--games", "400", "--sprt", "100"]);
    let games: u32 = clear.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(games < 100, "{clear}");
}

#[test]
fn a_search_that_is_broken_off_does_not_see_losses_that_are_none() {
    // The first move that is looked at loses; the others were not reached.
    let line = at(
        "gyges-gates",
        "..2123/213.../3...../....../...3../.21..1 S -",
    );
    let deep = think(line.as_ref(), 200_000).unwrap();
    assert!(!matches!(deep.score, Score::Loses(_)), "{deep:?}");
    for nodes in (250..5_000).step_by(250) {
        let found = think(line.as_ref(), nodes).unwrap();
        assert!(!matches!(found.score, Score::Loses(_)), "{found:?}");
    }
}
