//! The use cases, on a real file.

use siwa::app::{Act, App, Error, Opponent, Rematch, Target};
use siwa::app::{Debt, Origin};
use siwa::game::{
    Cause, Challenge, ChallengeId, Denied, Game, GameId, MOST_GAMES, PlayerId, STANDS, Settled,
    State, Terms,
};
use siwa::registry::Registry;
use siwa::rules::{Side, Stage};
use siwa::store::{Finding, Store};
use siwa::time::{Clock, DAY};
use sqlx::ConnectOptions as _;
use std::str::FromStr as _;
use std::sync::atomic::{AtomicU64, Ordering};

use super::scratch::Scratch;
use super::table::{ABROAD, ANA, BOB, ELSEWHERE, EVE, HERE, end_by, mover, waiter, whole};

const CLASSIC: &str = "seega-5-classic";

/// The application on a file of its own, with a clock that can be put forward.
struct Set {
    app: App,
    clock: Clock,
    scratch: Scratch,
    causes: AtomicU64,
}

impl Set {
    async fn up() -> Self {
        let scratch = Scratch::new();
        let clock = Clock::default();
        let store = Store::open(&scratch.url(), Registry::standard())
            .await
            .unwrap();
        Self {
            app: App::new(store, clock.clone()),
            clock,
            scratch,
            causes: AtomicU64::new(1),
        }
    }

    fn cause(&self) -> Cause {
        Cause(self.causes.fetch_add(1, Ordering::Relaxed))
    }

    fn origin(&self) -> Origin {
        self.cause().into()
    }

