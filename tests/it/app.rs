//! The use cases, on a real database: a file, or a server if requested.

use siwa::app::{Accepted, Act, App, Error, Rematch, Target};
use siwa::app::{Acted, Origin};
use siwa::game::{
    CHALLENGE_TTL, Cause, Challenge, ChallengeId, Denial, Game, GameId, GameSummary, GameTerms,
    GuildId, MAX_GAMES, Name, Openable, Pairing, Place, PlayerId, State, Tournament, TournamentId,
    Venue,
};
use siwa::time::{Clock, DAY, Seconds, Timestamp};
use siwa_games::rules::Side;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering};

use super::kept::{CLASSIC, Kept};
use super::table::{
    ABROAD, ANA, BOB, ELSEWHERE, EVE, HERE, NOON, end_by, mover, origin, terms, whole,
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
        clock.set(Clock::system());
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
        origin(self.cause().0)
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
        let id = opened.unwrap().value.id;
        for player in players {
            let joined = self.app.join_tournament(id, new.venue.guild, *player).await;
            joined.unwrap();
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
        let origin = self.origin();
        let made = self.app.challenge(by, opponent, terms, HERE, "fr", &origin);
        Ok(made.await?.value)
    }

    pub(crate) async fn accept(&self, challenge: &Challenge, by: PlayerId) -> Result<Game, Error> {
        let at = Place::new(HERE, Openable::Never);
        let origin = self.origin();
        let accepted = self.app.accept(challenge.id, by, at, &origin).await;
        Ok(accepted?.value.game)
    }

    async fn conclude(
        &self,
        challenge: ChallengeId,
        by: PlayerId,
        venue: Venue,
        act: fn(&Challenge, PlayerId, Timestamp) -> Result<State, Denial>,
    ) -> Result<Challenge, Error> {
        let origin = self.origin();
        self.app.conclude(challenge, by, venue, act, &origin).await
    }

    async fn decline(&self, challenge: ChallengeId, by: PlayerId) -> Result<Challenge, Error> {
        self.conclude(challenge, by, HERE, Challenge::decline).await
    }

    /// Checks the database, as the doctor does.
    pub(crate) async fn is_sound(&self) {
        let examined = self.app.store().examine().await.unwrap();
        assert!(examined.findings.is_empty(), "{:?}", examined.findings);
    }

    async fn state(&self, challenge: ChallengeId) -> State {
        let found = self.app.find_challenge(challenge).await;
        found.unwrap().state
    }

    /// The games of a player in this server.
    async fn running_of(&self, player: PlayerId) -> Vec<GameSummary> {
        let running = self.app.store().running_of(player, Some(HERE.guild));
        running.await.unwrap()
    }

    pub(crate) async fn game(&self) -> Game {
        let challenge = self.challenge(ANA, Some(BOB)).await.unwrap();
        self.accept(&challenge, BOB).await.unwrap()
    }

    pub(crate) async fn act(&self, by: PlayerId, target: Target, act: Act) -> Result<Game, Error> {
        let origin = self.origin();
        let acted = self.app.act(by, HERE, target, &act, Some(&origin)).await;
        after(acted?)
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
            let played = self.play(mover(&game), Target::Game(id), &text);
            game = played.await.unwrap();
        }
    }

    async fn resigned(&self) -> Game {
        let game = self.game().await;
        let resigned = self.act(ANA, Target::Game(game.id()), Act::Resign);
        resigned.await.unwrap()
    }

    pub(crate) async fn rematch(&self, game: GameId, by: PlayerId) -> Result<Rematch, Error> {
        let at = Place::new(HERE, Openable::Never);
        let origin = self.origin();
        let asked = self.app.rematch(game, by, at, "fr", &origin).await;
        Ok(asked?.value)
    }
}

/// The game after an act that was done.
pub(crate) fn after(acted: Acted) -> Result<Game, Error> {
    match acted {
        Acted::Done(done) => Ok(done.value),
        Acted::Refused(_, why) => Err(Denial::Refused(why).into()),
        Acted::TimeIsUp(game) => Err(Denial::TimeIsUp(game.id()).into()),
    }
}

