//! The card of a challenge, and the menus for its terms or those of a game with the engine.

use std::iter;

use super::game::{afterwards, first, is_rated, rated, summary};
use super::lists::plain_name;
use super::{
    Arg, Button, Choice, CustomId, Localizer, MAX_CHOICES, MAX_THREAD_NAME, Reply, Style, Text,
    cut, either, level, level_rated, pair, started, time,
};
use crate::discord::custom_id::{ChallengeAction, EngineAction, GameAction, InviteAction};
use crate::game::{
    Challenge, Game, GameTerms, GamesIn, GuildId, Name, Order, Pairing, PlayerId, Start, State,
    Thread, TimeControl, turns_to_place,
};
use crate::time::Timestamp;
use siwa_games::engine::Level;
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::{BySide, Side, Variant};

/// What is added to the number of a level that the engine chose; alone, it chooses one.
const SUGGESTED: u8 = 10;

fn head(challenge: &Challenge) -> Vec<Text> {
    let terms = challenge.terms;
    let mut invitation = match (challenge.opponent, terms.level, challenge.rematch_of) {
        (None, ..) => Text::new("challenge-open"),
        (_, Some(at), _) => Text::new("challenge-engine").with("level", level(at)),
        (_, _, Some(game)) => Text::new("challenge-rematch").with("game", game.0.to_string()),
        _ => Text::new("challenge-member"),
    };
    invitation = invitation.with("challenger", challenge.challenger);
    if let Some(opponent) = challenge.opponent {
        invitation = invitation.with("opponent", opponent);
    }
    let mut lines = vec![invitation, describe_terms(&terms)];
    let is_pair = terms.games != Pairing::Single;
    if is_pair {
        let games = pair::pairing(terms.games);
        lines.push(Text::new("challenge-pair").with("games", games));
    }
    if challenge.state == State::Open {
        lines.extend(started(terms.rules, terms.variant, terms.start));
    }
    if terms.side.is_some() {
        let id = either(is_pair, ["challenge-order-pair", "challenge-order"]);
        let chosen = Text::new(id).with("order", terms.order().as_ref());
        lines.push(chosen.with("player", challenge.challenger));
    }
    lines
}

/// What is played.
pub(super) fn describe_terms(terms: &GameTerms) -> Text {
    Text::new("challenge-terms")
        .with("variant", terms.rules.info().title(terms.variant))
        .with("time", time(terms.time))
        .with("rated", is_rated(terms.rated))
}

/// The menus for the terms of a challenge, before it is sent; with one for its time limit where a
/// game can have a clock.
pub fn invitation(
    l10n: Localizer<'_>,
    registry: Registry,
    opponent: PlayerId,
    terms: &GameTerms,
    has_clock: bool,
) -> Reply {
    let variant = terms.variant;
    let name = terms.time.name().unwrap_or_default();
    let id = |act| CustomId::Invite(opponent, variant.id.to_owned(), name.to_owned(), act);
    let text = Text::new("invite-choose")
        .with("opponent", opponent)
        .with("variant", terms.rules.info().title(variant))
        .with("time", time(terms.time))
        .with("rated", is_rated(terms.rated));
    let menu = |act, placeholder, options| l10n.menu(id(act), placeholder, options);
    let variants = variant_choices(l10n, registry);
    let variants = menu(InviteAction::Variant, "engine-variant", variants).showing(variant.id);
    let mut reply = Reply::private(l10n.tr(&text)).with_row(variants);
    if has_clock {
        let offered = TimeControl::OFFERED.map(|(name, limit)| l10n.choice(&time(limit), name));
        let times = menu(InviteAction::Time, "invite-time", offered.to_vec());
        reply = reply.with_row(times.showing(name));
    }
    let send = l10n.button(id(InviteAction::Send), "button-challenge");
    reply.with_buttons([send.styled(Style::Success)])
}

