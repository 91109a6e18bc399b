//! Outbox items and upkeep: stored with the change, leased by one process at a time, acknowledged once.

use siwa::app::{App, Unsent};
use siwa::game::{
    Cause, ChallengeId, Change, ChannelId, Game, GameId, MessageId, Post, Sent, State, Step,
};
use siwa::store::{Item, ItemId, Lease, Means, Origin, Posted, Sender, Upkeep};
use siwa::time::{Clock, DAY, Timestamp};

use super::kept::{Kept, new};
use super::table::{ANA, BOB, ELSEWHERE, HERE, NOON};

/// A lease lasts three seconds.
const LATER: Timestamp = Timestamp(NOON.0 + 3);
/// The lease of a sweeper.
const YOURS: Lease = Lease(-2);

impl Kept {
    /// A game whose first board (message 11) and card (message 10) were posted.
    async fn told_game(&self) -> Game {
        let game = self.game([ANA, BOB]).await;
        for item in self.lease(YOURS, NOON).await {
            let message = match item.post {
                Post::Board(..) => 11,
                _ => 10,
            };
            self.acknowledge(YOURS, (item.id, item.post), message).await;
        }
        self.keep_up(YOURS).await;
        assert_eq!(self.left().await, 0);
        game
    }

    /// The number of outbox items and upkeep.
    async fn left(&self) -> u64 {
        self.count("outbox").await + self.count("upkeep").await
    }

    /// Applies events to a game; returns the message to post.
    async fn happens(
        &self,
        game: &mut Game,
        origin: Option<&Origin>,
        act: impl FnOnce(&mut Game) -> Vec<siwa::game::Event>,
    ) -> Option<Post> {
        let events = act(game);
        self.store
            .append(Change::new(game, &events, NOON), origin)
            .await
            .unwrap();
        Post::of(game)
    }

    async fn plays(&self, game: &mut Game, origin: Option<&Origin>, text: &str) -> Post {
        let mover = super::table::mover(game);
        let posted = self.happens(game, origin, |game| {
            game.play(mover, text, None, NOON).unwrap()
        });
        posted.await.unwrap()
    }

    async fn lease(&self, lease: Lease, now: Timestamp) -> Vec<Item> {
        self.store.lease(lease, 99, now).await.unwrap()
    }

    async fn posts(&self, lease: Lease, now: Timestamp) -> Vec<Post> {
        let items = self.lease(lease, now).await;
        items.into_iter().map(|item| item.post).collect()
    }

    async fn acknowledge(
        &self,
        lease: Lease,
        (item, post): (ItemId, Post),
        message: u64,
    ) -> Option<Upkeep> {
        let posted = Posted {
            message: MessageId(message),
            channel: HERE.channel,
            told: post.event().map_or(0, |(_, seq)| seq),
            player: None,
        };
        self.store
            .acknowledge(lease, (item, post), &[posted], NOON)
            .await
            .unwrap()
    }

    /// Acknowledges a message posted by an interaction.
    async fn answered(&self, cause: u64, post: Post, message: u64) -> Option<Upkeep> {
        let lease = of(cause);
        self.acknowledge(lease, (lease.into(), post), message).await
    }

    /// The steps of upkeep for a challenge and its games.
    async fn steps(&self, challenge: ChallengeId) -> Vec<Step> {
        let app = App::new(self.store.clone(), Clock::default());
        let mut steps = app.facts(challenge, None).await.unwrap().upkeep(NOON).0;
        steps.sort_by_key(|step| format!("{step:?}"));
        steps
    }

    /// Does all upkeep; returns the steps.
    async fn keep_up(&self, lease: Lease) -> Vec<Step> {
        let mut done = Vec::new();
        for upkeep in self.store.lease_upkeep(lease, 99, LATER).await.unwrap() {
            let steps = self.steps(upkeep.challenge).await;
            let kept = self.store.upkept(lease, upkeep, &steps, None, NOON);
            assert!(!kept.await.unwrap(), "nothing has changed meanwhile");
            done.extend(steps);
        }
        done
    }
}

/// The lease of an interaction.
fn of(cause: u64) -> Lease {
    Lease(cause.cast_signed())
}

