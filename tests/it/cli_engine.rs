//! `siwa engine` and `siwa play`, as processes.

use std::io::Write as _;
use std::process::{Command, Stdio};

use siwa_games::registry::Registry;

use super::says::Says as _;

/// The output of `siwa engine`.
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
fn the_protocol_searches_and_prints_its_move() {
    let said = conversation(
        "uci\nisready\nsetoption name Hash value 1\nsetoption name Seed value 5\n\
         position gyges-leroy \"....../3...../..1.1./1.23.3/3.22.1/....2. N -\"\ngo nodes 1000\n",
    );
    assert!(said.contains(&"uciok".to_owned()) && said.contains(&"readyok".to_owned()));
    said.join("\n").says("\ninfo depth 1 score mate 1 nodes ");
    assert_eq!(said.last().map(String::as_str), Some("bestmove a5-goal"));

    let said = conversation("position seega-5-classic startpos moves \"a1 b2\"\ngo movetime 50\n");
    let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
    let (rules, variant) = Registry::standard().variant("seega-5-classic").unwrap();
    let mut line = rules.start(variant);
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
    assert!(done, "{said}");
    for part in [
        "You play South.",
        "You played a1-a4.",
        "Siwa played ",
        "You left the game.",
    ] {
        said.says(part);
    }
    let offered = said.contains("a1-a4 · ") || said.contains("a1 · ");
    assert!(offered, "{said}");
    let second = ["seega-5-classic", "--side", "second", "--level", "2"];
    let (done, said) = play(&second, "");
    assert!(done, "{said}");
    said.says("Siwa played ");
    said.says("You left the game.");
    for (wrong, begins) in [
        (&["chess"][..], "siwa: "),
        (&["gyges-gates", "--level", "9"], "error: "),
    ] {
        let (done, said) = play(wrong, "");
        assert!(!done && said.starts_with(begins), "{said}");
    }
}
