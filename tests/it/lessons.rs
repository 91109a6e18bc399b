//! The clauses of the rules, each on a board: what is told there really happens.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use siwa::l10n::{L10n, Locale};
use siwa::message::{Arg, Message};
use siwa::registry::clause::{Shown, begin, show};
use siwa::registry::{Registry, Rules};
use siwa::rules::{BySide, Clause, Example, Mark, Outcome, Place, Side, Stage, Variant};

/// Every lesson of every variant.
fn every(mut look: impl FnMut(&'static dyn Rules, &'static Variant, &Clause)) {
    for rules in Registry::standard().games() {
        for variant in rules.info().variants {
            for lesson in rules.clauses(variant) {
                look(rules, variant, &lesson);
            }
        }
    }
}

fn lesson(variant: &str, clause: &str) -> (&'static dyn Rules, Clause) {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut lessons = rules.clauses(variant).into_iter();
    let found = lessons.find(|lesson| lesson.id == clause);
    (rules, found.unwrap())
}

fn shown(variant: &str, clause: &str) -> Shown {
    let (rules, lesson) = lesson(variant, clause);
    show(rules, &lesson).unwrap_or_else(|problem| panic!("{variant} {clause}: {problem:?}"))
}

/// What the move takes, the end of the game and what decided it, in a line.
fn happens(variant: &str, clause: &str) -> String {
    let shown = shown(variant, clause);
    let mut line = match &shown.played {
        Some(played) => played.display.clone(),
        None => "-".to_owned(),
    };
    if let Some(outcome) = shown.outcome {
        let count = BySide {
            first: shown.diagram.pieces_of(Side::First).len(),
            second: shown.diagram.pieces_of(Side::Second).len(),
        };
        let who = outcome.winner().map_or("draw", Side::name);
        write!(line, " {who} {}", outcome.reason()).unwrap();
        write!(line, " {}:{}", count.first, count.second).unwrap();
        if let Some(grade) = outcome.grade() {
            write!(line, " {grade}").unwrap();
        }
    }
    line
}

/// The clause that a refusal names.
fn clause_of(refusal: &Message) -> &str {
    let (_, clause) = refusal
        .args
        .iter()
        .find(|(name, _)| *name == "clause")
        .unwrap();
    match clause {
        Arg::Text(clause) => clause,
        other => panic!("{other:?}"),
    }
}

