//! Games from the challenge to the last board, with every ruleset and every end.

use siwa::time::DAY;
use siwa_games::registry::GameState;
use siwa_games::rules::{Grade, Outcome, Side};
use siwa_playground::Message;

use super::harness::Harness;
use super::play::{Table, placing, said, script};

fn ends(line: &dyn GameState, reason: &str) -> bool {
    line.outcome()
        .is_some_and(|outcome| outcome.by.id == reason)
}

/// Plays a game to an end that `wanted` accepts.
async fn played(harness: &Harness, variant: &str, wanted: impl Fn(Outcome) -> bool) -> Table {
    let moves = script(variant, |line| line.outcome().is_some_and(&wanted));
    let mut table = Table::set(harness, variant).await;
    table.follow(&moves).await;
    let record = harness
        .count("select count(*) from games where status <> 'playing'")
        .await;
    assert_eq!(record, 1);
    table
}

fn assert_won(table: &Table, words: &str) {
    let winner = table.line.outcome().unwrap().winner.unwrap();
    let text = &table.board.text();
    assert!(text.contains(words), "{text}");
    assert!(text.contains(&table.of(winner).mention()), "{text}");
    assert_eq!(
        table.board.labels(),
        ["Rematch", "Review", "Replay", "Export"]
    );
}

#[tokio::test]
async fn a_classic_game_is_won_by_taking_everything() {
    let harness = Harness::open().await;
    let table = played(&harness, "seega-5-classic", |end| {
        end.by.id == "elimination"
    })
    .await;
    assert_won(&table, "has no pieces left");
    assert!(
        table.board.text().contains("1500 → 1662"),
        "{}",
        table.board.text()
    );
    harness.one_board().await;
    harness.sound().await;
}

#[tokio::test]
async fn a_french_game_ends_by_its_rules() {
    let harness = Harness::open().await;
    let table = played(&harness, "seega-5-french", |end| {
        end.winner == Some(Side::Second)
    })
    .await;
    assert_won(&table, "wins");
}

#[tokio::test]
async fn a_lugo_game_ends_with_a_great_victory() {
    let harness = Harness::open().await;
    let table = played(&harness, "seega-5-lugo", |end| {
        end.grade == Some(Grade::Great)
    })
    .await;
    assert_won(&table, "A great victory!");
}

#[tokio::test]
async fn a_lugo_game_ends_with_a_small_victory_at_a_barrier() {
    let harness = Harness::open().await;
    let table = played(&harness, "seega-5-lugo", |end| {
        end.grade == Some(Grade::Small) && end.by.id == "barrier"
    })
    .await;
    assert_won(&table, "A small victory.");
    assert!(table.board.text().contains("a barrier ended the game"));
}

#[tokio::test]
async fn a_modern_game_ends_by_its_rules() {
    let harness = Harness::open().await;
    let table = played(&harness, "seega-5-modern", |end| {
        end.winner == Some(Side::First)
    })
    .await;
    assert_won(&table, "wins");
}

#[tokio::test]
async fn a_position_that_comes_up_for_the_third_time_is_counted() {
    let harness = Harness::open().await;
    let mut moves = placing("seega-5-classic");
    let mut line = super::play::start("seega-5-classic");
    for text in &moves {
        line.play(text).unwrap();
    }
    // Both move back and forth: always to the nearest repetition.
    while line.outcome().is_none() {
        let mut legal = line.legal_moves();
        legal.sort();
        let quiet = |text: &String| line.read(text).unwrap().captured.is_empty();
        let back = legal.iter().filter(|text| quiet(text)).max_by_key(|text| {
            let mut next = line.fork();
            next.play(text).unwrap();
            let seen = moves.iter().rev().take(4).any(|before| {
                let (from, to) = text.split_once('-').unwrap();
                *before == format!("{to}-{from}")
            });
            (next.outcome().is_some(), seen)
        });
        let text = back.or(legal.first()).unwrap().clone();
        line.play(&text).unwrap();
        moves.push(text);
    }
    let reason = line.outcome().unwrap().by.id;
    assert!(matches!(reason, "repetition" | "idle"), "{reason:?}");
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let end = table.follow(&moves).await;
    let words = match reason {
        "repetition" => "the same position came up for the third time",
        _ => "there were no captures for a long time",
    };
    assert!(end.text().contains(words), "{}", end.text());
}