    async fn challenge(
        &self,
        by: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Challenge, Error> {
        let opponent = opponent.map(person);
        self.app
            .challenge(by, opponent, terms(CLASSIC), HERE, "fr", &self.origin())
            .await
    }

    async fn accept(&self, challenge: &Challenge, by: PlayerId) -> Result<Game, Error> {
        self.app
            .accept(challenge.id, by, HERE, &self.origin())
            .await
    }

    async fn game(&self) -> Game {
        let challenge = self.challenge(ANA, Some(BOB)).await.unwrap();
        self.accept(&challenge, BOB).await.unwrap()
    }

    async fn act(&self, by: PlayerId, target: Target, act: Act) -> Result<Game, Error> {
        self.app
            .act(by, HERE, target, &act, Some(&self.origin()))
            .await
    }

    async fn play(&self, by: PlayerId, target: Target, text: &str) -> Result<Game, Error> {
        self.act(by, target, Act::Play(text.to_owned(), None)).await
    }

    async fn resigned(&self) -> Game {
        let game = self.game().await;
        self.act(ANA, Target::Game(game.id()), Act::Resign)
            .await
            .unwrap()
    }

    async fn rematch(&self, game: GameId, by: PlayerId) -> Result<Rematch, Error> {
        self.app.rematch(game, by, HERE, "fr", &self.origin()).await
    }

    async fn behind(&self) -> sqlx::sqlite::SqliteConnection {
        let options = sqlx::sqlite::SqliteConnectOptions::from_str(&self.scratch.url()).unwrap();
        options.connect().await.unwrap()
    }
}

fn person(player: PlayerId) -> Opponent {
    Opponent {
        player,
        is_bot: false,
        is_us: false,
    }
}

fn terms(variant: &str) -> Terms {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    Terms {
        rules,
        variant,
        time: siwa::game::TimeControl::PerTurn(DAY),
        rated: true,
    }
}

#[track_caller]
fn denied<T: std::fmt::Debug>(result: Result<T, Error>) -> Denied {
    match result {
        Err(Error::Denied(denied)) => denied,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_whole_game_from_challenge_to_rematch() {
    let set = Set::up().await;
    let mut game = set.game().await;
    let (moves, outcome) = whole(CLASSIC, 9);
    for text in &moves {
        let by = mover(&game);
        game = set.play(by, Target::Here, text).await.unwrap();
    }
    assert_eq!(game.ending(), Some(outcome.into()));
    assert!(game.ratings().is_some());
    assert_eq!(
        denied(set.play(ANA, Target::Here, "a1").await),
        Denied::NoGameHere
    );
    assert_eq!(
        denied(set.play(ANA, Target::Game(game.id()), "a1").await),
        Denied::GameOver(game.id())
    );
    let players = game.players();
    assert!(matches!(
        set.rematch(game.id(), ANA).await.unwrap(),
        Rematch::Asked(_)
    ));
    let Rematch::Begun(again) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("both have asked");
    };
    assert_eq!(again.settled(), Settled::Turns);
    assert_eq!(
        (again.players().first, again.players().second),
        (players.second, players.first)
    );
    let examined = set.app.examine().await.unwrap();
    assert_eq!((examined.games, examined.findings.len()), (2, 0));
}

#[tokio::test]
async fn nobody_challenges_themself_or_a_bot() {
    let set = Set::up().await;
    let challenge = async |opponent| {
        let made = set
            .app
            .challenge(
                ANA,
                Some(opponent),
                terms(CLASSIC),
                HERE,
                "en-US",
                &set.origin(),
            )
            .await;
        denied(made)
    };
    assert_eq!(challenge(person(ANA)).await, Denied::ChallengeSelf);
    assert_eq!(
        challenge(Opponent {
            is_bot: true,
            ..person(EVE)
        })
        .await,
        Denied::ChallengeBot
    );
    let us = Opponent {
        is_bot: true,
        is_us: true,
        ..person(EVE)
    };
    assert_eq!(challenge(us).await, Denied::ChallengeEngine);
    let open = set.challenge(ANA, None).await.unwrap();
    assert_eq!(denied(set.accept(&open, ANA).await), Denied::ChallengeSelf);
}

#[tokio::test]
async fn a_challenge_is_for_whom_it_is_for() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap();
    assert_eq!(
        denied(set.accept(&made, EVE).await),
        Denied::NotForYou { opponent: BOB }
    );
    assert_eq!(
        denied(set.app.decline(made.id, EVE, HERE, &set.origin()).await),
        Denied::NotForYou { opponent: BOB }
    );
    assert_eq!(
        denied(set.app.cancel(made.id, BOB, HERE, &set.origin()).await),
        Denied::NotYourChallenge { challenger: ANA }
    );
    assert_eq!(
        set.app
            .decline(made.id, BOB, HERE, &set.origin())
            .await
            .unwrap()
            .state,
        State::Declined
    );
    assert_eq!(
        denied(set.accept(&made, BOB).await),
        Denied::ChallengeDeclined(made.id)
    );
    assert_eq!(
        denied(set.app.cancel(made.id, ANA, HERE, &set.origin()).await),
        Denied::ChallengeDeclined(made.id)
    );

    let open = set.challenge(ANA, None).await.unwrap();
    assert_eq!(
        denied(set.app.decline(open.id, BOB, HERE, &set.origin()).await),
        Denied::NothingToDecline
    );
    assert_eq!(
        set.app
            .cancel(open.id, ANA, HERE, &set.origin())
            .await
            .unwrap()
            .state,
        State::Cancelled
    );
    assert_eq!(
        denied(set.accept(&open, BOB).await),
        Denied::ChallengeCancelled(open.id)
    );

    let unknown = ChallengeId(999);
    assert_eq!(
        denied(set.app.accept(unknown, BOB, HERE, &set.origin()).await),
        Denied::UnknownChallenge
    );
    assert_eq!(
        denied(set.app.cancel(unknown, BOB, HERE, &set.origin()).await),
        Denied::UnknownChallenge
    );
}

#[tokio::test]
async fn a_challenge_stands_three_days() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap();
    set.clock.skip(STANDS);
    assert_eq!(
        denied(set.accept(&made, BOB).await),
        Denied::ChallengeExpired(made.id)
    );
    set.app.sweep().await.unwrap();
    assert_eq!(
        set.app.find_challenge(made.id).await.unwrap().state,
        State::Expired
    );
    assert_eq!(
        denied(set.app.decline(made.id, BOB, HERE, &set.origin()).await),
        Denied::ChallengeExpired(made.id)
    );
    let (_, owed) = set.app.due(9).await.unwrap().unwrap();
    assert!(owed.iter().all(|owed| owed.debt == Debt::Card(made.id)));
    assert_eq!((owed.len(), owed[0].locale.as_str()), (2, "fr"));
}

