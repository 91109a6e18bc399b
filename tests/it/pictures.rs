//! `siwa render`, as a process.

use siwa_boards::{Painter, Size, View};
use siwa_games::registry::Registry;
use siwa_games::rules::Side;

use super::scratch::Scratch;
use super::siwa::{Over, PLAIN, Siwa};

const SEEGA: &str = "seega-5-classic";
/// Light can capture three with the next move.
const TRIPLE: &str = "..x../..o../xo.ox/..x../....o x m 0";

fn runs(directory: &Scratch, arguments: &[&str]) -> Over {
    Siwa::start(directory.path(), arguments, PLAIN).over()
}

/// The output of `siwa render` with these arguments.
fn drawn(arguments: &[&str]) -> Vec<u8> {
    let directory = Scratch::new();
    let all = [&["render"], arguments, &["-o", "out.png"]].concat();
    let over = runs(&directory, &all);
    assert_eq!(over.code, Some(0), "{arguments:?}: {}", over.stderr);
    assert_eq!((over.stdout.as_str(), over.stderr.as_str()), ("", ""));
    std::fs::read(directory.file("out.png")).unwrap()
}

/// The error of `siwa render`.
fn refused(arguments: &[&str]) -> String {
    let directory = Scratch::new();
    let all = [&["render"], arguments, &["-o", "out.png"]].concat();
    let over = runs(&directory, &all);
    assert_eq!(over.code, Some(2), "{arguments:?}");
    assert!(!directory.file("out.png").exists());
    over.stderr
}

#[test]
fn a_position_is_drawn_as_messages_show_it() {
    let painter = Painter::new().unwrap();
    let (rules, variant) = Registry::standard().variant(SEEGA).unwrap();
    let mut line = rules.parse(variant, TRIPLE).unwrap();
    let png = |diagram, view| painter.png(&diagram, view).unwrap();
    assert_eq!(
        drawn(&[SEEGA, TRIPLE]),
        png(line.diagram(), View::default())
    );
    let (_, proposed) = line.propose("c2-c3").unwrap();
    assert_eq!(
        drawn(&[SEEGA, TRIPLE, "--preview", "c2-c3"]),
        png(proposed, View::default())
    );
    line.play("c2-c3").unwrap();
    assert_eq!(
        drawn(&[SEEGA, TRIPLE, "--last", "c2-c3"]),
        png(line.diagram(), View::default())
    );
    let (_, answer) = line.propose("e1-d1").unwrap();
    let looked_at = View {
        theme: siwa_boards::theme("night").unwrap(),
        orientation: Side::Second,
        size: Size::Width(900),
    };
    let options = "--last c2-c3 --preview e1-d1 --theme night --from second --size 900";
    let all: Vec<&str> = [SEEGA, TRIPLE]
        .into_iter()
        .chain(options.split(' '))
        .collect();
    assert_eq!(drawn(&all), png(answer, looked_at));
}

#[test]
fn the_end_of_a_game_shows_what_decided_it() {
    let before = "...../...../..x../xo.../....x x m 0";
    let (rules, variant) = Registry::standard().variant(SEEGA).unwrap();
    let mut line = rules.parse(variant, before).unwrap();
    line.play("c3-c2").unwrap();
    let end = line.concluded(line.outcome());
    assert_ne!(end, line.diagram());
    assert_eq!(
        drawn(&[SEEGA, before, "--last", "c3-c2"]),
        Painter::new().unwrap().png(&end, View::default()).unwrap()
    );
}

#[test]
fn an_invalid_drawing_is_refused_with_its_option_and_leaves_no_file() {
    for (arguments, told) in [
        (vec!["chess", TRIPLE], "Unknown variant chess"),
        (vec![SEEGA, "..x.."], "siwa: "),
        (vec![SEEGA, TRIPLE, "--last", "c2-c4"], "--last: From c2"),
        (vec![SEEGA, TRIPLE, "--preview", "e5"], "--preview: "),
        (vec![SEEGA, TRIPLE, "--theme", "pink"], "paper"),
        (vec![SEEGA, TRIPLE, "--size", "20000"], "160..=1800"),
        (vec![SEEGA, TRIPLE, "--from", "above"], "second"),
        (vec![SEEGA], "POSITION"),
        (
            vec![
                SEEGA,
                "...../...../..x../...../....o x m 0",
                "--last",
                "c3-c2",
            ],
            "--last: The game is over",
        ),
    ] {
        let stderr = refused(&arguments);
        assert!(stderr.contains(told), "{arguments:?}: {stderr}");
    }
}