#[tokio::test]
async fn a_game_on_seven_by_seven_ends_by_an_agreed_count() {
    let harness = Harness::open().await;
    let table = Table::placed(&harness, "seega-7-modern").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let board = table.board.clone();
    let offer = waiter.types("/draw").await.unwrap();
    assert!(!offer.private());
    let offer = offer.message().unwrap().clone();
    assert_eq!(offer.pinged(), [mover.id()]);
    assert!(
        offer.text().contains("would like to stop here"),
        "{}",
        offer.text()
    );
    let end = mover.presses(&offer, "Accept").await.unwrap();
    let end = end.message().unwrap().clone();
    assert!(!end.private());
    assert!(
        end.text()
            .contains("Draw, 24 pieces each:** both players agreed to stop"),
        "{}",
        end.text()
    );
    assert_eq!(end.pinged(), [waiter.id()]);
    for old in [offer.id, board.id] {
        harness.stripped(old).await;
    }
    harness.one_board().await;
    harness.sound().await;
}

#[tokio::test]
async fn a_declined_offer_changes_nothing_and_waits_for_a_move() {
    let harness = Harness::open().await;
    let mut table = Table::placed(&harness, "seega-5-classic").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let board = table.board.clone();
    let offer = said(&mover, "/draw").await;
    let own = mover.presses(&offer, "Accept").await.unwrap();
    assert!(
        own.private() && own.text().contains("your own offer"),
        "{}",
        own.text()
    );
    let declined = waiter.presses(&offer, "Decline").await.unwrap();
    assert!(
        declined
            .text()
            .contains("declined to stop and count. Game #1 goes on"),
        "{}",
        declined.text()
    );
    assert!(declined.message().unwrap().live().is_empty());
    let again = mover.types("/draw").await.unwrap();
    assert!(
        again.private() && again.text().contains("Your last offer was declined"),
        "{}",
        again.text()
    );
    assert!(!harness.world().message(board.id).unwrap().live().is_empty());
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    assert!(!mover.types("/draw").await.unwrap().private());
    // An offer by the other player is an acceptance.
    let end = waiter.types("/draw").await.unwrap();
    assert!(end.text().contains("agreed to stop"), "{}", end.text());
    harness.sound().await;
}

#[tokio::test]
async fn a_claim_without_a_barrier_is_explained_in_private_and_can_be_offered_instead() {
    let harness = Harness::open().await;
    let table = Table::placed(&harness, "seega-5-classic").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let newest = harness.newest();
    let more = mover.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap();
    let told = mover.presses(more, "Claim the count").await.unwrap();
    assert!(
        told.private() && told.text().contains("a barrier that can never be broken"),
        "{}",
        told.text()
    );
    assert_eq!(harness.newest(), newest);
    let told = told.message().unwrap();
    mover.presses(told, "Offer instead").await.unwrap();
    let offered = |it: &Message| it.id > newest && it.pinged() == [waiter.id()];
    let offer = harness.world().wait_for("main", offered).await.unwrap();
    let end = waiter.presses(&offer, "Accept").await.unwrap();
    assert!(end.text().contains("agreed to stop"), "{}", end.text());
}

#[tokio::test]
async fn a_player_with_the_right_to_claim_needs_no_agreement_to_stop() {
    let harness = Harness::open().await;
    let by = |line: &dyn GameState| {
        Side::BOTH.into_iter().find(|side| {
            line.declarations(*side)
                .alone
                .is_some_and(|end| end.winner == Some(*side))
        })
    };
    let moves = script("seega-7-classic", |line| {
        line.outcome().is_none() && by(line).is_some()
    });
    let mut table = Table::set(&harness, "seega-7-classic").await;
    table.follow(&moves).await;
    let side = by(&*table.line).unwrap();
    let (claimer, other) = (table.of(side).clone(), table.of(side.other()).clone());
    let end = said(&claimer, "/draw").await;
    assert!(end.text().contains("wins by claim"), "{}", end.text());
    assert!(end.text().contains(&claimer.mention()));
    assert_eq!(end.pinged(), [other.id()]);
    harness.sound().await;
}