#[tokio::test]
async fn whoever_accepts_first_plays() {
    let set = Set::up().await;
    let open = set.challenge(ANA, None).await.unwrap();
    let (one, other) = tokio::join!(set.accept(&open, BOB), set.accept(&open, EVE));
    let (played, late) = if one.is_ok() {
        (one, other)
    } else {
        (other, one)
    };
    let game = played.unwrap();
    assert_eq!(denied(late), Denied::ChallengeTaken(open.id));
    assert_eq!(
        set.app.find_challenge(open.id).await.unwrap().state,
        State::Accepted(game.id())
    );
    assert_eq!(set.app.games(ANA, HERE.guild).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_delivered_twice_is_done_once() {
    let set = Set::up().await;
    let cause = set.cause();
    let challenge = async || {
        let made = set
            .app
            .challenge(
                ANA,
                Some(person(BOB)),
                terms(CLASSIC),
                HERE,
                "fr",
                &cause.into(),
            )
            .await;
        made.unwrap().id
    };
    let made = challenge().await;
    assert_eq!(challenge().await, made);
    let cause = set.cause();
    let game = set
        .app
        .accept(made, BOB, HERE, &cause.into())
        .await
        .unwrap()
        .id();
    assert_eq!(
        set.app
            .accept(made, BOB, HERE, &cause.into())
            .await
            .unwrap()
            .id(),
        game,
        "and answered as it is"
    );
    let begun = set.app.load(game).await.unwrap();
    let (by, cause) = (mover(&begun), set.cause());
    for _ in 0..3 {
        let act = Act::Play("a1 b2".to_owned(), Some(Stage::Placement));
        let after = set
            .app
            .act(by, HERE, Target::At(game, 0), &act, Some(&cause.into()))
            .await
            .unwrap();
        assert_eq!((after.plies(), after.seq()), (1, 2));
    }
}

#[tokio::test]
async fn two_moves_at_once_are_one_move() {
    let set = Set::up().await;
    let game = set.game().await;
    let (by, target) = (mover(&game), Target::At(game.id(), 0));
    let (one, other) = tokio::join!(set.play(by, target, "a1 b2"), set.play(by, target, "d4 e5"));
    let late = if one.is_ok() { other } else { one };
    assert_eq!(denied(late), Denied::MovedOn(game.id()));
    assert_eq!(set.app.load(game.id()).await.unwrap().plies(), 1);
    // Said without the number of turns, the rules of the game have the last word.
    assert!(matches!(
        denied(set.play(by, Target::Game(game.id()), "d4 e5").await),
        Denied::NotYourTurn { .. }
    ));
}

#[tokio::test]
async fn a_stale_button_does_nothing() {
    let set = Set::up().await;
    let game = set.game().await;
    set.play(mover(&game), Target::Here, "a1 b2").await.unwrap();
    for act in [
        Act::Resign,
        Act::Offer,
        Act::Claim,
        Act::Answer(true),
        Act::Play("d4 e5".to_owned(), None),
    ] {
        assert_eq!(
            denied(set.act(waiter(&game), Target::At(game.id(), 0), act).await),
            Denied::MovedOn(game.id())
        );
    }
    set.act(ANA, Target::Game(game.id()), Act::Resign)
        .await
        .unwrap();
    let late = set.act(BOB, Target::At(game.id(), 0), Act::Resign).await;
    assert_eq!(denied(late), Denied::GameOver(game.id()));
}

#[tokio::test]
async fn the_game_that_is_meant_is_found_or_asked_for() {
    let set = Set::up().await;
    assert_eq!(
        denied(set.play(ANA, Target::Here, "a1 b2").await),
        Denied::NoGameHere
    );
    let one = set.game().await.id();
    assert_eq!(
        set.app.own(ANA, HERE, Target::Here).await.unwrap().id(),
        one
    );
    assert_eq!(
        set.app.look(EVE, HERE, Target::Here).await.unwrap().id(),
        one,
        "a spectator sees the only game"
    );
    assert_eq!(
        denied(set.app.own(EVE, HERE, Target::Here).await),
        Denied::NoGameHere
    );
    assert_eq!(
        denied(set.app.own(EVE, HERE, Target::Game(one)).await),
        Denied::NotYourGame(one)
    );
    let closed = Target::Game(one);
    assert_eq!(
        denied(set.app.look(EVE, ELSEWHERE, closed).await),
        Denied::UnknownGame,
        "its channel may be closed to others"
    );
    assert_eq!(
        denied(set.app.own(EVE, ELSEWHERE, closed).await),
        Denied::UnknownGame
    );
    assert_eq!(set.app.past(EVE, HERE, closed).await.unwrap().0.id(), one);
    assert_eq!(
        denied(set.app.past(EVE, ELSEWHERE, closed).await),
        Denied::UnknownGame
    );
    assert!(set.app.past(BOB, ELSEWHERE, closed).await.is_ok());
    let resign = set
        .app
        .act(EVE, ELSEWHERE, closed, &Act::Resign, Some(&set.origin()))
        .await;
    assert_eq!(denied(resign), Denied::UnknownGame);
    assert_eq!(
        denied(set.app.look(ANA, ELSEWHERE, Target::Here).await),
        Denied::NoGameHere
    );
    assert_eq!(
        set.app
            .look(ANA, ELSEWHERE, Target::Game(one))
            .await
            .unwrap()
            .id(),
        one
    );
    assert_eq!(
        denied(set.app.look(ANA, ABROAD, Target::Game(one)).await),
        Denied::UnknownGame
    );
    let act = Act::Resign;
    let abroad = set
        .app
        .act(ANA, ABROAD, Target::Game(one), &act, Some(&set.origin()))
        .await;
    assert_eq!(denied(abroad), Denied::UnknownGame);
    assert_eq!(
        denied(set.act(ANA, Target::Game(GameId(99)), act).await),
        Denied::UnknownGame
    );

    let other = set.game().await.id();
    let Denied::SeveralGames(several) = denied(set.app.own(ANA, HERE, Target::Here).await) else {
        panic!("which one?");
    };
    let mut several: Vec<GameId> = several.into_iter().map(|game| game.id).collect();
    several.sort_unstable();
    assert_eq!(several, [one, other]);
    assert_eq!(
        set.app
            .own(ANA, HERE, Target::Game(other))
            .await
            .unwrap()
            .id(),
        other
    );
}

#[tokio::test]
async fn a_typed_move_is_meant_for_the_game_in_which_it_is_ones_turn() {
    let set = Set::up().await;
    let (one, other) = (set.game().await, set.game().await);
    // In both games it is to be Ana's turn, then in one of them only.
    for game in [&one, &other] {
        if mover(game) == BOB {
            let target = Target::Game(game.id());
            set.play(BOB, target, "a1 b2").await.unwrap();
        }
    }
    let both = denied(set.play(ANA, Target::Here, "d4 e5").await);
    assert!(matches!(both, Denied::SeveralGames(games) if games.len() == 2));
    let target = Target::Game(one.id());
    set.play(ANA, target, "d4 e5").await.unwrap();
    let meant = set.play(ANA, Target::Here, "d4 e5").await.unwrap();
    assert_eq!(meant.id(), other.id());
    let neither = denied(set.play(ANA, Target::Here, "c1 c2").await);
    assert!(matches!(neither, Denied::SeveralGames(_)), "{neither:?}");
    let resign = denied(set.act(BOB, Target::Here, Act::Resign).await);
    assert!(
        matches!(resign, Denied::SeveralGames(_)),
        "only moves have a turn"
    );
}

#[tokio::test]
async fn a_challenge_is_unknown_in_other_servers() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap().id;
    let unknown = Denied::UnknownChallenge;
    let accepted = set.app.accept(made, BOB, ABROAD, &set.origin()).await;
    assert_eq!(denied(accepted), unknown);
    assert_eq!(
        denied(set.app.decline(made, BOB, ABROAD, &set.origin()).await),
        unknown
    );
    assert_eq!(
        denied(set.app.cancel(made, ANA, ABROAD, &set.origin()).await),
        unknown
    );
    let elsewhere = set.app.accept(made, BOB, ELSEWHERE, &set.origin()).await;
    assert_eq!(elsewhere.unwrap().venue(), HERE);
}

#[tokio::test]
async fn lots_decide_who_begins_and_the_log_says_so() {
    let set = Set::up().await;
    let (mut ana, mut bob) = (0, 0);
    // That one side begins fifty times running happens once in 2^49 runs.
    while ana == 0 || bob == 0 {
        let game = set.resigned().await;
        let record = set.app.store().record(game.id()).await.unwrap().unwrap();
        let first = game.player(Side::First);
        let (_, written) = &record.log[0];
        assert_eq!(
            (written.kind.as_str(), &written.text),
            ("started", &Some(format!("lots {first}")))
        );
        *(if first == ANA { &mut ana } else { &mut bob }) += 1;
        assert!(ana + bob < 50, "{ana} to {bob}");
    }
}

#[tokio::test]
async fn ten_games_are_enough() {
    let set = Set::up().await;
    let mut waiting = Vec::new();
    for number in 0..u64::from(MOST_GAMES) {
        waiting.push(
            set.challenge(ANA, Some(PlayerId(500 + number)))
                .await
                .unwrap(),
        );
    }
    assert_eq!(
        denied(set.challenge(ANA, None).await),
        Denied::TooManyChallenges { limit: MOST_GAMES }
    );
    let last = set.challenge(BOB, Some(ANA)).await.unwrap();
    for challenge in &waiting {
        set.accept(challenge, challenge.opponent.unwrap())
            .await
            .unwrap();
    }
    let full = Denied::TooManyGames {
        who: ANA,
        limit: MOST_GAMES,
    };
    assert_eq!(denied(set.challenge(ANA, None).await), full);
    assert_eq!(denied(set.accept(&last, ANA).await), full);
    let games = set.app.games(ANA, HERE.guild).await.unwrap();
    assert_eq!(games.len(), 10);
    set.act(ANA, Target::Game(games[0].id), Act::Resign)
        .await
        .unwrap();
    set.accept(&last, ANA).await.unwrap();
}

#[tokio::test]
async fn a_game_whose_time_is_over_ends_by_that() {
    let set = Set::up().await;
    let game = set.game().await;
    let (late, winner) = (mover(&game), waiter(&game));
    set.clock.skip(DAY);
    let target = Target::Game(game.id());
    assert_eq!(
        denied(set.play(late, target, "a1 b2").await),
        Denied::TimeIsUp(game.id())
    );
    let ended = set.app.load(game.id()).await.unwrap();
    let ending = ended.ending().unwrap();
    assert_eq!(
        (ending.by, ending.winner.map(|side| ended.player(side))),
        (end_by("time"), Some(winner))
    );
    assert_eq!(
        denied(set.play(late, target, "a1 b2").await),
        Denied::GameOver(game.id())
    );
    let (_, owed) = set.app.due(9).await.unwrap().unwrap();
    assert!(
        owed.iter()
            .any(|owed| owed.debt == Debt::Board(game.id(), 2)),
        "all are to hear of it"
    );
}

#[tokio::test]
async fn the_sweeper_ends_games_after_a_restart_too() {
    let set = Set::up().await;
    let game = set.game().await.id();
    set.app.sweep().await.unwrap();
    assert!(set.app.load(game).await.unwrap().ending().is_none());
    set.app.store().close().await;
    let store = Store::open(&set.scratch.url(), Registry::standard())
        .await
        .unwrap();
    let app = App::new(store, set.clock.clone());
    set.clock.skip(DAY + 60);
    app.sweep().await.unwrap();
    assert_eq!(
        app.load(game).await.unwrap().ending().unwrap().by,
        end_by("time")
    );
    app.sweep().await.unwrap();
    let (_, owed) = app.due(9).await.unwrap().unwrap();
    let ends = owed.iter().filter(|owed| owed.debt == Debt::Board(game, 2));
    assert_eq!(ends.count(), 1);
    let board = app.leaderboard(HERE.guild, None, 0, ANA).await.unwrap();
    assert_eq!(board.standings.len(), 2, "it counts");
}

#[tokio::test]
async fn a_rematch_needs_both() {
    let set = Set::up().await;
    let running = set.game().await;
    assert_eq!(
        denied(set.rematch(running.id(), ANA).await),
        Denied::NotOver(running.id())
    );
    let game = set.resigned().await;
    assert_eq!(
        denied(set.rematch(game.id(), EVE).await),
        Denied::NotYourGame(game.id())
    );
    assert_eq!(
        denied(set.rematch(GameId(77), ANA).await),
        Denied::UnknownGame
    );
    let Rematch::Asked(asked) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("one has asked");
    };
    assert_eq!((asked.challenger, asked.opponent), (BOB, Some(ANA)));
    assert_eq!(asked.first, Some(game.player(Side::Second)));
    assert_eq!(
        denied(set.rematch(game.id(), BOB).await),
        Denied::AlreadyOffered
    );
    set.app
        .decline(asked.id, ANA, HERE, &set.origin())
        .await
        .unwrap();
    let Rematch::Asked(asked) = set.rematch(game.id(), ANA).await.unwrap() else {
        panic!("the first was declined");
    };
    set.clock.skip(STANDS);
    let Rematch::Asked(anew) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("the second has expired");
    };
    assert_ne!(anew.id, asked.id);
    let begun = set.accept(&anew, ANA).await.unwrap();
    assert_eq!(
        denied(set.rematch(game.id(), ANA).await),
        Denied::RematchBegun(begun.id())
    );
}

