//! The doctor finds damage of the database, as far as that is possible.

use std::path::Path;

use siwa::app::{Act, App, Rematch, Target, Which};
use siwa::game::{Challenge, Game, GameTerms, PlanAt};
use siwa::store::{Finding, Store};
use siwa::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::app::Set;
use super::kept::{CLASSIC, Kept};
use super::random::Random;
use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa, words};
use super::table::{ANA, BOB, EVE, HERE, mover, terms};

const GATES: &str = "gyges-gates";

/// A file with some of everything, and functions that damage copies of it.
struct Patient {
    scratch: Scratch,
    sound: Vec<u8>,
}

impl Patient {
    async fn new() -> Self {
        let set = Set::up().await;
        let act = async |game: &Game, by, act| {
            let done = set.act(by, Target::Game(game.id()), act).await;
            done.unwrap()
        };
        let play = async |game: &Game, text: &str| {
            act(game, mover(game), Act::Play(text.to_owned(), None)).await
        };
        let challenge = async |to, terms| {
            let made = set.challenge_to(ANA, Some(to), terms).await;
            made.unwrap()
        };
        let first = set.game().await;
        let second = play(&play(&first, "a1 b2").await, "d4 e5").await;
        set.two_turns_each(second.id()).await;
        act(&second, ANA, Act::Resign).await;
        set.rematch(first.id(), ANA).await.unwrap();
        let Rematch::Begun(again) = set.rematch(first.id(), BOB).await.unwrap() else {
            panic!("both have asked")
        };
        play(&again, "a1 b2").await;
        let at = PlanAt::Present(1);
        // The player who has just moved plans.
        let planned = set.app.plan(mover(&again), HERE, again.id(), at, "d4 e5");
        planned.await.unwrap();
        for (variant, rated) in [(GATES, true), (CLASSIC, false)] {
            let terms = GameTerms {
                rated,
                ..terms(variant)
            };
            let challenge = challenge(EVE, terms).await;
            let game = set.accept(&challenge, EVE).await.unwrap();
            set.two_turns_each(game.id()).await;
            act(&game, EVE, Act::Resign).await;
        }
        challenge(EVE, terms(CLASSIC)).await;
        let declined = challenge(BOB, terms(CLASSIC)).await.id;
        let declined = set
            .app
            .conclude(declined, BOB, HERE, Challenge::decline, &set.origin())
            .await;
        declined.unwrap();
        let daily = set.app.puzzle(Which::Daily(HERE.guild)).await.unwrap();
        let solution = daily.solution().unwrap().played.text;
        let tries = async |puzzle, text| {
            let tried = set.app.try_puzzle(ANA, HERE.guild, puzzle, text);
            tried.await.unwrap()
        };
        tries(&daily, Some(solution.as_str())).await;
        tries(&set.app.puzzle(Which::Next(ANA, "%")).await.unwrap(), None).await;
        set.app.meet(ANA, "Ana").await;
        set.kept.store.close().await;
        let scratch = set.kept.scratch;
        let sound = std::fs::read(scratch.file("games.db")).unwrap();
        Self { scratch, sound }
    }

    /// The findings in a copy with these bytes.
    async fn examined(&self, bytes: &[u8]) -> Vec<String> {
        let file = self.scratch.file("copy.db");
        std::fs::write(&file, bytes).unwrap();
        examined(&file).await
    }

    /// The findings in a copy after `sql`.
    async fn after(&self, sql: &str) -> Vec<String> {
        let file = self.scratch.file("copy.db");
        std::fs::write(&file, &self.sound).unwrap();
        let mut copy = connect(&file).await;
        let damage = sqlx::AssertSqlSafe(sql.to_owned());
        let done = sqlx::raw_sql(damage).execute(&mut copy).await.unwrap();
        assert!(done.rows_affected() > 0, "nothing was damaged by {sql:?}");
        copy.close().await.unwrap();
        examined(&file).await
    }
}

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(false)
        .pragma("ignore_check_constraints", "on");
    options.connect().await.unwrap()
}

/// All findings in a file.
async fn examined(file: &Path) -> Vec<String> {
    examined_at(&format!("sqlite://{}", file.display())).await
}

