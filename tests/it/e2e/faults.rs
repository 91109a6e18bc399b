//! Faults that somebody sets, on the command line or on the page, reach the bot.

use serde_json::{Value, json};
use siwa_playground::Logged;

use super::http::request;
use super::play::Table;
use super::scratch::Scratch;
use crate::siwa::{PLAIN, Siwa};

/// Somebody does something on the page of a playground.
async fn acts(base: &str, mut act: Value) -> u16 {
    act["as"] = json!("ana");
    act["channel"] = json!("main");
    request(base, "POST", "/page/act", &[], &act).await.status
}

#[tokio::test]
async fn a_fault_of_the_command_line_reaches_the_bot_whole() {
    for (fault, told) in [
        (
            "callback:403:50013",
            "status 403, code 50013: 403 Forbidden",
        ),
        ("callback:403:0:<p>by: a firewall</p>", "status 403, code 0"),
        (
            r#"callback:400:0:{"code":50035,"message":"No: no"}"#,
            "status 400, code 50035: No: no",
        ),
    ] {
        let scratch = Scratch::new();
        let arguments = ["playground", "--port", "0", "--fault", fault];
        let mut play = Siwa::start(scratch.path(), &arguments, PLAIN);
        let said = play.says("http://");
        let base = said
            .split_whitespace()
            .find(|word| word.starts_with("http://"));
        let base = base.unwrap().trim_end_matches(['/', '.']).to_owned();
        play.logs("connected to Discord");
        let help = json!({ "do": "command", "path": ["help"], "options": [] });
        assert_eq!(acts(&base, help).await, 409, "{fault}");
        play.logs(told);
    }
}

#[tokio::test]
async fn a_fault_of_the_page_reaches_the_bot_until_it_is_lifted() {
    let (harness, table) = Table::open("seega-5-classic").await;
    harness.settles().await;
    let base = harness.play.page_url();
    let base = base.trim_end_matches('/');
    let set = async |text: &str| acts(base, json!({ "do": "fault", "text": text })).await;
    assert_eq!(set("message:403").await, 409);
    let firewall = "edit-message:403:0:<p>you are blocked</p>";
    let faults = format!("{firewall} channel-message:403:50013");
    assert_eq!(set(&faults).await, 200);
    let away = table.mover().in_channel("other");
    away.types(&table.command("a1 b2")).await;
    away.finds("can’t post the board").await;
    let refused = |sent: &Logged| sent.status == 403 && sent.method == "POST";
    harness.requested(refused).await;
    assert_eq!(set("").await, 200);
    table.waiter().types("/games").await;
    harness.finds("main", "played **a1 b2**").await;
}
