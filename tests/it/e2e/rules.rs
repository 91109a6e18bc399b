//! The rules, read page by page.

use serde_json::Value;
use siwa::l10n::L10n;
use siwa_games::registry::Registry;
use siwa_playground::Message;

use super::harness::{Harness, locales};
use super::person::{Person, Reply, Says, SaysTo as _};
use super::play::Table;

fn message(answer: &Reply) -> Message {
    assert!(answer.private(), "{}", answer.text());
    answer.message()
}

/// The clauses of a variant, in order.
fn clauses(variant: &str) -> Vec<&'static str> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let clauses = rules.clauses(variant);
    clauses.iter().map(|clause| clause.id).collect()
}

/// The button of a page with this label, which carries the page that it leads to.
fn button(page: &Message, label: &str) -> Value {
    let mut buttons = page.buttons().into_iter();
    buttons
        .find(|button| button["label"] == label)
        .unwrap()
        .clone()
}

/// A reader presses such a button.
async fn turns(reader: &Person, page: &Message, label: &str) -> Message {
    let button = button(page, label);
    message(
        &reader
            .presses(page, button["custom_id"].as_str().unwrap())
            .await,
    )
}

/// Turns to the next page until the last; returns all pages.
async fn leaf(reader: &Person, first: Message, next: &str) -> Vec<Message> {
    let mut pages = vec![first];
    loop {
        let page = pages.last().unwrap();
        if button(page, next)["disabled"] == true {
            return pages;
        }
        let turned = turns(reader, page, next).await;
        assert_eq!(turned.id, page.id, "a page takes the place of another");
        pages.push(turned);
    }
}

/// Returns whether a page is about a clause.
fn tells(page: &Message, clause: &str) -> bool {
    page.text().starts_with(&format!("### {clause} · "))
}

#[tokio::test]
async fn every_rulebook_is_read_from_end_to_end_in_every_language() {
    let harness = Harness::open().await;
    let words = L10n::default();
    for (tag, locale) in locales() {
        let reader = harness.person("chloe").with_locale(tag);
        let [next, previous] = ["button-next", "button-previous"].map(|id| words.word(locale, id));
        for rules in Registry::standard().games() {
            let info = rules.info();
            let mut rulesets: Vec<&str> = Vec::new();
            for variant in info.variants {
                if rulesets.contains(&variant.ruleset) {
                    continue;
                }
                rulesets.push(variant.ruleset);
                let command = format!("/rules game:{} rules:{}", info.id, variant.ruleset);
                let first = message(&reader.types(&command).await);
                let pages = leaf(&reader, first, &next).await;
                let clauses = clauses(variant.id);
                assert_eq!(pages.len(), clauses.len() + 1, "{command}");
                assert!(pages[0].text().starts_with("## "));
                let overview = format!("rules-{}-{}", info.id, variant.ruleset);
                pages[0].says(&words.find(locale, &overview).unwrap());
                for (page, clause) in pages[1..].iter().zip(&clauses) {
                    assert!(tells(page, clause), "{clause}: {}", page.text());
                }
                for page in &pages {
                    assert!(page.pinged().is_empty());
                    let alt = page.image().unwrap().description.clone().unwrap();
                    assert!(!alt.is_empty() && alt.chars().count() <= 1024, "{alt}");
                }
                let last = pages.last().unwrap();
                let back = turns(&reader, last, &previous).await;
                assert_eq!(back.text(), pages[pages.len() - 2].text());
            }
        }
    }
    assert!(harness.world().violations().is_empty());
}

#[tokio::test]
async fn a_menu_leads_to_any_clause_and_back_to_the_overview() {
    let (_harness, [reader]) = Harness::open_as(["ana"]).await;
    let overview = message(&reader.types("/rules game:Gygès").await);
    assert_eq!(button(&overview, "Previous")["disabled"], true);
    let mut page = overview.clone();
    for (chosen, title) in [
        ("G9", "G9 · Taking a piece’s place"),
        ("G14", "G14 · The same position again"),
        ("G1", "G1 · Board and pieces"),
    ] {
        let menu = page.selects()[0]["custom_id"].as_str().unwrap().to_owned();
        page = message(&reader.selects(&page, &menu, &[chosen]).await);
        page.says(title);
    }
    let menu = page.selects()[0]["custom_id"].as_str().unwrap().to_owned();
    let back = reader.selects(&page, &menu, &["overview"]).await;
    assert_eq!(message(&back).text(), overview.text());
}