/// All findings in a database.
async fn examined_at(url: &str) -> Vec<String> {
    let store = match Store::open_to_examine(url, Registry::standard()).await {
        Ok(store) => store,
        Err(error) => return vec![error.to_string()],
    };
    let examined = App::new(store.clone(), Clock::default())
        .store()
        .examine()
        .await;
    store.close().await;
    match examined {
        Ok(examined) => {
            let findings = examined.findings.iter();
            findings.map(shown).collect()
        }
        Err(error) => vec![error.to_string()],
    }
}

fn shown(finding: &Finding) -> String {
    match finding {
        Finding::Damage(damage) => words(damage),
        Finding::Game(..) => format!("{finding:?}"),
    }
}

/// What the doctor says of an impossible value.
fn impossible(what: &str) -> String {
    words(&Text::new("cli-doctor-value").with("what", what))
}

fn doctor(scratch: &Scratch) -> Over {
    let variables = [("DISCORD_TOKEN", "a.b.c")];
    Siwa::start(scratch.path(), &["doctor"], &variables).over()
}

#[tokio::test]
async fn games_that_end_in_the_same_second_are_rated_in_the_order_of_their_ends() {
    let set = Set::up().await;
    let first = set.game().await;
    let begin = async |variant| {
        let made = set.challenge_to(ANA, Some(EVE), terms(variant)).await;
        set.accept(&made.unwrap(), EVE).await.unwrap()
    };
    let second = begin(CLASSIC).await;
    let third = begin(GATES).await;
    for (game, by, act) in [
        (&third, EVE, Act::Resign),
        (&second, ANA, Act::Offer),
        // A draw of equals changes no rating, only its deviation.
        (&second, EVE, Act::Offer),
        (&first, ANA, Act::Resign),
    ] {
        set.act(by, Target::Game(game.id()), act).await.unwrap();
    }
    set.is_sound().await;
}

/// Rows, and each change of them that has to be noticed.
const CHANGES: &str = "
games where id = 1
    challenge = 99 | guild = 9 | channel = 9 | locale = 'de' | rules = 'gyges' | variant = 'seega-5-modern'
    variant = 'chess' | second = 103 | first = 103 | per_turn = 60 | per_turn = null | bank = 60
    increment = 60 | rated = 0 | status = 'drawn' | status = 'playing'
    winner = iif(winner = 'first', 'second', 'first') | winner = null | seq = seq + 1 | seq = seq - 1
    turn = 'first' | deadline = 1 | started = started - 1 | touched = touched + 1 | ended = ended + 1
    ended = null | first_before = 1501 | first_after = first_after + 0.1 | second_before = null
    second_after = -second_after | first_rated = first_rated + 1 | second_rated = null | second_rated = 7
games where id = 2
    status = 'won', winner = 'first' | turn = 'first' | turn = null | deadline = deadline + 1
    deadline = null | ended = 1 | first_before = 1500 | second_rated = 0
challenges where id = 1
    guild = 9 | channel = 9 | locale = 'de' | challenger = 103 | opponent = 103 | variant = 'gyges-gates'
    per_turn = 60 | rated = 0 | side = 'first' | status = 'declined' | status = 'open'
challenges where rematch_of is not null
    side = null | rematch_of = null | rematch_of = 99
challenges where status = 'open'
    status = 'accepted' | variant = 'chess'
events where game = 1 and seq = 2
    kind = 'nonsense' | side = iif(side = 'first', 'second', 'first') | side = null | text = 'c3 c4'
    text = null | at = at - 1000000 | at = at + 1000000 | seq = 9 | game = 99
events where game = 2 and seq = 1
    text = replace(text, 'turns', 'lots') | at = at + 1
plans where true
    game = 1 | game = 99 | side = iif(side = 'first', 'second', 'first') | base = base + 1 | line = 'a1 b2'
    line = ''
outbox where game is not null and seq is not null
    seq = seq + 100 | seq = 0 | game = 99
ratings where rules = '*' and player = 101
    rating = rating + 0.1 | rated = rated + 1 | won = won + 1 | drawn = 1 | lost = lost + 1 | guild = 9
    player = 9 | rules = 'chess'
ratings where rules = 'gyges' and player = 103
    rating = -rating | deviation = deviation * 2 | volatility = 0 | lost = 0
attempts where number = 1
    number = 7 | right_away = 0 | solved = null | solved = at + 1 | against = against + 300 | rating = 1500
    deviation = 350
attempts where number = 2
    rating = 1500 | solved = at - 1