fn origin(cause: u64, by: Means) -> Origin {
    Origin {
        cause: Cause(cause),
        by: None,
        sender: Some(Sender {
            lease: of(cause),
            by,
        }),
        follow: None,
    }
}

fn here(cause: u64) -> Origin {
    origin(cause, Means::Answer(HERE.channel, format!("token {cause}")))
}

/// The edit of a board, posted after event `seq` of the first game, that a later one has replaced.
fn past(message: u64, seq: u32) -> Step {
    Step::EditPast(GameId(1), HERE.channel, MessageId(message), seq)
}

#[tokio::test]
async fn an_item_is_leased_to_the_interaction_that_causes_it() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let post = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(post, Post::Board(game.id(), 2));
    assert_eq!(kept.posts(YOURS, LATER.plus(-1)).await, []);
    assert_eq!(
        kept.lease(YOURS, LATER).await,
        [Item {
            id: of(5).into(),
            post,
            channel: HERE.channel,
            locale: "pt-BR".to_owned(),
            theme: None,
            cause: Some(Cause(5)),
            token: Some("token 5".to_owned()),
            created: NOON,
            attempts: 2,
        }]
    );
    let none = kept.posts(of(5), LATER.plus(2)).await;
    assert_eq!(none, [], "it has a new lease");
    let next = kept.store.next_due().await.unwrap();
    assert_eq!((next.posts, next.upkeep), (Some(LATER.plus(3)), None));
}

#[tokio::test]
async fn items_caused_by_time_are_due_immediately() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let flag = |game: &mut Game| game.flag(NOON.plus(2 * DAY)).unwrap();
    let post = kept.happens(&mut game, None, flag).await;
    let items = kept.lease(YOURS, NOON).await;
    let item = &items[0];
    assert_eq!(
        (Some(item.post), item.attempts, &item.token),
        (post, 1, &None)
    );
    let challenge = kept.made(&new(ANA, Some(BOB))).await;
    assert_eq!(kept.posts(YOURS, NOON).await, [Post::Card(challenge.id)]);
    let then = challenge.expires;
    kept.store.expire_challenges(then).await.unwrap();
    let upkeep = kept.store.lease_upkeep(YOURS, 9, then).await.unwrap();
    assert!(upkeep.iter().any(|it| it.challenge == challenge.id));
}

#[tokio::test]
async fn an_answer_elsewhere_is_not_the_message_here() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let abroad = origin(5, Means::Answer(ELSEWHERE.channel, "token".to_owned()));
    kept.plays(&mut game, Some(&abroad), "a1 b2").await;
    let items = kept.lease(YOURS, LATER).await;
    assert_eq!((items.len(), &items[0].token), (1, &None));
}

#[tokio::test]
async fn a_lease_is_renewed_returned_or_voided() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let post = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let (mine, item) = (of(5), (of(5).into(), post));
    kept.store.renew(mine, LATER).await.unwrap();
    assert_eq!(kept.posts(YOURS, LATER.plus(2)).await, []);
    let release = |lease, then, keep| kept.store.release(lease, item, then, keep, NOON);
    release(YOURS, NOON, true).await.unwrap();
    let none = kept.posts(YOURS, NOON).await;
    assert_eq!(none, [], "it is not theirs to give");
    release(mine, LATER, false).await.unwrap();
    assert_eq!(kept.posts(YOURS, LATER.plus(-1)).await, []);
    let items = kept.lease(YOURS, LATER).await;
    assert_eq!((items[0].attempts, &items[0].token), (2, &None));
    // A lease without a request does not count as a try.
    kept.store.put_back(YOURS, item.0, LATER).await.unwrap();
    assert_eq!(kept.lease(YOURS, LATER).await[0].attempts, 2);
    kept.store.void_leases(NOON).await.unwrap();
    assert_eq!(kept.posts(mine, NOON).await, [post]);
    let skip = |lease| kept.store.acknowledge(lease, item, &[], NOON);
    skip(YOURS).await.unwrap();
    assert_eq!(kept.count("outbox").await, 1, "it is not theirs to skip");
    skip(mine).await.unwrap();
    assert_eq!(kept.count("outbox").await, 0);
}

