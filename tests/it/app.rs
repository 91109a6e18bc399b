//! The use cases, on a real database: a file, or a server if requested.

use siwa::app::Origin;
use siwa::app::{Act, App, Error, Opponent, Rematch, Target};
use siwa::game::{
    CHALLENGE_TTL, Cause, Challenge, ChallengeId, Denial, FirstBy, Game, GameId, GameTerms,
    GuildId, MAX_GAMES, Openable, PlayerId, Post, State, Tournament, TournamentId, Venue,
};
use siwa::store::Finding;
use siwa::time::{Clock, DAY};
use siwa_games::rules::{Side, Stage};
use std::sync::atomic::{AtomicU64, Ordering};

use super::kept::{CLASSIC, Kept};
use super::table::{
    ABROAD, ANA, BOB, ELSEWHERE, EVE, HERE, NOON, end_by, mover, terms, waiter, whole,
};
use super::tournaments::joined;

/// The application on its own database, with a clock that can be moved forward.
pub(crate) struct Set {
    pub(crate) app: App,
    pub(crate) clock: Clock,
    pub(crate) kept: Kept,
    causes: AtomicU64,
}

impl Set {
    pub(crate) async fn up() -> Self {
        Self::on(Kept::open().await)
    }

    pub(crate) fn on(kept: Kept) -> Self {
        let clock = Clock::default();
        Self {
            app: App::new(kept.store.clone(), clock.clone()),
            clock,
            kept,
            causes: AtomicU64::new(1),
        }
    }

    pub(crate) async fn restarted(self) -> Self {
        let kept = self.kept.reopen().await;
        let app = App::new(kept.store.clone(), self.clock.clone());
        Self { app, kept, ..self }
    }

