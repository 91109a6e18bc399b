//! `siwa-lab`, as a process.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

#[path = "../../../boards/tests/it/on_file.rs"]
mod on_file;
#[path = "../../../../tests/it/scratch.rs"]
mod scratch;

use std::process::{Command, Output};

use scratch::Scratch;
use siwa::game::StoredPuzzle;

fn lab(arguments: &[&str], scratch: &Scratch) -> Output {
    Command::new(env!("CARGO_BIN_EXE_siwa-lab"))
        .args(arguments)
        .env_clear()
        .env("DATABASE_URL", scratch.url())
        .current_dir(scratch.path())
        .output()
        .unwrap()
}

#[test]
fn puzzles_are_looked_for_in_games_that_the_engine_plays_and_added_once() {
    let scratch = Scratch::new();
    let found = |arguments: &[&str]| {
        let all = [
            &[
                "puzzles",
                "gyges-leroy",
                "--games",
                "1",
                "--level",
                "2",
                "--seed",
                "2",
                "--grade",
                "1",
            ],
            arguments,
        ]
        .concat();
        let output = lab(&all, &scratch);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let printed = found(&["--print"]);
    let lines: Vec<StoredPuzzle> = printed.lines().filter_map(StoredPuzzle::read).collect();
    assert!(!lines.is_empty() && lines.len() == printed.lines().count());
    let added = format!("Added {} puzzle", lines.len());
    assert!(found(&[]).starts_with(&added));
    assert!(found(&[]).starts_with("Added 0 puzzles"));
}

#[test]
fn weights_are_fitted_to_games_of_its_own() {
    for variant in ["gyges-gates", "seega-5-classic"] {
        let output = Command::new(env!("CARGO_BIN_EXE_siwa-lab"))
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

/// The output of `siwa-lab tune` with these arguments and a net in that folder.
fn tuned(folder: &Scratch, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_siwa-lab"))
        .args(["tune", "--net", "net", "--nodes", "50"])
        .args(arguments)
        .env_clear()
        .current_dir(folder.path())
        .output()
        .unwrap()
}

#[test]
fn the_same_games_give_the_same_net() {
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
    let ours = include_bytes!("../../../games/assets/gyges.net");
    assert!(nets[0] == nets[1] && nets[0].len() == ours.len());
}

#[test]
fn a_net_is_fitted_only_to_one_game_with_a_net_and_enough_samples() {
    let folder = Scratch::new();
    for (arguments, why) in [
        (&["seega-5-classic"][..], "must have a net"),
        (&["gyges-gates", "seega-5-classic"], "must have a net"),
        (&["gyges-gates", "--games", "1"], "Too few positions"),
    ] {
        let output = tuned(&folder, arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && said.contains(why),
            "{said}"
        );
    }
}

/// The last line of `siwa-lab match`.
fn matched(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_siwa-lab"))
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
fn a_match_shows_which_player_is_stronger() {
    let engine = format!("\"{}\" engine", env!("CARGO_BIN_EXE_siwa-lab"));
    let four = ["--games", "4", "--time", "20"];
    let thinking = matched(&[&["nodes:2000", "random"], &four[..]].concat());
    assert!(
        thinking.starts_with("games 4 +4 =0 -0 score 100.0 % "),
        "{thinking}"
    );
    // In Gygès one ply is enough to beat random moves, even with very little time.
    let gyges = ["--variant", "gyges-gates"];
    let program = matched(&[&["random", &engine], &four[..], &gyges].concat());
    assert!(
        program.starts_with("games 4 +0 =0 -4 ") && program.contains("faults 0 0"),
        "{program}"
    );
    // A program that ends without an answer loses every game.
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
fn the_contact_sheet_looks_as_on_file() {
    let scratch = Scratch::new();
    let output = lab(&["contact-sheet", "sheet.png"], &scratch);
    assert!(output.status.success(), "{output:?}");
    let sheet = std::fs::read(scratch.file("sheet.png")).unwrap();
    on_file::is_as_on_file("sheet", &sheet);
}

const SCALING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SCALING.md");
const SCALING_COMMAND: &str = "$ cargo run --release -p siwa-lab -- scaling";

fn scaling(options: &str) -> String {
    let arguments: Vec<&str> = ["scaling"]
        .into_iter()
        .chain(options.split_whitespace())
        .collect();
    let output = lab(&arguments, &Scratch::new());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_tables_of_scaling_are_those_that_are_computed() {
    let document = std::fs::read_to_string(SCALING).unwrap();
    assert_eq!(document.matches(SCALING_COMMAND).count(), 2);
    let mut parts = document.split("```text\n");
    let mut computed = parts.next().unwrap().to_owned();
    for part in parts {
        let (shown, rest) = part.split_once("```\n").unwrap();
        let command = shown.lines().next().unwrap();
        let answer = scaling(command.strip_prefix(SCALING_COMMAND).unwrap());
        computed += &format!("```text\n{command}\n{answer}```\n{rest}");
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(SCALING, &computed).unwrap();
    }
    assert_eq!(std::fs::read_to_string(SCALING).unwrap(), computed);
}

#[test]
fn every_command_and_no_other_is_in_the_table_of_the_documents() {
    let help = lab(&["--help"], &Scratch::new());
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.split("\n\n").next().unwrap();
    let commands = commands
        .lines()
        .map(|line| line.split_whitespace().next().unwrap());
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

/// The expected values were computed by hand, for a million servers without scoreboards.
#[test]
fn the_simulation_agrees_with_arithmetic() {
    let report = scaling("--servers 1000000 --cards 0");
    for line in [
        "| turns a second: mean; peak | 23; 69 |",
        "| transactions a second | 46; 139 |",
        "| requests that count to Discord’s 50 a second | 35; 104 |",
        "| events a year, SQLite | 54 GB |",
        "| events a year, PostgreSQL | 121 GB |",
        "| shards; minutes until all are there | 1,000; 12 |",
        "used up by 480,000 servers.",
    ] {
        assert!(report.contains(line), "no {line} in:\n{report}");
    }
}
