//! Game records: written ones can be read again, and invalid ones are refused.

use std::collections::BTreeMap;

use proptest::prelude::*;
use siwa::game::{Event, Game, GameRecord, MAX_RECORD_BYTES, MAX_TURNS, Name};
use siwa::l10n::{L10n, Locale};
use siwa::time::Timestamp;
use siwa_boards::{Painter, View};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{BySide, Side, Stage, Variant};
use siwa_games::text::{Arg, Text};

use super::random::Random;
use super::says::Says as _;
use super::source;
use super::table::{ANA, NOON, after, end_by, fresh, placed, stored, whole};

const CLASSIC: &str = "seega-5-classic";

fn variants() -> Vec<&'static Variant> {
    let games = Registry::standard().games();
    games.flat_map(|rules| rules.info().variants).collect()
}

/// The moves of a random game of at most `longest` turns, and its state.
fn random(variant: &str, seed: u64, longest: usize) -> (Vec<String>, Box<dyn GameState>) {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut line = rules.start(variant);
    let mut random = Random::seeded(seed);
    let mut moves = Vec::new();
    while moves.len() < longest && line.outcome().is_none() {
        let mut legal = line.legal_moves();
        legal.sort_unstable();
        let text = legal.swap_remove(random.below(legal.len()));
        line.play(&text).unwrap();
        moves.push(text);
    }
    (moves, line)
}

/// A record of these moves, with more tags.
fn written(variant: &str, tags: &str, moves: &[String]) -> String {
    let turns = (1..).zip(moves);
    let turns: String = turns
        .map(|(number, text)| format!("{number}. {text}\n"))
        .collect();
    format!("[Variant \"{variant}\"]\n{tags}\n{turns}")
}

fn read(text: impl AsRef<[u8]>) -> Result<GameRecord, Text> {
    GameRecord::read(text, Registry::standard())
}

#[track_caller]
fn refused(text: impl AsRef<[u8]>) -> Text {
    read(text).unwrap_err()
}

/// Fails unless a record is the same after it was written and read again.
#[track_caller]
fn is_read_again(record: &GameRecord) {
    assert_eq!(read(record.to_string()).as_ref(), Ok(record));
}

fn arg<'a>(message: &'a Text, wanted: &str) -> &'a Arg {
    let found = message.args.iter().find(|(name, _)| *name == wanted);
    &found.unwrap_or_else(|| panic!("{message:?}")).1
}

fn english(message: &Text) -> String {
    L10n::default().text(Locale::ENGLISH, message)
}

#[test]
fn a_finished_game_of_every_variant_is_written_and_read_again() {
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    for variant in variants().into_iter().filter(|variant| variant.size < 9) {
        let (moves, outcome) = whole(variant.id, 5);
        let game = after(variant.id, &moves);
        let log: Vec<_> = moves_of(&game, &moves);
        let names = BySide {
            first: Some(Name::new("Ana \"the \\ great\"")),
            second: Some(Name::new("Bob ] ; { 🦀")),
        };
        let record = replayed(variant.id, &log).record(names);
        assert_eq!(record.turns.len(), moves.len());
        assert_eq!(record.ending, Some(outcome));
        assert_eq!(*record.board(moves.len()), game.diagram());
        let text = record.to_string();
        text.says("[Date \"2027.01.15\"]");
        text.says("[Event \"Rated game 42\"]");
        is_read_again(&record);
        assert_eq!(read(&text).unwrap().to_string(), text);
        *ends.entry(outcome.by.id).or_default() += 1;
    }
    assert!(ends.len() > 2, "several ends: {ends:?}");
}

/// A game with these events after the start.
fn replayed(variant: &str, log: &[(Timestamp, Event)]) -> Game {
    Game::replay(stored(variant, log), Registry::standard()).unwrap()
}

/// The events of a game with these moves.
fn moves_of(game: &Game, moves: &[String]) -> Vec<(Timestamp, Event)> {
    let mut again = fresh(game.variant().id);
    let mut log = Vec::new();
    for text in moves {
        let by = again.player(again.turn().unwrap());
        let events = again.play(by, text, None, NOON).unwrap();
        log.extend(events.into_iter().map(|event| (NOON, event)));
    }
    log
}

