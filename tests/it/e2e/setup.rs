//! The bot's missing permissions in a server, and the server's settings.

use serde_json::json;
use siwa_playground::{Message, Person};

use super::harness::Harness;
use super::play::{Table, carried, said};
use super::threads::{ATTACH, OPEN_THREADS, SEND, VIEW};

/// A person uses `/setup`.
pub(crate) async fn setup(harness: &Harness, who: &Person) -> Message {
    let answer = who.types("/setup").await.unwrap();
    assert!(answer.private(), "{}", answer.text());
    harness.world().settled(&answer).await.unwrap()
}

/// A person changes a setting, with a menu or a button of the answer.
pub(crate) async fn changes(
    harness: &Harness,
    who: &Person,
    page: &Message,
    (act, values): (&str, &[&str]),
) -> Message {
    let custom = format!("setup:{act}");
    let answer = match values {
        [] => who.presses(page, &custom).await,
        values => who.selects(page, &custom, values).await,
    };
    let changed = |it: &Message| it.text() != page.text();
    assert!(answer.is_ok(), "{answer:?}");
    harness.world().wait_until(page.id, changed).await.unwrap()
}

/// View, write, attach, read: no permission for threads.
const PLAIN: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16;

#[tokio::test]
async fn missing_permissions_are_listed_by_channel_with_their_effects() {
    let harness = Harness::open().await;
    let chief = harness.person("ana").as_admin(true);
    let page = setup(&harness, &chief).await;
    assert!(
        page.text().contains("I have all the permissions I need"),
        "{}",
        page.text()
    );
    harness.world().set_bot_permissions("main", PLAIN);
    harness.world().set_bot_permissions("other", 1 << 10);
    let page = changes(&harness, &chief, &page, ("games-in", &["threads"])).await;
    assert!(
        page.text().contains("Create Public Threads"),
        "{}",
        page.text()
    );
    assert!(!page.text().contains("Attach Files"), "{}", page.text());
    let page = changes(&harness, &chief, &page, ("places", &["other"])).await;
    for missing in ["Send Messages", "Attach Files", "Create Public Threads"] {
        assert!(page.text().contains(missing), "{missing}: {}", page.text());
    }
    harness
        .world()
        .set_bot_permissions("other", 1 << 10 | 1 << 11 | 1 << 15);
    let page = changes(&harness, &chief, &page, ("check", &[])).await;
    assert!(
        page.text().contains("Read Message History"),
        "{}",
        page.text()
    );
}

#[tokio::test]
async fn games_start_only_in_allowed_channels_and_links_lead_there() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let over = table.resigns(&harness, &table.first).await;
    let begun = harness.count("select count(*) from challenges").await;
    let chief = harness.person("ana").as_admin(true);
    let other = harness.world().channel("other").unwrap().id;
    let page = setup(&harness, &chief).await;
    let page = changes(&harness, &chief, &page, ("places", &["other"])).await;
    let link = format!("<#{other}>");
    assert!(page.text().contains(&link), "{}", page.text());
    let bob = harness.person("bob");
    let told = bob.presses(&over, "Rematch").await.unwrap();
    assert!(told.text().contains(&link), "{}", told.text());
    let told = bob.types("/challenge").await.unwrap();
    assert!(
        told.private() && told.text().contains(&link),
        "{}",
        told.text()
    );
    let menu = said(&bob, "/play").await;
    let told = bob.presses(&menu, "Start").await.unwrap();
    assert!(told.text().contains(&link), "{}", told.text());
    let now = harness.count("select count(*) from challenges").await;
    assert_eq!(now, begun);
    let there = bob.in_channel("other").types("/challenge").await.unwrap();
    assert!(!there.private(), "{}", there.text());
    changes(&harness, &chief, &page, ("anywhere", &[])).await;
    assert!(!bob.types("/challenge rated:false").await.unwrap().private());
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
    assert!(page.text().contains(&told), "{}", page.text());
    let menus = serde_json::Value::from(page.components.clone()).to_string();
    assert!(!menus.contains(&format!("\"id\":\"{other}\"")), "{menus}");
    let page = changes(&harness, &chief, &page, ("places", &["main"])).await;
    assert!(!page.text().contains("no longer"), "{}", page.text());
    assert!(
        !harness
            .person("bob")
            .types("/challenge")
            .await
            .unwrap()
            .private()
    );
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
    assert!(card.text().contains("amicale"), "{}", card.text());
    assert!(card.text().contains("7 jours"), "{}", card.text());
    assert!(carried(&card, ":accept").is_some());
    let table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:true").await;
    assert!(table.board.text().contains("C’est à") || table.board.text().contains("tour"));
    // Private answers are in the person's own language.
    let own = said(&bob, "/settings").await;
    assert!(own.text().contains("Turn reminder: **"), "{}", own.text());
    harness.settles().await;
}

#[tokio::test]
async fn only_managers_of_the_server_see_that_there_is_a_setup() {
    let harness = Harness::open().await;
    let (ana, chief) = (harness.person("ana"), harness.person("bob").as_admin(true));
    let page = setup(&harness, &chief).await;
    for act in ["setup:rated:false", "setup:check"] {
        let denied = chief.as_admin(false).presses(&page, act).await.unwrap();
        assert!(denied.text().contains("Manage Server"), "{}", denied.text());
    }
    assert!(
        !said(&ana, "/settings")
            .await
            .text()
            .contains("Server settings are in ")
    );
    assert!(
        said(&chief, "/settings")
            .await
            .text()
            .contains("Server settings are in ")
    );
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
    let shown = setup(&harness, &ana).await;
    assert!(!shown.text().contains("couldn’t check"), "{}", shown.text());
    harness.sound().await;
}

#[tokio::test]
async fn a_role_that_was_given_the_command_sees_the_setup_and_changes_nothing() {
    let harness = Harness::open().await;
    let bob = harness.person("bob");
    assert!(bob.types("/setup").await.is_err());
    harness.world().open_command("setup");
    let page = setup(&harness, &bob).await;
    let denied = bob.presses(&page, "setup:rated:false").await.unwrap();
    assert!(denied.text().contains("Manage Server"), "{}", denied.text());
}

#[tokio::test]
async fn the_chat_of_a_voice_channel_needs_the_permission_to_connect() {
    let harness = Harness::open().await;
    harness.world().set_kind("other", 2);
    harness
        .world()
        .set_bot_permissions("other", VIEW | SEND | ATTACH | OPEN_THREADS);
    let ana = harness.person("ana").as_admin(true).in_channel("other");
    let shown = setup(&harness, &ana).await;
    assert!(shown.text().contains("“Connect”"), "{}", shown.text());
    let denied = said(&ana, "/challenge").await;
    assert!(denied.text().contains("“Connect”"), "{}", denied.text());
    // An ordinary channel does not need it.
    harness.world().set_kind("other", 0);
    let card = said(&ana, "/challenge").await;
    assert!(!card.private(), "{}", card.text());
}
