//! The bot's missing permissions in a server, and the server's settings.

use serde_json::json;
use siwa_playground::{Message, Refused};

use super::harness::Harness;
use super::person::{Person, Says, SaysTo};
use super::play::{Table, carried, said};
use super::threads::{ATTACH, OPEN_THREADS, SEND, VIEW};

/// A person uses `/setup`.
pub(crate) async fn setup(harness: &Harness, who: &Person) -> Message {
    let answer = who.types("/setup").await;
    assert!(answer.private(), "{}", answer.text());
    harness.settled(&answer).await
}

/// A person changes a setting, with a menu or a button of the answer.
pub(crate) async fn changes(
    harness: &Harness,
    who: &Person,
    page: &Message,
    (act, values): (&str, &[&str]),
) -> Message {
    let custom = format!("setup:{act}");
    match values {
        [] => who.presses(page, &custom).await,
        values => who.selects(page, &custom, values).await,
    };
    let changed = |it: &Message| it.text() != page.text();
    harness.waits_until(page.id, changed).await
}

/// View, write, attach, read: no permission for threads.
const PLAIN: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16;

#[tokio::test]
async fn missing_permissions_are_listed_by_channel_with_their_effects() {
    let harness = Harness::open().await;
    let chief = harness.person("ana").as_admin(true);
    let page = setup(&harness, &chief).await;
    page.says("I have all the permissions I need");
    harness.permits("main", PLAIN);
    harness.permits("other", 1 << 10);
    let page = changes(&harness, &chief, &page, ("games-in", &["threads"])).await;
    page.says("Create Public Threads");
    page.omits("Attach Files");
    let page = changes(&harness, &chief, &page, ("places", &["other"])).await;
    for missing in ["Send Messages", "Attach Files", "Create Public Threads"] {
        page.says(missing);
    }
    harness.permits("other", 1 << 10 | 1 << 11 | 1 << 15);
    let page = changes(&harness, &chief, &page, ("check", &[])).await;
    page.says("Read Message History");
}

#[tokio::test]
async fn a_timeout_of_the_bot_is_named_with_its_end() {
    let harness = Harness::open().await;
    let chief = harness.person("ana").as_admin(true);
    let now = harness.clock.now().0;
    harness.world().silence((now + 600) * 1000);
    let bob = harness.person("bob");
    bob.types("/challenge").await.says_privately("/setup");
    let page = setup(&harness, &chief).await;
    page.says(&format!(
        "put me in timeout, so I can’t post anything. It ends <t:{}:R>",
        now + 600
    ));
    page.omits("all the permissions I need");
    harness.world().silence((now - 600) * 1000);
    let page = changes(&harness, &chief, &page, ("check", &[])).await;
    page.omits("timeout");
    assert!(!bob.types("/challenge").await.private());
}

#[tokio::test]
async fn games_start_only_in_allowed_channels_and_links_lead_there() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let over = table.resigns(&harness, &table.first).await;
    let begun = harness.rows("challenges").await;
    let chief = harness.person("ana").as_admin(true);
    let other = harness.world().channel("other").unwrap().id;
    let page = setup(&harness, &chief).await;
    let page = changes(&harness, &chief, &page, ("places", &["other"])).await;
    let link = format!("<#{other}>");
    page.says(&link);
    let bob = harness.person("bob");
    bob.presses(&over, "rematch").await.says(&link);
    bob.types("/challenge").await.says_privately(&link);
    let menu = said(&bob, "/play").await;
    bob.presses(&menu, "begin").await.says(&link);
    let now = harness.rows("challenges").await;
    assert_eq!(now, begun);
    let there = bob.in_channel("other").types("/challenge").await;
    assert!(!there.private(), "{}", there.text());
    changes(&harness, &chief, &page, ("anywhere", &[])).await;
    assert!(!bob.types("/challenge rated:false").await.private());
    harness.settles().await;
}

#[tokio::test]
async fn a_deleted_allowed_channel_is_reported() {
    let harness = Harness::open().await;
    let chief = harness.person("ana").as_admin(true);
    let other = harness.world().channel("other").unwrap().id;
    let page = setup(&harness, &chief).await;
    let page = changes(&harness, &chief, &page, ("places", &["other"])).await;
    harness.world().delete_channel("other");
    let page = changes(&harness, &chief, &page, ("check", &[])).await;
    let told = format!(
        "<#{other}>: this channel no longer exists. Choose others below, or allow games anywhere."
    );
    page.says(&told);
    let menus = serde_json::Value::from(page.components.clone()).to_string();
    menus.omits(&format!("\"id\":\"{other}\""));
    let page = changes(&harness, &chief, &page, ("places", &["main"])).await;
    page.omits("no longer");
    assert!(!harness.person("bob").types("/challenge").await.private());
    harness.settles().await;
}

