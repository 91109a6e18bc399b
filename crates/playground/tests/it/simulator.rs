//! The playground does what Discord does, and refuses what Discord refuses.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serenity::all::GatewayIntents;
use siwa_playground::{InjectedFault, Kind, Options, Playground, Refused, Route};

use super::echo::{PIXEL, client, stage, stage_with};

#[tokio::test]
async fn a_command_is_answered_with_a_picture_that_everybody_sees() {
    let stage = stage().await;
    let line = "/show size:Small whom:@bob note:say: with colon times:2";
    let answer = stage.person("ana").types(line).await.unwrap();
    let bob = stage.person("bob");
    let called = bob.mention();
    let expected = format!("ana in pt-BR: size=s {called} note=say: with colon times=2");
    assert_eq!(answer.text(), expected);
    let seen = bob.sees("main");
    let picture = seen[0].image().unwrap();
    assert_eq!(picture.bytes.as_slice(), PIXEL);
    assert_eq!(picture.description.as_deref(), Some("One pixel"));
    assert_eq!(picture.size, Some((1, 1)));
    assert_eq!(seen[0].pinged(), [bob.id()]);
    assert_eq!(seen[0].labels(), ["More", "Dead", "Ask", "Away"]);
}

#[tokio::test]
async fn localised_names_are_understood_in_their_language_only() {
    let stage = stage().await;
    let ana = stage.person("ana");
    let answer = ana.types("/mostrar tamanho:Pequeno").await.unwrap();
    assert_eq!(answer.text(), "ana in pt-BR: size=s");
    let spanish = ana.with(|member| member.locale = "es-ES".to_owned());
    let refused = spanish.types("/mostrar tamanho:Pequeno").await;
    assert!(matches!(refused, Err(Refused::NotOffered(_))));
}

#[tokio::test]
async fn an_unregistered_command_cannot_be_sent() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let lines = "show size:s, /nothing, /show, /show size:huge, /show size:s colour:red, /show size:s whom:@nobody, \
        /show size:s times:4, /show size:s times:two, /show size:s quiet:perhaps, \
        /show size:s note:longer than twenty characters, /show size:s size:l, /set, /set nothing, /set theme";
    for line in lines.split(", ") {
        let refused = bob.types(line).await;
        assert!(matches!(refused, Err(Refused::NotOffered(_))), "{line}");
    }
    assert!(bob.sees("main").is_empty());
}

#[tokio::test]
async fn subcommands_arrive_with_their_options() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let answer = bob.types("/set theme name:dark blue").await.unwrap();
    assert!(answer.text().contains("dark blue"), "{}", answer.text());
    let answer = bob.types("/set reset").await.unwrap();
    assert!(answer.text().contains("reset"), "{}", answer.text());
}

#[tokio::test]
async fn suggestions_come_while_typing() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let choices = bob.completes("/pick word:x").await.unwrap();
    assert_eq!(choices[1].name, "XTWO");
    assert_eq!(choices[1].value, "xtwo");
    let refused = bob.completes("/show size:s").await;
    assert!(matches!(refused, Err(Refused::NotOffered(_))));
}

#[tokio::test]
async fn a_press_updates_its_message() {
    let stage = stage().await;
    let shown = stage.person("ana").types("/show size:l").await.unwrap();
    let bob = stage.person("bob");
    let updated = bob.presses(shown.message().unwrap(), "more").await.unwrap();
    assert_eq!(updated.message().unwrap().id, shown.message().unwrap().id);
    assert_eq!(updated.text(), "bob of 4");
    let now = &bob.sees("main")[0];
    assert!(now.edited.is_some());
    // The library sends an empty list.
    assert!(now.attachments.is_empty());
    assert!(now.selects().is_empty());
}

#[tokio::test]
async fn disabled_missing_and_link_buttons_cannot_be_used() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let shown = bob.types("/show size:l").await.unwrap();
    let message = shown.message().unwrap();
    for part in ["dead", "nothing", "Away", "menu"] {
        let refused = bob.presses(message, part).await;
        assert!(matches!(refused, Err(Refused::NotOffered(_))), "{part}");
    }
    for chosen in [&["a", "b", "c"][..], &["z"]] {
        assert!(bob.selects(message, "menu", chosen).await.is_err());
    }
}

#[tokio::test]
async fn a_private_answer_reaches_its_addressee_only() {
    let stage = stage().await;
    let ana = stage.person("ana");
    let bob = stage.person("bob");
    let line = "/show size:s quiet:true whom:@bob";
    let shown = ana.types(line).await.unwrap();
    assert!(shown.private());
    assert_eq!(ana.sees("main").len(), 1);
    assert!(bob.sees("main").is_empty());
    assert!(stage.messages("main").is_empty());
    let message = shown.message().unwrap();
    assert!(message.pinged().is_empty());
    assert!(bob.presses(message, "more").await.is_err());
    let chosen = ana.selects(message, "menu", &["C", "a"]).await.unwrap();
    assert_eq!(chosen.text(), "c+a");
    ana.dismisses(message).unwrap();
    assert_eq!(ana.sees("main").len(), 1);
}