#[test]
fn the_end_of_a_stored_game_is_in_its_record() {
    let mut game = fresh(CLASSIC);
    let mut log = Vec::new();
    for text in &placed(CLASSIC, 3)[..4] {
        let by = game.player(game.turn().unwrap());
        log.extend(game.play(by, text, None, NOON).unwrap());
    }
    log.extend(game.offer(ANA, NOON).unwrap());
    log.extend(game.resign(ANA, NOON).unwrap());
    let log: Vec<_> = log.into_iter().map(|event| (NOON, event)).collect();
    let record = replayed(CLASSIC, &log).record(BySide::default());
    let text = record.to_string();
    text.says("[Result \"second\"]\n[Termination \"resignation\"]\n");
    // Nobody is known by name.
    text.omits("[First");
    text.ends("\nsecond\n");
    is_read_again(&record);
    assert_eq!(english(&record.result()), "Winner: Dark, by resignation.");
}

#[test]
fn a_running_game_is_a_record_too() {
    let moves = placed(CLASSIC, 3);
    let record = read(written(CLASSIC, "", &moves[..3])).unwrap();
    assert_eq!(record.ending, None);
    assert!(record.to_string().contains("[Result \"*\"]"));
    assert_eq!(english(&record.result()), "The game is still in progress.");
    assert_eq!(record.boards.len(), 4);
    assert_eq!(*record.board(99), record.boards[3]);
    let empty = read(format!("[Variant \"{CLASSIC}\"]")).unwrap();
    assert_eq!(empty.turns.len(), 0);
    is_read_again(&empty);
}

#[test]
fn a_game_can_start_from_any_position() {
    let position = "..x../..o../xo.ox/..x../....o x m 0";
    let tag = format!("[Position \"{position}\"]");
    let record = read(written(CLASSIC, &tag, &["c2-c3".to_owned()])).unwrap();
    assert_eq!(record.turns[0].display, "c2-c3xb3xc4xd3");
    assert!(record.to_string().contains(&tag));
    is_read_again(&record);
    // The start itself needs no tag.
    let start = "[Position \"...../...../...../...../..... x p 0\"]";
    let record = read(written(CLASSIC, start, &[])).unwrap();
    assert!(!record.to_string().contains("Position"));
    let no = refused(written(CLASSIC, "[Position \"xx\"]", &[]));
    assert_eq!(no.id, "record-position");
}

#[test]
fn the_reader_is_generous_about_form() {
    let plain = read(written(CLASSIC, "", &["a1 b2".into(), "d4 e5".into()])).unwrap();
    for text in [
        "\u{feff}[Variant \"seega-5-classic\"]\r\n\r\n1. a1 b2\r\n2. d4 e5\r\n*\r\n",
        "[Variant \"seega-5-classic\"]\r1. a1 b2\r2. d4 e5",
        "  [ Variant   \"seega-5-classic\" ]  \n\n\na1 b2\n\n   d4   e5  \n",
        "[Variant \"seega-5-classic\"] ; mine\n1. a1 b2 2. d4 e5",
        "[Opening \"none\"]\n[Variant \"seega-5-classic\"]\n[Result \"*\"]\n1.a1 b2 2. d4 e5 *",
        "; by hand\n[Variant \"seega-5-classic\"]\n{a comment\n[that] goes on}\n01. A1,B2 ; good\n2...\nd4{!}e5",
        "[Date \"2026.11.??\"]\n[Result \" * \"]\n[Variant \" seega-5-classic \"]\n[Termination \"\"]\n\
         1.\na1 b2\n2.\nd4 e5",
    ] {
        assert_eq!(read(text).as_ref(), Ok(&plain), "{text}");
    }
}