/// The card of an open challenge.
pub fn card(l10n: Localizer<'_>, challenge: &Challenge, now: Timestamp) -> Reply {
    let mut lines = head(challenge);
    lines.push(Text::new("challenge-expires").with("until", Arg::Moment(challenge.expires.0)));
    if challenge.venue.guild.is_user_install() {
        lines.push(Text::new("challenge-outside"));
    }
    let button = |act, label| l10n.button(CustomId::Challenge(challenge.id, act), label);
    let accept = |act, label| button(act, label).styled(Style::Success);
    let mut buttons = if challenge.terms.games_in == GamesIn::Ask {
        vec![
            accept(ChallengeAction::Accept, "button-accept-thread"),
            accept(ChallengeAction::AcceptHere, "button-accept-here"),
        ]
    } else {
        vec![accept(ChallengeAction::Accept, "button-accept")]
    };
    if challenge.opponent.is_some() {
        buttons.push(button(ChallengeAction::Decline, "button-decline"));
    }
    buttons.push(button(ChallengeAction::Cancel, "button-cancel"));
    buttons.push(l10n.rules_button(challenge.terms.variant));
    let alone = engine_button(l10n, challenge.terms.variant);
    Reply::public(l10n.lines(lines))
        .with_buttons(buttons)
        .pinging(challenge.opponent)
        .with_buttons(challenge.offers_engine(now).then_some(alone))
}

/// The name of the thread in which a game is played.
pub fn thread_name(l10n: Localizer<'_>, game: &Game, names: &BySide<Option<Name>>) -> String {
    let name = |side| {
        let name = names.get(side).as_ref();
        plain_name(l10n, game.player(side), name, MAX_THREAD_NAME)
    };
    let about = game.rules.info().title(game.variant());
    let other = game.setup.pair.and_then(|pair| pair.other);
    let games = iter::once(game.id()).chain(other.map(|other| other.id));
    let games: Vec<String> = games.map(|game| game.to_string()).collect();
    let name = Text::new("place-name")
        .with("game", games.join(" + "))
        .with("first", name(Side::First))
        .with("second", name(Side::Second))
        .with("variant", about);
    cut(&l10n.tr(&name), MAX_THREAD_NAME)
}

/// The card of a closed challenge; `games` are the game that it became, and the second of a pair. If
/// they have a thread, the card shows their score.
pub fn closed_card(l10n: Localizer<'_>, challenge: &Challenge, games: &[&Game]) -> Reply {
    let mut lines = head(challenge);
    match (challenge.state, games.first()) {
        (State::Accepted(_), Some(game)) => {
            let own = game.side_of(challenge.challenger).unwrap_or(Side::Second);
            let accepted = match game.setup.engine {
                Some(_) => Text::new("engine-begun"),
                None => Text::new("challenge-accepted").with("player", game.player(own.other())),
            };
            let accepted = accepted.with("game", game.id().to_string());
            let other = games.get(1).map(|other| other.id().to_string());
            lines.push(accepted.with("other", other.unwrap_or("none".to_owned())));
            // Otherwise the head of the card names the player with the first turn.
            if challenge.terms.side.is_none() {
                lines.push(first(game));
            }
            match game.setup.thread {
                Thread::None | Thread::Wanted => {}
                Thread::Refused | Thread::Nowhere => lines.push(Text::new("place-no-thread")),
                // Discord shows a link to the thread below its card.
                Thread::Open(_) => return score(l10n, games, lines),
            }
        }
        (State::Accepted(_), None) | (State::Open, _) => {}
        (State::Declined, _) => lines.push(Text::new("challenge-declined")),
        (State::Cancelled, _) => lines.push(Text::new("challenge-cancelled")),
        (State::Expired, _) => lines.push(Text::new("challenge-expired")),
    }
    let mut reply = Reply::public(l10n.lines(lines));
    if let Some(game) = games.first()
        && game.home().guild.is_user_install()
        && game.ending.is_none()
    {
        // Its first board might not have been sent, and `/board` is not available to everyone.
        reply = reply.with_buttons([l10n.game_button(game, GameAction::Board, "button-board")]);
    }
    reply
}

/// The state of a game with a thread, or of both games of a pair, below these lines, for the
/// channel. Pings nobody. The board is that of the game with the last move.
fn score(l10n: Localizer<'_>, games: &[&Game], mut lines: Vec<Text>) -> Reply {
    lines.extend(games.iter().flat_map(|game| summary(game)));
    // A pair is rated once, with the game that ended later.
    let over = games.iter().filter(|game| game.ending.is_some());
    let later = over.max_by_key(|game| game.ratings.is_some());
    lines.extend(later.into_iter().flat_map(|game| rated(game)));
    let mut reply = Reply::public(l10n.lines(lines));
    reply.small = true;
    let latest = |game: &&&Game| (game.ending.is_none(), game.clock.began);
    if let Some(shown) = games.iter().max_by_key(latest) {
        reply = reply.with_board(shown.diagram());
        if shown.ending.is_some() {
            reply = reply.with_buttons(afterwards(l10n, shown));
        }
    }
    reply
}

