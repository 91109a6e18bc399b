//! Themes of boards: chosen by a person for private messages, and by admins of a server for public
//! ones.

use siwa::discord::view::{self, Known, Localizer};
use siwa::game::{Game, GameId, GameRecord, GuildId, PlayerId, Preference, Setting};
use siwa::l10n::{L10n, Locale};
use siwa::time::DAY;
use siwa_boards::{Size, THEMES, View, theme};
use siwa_games::registry::Registry;
use siwa_games::rules::{Diagram, Side};
use siwa_games::text::Text;
use siwa_playground::Message;

use super::harness::{Harness, PAINTER, locales};
use super::person::{Person, Reply};
use super::play::{Table, exports, panel, placing, settings};
use super::setup::{changes, setup};

const CLASSIC: &str = "seega-5-classic";

fn in_theme(id: &str, orientation: Side) -> View {
    View {
        theme: theme(id).unwrap(),
        orientation,
        ..View::default()
    }
}

/// Checks that a message shows this board in this theme, with its alternative text.
#[track_caller]
fn shows(message: &Message, board: &Diagram, id: &str, from: Side) {
    let picture = message.image().unwrap();
    assert!(picture.description.is_some(), "{}", message.text());
    let wanted = PAINTER.png(board, in_theme(id, from)).unwrap();
    assert!(*picture.bytes == wanted, "not in {id}: {}", message.text());
}

/// A private answer.
fn private(answer: &Reply) -> &Message {
    assert!(answer.private(), "{}", answer.text());
    answer
}

/// A person types a command, which is answered privately.
async fn asks(who: &Person, line: &str) -> Message {
    let answer = who.types(line).await;
    private(&answer).clone()
}

/// A person chooses a theme, by its id; returns the page.
async fn wears(who: &Person, theme: &str) -> Message {
    let page = settings(who, "theme").await;
    let chosen = who.presses(&page, theme).await;
    assert_eq!(chosen.id, page.id);
    private(&chosen).clone()
}

/// A manager of the server chooses the theme of its public boards.
async fn paints(harness: &Harness, id: &'static str) {
    let manager = harness.person("chloe").as_admin(true);
    let page = setup(harness, &manager).await;
    changes(harness, &manager, &page, ("theme", &[id])).await;
}

async fn game(harness: &Harness, table: &Table) -> Game {
    let id = GameId(table.id.parse().unwrap());
    let record = harness.store.record(id).await.unwrap().unwrap();
    Game::replay(record, Registry::standard()).unwrap()
}

/// The present board of a game.
async fn board(harness: &Harness, table: &Table) -> Diagram {
    game(harness, table).await.diagram()
}

/// The board on a page of the rules.
fn page(clause: Option<&str>) -> Diagram {
    let words = L10n::default();
    let l10n = Localizer {
        l10n: &words,
        locale: Locale::ENGLISH,
        known: &Known::default(),
    };
    let (rules, variant) = Registry::standard().variant(CLASSIC).unwrap();
    view::rules(l10n, rules, variant, clause).board.unwrap()
}

/// The sample board of a theme: the first one of the rules.
fn sample() -> Diagram {
    page(None)
}

/// The stored themes of people and servers.
async fn chosen(harness: &Harness) -> (i64, i64) {
    let people = "players where theme is not null";
    let servers = "guilds where theme is not null";
    (harness.rows(people).await, harness.rows(servers).await)
}

#[tokio::test]
async fn private_messages_are_in_a_persons_theme_and_public_ones_are_not() {
    let (harness, mut table) = Table::open(CLASSIC).await;
    let own = table.first.clone();
    let other = table.second.clone();
    let rules = page(Some("S6"));
    // Classic is last; it is chosen like any other.
    for (theme, text) in THEMES.iter().rev().zip(placing(CLASSIC)) {
        let id = theme.id;
        let said = wears(&own, id).await;
        shows(&said, &sample(), id, Side::First);

        let public = table.plays(&text).await;
        let board = board(&harness, &table).await;
        shows(&public, &board, "classic", Side::First);
        let look = asks(&own, "/board").await;
        shows(&look, &board, id, Side::First);
        let look = asks(&other, "/board").await;
        shows(&look, &board, "classic", Side::First);
        let page = asks(&own, "/rules clause:S6").await;
        shows(&page, &rules, id, Side::First);
    }
    assert_eq!(table.mover().id(), own.id());
    wears(&own, "paper").await;
    let panel = panel(&own, &table.board, &[]).await;
    let preview = game(&harness, &table).await.state().preview("");
    let small = View {
        size: Size::Width(240),
        ..in_theme("paper", Side::First)
    };
    let wanted = PAINTER.png(&preview, small).unwrap();
    assert!(*panel.image().unwrap().bytes == wanted);
    assert_eq!(chosen(&harness).await, (1, 0));
}

#[tokio::test]
async fn a_game_is_replayed_in_the_persons_theme() {
    let (harness, mut table) = Table::open(CLASSIC).await;
    table.follow(&placing(CLASSIC)[..3]).await;
    let own = table.second.clone();
    wears(&own, "night").await;
    let record = exports(&own, &table.board, &table.id).await;
    let record = private(&record).attachments[0].bytes.to_vec();
    let sheet = GameRecord::read(String::from_utf8(record).unwrap(), Registry::standard()).unwrap();
    let boards: Vec<Diagram> = (0..=3).map(|turn| sheet.board(turn).clone()).collect();

    let waiting = asks(&own, "/replay").await;
    let pictured = |it: &Message| it.image().is_some();
    let animation = harness.waits_until(waiting.id, pictured).await;
    let view = in_theme("night", Side::First);
    let gif = PAINTER.gif(Vec::new(), &boards, view).unwrap();
    assert!(*animation.image().unwrap().bytes == gif);
    let back = own.presses(&animation, "last").await;
    shows(private(&back), &boards[3], "night", Side::First);
}

