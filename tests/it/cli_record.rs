//! `siwa check` and `siwa replay`, as processes.

use std::io::{Cursor, Write as _};
use std::process::{Command, Stdio};

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder as _, Frame};

use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa};
use super::table::whole;

const CLASSIC: &str = "seega-5-classic";
const NOTHING: &[(&str, &str)] = &[];

/// Writes the record of a whole game to a file.
fn kept(scratch: &Scratch) -> usize {
    let (moves, _) = whole(CLASSIC, 5);
    let turns = moves.join("\n");
    let text = format!("[Variant \"{CLASSIC}\"]\n\n{turns}\n");
    std::fs::write(scratch.file("game.txt"), text).unwrap();
    moves.len()
}

fn run(scratch: &Scratch, arguments: &[&str]) -> Over {
    Siwa::start(scratch.path(), arguments, NOTHING).over()
}

/// Checks that standard output is empty, and that standard error has the reason.
#[track_caller]
fn refused(over: &Over, parts: &[&str]) {
    over.failed(2);
    for part in parts {
        over.stderr.says(part);
    }
}

fn frames(gif: Vec<u8>) -> Vec<Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).unwrap();
    decoder.into_frames().collect_frames().unwrap()
}

#[test]
fn a_record_is_validated_and_summarised() {
    let scratch = Scratch::new();
    let turns = kept(&scratch);
    let over = run(&scratch, &["check", "game.txt"]);
    assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""), "{over:?}");
    let words = format!("Valid: Seega 5×5 · classic rules, {turns} turns. ");
    over.stdout.begins(&words);
    let french = [("LANG", "fr_FR.UTF-8")];
    let over = Siwa::start(scratch.path(), &["check", "game.txt"], &french).over();
    over.stdout.says(&format!("{turns} tours. "));
    // No file is left.
    let files = std::fs::read_dir(scratch.path()).unwrap();
    assert_eq!(files.count(), 1);
}

#[test]
fn an_invalid_record_is_refused_with_its_turn() {
    let scratch = Scratch::new();
    kept(&scratch);
    let good = std::fs::read_to_string(scratch.file("game.txt")).unwrap();
    std::fs::write(scratch.file("more.txt"), format!("{good}a1-a2\n")).unwrap();
    std::fs::write(scratch.file("bad.txt"), [0xff, 0xfe]).unwrap();
    for command in [&["check"][..], &["replay", "--theme", "night"]] {
        let asked = |file| {
            let mut arguments = command.to_vec();
            arguments.push(file);
            if command[0] == "replay" {
                arguments.push("out.gif");
            }
            run(&scratch, &arguments)
        };
        refused(&asked("more.txt"), &["more.txt: Turn ", ", a1-a2: "]);
        refused(&asked("bad.txt"), &["bad.txt: ", "UTF-8"]);
        refused(&asked("none.txt"), &["none.txt"]);
        refused(&asked("."), &["."]);
    }
    assert!(!scratch.file("out.gif").exists());
}

#[test]
fn a_record_becomes_an_animation_in_any_theme_from_both_sides() {
    let scratch = Scratch::new();
    let turns = kept(&scratch);
    let mut made = Vec::new();
    for more in [
        &[][..],
        &["--theme", "night"],
        &["--from", "second"],
        &["--theme", "contrast", "--from", "first"],
    ] {
        let arguments = [&["replay", "game.txt", "out.gif"], more].concat();
        let over = run(&scratch, &arguments);
        assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""), "{over:?}");
        let words = format!("out.gif: {} boards, ", turns + 1);
        over.stdout.begins(&words);
        let gif = std::fs::read(scratch.file("out.gif")).unwrap();
        assert_eq!(frames(gif.clone()).len(), turns + 1);
        assert!(!made.contains(&gif), "{more:?} changes nothing");
        made.push(gif);
    }
    let over = run(&scratch, &["replay", "game.txt", "nowhere/out.gif"]);
    refused(&over, &["nowhere/out.gif"]);
    for more in [["--theme", "pink"], ["--from", "above"]] {
        let arguments = [&["replay", "game.txt", "x.gif"][..], &more].concat();
        let over = run(&scratch, &arguments);
        refused(&over, &[more[0], more[1]]);
    }
    assert!(!scratch.file("x.gif").exists());
}

#[test]
fn records_and_animations_go_through_pipes() {
    let scratch = Scratch::new();
    let turns = kept(&scratch);
    let mut child = Command::new(env!("CARGO_BIN_EXE_siwa"))
        .args(["replay", "-", "-"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let record = std::fs::read(scratch.file("game.txt")).unwrap();
    child.stdin.take().unwrap().write_all(&record).unwrap();
    let over = child.wait_with_output().unwrap();
    assert!(over.status.success());
    assert_eq!(frames(over.stdout).len(), turns + 1);
}