#[track_caller]
pub(crate) fn denial<T>(result: Result<T, Error>) -> Denial {
    match result {
        Err(Error::Denial(denial)) => denial,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("nothing was denied"),
    }
}

/// Fails unless the act is denied for this reason.
#[track_caller]
pub(crate) fn denies<T>(
    act: impl Future<Output = Result<T, Error>>,
    reason: Denial,
) -> impl Future<Output = ()> {
    let line = Location::caller();
    async move { assert_eq!(denial(act.await), reason, "{line}") }
}

/// The id of the game, or why there is none.
#[track_caller]
fn id(found: Result<Game, Error>) -> Result<GameId, Denial> {
    match found {
        Ok(game) => Ok(game.id()),
        Err(Error::Denial(denial)) => Err(denial),
        Err(other) => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_game_that_is_meant_is_found_or_asked_for() {
    let set = Set::up().await;
    let own = async |who, venue, target| id(set.app.own(who, venue, target).await);
    let look = async |who, venue, target| id(set.app.look(who, venue, target).await);
    let past =
        async |who, venue, target| id(set.app.past(who, venue, target).await.map(|past| past.game));
    let resigns = async |who, venue, target| {
        let origin = set.origin();
        let resigned = set.app.act(who, venue, target, &Act::Resign, Some(&origin));
        id(resigned.await.and_then(after))
    };
    let nothing = set.play(ANA, Target::Here, "a1 b2").await;
    assert_eq!(denial(nothing), Denial::NoGameHere);
    let one = set.game().await.id();
    let numbered = Target::Game(one);
    assert_eq!(own(ANA, HERE, Target::Here).await, Ok(one));
    // A spectator sees the only game.
    assert_eq!(look(EVE, HERE, Target::Here).await, Ok(one));
    assert_eq!(own(EVE, HERE, Target::Here).await, Err(Denial::NoGameHere));
    let others = Err(Denial::NotYourGame(one));
    assert_eq!(own(EVE, HERE, numbered).await, others);
    // Its channel may be closed to others.
    let unknown = Err(Denial::UnknownGame);
    assert_eq!(look(EVE, ELSEWHERE, numbered).await, unknown);
    assert_eq!(own(EVE, ELSEWHERE, numbered).await, unknown);
    assert_eq!(past(EVE, HERE, numbered).await, Ok(one));
    assert_eq!(past(EVE, ELSEWHERE, numbered).await, unknown);
    assert_eq!(past(BOB, ELSEWHERE, numbered).await, Ok(one));
    assert_eq!(resigns(EVE, ELSEWHERE, numbered).await, unknown);
    let elsewhere = look(ANA, ELSEWHERE, Target::Here).await;
    assert_eq!(elsewhere, Err(Denial::NoGameHere));
    assert_eq!(look(ANA, ELSEWHERE, numbered).await, Ok(one));
    assert_eq!(look(ANA, ABROAD, numbered).await, unknown);
    assert_eq!(resigns(ANA, ABROAD, numbered).await, unknown);
    assert_eq!(resigns(ANA, HERE, Target::Game(GameId(99))).await, unknown);

    let other = set.game().await.id();
    let Denial::SeveralGames(several) = denial(set.app.own(ANA, HERE, Target::Here).await) else {
        panic!("which one?");
    };
    let mut several: Vec<GameId> = several.into_iter().map(|game| game.id).collect();
    several.sort_unstable();
    assert_eq!(several, [one, other]);
    assert_eq!(own(ANA, HERE, Target::Game(other)).await, Ok(other));
}

#[tokio::test]
async fn a_typed_move_is_meant_for_the_game_in_which_it_is_ones_turn() {
    let set = Set::up().await;
    let one = set.game().await;
    let other = set.game().await;
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
    // Only moves have a turn.
    let resign = denial(set.act(BOB, Target::Here, Act::Resign).await);
    assert!(matches!(resign, Denial::SeveralGames(_)), "{resign:?}");
}

#[tokio::test]
async fn a_challenge_is_unknown_in_other_servers() {
    let set = Set::up().await;
    let made = set.challenge(ANA, Some(BOB)).await.unwrap().id;
    let accept = async |venue| {
        let at = Place::new(venue, Openable::Never);
        let origin = set.origin();
        set.app.accept(made, BOB, at, &origin).await
    };
    let declined = set.conclude(made, BOB, ABROAD, Challenge::decline);
    let cancelled = set.conclude(made, ANA, ABROAD, Challenge::cancel);
    denies(accept(ABROAD), Denial::UnknownChallenge).await;
    denies(declined, Denial::UnknownChallenge).await;
    denies(cancelled, Denial::UnknownChallenge).await;
    assert_eq!(
        accept(ELSEWHERE).await.unwrap().value.game.setup.venue,
        HERE
    );
}

#[tokio::test]
async fn the_first_player_is_random_and_logged() {
    let set = Set::up().await;
    let mut ana = 0;
    let mut bob = 0;
    // The chance that one side starts fifty times in a row is 1 in 2^49.
    while ana == 0 || bob == 0 {
        let game = set.resigned().await;
        let first = game.player(Side::First);
        let started = format!(
            "events where game = {} and seq = 1 and kind = 'started' and text = 'lots {first}'",
            game.id()
        );
        assert_eq!(set.kept.count(&started).await, 1);
        *(if first == ANA { &mut ana } else { &mut bob }) += 1;
        assert!(ana + bob < 50, "{ana} to {bob}");
    }
}

#[tokio::test]
async fn games_that_have_begun_are_as_they_are_stored() {
    let set = Set::up().await;
    for games in [Pairing::Single, Pairing::AtOnce, Pairing::InTurn] {
        let terms = GameTerms {
            games,
            ..terms(CLASSIC)
        };
        let made = set.challenge_to(ANA, Some(BOB), terms).await.unwrap();
        let at = Place::new(HERE, Openable::Never);
        let origin = set.origin();
        let accepted = set.app.accept(made.id, BOB, at, &origin).await;
        let Accepted {
            challenge,
            game,
            other,
        } = accepted.unwrap().value;
        assert_eq!(challenge.state, set.state(made.id).await);
        assert_eq!(other.is_some(), games == Pairing::AtOnce);
        let about =
            |game: &Game| format!("{game:?}, until {:?}: {:?}", game.deadline(), game.setup);
        for begun in [game].into_iter().chain(other) {
            let stored = set.app.load(begun.id()).await.unwrap();
            assert_eq!(about(&begun), about(&stored));
        }
    }
}

#[tokio::test]
async fn ten_games_and_ten_challenges_in_a_server_are_enough() {
    let set = Set::up().await;
    let mut waiting = Vec::new();
    for number in 0..u64::from(MAX_GAMES) {
        let opponent = Some(PlayerId(500 + number));
        waiting.push(set.challenge(ANA, opponent).await.unwrap());
    }
    let eleventh = set.challenge(ANA, None).await;
    assert_eq!(denial(eleventh), Denial::TooManyChallenges(MAX_GAMES));
    let last = set.challenge(BOB, Some(ANA)).await.unwrap();
    for challenge in &waiting {
        let opponent = challenge.opponent.unwrap();
        set.accept(challenge, opponent).await.unwrap();
    }
    let full = Denial::TooManyGames(ANA, MAX_GAMES);
    denies(set.challenge(ANA, None), full.clone()).await;
    denies(set.accept(&last, ANA), full).await;
    assert_eq!(set.state(last.id).await, State::Open, "it still waits");
    // Another server counts for itself.
    let terms = terms(CLASSIC);
    let origin = set.origin();
    let abroad = set.app.challenge(ANA, None, terms, ABROAD, "fr", &origin);
    abroad.await.unwrap();
    let games = set.running_of(ANA).await;
    assert_eq!(games.len(), 10);
    let first = Target::Game(games[0].id);
    set.act(ANA, first, Act::Resign).await.unwrap();
    set.accept(&last, ANA).await.unwrap();
}

#[tokio::test]
async fn what_has_expired_does_not_count_as_a_challenge() {
    let set = Set::up().await;
    for _ in 0..MAX_GAMES {
        set.challenge(BOB, None).await.unwrap();
    }
    set.challenge(BOB, None).await.unwrap_err();
    set.clock.skip(CHALLENGE_TTL);
    set.challenge(BOB, None).await.unwrap();
}

#[tokio::test]
async fn of_the_games_lost_on_time_in_one_absence_only_the_first_counts() {
    let set = Set::up().await;
    let waiting_for_ana = async || {
        let mut game = set.game().await;
        while !game.counts() || mover(&game) != ANA {
            let text = game.state().legal_moves().into_iter().min().unwrap();
            let target = Target::Game(game.id());
            game = set.play(mover(&game), target, &text).await.unwrap();
        }
        game.id()
    };
    let ends_on_time = async |id: GameId| {
        let late = set.play(ANA, Target::Game(id), "a1 b2").await;
        assert_eq!(denial(late), Denial::TimeIsUp(id));
        let ended = set.app.load(id).await.unwrap();
        (ended.ending.unwrap().by.id, ended.ratings.is_some())
    };
    let first = waiting_for_ana().await;
    let second = waiting_for_ana().await;
    set.clock.skip(DAY);
    assert_eq!(ends_on_time(first).await, ("time", true));
    assert_eq!(ends_on_time(second).await, ("absence", false));
    // After a move, another absence begins.
    let third = waiting_for_ana().await;
    set.clock.skip(DAY);
    assert_eq!(ends_on_time(third).await, ("time", true));
}

#[tokio::test]
async fn a_loss_on_time_that_does_not_count_saves_no_other_game() {
    let set = Set::up().await;
    let waiting_for_ana = async |rated: bool, counts: bool| {
        let terms = GameTerms {
            rated,
            ..terms(CLASSIC)
        };
        let challenge = set.challenge_to(ANA, Some(BOB), terms).await.unwrap();
        let mut game = set.accept(&challenge, BOB).await.unwrap();
        while mover(&game) != ANA || counts && !game.counts() {
            let text = game.state().legal_moves().into_iter().min().unwrap();
            let target = Target::Game(game.id());
            game = set.play(mover(&game), target, &text).await.unwrap();
        }
        Target::Game(game.id())
    };
    let casual = waiting_for_ana(false, true).await;
    let early = waiting_for_ana(true, false).await;
    let rated = waiting_for_ana(true, true).await;
    set.clock.skip(DAY);
    set.act(BOB, casual, Act::ClaimTime).await.unwrap();
    for lost in [early, rated] {
        set.play(ANA, lost, "a1 b2").await.unwrap_err();
    }
    let rated = set.app.own_anywhere(ANA, rated).await.unwrap();
    assert!(rated.ratings.is_some(), "the first loss that counts");
}

#[tokio::test]
async fn nobody_claims_a_win_on_time_while_discord_cannot_be_reached() {
    let set = Set::up().await;
    let terms = GameTerms {
        rated: false,
        ..terms(CLASSIC)
    };
    let challenge = set.challenge_to(ANA, Some(BOB), terms).await.unwrap();
    let game = set.accept(&challenge, BOB).await.unwrap();
    set.clock.skip(2 * DAY.0);
    set.app.set_reached(false);
    let waiter = game.player(game.turn().unwrap().other());
    let claims = || set.act(waiter, Target::Game(game.id()), Act::ClaimTime);
    denies(claims(), Denial::Busy).await;
    set.app.set_reached(true);
    claims().await.unwrap();
}

#[tokio::test]
async fn a_clock_that_runs_out_in_an_outage_gets_an_hour() {
    let set = Set::up().await;
    let game = set.game().await;
    let outage = async |seconds: i64| {
        set.app.set_reached(false);
        set.app.set_reached(true);
        let last = set.app.now().plus(-seconds);
        set.kept.store.set_last_reached(last).await.unwrap();
    };
    // It ran out a minute ago, and nothing was heard of Discord for ten.
    set.clock.skip(DAY + 60);
    outage(600).await;
    let by = mover(&game);
    let text = game.state().legal_moves().into_iter().min().unwrap();
    let moved = set.play(by, Target::Game(game.id()), &text).await;
    let game = moved.expect("there is time again");
    // The next turn runs out in no outage: it was over before.
    set.clock.skip(DAY + 600);
    outage(400).await;
    set.app.sweep().await.unwrap();
    let ended = set.app.load(game.id()).await.unwrap();
    assert_eq!(ended.ending.unwrap().by, end_by("time"));
    // Without a press, the sweeper gives the hour, once.
    let game = set.game().await;
    set.clock.skip(DAY + 60);
    outage(600).await;
    set.app.sweep().await.unwrap();
    set.app.sweep().await.unwrap();
    let given = set.app.load(game.id()).await.unwrap();
    let left = given.deadline().unwrap().0 - set.app.now().0;
    assert!((3_590..=3_600).contains(&left), "{left}");
    set.clock.skip(3_700);
    set.app.sweep().await.unwrap();
    assert!(set.app.load(game.id()).await.unwrap().ending.is_some());
}

#[tokio::test]
async fn a_challenge_that_ends_in_an_outage_gets_an_hour() {
    let set = Set::up().await;
    let challenge = set.challenge(ANA, Some(BOB)).await.unwrap();
    set.clock
        .skip(challenge.expires.since(set.app.now()).0 + 60);
    let last = set.app.now().plus(-600);
    set.kept.store.set_last_reached(last).await.unwrap();
    set.app.sweep().await.unwrap();
    let game = set.accept(&challenge, BOB).await.expect("it is open");
    assert!(game.ending.is_none());
}

#[tokio::test]
async fn a_game_that_cannot_be_read_does_not_keep_others_from_an_hour_after_an_outage() {
    let set = Set::up().await;
    let broken = set.game().await.id();
    let sound = set.game().await.id();
    let tampered = format!("update events set kind = 'moved' where game = {broken}");
    set.kept.alter(&tampered).await;
    set.clock.skip(DAY + 60);
    let last = set.app.now().plus(-600);
    set.kept.store.set_last_reached(last).await.unwrap();
    assert!(set.app.note_reached().await.unwrap());
    assert!(set.app.load(sound).await.unwrap().deadline() > Some(set.app.now()));
    assert!(set.app.load(broken).await.is_err());
}

#[tokio::test]
async fn an_outage_is_seen_after_a_clock_was_ahead() {
    let set = Set::up().await;
    let noted = async || set.kept.store.last_reached().await.unwrap().unwrap();
    let ahead = set.app.now().plus(Seconds::days(365));
    set.kept.store.set_last_reached(ahead).await.unwrap();
    assert!(!set.app.note_reached().await.unwrap());
    assert!(noted().await <= set.app.now());
}

#[tokio::test]
async fn a_time_that_discord_has_not_told_ends_nothing() {
    let set = Set::up().await;
    let game = set.game().await;
    let challenge = set.challenge(ANA, Some(BOB)).await.unwrap();
    set.app.sweep().await.unwrap();
    let noted = set.kept.store.last_reached().await.unwrap();
    // Started again when the machine is set twenty years ahead.
    let clock = Clock::default();
    clock.skip(Seconds::days(7_300));
    let app = App::new(set.kept.store.clone(), clock);
    app.sweep().await.unwrap();
    assert_eq!(set.kept.store.last_reached().await.unwrap(), noted);
    let by = mover(&game);
    let text = game.state().legal_moves().into_iter().min().unwrap();
    let act = Act::Play(text, None);
    let acted = app.act(by, HERE, Target::Game(game.id()), &act, None).await;
    assert!(matches!(acted, Ok(Acted::Done(_))), "{acted:?}");
    set.accept(&challenge, BOB).await.expect("it is open");
    assert!(set.app.load(game.id()).await.unwrap().ending.is_none());
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
    set.kept.alter("delete from events where game = 1").await;
    set.app.sweep().await.unwrap_err();
    assert!(!set.app.sweep().await.unwrap().more);
    assert_eq!(set.kept.count(RUNNING).await, 1);
    // It is retried later.
    set.clock.skip(10 * 60);
    set.app.sweep().await.unwrap_err();
}

#[tokio::test]
async fn a_rematch_may_be_asked_for_again_after_a_decline_and_after_three_days() {
    let set = Set::up().await;
    let game = set.resigned().await;
    let Rematch::Asked(asked) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("one has asked");
    };
    assert_eq!((asked.challenger, asked.opponent), (BOB, Some(ANA)));
    assert_eq!(asked.terms.side, game.side_of(ANA));
    set.decline(asked.id, ANA).await.unwrap();
    let Rematch::Asked(asked) = set.rematch(game.id(), ANA).await.unwrap() else {
        panic!("the first was declined");
    };
    set.clock.skip(CHALLENGE_TTL);
    let Rematch::Asked(third) = set.rematch(game.id(), BOB).await.unwrap() else {
        panic!("the second has expired");
    };
    assert_ne!(third.id, asked.id);
    set.accept(&third, ANA).await.unwrap();
}

#[tokio::test]
async fn a_rematch_asked_for_twice_by_one_delivery_is_answered_the_same() {
    let set = Set::up().await;
    let game = set.resigned().await;
    let cause = set.cause();
    let ask = async |by, cause: Cause| {
        let at = Place::new(HERE, Openable::Never);
        let origin = origin(cause.0);
        let asked = set.app.rematch(game.id(), by, at, "fr", &origin).await;
        asked.map(|asked| asked.value)
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
async fn a_repeated_act_gets_its_answer_again_wherever_it_was_meant_for() {
    let set = Set::up().await;
    let first = set.game().await;
    let second = set.game().await;
    let mover = mover(&first);
    let origin = set.origin();
    let act = async |act: &Act| {
        let acted = set.app.act(mover, HERE, Target::Here, act, Some(&origin));
        after(acted.await.unwrap()).map(|game| game.id())
    };
    // In the other game it is not their turn.
    if super::table::mover(&second) == mover {
        let text = whole(CLASSIC, 1).0.remove(0);
        let played = set.play(mover, Target::Game(second.id()), &text);
        played.await.unwrap();
    }
    let text = whole(CLASSIC, 2).0.remove(0);
    let play = Act::Play(text, None);
    assert_eq!(act(&play).await.unwrap(), first.id());
    assert_eq!(act(&play).await.unwrap(), first.id());

    let elsewhere = set.challenge(EVE, Some(ANA)).await.unwrap().id;
    let again = set.origin();
    let begun = async || {
        let at = Place::new(HERE, Openable::Never);
        let begun = set.app.accept(elsewhere, ANA, at, &again);
        begun.await.unwrap().value.game.id()
    };
    let begun = [begun().await, begun().await];
    assert_eq!(begun[0], begun[1]);
}

#[tokio::test]
async fn the_last_place_closes_the_sign_up() {
    let set = Set::up().await;
    let id = set.tournament(HERE.guild.0, &[]).await;
    let join = |number| set.app.join_tournament(id, HERE.guild, PlayerId(number));
    for number in 1..=32 {
        join(number).await.unwrap();
    }
    assert_eq!(denial(join(33).await), Denial::SignUpClosed);
}

#[test]
fn an_error_gives_its_reason_without_players_and_names() {
    let open = Denial::TournamentOpen(Name::new("Cup"));
    for (denial, reason) in [
        (Denial::NotYourTurn(ANA), "denied: denied-not-your-turn"),
        (open, "denied: denied-tournament-open"),
    ] {
        assert_eq!(Error::from(denial).to_string(), reason);
    }
}
