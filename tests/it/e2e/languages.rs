//! Every command by a person without a game, in every language; and who gets which language.

use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_playground::{Member, Message, Options};

use super::harness::{Harness, locales};
use super::person::Says;
use super::play::Table;

/// Every command that answers a person without a game, and the answer.
const WITHOUT_A_GAME: [(&str, &str); 10] = [
    ("/place squares:a1 b2", "denied-no-game-here"),
    ("/move move:c2-c3", "denied-no-game-here"),
    ("/board", "denied-no-game-here"),
    ("/board text:true", "denied-no-game-here"),
    ("/games", "games-none"),
    ("/draw", "denied-no-game-here"),
    ("/resign", "denied-no-game-here"),
    ("/leaderboard game:Seega", "leaderboard-empty"),
    ("/rules", "rules-seega"),
    ("/help", "help"),
];

fn message(id: &'static str) -> Text {
    Text::new(id)
}

/// A text without its commands, which are quoted or links.
fn without_commands(text: &str) -> String {
    let mut rest = text.replace("`/", "</").replace('`', ">");
    while let Some((before, command)) = rest.split_once("</") {
        let (_, after) = command.split_once('>').unwrap();
        rest = format!("{before}…{after}");
    }
    rest
}

#[tokio::test]
async fn a_person_without_a_game_gets_a_private_answer_in_their_language() {
    let harness = Harness::open().await;
    let words = L10n::default();
    let kept = harness.kept().await;
    for (tag, locale) in locales() {
        let person = harness.person("chloe").with_locale(tag);
        for (command, id) in WITHOUT_A_GAME {
            let answer = person.types(command).await;
            assert!(answer.private(), "{command} in {tag}");
            assert!(answer.pinged().is_empty());
            let expected = words.text(locale, &message(id).with("scope", "people"));
            without_commands(&answer.text()).says(&without_commands(&expected));
        }
    }
    assert_eq!(harness.kept().await, kept);
    assert!(harness.world().messages("main").is_empty());
}

#[tokio::test]
async fn commands_are_understood_by_their_names_in_every_language() {
    let harness = Harness::open().await;
    let words = L10n::default();
    for (tag, locale) in locales() {
        let person = harness.person("bob").with_locale(tag);
        let name = |id: &'static str| words.word(locale, id);
        for id in [
            "command-help",
            "command-games",
            "command-board",
            "command-leaderboard",
        ] {
            let answer = person.types(&format!("/{}", name(id))).await;
            assert!(answer.private(), "{id} in {tag}");
        }
        let squares = words.attribute(locale, "command-place", "squares");
        let typed = format!("/{} {squares}:a1 b2", name("command-place"));
        let answer = person.types(&typed).await;
        let expected = words.text(locale, &message("denied-no-game-here"));
        let said = answer.text();
        assert_eq!(without_commands(&said), without_commands(&expected));
        // A command that can be pressed.
        said.says("</challenge:");
    }
}

/// A server with a language, and people who each speak another.
async fn mixed(guild: &str) -> Harness {
    let member = |number: u64, key: &str, locale: &str| {
        Member::new(1_100_000_000_000_000_200 + number, key, key, locale)
    };
    Harness::open_with(Options {
        guild_locale: guild.to_owned(),
        people: vec![
            member(1, "ana", "pt-BR"),
            member(2, "bob", "en-US"),
            member(3, "chloe", "fr"),
            member(4, "dolores", "es-ES"),
        ],
        ..Options::default()
    })
    .await
}

#[tokio::test]
async fn public_messages_are_in_the_servers_language_and_private_ones_in_the_persons() {
    let words = L10n::default();
    for (guild, public) in locales() {
        let harness = mixed(guild).await;
        let dolores = harness.person("dolores");
        let chloe = harness.person("chloe");
        let mut table = Table::between(&harness, &chloe, &dolores, "seega-5-french", "").await;
        let (rules, variant) = Registry::standard().variant("seega-5-french").unwrap();
        let french = |locale| {
            let ruleset = Text::term("ruleset", variant.ruleset);
            let name = Text::new(rules.info().name);
            let header = Text::new("variant").with("name", name);
            let header = header.with("board", variant.board);
            words.text(locale, &header.with("ruleset", ruleset))
        };
        table.board.says(&french(public));
        let label = words.word(public, "button-place");
        assert_eq!(table.board.labels()[0], label);
        let first = table.first.clone();
        let own = if first.id() == dolores.id() {
            "es"
        } else {
            "fr"
        };
        let own = Locale::from_tag(own);
        let panel = first.presses(&table.board, "panel").await;
        let asked = words.word(own, "seega-panel-place");
        panel.says(&asked);
        let more = first.presses_act(&table.board, ":more").await;
        more.says(&words.word(own, "more"));
        more.says(&french(own));
        let words_of_all = table.plays("a1 b2").await;
        let alt = words_of_all.image().unwrap().description.clone().unwrap();
        let placed = Text::new("alt-placed").with("squares", "a1, b2");
        alt.says(&words.text(public, &placed));
        let look = first.types("/board").await;
        let alt = look.image().unwrap().description.clone().unwrap();
        alt.says(&words.text(own, &placed));
        let told = first.types("/board text:true").await;
        told.says(&words.text(own, &placed));
        assert!(told.image().is_none());
        // Messages of the sweeper are in the server's language, too.
        harness.clock.skip(siwa::time::Seconds::days(4));
        let rematch = words.word(public, "button-rematch");
        let over = |it: &Message| it.labels().contains(&rematch.as_str());
        let end = harness.waits_for("main", over).await;
        end.says(&french(public));
    }
}