#[tokio::test]
async fn a_new_board_makes_old_messages_lose_their_buttons() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let post = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let upkeep = kept.answered(5, post, 12).await.unwrap();
    let others = kept.store.lease_upkeep(YOURS, 9, LATER.plus(-1)).await;
    assert_eq!(others.unwrap(), [], "who has posted it does that");
    let held = kept.store.upkeep_under(of(5)).await.unwrap();
    assert_eq!(held, Some(upkeep));
    let steps = kept.steps(upkeep.challenge).await;
    assert_eq!(steps, [past(11, 1)]);
    let ended = kept.store.upkept(of(5), upkeep, &steps, None, NOON);
    assert!(!ended.await.unwrap());
    assert_eq!(
        kept.store.board(game.id()).await.unwrap(),
        Some(MessageId(12))
    );
    assert_eq!(kept.left().await, 0);
    assert_eq!(kept.steps(upkeep.challenge).await, []);
}

#[tokio::test]
async fn changes_during_upkeep_make_it_due_again() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let post = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let upkeep = kept.answered(5, post, 12).await.unwrap();
    let steps = kept.steps(upkeep.challenge).await;
    let next = kept.plays(&mut game, Some(&here(6)), "d4 e5").await;
    let other = kept.answered(6, next, 13).await;
    assert_eq!(other, None, "somebody is at it");
    let again = kept.store.upkept(of(5), upkeep, &steps, None, NOON);
    assert!(again.await.unwrap());
    assert_eq!(kept.keep_up(YOURS).await, [past(12, 2)]);
    assert_eq!(kept.left().await, 0);
}

#[tokio::test]
async fn an_offer_stays_beside_its_board_until_a_decline_or_a_move() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let (id, channel) = (game.id(), HERE.channel);
    let offers = |game: &mut Game| game.offer(ANA, NOON).unwrap();
    let offer = kept.happens(&mut game, Some(&here(5)), offers).await;
    assert_eq!(offer, Some(Post::Offer(id, 2)));
    kept.answered(5, offer.unwrap(), 12).await;
    assert_eq!(kept.keep_up(of(5)).await, []);
    let changing = origin(6, Means::Edit(MessageId(12)));
    let declines = |game: &mut Game| game.answer(BOB, false, NOON).unwrap();
    let declined = kept.happens(&mut game, Some(&changing), declines).await;
    assert_eq!(declined, None, "a message that is there says so");
    let edit = Step::EditOffer(id, channel, MessageId(12));
    assert_eq!(kept.keep_up(YOURS).await, [edit]);
    let board = kept.plays(&mut game, Some(&here(7)), "a1 b2").await;
    kept.answered(7, board, 13).await;
    let old = kept.keep_up(YOURS).await;
    assert_eq!(old, [past(11, 1)], "12 has no buttons any more");
    let offers = |game: &mut Game| game.offer(BOB, NOON).unwrap();
    let again = kept.happens(&mut game, Some(&here(8)), offers).await;
    kept.answered(8, again.unwrap(), 14).await;
    assert_eq!(kept.keep_up(YOURS).await, []);
    let board = kept.plays(&mut game, Some(&here(9)), "d4 e5").await;
    kept.answered(9, board, 15).await;
    let offer = Step::ClearButtons(channel, MessageId(14));
    assert_eq!(kept.keep_up(YOURS).await, [offer, past(13, 4)]);
}

#[tokio::test]
async fn a_board_that_is_known_late_keeps_the_offer_that_was_made_on_it() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let board = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let offers = |game: &mut Game| game.offer(ANA, NOON).unwrap();
    let offer = kept.happens(&mut game, Some(&here(6)), offers).await;
    kept.answered(6, offer.unwrap(), 13).await;
    assert_eq!(kept.keep_up(YOURS).await, []);
    kept.answered(5, board, 12).await;
    assert_eq!(kept.keep_up(YOURS).await, [past(11, 1)]);
    assert_eq!(kept.count("messages").await, 2);
}

