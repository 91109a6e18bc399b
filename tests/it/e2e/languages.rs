//! Every command by a person without a game, in every language; and who gets which language.

use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_playground::{Member, Options};

use super::harness::{Harness, locales};
use super::play::{Table, carried};

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
            let answer = person.types(command).await.unwrap();
            assert!(answer.private(), "{command} in {tag}");
            assert!(answer.message().unwrap().pinged().is_empty());
            let expected = words.text(locale, &message(id));
            assert!(
                without_commands(&answer.text()).contains(&without_commands(&expected)),
                "{command} in {tag}: {}",
                answer.text()
            );
        }
    }
    assert_eq!(harness.kept().await, kept);
    assert!(harness.world().messages("main").is_empty());
}

#[tokio::test]
async fn the_rules_of_every_ruleset_are_shown_in_every_language_with_a_picture() {
    let harness = Harness::open().await;
    let words = L10n::default();
    for (tag, locale) in locales() {
        let person = harness.person("bob").with_locale(tag);
        for ruleset in ["classic", "french", "lugo", "modern"] {
            let answer = person
                .types(&format!("/rules rules:{ruleset}"))
                .await
                .unwrap();
            let expected = words
                .find(locale, &format!("rules-seega-{ruleset}"))
                .unwrap();
            assert!(
                answer.private() && answer.text().contains(&expected),
                "{}",
                answer.text()
            );
            let picture = answer.message().unwrap().image().unwrap().clone();
            let words = picture.description.unwrap();
            assert!(
                words.contains("c2") && words.chars().count() <= 1024,
                "{words}"
            );
        }
    }
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
            let answer = person.types(&format!("/{}", name(id))).await.unwrap();
            assert!(answer.private(), "{id} in {tag}");
        }
        let squares = words.attribute(locale, "command-place", "squares");
        let answer = person
            .types(&format!("/{} {squares}:a1 b2", name("command-place")))
            .await;
        let expected = words.text(locale, &message("denied-no-game-here"));
        let said = answer.unwrap().text();
        assert_eq!(without_commands(&said), without_commands(&expected));
        assert!(
            said.contains("</challenge:"),
            "a command that can be pressed: {said}"
        );
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
            let ruleset = siwa_games::text::Arg::Term {
                id: "ruleset",
                case: variant.ruleset,
            };
            let name = Text::new(rules.info().name);
            let header = Text::new("variant")
                .with("name", name)
                .with("board", variant.board);
            words.text(locale, &header.with("ruleset", ruleset))
        };
        assert!(
            table.board.text().contains(&french(public)),
            "{}",
            table.board.text()
        );
        let label = words.word(public, "button-place");
        assert_eq!(table.board.labels()[0], label);
        let first = table.first.clone();
        let own = if first.id() == dolores.id() {
            Locale::from_tag("es")
        } else {
            Locale::from_tag("fr")
        };
        let panel = first.presses(&table.board, &label).await.unwrap();
        let asked = words.word(own, "seega-panel-place");
        assert!(panel.text().contains(&asked), "{}", panel.text());
        let more = first
            .presses(&table.board, carried(&table.board, ":more").unwrap())
            .await
            .unwrap();
        assert!(
            more.text().contains(&words.word(own, "more")),
            "{}",
            more.text()
        );
        assert!(more.text().contains(&french(own)), "{}", more.text());
        let words_of_all = table.plays("a1 b2").await;
        let alt = words_of_all.image().unwrap().description.clone().unwrap();
        let placed = Text::new("alt-placed").with("squares", "a1, b2");
        assert!(alt.contains(&words.text(public, &placed)), "{alt}");
        let look = first.types("/board").await.unwrap();
        let alt = look
            .message()
            .unwrap()
            .image()
            .unwrap()
            .description
            .clone()
            .unwrap();
        assert!(alt.contains(&words.text(own, &placed)), "{alt}");
        let told = first.types("/board text:true").await.unwrap();
        assert!(
            told.text().contains(&words.text(own, &placed)),
            "{}",
            told.text()
        );
        assert!(told.message().unwrap().image().is_none());
        // Messages of the sweeper are in the server's language, too.
        harness.clock.skip(4 * siwa::time::DAY);
        let rematch = words.word(public, "button-rematch");
        let end = harness
            .world()
            .wait_for("main", |it| it.labels().contains(&rematch.as_str()))
            .await
            .unwrap();
        assert!(end.text().contains(&french(public)), "{}", end.text());
    }
}
