//! Events in which Discord says more, or something else, than the library knows.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};
use siwa_playground::Modal;

use super::harness::Harness;
use super::person::Person;
use super::play::{said, settings};
use crate::serving::value;

/// Without these, an event says nothing; everything else only decorates it.
const ESSENTIAL: &str = "app_permissions application_id author authorizing_integration_owners channel channel_id \
    component_type custom_id data focused global_name guild_id guild_locale id \
    interaction_metadata member message name nick options parent_id permissions resolved shard \
    target_id token type url user users value values verify_key";

/// What may stand in a field that is not essential; null at the end: nothing at all.
fn oddities() -> Vec<Value> {
    vec![
        Value::Null,
        json!(u64::MAX),
        json!(-1),
        json!(0.5),
        json!(true),
        json!(""),
        json!("a_".repeat(40)),
        json!([]),
        json!([{ "odd": 1 }]),
        json!({ "odd": 1 }),
        Value::Null,
    ]
}

/// The places of the fields that may be odd, those within others first.
fn fields(json: &Value, place: &str, found: &mut Vec<String>) {
    let steps: Vec<(String, &Value)> = match json {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| (name.clone(), field))
            .collect(),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(at, item)| (at.to_string(), item)).collect()
        }
        _ => Vec::new(),
    };
    for (step, field) in steps {
        // A form is sent back as it was written.
        if place == "/data" && step == "components" {
            continue;
        }
        let inner = format!("{place}/{step}");
        fields(field, &inner, found);
        let is_number = step.parse::<u64>().is_ok();
        if !is_number && ESSENTIAL.split(' ').all(|known| known != step) {
            found.push(inner);
        }
    }
}

/// Makes a field odd.
fn distort(json: &mut Value, place: &str, number: usize) {
    let oddities = oddities();
    let number = number % oddities.len();
    if number + 1 == oddities.len() {
        let (around, name) = place.rsplit_once('/').unwrap();
        let around = json.pointer_mut(around).and_then(Value::as_object_mut);
        around.map(|around| around.remove(name));
    } else if let Some(field) = json.pointer_mut(place) {
        *field = oddities[number].clone();
    }
}

/// Which fields of the next event are odd, and how.
#[derive(Default)]
struct Plan {
    /// The only field, by its number; or all.
    only: Option<usize>,
    oddity: usize,
    /// The last such event: its fields, and itself.
    fields: Vec<String>,
    sent: Value,
}

/// From now on, events of this name are odd as planned.
fn follow(harness: &Harness, name: &'static str) -> Arc<Mutex<Plan>> {
    let plan = Arc::new(Mutex::new(Plan::default()));
    let shared = Arc::clone(&plan);
    harness.world().distort(move |event, json| {
        if event != name {
            return;
        }
        let mut plan = shared.lock();
        plan.fields.clear();
        fields(json, "", &mut plan.fields);
        for (number, place) in plan.fields.iter().enumerate() {
            if plan.only.is_none_or(|only| only == number) {
                distort(json, place, plan.oddity);
            }
        }
        json["odd"] = json!({ "odd": [1] });
        if let Some(owners) = json["authorizing_integration_owners"].as_object_mut() {
            owners.insert("77".to_owned(), json!("77"));
        }
        plan.sent = json.clone();
    });
    plan
}

/// What a person may do, of each kind of interaction.
struct Acts {
    person: Person,
    card: u64,
    page: u64,
    form: Modal,
}

impl Acts {
    const COUNT: usize = 8;
    const PRESS: usize = 4;

    async fn prepare(harness: &Harness) -> Self {
        let [person, other] = harness.people(["ana", "bob"]);
        let card = said(&other, "/challenge").await;
        let page = settings(&person, "notices").await;
        let form = person.presses(&page, "notify:type").await.modal().clone();
        Self {
            person,
            card: card.id,
            page: page.id,
            form,
        }
    }