#[test]
fn a_result_that_follows_from_the_moves_is_optional() {
    let (moves, outcome) = whole(CLASSIC, 5);
    let record = read(written(CLASSIC, "", &moves)).unwrap();
    assert_eq!(record.ending, Some(outcome));
    let (moves, outcome) = graded();
    let by = outcome.by.id;
    let tag = format!("[Termination \"{by}\"]");
    let record = read(written("seega-5-lugo", &tag, &moves)).unwrap();
    assert_eq!(record.ending, Some(outcome));
    let grade = outcome.grade.unwrap();
    assert!(record.to_string().contains(&format!("\"{by} {grade}\"")));
}

/// A game with a graded win.
fn graded() -> (Vec<String>, siwa_games::rules::Outcome) {
    let mut games = (0..40).map(|seed| whole("seega-5-lugo", seed));
    let graded = games.find(|(_, outcome)| outcome.grade.is_some());
    graded.unwrap()
}

#[test]
fn an_illegal_move_is_refused_with_its_turn_and_the_reason() {
    let mut moves = placed(CLASSIC, 3);
    let turn = moves.len() + 1;
    moves.push("c3-c3".to_owned());
    let no = refused(written(CLASSIC, "", &moves));
    assert_eq!(no.id, "record-turn");
    assert_eq!(*arg(&no, "turn"), Arg::Str(turn.to_string()));
    assert!(matches!(arg(&no, "problem"), Arg::Text(why) if why.id.starts_with("seega-refused")));
    english(&no).begins("Turn 13, c3-c3: ");
    let no = refused("[Variant \"gyges-gates\"]\n1. 123123\n2. a1-a2");
    assert!(matches!(arg(&no, "problem"), Arg::Text(why) if why.id.starts_with("gyges-refused")));
    // A long text is not quoted completely.
    let long = written(CLASSIC, "", &["a1 ".repeat(5000)]);
    assert!(english(&refused(long)).chars().count() < 400);
    // Nor are control sequences in it.
    let no = refused("[Variant \"\u{1b}[2J\"]");
    assert!(!english(&no).contains('\u{1b}'), "{no:?}");
    let no = refused(written(CLASSIC, "", &["\u{1b}[2J\u{7}".to_owned()]));
    assert_eq!(*arg(&no, "move"), Arg::from(" [2J "));
}

#[test]
fn nothing_is_played_after_the_end() {
    let (mut moves, _) = whole(CLASSIC, 5);
    let turn = moves.len() + 1;
    moves.push("a1-a2".to_owned());
    let no = refused(written(CLASSIC, "", &moves));
    assert_eq!(*arg(&no, "turn"), Arg::Str(turn.to_string()));
    assert!(matches!(arg(&no, "problem"), Arg::Text(why) if why.id == "record-over"));
}

#[test]
fn a_result_that_contradicts_the_moves_is_refused() {
    let mut games = (5..).map(|seed| whole(CLASSIC, seed));
    let won = games.find(|(_, outcome)| outcome.winner.is_some());
    let (moves, outcome) = won.unwrap();
    let winner = outcome.winner.unwrap();
    let loser = winner.other().name();
    for tags in [
        format!("[Result \"{loser}\"]"),
        "[Result \"draw\"]".to_owned(),
        "[Result \"*\"]".to_owned(),
        "[Termination \"resignation\"]".to_owned(),
        "[Termination \"agreement\"]".to_owned(),
        format!("[Termination \"{} great\"]", outcome.by.id),
    ] {
        let no = refused(written(CLASSIC, &tags, &moves));
        assert_eq!(no.id, "record-result-otherwise", "{tags}");
        assert_eq!(*arg(&no, "result"), Arg::from(winner.name()));
    }
    let tags = format!("[Result \"{}\"]", winner.name());
    let both = format!("{}{loser}", written(CLASSIC, &tags, &moves));
    assert_eq!(refused(both).id, "record-results");
}

