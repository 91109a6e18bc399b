//! The card of a challenge.

use super::game::{afterwards, button_of, first_by, of_side, rated, summary};
use super::start::started;
use super::{Localizer, MAX_THREAD_NAME, engine, level, pair, rules, time};
use crate::discord::custom_id::{ChallengeAction, CustomId, GameAction, InviteAction};
use crate::discord::view::reply::{Reply, Style, cut};
use crate::game::{
    Challenge, Game, GamesIn, Name, Order, Pairing, PlayerId, Start, State, Thread, TimeControl,
};
use crate::time::Timestamp;
use siwa_games::registry::{Registry, Rules};
use siwa_games::rules::{BySide, Side, Variant};
use siwa_games::text::{Arg, Text};

fn head(challenge: &Challenge) -> Vec<Text> {
    let terms = challenge.terms;
    let invitation = match (challenge.opponent, terms.level, challenge.rematch_of) {
        (Some(opponent), Some(at), _) => Text::new("challenge-engine")
            .with("opponent", opponent)
            .with("level", level(at)),
        (Some(opponent), None, Some(game)) => Text::new("challenge-rematch")
            .with("opponent", opponent)
            .with("game", game.0.to_string()),
        (Some(opponent), None, None) => Text::new("challenge-member").with("opponent", opponent),
        (None, ..) => Text::new("challenge-open"),
    };
    let rated = Text::new(match terms.rated {
        true => "challenge-rated",
        false => "challenge-unrated",
    });
    let mut lines = vec![
        invitation.with("challenger", challenge.challenger),
        Text::new("challenge-terms")
            .with("variant", terms.rules.info().title(terms.variant))
            .with("time", time(terms.time))
            .with("rated", rated),
    ];
    if terms.games != Pairing::Single {
        let games = pair::pairing(terms.games);
        lines.push(Text::new("challenge-pair").with("games", games));
    }
    if challenge.state == State::Open || terms.start == Start::Dealt {
        lines.extend(started(terms.rules, terms.variant, terms.start));
    }
    let opponent = challenge.opponent;
    let first = match terms.order() {
        Order::Random => None,
        Order::First => Some(challenge.challenger),
        Order::Second => opponent,
    };
    lines.extend(match (first, challenge.rematch_of) {
        (Some(first), Some(_)) => Some(Text::new("challenge-first").with("player", first)),
        (_, None) if terms.side.is_some() => {
            let chosen = Text::new("challenge-order").with("order", terms.order().as_ref());
            Some(chosen.with("player", challenge.challenger))
        }
        _ => None,
    });
    lines
}

/// The menus for the terms of a challenge, before it is sent; `limit` where a game can have one.
pub fn invitation(
    l10n: Localizer<'_>,
    registry: Registry,
    opponent: PlayerId,
    (rules, variant): (&dyn Rules, &Variant),
    limit: Option<TimeControl>,
) -> Reply {
    let chosen = limit.unwrap_or(TimeControl::Unlimited);
    let name = chosen.name().unwrap_or_default();
    let id = |act| CustomId::Invite(opponent, variant.id.to_owned(), name.to_owned(), act);
    let text = Text::new("invite-choose")
        .with("opponent", opponent)
        .with("variant", rules.info().title(variant))
        .with("time", time(chosen));
    let menu = |act, placeholder, options| l10n.menu(id(act), placeholder, options);
    let variants = engine::variants(l10n, registry);
    let variants = menu(InviteAction::Variant, "engine-variant", variants).showing(variant.id);
    let reply = Reply::private(l10n.tr(&text)).with_row(variants);
    let reply = if limit.is_some() {
        let offered = TimeControl::OFFERED.map(|(name, limit)| l10n.choice(&time(limit), name));
        let times = menu(InviteAction::Time, "invite-time", offered.to_vec());
        reply.with_row(times.showing(name))
    } else {
        reply
    };
    let send = l10n.button(id(InviteAction::Send), "button-challenge", Style::Success);
    reply.with_buttons([send])
}

