//! `siwa rules`, called directly.

use std::io::{self, Write};

use clap::Parser;
use clap::error::ErrorKind;
use siwa::cli::rules::{RulesCommand, run};
use siwa_games::registry::Registry;
use siwa_games::text::{Arg, Text};

#[derive(Parser)]
struct Program {
    #[command(subcommand)]
    command: RulesCommand,
}

fn parsed(arguments: &[&str]) -> RulesCommand {
    let all = std::iter::once("rules").chain(arguments.iter().copied());
    Program::try_parse_from(all).unwrap().command
}

/// The answer, and the message if it is missing or incomplete.
fn ask(arguments: &[&str], input: impl AsRef<[u8]>) -> (String, Option<Text>) {
    let command = parsed(arguments);
    let mut input = input.as_ref();
    let mut output = Vec::new();
    let result = run(&command, Registry::standard(), &mut input, &mut output);
    (String::from_utf8(output).unwrap(), result.err())
}

fn answer(arguments: &[&str]) -> String {
    let (answer, message) = ask(arguments, "");
    assert_eq!(message, None);
    answer
}

fn refused(arguments: &[&str]) -> Text {
    let (answer, message) = ask(arguments, "");
    assert_eq!(answer, "");
    message.unwrap()
}

const CLASSIC: &str = "seega-5-classic";
const START: &str = "...../...../...../...../..... x p 0";
const DENSE: &str = "xoxox/oxoxo/ox.xo/oxoxo/xoxox o m 0";
const TRIPLE: &str = "..x../..o../xo.ox/..x../....o x m 0";
const OVER: &str = "...../..x../...../...../o.... x m 3";

#[test]
fn variants_are_listed_one_a_line() {
    let variants = answer(&["variants"]);
    assert!(variants.starts_with("seega-5-classic\nseega-5-french\nseega-5-lugo\n"));
    assert!(variants.contains("\nseega-9-modern\n"));
    assert!(variants.ends_with("\ngyges-gates\ngyges-leroy\ngyges-cosmoludo\n"));
}

#[test]
fn start_is_a_position() {
    assert_eq!(answer(&["start", CLASSIC]), format!("{START}\n"));
}

#[test]
fn moves_are_sorted() {
    let moves = answer(&["moves", CLASSIC, START]);
    assert_eq!(moves.lines().count(), 276);
    assert!(moves.lines().is_sorted());
    assert_eq!(answer(&["moves", CLASSIC, OVER]), "");
}

/// The answer to `play`, its lines separated by semicolons.
fn played(variant: &str, position: &str, moves: &[&str]) -> String {
    let answer = answer(&[&["play", variant, position], moves].concat());
    answer.strip_suffix('\n').unwrap().replace('\n', "; ")
}

#[test]
fn play_prints_the_position_the_captures_and_the_outcome() {
    let three = "position ..x../...../x.x.x/...../....o o m 0; captured b3 c4 d3; outcome -";
    assert_eq!(played(CLASSIC, TRIPLE, &["c2-c3"]), three);
    let answered = "position ..x../...../x.x.x/....o/..... x m 1; captured -; outcome -";
    assert_eq!(played(CLASSIC, TRIPLE, &["c2-c3", "e1 - E2"]), answered);
    let placed = "position ...../...../...../.x.../x.... o p 0; captured -; outcome -";
    assert_eq!(played(CLASSIC, START, &["b2 a1"]), placed);
    let one = "...../...../..x../xo.../..... x m 0";
    let won =
        "position ...../...../...../x.x../..... o m 0; captured b2; outcome x elimination great";
    assert_eq!(played("seega-5-lugo", one, &["c3c2"]), won);
}

#[test]
fn play_sees_repetition() {
    let there = "x...o/...../...../...../x...o x m 0";
    let round = ["a1-a2", "e1-e2", "a2-a1", "e2-e1"];
    let twice = [&["play", CLASSIC, there][..], &round, &round].concat();
    assert!(answer(&twice).ends_with("\noutcome draw repetition\n"));
    let once_more = [&twice[..], &["a1-a2"]].concat();
    assert_eq!(problem(&refused(&once_more)).id, "cli-rules-over");
}

/// The message inside a message.
fn problem(message: &Text) -> &Text {
    let mut args = message.args.iter();
    let inner = args.find_map(|(_, arg)| match arg {
        Arg::Text(message) => Some(message.as_ref()),
        _ => None,
    });
    inner.unwrap()
}