#[tokio::test]
async fn a_form_is_asked_and_its_values_arrive() {
    let stage = stage().await;
    let ana = stage.person("ana");
    let shown = ana.types("/show size:s").await.unwrap();
    let asked = ana.presses(shown.message().unwrap(), "ask").await.unwrap();
    let form = asked.modal().unwrap();
    assert!(ana.submits(form, &[("digits", "123")]).await.is_err());
    let got = ana.submits(form, &[("digits", "123456")]).await.unwrap();
    assert_eq!(got.text(), "got 123456");
}

#[tokio::test]
async fn a_second_answer_is_refused() {
    let stage = stage().await;
    let answer = stage.person("bob").types("/try what:twice").await.unwrap();
    assert_eq!(answer.text(), "once");
    stage.expect_violation(Kind::AnsweredTwice).await.unwrap();
}

#[tokio::test]
async fn a_late_answer_is_refused_and_the_person_sees_a_failure() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let act = tokio::spawn(async move { bob.types("/try what:late").await });
    stage.wait_for_act().await.unwrap();
    stage.skip(4);
    assert!(matches!(act.await.unwrap(), Err(Refused::Failed(_))));
    stage.expect_violation(Kind::Unanswered).await.unwrap();
    stage.go.notify_one();
    stage.expect_violation(Kind::Late).await.unwrap();
}

#[tokio::test]
async fn too_long_a_text_is_refused() {
    let stage = stage().await;
    let answer = stage.person("bob").types("/try what:long").await.unwrap();
    assert_eq!(answer.text(), "too long");
    let violation = stage.expect_violation(Kind::Invalid).await.unwrap();
    assert!(violation.detail.contains("content"), "{violation}");
}

#[tokio::test]
async fn a_deferred_answer_becomes_a_message_and_pings_nobody() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let answer = bob.types("/try what:defer").await.unwrap();
    assert!(answer.message().unwrap().loading);
    stage.go.notify_one();
    let message = stage.settled(&answer).await.unwrap();
    assert_eq!(message.text(), format!("done {}", bob.mention()));
    assert!(message.pinged().is_empty());
}

#[tokio::test]
async fn a_token_expires_after_fifteen_minutes() {
    let stage = stage().await;
    let bob = stage.person("bob");
    bob.types("/try what:defer").await.unwrap();
    stage.skip(15 * 60 + 1);
    stage.go.notify_one();
    stage.expect_violation(Kind::Late).await.unwrap();
}

#[tokio::test]
async fn further_messages_follow_the_first() {
    let stage = stage().await;
    let bob = stage.person("bob");
    bob.types("/try what:follow").await.unwrap();
    assert_eq!(stage.finds("main", "").await.text(), "first");
    bob.waits_for(|it| it.text() == "second").await.unwrap();
    assert_eq!(stage.messages("main").len(), 1);
}

#[tokio::test]
async fn an_edit_pings_nobody_but_a_message_does() {
    let stage = stage().await;
    let bob = stage.person("bob").in_channel("other");
    bob.types("/try what:post").await.unwrap();
    let edited = stage.finds("other", "edited").await;
    // Pinged by the first text.
    assert_eq!(edited.pinged(), [bob.id()]);
    assert!(edited.mentions.contains(&bob.id()));
    assert!(stage.messages("main").is_empty());
}

#[tokio::test]
async fn a_mark_keeps_a_message_from_being_written_twice() {
    let stage = stage().await;
    stage.person("bob").types("/try what:once").await.unwrap();
    assert_eq!(stage.finds("main", "marked").await.text(), "marked");
    assert_eq!(stage.messages("main").len(), 2);
}

#[tokio::test]
async fn a_thread_hangs_on_its_message() {
    let stage = stage().await;
    let bob = stage.person("bob");
    let answer = bob.types("/try what:thread").await.unwrap();
    let id = answer.message().unwrap().id.to_string();
    stage.wait_for_channel(&id).await.unwrap();
    assert_eq!(stage.finds(&id, "inside").await.text(), "inside");
    let answer = bob.in_channel(&id).types("/try what:here").await.unwrap();
    assert_eq!(answer.message().unwrap().channel.to_string(), id);
}

#[tokio::test]
async fn without_permission_the_bot_cannot_write() {
    let stage = stage().await;
    stage.change_channel("main", |it| it.permissions = Some(1 << 10));
    stage.person("bob").types("/try what:post").await.unwrap();
    let violation = stage.expect_violation(Kind::Forbidden).await.unwrap();
    assert!(violation.detail.contains("Permissions"), "{violation}");
}

