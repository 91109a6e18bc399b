//! Outside of the servers that the bot is in: in the conversation with it.

use siwa::playground::Refused;

use super::house::House;
use super::play::{Table, placing, said};

#[tokio::test]
async fn in_a_conversation_there_are_the_commands_that_need_no_server_and_no_others() {
    let house = House::open().await;
    house.world().open_conversation("ana");
    let alone = house.person("ana").in_channel("dm:ana");
    let offered = alone.offered();
    let mut names: Vec<&str> = offered
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect();
    names.sort_unstable();
    let all = [
        "board", "games", "help", "notify", "privacy", "rules", "settings",
    ];
    assert_eq!(names, all);
    for line in ["/challenge", "/play", "/setup"] {
        let refused = alone.types(line).await;
        assert!(
            matches!(refused, Err(Refused::NotOffered(_))),
            "{refused:?}"
        );
    }
    for line in [
        "/help",
        "/rules",
        "/settings",
        "/notify",
        "/privacy show",
        "/games",
    ] {
        let answer = alone.types(line).await.unwrap();
        assert!(answer.private() && !answer.text().is_empty(), "{line}");
        assert!(!answer.text().contains("went wrong"), "{line}");
    }
    // What leads to a game says where there can be one.
    let help = said(&alone, "/help").await;
    let menu = alone.presses(&help, "Play Siwa").await.unwrap();
    let told = alone
        .presses(menu.message().unwrap(), "Start")
        .await
        .unwrap();
    assert!(
        told.text().contains("servers that I’m in"),
        "{}",
        told.text()
    );
}

#[tokio::test]
async fn games_of_all_servers_are_listed_and_shown_in_a_conversation_but_not_played() {
    let house = House::open().await;
    let mut table = Table::set(&house, "seega-5-classic").await;
    table.plays(&placing("seega-5-classic")[0]).await;
    house.world().open_conversation("ana");
    let alone = house.person("ana").in_channel("dm:ana");
    let games = said(&alone, "/games").await;
    assert!(
        games.text().contains(&format!("#{}", table.id)),
        "{}",
        games.text()
    );
    for line in ["/board".to_owned(), format!("/board game:{}", table.id)] {
        let board = said(&alone, &line).await;
        assert!(board.image().is_some(), "{}", board.text());
        assert_eq!(board.live(), [""; 0]);
    }
    let others = house.person("chloe");
    house.world().open_conversation("chloe");
    let told = said(
        &others.in_channel("dm:chloe"),
        &format!("/board game:{}", table.id),
    )
    .await;
    assert!(told.image().is_none(), "{}", told.text());
    assert_eq!(alone.completes("/board game:").await.unwrap().len(), 1);
    assert!(!alone.completes("/rules clause:").await.unwrap().is_empty());
    house.settles().await;
}
