//! Failures that a test injects: the playground fails as Discord does.

use serde_json::json;
use siwa_playground::{InjectedFault, Logged, Playground, Route};

use super::echo::{Stage, request_as_bot, stage};
use super::http::Reply;

/// Posts a message as the bot, without a library.
async fn post(play: &Playground, channel: &str, text: &str) -> Reply {
    let id = play.world().channel(channel).unwrap().id;
    let path = format!("/channels/{id}/messages");
    let body = json!({ "content": text });
    request_as_bot(play, "POST", &path, &body).await
}

fn texts(stage: &Stage, channel: &str) -> Vec<String> {
    let messages = stage.messages(channel).into_iter();
    messages.map(|it| it.text()).collect()
}

#[tokio::test]
async fn a_held_request_takes_effect_immediately_and_is_acknowledged_when_released() {
    let stage = stage().await;
    let held = stage.hold(Route::Callback);
    let answer = stage.person("bob").types("/try what:post").await.unwrap();
    assert_eq!(answer.text(), "posting");
    // The bot continues only after the acknowledgement.
    let posts = |it: &Logged| it.path.starts_with("/channels/");
    assert!(!stage.rest_log().iter().any(posts));
    drop(held);
    stage.finds("main", "edited").await;
    // Only the next request is held.
    stage.person("bob").types("/try what:that").await.unwrap();
}

#[tokio::test]
async fn a_request_whose_holder_is_dropped_is_acknowledged() {
    let stage = stage().await;
    let held = stage.hold(Route::ChannelMessage);
    let posting = post(&stage.play, "main", "held");
    let letting_go = async {
        assert_eq!(stage.finds("main", "held").await.text(), "held");
        drop(held);
    };
    let (reply, ()) = tokio::join!(posting, letting_go);
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn a_lasting_fault_ends_when_it_is_lifted() {
    let stage = stage().await;
    stage.inject(InjectedFault::lasting(Route::ChannelMessage, 403));
    stage.inject(InjectedFault::lasting(Route::EditMessage, 500));
    for _ in 0..100 {
        assert_eq!(post(&stage.play, "main", "hello").await.status, 403);
    }
    assert!(texts(&stage, "main").is_empty());
    stage.lift(Route::ChannelMessage);
    assert_eq!(post(&stage.play, "main", "hello").await.status, 200);
    assert_eq!(texts(&stage, "main"), ["hello"]);
}

#[tokio::test]
async fn a_fault_may_be_of_one_channel_only() {
    let stage = stage().await;
    stage.inject(InjectedFault {
        channel: stage.channel("other").map(|it| it.id),
        ..InjectedFault::lasting(Route::ChannelMessage, 403)
    });
    assert_eq!(post(&stage.play, "other", "hello").await.status, 403);
    assert_eq!(post(&stage.play, "main", "hello").await.status, 200);
}

#[tokio::test]
async fn a_rate_limited_request_gets_the_time_to_wait() {
    let stage = stage().await;
    stage.inject(InjectedFault {
        retry_after: Some(7.5),
        ..InjectedFault::once(Route::ChannelMessage, 429)
    });
    let reply = post(&stage.play, "main", "hello").await;
    assert_eq!(reply.status, 429);
    assert_eq!(reply.json["retry_after"], 7.5);
    assert!(reply.head.contains("retry-after: 7.5"), "{}", reply.head);
    assert_eq!(post(&stage.play, "main", "hello").await.status, 200);
}

#[tokio::test]
async fn a_request_may_take_effect_and_its_acknowledgement_be_lost() {
    let stage = stage().await;
    stage.inject(InjectedFault::unacknowledged(Route::ChannelMessage, 500));
    assert_eq!(post(&stage.play, "main", "hello").await.status, 500);
    assert_eq!(texts(&stage, "main"), ["hello"]);
}

#[tokio::test]
async fn the_question_for_an_answer_may_fail_alone() {
    let stage = stage().await;
    stage.inject(InjectedFault::once(Route::Original, 500));
    let bob = stage.person("bob");
    let answer = bob.types("/try what:follow").await.unwrap();
    assert_eq!(answer.text(), "first");
    bob.waits_for(|it| it.text() == "second").await.unwrap();
    let asked = stage.wait_for_request(|it| it.status == 500).await.unwrap();
    assert!(asked.path.ends_with("/messages/@original"), "{asked:?}");
}
