//! Games from the challenge to the last board, with every ruleset and every end.

use siwa_games::registry::GameState;
use siwa_games::rules::{Grade, Outcome, Side};
use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Says, SaysTo};
use super::play::{Table, placing, said, script};

#[tokio::test]
async fn games_of_every_ruleset_end_by_their_rules() {
    type Wanted = fn(Outcome) -> bool;
    let ends: [(&str, Wanted, &[&str]); 5] = [
        (
            "seega-5-classic",
            |end| end.by.id == "elimination",
            &["has no pieces left", "1500 → 1662"],
        ),
        (
            "seega-5-french",
            |end| end.winner == Some(Side::Second),
            &["wins"],
        ),
        (
            "seega-5-lugo",
            |end| end.grade == Some(Grade::Great),
            &["A great victory!"],
        ),
        (
            "seega-5-lugo",
            |end| end.grade == Some(Grade::Small) && end.by.id == "barrier",
            &["A small victory.", "a barrier ended the game"],
        ),
        (
            "seega-5-modern",
            |end| end.winner == Some(Side::First),
            &["wins"],
        ),
    ];
    for (variant, wanted, words) in ends {
        let moves = script(variant, |line| line.outcome().is_some_and(wanted));
        let (harness, mut table) = Table::open(variant).await;
        table.follow(&moves).await;
        let over = harness.rows("games where status <> 'playing'").await;
        assert_eq!(over, 1);
        for part in words {
            table.board.says(part);
        }
        let winner = table.line.outcome().unwrap().winner.unwrap();
        table.board.says(&table.of(winner).mention());
        let buttons = ["Rematch", "Review", "Replay", "Export"];
        assert_eq!(table.board.labels(), buttons);
        harness.one_board().await;
    }
}

#[tokio::test]
async fn a_game_on_seven_by_seven_ends_by_an_agreed_count() {
    let (harness, table) = Table::open_placed("seega-7-modern").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let board = table.board.clone();
    let offer = waiter.types("/draw").await;
    assert!(!offer.private());
    let offer = offer.message();
    assert_eq!(offer.pinged(), [mover.id()]);
    offer.says("would like to stop here");
    let end = mover.presses(&offer, "accept").await.message();
    end.says_openly("Draw, 24 pieces each:** both players agreed to stop");
    assert_eq!(end.pinged(), [waiter.id()]);
    for old in [offer.id, board.id] {
        harness.stripped(old).await;
    }
    harness.one_board().await;
}

#[tokio::test]
async fn a_declined_offer_changes_nothing_and_waits_for_a_move() {
    let (harness, mut table) = Table::open_placed("seega-5-classic").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let board = table.board.clone();
    let offer = said(&mover, "/draw").await;
    let own = mover.presses(&offer, "accept").await;
    own.says_privately("your own offer");
    let declined = waiter.presses(&offer, "decline").await;
    declined.says("declined to stop and count. Game #1 goes on");
    assert!(declined.live().is_empty());
    let again = mover.types("/draw").await;
    again.says_privately("Your last offer was declined");
    assert!(!harness.world().message(board.id).unwrap().live().is_empty());
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    assert!(!mover.types("/draw").await.private());
    // An offer by the other player is an acceptance.
    waiter.types("/draw").await.says("agreed to stop");
}

#[tokio::test]
async fn a_claim_without_a_barrier_is_explained_in_private_and_can_be_offered_instead() {
    let (harness, table) = Table::open_placed("seega-5-classic").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let newest = harness.newest();
    let more = &mover.presses(&table.board, "more").await;
    let told = mover.presses(more, "claim").await;
    told.says_privately("a barrier that can never be broken");
    assert_eq!(harness.newest(), newest);
    mover.presses(&told, "offer").await;
    let offered = |it: &Message| it.id > newest && it.pinged() == [waiter.id()];
    let offer = harness.waits_for("main", offered).await;
    let end = waiter.presses(&offer, "accept").await;
    end.says("agreed to stop");
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
    let claimer = table.of(side).clone();
    let other = table.of(side.other()).clone();
    let end = said(&claimer, "/draw").await;
    end.says("wins by claim");
    end.says(&claimer.mention());
    assert_eq!(end.pinged(), [other.id()]);
}

#[tokio::test]
async fn a_game_on_nine_by_nine_ends_by_resignation_once_confirmed() {
    let (harness, mut table) = Table::open("seega-9-lugo").await;
    let mut moves = placing("seega-9-lugo");
    table.follow(&moves.split_off(0)).await;
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    let loser = table.mover().clone();
    let winner = table.waiter().clone();
    let asked = loser.types("/resign").await;
    asked.says_privately("really");
    let stayed = loser.presses(&asked, "stay").await;
    assert!(stayed.live().is_empty());
    assert_eq!(harness.rows("games where status = 'playing'").await, 1);
    let asked = loser.types("/resign").await;
    let end = harness.follows(&asked, &loser, "resign-surely").await;
    end.says(&format!("{} resigned", loser.mention()));
    assert_eq!(end.pinged(), [winner.id()]);
    let again = loser.types("/resign").await;
    again.says_privately("no game in progress");
}