#[test]
fn an_illegal_move_is_refused() {
    let illegal = refused(&["play", CLASSIC, TRIPLE, "c2-c3", "e1-d2"]);
    assert_eq!(illegal.id, "cli-rules-move");
    assert!(illegal.args.contains(&("number", Arg::Number(2))));
    assert_eq!(problem(&illegal).id, "seega-refused-diagonal");
    let over = refused(&["play", CLASSIC, OVER, "a1-a2"]);
    assert_eq!(problem(&over).id, "cli-rules-over");
}

#[test]
fn outcomes_are_words() {
    assert_eq!(answer(&["outcome", CLASSIC, START]), "outcome -\n");
    assert_eq!(answer(&["outcome", CLASSIC, OVER]), "outcome draw dead\n");
    let row = "o.o../...../.o.../xxxxx/x.... o m 0";
    let barrier = answer(&["outcome", "seega-5-lugo", row]);
    assert_eq!(barrier, "outcome x barrier small\n");
}

#[test]
fn fortress_answers_for_both_sides() {
    let fortress = |position| answer(&["fortress", CLASSIC, position]);
    let neto = "xxoo./.xxo./.ooo./xoooo/.xoo. x m 0";
    assert_eq!(fortress(neto), "x no -\no yes claim\n");
    // Both have one, so the game is over; this query ignores that.
    let both = ".x.o./.x.o./.xooo/.xooo/xxoo. x m 0";
    assert_eq!(fortress(both), "x yes -\no yes claim\n");
    assert_eq!(fortress(START), "x no -\no no -\n");
    let lone = "....../....../....../....../....../1..... S -";
    let gyges = refused(&["fortress", "gyges-gates", lone]);
    assert_eq!(gyges.id, "cli-rules-no-fortress");
}

#[test]
fn many_positions_are_answered_in_order() {
    let input = format!("{START}\n{OVER}\r\n{DENSE}\n");
    let (answer, message) = ask(&["outcome", CLASSIC, "-"], &input);
    assert_eq!(answer, "outcome -\n\noutcome draw dead\n\noutcome -\n\n");
    assert_eq!(message, None);
    let (answer, _) = ask(&["moves", CLASSIC, "-"], format!("{OVER}\n{DENSE}"));
    assert_eq!(answer, "\nc2-c3\nc4-c3\n\n");
}

#[test]
fn a_bad_line_ends_the_answers_and_is_named() {
    let input = format!("{START}\nnonsense\n{OVER}\n");
    let (answer, message) = ask(&["outcome", CLASSIC, "-"], &input);
    assert_eq!(answer, "outcome -\n\n");
    let message = message.unwrap();
    assert_eq!(message.id, "cli-rules-line");
    assert!(message.args.contains(&("line", Arg::Number(2))));
    assert_eq!(problem(&message).id, "seega-invalid-fields");
}

#[test]
fn input_that_is_not_text_is_a_bad_line() {
    let (_, message) = ask(&["moves", CLASSIC, "-"], b"\xff\xfe\n");
    assert_eq!(message.unwrap().id, "cli-rules-line");
}

#[test]
fn perft_is_a_line_a_depth() {
    let counts = answer(&["perft", CLASSIC, "4", "--position", DENSE]);
    let lines = counts.lines().map(|line| line.split(' ').collect());
    let lines: Vec<Vec<&str>> = lines.collect();
    assert!(lines.iter().all(|line| line.len() == 4), "{counts}");
    let leaves: Vec<&str> = lines.iter().map(|line| line[1]).collect();
    assert_eq!(leaves, ["2", "14", "80", "360"]);
    assert!(answer(&["perft", CLASSIC, "1"]).starts_with("1 276 "));
    for depth in ["0", "33"] {
        let parsed = Program::try_parse_from(["rules", "perft", CLASSIC, depth]);
        assert!(parsed.is_err_and(|error| error.kind() == ErrorKind::ValueValidation));
    }
}

#[test]
fn unknown_variants_and_bad_positions_are_errors() {
    for arguments in [
        &["start", "chess"][..],
        &["moves", "chess", "-"],
        &["perft", "chess", "1"],
    ] {
        assert_eq!(refused(arguments).id, "cli-rules-unknown-variant");
    }
    for arguments in [
        &["moves", CLASSIC, "x p 0"][..],
        &["play", CLASSIC, "-", "a1 b2"],
        &["perft", CLASSIC, "1", "--position", ""],
    ] {
        assert_eq!(refused(arguments).id, "seega-invalid-fields");
    }
}

/// An output whose reader has gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    for arguments in [
        &["variants"][..],
        &["moves", CLASSIC, "-"],
        &["perft", CLASSIC, "1"],
    ] {
        let command = parsed(arguments);
        let mut input = START.as_bytes();
        run(&command, Registry::standard(), &mut input, &mut Closed).unwrap();
    }
}
