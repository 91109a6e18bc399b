//! Components of old messages keep working: one of each kind is pressed after a restart, and again
//! a month later.

use serenity::all::{
    ChannelId, CreateActionRow, CreateAllowedMentions, CreateButton, CreateMessage,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use siwa_playground::Message;

use super::harness::Harness;
use super::play::{Table, placing, said};

const DAY: i64 = 24 * 60 * 60;

/// Components of a game after one turn, and of a finished one.
const OF_GAMES: &str = "panel:, panel:a1, type, typed, board, turned, more, hint:, hint:move, resign, stay, decline, \
    accept, nudge, wait, claim-time, give, offer, claim, take-back, play:c2 d2, play:c2:c3, \
    rematch, resign-surely";

/// Components of the replay.
const OF_VIEWS: &str =
    "first, earlier, later, last, animation, export, share, share-animation, review, better";

/// All other buttons; the challenge is open, then closed.
const OTHERS: &str = "rules:seega-5-classic:, rules:gyges-gates:G14, rules:seega-5:, leaderboard:*:0:alone, \
    leaderboard:gyges:3:alone, leaderboard:*@siwa:0:alone, leaderboard:gyges@month:0:alone, \
    leaderboard:*@month:1:shared, leaderboard:seega:2:shared, leaderboard:*:0:shared, \
    profile:1100000000000000102:seega:alone, profile:1100000000000000102:gyges:shared, puzzle:9:20779:open, \
    puzzle:9:20779:panel:, puzzle:9:20779:panel:c2-, puzzle:9:20779:play:c2-c3, puzzle:9:20779:type, \
    puzzle:9:20779:typed, puzzle:9:20779:solution, puzzle:9:20779:another, puzzle:9:20779:share, \
    plan:1:1:open, plan:1:1:panel:, plan:1:1:play:c2 d2, plan:1:1.1:panel:, plan:1:1.1:panel:a2, \
    plan:1:1.1:type, plan:1:1.1:typed, plan:1:1.1:play:a2 a3, plan:1:1:open, plan:1:1:clear, \
    plan:1:7.2:panel:, plan:2:1:open, open:1, next, settings:confirms:true, settings:confirms:false, \
    settings:menus:true, settings:turns, settings:notices, settings:theme:, settings:theme:night, \
    settings:away, settings:back, notify:how:direct, notify:how:digest, notify:how:never, notify:how:here, \
    notify:type, engine:gyges-gates:2:placed:random:open, engine:gyges-gates:2:placed:random:begin, \
    engine:gyges-gates:2:placed:random:begin-rated, challenge:3:decline, challenge:3:cancel, \
    challenge:3:accept-here, challenge:3:accept, setup:check, setup:anywhere, setup:rated:true, \
    setup:rated:false, setup:takebacks:true, setup:takebacks:false, privacy:export, privacy:ask, privacy:keep, \
    privacy:delete";

/// Menus, with the chosen value.
const MENUS: &[(&str, &str)] = &[
    ("game:1:1:menu:3", "a1"),
    ("game:1:1:menu:patterns", "123321"),
    ("view:1:1:jump", "1"),
    ("puzzle:9:20779:menu:3", "c2"),
    ("which:place:a1 b2", "1"),
    ("which:move:c2:c3", "1"),
    ("which:board", "1"),
    ("which:board-text", "1"),
    ("which:draw", "1"),
    ("which:resign", "1"),
    ("which:replay", "1"),
    ("plan:1:1:menu:3", "c1"),
    ("plan:1:1:remove", "7"),
    (
        "engine:gyges-gates:2:placed:random:variant",
        "seega-5-classic",
    ),
    ("engine:gyges-gates:2:placed:random:level", "3"),
    ("settings:reminder", "50"),
    ("settings:until", "3"),
    ("notify:quiet", "22-8"),
    ("notify:hour", "18"),
    ("notify:zone", "Europe/Lisbon"),
    ("notify:typed", "Lisbon"),
    ("setup:language", "fr"),
    ("setup:language", "none"),
    ("setup:theme", "night"),
    ("setup:games-in", "channel"),
    ("setup:clock", "7"),
    ("setup:weekends", "none"),
];

/// Posts every button and menu as a separate message.
async fn posted(harness: &Harness) -> Vec<(Message, String, Option<&'static str>)> {
    let of_games = OF_GAMES.split(", ");
    let of_games = of_games.flat_map(|act| ["1", "2"].map(|game| format!("game:{game}:1:{act}")));
    let of_views = OF_VIEWS.split(", ");
    let of_views = of_views.flat_map(|act| ["1", "2"].map(|game| format!("view:{game}:1:{act}")));
    let others = OTHERS.split(", ").map(str::to_owned);
    let buttons = of_games.chain(of_views).chain(others);
    let menus = MENUS
        .iter()
        .map(|(id, chosen)| ((*id).to_owned(), Some(*chosen)));
    let hand = harness.hand();
    let main = harness.world().channel("main").unwrap().id;
    let mut posted = Vec::new();
    for (id, chosen) in menus.chain(buttons.map(|id| (id, None))) {
        let row = match chosen {
            None => CreateActionRow::Buttons(vec![CreateButton::new(&id).label("old")]),
            Some(value) => CreateActionRow::SelectMenu(CreateSelectMenu::new(
                &id,
                CreateSelectMenuKind::String {
                    options: vec![CreateSelectMenuOption::new("old", value)],
                },
            )),
        };
        let message = CreateMessage::new()
            .content("An old message.")
            .allowed_mentions(CreateAllowedMentions::new())
            .components(vec![row]);
        let sent = ChannelId::new(main).send_message(&hand, message).await;
        let sent = sent.unwrap().id.get();
        let there = |it: &Message| !it.live().is_empty();
        posted.push((harness.waits_until(sent, there).await, id, chosen));
    }
    posted
}

/// Presses all of them; each is answered, and none with an internal error.
async fn pressed(harness: &Harness, all: &[(Message, String, Option<&str>)]) {
    let ana = harness.person("ana").as_admin(true);
    for (message, id, chosen) in all {
        let Some(there) = harness
            .world()
            .messages("main")
            .into_iter()
            .find(|it| it.id == message.id)
        else {
            continue;
        };
        // An earlier press may have removed its buttons as outdated.
        if there.live().is_empty() {
            continue;
        }
        let answer = match chosen {
            None => ana.attempt().presses(&there, id).await,
            Some(value) => ana.attempt().selects(&there, id, &[value]).await,
        };
        let answer = answer.unwrap_or_else(|why| panic!("{id}: {why}"));
        let said = answer.text();
        assert!(
            answer.modal().is_some() || !said.is_empty() || answer.message().is_some(),
            "{id} was not answered"
        );
        assert!(!said.contains("went wrong"), "{id}: {said}");
        assert!(!said.contains("no longer works"), "{id}: {said}");
    }
}

#[tokio::test]
async fn components_of_every_old_message_are_answered() {
    let mut harness = Harness::open().await;
    let script = placing("seega-5-classic");
    let mut running = Table::set_with(&harness, "seega-5-classic", "time:none rated:false").await;
    running.plays(&script[0]).await;
    let mut over = Table::set_with(&harness, "seega-5-modern", "").await;
    over.plays(&script[0]).await;
    over.resigns(&harness, &harness.person("bob")).await;
    said(&harness.person("chloe"), "/challenge").await;
    said(&harness.person("ana"), "/puzzle").await;
    let all = posted(&harness).await;
    harness.restart().await;
    pressed(&harness, &all).await;
    harness.later(30 * DAY).await;
    let again = posted(&harness).await;
    harness.restart().await;
    pressed(&harness, &again).await;
    harness.settles().await;
}