/// The card of an open challenge.
pub fn card(l10n: Localizer<'_>, challenge: &Challenge, now: Timestamp) -> Reply {
    let mut lines = head(challenge);
    lines.push(Text::new("challenge-expires").with("until", Arg::Moment(challenge.expires.0)));
    if challenge.venue.guild.is_user_install() {
        lines.push(Text::new("challenge-outside"));
    }
    let button =
        |act, label, style| l10n.button(CustomId::Challenge(challenge.id, act), label, style);
    let accept = |act, label| button(act, label, Style::Success);
    let other = |act, label| button(act, label, Style::Secondary);
    let mut buttons = match challenge.terms.games_in {
        GamesIn::Ask => vec![
            accept(ChallengeAction::Accept, "button-accept-thread"),
            accept(ChallengeAction::AcceptHere, "button-accept-here"),
        ],
        GamesIn::Threads | GamesIn::Channel => {
            vec![accept(ChallengeAction::Accept, "button-accept")]
        }
    };
    if challenge.opponent.is_some() {
        buttons.push(other(ChallengeAction::Decline, "button-decline"));
    }
    buttons.push(other(ChallengeAction::Cancel, "button-cancel"));
    buttons.push(rules::button(l10n, challenge.terms.variant));
    let alone = engine::button(l10n, challenge.terms.variant, Style::Secondary);
    Reply::public(l10n.lines(lines))
        .with_buttons(buttons)
        .pinging(challenge.opponent)
        .with_buttons(challenge.offers_engine(now).then_some(alone))
}

/// The name of the thread in which a game is played.
pub fn thread_name(l10n: Localizer<'_>, game: &Game, names: &BySide<Option<Name>>) -> String {
    let name = |side| {
        let name = names.get(side).as_ref();
        name.map_or_else(|| "?".to_owned(), |name| name.plain(MAX_THREAD_NAME))
    };
    let about = game.rules().info().title(game.variant());
    let name = Text::new("place-name")
        .with("game", game.id().0.to_string())
        .with("first", name(Side::First))
        .with("second", name(Side::Second))
        .with("variant", about);
    cut(&l10n.tr(&name), MAX_THREAD_NAME)
}

/// The card of a closed challenge; `game` is the game that it became, and `other` the second of a
/// pair. If they have a thread, the card shows their score.
pub fn closed_card(
    l10n: Localizer<'_>,
    challenge: &Challenge,
    game: Option<&Game>,
    other: Option<&Game>,
) -> Reply {
    let mut lines = head(challenge);
    match (challenge.state, game) {
        (State::Accepted(_), Some(game)) => {
            let own = game.side_of(challenge.challenger).unwrap_or(Side::Second);
            let accepted = match game.engine() {
                Some(_) => Text::new("engine-begun"),
                None => Text::new("challenge-accepted").with("player", game.player(own.other())),
            };
            lines.push(accepted.with("game", game.id().0.to_string()));
            // Otherwise the head of the card names the player with the first turn.
            if challenge.terms.side.is_none() {
                lines.push(of_side(game, first_by(game), game.start().first_turn()));
            }
            match game.thread() {
                Thread::None | Thread::Wanted => {}
                Thread::Refused | Thread::Nowhere => lines.push(Text::new("place-no-thread")),
                // Discord shows a link to the thread below its card.
                Thread::Open(_) => return score(l10n, game, other, &lines),
            }
        }
        (State::Accepted(_), None) | (State::Open, _) => {}
        (State::Declined, _) => lines.push(Text::new("challenge-declined")),
        (State::Cancelled, _) => lines.push(Text::new("challenge-cancelled")),
        (State::Expired, _) => lines.push(Text::new("challenge-expired")),
    }
    let running = game.filter(|it| it.home().guild.is_user_install() && it.ending().is_none());
    // Its first board might not have been sent, and `/board` is not available to everyone.
    let board = running.map(|game| {
        let button = button_of(l10n, game);
        button(GameAction::Board, "button-board", Style::Secondary)
    });
    Reply::public(l10n.lines(lines)).with_buttons(board)
}

/// The state of a game with a thread, or of both games of a pair, below these lines, for the
/// channel. Pings nobody. The board is that of the game with the last move.
fn score(l10n: Localizer<'_>, game: &Game, other: Option<&Game>, head: &[Text]) -> Reply {
    let games = || std::iter::once(game).chain(other);
    let mut lines = head.to_vec();
    lines.extend(games().flat_map(summary));
    // A pair is rated once, with the game that ended later.
    let over = games().filter(|game| game.ending().is_some());
    let later = over.max_by_key(|game| game.ratings().is_some());
    lines.extend(later.into_iter().flat_map(rated));
    let latest = |game: &&Game| (game.ending().is_none(), game.turn_began());
    let shown = games().max_by_key(latest).unwrap_or(game);
    let ended = shown.ending().into_iter();
    let mut reply = Reply::public(l10n.lines(lines)).with_board(shown.diagram());
    reply.small = true;
    reply.with_buttons(ended.flat_map(|_| afterwards(l10n, shown)))
}