/// The squares that a text names: a letter and a digit, alone.
fn squares(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| {
            let bytes = word.as_bytes();
            bytes.len() == 2 && (b'a'..=b'i').contains(&bytes[0]) && bytes[1].is_ascii_digit()
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_variant_has_a_lesson_for_every_clause_in_their_order() {
    let numbered =
        |letter: char, last: u8| (1..=last).map(move |number| format!("{letter}{number}"));
    for rules in Registry::standard().games() {
        let clauses: Vec<String> = match rules.info().id {
            "seega" => numbered('S', 13).chain(numbered('E', 6)).collect(),
            "gyges" => numbered('G', 14).collect(),
            other => panic!("which clauses has {other}?"),
        };
        for variant in rules.info().variants {
            let lessons = rules.clauses(variant);
            let taught: Vec<&str> = lessons.iter().map(|lesson| lesson.id).collect();
            assert_eq!(taught, clauses, "{}", variant.id);
        }
    }
}

#[test]
fn every_lesson_can_be_played_by_the_rules_it_tells_of() {
    every(|rules, variant, lesson| {
        let name = format!("{} {}", variant.id, lesson.id);
        assert_eq!(lesson.variant.ruleset, variant.ruleset, "{name}");
        assert!(lesson.variant.size <= variant.size, "{name}");
        let line = begin(rules, lesson).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        let seen = show(rules, lesson).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        let over = line.outcome().is_some();
        match lesson.example {
            Example::Still => assert!(seen.played.is_none(), "{name}"),
            Example::Chosen(_) => assert_ne!(seen.diagram, line.diagram(), "{name}"),
            Example::Proposed(_) => assert!(seen.diagram.proposed && !over, "{name}"),
            Example::Played(_) => assert!(seen.played.is_some() && !over, "{name}"),
            Example::Claimed(side) => {
                assert_eq!(seen.outcome.and_then(Outcome::winner), Some(side), "{name}");
            }
        }
    });
}

#[test]
fn what_a_lesson_says_is_not_allowed_is_refused_by_its_own_clause() {
    let mut refused = BTreeSet::new();
    every(|rules, variant, lesson| {
        let line = begin(rules, lesson).unwrap();
        for text in lesson.refused {
            let refusal = line.read(text).unwrap_err();
            let name = format!("{} {text}: {}", variant.id, refusal.id);
            assert_eq!(clause_of(&refusal), lesson.id, "{name}");
            refused.insert(lesson.id);
        }
    });
    let all = [
        "G10", "G11", "G13", "G14", "G2", "G3", "G4", "G5", "G6", "G8", "G9", "S1", "S10", "S11",
        "S13", "S3",
    ];
    assert_eq!(refused.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn what_seegas_lessons_tell_of_happens() {
    for ruleset in ["classic", "french", "lugo", "modern"] {
        let variant = format!("seega-5-{ruleset}");
        let graded = |end: &str, grade: &str| match ruleset {
            "lugo" => format!("{end} {grade}"),
            _ => end.to_owned(),
        };
        for (clause, expected) in [
            ("S1", "a3 d2".to_owned()),
            ("S2", "d1 e1".to_owned()),
            ("S3", "-".to_owned()),
            ("S4", "c2-c3".to_owned()),
            ("S5", "a2-b2xb3xc2".to_owned()),
            ("S6", "d3-d2".to_owned()),
            ("S7", "d1-c1".to_owned()),
            ("S8", "a4-a3xb3".to_owned()),
            ("S9", "b1-b2".to_owned()),
            ("S11", "c3-c2xb2".to_owned()),
            ("S12", "d1-c1".to_owned()),
            ("E1", graded("c3-c2xb2 first elimination 3:0", "great")),
            ("E2", "- draw dead 1:1".to_owned()),
            ("E4", graded("a1-a2 first idle 3:2", "small")),
            ("E5", graded("e4-e5 first repetition 3:2", "small")),
            ("E6", graded("- first claim 5:4", "small")),
        ] {
            assert_eq!(happens(&variant, clause), expected, "{variant} {clause}");
        }
    }
    for (variant, clause, expected) in [
        ("seega-5-classic", "S10", "a1-a2xb2"),
        ("seega-5-french", "S10", "a1-a2xb2"),
        ("seega-5-lugo", "S10", "a1-a2xb2-a3xb3-a4xb4"),
        ("seega-5-modern", "S10", "a1-a2xb2-a3xb3-a4xb4"),
        ("seega-5-classic", "S13", "d2-d3"),
        ("seega-5-french", "S13", "b2-b3"),
        ("seega-5-lugo", "S13", "b2-b3"),
        ("seega-5-modern", "S13", "b2-b3"),
        ("seega-5-classic", "E3", "a4-b4 first barrier 8:7"),
        ("seega-5-french", "E3", "a4-b4 first barrier 8:7"),
        ("seega-5-lugo", "E3", "e1-e2 first barrier 6:3 small"),
        ("seega-5-modern", "E3", "a4-b4 first barrier 8:7"),
    ] {
        assert_eq!(happens(variant, clause), expected, "{variant} {clause}");
    }
}

#[test]
fn what_gyges_lessons_tell_of_happens() {
    for variant in ["gyges-gates", "gyges-leroy", "gyges-cosmoludo"] {
        for (clause, expected) in [
            ("G1", "-"),
            ("G3", "-"),
            ("G4", "-"),
            ("G5", "b1-c3"),
            ("G6", "b1-c2"),
            ("G7", "b1-d4"),
            ("G9", "-"),
            ("G10", "c4-goal first goal 0:0"),
            ("G12", "c3-goal first goal 0:0"),
            ("G13", "-"),
        ] {
            assert_eq!(happens(variant, clause), expected, "{variant} {clause}");
        }
    }
    for (variant, clause, expected) in [
        ("gyges-gates", "G2", "-"),
        ("gyges-leroy", "G2", "321123"),
        ("gyges-cosmoludo", "G2", "a5=2 b6=3 c5=1 d5=1 e6=3 f5=2"),
        ("gyges-gates", "G8", "d2-goal first goal 0:0"),
        ("gyges-leroy", "G8", "d2-goal first goal 0:0"),
        ("gyges-cosmoludo", "G8", "b1-c1"),
        ("gyges-gates", "G11", "c5-goal first goal 0:0"),
        ("gyges-leroy", "G11", "b5-goal first goal 0:0"),
        ("gyges-cosmoludo", "G11", "b5-goal first goal 0:0"),
        ("gyges-gates", "G14", "d6-d5 draw repetition 0:0"),
        ("gyges-leroy", "G14", "-"),
        ("gyges-cosmoludo", "G14", "d6-d5 draw repetition 0:0"),
    ] {
        assert_eq!(happens(variant, clause), expected, "{variant} {clause}");
    }
}

#[test]
fn pieces_that_are_told_to_be_safe_or_shut_in_or_in_the_way_are_there() {
    for rules in ["classic", "french", "lugo", "modern"] {
        let variant = format!("seega-5-{rules}");
        let at = |clause: &str, side| {
            let all = shown(&variant, clause).diagram.pieces_of(side);
            all.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        // Two in a row between two; beside an empty corner and below the empty centre;
        // on the centre between two; between two.
        assert_eq!(at("S6", Side::First), ["a2", "d2"]);
        assert!(at("S6", Side::Second).starts_with(&["b2".to_owned(), "c2".to_owned()]));
        assert_eq!(at("S7", Side::Second), ["b1", "c2"]);
        assert_eq!(at("S8", Side::First)[..2], ["a3", "c3"]);
        assert!(at("S8", Side::Second).contains(&"d3".to_owned()));
        assert_eq!(&at("S9", Side::Second)[..2], ["a2", "c2"]);

        // Placing, from its first turn to its last.
        let (kind, first) = lesson(&variant, "S1");
        assert_eq!(begin(kind, &first).unwrap().stage(), Stage::Placement);
        let (kind, last) = lesson(&variant, "S2");
        let mut line = begin(kind, &last).unwrap();
        let placer = line.turn();
        line.play("d1 e1").unwrap();
        assert_eq!((line.stage(), line.turn()), (Stage::Movement, placer));
        assert!(line.legal_moves().iter().all(|text| text.ends_with("-c3")));

        // Light moves again because Dark cannot.
        let (kind, pass) = lesson(&variant, "S12");
        let mut line = begin(kind, &pass).unwrap();
        line.play("d1-c1").unwrap();
        assert!(line.passed() && line.turn() == Side::First);
        let (kind, extra) = lesson(&variant, "S13");
        let mut line = begin(kind, &extra).unwrap();
        assert!(line.passed());
        let mut shut = line.fork();
        line.play("b2-b3").unwrap();
        assert_eq!(line.turn(), Side::Second);
        if rules == "classic" {
            shut.play("d2-d3").unwrap();
            assert!(shut.passed() && shut.turn() == Side::First);
        }

        // To capture is possible, and something else too where it is optional.
        let (kind, duty) = lesson(&variant, "S11");
        let line = begin(kind, &duty).unwrap();
        assert_eq!(line.read("e1-e2").is_err(), rules == "lugo");

        let walls = shown(&variant, "E6")
            .diagram
            .marked(|mark| matches!(mark, Mark::Wall(_)));
        assert_eq!(walls.len(), 3, "{variant}");
    }
}

#[test]
fn the_numbers_in_the_words_are_those_of_the_board() {
    for rules in ["classic", "french", "lugo", "modern"] {
        for (size, pieces, turns) in [(5, 12, 40), (7, 24, 60), (9, 40, 80)] {
            let variant = format!("seega-{size}-{rules}");
            let (_, placing) = lesson(&variant, "S1");
            assert_eq!(placing.words.args, [("pieces", Arg::Number(pieces))]);
            assert_eq!(placing.variant.id, variant);
            let (kind, patience) = lesson(&variant, "E4");
            assert_eq!(patience.words.args, [("turns", Arg::Number(turns))]);
            let line = begin(kind, &patience).unwrap();
            assert!(line.position().ends_with(&format!(" {}", turns - 1)));
        }
    }
}

#[test]
fn gyges_lessons_show_who_may_move_and_where_the_way_goes() {
    for variant in ["gyges-gates", "gyges-leroy", "gyges-cosmoludo"] {
        let ready = |clause| {
            let squares = shown(variant, clause)
                .diagram
                .marked(|mark| mark == Mark::Ready);
            let rows: BTreeSet<u8> = squares.iter().map(|square| square.rank()).collect();
            rows.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(ready("G3"), [1]);
        assert_eq!(ready("G4"), [1]);
        let closed = shown(variant, "G9")
            .diagram
            .marked(|mark| mark == Mark::Closed);
        assert!(closed.iter().all(|square| square.rank() >= 4));
        assert_eq!(closed.len(), 12);
        let closed = shown(variant, "G13")
            .diagram
            .marked(|mark| mark == Mark::Closed);
        assert!(closed.iter().any(|square| square.to_string() == "c1"));
        let bounced = shown(variant, "G7")
            .diagram
            .marked(|mark| mark == Mark::Path);
        assert_eq!(bounced.len(), 1);
    }
    let bounced = shown("gyges-cosmoludo", "G8").diagram;
    let bounced = bounced.marked(|mark| mark == Mark::Path);
    assert_eq!(siwa::rules::square::list(&bounced, " "), "b3");
    for variant in ["gyges-gates", "gyges-leroy"] {
        let route = shown(variant, "G8").diagram.route;
        let over = |place: &&Place| matches!(place, Place::Square(at) if at.to_string() == "d2");
        assert_eq!(route.iter().filter(over).count(), 2, "{variant}: {route:?}");
    }
}

#[test]
fn the_words_of_a_lesson_name_squares_of_its_board_and_the_same_in_every_language() {
    let l10n = L10n::new();
    every(|rules, variant, lesson| {
        let english = squares(&l10n.text(Locale::English, &lesson.words));
        for locale in Locale::ALL {
            let said = l10n.text(locale, &lesson.words);
            assert_eq!(squares(&said), english, "{}: {said}", locale.tag());
            assert!(!l10n.attribute(locale, lesson.words.id, "title").is_empty());
        }
        let diagram = show(rules, lesson).unwrap().diagram;
        let known: BTreeSet<String> = diagram
            .pieces
            .iter()
            .map(|(square, _)| square.to_string())
            .chain(diagram.marks.iter().map(|(square, _)| square.to_string()))
            .chain(diagram.route.iter().filter_map(|place| match place {
                Place::Square(square) => Some(square.to_string()),
                Place::Goal(_) => None,
            }))
            .chain(lesson.before.iter().flat_map(|text| squares(text)))
            .collect();
        for square in english {
            assert!(
                known.contains(&square),
                "{} {}: {square}",
                variant.id,
                lesson.id
            );
        }
    });
}

#[test]
fn the_picture_of_the_overview_shows_what_is_said_below_it() {
    let l10n = L10n::new();
    for rules in Registry::standard().games() {
        let info = rules.info();
        for example in info.overviews {
            let mut variants = info.variants.iter();
            let variant = variants.find(|it| it.size == example.size).unwrap();
            let mut line = rules.parse(variant, example.position).unwrap();
            let taken = line.play(example.text).unwrap().captured.len();
            assert_eq!(taken, if info.counts { 3 } else { 0 });
            let marked = line
                .diagram()
                .marked(|mark| matches!(mark, Mark::From | Mark::Path | Mark::To));
            let marked: BTreeSet<String> = marked.iter().map(ToString::to_string).collect();
            for locale in Locale::ALL {
                let id = format!("rules-{}-example", info.id);
                let said = l10n.find(locale, &id).unwrap();
                assert_eq!(squares(&said), marked, "{}: {said}", locale.tag());
            }
        }
    }
}