puzzles where id = 1
    variant = 'chess' | position = 'x' | solution = 'z9'
";

#[tokio::test]
async fn every_column_that_follows_from_the_games_is_compared() {
    let patient = Patient::new().await;
    let mut unnoticed = Vec::new();
    let mut changed = 0;
    let mut rows = "";
    for line in CHANGES.lines() {
        let Some(changes) = line.strip_prefix("    ") else {
            rows = line;
            continue;
        };
        let (table, which) = rows.split_once(" where ").unwrap();
        for change in changes.split(" | ") {
            let sql = format!("update {table} set {change} where {which}");
            if patient.after(&sql).await.is_empty() {
                unnoticed.push(sql);
            }
            changed += 1;
        }
    }
    assert!(changed > 100, "{changed}");
    for sql in [
        "delete from events where game = 1 and seq = 1",
        "delete from events where game = 1 and seq = 2",
        "delete from events where game = 1 and seq = 4",
        "delete from ratings where player = 103 and rules = 'gyges'",
        "delete from games where id = 1",
        "delete from challenges where id = 1",
        "update _sqlx_migrations set checksum = x'00' where version = 1",
        "delete from events where game = 1; delete from games where id = 1",
        "insert into messages (id, channel, game, role, seq, told) values (1130000000000000000, 1, 1, 'board', 9, 99)",
        "insert into searches (game, seq, created, due, attempts) values (2, 99, 1, 1, 1)",
        "insert into ratings (guild, rules, player, rating, deviation, volatility, won)
         values (7, 'seega', 9, 1500, 350, 0.06, 1)",
    ] {
        if patient.after(sql).await.is_empty() {
            unnoticed.push(sql.to_owned());
        }
    }
    assert_eq!(unnoticed, [] as [&str; 0]);
}

#[tokio::test]
async fn references_to_missing_rows_are_counted() {
    let patient = Patient::new().await;
    let found = patient.after("delete from games where id = 1").await;
    let counted =
        |it: &String| it.contains("rows of events refer to rows of games that do not exist");
    assert!(found.iter().any(counted), "{found:?}");
}

/// Changes, and what the doctor finds after each.
const IMPOSSIBLE: &str = r#"
update messages set id = 0 where game = 2 -> "messages.id (2) = 0"
update messages set id = -5 where game = 2 -> "messages.id (2) = -5"
update messages set id = 4194303 where game = 2 -> "messages.id (2) = 4194303"
update games set thread = -3 where id = 1 -> "games.thread (1) = -3"
update games set thread = 77 where id = 1 -> "games.thread (1) = 77"
update games set weekends = 'Europe/Lisboa' where id = 3 -> "games.weekends (3) = Europe/Lisboa"
update players set zone = '' where id = 101 -> "players.zone (101) = "
update players set zone = 'Mars/Olympus' where id = 101 -> "players.zone (101) = Mars/Olympus"
update players set quiet_from = 22 where id = 101 -> "players.quiet_to (101) = null"
update players set quiet_to = 7 where id = 101 -> "players.quiet_from (101) = null"
update guilds set weekends = 'UTC+25' -> "guilds.weekends (7) = UTC+25"
update guilds set clock = '2' -> "guilds.clock (7) = 2"
update guilds set clock = '' -> "guilds.clock (7) = "
"#;

#[tokio::test]
async fn ids_and_settings_that_cannot_be_are_noticed() {
    let patient = Patient::new().await;
    let rows = "insert into guilds (id) values (7);
                insert into messages (id, channel, game, role, seq, told)
                values (1130000000000000000, 1, 2, 'board', 1, 1)";
    for line in IMPOSSIBLE.trim().lines() {
        let (sql, finding) = line.split_once(" -> ").unwrap();
        let found = patient.after(&format!("{rows}; {sql}")).await;
        assert_eq!(found, [impossible(finding.trim_matches('"'))], "{sql}");
    }
    for sound in [
        "update games set thread = 1130000000000000001",
        "update games set thread = id - 2 where id < 3; update games set weekends = 'UTC' where deadline is null",
        "update players set zone = 'Europe/Lisbon', quiet_from = 22, quiet_to = 7",
        "update guilds set weekends = 'America/Sao_Paulo', clock = '3+8h'",
    ] {
        let found = patient.after(&format!("{rows}; {sound}")).await;
        assert_eq!(found, [] as [&str; 0], "{sound}");
    }
}