#[tokio::test]
async fn a_manager_of_a_server_chooses_the_theme_of_public_boards() {
    let (harness, mut table) = Table::open(CLASSIC).await;
    let own = table.first.clone();
    let other = table.second.clone();
    let moves = placing(CLASSIC);
    let before = table.plays(&moves[0]).await;
    wears(&own, "night").await;

    paints(&harness, "paper").await;
    let still = harness.world().message(before.id).unwrap();
    assert!(still.image().unwrap().bytes == before.image().unwrap().bytes);

    let public = table.plays(&moves[1]).await;
    let now = board(&harness, &table).await;
    shows(&public, &now, "paper", Side::First);
    // A person without a theme gets the server's; others keep theirs.
    let look = asks(&other, "/board").await;
    shows(&look, &now, "paper", Side::First);
    let look = asks(&own, "/board").await;
    shows(&look, &now, "night", Side::First);
    // A board after a private answer is still public.
    let (one, _) = moves[2].split_once(' ').unwrap();
    let preview = panel(&own, &public, &[one, &moves[2]]).await;
    let public = harness.follows(&preview, &own, "play").await;
    let now = board(&harness, &table).await;
    shows(&public, &now, "paper", Side::First);

    // After a reset, each is as before.
    paints(&harness, "classic").await;
    let look = asks(&other, "/board").await;
    shows(&look, &now, "classic", Side::First);
    let said = wears(&own, "default").await;
    shows(&said, &sample(), "classic", Side::First);
    assert_eq!(chosen(&harness).await, (0, 1));
}

#[tokio::test]
async fn a_chosen_theme_outlives_a_restart_also_for_messages_of_the_sweeper() {
    let mut harness = Harness::open().await;
    let table = Table::set_with(&harness, CLASSIC, "time:1").await;
    wears(&table.second, "contrast").await;
    paints(&harness, "night").await;
    harness.stop_bot().await;
    harness.resume().await;
    harness.clock.skip(DAY + 1);
    let end = harness.ended().await;
    let now = board(&harness, &table).await;
    shows(&end, &now, "night", Side::First);
    let command = format!("/board game:{}", table.id);
    let look = asks(&table.second, &command).await;
    shows(&look, &now, "contrast", Side::First);
    let look = asks(&table.first, &command).await;
    shows(&look, &now, "night", Side::First);
}

#[tokio::test]
async fn other_servers_and_removed_themes_change_nothing() {
    let (harness, mut table) = Table::open(CLASSIC).await;
    let game = game(&harness, &table).await;
    let here = game.setup.venue.guild;
    let own = PlayerId(table.first.id());
    let abroad = GuildId(here.0 + 1);
    let store = &harness.store;
    let moves = placing(CLASSIC);
    for (played, (guild, theirs)) in [(abroad, "night"), (here, "sepia")].into_iter().enumerate() {
        let theirs = Setting::Theme(Some(theirs.to_owned()));
        store.choose(guild, &theirs).await.unwrap();
        let public = table.plays(&moves[played]).await;
        let now = board(&harness, &table).await;
        shows(&public, &now, "classic", Side::First);
    }
    // A person's theme applies in all servers; without one, each server's theme does.
    let name = table.first.mention();
    for (own_theme, here_theme, seen) in [
        (Some("sepia"), "paper", "paper"),
        (Some("night"), "sepia", "night"),
        (Some("sepia"), "sepia", "classic"),
    ] {
        let noon = harness.clock.now();
        let own_theme = Preference::Theme(own_theme.map(str::to_owned));
        store.prefer(own, &name, &own_theme, noon).await.unwrap();
        let theme = Setting::Theme(Some(here_theme.to_owned()));
        store.choose(here, &theme).await.unwrap();
        let now = board(&harness, &table).await;
        let look = asks(&table.first, "/board").await;
        shows(&look, &now, seen, Side::First);
        let said = settings(&table.first, "theme").await;
        shows(&said, &sample(), seen, Side::First);
    }
}

#[tokio::test]
async fn a_theme_is_chosen_and_named_in_every_language() {
    let harness = Harness::open().await;
    let words = L10n::default();
    paints(&harness, "night").await;
    for (tag, locale) in locales() {
        let who = harness.person("bob").with_locale(tag);
        let told = |id: &'static str, theme: &'static str| {
            let theme = Text::term("theme", theme);
            words.text(locale, &Text::new(id).with("theme", theme))
        };
        let page = settings(&who, "theme").await;
        let contrast = "settings:theme:contrast";
        let chosen = who.presses(&page, contrast).await;
        let chosen = private(&chosen).clone();
        let public = told("theme-now-public", "night");
        let own = told("theme-own", "contrast");
        assert_eq!(chosen.text(), format!("{own}\n{public}"), "{tag}");
        shows(&chosen, &sample(), "contrast", Side::First);
        let reset = who.presses(&chosen, "default").await;
        let own = told("theme-default-own", "night");
        assert_eq!(reset.text(), format!("{own}\n{public}"), "{tag}");
        shows(private(&reset), &sample(), "night", Side::First);
    }
}