#[test]
fn a_result_that_the_moves_do_not_show_needs_a_reason_that_is_possible() {
    let moves = placed(CLASSIC, 3);
    let game = after(CLASSIC, &moves);
    assert_eq!(game.state().stage(), Stage::Movement);
    let turn = game.turn().unwrap();
    let mover = turn.name();
    let waiter = turn.other().name();
    let tags = |result: &str, by: &str| format!("[Result \"{result}\"]\n[Termination \"{by}\"]");
    // Equal counts: by agreement, this is a draw.
    for (result, by) in [
        (mover, "resignation"),
        (waiter, "resignation"),
        (waiter, "time"),
        ("draw", "agreement"),
    ] {
        let record = read(written(CLASSIC, &tags(result, by), &moves)).unwrap();
        let ending = record.ending.unwrap();
        assert_eq!(ending.winner.map_or("draw", Side::name), result);
        assert_eq!(ending.by.id, by);
        is_read_again(&record);
    }
    let early = tags("draw", "early-agreement");
    is_read_again(&read(written(CLASSIC, &early, &moves[..2])).unwrap());
    for (result, by) in [
        ("draw", "early-agreement"),
        ("draw", "resignation"),
        ("draw", "time"),
        (mover, "time"),
        (mover, "agreement"),
        (mover, "agreement great"),
        (mover, "claim"),
        (mover, "elimination"),
        (waiter, "barrier"),
        ("draw", "repetition"),
        ("draw", "dead"),
        (mover, "resignation great"),
        ("*", "resignation"),
    ] {
        let no = refused(written(CLASSIC, &tags(result, by), &moves));
        assert_eq!(no.id, "record-result-impossible", "{result} {by}");
    }
    let no = refused(written(CLASSIC, &format!("[Result \"{mover}\"]"), &moves));
    assert_eq!(no.id, "record-result-open");
    let no = refused(written(CLASSIC, "[Termination \"boredom\"]", &moves));
    assert_eq!(no.id, "record-termination");
    let no = refused(written(CLASSIC, "[Result \"1-0\"]", &moves));
    assert_eq!(no.id, "record-result");
}

#[test]
fn a_claim_is_read_where_the_rules_grant_it() {
    let position = "xx.../xxx../...../...oo/...oo x m 3";
    let (rules, variant) = Registry::standard().variant(CLASSIC).unwrap();
    let line = rules.parse(variant, position).unwrap();
    let claims = Side::BOTH.map(|side| line.declarations(side).alone.map(|outcome| outcome.winner));
    for (result, winner) in [
        ("first", Some(Side::First)),
        ("second", Some(Side::Second)),
        ("draw", None),
    ] {
        let tags =
            format!("[Position \"{position}\"]\n[Result \"{result}\"]\n[Termination \"claim\"]");
        let read = read(written(CLASSIC, &tags, &[]));
        assert_eq!(read.is_ok(), claims.contains(&Some(winner)), "{result}");
        if let Ok(record) = read {
            assert_eq!(record.ending.unwrap().by, end_by("claim"));
        }
    }
}

#[test]
fn an_invalid_record_is_refused_with_its_line() {
    for (text, id, line) in [
        ("[Variant seega]", "record-tag", "1"),
        ("[Variant]", "record-tag", "1"),
        ("\n[Variant \"a\" b]", "record-tag", "2"),
        ("[Variant \"a\"] b", "record-tag", "1"),
        ("[Variant \"a\"", "record-tag", "1"),
        ("[Event \"x\"]\n[Event \"y\"]", "record-tag-twice", "2"),
        (
            "[Event \"x\"]\n1. a1\n[Event \"y\"]",
            "record-second-game",
            "3",
        ),
        ("[Event \"x\"]\n*\n[Event \"y\"]", "record-second-game", "3"),
        ("\n\n{ for ever\n", "record-comment", "3"),
        ("1. a1 b2\n*\n2. d4 e5", "record-after-end", "3"),
    ] {
        let no = refused(text);
        assert_eq!(no.id, id, "{text}");
        assert_eq!(*arg(&no, "line"), Arg::from(line), "{text}");
    }
    for (text, id) in [
        ("", "record-no-variant"),
        ("1. e4 e5 2. Nf3", "record-no-variant"),
        ("[Variant \"chess\"]", "record-unknown-variant"),
        (
            "[Variant \"gyges-gates\"]\n[Date \"2026.02.30\"]",
            "record-date",
        ),
        (
            "[Variant \"gyges-gates\"]\n[Date \"21.11.2026\"]",
            "record-date",
        ),
        ("[Variant \"seega-5-classic\"]\n2. a1 b2", "record-number"),
        (&"\n".repeat(MAX_RECORD_BYTES + 1), "record-too-long"),
        (&"a\n".repeat(MAX_TURNS + 1), "record-too-many"),
    ] {
        assert_eq!(refused(text).id, id);
    }
    assert_eq!(refused(b"[Event \"\xff\xfe\"]").id, "record-not-text");
}

