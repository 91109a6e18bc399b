//! Setting up a game with the engine.

use std::iter;

use super::start::started;
use super::{Localizer, level, level_rated, time};
use crate::discord::custom_id::{CustomId, EngineAction};
use crate::discord::view::reply::{Button, Choice, MAX_CHOICES, Reply, Style};
use crate::game::{Order, Start, TimeControl, turns_to_place};
use siwa_games::engine::Level;
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::Variant;
use siwa_games::text::Text;

/// The number of no level: the engine chooses it.
const SUGGESTED: u8 = 0;

/// What is chosen for a game with the engine.
#[derive(Clone, Copy)]
pub struct EngineGame {
    /// The kind of game.
    pub rules: &'static dyn Rules,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// The engine's level; `None`: the engine chooses it.
    pub level: Option<Level>,
    /// How the pieces come on the board, if they can be dealt.
    pub start: Start,
    /// Which turn the person takes.
    pub order: Order,
}

/// The button that opens the setup of a game with the engine.
pub(super) fn button(l10n: Localizer<'_>, variant: &'static Variant, style: Style) -> Button {
    let id = CustomId::Engine(
        variant.id.to_owned(),
        SUGGESTED,
        Start::Dealt,
        Order::Random,
        EngineAction::Open,
    );
    l10n.button(id, "button-engine", style)
}

/// All variants, as choices.
pub(super) fn variants(l10n: Localizer<'_>, registry: Registry) -> Vec<Choice> {
    let variants = registry.games().flat_map(|rules| {
        let info = rules.info();
        let choice = move |it: &'static Variant| l10n.choice(&info.title(it), it.id);
        info.variants.iter().map(choice)
    });
    variants.take(MAX_CHOICES).collect()
}

/// The choices for a game with the engine, which suggests a level; in a user install it is unrated.
pub fn engine(
    l10n: Localizer<'_>,
    registry: Registry,
    game: EngineGame,
    suggested: Level,
    outside: bool,
) -> Reply {
    let EngineGame {
        rules,
        variant,
        level: at,
        start,
        order,
    } = game;
    let info = rules.info();
    let number = at.map_or(SUGGESTED, Level::number);
    let id = |act| CustomId::Engine(variant.id.to_owned(), number, start, order, act);
    let choices = variants(l10n, registry);
    let levels = Level::ALL.map(|it| l10n.choice(&level_rated(info, it), it.number().to_string()));
    let none = l10n.choice(&Text::new("level-suggested"), SUGGESTED.to_string());
    let levels = iter::once(none).chain(levels).collect();
    let text = Text::new("engine-choose")
        .with("variant", info.title(variant))
        .with("level", level(at.unwrap_or(suggested)))
        .with("order", order.as_ref());
    let why = at.is_none().then(|| Text::new("engine-suggested"));
    let menu = |act, placeholder, options| l10n.menu(id(act), placeholder, options);
    let levels = menu(EngineAction::Level, "engine-level", levels);
    let begin = |act, label, style| l10n.button(id(act), label, style);
    let mut begins = vec![begin(EngineAction::Begin, "button-begin", Style::Success)];
    let more = match outside {
        true => Text::new("engine-outside"),
        false => {
            let (act, label) = (EngineAction::BeginRated, "button-begin-rated");
            begins.push(begin(act, label, Style::Secondary));
            Text::new("engine-rated").with("time", time(TimeControl::DEFAULT))
        }
    };
    if turns_to_place(rules, variant).is_some() {
        let label = match start {
            Start::Placed => "button-start-dealt",
            Start::Dealt => "button-start-placed",
        };
        begins.push(begin(EngineAction::Start, label, Style::Secondary));
    }
    let about = started(rules, variant, start);
    Reply::private(l10n.lines(iter::once(text).chain(why).chain(about).chain([more])))
        .with_row(menu(EngineAction::Variant, "engine-variant", choices).showing(variant.id))
        .with_row(levels.showing(&number.to_string()))
        .with_buttons(begins)
}