#[tokio::test]
async fn a_refusal_names_a_clause_and_the_clause_is_found_by_that_name() {
    let (_harness, table) = Table::open("seega-7-lugo").await;
    table.first.types("/place squares:a1 d4").await.says("(S1)");
    for (typed, expected) in [
        ("/rules clause:S1", "### S1 · Placing"),
        ("/rules clause:s10 rules:lugo", "### S10 · Capturing again"),
        // The person need not know which game has a clause with that name.
        ("/rules clause:G13", "### G13 · Every move changes the"),
    ] {
        let page = message(&table.first.types(typed).await);
        page.begins(expected);
    }
    for typed in [
        "/rules clause:S99",
        "/rules clause:S1 game:gyges",
        "/rules clause:G1 rules:lugo",
    ] {
        let denied = table.first.types(typed).await;
        denied.says_privately("have no such clause");
    }
}

#[tokio::test]
async fn completion_offers_clauses_by_their_names_and_their_titles() {
    let harness = Harness::open().await;
    let offered = async |tag: &str, line: &str| -> Vec<String> {
        let reader = harness.person("bob").with_locale(tag);
        let choices = reader.completes(line).await;
        assert!(choices.len() <= 25);
        choices.into_iter().map(|choice| choice.name).collect()
    };
    let corners = offered("en-US", "/rules clause:corner").await;
    assert_eq!(corners, ["S7 · Edges, corners, empty centre"]);
    let repeated = offered("en-US", "/rules rules:leroy clause:g14").await;
    assert_eq!(repeated, ["G14 · No repeated positions"]);
    let all = offered("en-US", "/rules game:gyges clause:").await;
    assert_eq!(all.len(), 14);
    assert_eq!(offered("en-US", "/rules clause:").await.len(), 25);
    let portuguese = offered("pt-BR", "/regras regras:lugo item:capturar é").await;
    assert_eq!(portuguese, ["S11 · Capturar é obrigatório"]);
    assert!(offered("en-US", "/rules clause:zz").await.is_empty());
}

#[tokio::test]
async fn the_rules_of_a_challenge_and_of_a_game_open_beside_it_and_are_read_on() {
    let harness = Harness::open().await;
    let [ana, bob] = harness.people(["ana", "bob"]);
    let bob = bob.with_locale("fr");
    let card = ana.types("/challenge game:Gygès rules:cosmoludo").await;
    let card = card.message();
    let opened = bob.presses(&card, "rules").await;
    let overview = message(&opened);
    assert_ne!(overview.id, card.id);
    let page = turns(&bob, &overview, "Suivant").await;
    assert!(tells(&page, "G1"), "{}", page.text());
    let untouched = harness.world().message(card.id).unwrap();
    assert_eq!(untouched.text(), card.text());

    let table = Table::set(&harness, "seega-9-french").await;
    let more = table.first.presses(&table.board, "more").await;
    let more = message(&more);
    let overview = message(&table.first.presses(&more, "rules").await);
    assert_ne!(overview.id, more.id, "what else there is stays there");
    overview.says("9×9");
    let page = turns(&table.first, &overview, "Next").await;
    page.says("placed 40");
}

#[tokio::test]
async fn pages_turn_after_a_restart_and_a_month_later() {
    let (mut harness, [reader]) = Harness::open_as(["chloe"]).await;
    let page = message(&reader.types("/rules clause:S5").await);
    harness.restart().await;
    let page = turns(&reader, &page, "Next").await;
    assert!(tells(&page, "S6"), "{}", page.text());
    harness.clock.skip(siwa::time::Seconds::days(30));
    harness.restart().await;
    let menu = page.selects()[0]["custom_id"].as_str().unwrap().to_owned();
    let page = message(&reader.selects(&page, &menu, &["E3"]).await);
    assert!(tells(&page, "E3"), "{}", page.text());
    // A custom id from before there were pages still opens the rules.
    let old = reader.presses_late(&page, "rules:seega-5-lugo:").await;
    let opened = message(&old);
    opened.begins("## ");
    assert!(opened.id != page.id);
    // A page that does not exist leads to the overview.
    let gone = reader.presses_late(&page, "rules:seega-5-lugo:S99").await;
    assert_eq!(message(&gone).text(), opened.text());
}