#[tokio::test]
async fn challenges_have_the_servers_defaults_unless_they_name_others() {
    let harness = Harness::open().await;
    let chief = harness.person("ana").as_admin(true);
    let page = setup(&harness, &chief).await;
    let page = changes(&harness, &chief, &page, ("clock", &["7"])).await;
    let page = changes(&harness, &chief, &page, ("rated:false", &[])).await;
    let page = changes(&harness, &chief, &page, ("language", &["fr"])).await;
    changes(&harness, &chief, &page, ("theme", &["night"])).await;
    let bob = harness.person("bob");
    let card = said(&bob, "/challenge").await;
    card.says("amicale");
    card.says("7 jours");
    assert!(carried(&card, ":accept").is_some());
    let table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:true").await;
    assert!(table.board.text().contains("C’est à") || table.board.text().contains("tour"));
    // Private answers are in the person's own language.
    said(&bob, "/settings").await.says("Turn reminder: **");
    harness.settles().await;
}

#[tokio::test]
async fn only_managers_of_the_server_see_that_there_is_a_setup() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let chief = harness.person("bob").as_admin(true);
    let own = ana.attempt().types("/setup").await;
    assert!(matches!(own, Err(Refused::NotOffered(_))), "{own:?}");
    let page = setup(&harness, &chief).await;
    page.says("Threads: **none, games stay in the channel**");
    let page = changes(&harness, &chief, &page, ("games-in", &["threads"])).await;
    page.says("Threads: **one for each game**");
    // The permission was removed since then.
    for act in ["setup:rated:false", "setup:check"] {
        let denied = chief.as_admin(false).presses(&page, act).await;
        denied.says("Manage Server");
    }
    let card = said(&ana, "/challenge opponent:@bob").await;
    chief.presses(&card, "accept").await;
    harness.waits_for_channel(&card.id.to_string()).await;
    let server = "Server settings are in ";
    ana.types("/settings").await.omits(server);
    chief.types("/settings").await.says(server);
}

#[tokio::test]
async fn odd_channels_and_decorations_keep_no_permission_from_being_read() {
    let harness = Harness::open().await;
    harness.world().add_odd_channel(json!({
        "id": "7", "type": 15, "guild_id": "1", "name": "forum",
        "default_reaction_emoji": { "emoji_id": null, "emoji_name": null },
        "permission_overwrites": [{ "id": "8", "type": 9, "allow": "x", "deny": null }],
    }));
    harness
        .world()
        .decorate(json!({ "avatar_decoration_data": { "asset": "a", "sku_id": null } }));
    let ana = harness.person("ana").as_admin(true);
    setup(&harness, &ana).await.omits("couldn’t check");
}

#[tokio::test]
async fn a_role_that_was_given_the_command_sees_the_setup_and_changes_nothing() {
    let (harness, [bob]) = Harness::open_as(["bob"]).await;
    assert!(bob.attempt().types("/setup").await.is_err());
    harness.world().open_command("setup");
    let page = setup(&harness, &bob).await;
    let denied = bob.presses(&page, "setup:rated:false").await;
    denied.says("Manage Server");
}

#[tokio::test]
async fn the_chat_of_a_voice_channel_needs_the_permission_to_connect() {
    let harness = Harness::open().await;
    harness
        .world()
        .change_channel("other", |channel| channel.kind = 2);
    harness.permits("other", VIEW | SEND | ATTACH | OPEN_THREADS);
    let ana = harness.person("ana").as_admin(true).in_channel("other");
    setup(&harness, &ana).await.says("“Connect”");
    said(&ana, "/challenge").await.says("“Connect”");
    // An ordinary channel does not need it.
    harness
        .world()
        .change_channel("other", |channel| channel.kind = 0);
    let card = said(&ana, "/challenge").await;
    assert!(!card.private(), "{}", card.text());
}

#[tokio::test]
async fn in_a_private_thread_without_the_bot_the_setup_asks_for_a_mention() {
    let harness = Harness::open().await;
    let thread = harness.world().open_thread("main", "Just us").unwrap().key;
    harness
        .world()
        .change_channel(&thread, |channel| channel.kind = 12);
    let chief = harness.person("ana").as_admin(true).in_channel(&thread);
    let page = setup(&harness, &chief).await;
    page.says("I can’t see this private thread");
    let text = page.text();
    let mention = text.split(['(', ')']).find(|part| part.starts_with("<@"));
    chief.says(mention.unwrap()).unwrap();
    let page = changes(&harness, &chief, &page, ("check", &[])).await;
    page.omits("private thread");
    page.says("all the permissions I need");
    harness.violated(siwa_playground::Kind::Forbidden).await;
}