#[tokio::test]
async fn a_game_on_nine_by_nine_ends_by_resignation_once_confirmed() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-9-lugo").await;
    let mut moves = placing("seega-9-lugo");
    table.follow(&moves.split_off(0)).await;
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    let (loser, winner) = (table.mover().clone(), table.waiter().clone());
    let asked = loser.types("/resign").await.unwrap();
    assert!(
        asked.private() && asked.text().contains("really"),
        "{}",
        asked.text()
    );
    let stayed = loser
        .presses(asked.message().unwrap(), "Keep playing")
        .await
        .unwrap();
    assert!(stayed.message().unwrap().live().is_empty());
    assert_eq!(
        harness
            .count("select count(*) from games where status = 'playing'")
            .await,
        1
    );
    let asked = loser.types("/resign").await.unwrap();
    let end = harness
        .follows(asked.message().unwrap(), &loser, "Resign")
        .await;
    assert!(
        end.text()
            .contains(&format!("{} resigned", loser.mention())),
        "{}",
        end.text()
    );
    assert_eq!(end.pinged(), [winner.id()]);
    let again = loser.types("/resign").await.unwrap();
    assert!(
        again.private() && again.text().contains("no game in progress"),
        "{}",
        again.text()
    );
}

#[tokio::test]
async fn a_game_whose_time_is_over_ends_by_itself_and_both_are_notified() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    table.plays("a1 b2").await;
    let (late, winner) = (table.mover().clone(), table.waiter().clone());
    harness.clock.skip(DAY + -60);
    table.plays("e5 d4").await;
    harness.clock.skip(DAY + 1);
    let end = harness.ended().await;
    assert!(
        end.text()
            .contains(&format!("{} ran out of time", winner.mention())),
        "{}",
        end.text()
    );
    assert!(end.text().contains(&late.mention()));
    assert_eq!(end.pinged().len(), 2);
    harness.stripped(table.board.id).await;
    let said = harness.world().messages("main");
    assert_eq!(
        said.iter()
            .filter(|it| it.text().contains("ran out of time"))
            .count(),
        1
    );
    harness.sound().await;
}

#[tokio::test]
async fn a_late_move_does_not_count_even_before_the_sweeper_looked() {
    let mut harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    // While the bot is stopped nothing is swept; the late move is its first work.
    harness.stop_bot().await;
    harness.clock.skip(DAY + 1);
    harness.reopen().await;
    harness.start_bot().await;
    let late = table.first.types("/place squares:a1 b2").await.unwrap();
    assert!(late.private(), "{}", late.text());
    let end = harness.ended().await;
    assert!(end.text().contains("ran out of time"), "{}", end.text());
    harness.stripped(table.board.id).await;
    harness.one_board().await;
    assert_eq!(harness.turns().await, 0);
}

#[tokio::test]
async fn a_game_without_a_time_limit_waits() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-french", "time:none").await;
    assert!(
        !table.board.text().contains("<t:"),
        "{}",
        table.board.text()
    );
    harness.clock.skip(400 * DAY);
    table.plays("a1 b2").await;
    assert_eq!(
        harness
            .count("select count(*) from games where deadline is not null")
            .await,
        0
    );
}

#[tokio::test]
async fn an_unrated_game_does_not_change_ratings() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "rated:false").await;
    table.two_turns_each().await;
    let end = table.resigns(&harness, &table.second).await;
    assert!(
        end.text().contains("Unrated game: ratings stay the same"),
        "{}",
        end.text()
    );
    assert_eq!(
        harness
            .count("select count(*) from ratings where rated > 0")
            .await,
        0
    );
    assert_eq!(
        harness
            .count("select count(*) from ratings where won + lost = 1")
            .await,
        4
    );
    harness.sound().await;
}

#[test]
fn every_end_that_the_scripts_need_is_there() {
    for reason in ["elimination", "barrier"] {
        assert!(!script("seega-5-lugo", |line| ends(line, reason)).is_empty());
    }
}