#[tokio::test]
async fn a_private_conversation_is_for_two() {
    let stage = stage().await;
    let bob = stage.person("bob");
    bob.types("/try what:private").await.unwrap();
    stage.wait_for_channel("dm:bob").await.unwrap();
    let told = stage.finds("dm:bob", "just for you").await;
    assert_eq!(told.text(), "just for you");
    let direct = bob.in_channel("dm:bob");
    let answer = direct.types("/try what:it").await.unwrap();
    assert_eq!(answer.text(), "tried it");
    let ana = stage.person("ana").in_channel("dm:bob");
    assert!(ana.types("/try what:it").await.is_err());
    stage.close_private_messages("bob", true);
    bob.types("/try what:private").await.unwrap();
    stage.expect_violation(Kind::Forbidden).await.unwrap();
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_answered_once() {
    let stage = stage().await;
    stage.deliver_twice(1);
    stage.person("bob").types("/try what:that").await.unwrap();
    stage.expect_violation(Kind::Repeated).await.unwrap();
    assert_eq!(stage.messages("main").len(), 1);
}

#[tokio::test]
async fn a_resumed_session_loses_no_interaction() {
    let stage = stage().await;
    stage.drop_gateway(4000);
    let answer = stage.person("bob").types("/try what:again").await.unwrap();
    assert_eq!(answer.text(), "tried again");
    stage.reconnect_request();
    let answer = stage.person("bob").types("/try what:more").await.unwrap();
    assert_eq!(answer.text(), "tried more");
    // This bot resumes at the general address, twice.
    for _ in 0..2 {
        stage.expect_violation(Kind::Gateway).await.unwrap();
    }
}

#[tokio::test]
async fn a_forgotten_session_starts_again() {
    let stage = stage().await;
    stage.forget_sessions();
    stage.ready().await.unwrap();
    let answer = stage.person("bob").types("/try what:again").await.unwrap();
    assert_eq!(answer.text(), "tried again");
}

#[tokio::test]
async fn injected_faults_are_no_violations() {
    let stage = stage().await;
    stage.inject(InjectedFault::once(Route::ChannelMessage, 500));
    stage.person("bob").types("/try what:post").await.unwrap();
    stage.wait_for_request(|it| it.status == 500).await.unwrap();
    assert!(stage.violations().is_empty());
    let mut log = stage.rest_log().into_iter();
    let sent = log.find(|it| it.path.ends_with("/messages")).unwrap();
    assert!(sent.body["content"].as_str().unwrap().starts_with("post"));
}

#[tokio::test]
async fn a_wrong_token_is_turned_away() {
    let play = Playground::start(Options::default()).await.unwrap();
    let intents = GatewayIntents::GUILDS;
    let mut client = client(&play, "a.wrong.token", intents).await.unwrap();
    let gateway = play.world().expect_violation(Kind::Gateway);
    let (end, violation) = tokio::join!(client.start(), gateway);
    assert!(end.is_err());
    assert!(violation.unwrap().detail.contains("4004"));
    client.http.get_current_user().await.unwrap_err();
    let violation = play.world().expect_violation(Kind::Unauthorised).await;
    assert!(violation.unwrap().detail.contains("401"));
}

#[tokio::test]
async fn privileged_intents_are_not_granted() {
    let play = Playground::start(Options::default()).await.unwrap();
    let intents = GatewayIntents::MESSAGE_CONTENT;
    let mut client = client(&play, play.token(), intents).await.unwrap();
    let gateway = play.world().expect_violation(Kind::Gateway);
    let (end, _) = tokio::join!(client.start(), gateway);
    assert!(end.is_err());
}

#[tokio::test]
async fn without_a_bot_the_person_gets_an_error() {
    let play = Playground::start(Options::default()).await.unwrap();
    let bob = play.world().person("bob");
    assert_eq!(bob.says("hello?").unwrap().text(), "hello?");
    assert!(bob.types("/show size:s").await.is_err());
}

#[tokio::test]
async fn moving_time_forward_calls_the_callback() {
    let told = Arc::new(AtomicI64::new(0));
    let teller = Arc::clone(&told);
    let stage = stage_with(Options {
        strict: true,
        on_skip: Some(Arc::new(move |seconds| {
            teller.fetch_add(seconds, Ordering::Relaxed);
        })),
        ..Options::default()
    })
    .await;
    stage.skip(86_400);
    assert_eq!(told.load(Ordering::Relaxed), 86_400);
    stage.person("bob").types("/try what:that").await.unwrap();
}

#[tokio::test]
async fn only_this_machine_is_served() {
    let refused = Playground::start(Options {
        address: ([0, 0, 0, 0], 0).into(),
        ..Options::default()
    })
    .await;
    assert!(refused.is_err());
}
