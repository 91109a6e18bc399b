//! `siwa-lab`, as a process.
#![expect(
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs `siwa-lab` where its files may be written.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_siwa-lab"))
        .args(arguments)
        .env_clear()
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

/// The lines that `siwa-lab` prints.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(ToOwned::to_owned).collect()
}

/// The numbers of slashes, and of spaces and hyphens, in each part of a puzzle's line.
fn shape(line: &str) -> Vec<[usize; 2]> {
    let count = |part: &str| [part.matches('/').count(), part.matches([' ', '-']).count()];
    line.split(" | ").map(count).collect()
}

#[test]
fn puzzles_are_printed_as_in_the_file_of_the_bot() {
    let search = "puzzles gyges-leroy --games 1 --level 2 --seed 2 --grade 1";
    let found = lines(&search.split(' ').collect::<Vec<_>>());
    assert!(!found.is_empty());
    let file = include_str!("../../../../assets/puzzles.txt");
    let known = file.lines().find(|line| line.starts_with("gyges-leroy | "));
    for line in found {
        assert!(line.starts_with("gyges-leroy | "), "{line}");
        assert_eq!(shape(&line), shape(known.unwrap()), "{line}");
        let (_, grade) = line.rsplit_once(" | ").unwrap();
        assert!((1..=6).contains(&grade.parse().unwrap()), "{line}");
    }
}

#[test]
fn weights_are_fitted_to_games_of_its_own() {
    for variant in ["gyges-gates", "seega-5-classic"] {
        let fitted = lines(&["tune", variant, "--games", "4", "--nodes", "100"]);
        assert_eq!(fitted.len(), 3, "{fitted:?}");
        let positions = fitted[0].strip_prefix("positions ").unwrap();
        assert!(positions.parse::<u32>().unwrap() > 0);
        assert!(fitted[2].starts_with("weights ["), "{fitted:?}");
    }
}

#[test]
fn the_same_games_give_the_same_net() {
    let nets = ["net-1", "net-2"].map(|net| {
        let fit = "tune gyges-gates --games 60 --nodes 50 --net";
        let printed = lines(&fit.split(' ').chain([net]).collect::<Vec<_>>());
        assert!(printed[1].ends_with("with it"), "{printed:?}");
        std::fs::read(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(net)).unwrap()
    });
    let ours = include_bytes!("../../../games/assets/gyges.net");
    assert!(nets[0] == nets[1] && nets[0].len() == ours.len());
}

#[test]
fn a_net_is_fitted_only_to_one_game_with_a_net_and_enough_samples() {
    for (arguments, why) in [
        (&["seega-5-classic"][..], "must have a net"),
        (&["gyges-gates", "seega-5-classic"], "must have a net"),
        (&["gyges-gates", "--games", "1"], "too few positions"),
    ] {
        let output = run(&[&["tune", "--net", "net", "--nodes", "50"], arguments].concat());
        let problem = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && problem.contains(why),
            "{problem}"
        );
    }
}

/// The last line of `siwa-lab match`.
fn score(arguments: &str) -> String {
    let arguments = shlex::split(&format!("match --time 20 {arguments}")).unwrap();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    lines(&arguments).pop().unwrap()
}

#[test]
fn a_match_shows_which_player_is_stronger() {
    let score_of_four = score("nodes:2000 random --games 4");
    let won = score_of_four.starts_with("games 4 +4 =0 -0 score 100.0 % ");
    assert!(won, "{score_of_four}");
    let clear = score("nodes:2000 random --games 400 --sprt 100");
    let games: u32 = clear.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(games < 100, "{clear}");
}

#[test]
fn a_program_is_told_the_moves_and_loses_without_an_answer() {
    let heard = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("heard");
    std::fs::write(&heard, "").unwrap();
    let player = concat!("'sh ", env!("CARGO_MANIFEST_DIR"), "/tests/data/player.sh'");
    let lost = score(&format!("{player} {player} --games 2 --opening 0"));
    assert!(lost.starts_with("games 2 +0 =0 -2 ") && lost.contains("faults 2 0"));
    let heard = std::fs::read_to_string(heard).unwrap();
    let moves = "position seega-5-classic startpos moves \"a1 b1\" \"d5 e5\"\n";
    assert!(
        heard.contains(moves) && heard.contains("go movetime 20\n"),
        "{heard}"
    );
}

#[test]
fn every_command_and_no_other_is_in_the_table_of_the_documents() {
    let help = lines(&["--help"]);
    let commands = help.iter().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.map_while(|line| line.split_whitespace().next());
    let commands: Vec<&str> = commands.filter(|command| *command != "help").collect();
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ENGINE.md");
    let engine = std::fs::read_to_string(engine).unwrap();
    let rows = engine
        .lines()
        .filter_map(|line| line.strip_prefix("| `siwa-lab "));
    let rows = rows.map(|row| row.split([' ', '`']).next().unwrap());
    assert_eq!(rows.collect::<Vec<_>>(), commands);
    let shown = engine.split("siwa-lab ").skip(1);
    for rest in shown.filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase())) {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        assert!(commands.contains(&&rest[..end.unwrap()]), "{}", &rest[..30]);
    }
}
