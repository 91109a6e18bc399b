//! The two databases, after the same acts: a file and a server store and show the same.

use std::fmt::Debug;
use std::process::Command;

use siwa::app::{Act, App, Error, Rematch, Target};
use siwa::game::{
    Challenge, ChallengeId, FirstBy, Game, GameId, GameTerms, Ladder, Openable, Pairing, Place,
    PlanAt, PlayerId, Scope, TimeControl,
};
use siwa::time::{DAY, Seconds, Timestamp};
use siwa_games::registry::Registry;
use siwa_games::rules::BySide;

use super::app::Set;
use super::backend::{Database, on_server};
use super::kept::{self, CLASSIC, Kept};
use super::random::Random;
use super::table::{HERE, terms};

/// The number of acts, unless `SIWA_ACTS` is set.
const ACTS: usize = 300;

const PEOPLE: u64 = 7;
const VARIANTS: [&str; 3] = [CLASSIC, "seega-5-french", "gyges-gates"];

/// Too short for their sum to reach a turn's limit, so that a clock runs out in both databases or
/// in neither.
const BREATH: Seconds = Seconds(61);
const PAUSE: Seconds = Seconds::hours(5);

/// The debug text of something, without times, because the second database runs later than the
/// first; and without ids of challenges, because a server skips some.
fn told(of: &impl Debug) -> String {
    let mut told = format!("{of:?}");
    for named in ["Timestamp(", "ChallengeId("] {
        let mut parts = told.split(named);
        let first = parts.next().unwrap_or_default().to_owned();
        told = parts.fold(first, |all, part| {
            all + named + part.trim_start_matches(|it: char| it.is_ascii_digit() || it == '-')
        });
    }
    told
}

/// The outcome of an act.
fn outcome<T>(done: Result<T, Error>, what: impl FnOnce(&T) -> String) -> String {
    match done {
        Ok(done) => what(&done),
        Err(Error::Denial(denial)) => told(&denial),
        Err(error) => panic!("{error:?}"),
    }
}

fn board(game: &Game) -> String {
    let id = game.id();
    let seq = game.seq;
    let ending = game.ending;
    format!("{id} {seq} {ending:?} {}", game.state().position())
}

/// A random player.
fn somebody(random: &mut Random) -> PlayerId {
    PlayerId(1001 + random.next() % PEOPLE)
}

/// An act of a player.
#[derive(Clone, Debug)]
enum Does {
    Challenges(Option<PlayerId>, GameTerms),
    /// An index into all challenges that were made.
    Accepts(usize),
    Declines(usize),
    Cancels(usize),
    Acts(GameId, Act),
    Plans(GameId, u32, String),
    AsksAgain(GameId),
    Rests,
}

/// The next act of a random player, chosen by the games in the first database.
async fn next(app: &App, challenges: usize, random: &mut Random) -> (PlayerId, Does) {
    let by = somebody(random);
    let challenge = random.below(challenges.max(1));
    let running = app.store().running_of(by, Some(HERE.guild)).await.unwrap();
    let dice = random.below(100);
    if dice < 12 || running.is_empty() && dice < 60 {
        let other = somebody(random);
        let challenged = (other != by && random.chance(70)).then_some(other);
        let terms = GameTerms {
            time: TimeControl::PerTurn(*random.pick(&[DAY, Seconds::days(3)])),
            rated: random.chance(80),
            games: *random.pick(&[Pairing::Single, Pairing::AtOnce, Pairing::InTurn]),
            ..terms(VARIANTS[random.below(VARIANTS.len())])
        };
        return (by, Does::Challenges(challenged, terms));
    }
    if dice < 24 || running.is_empty() {
        return (by, Does::Accepts(challenge));
    }
    let game = random.pick(&running).id;
    let does = match dice {
        24 => Does::Declines(challenge),
        25 => Does::Cancels(challenge),
        26..28 => {
            let past = app.played(by, HERE.guild, 20).await.unwrap();
            Does::AsksAgain(random.pick(&past).id)
        }
        28 => Does::Rests,
        29..31 => Does::Acts(game, Act::Resign),
        31..34 => Does::Acts(game, Act::Offer),
        34..37 => Does::Acts(game, Act::Answer(random.chance(50))),
        37..40 => Does::Acts(game, Act::TakeBack),
        40 => Does::Acts(game, Act::Give),
        41 => Does::Acts(game, Act::Offer),
        42 => Does::Acts(game, Act::ClaimTime),
        _ => {
            let game = app.load(game).await.unwrap();
            let mut legal = game.state().legal_moves();
            legal.sort_unstable();
            let text = random.pick(&legal).clone();
            let mover = game.player(game.turn().unwrap());
            if dice < 50 {
                let plan = Does::Plans(game.id(), game.changes, text);
                return (game.player(game.side_of(mover).unwrap().other()), plan);
            }
            return (mover, Does::Acts(game.id(), Act::Play(text, None)));
        }
    };
    (by, does)
}

