//! Plans: a player's answers to moves that the opponent may play.

use siwa::app::{Act, Error, Target};
use siwa::game::{
    Change, Denial, Event, Game, GameTerms, MAX_PLAN_MOVES, MAX_PLANS, Plan, PlanAt, PlanId,
    PlayerId, Turn,
};
use siwa::store::Unchanged;
use siwa_games::registry::Registry;
use siwa_games::rules::Side;

use super::app::{Set, denial};
use super::kept::{CLASSIC, Kept};
use super::table::{ANA, BOB, EVE, HERE, NOON, mover, stored, terms, waiter, whole};

/// A player plans a line of play from the present position of a game.
async fn plans(set: &Set, by: PlayerId, game: &Game, moves: &[&str]) -> Result<PlanAt, Error> {
    let mut at = PlanAt::Present(game.changes);
    for text in moves {
        at = set.app.plan(by, HERE, game.id(), at, text).await?.at;
    }
    Ok(at)
}

/// The planned lines of play of a game.
async fn planned(set: &Set, game: &Game) -> Vec<String> {
    let game = set.kept.load(game.id()).await;
    let plans = &game.plans.all;
    plans.iter().map(|plan| plan.moves.join(", ")).collect()
}

async fn play(set: &Set, game: &Game, text: &str) -> Game {
    let target = Target::Game(game.id());
    set.play(mover(game), target, text).await.unwrap()
}

/// The last moves, which one message shows.
fn lately(game: &Game) -> Vec<&str> {
    game.lately.iter().map(|it| it.text.as_str()).collect()
}

const NONE: [&str; 0] = [];

#[tokio::test]
async fn two_planned_answers_are_played_with_the_moves_they_answer_after_a_restart() {
    let set = Set::up().await;
    let game = play(&set, &set.game().await, "a1 b1").await;
    let line = ["a2 b2", "a3 b3", "a4 b4", "a5 b5"];
    plans(&set, waiter(&game), &game, &line).await.unwrap();
    assert_eq!(planned(&set, &game).await, ["a2 b2, a3 b3, a4 b4, a5 b5"]);
    let set = set.restarted().await;
    let boards = set.kept.count("outbox where role = 'board'").await;
    let game = play(&set, &game, "b2 a2").await;
    assert_eq!(lately(&game), ["a2 b2", "a3 b3"]);
    assert_eq!((game.seq, game.plies(), game.changes), (4, 3, 3));
    let items = set.kept.count("outbox where role = 'board'").await;
    assert!(items <= boards + 1, "one board tells both");
    set.is_sound().await;
    let game = play(&set, &game, "a4 b4").await;
    assert_eq!(lately(&game), ["a4 b4", "a5 b5"]);
    assert_eq!(planned(&set, &game).await, NONE);
    assert_eq!(set.kept.count("events where kind = 'planned'").await, 2);
    let replayed = set.app.load(game.id()).await.unwrap();
    assert_eq!(lately(&replayed), lately(&game));
    assert_eq!(replayed.state().position(), game.state().position());
    set.is_sound().await;
}

#[tokio::test]
async fn a_plan_that_cannot_come_true_is_dropped() {
    let set = Set::up().await;
    let game = play(&set, &set.game().await, "a1 b1").await;
    let by = waiter(&game);
    plans(&set, by, &game, &["a2 b2", "a3 b3"]).await.unwrap();
    plans(&set, by, &game, &["a3 b3", "a2 b2", "a4 b4", "c1 c2"])
        .await
        .unwrap();
    // A legal move of the opponent without a planned answer.
    plans(&set, by, &game, &["c1 c2"]).await.unwrap();
    assert_eq!(planned(&set, &game).await.len(), 3);
    let game = play(&set, &game, "a3 b3").await;
    assert_eq!(lately(&game), ["a3 b3", "a2 b2"]);
    assert_eq!(planned(&set, &game).await, ["a3 b3, a2 b2, a4 b4, c1 c2"]);
    let game = play(&set, &game, "d1 d2").await;
    assert_eq!(lately(&game), ["d1 d2"]);
    assert_eq!(planned(&set, &game).await, NONE);
    assert_eq!(mover(&game), by);
    set.is_sound().await;
}

#[tokio::test]
async fn another_answer_to_the_same_moves_replaces_the_one_before() {
    let set = Set::up().await;
    let game = play(&set, &set.game().await, "a1 b1").await;
    let by = waiter(&game);
    for line in [
        &["a2 b2", "a3 b3", "a4 b4", "a5 b5"][..],
        &["a2 b2", "a3 b3", "c1 c2", "a5 b5"],
        &["a2 b2", "c4 c5"],
        // A line that is already planned is not planned again.
        &["a2 b2", "c4 c5"],
    ] {
        plans(&set, by, &game, line).await.unwrap();
    }
    assert_eq!(planned(&set, &game).await, ["a2 b2, c4 c5"]);
    assert_eq!(lately(&play(&set, &game, "a2 b2").await)[1], "c4 c5");
}