/// Changes of tournaments, the changes back, and what the doctor finds between them.
const DAMAGE: &str = "
tournaments set variant = 'chess' where id = 1 | tournaments set variant = 'seega-5-classic'
    -> tournaments.variant (1) = chess
tournaments set per_turn = null where id = 1 | tournaments set per_turn = 259200
    -> tournaments.per_turn (1) = null
tournaments set phase = 'sign-up' where id = 1 | tournaments set phase = 'running' where id = 1
    -> tournaments.phase (1) = sign-up
tournaments set phase = 'over' where id = 2 | tournaments set phase = 'sign-up' where id = 2
    -> tournaments.phase (2) = over
tournaments set phase = 'over' where id = 1 | tournaments set phase = 'running' where id = 1
    -> tournaments.phase (1) = over
tournaments set entrants = entrants + 1 where id = 2 | tournaments set entrants = entrants - 1 where id = 2
    -> tournaments.entrants (2) = 1
tournaments set channel = 0 where id = 2 | tournaments set channel = 70
    -> tournaments.channel (2) = 0
tournaments set per_turn = -60 where id = 2 | tournaments set per_turn = 259200
    -> tournaments.per_turn (2) = -60
tournaments set bank = 0, increment = -1 where id = 2 | tournaments set bank = null, increment = null
    -> tournaments.bank (2) = 0, tournaments.increment (2) = -1
tournaments set closes = -1 where id = 2 | tournaments set closes = created where id = 2
    -> tournaments.closes (2) = -1
tournaments set due = null | tournaments set due = 1
    -> tournaments.due (2) = null
tournaments set due = null where id = 1; update games set status = 'drawn' where id > 1
    | tournaments set due = 1 where id = 1; update games set status = 'playing' where id > 1
    -> tournaments.due (1) = null
tournaments set opened = 0 where id = 1 | tournaments set opened = 1
    -> tournaments.opened (1) = 0
tournaments set opened = 2 where id = 1 | tournaments set opened = 1
    -> tournaments.opened (1) = 2
tournament_players set player = 9 where player = 103 | tournament_players set player = 103 where player = 9
    -> games.tournament (2) = 1, games.tournament (3) = 1
games set tournament = 2 where id = 3 | games set tournament = 1
    -> games.section (1) = 1, games.tournament (3) = 2, tournaments.phase (2) = sign-up
games set section = 2 where id = 3 | games set section = 1
    -> games.section (1) = 1
games set section = 2 where pair < id | games set section = 1
    -> games.section (4) = 2
games set section = 0 | games set section = 1
    -> games.section (1) = 0
";

#[tokio::test]
async fn tournaments_that_cannot_be_are_noticed() {
    for kept in Kept::on_both().await {
        let set = Set::on(kept);
        let running = set.tournament(HERE.guild.0, &[ANA, BOB, EVE]).await;
        set.tournament(8, &[]).await;
        set.app.advance_tournament(running).await.unwrap();
        // The first pair has both games.
        let first = set.app.tournament(running, HERE.guild).await.unwrap().games[0].clone();
        let by = first.game.players.first;
        let target = Target::Game(first.game.id);
        let resigned = set.app.act(by, HERE, target, &Act::Resign, None).await;
        resigned.unwrap();
        set.app.advance_tournament(running).await.unwrap();
        let rows = DAMAGE.replace("\n    ", " ");
        for row in rows.trim().lines() {
            let (changes, findings) = row.split_once(" -> ").unwrap();
            let (damage, repair) = changes.split_once(" | ").unwrap();
            set.kept.alter(&format!("update {damage}")).await;
            let found = set.app.store().examine().await.unwrap().findings;
            let start = impossible("");
            let values = found.iter().map(shown);
            let mut values: Vec<String> =
                values.filter(|it| it.starts_with(start.trim())).collect();
            values.sort();
            let findings = findings.split(", ").map(impossible);
            assert_eq!(values, findings.collect::<Vec<_>>(), "{damage}");
            set.kept.alter(&format!("update {repair}")).await;
            set.is_sound().await;
        }
    }
}