#[tokio::test]
async fn two_who_ask_for_a_rematch_at_once_get_one() {
    for _ in 0..5 {
        let set = Set::up().await;
        let game = set.resigned().await;
        let (one, other) = tokio::join!(set.rematch(game.id(), ANA), set.rematch(game.id(), BOB));
        assert!(
            matches!(
                (one.unwrap(), other.unwrap()),
                (Rematch::Asked(_), Rematch::Begun(_)) | (Rematch::Begun(_), Rematch::Asked(_))
            ),
            "one asks and the other accepts"
        );
        assert_eq!(set.app.games(ANA, HERE.guild).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_rematch_asked_for_twice_by_one_delivery_is_answered_the_same() {
    let set = Set::up().await;
    let game = set.resigned().await;
    let cause = set.cause();
    let ask = async |by, cause: Cause| {
        let origin = cause.into();
        set.app.rematch(game.id(), by, HERE, "fr", &origin).await
    };
    let Rematch::Asked(one) = ask(ANA, cause).await.unwrap() else {
        panic!("asked")
    };
    match ask(ANA, cause).await {
        Ok(Rematch::Asked(again)) => assert_eq!(again.id, one.id),
        other => panic!("{other:?}"),
    }
    let cause = set.cause();
    let Rematch::Begun(begun) = ask(BOB, cause).await.unwrap() else {
        panic!("begun")
    };
    match ask(BOB, cause).await {
        Ok(Rematch::Begun(again)) => assert_eq!(again.id(), begun.id()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_examination_finds_the_game_that_was_tampered_with() {
    let set = Set::up().await;
    let findings = async || set.app.examine().await.unwrap().findings;
    assert_eq!(findings().await.len(), 0);
    let good = set.game().await;
    set.play(mover(&good), Target::Game(good.id()), "a1 b2")
        .await
        .unwrap();
    let bad = set.game().await;
    set.play(mover(&bad), Target::Game(bad.id()), "a1 b2")
        .await
        .unwrap();
    assert_eq!(findings().await.len(), 0);
    let mut behind = set.behind().await;
    sqlx::query("update events set text = 'c3 c4' where game = ? and kind = 'moved'")
        .bind(i64::try_from(bad.id().0).unwrap())
        .execute(&mut behind)
        .await
        .unwrap();
    let found = findings().await;
    assert!(
        matches!(&found[..], [Finding::Game(game, _)] if *game == bad.id()),
        "{found:?}"
    );
    sqlx::query("drop table events")
        .execute(&mut behind)
        .await
        .unwrap();
    assert!(matches!(findings().await[0], Finding::Schema(_)));
    assert!(matches!(
        set.play(ANA, Target::Game(good.id()), "a1").await,
        Err(Error::Fault(_))
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_crowd_plays_at_once_and_every_move_counts_once() {
    let set = std::sync::Arc::new(Set::up().await);
    let game = set.game().await;
    let (id, first) = (game.id(), mover(&game));
    let tries: Vec<_> = [
        "a1 a2", "b1 b2", "d1 d2", "e1 e2", "a4 a5", "b4 b5", "d4 d5", "e4 e5",
    ]
    .into_iter()
    .map(|text| {
        let set = std::sync::Arc::clone(&set);
        tokio::spawn(async move { set.play(first, Target::Game(id), text).await.map(drop) })
    })
    .collect();
    let mut done = 0;
    for attempt in tries {
        match attempt.await.unwrap() {
            Ok(()) => done += 1,
            Err(Error::Denied(Denied::NotYourTurn { .. } | Denied::Busy)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(set.app.load(id).await.unwrap().plies(), 1);
}