#[tokio::test]
async fn a_board_that_is_superseded_is_old_as_soon_as_it_is_known() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let late = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let next = kept.plays(&mut game, Some(&here(6)), "d4 e5").await;
    kept.answered(6, next, 13).await;
    assert_eq!(kept.keep_up(YOURS).await, [past(11, 1)]);
    assert_eq!(kept.count("outbox").await, 1, "it may have been posted");
    for _ in 0..2 {
        kept.answered(5, late, 12).await;
        let old = kept.keep_up(YOURS).await;
        assert_eq!(old, [past(12, 2)], "however often it is heard");
    }
    kept.answered(6, next, 13).await;
    let old = kept.keep_up(YOURS).await;
    assert_eq!(old, [], "but not the present one");
    assert_eq!(
        kept.store.board(game.id()).await.unwrap(),
        Some(MessageId(13))
    );
    assert_eq!(kept.left().await, 0);
}

#[tokio::test]
async fn a_process_that_lost_its_lease_leaves_the_item_and_its_message_is_known() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let post = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(kept.posts(YOURS, LATER).await, [post]);
    kept.answered(5, post, 12).await;
    assert_eq!(kept.count("outbox").await, 1, "who has the lease goes on");
    assert_eq!(kept.keep_up(YOURS).await, [past(11, 1)]);
    kept.acknowledge(YOURS, (of(5).into(), post), 12).await;
    assert_eq!(kept.keep_up(YOURS).await, []);
    assert_eq!((kept.count("messages").await, kept.left().await), (1, 0));
}

#[tokio::test]
async fn a_card_that_is_known_late_is_brought_up_to_date() {
    let kept = Kept::open().await;
    let new = new(ANA, Some(BOB));
    let challenge = kept.store.challenge(&new, NOON, Some(&here(5))).await;
    let challenge = challenge.unwrap();
    let known = kept.store.find_challenge(challenge.id).await.unwrap();
    assert_eq!(known.unwrap().message, None);
    let cancelled = kept
        .store
        .close_challenge(&challenge, State::Cancelled, NOON, None);
    assert!(cancelled.await.unwrap());
    assert_eq!(kept.keep_up(YOURS).await, [], "nobody knows where it is");
    kept.answered(5, Post::Card(challenge.id), 31).await;
    let known = kept.store.find_challenge(challenge.id).await.unwrap();
    assert_eq!(known.unwrap().message, Some(MessageId(31)));
    let edit = Step::EditCard(MessageId(31), 2);
    assert_eq!(kept.keep_up(YOURS).await, [edit]);
    assert_eq!(kept.steps(challenge.id).await, []);
    // An old message that a person presses is edited again.
    for _ in 0..2 {
        let outdated = kept
            .store
            .note_outdated_card(challenge.id, MessageId(32), NOON);
        outdated.await.unwrap();
    }
    let edit = Step::EditCard(MessageId(32), 2);
    assert_eq!(kept.keep_up(YOURS).await, [edit]);
}

#[tokio::test]
async fn an_unknown_message_that_is_pressed_loses_its_buttons_and_the_present_board_does_not() {
    let kept = Kept::open().await;
    let game = kept.told_game().await;
    for message in [9, 9, 11] {
        let outdated = kept
            .store
            .note_outdated(game.id(), HERE.channel, MessageId(message), NOON);
        outdated.await.unwrap();
    }
    let clear = Step::ClearButtons(HERE.channel, MessageId(9));
    assert_eq!(kept.keep_up(YOURS).await, [clear]);
    assert_eq!((kept.count("messages").await, kept.left().await), (1, 0));
}

#[tokio::test]
async fn upkeep_that_failed_for_one_message_is_retried_later() {
    let kept = Kept::open().await;
    let game = kept.told_game().await;
    for message in [8, 9] {
        let outdated = kept
            .store
            .note_outdated(game.id(), HERE.channel, MessageId(message), NOON);
        outdated.await.unwrap();
    }
    let leased = kept.store.lease_upkeep(YOURS, 9, NOON).await.unwrap();
    let (steps, then) = (kept.steps(leased[0].challenge).await, NOON.plus(60));
    let noted = kept
        .store
        .upkept(YOURS, leased[0], &steps[..1], Some(then), NOON);
    assert!(!noted.await.unwrap());
    let early = kept.store.lease_upkeep(YOURS, 9, then.plus(-1)).await;
    assert_eq!(early.unwrap(), []);
    let again = kept.store.lease_upkeep(YOURS, 9, then).await.unwrap();
    assert_eq!(again[0].attempts(), 2);
    assert_eq!(kept.steps(again[0].challenge).await, steps[1..]);
}