#[test]
fn a_game_of_four_hundred_turns_on_the_largest_board_can_be_sent() {
    let mut games = (0..).map(|seed| random("seega-9-modern", seed, 400).0);
    let moves = games.find(|moves| moves.len() == 400).unwrap();
    let record = read(written("seega-9-modern", "", &moves)).unwrap();
    let painter = Painter::new().unwrap();
    let view = View::default();
    let gif = painter.gif(Vec::new(), &record.boards, view).unwrap();
    assert!(gif.len() < 10 << 20, "{}", gif.len());
}

#[test]
fn the_example_in_the_documents_is_a_record() {
    for (path, comment) in [("docs/CLI.md", ""), ("src/game/record/mod.rs", "//! ")] {
        let text = source::read(path).replace(comment, "");
        let text = text.replace("//!\n", "\n");
        let begin = text.find("[Event").unwrap();
        let example = text[begin..].split("```").next().unwrap();
        assert_eq!(read(example).unwrap().to_string(), example, "{path}");
    }
}

/// Reads any text; a valid record is written and read again unchanged.
fn survive(text: &str) {
    match read(text) {
        Ok(record) => is_read_again(&record),
        Err(no) => assert!(!english(&no).is_empty()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_game_of_any_variant_is_written_and_read_again(
        variant in 0..variants().len(),
        seed in any::<u64>(),
        longest in 0_usize..90,
        from in 0_usize..60,
        event in proptest::option::of("\\PC{0,40}"),
        names in proptest::array::uniform2(proptest::option::of("[ -~é🦀]{0,32}")),
        days in -200_000_i64..2_000_000,
    ) {
        let variant = variants()[variant];
        // The record starts after some of the moves.
        let (moves, line) = random(variant.id, seed, longest);
        let from = from.min(moves.len());
        let (rules, variant) = Registry::standard().variant(variant.id).unwrap();
        let mut start = rules.start(variant);
        for text in &moves[..from] {
            start.play(text).unwrap();
        }
        let tag = format!("[Position \"{}\"]", start.position());
        let mut after = rules.parse(variant, &start.position()).unwrap();
        let mut rest = moves[from..].iter();
        let possible = rest.all(|text| after.outcome().is_none() && after.play(text).is_ok());
        prop_assume!(possible);
        let mut record = read(written(variant.id, &tag, &moves[from..])).unwrap();
        prop_assert_eq!(record.ending, after.outcome());
        let board = match after.outcome() {
            None => after.diagram(),
            over => after.concluded(over),
        };
        prop_assert_eq!(record.board(usize::MAX), &board);
        prop_assert_eq!(line.position(), after.position());
        let [first, second] = names;
        record.event = event;
        record.names = BySide { first, second };
        record.date = siwa::time::Timestamp(siwa::time::Seconds::days(days).0).date();
        prop_assert_eq!(read(record.to_string()), Ok(record));
    }

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survive(&text);
    }

    #[test]
    fn text_like_a_record_is_survived(
        text in "(\\[(Variant|Result|Termination|Position|Date|First) \"[a-z0-9 ./*\\\\-]{0,20}\"\\]\n){0,4}\
                 ([0-9]{0,2}\\.? ?[a-e1-5 -]{0,7}[\n ;{}]){0,8}(first|\\*)?"
    ) {
        survive(&text);
        survive(&format!("[Variant \"seega-5-classic\"]\n{text}"));
        survive(&format!("[Variant \"gyges-leroy\"]\n{text}"));
    }
}
