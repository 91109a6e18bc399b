//! A whole game between two people, from the challenge to the rematch.

use siwa::registry;
use siwa::rules::Stage;

use super::house::House;

/// Plays both sides by whole legal moves, greedily, until the game is over;
/// answers how many turns that took.
async fn play_out(
    house: &House,
    first: &siwa::playground::Person,
    second: &siwa::playground::Person,
    variant: &str,
) -> u32 {
    let (rules, variant) = registry::variant(variant).unwrap();
    let mut line = rules.start(variant);
    let mut turns = 0;
    while line.outcome().is_none() {
        let mut legal = line.legal_moves();
        legal.sort();
        // Greedy play ends games: the first move that takes the most, else one that differs from turn to turn.
        let taken = |text: &String| line.read(text).unwrap().captured.len();
        let most = legal.iter().map(taken).max().unwrap();
        let best: Vec<String> = legal
            .iter()
            .filter(|text| taken(text) == most)
            .cloned()
            .collect();
        let text = best[(turns as usize * 7) % best.len()].clone();
        let person = match line.turn() {
            siwa::rules::Side::First => first,
            siwa::rules::Side::Second => second,
        };
        let command = match line.stage() {
            Stage::Placement => format!("/place squares:{text}"),
            Stage::Movement => format!("/move move:{text}"),
        };
        let answer = person.types(&command).await.unwrap();
        let played = line.play(&text).unwrap();
        let message = answer.message().unwrap();
        assert!(!answer.private(), "{command}: {}", answer.text());
        assert!(
            message.content.contains(&played.display),
            "{}",
            message.content
        );
        assert!(message.image().is_some());
        turns += 1;
    }
    let _ = house;
    turns
}

#[tokio::test]
async fn two_people_play_seega_to_its_end_and_onto_the_leaderboard() {
    let house = House::open().await;
    let (first, second, board) = house.begin("ana", "/challenge opponent:@bob", "bob").await;
    assert_eq!(board.pinged(), [first.id()]);
    let turns = play_out(&house, &first, &second, "seega-5-classic").await;
    assert!(turns > 12);
    let end = house
        .world()
        .wait_for("main", |message| message.labels().contains(&"Rematch"))
        .await
        .unwrap();
    println!("{}", end.content);
    let standings = first.types("/leaderboard").await.unwrap();
    println!("{}", standings.text());
    assert!(standings.text().contains("1500") || standings.text().contains("16"));
}