    fn cause(&self) -> Cause {
        Cause(self.causes.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn origin(&self) -> Origin {
        self.cause().into()
    }

    /// A tournament in this server. If players join it, its sign-up is closed.
    pub(crate) async fn tournament(&self, guild: u64, players: &[PlayerId]) -> TournamentId {
        let new = Tournament {
            venue: Venue {
                guild: GuildId(guild),
                ..HERE
            },
            closes: self.app.now().plus(DAY),
            ..joined(0)
        };
        let opened = self.app.open_tournament(&new, &self.origin()).await;
        let id = opened.unwrap().id;
        for player in players {
            let join = |of: &mut Tournament, now| of.join(*player, now);
            self.app.change_tournament(id, join).await.unwrap();
        }
        if !players.is_empty() {
            let start = |of: &mut Tournament, now| of.start(now);
            self.app.change_tournament(id, start).await.unwrap();
        }
        id
    }

    async fn challenge(
        &self,
        by: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Challenge, Error> {
        self.challenge_to(by, opponent, terms(CLASSIC)).await
    }

    pub(crate) async fn challenge_to(
        &self,
        by: PlayerId,
        opponent: Option<PlayerId>,
        terms: GameTerms,
    ) -> Result<Challenge, Error> {
        let (opponent, origin) = (opponent.map(person), self.origin());
        self.app
            .challenge(by, opponent, terms, HERE, "fr", &origin)
            .await
    }

    pub(crate) async fn accept(&self, challenge: &Challenge, by: PlayerId) -> Result<Game, Error> {
        self.app
            .accept(challenge.id, by, (HERE, Openable::Never), &self.origin())
            .await
    }

    pub(crate) async fn game(&self) -> Game {
        let challenge = self.challenge(ANA, Some(BOB)).await.unwrap();
        self.accept(&challenge, BOB).await.unwrap()
    }

    pub(crate) async fn act(&self, by: PlayerId, target: Target, act: Act) -> Result<Game, Error> {
        self.app
            .act(by, HERE, target, &act, Some(&self.origin()))
            .await
    }

    pub(crate) async fn play(
        &self,
        by: PlayerId,
        target: Target,
        text: &str,
    ) -> Result<Game, Error> {
        self.act(by, target, Act::Play(text.to_owned(), None)).await
    }

    /// Both sides make two turns, so that the game counts.
    pub(crate) async fn two_turns_each(&self, id: GameId) {
        let mut game = self.app.load(id).await.unwrap();
        while !game.counts() {
            let text = game.state().legal_moves().into_iter().min().unwrap();
            game = self
                .play(mover(&game), Target::Game(id), &text)
                .await
                .unwrap();
        }
    }

    async fn resigned(&self) -> Game {
        let game = self.game().await;
        self.act(ANA, Target::Game(game.id()), Act::Resign)
            .await
            .unwrap()
    }

    pub(crate) async fn rematch(&self, game: GameId, by: PlayerId) -> Result<Rematch, Error> {
        self.app
            .rematch(game, by, (HERE, Openable::Never), "fr", &self.origin())
            .await
    }
}

fn person(player: PlayerId) -> Opponent {
    Opponent {
        player,
        is_bot: false,
        is_us: false,
    }
}

#[track_caller]
fn denial<T: std::fmt::Debug>(result: Result<T, Error>) -> Denial {
    match result {
        Err(Error::Denial(denial)) => denial,
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
    assert_eq!(game.ending(), Some(outcome));
    assert!(game.ratings().is_some());
    assert_eq!(
        denial(set.play(ANA, Target::Here, "a1").await),
        Denial::NoGameHere
    );
    assert_eq!(
        denial(set.play(ANA, Target::Game(game.id()), "a1").await),
        Denial::GameOver(game.id())
    );
    let players = game.players();
    assert!(matches!(
        set.rematch(game.id(), ANA).await.unwrap(),
        Rematch::Asked(_)
    ));
    let Rematch::Begun(again) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("both have asked");
    };
    assert_eq!(again.first_by(), FirstBy::Turns);
    assert_eq!(
        (again.players().first, again.players().second),
        (players.second, players.first)
    );
    let examined = set.app.read().examine().await.unwrap();
    assert_eq!((examined.games, examined.findings.len()), (2, 0));
}

#[tokio::test]
async fn a_player_cannot_challenge_themself_or_a_bot() {
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
        denial(made)
    };
    assert_eq!(challenge(person(ANA)).await, Denial::ChallengeSelf);
    assert_eq!(
        challenge(Opponent {
            is_bot: true,
            ..person(EVE)
        })
        .await,
        Denial::ChallengeBot
    );
    let open = set.challenge(ANA, None).await.unwrap();
    assert_eq!(denial(set.accept(&open, ANA).await), Denial::OwnChallenge);
}

#[tokio::test]
async fn only_the_challenged_player_answers_a_challenge() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap();
    assert_eq!(denial(set.accept(&made, EVE).await), Denial::NotForYou(BOB));
    assert_eq!(
        denial(
            set.app
                .conclude(made.id, EVE, HERE, Challenge::decline, &set.origin())
                .await
        ),
        Denial::NotForYou(BOB)
    );
    assert_eq!(
        denial(
            set.app
                .conclude(made.id, BOB, HERE, Challenge::cancel, &set.origin())
                .await
        ),
        Denial::NotYourChallenge(ANA)
    );
    assert_eq!(
        set.app
            .conclude(made.id, BOB, HERE, Challenge::decline, &set.origin())
            .await
            .unwrap()
            .state,
        State::Declined
    );
    assert_eq!(
        denial(set.accept(&made, BOB).await),
        Denial::ChallengeDeclined(made.id)
    );
    assert_eq!(
        denial(
            set.app
                .conclude(made.id, ANA, HERE, Challenge::cancel, &set.origin())
                .await
        ),
        Denial::ChallengeDeclined(made.id)
    );

    let open = set.challenge(ANA, None).await.unwrap();
    assert_eq!(
        denial(
            set.app
                .conclude(open.id, BOB, HERE, Challenge::decline, &set.origin())
                .await
        ),
        Denial::NothingToDecline
    );
    assert_eq!(
        set.app
            .conclude(open.id, ANA, HERE, Challenge::cancel, &set.origin())
            .await
            .unwrap()
            .state,
        State::Cancelled
    );
    assert_eq!(
        denial(set.accept(&open, BOB).await),
        Denial::ChallengeCancelled(open.id)
    );

    let unknown = ChallengeId(999);
    assert_eq!(
        denial(
            set.app
                .accept(unknown, BOB, (HERE, Openable::Never), &set.origin())
                .await
        ),
        Denial::UnknownChallenge
    );
    assert_eq!(
        denial(
            set.app
                .conclude(unknown, BOB, HERE, Challenge::cancel, &set.origin())
                .await
        ),
        Denial::UnknownChallenge
    );
}

#[tokio::test]
async fn a_challenge_is_open_for_three_days() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap();
    set.clock.skip(CHALLENGE_TTL);
    assert_eq!(
        denial(set.accept(&made, BOB).await),
        Denial::ChallengeExpired(made.id)
    );
    set.app.sweep().await.unwrap();
    assert_eq!(
        set.app.find_challenge(made.id).await.unwrap().state,
        State::Expired
    );
    assert_eq!(
        denial(
            set.app
                .conclude(made.id, BOB, HERE, Challenge::decline, &set.origin())
                .await
        ),
        Denial::ChallengeExpired(made.id)
    );
    let (_, items) = set.app.due(9).await.unwrap().unwrap();
    assert_eq!((items.len(), items[0].post), (1, Post::Card(made.id)));
    assert_eq!(items[0].locale, "fr");
    let (_, upkeep) = set.app.due_upkeep(9).await.unwrap().unwrap();
    assert_eq!((upkeep.len(), upkeep[0].challenge), (1, made.id));
}