#[tokio::test]
async fn plans_end_with_a_turn_that_is_taken_back_and_with_the_game() {
    let set = Set::up().await;
    let friendly = GameTerms {
        rated: false,
        ..terms(CLASSIC)
    };
    let challenge = set.challenge_to(ANA, Some(BOB), friendly).await.unwrap();
    let game = set.accept(&challenge, BOB).await.unwrap();
    let target = Target::Game(game.id());
    let game = play(&set, &game, "a1 b1").await;
    let by = waiter(&game);
    let other = mover(&game);
    plans(&set, by, &game, &["a2 b2", "a3 b3"]).await.unwrap();
    let game = set.act(by, target, Act::TakeBack).await.unwrap();
    assert_eq!(planned(&set, &game).await.len(), 1);
    let game = set.act(other, target, Act::Answer(true)).await.unwrap();
    assert_eq!(planned(&set, &game).await, NONE);
    let game = play(&set, &game, "a1 b1").await;
    plans(&set, by, &game, &["a2 b2", "a3 b3"]).await.unwrap();
    set.is_sound().await;
    let game = set.act(other, target, Act::Resign).await.unwrap();
    assert_eq!(planned(&set, &game).await, NONE);
    set.is_sound().await;
}

#[tokio::test]
async fn a_player_cannot_plan_in_a_game_that_has_moved_on_or_is_not_theirs() {
    let set = Set::up().await;
    let begun = set.game().await;
    let id = begun.id();
    let game = play(&set, &begun, "a1 b1").await;
    let by = waiter(&game);
    let other = mover(&game);
    let at = plans(&set, by, &game, &["a2 b2"]).await.unwrap();
    let stale = PlanAt::Present(begun.changes);
    for (who, at, reason) in [
        (by, stale, Denial::MovedOn(id)),
        (by, PlanAt::After(PlanId(99), 1), Denial::MovedOn(id)),
        (other, PlanAt::Present(1), Denial::MovedOn(id)),
        (other, at, Denial::MovedOn(id)),
        (EVE, at, Denial::NotYourGame(id)),
    ] {
        let plan = set.app.plan(who, HERE, id, at, "a3 b3").await;
        assert_eq!(denial(plan), reason);
    }
    let (_, own) = set.app.plans(by, HERE, id, 1).await.unwrap();
    assert_eq!(own.len(), 1);
    let played = play(&set, &game, "c1 c2").await;
    let late = set.app.plan(by, HERE, id, at, "a3 b3").await;
    assert_eq!(denial(late), Denial::MovedOn(id));
    assert_eq!(mover(&played), by);
}

#[tokio::test]
async fn a_plan_that_is_made_while_the_opponent_moves_is_not_missed() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    let events = game.play(ANA, "a1 b1", None, NOON).unwrap();
    kept.store
        .append(Change::new(&game, &events, NOON), None)
        .await
        .unwrap();
    let before = kept.load(game.id()).await;
    let events = game.play(BOB, "a2 b2", None, NOON).unwrap();
    let line = ["a2 b2", "a3 b3"].map(str::to_owned);
    let made = kept.store.plan(&before, Side::First, &line, &[], NOON);
    made.await.unwrap();
    let late = kept
        .store
        .append(Change::new(&game, &events, NOON), None)
        .await;
    assert!(matches!(late, Err(Unchanged::Conflict)), "{late:?}");
    // Two plans at the same time are decided one after the other.
    let other = ["a2 b2", "a4 b4"].map(str::to_owned);
    let made = kept.store.plan(&before, Side::First, &other, &[], NOON);
    assert!(matches!(made.await, Err(Unchanged::Conflict)));
}

#[tokio::test]
async fn the_number_and_the_length_of_plans_are_limited() {
    let set = Set::up().await;
    let (moves, _) = whole(CLASSIC, 9);
    let game = play(&set, &set.game().await, &moves[0]).await;
    let by = waiter(&game);
    let id = game.id();
    let (line, _) = game.ahead(&[]).unwrap();
    let mut legal = line.legal_moves();
    legal.retain(|text| *text != moves[1]);
    for text in &legal[1..MAX_PLANS] {
        plans(&set, by, &game, &[text]).await.unwrap();
    }
    // Extending a line of play does not add another one.
    let line: Vec<&str> = moves[1..].iter().map(String::as_str).collect();
    let (most, more) = line.split_at(MAX_PLAN_MOVES);
    let at = plans(&set, by, &game, most).await.unwrap();
    let more = set.app.plan(by, HERE, id, at, more[0]).await;
    assert_eq!(denial(more), Denial::PlanTooLong);
    let more = plans(&set, by, &game, &[&legal[0]]).await;
    assert_eq!(denial(more), Denial::TooManyPlans);
    let all = set.app.unplan(by, HERE, id, 1, None).await.unwrap();
    assert_eq!(all.1, []);
}

#[test]
fn plans_of_both_sides_answer_each_other_and_a_refused_move_ends_them() {
    let plan = |side, moves: &[&str]| Plan {
        id: PlanId(1),
        side,
        base: 0,
        moves: moves.iter().map(|text| (*text).to_owned()).collect(),
    };
    let mut stored = stored(CLASSIC, &[]);
    stored.plans.all = vec![
        plan(Side::Second, &["a1 b1", "a2 b2", "a3 b3", "a4 b4"]),
        plan(Side::First, &["a1 b1", "a2 b2", "a3 b3", "a4 b4", "a1 b1"]),
    ];
    let mut game = Game::replay(stored, Registry::standard()).unwrap();
    game.play(ANA, "a1 b1", None, NOON).unwrap();
    let followed = game.follow(NOON);
    assert_eq!(lately(&game), ["a1 b1", "a2 b2", "a3 b3", "a4 b4"]);
    let planned = |event: &Event| matches!(event, Event::Moved(Turn { planned: true, .. }));
    assert!(followed.iter().all(planned));
    assert_eq!(game.due(), None);
}