#[tokio::test]
async fn tables_and_indexes_are_those_of_this_version() {
    let patient = Patient::new().await;
    for sql in [
        "drop index games_by_alarm",
        "drop index one_rematch",
        "drop table guilds",
        "create table more (id integer primary key)",
        "alter table players add column more text",
    ] {
        let sql = format!("delete from players; {sql}");
        assert_ne!(patient.after(&sql).await, [] as [&str; 0], "{sql}");
    }
}

#[tokio::test]
async fn changes_of_a_game_by_flipped_bytes_are_found() {
    let patient = Patient::new().await;
    let kept = async || {
        let file = patient.scratch.file("copy.db");
        let mut copy = connect(&file).await;
        let kept: Result<Option<String>, _> = sqlx::query_scalar(
            "select group_concat(line, char(10)) from (
                 select concat_ws(' ', 'game', id, challenge, guild, channel, locale, rules, variant, first, second,
                     per_turn, rated, status, winner, seq, turn, deadline, started, touched, ended,
                     round(first_before, 3), round(first_after, 3), round(second_before, 3),
                     round(second_after, 3)) as line from games
                 union all select concat_ws(' ', 'event', game, seq, side, kind) from events
                 union all select concat_ws(' ', 'rating', guild, rules, player, round(rating, 3), rated, won, drawn,
                     lost) from ratings)",
        )
        .fetch_one(&mut copy)
        .await;
        kept.ok().flatten()
    };
    patient.examined(&patient.sound).await;
    let sound = kept().await.unwrap();
    let mut random = Random::seeded(11);
    let mut noticed = 0;
    for _ in 0..100 {
        let mut bytes = patient.sound.clone();
        let place = random.below(bytes.len());
        bytes[place] ^= 1 << random.below(8);
        if patient.examined(&bytes).await.is_empty() {
            // The flipped bytes changed nothing that matters.
            let kept = kept().await;
            assert_eq!(kept.as_deref(), Some(sound.as_str()), "byte {place}");
        } else {
            noticed += 1;
        }
    }
    assert!(noticed > 5, "{noticed}");
    for length in [0, 1, 100, 4096, patient.sound.len() / 2] {
        let said = patient.examined(&patient.sound[..length]).await;
        assert_ne!(said, [] as [&str; 0], "cut to {length} bytes");
    }
}

#[tokio::test]
async fn the_doctor_prints_every_finding_and_creates_no_file() {
    let scratch = Scratch::new();
    let over = doctor(&scratch);
    let none = Text::new("cli-doctor-none").with("url", "sqlite://siwa.db");
    assert_eq!((over.code, over.stdout), (Some(0), words(&none) + "\n"));
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);

    let patient = Patient::new().await;
    let file = scratch.file("siwa.db");
    std::fs::write(&file, &patient.sound).unwrap();
    let over = doctor(&scratch);
    let good = Text::new("cli-doctor-good").with("count", 4_i64);
    assert_eq!((over.code, over.stdout), (Some(0), words(&good) + "\n"));
    let nothing: &[(&str, &str)] = &[];
    let over = Siwa::start(scratch.path(), &["doctor"], nothing).over();
    let no_token = words(&Text::new("cli-doctor-no-token"));
    assert_eq!(over.stdout, format!("{no_token}\n{}\n", words(&good)));
    assert_eq!(std::fs::read(&file).unwrap(), patient.sound);
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);

    let mut behind = connect(&file).await;
    let damage = "update games set deadline = 1 where id = 2; update ratings set won = won + 1;
                  update players set zone = 'Mars/Olympus'";
    sqlx::raw_sql(damage).execute(&mut behind).await.unwrap();
    behind.close().await.unwrap();
    let over = doctor(&scratch);
    over.failed(2);
    over.stderr.says("deadline");
    over.stderr.says("Mars/Olympus");
    let lines = over.stderr.lines().filter(|it| it.contains("ratings"));
    assert_eq!(lines.count(), 8, "{over:?}");
}

#[tokio::test]
async fn the_doctor_finds_the_game_that_was_tampered_with() {
    let patient = Patient::new().await;
    let scratch = Scratch::new();
    let tampered = "update events set text = 'a1 c3' where game = 1 and seq = 2";
    patient.after(tampered).await;
    std::fs::copy(patient.scratch.file("copy.db"), scratch.file("siwa.db")).unwrap();
    let over = doctor(&scratch);
    over.failed(2);
    over.stderr.says("Game #1 does not follow its rules: ");
}