#[tokio::test]
async fn the_first_player_to_accept_plays() {
    let set = Set::up().await;
    let open = set.challenge(ANA, None).await.unwrap();
    let (one, other) = tokio::join!(set.accept(&open, BOB), set.accept(&open, EVE));
    let (played, late) = if one.is_ok() {
        (one, other)
    } else {
        (other, one)
    };
    let game = played.unwrap();
    assert_eq!(denial(late), Denial::ChallengeTaken(open.id));
    assert_eq!(
        set.app.find_challenge(open.id).await.unwrap().state,
        State::Accepted(game.id())
    );
    assert_eq!(
        set.app
            .read()
            .running_of(ANA, Some(HERE.guild))
            .await
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_handled_once() {
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
        .accept(made, BOB, (HERE, Openable::Never), &cause.into())
        .await
        .unwrap()
        .id();
    assert_eq!(
        set.app
            .accept(made, BOB, (HERE, Openable::Never), &cause.into())
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
async fn two_moves_at_the_same_time_are_one_move() {
    let set = Set::up().await;
    let game = set.game().await;
    let (by, target) = (mover(&game), Target::At(game.id(), 0));
    let (one, other) = tokio::join!(set.play(by, target, "a1 b2"), set.play(by, target, "d4 e5"));
    let late = if one.is_ok() { other } else { one };
    assert_eq!(denial(late), Denial::MovedOn(game.id()));
    assert_eq!(set.app.load(game.id()).await.unwrap().plies(), 1);
    // Without the version of the board, the rules decide.
    assert!(matches!(
        denial(set.play(by, Target::Game(game.id()), "d4 e5").await),
        Denial::NotYourTurn(..)
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
        Act::Answer(true),
        Act::Play("d4 e5".to_owned(), None),
    ] {
        assert_eq!(
            denial(set.act(waiter(&game), Target::At(game.id(), 0), act).await),
            Denial::MovedOn(game.id())
        );
    }
    set.act(ANA, Target::Game(game.id()), Act::Resign)
        .await
        .unwrap();
    let late = set.act(BOB, Target::At(game.id(), 0), Act::Resign).await;
    assert_eq!(denial(late), Denial::GameOver(game.id()));
}

#[tokio::test]
async fn the_game_that_is_meant_is_found_or_asked_for() {
    let set = Set::up().await;
    assert_eq!(
        denial(set.play(ANA, Target::Here, "a1 b2").await),
        Denial::NoGameHere
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
        denial(set.app.own(EVE, HERE, Target::Here).await),
        Denial::NoGameHere
    );
    assert_eq!(
        denial(set.app.own(EVE, HERE, Target::Game(one)).await),
        Denial::NotYourGame(one)
    );
    let closed = Target::Game(one);
    assert_eq!(
        denial(set.app.look(EVE, ELSEWHERE, closed).await),
        Denial::UnknownGame,
        "its channel may be closed to others"
    );
    assert_eq!(
        denial(set.app.own(EVE, ELSEWHERE, closed).await),
        Denial::UnknownGame
    );
    assert_eq!(set.app.past(EVE, HERE, closed).await.unwrap().0.id(), one);
    assert_eq!(
        denial(set.app.past(EVE, ELSEWHERE, closed).await),
        Denial::UnknownGame
    );
    assert!(set.app.past(BOB, ELSEWHERE, closed).await.is_ok());
    let resign = set
        .app
        .act(EVE, ELSEWHERE, closed, &Act::Resign, Some(&set.origin()))
        .await;
    assert_eq!(denial(resign), Denial::UnknownGame);
    assert_eq!(
        denial(set.app.look(ANA, ELSEWHERE, Target::Here).await),
        Denial::NoGameHere
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
        denial(set.app.look(ANA, ABROAD, Target::Game(one)).await),
        Denial::UnknownGame
    );
    let act = Act::Resign;
    let abroad = set
        .app
        .act(ANA, ABROAD, Target::Game(one), &act, Some(&set.origin()))
        .await;
    assert_eq!(denial(abroad), Denial::UnknownGame);
    assert_eq!(
        denial(set.act(ANA, Target::Game(GameId(99)), act).await),
        Denial::UnknownGame
    );

    let other = set.game().await.id();
    let Denial::SeveralGames(several) = denial(set.app.own(ANA, HERE, Target::Here).await) else {
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
    // First it is Ana's turn in both games, then only in one of them.
    for game in [&one, &other] {
        if mover(game) == BOB {
            let target = Target::Game(game.id());
            set.play(BOB, target, "a1 b2").await.unwrap();
        }
    }
    let both = denial(set.play(ANA, Target::Here, "d4 e5").await);
    assert!(matches!(both, Denial::SeveralGames(games) if games.len() == 2));
    let target = Target::Game(one.id());
    set.play(ANA, target, "d4 e5").await.unwrap();
    let meant = set.play(ANA, Target::Here, "d4 e5").await.unwrap();
    assert_eq!(meant.id(), other.id());
    let neither = denial(set.play(ANA, Target::Here, "c1 c2").await);
    assert!(matches!(neither, Denial::SeveralGames(_)), "{neither:?}");
    let resign = denial(set.act(BOB, Target::Here, Act::Resign).await);
    assert!(
        matches!(resign, Denial::SeveralGames(_)),
        "only moves have a turn"
    );
}

#[tokio::test]
async fn a_challenge_is_unknown_in_other_servers() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap().id;
    let unknown = Denial::UnknownChallenge;
    let accepted = set
        .app
        .accept(made, BOB, (ABROAD, Openable::Never), &set.origin())
        .await;
    assert_eq!(denial(accepted), unknown);
    assert_eq!(
        denial(
            set.app
                .conclude(made, BOB, ABROAD, Challenge::decline, &set.origin())
                .await
        ),
        unknown
    );
    assert_eq!(
        denial(
            set.app
                .conclude(made, ANA, ABROAD, Challenge::cancel, &set.origin())
                .await
        ),
        unknown
    );
    let elsewhere = set
        .app
        .accept(made, BOB, (ELSEWHERE, Openable::Never), &set.origin())
        .await;
    assert_eq!(elsewhere.unwrap().venue(), HERE);
}

#[tokio::test]
async fn the_first_player_is_random_and_logged() {
    let set = Set::up().await;
    let (mut ana, mut bob) = (0, 0);
    // The chance that one side starts fifty times in a row is 1 in 2^49.
    while ana == 0 || bob == 0 {
        let game = set.resigned().await;
        let first = game.player(Side::First);
        let written: (String, String) =
            sqlx::query_as("select kind, text from events where game = $1 and seq = 1")
                .bind(i64::try_from(game.id().0).unwrap())
                .fetch_one(&mut set.kept.behind().await)
                .await
                .unwrap();
        assert_eq!(written, ("started".to_owned(), format!("lots {first}")));
        *(if first == ANA { &mut ana } else { &mut bob }) += 1;
        assert!(ana + bob < 50, "{ana} to {bob}");
    }
}

#[tokio::test]
async fn ten_games_are_enough() {
    let set = Set::up().await;
    let mut waiting = Vec::new();
    for number in 0..u64::from(MAX_GAMES) {
        waiting.push(
            set.challenge(ANA, Some(PlayerId(500 + number)))
                .await
                .unwrap(),
        );
    }
    assert_eq!(
        denial(set.challenge(ANA, None).await),
        Denial::TooManyChallenges(MAX_GAMES)
    );
    let last = set.challenge(BOB, Some(ANA)).await.unwrap();
    for challenge in &waiting {
        set.accept(challenge, challenge.opponent.unwrap())
            .await
            .unwrap();
    }
    let full = Denial::TooManyGames(ANA, MAX_GAMES);
    assert_eq!(denial(set.challenge(ANA, None).await), full);
    assert_eq!(denial(set.accept(&last, ANA).await), full);
    let games = set
        .app
        .read()
        .running_of(ANA, Some(HERE.guild))
        .await
        .unwrap();
    assert_eq!(games.len(), 10);
    set.act(ANA, Target::Game(games[0].id), Act::Resign)
        .await
        .unwrap();
    set.accept(&last, ANA).await.unwrap();
}

#[tokio::test]
async fn a_game_whose_time_is_over_ends_by_time() {
    let set = Set::up().await;
    let game = set.game().await;
    let (late, winner) = (mover(&game), waiter(&game));
    set.clock.skip(DAY);
    let target = Target::Game(game.id());
    assert_eq!(
        denial(set.play(late, target, "a1 b2").await),
        Denial::TimeIsUp(game.id())
    );
    let ended = set.app.load(game.id()).await.unwrap();
    let ending = ended.ending().unwrap();
    assert_eq!(
        (ending.by, ending.winner.map(|side| ended.player(side))),
        (end_by("time"), Some(winner))
    );
    assert_eq!(
        denial(set.play(late, target, "a1 b2").await),
        Denial::GameOver(game.id())
    );
    let (_, items) = set.app.due(9).await.unwrap().unwrap();
    assert!(
        items
            .iter()
            .any(|item| item.post == Post::Board(game.id(), 2)),
        "all are to hear of it"
    );
}

#[tokio::test]
async fn the_sweeper_ends_games_after_a_restart_too() {
    let set = Set::up().await;
    let game = set.game().await.id();
    set.two_turns_each(game).await;
    set.app.sweep().await.unwrap();
    assert!(set.app.load(game).await.unwrap().ending().is_none());
    let Set { app, clock, .. } = &set.restarted().await;
    clock.skip(DAY + 60);
    app.sweep().await.unwrap();
    assert_eq!(
        app.load(game).await.unwrap().ending().unwrap().by,
        end_by("time")
    );
    app.sweep().await.unwrap();
    let (_, items) = app.due(9).await.unwrap().unwrap();
    let ends = items
        .iter()
        .filter(|item| item.post == Post::Board(game, 6));
    assert_eq!(ends.count(), 1);
    let board = app
        .read()
        .leaderboard(HERE.guild, siwa::game::Ladder::default(), 0, ANA, app.now())
        .await
        .unwrap();
    assert_eq!(board.standings.len(), 2, "it counts");
}

/// Running games that started long ago.
async fn overdue(games: u64) -> Set {
    let set = Set::up().await;
    for number in 0..games {
        let players = [1000 + number, 2000 + number].map(PlayerId);
        set.kept.game(players).await;
    }
    set.clock.skip(NOON.0 + 2 * DAY.0 - set.app.now().0);
    set
}

const RUNNING: &str = "games where status = 'playing'";

#[tokio::test]
async fn after_an_outage_games_end_a_hundred_at_a_time() {
    let set = overdue(101).await;
    assert!(set.app.sweep().await.unwrap().more, "there are more");
    assert_eq!(set.kept.count(RUNNING).await, 1);
    assert!(!set.app.sweep().await.unwrap().more);
    assert_eq!(set.kept.count(RUNNING).await, 0);
}

#[tokio::test]
async fn a_game_that_cannot_be_ended_keeps_no_other_from_ending() {
    let set = overdue(102).await;
    let damage = "delete from events where game = 1";
    let mut behind = set.kept.behind().await;
    sqlx::raw_sql(damage).execute(&mut behind).await.unwrap();
    set.app.sweep().await.unwrap_err();
    assert!(!set.app.sweep().await.unwrap().more);
    assert_eq!(set.kept.count(RUNNING).await, 1);
    // It is retried later.
    set.clock.skip(10 * 60);
    set.app.sweep().await.unwrap_err();
}

#[tokio::test]
async fn a_rematch_needs_both() {
    let set = Set::up().await;
    let running = set.game().await;
    assert_eq!(
        denial(set.rematch(running.id(), ANA).await),
        Denial::NotOver(running.id())
    );
    let game = set.resigned().await;
    assert_eq!(
        denial(set.rematch(game.id(), EVE).await),
        Denial::NotYourGame(game.id())
    );
    assert_eq!(
        denial(set.rematch(GameId(77), ANA).await),
        Denial::UnknownGame
    );
    let Rematch::Asked(asked) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("one has asked");
    };
    assert_eq!((asked.challenger, asked.opponent), (BOB, Some(ANA)));
    assert_eq!(asked.terms.side, game.side_of(ANA));
    assert_eq!(
        denial(set.rematch(game.id(), BOB).await),
        Denial::RematchAsked
    );
    set.app
        .conclude(asked.id, ANA, HERE, Challenge::decline, &set.origin())
        .await
        .unwrap();
    let Rematch::Asked(asked) = set.rematch(game.id(), ANA).await.unwrap() else {
        panic!("the first was declined");
    };
    set.clock.skip(CHALLENGE_TTL);
    let Rematch::Asked(anew) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("the second has expired");
    };
    assert_ne!(anew.id, asked.id);
    let begun = set.accept(&anew, ANA).await.unwrap();
    assert_eq!(
        denial(set.rematch(game.id(), ANA).await),
        Denial::RematchBegun(begun.id())
    );
}

#[tokio::test]
async fn two_players_who_ask_for_a_rematch_together_get_one() {
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
        assert_eq!(
            set.app
                .read()
                .running_of(ANA, Some(HERE.guild))
                .await
                .unwrap()
                .len(),
            1
        );
    }
}

#[tokio::test]
async fn a_rematch_asked_for_twice_by_one_delivery_is_answered_the_same() {
    let set = Set::up().await;
    let game = set.resigned().await;
    let cause = set.cause();
    let ask = async |by, cause: Cause| {
        let origin = cause.into();
        set.app
            .rematch(game.id(), by, (HERE, Openable::Never), "fr", &origin)
            .await
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
    let findings = async || set.app.read().examine().await.unwrap().findings;
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
    let mut behind = set.kept.behind().await;
    sqlx::query("update events set text = 'c3 c4' where game = $1 and kind = 'moved'")
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
async fn a_crowd_plays_at_the_same_time_and_every_move_counts_once() {
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
            Err(Error::Denial(Denial::NotYourTurn(..) | Denial::Busy)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(set.app.load(id).await.unwrap().plies(), 1);
}

#[tokio::test]
async fn a_repeated_act_gets_its_answer_again_wherever_it_was_meant_for() {
    let set = Set::up().await;
    let (first, second) = (set.game().await, set.game().await);
    let mover = mover(&first);
    let origin = set.origin();
    let act = async |act: &Act| {
        let acted = set.app.act(mover, HERE, Target::Here, act, Some(&origin));
        acted.await.map(|game| game.id())
    };
    // In the other game it is not their turn.
    if super::table::mover(&second) == mover {
        let text = whole(CLASSIC, 1).0.remove(0);
        set.play(mover, Target::Game(second.id()), &text)
            .await
            .unwrap();
    }
    let text = whole(CLASSIC, 2).0.remove(0);
    let play = Act::Play(text, None);
    assert_eq!(act(&play).await.unwrap(), first.id());
    assert_eq!(act(&play).await.unwrap(), first.id());

    let elsewhere = set
        .challenge_to(EVE, Some(ANA), terms(CLASSIC))
        .await
        .unwrap();
    let again = set.origin();
    let begun = async || {
        set.app
            .accept(elsewhere.id, ANA, (HERE, Openable::Never), &again)
            .await
    };
    let begun = [begun().await.unwrap().id(), begun().await.unwrap().id()];
    assert_eq!(begun[0], begun[1]);
}

#[test]
fn an_error_gives_its_reason_without_players_and_names() {
    for (denial, reason) in [
        (Denial::NotYourTurn(ANA), "denied: denied-not-your-turn"),
        (
            Denial::TournamentOpen("Cup".to_owned()),
            "denied: denied-tournament-open",
        ),
    ] {
        assert_eq!(Error::from(denial).to_string(), reason);
    }
}