    /// Does one of them.
    async fn act(&self, number: usize) -> Result<(), String> {
        let person = self.person.attempt();
        let done = match number {
            0 => person.types("/help").await.map(drop),
            1 => person.types("/profile player:@bob").await.map(drop),
            2 => person.uses("Challenge", "bob").await.map(drop),
            3 => person.completes("/board game:").await.map(drop),
            4 => person
                .presses_late(self.card, "rules:seega-5-classic:")
                .await
                .map(drop),
            5 => person
                .presses_late(self.page, "settings:notices")
                .await
                .map(drop),
            6 => person
                .selects(self.page, "notify:quiet", &["22-7"])
                .await
                .map(drop),
            _ => person
                .submits(&self.form, &[("text", "Lima")])
                .await
                .map(drop),
        };
        done.map_err(|refused| refused.to_string())
    }
}

#[tokio::test]
async fn no_odd_field_loses_an_act() {
    for (harness, through) in [
        (Harness::open().await, "the gateway"),
        (Harness::open_by_http().await, "HTTP"),
    ] {
        let acts = Acts::prepare(&harness).await;
        let plan = follow(&harness, "INTERACTION_CREATE");
        let tried = async |number: usize, only: Option<usize>, oddity: usize| {
            (plan.lock().only, plan.lock().oddity) = (only, oddity);
            let done = acts.act(number).await;
            let plan = plan.lock();
            let place = only.map(|only| &plan.fields[only]);
            let sent = &plan.sent;
            assert!(
                done.is_ok(),
                "{number} by {through}: {place:?} {oddity}: {done:?}: {sent}"
            );
            plan.fields.len()
        };
        for number in 0..Acts::COUNT {
            for oddity in 0..oddities().len() {
                tried(number, None, oddity).await;
            }
        }
        // Each alone, where there is most of them.
        let fields = tried(Acts::PRESS, None, 0).await;
        for field in 0..fields {
            tried(Acts::PRESS, Some(field), field).await;
        }
        let metrics = harness.store.metrics.text(None).unwrap();
        assert_eq!(value(&metrics, "siwa_faults_total"), 0.0, "{metrics}");
    }
}

#[tokio::test]
async fn whatever_is_odd_at_the_start_a_session_starts() {
    let mut harness = Harness::open().await;
    for name in ["READY", "/gateway/bot", "/oauth2/applications/@me"] {
        for oddity in 0..oddities().len() {
            harness.stop_bot().await;
            let plan = follow(&harness, name);
            plan.lock().oddity = oddity;
            harness.resume().await;
            let answer = harness.person("ana").types("/help").await;
            assert!(answer.private(), "{}", plan.lock().sent);
        }
    }
}

/// Essential fields that say something else than this bot knows, or nothing.
fn strange() -> Vec<(&'static str, Value)> {
    let part = |kind: u64| json!([{ "type": kind, "id": 1, "components": [{ "type": kind }] }]);
    let metadata = json!({ "authorizing_integration_owners": {} });
    vec![
        ("/channel", Value::Null),
        ("/channel/type", json!(99)),
        ("/channel/parent_id", Value::Null),
        ("/app_permissions", Value::Null),
        ("/authorizing_integration_owners", Value::Null),
        ("/authorizing_integration_owners", json!({})),
        ("/guild_locale", Value::Null),
        ("/member/nick", Value::Null),
        ("/member/permissions", Value::Null),
        ("/data/options", Value::Null),
        ("/data/resolved", Value::Null),
        ("/data/resolved/users", Value::Null),
        ("/data/component_type", json!(99)),
        ("/data/values", Value::Null),
        ("/message/author", Value::Null),
        ("/message/interaction_metadata", Value::Null),
        ("/message/interaction_metadata", metadata),
        ("/message/components", part(17)),
        ("/message/components", part(300)),
        ("/message/components", Value::Null),
    ]
}

#[tokio::test]
async fn no_strange_field_leaves_an_act_unanswered() {
    let harness = Harness::open().await;
    let acts = Acts::prepare(&harness).await;
    let mut silent = Vec::new();
    for (place, value) in strange() {
        for number in 0..Acts::COUNT {
            let odd = value.clone();
            harness.world().distort(move |_, json| {
                if let Some(field) = json.pointer_mut(place) {
                    *field = odd.clone();
                }
            });
            if let Err(refused) = acts.act(number).await {
                silent.push(format!("{place} {value} {number}: {refused}"));
            }
        }
    }
    let _ = harness.world().take_violations();
    assert!(silent.is_empty(), "{silent:#?}");
}