/// What is chosen for a game with the engine.
#[derive(Clone, Copy)]
pub struct EngineGame {
    /// The kind of game.
    pub rules: &'static dyn Rules,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// The engine's level.
    pub level: Level,
    /// Whether the engine chose it.
    pub is_suggested: bool,
    /// How the pieces come on the board, if they can be dealt.
    pub start: Start,
    /// Which turn the person takes.
    pub order: Order,
}

impl EngineGame {
    /// The same with the level of this number.
    pub fn with_level(self, number: u8) -> Self {
        Self {
            level: Level::new(number % SUGGESTED).unwrap_or(Level::DEFAULT),
            is_suggested: number >= SUGGESTED,
            ..self
        }
    }

    fn number(self) -> u8 {
        self.level.number() + if self.is_suggested { SUGGESTED } else { 0 }
    }
}

/// The button that opens the setup of a game with the engine.
pub(super) fn engine_button(l10n: Localizer<'_>, variant: &'static Variant) -> Button {
    let variant = variant.id.to_owned();
    let order = Order::Random;
    let id = CustomId::Engine(variant, SUGGESTED, Start::Dealt, order, EngineAction::Open);
    l10n.button(id, "button-engine")
}

/// All variants, as choices.
fn variant_choices(l10n: Localizer<'_>, registry: Registry) -> Vec<Choice> {
    let variants = registry.games().flat_map(|rules| {
        let info = rules.info();
        let choice = move |variant: &'static Variant| l10n.choice(&info.title(variant), variant.id);
        info.variants.iter().map(choice)
    });
    variants.take(MAX_CHOICES).collect()
}

/// The choices for a game with the engine, which the person has `faced` in so many games of this kind;
/// in a user install it is unrated, and its rating in a conversation is one that no leaderboard shows.
pub fn engine(
    l10n: Localizer<'_>,
    registry: Registry,
    game: EngineGame,
    faced: usize,
    guild: GuildId,
) -> Reply {
    let EngineGame { rules, variant, .. } = game;
    let info = rules.info();
    let number = game.number();
    let chosen = number.min(SUGGESTED);
    let id = |act| CustomId::Engine(variant.id.to_owned(), number, game.start, game.order, act);
    let choices = variant_choices(l10n, registry);
    let levels =
        Level::ALL.map(|level| l10n.choice(&level_rated(info, level), level.number().to_string()));
    let none = l10n.choice(&Text::new("level-suggested"), SUGGESTED.to_string());
    let levels = iter::once(none).chain(levels).collect();
    let text = Text::new("engine-choose")
        .with("variant", info.title(variant))
        .with("level", level(game.level))
        .with("order", game.order.as_ref());
    let why = Text::new("engine-suggested").with("games", faced);
    let why = game.is_suggested.then_some(why);
    let menu = |act, placeholder, options| l10n.menu(id(act), placeholder, options);
    let levels = menu(EngineAction::Level, "engine-level", levels);
    let button = |act, label| l10n.button(id(act), label);
    let mut buttons = vec![button(EngineAction::Begin, "button-begin").styled(Style::Success)];
    let more = if guild.is_user_install() {
        Text::new("engine-outside")
    } else if game.order != Order::Random {
        Text::new("engine-unrated")
    } else {
        buttons.push(button(EngineAction::BeginRated, "button-begin-rated"));
        let ids = ["engine-rated-direct", "engine-rated"];
        Text::new(either(guild.is_direct(), ids)).with("time", time(TimeControl::DEFAULT))
    };
    if turns_to_place(rules, variant).is_some() {
        let label = match game.start {
            Start::Placed => "button-start-dealt",
            Start::Dealt => "button-start-placed",
        };
        buttons.push(button(EngineAction::Start, label));
    }
    let about = started(rules, variant, game.start);
    Reply::private(l10n.lines(iter::once(text).chain(why).chain(about).chain([more])))
        .with_row(menu(EngineAction::Variant, "engine-variant", choices).showing(variant.id))
        .with_row(levels.showing(&chosen.to_string()))
        .with_buttons(buttons)
}