/// Runs an act; the second database uses the first one's random choices. Returns the outcome, and
/// the random choices.
async fn done(
    (set, challenges): &mut (Set, Vec<ChallengeId>),
    by: PlayerId,
    does: &Does,
    lots: Option<BySide<PlayerId>>,
) -> (String, Option<BySide<PlayerId>>) {
    let mut drawn = None;
    let came = match does.clone() {
        Does::Challenges(opponent, terms) => {
            let made = set.challenge_to(by, opponent, terms).await;
            outcome(made, |made| {
                challenges.push(made.id);
                told(made)
            })
        }
        Does::Accepts(which) => {
            let id = nth(challenges, which);
            let accepted = match lots {
                Some(players) => accepted(set, id, players).await,
                None => {
                    let here = Place::new(HERE, Openable::Never);
                    let accepted = set.app.accept(id, by, here, &set.origin()).await;
                    accepted.map(|done| done.value.game)
                }
            };
            if let Ok(game) = &accepted {
                drawn = (game.first_by == FirstBy::Lots).then_some(game.setup.players);
            }
            outcome(accepted, board)
        }
        Does::Declines(which) => {
            let id = nth(challenges, which);
            let declined = set
                .app
                .conclude(id, by, HERE, Challenge::decline, &set.origin())
                .await;
            outcome(declined, told)
        }
        Does::Cancels(which) => {
            let id = nth(challenges, which);
            let cancelled = set
                .app
                .conclude(id, by, HERE, Challenge::cancel, &set.origin())
                .await;
            outcome(cancelled, told)
        }
        Does::Acts(game, act) => outcome(set.act(by, Target::Game(game), act).await, board),
        Does::Plans(game, changes, text) => {
            let at = PlanAt::Present(changes);
            let planned = set.app.plan(by, HERE, game, at, &text).await;
            outcome(planned, |it| it.state.position())
        }
        Does::AsksAgain(game) => outcome(set.rematch(game, by).await, |asked| match asked {
            Rematch::Asked(made) => {
                challenges.push(made.id);
                told(made)
            }
            Rematch::Begun(game) => board(game),
        }),
        Does::Rests => {
            set.clock.skip(PAUSE);
            set.app.sweep().await.unwrap();
            String::new()
        }
    };
    set.clock.skip(BREATH);
    (came, drawn)
}

/// The challenge at an index; an unknown id while there are none.
fn nth(challenges: &[ChallengeId], which: usize) -> ChallengeId {
    challenges.get(which).copied().unwrap_or(ChallengeId(0))
}

/// Accepts a challenge with the first player already chosen.
async fn accepted(set: &Set, id: ChallengeId, players: BySide<PlayerId>) -> Result<Game, Error> {
    let challenge = set.app.find_challenge(id).await?;
    let now = set.app.now();
    let origin = set.origin();
    let store = &set.kept.store;
    let game = kept::accepted(store, &challenge, players, now, Some(&origin));
    set.app.load(game.await.unwrap()).await
}

/// All visible data, one line each.
async fn seen(set: &Set) -> Vec<String> {
    let app = &set.app;
    let mut seen = Vec::new();
    for game in 1.. {
        let Some(record) = set.kept.store.record(GameId(game)).await.unwrap() else {
            break;
        };
        seen.push(told(&Game::replay(record, Registry::standard()).unwrap()));
    }
    let kinds = Registry::standard().games().map(|rules| rules.info().id);
    let kinds: Vec<&str> = kinds.collect();
    let people = (0..PEOPLE).map(|it| PlayerId(1001 + it));
    for kind in std::iter::once(None).chain(kinds.iter().copied().map(Some)) {
        for viewer in people.clone() {
            for scope in [Scope::People, Scope::Month] {
                let ladder = Ladder { kind, scope };
                let now = Timestamp(0);
                let board = app.store().leaderboard(HERE.guild, ladder, 0, viewer, now);
                seen.push(told(&board.await.unwrap()));
            }
            let profile = app.profile(HERE.guild, viewer, kind).await.unwrap();
            seen.push(profile.map_or_else(String::new, |(_, profile)| told(&profile)));
        }
    }
    for player in people {
        seen.push(told(&app.played(player, HERE.guild, 1000).await.unwrap()));
        seen.push(told(&app.store().stored_data(player).await.unwrap()));
        for (game, text) in app
            .records(player, 1 << 24)
            .await
            .unwrap()
            .0
            .iter()
            .enumerate()
        {
            seen.push(format!("{game} {text}"));
        }
    }
    seen
}

#[tokio::test]
async fn after_the_same_acts_a_file_and_a_server_store_and_show_the_same() {
    let [one, other] = match <[Kept; 2]>::try_from(Kept::on_both().await) {
        Ok(both) => both.map(Set::on),
        // There is no server, which was printed.
        Err(_) => return,
    };
    let mut one = (one, Vec::new());
    let mut other = (other, Vec::new());
    let asked = std::env::var("SIWA_ACTS").map(|acts| acts.parse().unwrap());
    let acts = asked.unwrap_or(ACTS);
    let mut random = Random::seeded(21);
    for number in 0..acts {
        let (by, does) = next(&one.0.app, one.1.len(), &mut random).await;
        let (here, lots) = done(&mut one, by, &does, None).await;
        let (there, _) = done(&mut other, by, &does, lots).await;
        assert_eq!(here, there, "act {number}: {by} {does:?}");
    }
    let one = one.0;
    let other = other.0;
    let here = seen(&one).await;
    let there = seen(&other).await;
    for (here, there) in here.iter().zip(&there) {
        assert_eq!(here, there);
    }
    assert_eq!(here.len(), there.len());
    for set in [&one, &other] {
        set.is_sound().await;
        let ended = set.kept.count("games where status <> 'playing'").await;
        assert!(ended >= 10, "{ended} games have ended");
    }
}

#[tokio::test]
async fn the_same_holds_on_a_server() {
    if on_server() || Database::on_server().await.is_none() {
        return;
    }
    // Runs only the tests about concurrent use cases; `alike` covers the others on both databases.
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "store::", "outbox::", "pairs::", "plans::", "--skip", "e2e::",
        ])
        .args(["app::a_crowd", "app::two_", "app::the_first_player_to"])
        .env("SIWA_TEST_BACKEND", "postgres")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("running 0 tests"), "{said}");
}