#[tokio::test]
async fn the_longest_due_is_leased_first_and_no_more_than_asked_for() {
    let kept = Kept::open().await;
    kept.told_game().await;
    kept.hundred_reminders().await;
    let items = kept.store.lease(YOURS, 3, NOON).await.unwrap();
    let mut created: Vec<i64> = items.iter().map(|item| NOON.0 - item.created.0).collect();
    created.sort_unstable();
    assert_eq!(created, [98, 99, 100]);
}

#[tokio::test]
async fn a_refused_digest_is_replaced_by_reminders_at_once_and_only_under_its_lease() {
    let kept = Kept::open().await;
    // In the third game it is the other player's turn.
    let games = [kept.told_game().await, kept.told_game().await];
    let mut other = kept.told_game().await;
    let post = kept.plays(&mut other, Some(&here(4)), "a1 b2").await;
    kept.answered(4, post, 12).await;
    kept.keep_up(of(4)).await;
    let due = "insert into outbox (id, role, channel, player, created, due, attempts)
               values (5, 'digest', 0, $1, $2, $2, 0)";
    let due = sqlx::query(due).bind(ANA).bind(NOON);
    due.execute(&mut kept.behind().await).await.unwrap();
    assert_eq!(kept.posts(YOURS, NOON).await, [Post::Digest(ANA)]);
    let remind = |lease| kept.store.remind_instead(lease, ItemId(5), NOON);
    remind(of(5)).await.unwrap();
    assert_eq!(kept.posts(YOURS, NOON).await, []);
    for _ in 0..2 {
        remind(YOURS).await.unwrap();
        assert_eq!(kept.count("outbox").await, 2);
    }
    let mut reminded = kept.posts(YOURS, NOON).await;
    reminded.sort_by_key(|post| post.event().unwrap().0);
    let of_each = games.map(|game| Post::Remind(game.id(), game.seq()));
    assert_eq!(reminded, of_each);
}

#[tokio::test]
async fn a_call_to_a_deleted_person_is_not_stored() {
    let kept = Kept::open().await;
    let game = kept.told_game().await;
    let (seq, channel) = (game.seq(), ChannelId(70));
    for (message, player) in [(20, BOB), (21, siwa::game::PlayerId(999))] {
        let posted = Posted {
            message: MessageId(message),
            channel,
            told: seq,
            player: Some(player),
        };
        let item = (
            ItemId(message.cast_signed()),
            Post::Call(game.id(), seq, player),
        );
        kept.store
            .acknowledge(YOURS, item, &[posted], NOON)
            .await
            .unwrap();
    }
    let told = kept
        .store
        .messages_of(kept.challenge_of(game.id()).await.unwrap())
        .await;
    let sent: Vec<Sent> = told.unwrap().unwrap().1.remove(0).sent;
    let calls: Vec<MessageId> = sent
        .iter()
        .filter(|sent| sent.player.is_some())
        .map(|sent| sent.id)
        .collect();
    assert_eq!(calls, [MessageId(20)]);
}

#[test]
fn pauses_grow_and_end_somewhere() {
    let pauses = |unsent: Unsent| [1, 2, 3, 4, 9, 99].map(|attempts| unsent.pause(attempts));
    assert_eq!(pauses(Unsent::Trouble), [2, 4, 8, 16, 300, 300]);
    assert_eq!(pauses(Unsent::Refused), [5, 30, 300, 3600, 3600, 3600]);
    assert_eq!(pauses(Unsent::Forbidden), [3600; 6]);
    assert_eq!(pauses(Unsent::For(7)), [7; 6]);
}
